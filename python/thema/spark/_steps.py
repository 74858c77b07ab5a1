"""The steps of a run on Spark, in order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from os import PathLike, getcwd, path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from .. import batches
from .._errors import InputError
from .._slices import joined_rows, sliced
from ._tables import (
    ENTRIES,
    PAIRS,
    PAPERS,
    PARTS,
    PLACED,
    RECORDS,
    TEXTS,
    TO_DRIVER,
    ascending,
    counted,
    merged,
    notes,
    numbers_of,
    of_parts,
    partition,
    rows_of,
    tasks_of,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

BYTES_A_PARTITION = 32 << 20
"""Approximate bytes of input that one task merges into papers."""

_ROWS_AT_ONCE = 2_048
"""Most rows that Spark sends to Python at a time: some 2 MB of records or slices. Spark's default of 10,000 takes buffers of 16 MB,
which the system's allocator does not give back."""

_WORKERS = {"MIMALLOC_PURGE_DELAY": "0"}
"""Environment of the Python workers: they return freed memory to the system at once. Placing takes a sixth longer, and a worker
a fifth less memory."""

_ROWS_SETTING = "spark.sql.execution.arrow.maxRecordsPerBatch"

_UNPACKED = {".gz": 4, ".xz": 5, ".zst": 4, ".parquet": 3, ".zip": 4}
"""Approximate ratio of a file's uncompressed size to its size, by extension."""


class Steps:
    """The steps of one run. What Spark holds for it is released on exit."""

    def __init__(self, spark: SparkSession, making: batches.Run, heard: Any) -> None:
        self._spark = spark
        self._making = making
        self._heard = heard
        self._kept: list[DataFrame] = []
        self._sent: list[Any] = []
        self._rows_before = spark.conf.get(_ROWS_SETTING)
        self._workers_before = spark.sparkContext.environment

    def __enter__(self) -> Steps:
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
        self._making.take_inputs(notes(records, "input"))
        self._stage("join records")
        papers = self._keep(self._papers(records, tasks))
        self._making.take_papers(notes(papers))
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
        drawn = self._keep(of_parts(parts, lambda rows: batches.draw(rows, roles.value), PARTS, "papers", TO_DRIVER))
        drawn.count()
        blocks = [block for _, block in joined_rows(rows_of(drawn), "papers")]
        learned = self._send(self._making.learn(blocks, self._heard))
        del blocks
        self._stage("place all")
        placed = of_parts(parts, lambda rows: batches.place(rows, learned.value), PLACED, "placed", TO_DRIVER)
        placed = self._keep(placed)
        # Place all before the tallies are merged: a task that does both has two workers.
        placed.count()
        of_tasks = placed.where("slice = 0").select("tally")
        tallies = [row.tally for row in merged(of_tasks, tasks_of(count)).collect()]
        for row, block in joined_rows(rows_of(placed.select("first", "slice", "placed")), "placed"):
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
            before, total = counted(rows)
            columns = reading["columns"]

            def of_partition(found: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
                yield from batches.read_table(found, partition(), before(), settings, columns=columns)

            return self._keep(rows.mapInArrow(of_partition, RECORDS)), 1_500 * total
        if isinstance(inputs, (str, PathLike)):
            inputs = [inputs]
        if isinstance(inputs, (bytes, Mapping)) or not isinstance(inputs, Iterable):
            raise InputError(f"inputs must be paths or a Spark table, not {type(inputs).__name__}")
        paths, listed = batches.list_inputs(inputs)
        self._making.take_inputs([listed])
        # One task per input.
        numbered = self._spark.range(0, len(paths), 1, max(len(paths), 1))
        # Executors run in their own working directories.
        read = partial(batches.read, paths=paths, settings=settings, home=getcwd(), **reading)
        size = sum(path.getsize(file) * _UNPACKED.get(path.splitext(file)[1], 1) for file in paths if path.isfile(file))
        return self._keep(numbered.mapInArrow(read, RECORDS)), size

    def _papers(self, records: DataFrame, tasks: int) -> DataFrame:
        from pyspark.sql import functions as f

        rows = records.where("record is not null")
        keys = rows.select("record", f.explode("keys").alias("key"))
        shared = keys.groupBy("key").agg(f.min("record").alias("other"), f.max("record").alias("last"))
        shared = shared.where("other < last").select("key", "other")
        edges = keys.join(shared, "key").where("record > other").select(f.col("record").alias("one"), "other").distinct()
        # One task holds all edges in memory; there are far fewer of them than records.
        component = self._keep(edges.coalesce(1).mapInArrow(batches.connect, PAIRS)).toDF("record", "component")
        labelled = rows.join(component, "record", "left").select(
            f.coalesce("component", "record").alias("component"), "record", "origin", "payload"
        )
        grouped = labelled.repartition(tasks, "component").sortWithinPartitions("component", "record")
        return grouped.mapInArrow(batches.make_papers, PAPERS)

    def _parts(self, papers: DataFrame, count: int, tasks: int) -> DataFrame:
        """The parts of the corpus, in order across the partitions."""
        rows = papers.where("key is not null").select("key", "paper")
        in_order = self._keep(rows.repartitionByRange(tasks, "key").sortWithinPartitions("key"))
        before, _ = counted(in_order)

        def of_partition(found: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            yield from sliced(batches.cut(found, before()), "papers")

        pieces = self._keep(in_order.mapInArrow(of_partition, PARTS))
        parts = pieces.repartitionByRange(tasks_of(count), "part").sortWithinPartitions("part", "first", "slice")
        parts = self._keep(of_parts(parts, batches.join, PARTS, "papers"))
        # Compute it before the tables that it depends on are released.
        parts.select("part").count()
        return parts

    def _near_duplicates(self, parts: DataFrame, least: float, tasks: int) -> None:
        from pyspark.sql import functions as f

        entries = of_parts(parts, partial(batches.near_entries, buckets=math.ceil(tasks / 8)), ENTRIES)
        grouped = entries.repartition(tasks, "bucket").sortWithinPartitions("bucket")
        # The driver fetches the pairs partition by partition: by default `distinct` would make 200.
        pairs = self._keep(grouped.mapInArrow(batches.near_pairs, PAIRS).repartition(math.ceil(tasks / 8), "one").distinct())
        wanted = numbers_of(pairs)
        if not len(wanted):
            return
        rows = self._send(ascending(wanted))
        texts = self._keep(of_parts(parts, lambda found: batches.texts(found, rows.value), TEXTS))
        of_one = texts.withColumnRenamed("row", "one")
        told_by = ("title", "abstract", "authors")
        of_other = texts.select(f.col("row").alias("other"), *(f.col(name).alias(f"other_{name}") for name in told_by))
        both = pairs.join(of_one, "one").join(of_other, "other")
        close = sorted((row.one, row.other) for row in both.mapInArrow(partial(batches.close, least=least), PAIRS).collect())
        if close:
            of_close = ascending(np.asarray(close, dtype="<u4"))
            found = of_parts(parts, partial(batches.select, rows=of_close), PARTS, "papers", TO_DRIVER)
            papers = [block for _, block in joined_rows(rows_of(found), "papers")]
            self._making.take_near_duplicates(close, papers)
