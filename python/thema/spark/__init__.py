"""Whole runs on Spark. Executors read, merge, place and count the papers, and the driver learns the themes. The run directory is,
except for ``timings.json``, byte for byte the one that ``thema run`` writes on one machine.

    from thema.spark import run
    report = run(spark, "papers/*.jsonl.gz", "report")

Needs Spark 3.5 or later. The package must be installed where executors run, and the driver and the executors must see the input
files and ``out`` under the same paths.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from .. import batches
from .._errors import SettingsError
from .._progress import Progress, told
from .._report import Report
from .._run import columns_text, format_text, warn
from .._settings import Settings, path_text, resolve
from ._steps import Steps

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def run(
    spark: SparkSession,
    inputs: Any,
    out: str | PathLike[str],
    *,
    clusters: int | None = None,
    taxonomy: str | PathLike[str] | None = None,
    seed: int | None = None,
    columns: Mapping[str, str] | None = None,
    format: str | None = None,
    settings: Settings | None = None,
    replace: bool = False,
    partitions: int | None = None,
    progress: Progress = None,
) -> Report:
    """Reads papers with Spark, finds their themes and writes a run directory. The directory is written completely or not at all.

    Args:
        spark: The session. Its executors do the work on papers, one thread per task.
        inputs: Paths as for ``thema.run``, with one task per file; or a Spark table with one row per paper.
        out: The run directory, written by the driver.
        clusters: As for ``thema.run``.
        taxonomy: As for ``thema.run``.
        seed: As for ``thema.run``.
        columns: As for ``thema.run``.
        format: As for ``thema.run``.
        settings: As for ``thema.run``.
        replace: As for ``thema.run``.
        partitions: The number of partitions of the papers; chosen from the size of the inputs if None. Does not affect the result.
        progress: As for ``thema.run``.

    Returns:
        The report of the run directory.

    Raises:
        SettingsError: An argument cannot be used.
        InputError: Nothing could be read.
        OutputError: ``out`` already holds something, or cannot be written.

    Warns:
        UnreadInputWarning: An input could not be read to its end; ``Report.rejects()`` names it.
        LostDatesWarning: Dates of an input cannot be read, or only their year can.
    """
    given = resolve(settings, clusters=clusters, taxonomy=taxonomy, seed=seed)
    if partitions is not None and (not isinstance(partitions, int) or partitions < 1):
        raise SettingsError(f"partitions must be a whole number of at least 1, not {partitions!r}")
    place = path_text("out", out)
    reading = {"format": format_text(format), "columns": columns_text(columns)}
    making = batches.Run(place, json.loads(given), replace=replace)
    try:
        with told(progress) as heard, Steps(spark, making, heard) as work:
            # Executors need only the settings for reading; the others may name files that only the driver sees.
            unread = work.through(inputs, json.dumps({"ingest": json.loads(given).get("ingest", {})}), reading, partitions)
    finally:
        making.abandon()
    report = Report(place)
    warn(report, unread)
    return report
