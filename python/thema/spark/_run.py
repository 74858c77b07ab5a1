"""Whole runs on Spark. Executors read, merge, place and count the papers, and the driver learns the themes. The run directory is,
except for ``timings.json``, byte for byte the one that ``thema run`` writes on one machine.

    from thema.spark import run
    report = run(spark, "papers/*.jsonl.gz", "report")

Needs Spark 3.5 or later. The package must be installed where executors run, and the driver and the executors must see the input
files and ``out`` under the same paths.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from os import PathLike, getcwd, path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from . import batches
from ._errors import InputError, SettingsError, UnreadInputWarning
from ._progress import Progress, told
from ._report import Report
from ._run import columns_text, format_text
from ._settings import Settings, path_text, resolve
from ._slices import SLICE, joined_rows, sliced, whole

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

BYTES_A_PARTITION = 32 << 20
"""Approximate bytes of input that one task merges into papers."""

_PARTS_A_TASK = 2
"""Parts of the corpus that one task draws from, places and counts: more take more of the executor's memory, fewer take more tasks."""

_ROWS_AT_ONCE = 2_048
"""Most rows that Spark sends to Python at a time: some 2 MB of records or slices. Spark's default of 10,000 takes buffers of 16 MB,
which the system's allocator does not give back."""

_WORKERS = {"MIMALLOC_PURGE_DELAY": "0"}
"""Environment of the Python workers: they return freed memory to the system at once. That takes a sixth of the time of placing and
saves a fifth of a worker's memory."""

_ROWS_SETTING = "spark.sql.execution.arrow.maxRecordsPerBatch"

_TO_DRIVER = 256 << 10
"""Bytes of the rows that carry blocks to the driver, which makes a Python object of each row."""

_RECORDS = "input long, record long, origin string, keys array<long>, payload binary, notes binary"
_PAPERS = "key string, paper binary, notes binary"
_PARTS = "part long, first long, slice int, papers binary"
_ENTRIES = "bucket int, entries binary"
_PAIRS = "one long, other long"
_TEXTS = "row long, title string, abstract string"
_PLACED = "first long, slice int, placed binary, tally binary"
_TALLIES = "tally binary"


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
    """
    given = resolve(settings, clusters=clusters, taxonomy=taxonomy, seed=seed)
    if partitions is not None and (not isinstance(partitions, int) or partitions < 1):
        raise SettingsError(f"partitions must be a whole number of at least 1, not {partitions!r}")
    place = path_text("out", out)
    reading = {"format": format_text(format), "columns": columns_text(columns)}
    making = batches.Run(place, json.loads(given), replace=replace)
    try:
        with told(progress) as heard, _Run(spark, making, heard) as work:
            # Executors need only the settings for reading; the others may name files that only the driver sees.
            unread = work.through(inputs, json.dumps({"ingest": json.loads(given).get("ingest", {})}), reading, partitions)
    finally:
        making.abandon()
    if unread:
        what = "an input" if unread == 1 else f"{unread} inputs"
        warnings.warn(f"{what} could not be read to the end; see rejects()", UnreadInputWarning, stacklevel=2)
    return Report(place)


class _Run:
    """One run. What Spark holds for it is released on exit."""

    def __init__(self, spark: SparkSession, making: batches.Run, heard: Any) -> None:
        self._spark = spark
        self._making = making
        self._heard = heard
        self._kept: list[DataFrame] = []
        self._sent: list[Any] = []
        self._rows_before = spark.conf.get(_ROWS_SETTING)
        self._workers_before = spark.sparkContext.environment

    def __enter__(self) -> _Run:
        given = int(self._rows_before or 0)
        self._spark.conf.set(_ROWS_SETTING, min(given, _ROWS_AT_ONCE) if given > 0 else _ROWS_AT_ONCE)
        self._spark.sparkContext.environment = {**_WORKERS, **self._workers_before}
        return self

    def __exit__(self, *_: object) -> None:
        self._spark.conf.set(_ROWS_SETTING, self._rows_before or _ROWS_AT_ONCE)
        self._spark.sparkContext.environment = self._workers_before
        while self._kept:
            self._kept.pop().unpersist()
        while self._sent:
            self._sent.pop().unpersist()

    def through(self, inputs: Any, settings: str, reading: Any, partitions: int | None) -> int:
        """Runs all steps. Returns how many inputs could not be read to their end."""
        self._stage("read")
        records, size = self._records(inputs, settings, reading)
        tasks = partitions or max(self._spark.sparkContext.defaultParallelism, math.ceil(size / BYTES_A_PARTITION))
        self._making.take_inputs(_notes(records, "input"))
        self._stage("join records")
        papers = self._keep(self._papers(records, tasks))
        self._making.take_papers(_notes(papers))
        count = self._making.settle()
        self._stage("sort papers")
        parts = self._parts(papers, count, tasks)
        self._let_go(but=parts)
        least = self._making.least_similarity()
        if least is not None:
            self._stage("near-duplicates")
            self._near_duplicates(parts, least, tasks)
        self._stage("draw")
        roles = self._send(self._making.roles())
        drawn = self._keep(_of_parts(parts, lambda rows: batches.draw(rows, roles.value), _PARTS, "papers", _TO_DRIVER))
        drawn.count()
        blocks = [block for _, block in joined_rows(_rows(drawn), "papers")]
        learned = self._send(self._making.learn(blocks, self._heard))
        del blocks
        self._stage("place all")
        placed = _of_parts(parts, lambda rows: batches.place(rows, learned.value), _PLACED, "placed", _TO_DRIVER)
        placed = self._keep(placed)
        # Place all before the tallies are merged: a task that does both has two workers.
        placed.count()
        of_parts = placed.where("slice = 0").select("tally")
        tallies = [row.tally for row in _merged(of_parts, _tasks(count)).collect()]
        for row, block in joined_rows(_rows(placed.select("first", "slice", "placed")), "placed"):
            self._making.take(row["first"], block)
        return self._making.finish(tallies, self._heard)

    def _stage(self, name: str) -> None:
        if self._heard is not None:
            self._heard(name, "", 0, 0)

    def _keep(self, table: DataFrame) -> DataFrame:
        """Persists a table on the executors' disks, so that it is computed once; Spark recomputes what is lost with an executor."""
        from pyspark import StorageLevel

        self._kept.append(table.persist(StorageLevel.DISK_ONLY))
        return self._kept[-1]

    def _send(self, value: bytes) -> Any:
        """Broadcasts ``value`` to all executors."""
        self._sent.append(self._spark.sparkContext.broadcast(value))
        return self._sent[-1]

    def _let_go(self, but: DataFrame) -> None:
        kept, self._kept = self._kept, [but]
        for table in kept:
            if table is not but:
                table.unpersist()

    def _records(self, inputs: Any, settings: str, reading: Any) -> tuple[DataFrame, int]:
        """The records of all inputs, and the approximate size of the inputs in bytes."""
        if hasattr(inputs, "mapInArrow"):
            # A table that the user has persisted is theirs to unpersist.
            rows = inputs if inputs.storageLevel.useMemory or inputs.storageLevel.useDisk else self._keep(inputs)
            before, total = _counted(rows)
            columns = reading["columns"]

            def of_partition(found: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
                yield from batches.read_table(found, _partition(), before(), settings, columns=columns)

            return self._keep(_map(rows, of_partition, _RECORDS)), 1_500 * total
        if isinstance(inputs, (str, PathLike)):
            inputs = [inputs]
        if isinstance(inputs, (bytes, Mapping)) or not isinstance(inputs, Iterable):
            raise InputError(f"inputs must be paths or a Spark table, not {type(inputs).__name__}")
        paths, notes = batches.list_inputs(inputs)
        self._making.take_inputs([notes])
        # One task per input.
        numbers = self._spark.range(0, len(paths), 1, max(len(paths), 1))
        # Executors run in their own working directories.
        read = partial(batches.read, paths=paths, settings=settings, home=getcwd(), **reading)
        size = sum(path.getsize(file) * _UNPACKED.get(path.splitext(file)[1], 1) for file in paths if path.isfile(file))
        return self._keep(_map(numbers, read, _RECORDS)), size

    def _papers(self, records: DataFrame, tasks: int) -> DataFrame:
        from pyspark.sql import functions as f

        rows = records.where("record is not null")
        keys = rows.select("record", f.explode("keys").alias("key"))
        shared = keys.groupBy("key").agg(f.min("record").alias("other"), f.max("record").alias("last"))
        shared = shared.where("other < last").select("key", "other")
        edges = keys.join(shared, "key").where("record > other").select(f.col("record").alias("one"), "other").distinct()
        # One task holds all edges in memory; there are far fewer of them than records.
        component = self._keep(_map(edges.coalesce(1), batches.connect, _PAIRS)).toDF("record", "component")
        labelled = rows.join(component, "record", "left").select(
            f.coalesce("component", "record").alias("component"), "record", "origin", "payload"
        )
        grouped = labelled.repartition(tasks, "component").sortWithinPartitions("component", "record")
        return _map(grouped, batches.make_papers, _PAPERS)

    def _parts(self, papers: DataFrame, count: int, tasks: int) -> DataFrame:
        """The parts of the corpus, in order across the partitions."""
        rows = papers.where("key is not null").select("key", "paper")
        in_order = self._keep(rows.repartitionByRange(tasks, "key").sortWithinPartitions("key"))
        before, _ = _counted(in_order)

        def of_partition(found: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            yield from sliced(batches.cut(found, before()), "papers")

        pieces = self._keep(_map(in_order, of_partition, _PARTS))
        parts = pieces.repartitionByRange(_tasks(count), "part").sortWithinPartitions("part", "first", "slice")
        parts = self._keep(_of_parts(parts, batches.join, _PARTS, "papers"))
        # Compute it before the tables that it depends on are released.
        parts.select("part").count()
        return parts

    def _near_duplicates(self, parts: DataFrame, least: float, tasks: int) -> None:
        from pyspark.sql import functions as f

        entries = _of_parts(parts, partial(batches.near_entries, buckets=math.ceil(tasks / 8)), _ENTRIES)
        grouped = entries.repartition(tasks, "bucket").sortWithinPartitions("bucket")
        # The driver fetches the pairs partition by partition: by default `distinct` would make 200.
        pairs = self._keep(_map(grouped, batches.near_pairs, _PAIRS).repartition(math.ceil(tasks / 8), "one").distinct())
        wanted = self._numbers(pairs)
        if not len(wanted):
            return
        rows = self._send(_ascending(wanted))
        texts = self._keep(_of_parts(parts, lambda found: batches.texts(found, rows.value), _TEXTS))
        of_one = texts.withColumnRenamed("row", "one")
        of_other = texts.select(
            f.col("row").alias("other"), f.col("title").alias("other_title"), f.col("abstract").alias("other_abstract")
        )
        both = pairs.join(of_one, "one").join(of_other, "other")
        close = sorted((row.one, row.other) for row in _map(both, partial(batches.close, least=least), _PAIRS).collect())
        if close:
            of_close = _ascending(np.asarray(close, dtype="<u4"))
            found = _of_parts(parts, partial(batches.select, rows=of_close), _PARTS, "papers", _TO_DRIVER)
            papers = [block for _, block in joined_rows(_rows(found), "papers")]
            self._making.take_near_duplicates(close, papers)

    def _numbers(self, pairs: DataFrame) -> Any:
        """The corpus rows of all pairs, with repeats."""
        blocks = _rows(_map(pairs, _packed, "rows binary"))
        return np.concatenate([np.frombuffer(block.rows, dtype="<u4") for block in blocks] or [np.empty(0, "<u4")])


_UNPACKED = {".gz": 4, ".xz": 5, ".zst": 4, ".parquet": 3, ".zip": 4}
"""Approximate ratio of a file's uncompressed size to its size, by extension."""


def _map(table: DataFrame, step: Callable[..., Iterator[pa.RecordBatch]], schema: str) -> DataFrame:
    return table.mapInArrow(step, schema)


def _of_parts(
    parts: DataFrame, step: Callable[..., Iterator[pa.RecordBatch]], schema: str, block: str | None = None, size: int = SLICE
) -> DataFrame:
    """Applies ``step`` to parts that are stored in slices, and cuts its column ``block`` into slices of ``size`` bytes."""

    def of_partition(found: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        made = step(whole(found, "papers"))
        yield from made if block is None else sliced(made, block, size)

    return _map(parts, of_partition, schema)


def _tasks(papers: int) -> int:
    """The number of tasks that work on parts."""
    return math.ceil(papers / (_PARTS_A_TASK * batches.PART))


def _partition() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None, "a task of Spark"
    return int(context.partitionId())


def _counted(table: DataFrame) -> tuple[Callable[[], int], int]:
    """A function that tells a task how many rows come before its partition, and the number of all rows."""
    from pyspark.sql import functions as f

    counts = {row[0]: row[1] for row in table.groupBy(f.spark_partition_id()).count().collect()}
    before = [0, *accumulate(counts.get(number, 0) for number in range(max(counts, default=-1) + 1))]
    # Partitions after the last one that has rows are empty.
    return lambda: before[min(_partition(), len(before) - 1)], before[-1]


def _notes(table: DataFrame, order: str | None = None) -> list[bytes]:
    rows = table.where("notes is not null")
    # Compute the table on all executors; to fetch it partition by partition would compute it on one at a time.
    rows.count()
    if order is None:
        return [row.notes for row in _rows(rows.select("notes"))]
    return [row.notes for row in sorted(_rows(rows.select(order, "notes")))]


def _merged(tallies: DataFrame, count: int) -> DataFrame:
    """Merges the tallies of ``count`` partitions in a tree. Each level is a stage of its own: ``coalesce`` would make one task of all,
    with a worker for every level."""
    tallies = _map(tallies, batches.merge, _TALLIES)
    while count > 1:
        count = math.ceil(count / 8)
        tallies = _map(tallies.repartition(count), batches.merge, _TALLIES)
    return tallies


def _rows(table: DataFrame) -> Iterator[Any]:
    """The rows of a table, partition by partition. Spark 4 has a ``toLocalIterator`` that keeps in the driver's memory all it has
    read."""
    rows = table.rdd
    unmapped: Any = _Unmapped(rows)
    for partition in range(rows.getNumPartitions()):
        yield from rows.context.runJob(unmapped, iter, [partition])


class _Unmapped:
    """Rows that ``runJob`` fetches as they are. To map them, even by ``iter``, would start one more Python worker per executor."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def mapPartitions(self, *_: object) -> Any:
        return self._rows


def _packed(found: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows of pairs as blocks of little-endian 32-bit numbers."""
    for batch in found:
        rows = np.concatenate([batch.column(name).to_numpy() for name in ("one", "other")])
        yield pa.record_batch({"rows": pa.array([rows.astype("<u4").tobytes()], pa.binary())})


def _ascending(rows: Any) -> bytes:
    return bytes(np.unique(rows).astype("<u4").tobytes())
