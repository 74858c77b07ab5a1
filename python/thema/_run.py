"""Whole runs."""

from __future__ import annotations

import re
import shutil
import tempfile
import warnings
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from . import _thema
from ._embeddings import Embeddings, matrix
from ._errors import InputError, LostDatesWarning, SettingsError, UnreadInputWarning
from ._progress import Progress, told
from ._report import Report
from ._settings import Settings, path_text, resolve
from ._tables import Table, advice, is_table, table

_LONGEST_NAME = 255
"""Characters of the longest file name on any common file system."""

Inputs = str | PathLike[str] | Iterable[str | PathLike[str]] | Table | Iterable[Mapping[str, Any]]
"""A path, pattern or directory, several of these, a table, or rows as dicts."""


def run(
    inputs: Inputs,
    out: str | PathLike[str] | None = None,
    *,
    clusters: int | None = None,
    taxonomy: str | PathLike[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    embeddings: Embeddings | None = None,
    columns: Mapping[str, str] | None = None,
    format: str | None = None,
    settings: Settings | None = None,
    replace: bool = False,
    preview: bool = False,
    progress: Progress = None,
) -> Report:
    """Reads papers, finds their themes and writes a run directory. The directory is written completely or not at all.

    The same inputs and settings give the same files as ``thema run``, byte for byte except where they name the input.

    Args:
        inputs: Paths (files, compressed or not, directories, patterns such as ``dumps/*.jsonl``), or a pandas, polars or
            pyarrow table with one row per paper, or an iterable of dicts. Texts that a table holds as Arrow are not copied.
        out: The run directory. Without one the run is in a temporary directory that is deleted with the report.
        clusters: The number of clusters; chosen from the data if None.
        taxonomy: A file; ``"auto"`` for an embedded taxonomy if one fits the input's field (the default); or ``"none"``.
        seed: Seed of every random choice; 1 if None.
        threads: Number of threads; one per core if None. Does not affect the result.
        embeddings: Vectors to use instead of learned ones, shape (records, dimensions), in the order of the
            records of the only input; or a column of vectors.
        columns: Which column holds what, ``{"title": "Heading"}``. The names on the left are title, abstract, authors,
            categories, arxiv_id, doi, pmid, id, published, updated, comment, journal_reference, keywords, references, countries,
            funders, venue, type, language and affiliations. Columns not given are found by common names.
        format: The format of all paths; detected if None.
        settings: Other settings by section; ``thema.defaults()`` lists them. What is given as an argument must not be here too.
        replace: Whether ``out`` may replace an earlier run.
        preview: Whether to read only an even sample of the inputs (15,000 to 30,000 records): themes in seconds, to try
            settings.
        progress: True for a tqdm bar, False for none, None for one if a person is watching, or a function that is called
            with (stage, task, done, total).

    Returns:
        The report of the run directory.

    Raises:
        SettingsError: An argument cannot be used, or ``embeddings`` do not fit the records.
        InputError: Nothing could be read.
        OutputError: ``out`` already holds something, or cannot be written.
        KeyboardInterrupt: Within a second of Ctrl-C; unfinished output is removed.

    Warns:
        UnreadInputWarning: An input could not be read to its end; ``Report.rejects()`` names it.
        LostDatesWarning: Dates of an input cannot be read, or only their year can.
    """
    paths, tables = _told_apart(inputs)
    wanted: _thema.Wanted = {
        "paths": paths,
        "tables": tables,
        "format": format_text(format),
        "columns": columns_text(columns),
        "embeddings": matrix(embeddings),
    }
    given = resolve(settings, clusters=clusters, taxonomy=taxonomy, seed=seed, threads=threads, preview=preview)
    if out is None:
        folder = tempfile.mkdtemp(prefix="thema-")
        try:
            unread = _made(wanted, Path(folder) / "report", given, False, progress)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        report = Report._of_folder(Path(folder) / "report", folder)
    else:
        path = Path(path_text("out", out))
        unread = _made(wanted, path, given, bool(replace), progress)
        report = Report(path)
    warn(report, unread)
    return report


def warn(report: Report, unread: int) -> None:
    """Warns the caller's caller of what the run ``report`` did not read of its inputs, of which ``unread`` not to their end."""
    if unread:
        what = "an input" if unread == 1 else f"{unread} inputs"
        warnings.warn(f"{what} could not be read to the end; see rejects()", UnreadInputWarning, stacklevel=3)
    for told in report._lost_dates():
        warnings.warn(told, LostDatesWarning, stacklevel=3)


def _made(wanted: _thema.Wanted, path: Path, settings: str, replace: bool, progress: Progress) -> int:
    """Makes the run directory ``path``. Returns how many inputs could not be read to their end."""
    with told(progress) as heard:
        return _thema.run(wanted, path, settings, replace, heard)


def _told_apart(inputs: Any) -> tuple[list[str], list[tuple[str, Any]]]:
    """Splits ``inputs`` into paths and named tables."""
    if isinstance(inputs, (str, PathLike)):
        return [path_text("inputs", inputs)], []
    if is_table(inputs):
        return [], [("table", table(inputs))]
    if isinstance(inputs, (bytes, Mapping)) or not isinstance(inputs, Iterable) or hasattr(inputs, "toarray") or advice(inputs):
        raise InputError(f"inputs must be paths, a table or rows as dicts, not {type(inputs).__name__}{advice(inputs)}")
    given = list(inputs)
    if given and all(isinstance(item, (str, PathLike)) for item in given):
        if _are_prose([item for item in given if isinstance(item, str)]):
            raise InputError("inputs are paths, and these are texts; give the rows [{'abstract': text} for text in texts]")
        return [path_text("inputs", item) for item in given], []
    if not given:
        raise InputError("there are no inputs")
    return [], [("table", table(given))]


def _are_prose(items: list[str]) -> bool:
    """Whether one of the items cannot be a path, or all are sentences that name no file."""
    return any(map(_is_no_path, items)) or (bool(items) and all(map(_is_sentence, items)))


def _is_no_path(text: str) -> bool:
    """Whether a text has several lines or a part that is too long for a file's name."""
    return "\n" in text.strip() or any(len(part) > _LONGEST_NAME for part in re.split(r"[/\\]", text))


def _is_sentence(text: str) -> bool:
    """Whether a text has three words, is no pattern, and names no file."""
    return len(text.split()) >= 3 and not re.search(r"[*?\[]", text) and not Path(text).expanduser().exists()


def format_text(value: object) -> str | None:
    """The name of a format.

    Raises:
        SettingsError: ``value`` is not a text.
    """
    if value is not None and not isinstance(value, str):
        raise SettingsError(f"format must be a str, not {type(value).__name__}")
    return _unicode("format", value) if isinstance(value, str) else None


def _unicode(name: str, text: str) -> str:
    try:
        text.encode()
    except UnicodeError as error:
        raise SettingsError(f"{name} is not Unicode: {error}") from error
    return text


def columns_text(columns: object) -> str:
    """Names of columns as one text, ``title=Heading,abstract=Summary``.

    Raises:
        SettingsError: ``columns`` is not a mapping of texts to texts.
    """
    if columns is None:
        return ""
    if not isinstance(columns, Mapping):
        raise SettingsError(f"columns must be a dict such as {{'title': 'Heading'}}, not {type(columns).__name__}")
    for name, column in columns.items():
        if not isinstance(name, str) or not isinstance(column, str):
            raise SettingsError(f"columns: {name!r}: {column!r} is not a pair of str")
        if "," in name + column or "=" in name:
            raise SettingsError(f"columns: {column!r} has a comma in its name; rename the column")
    return _unicode("columns", ",".join(f"{name}={column}" for name, column in columns.items()))
