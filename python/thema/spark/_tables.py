"""Spark tables of a run: their columns, steps on parts, and how rows reach the driver."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from .. import batches
from .._slices import SLICE, sliced, whole

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

RECORDS = "input long, record long, origin string, keys array<long>, payload binary, notes binary"
PAPERS = "key string, paper binary, notes binary"
PARTS = "part long, first long, slice int, papers binary"
ENTRIES = "bucket int, entries binary"
PAIRS = "one long, other long"
TEXTS = "row long, title string, abstract string, authors string"
PLACED = "first long, slice int, placed binary, tally binary"
TALLIES = "tally binary"

TO_DRIVER = 256 << 10
"""Bytes of the rows that carry blocks to the driver, which makes a Python object of each row."""

_PARTS_A_TASK = 2
"""Parts of the corpus that one task draws from, places and counts: more take more of the executor's memory, fewer take more tasks."""


def of_parts(
    parts: DataFrame, step: Callable[..., Iterator[pa.RecordBatch]], schema: str, block: str | None = None, size: int = SLICE
) -> DataFrame:
    """Applies ``step`` to parts that are stored in slices, and cuts its column ``block`` into slices of ``size`` bytes."""

    def of_partition(found: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        made = step(whole(found, "papers"))
        yield from made if block is None else sliced(made, block, size)

    return parts.mapInArrow(of_partition, schema)


def tasks_of(papers: int) -> int:
    """The number of tasks that work on parts."""
    return math.ceil(papers / (_PARTS_A_TASK * batches.PART))


def partition() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None, "a task of Spark"
    return int(context.partitionId())


def counted(table: DataFrame) -> tuple[Callable[[], int], int]:
    """A function that tells a task how many rows come before its partition, and the number of all rows."""
    from pyspark.sql import functions as f

    counts = {row[0]: row[1] for row in table.groupBy(f.spark_partition_id()).count().collect()}
    before = [0, *accumulate(counts.get(number, 0) for number in range(max(counts, default=-1) + 1))]
    # Partitions after the last one that has rows are empty.
    return lambda: before[min(partition(), len(before) - 1)], before[-1]


def notes(table: DataFrame, order: str | None = None) -> list[bytes]:
    """The notes of all partitions, sorted by the column ``order`` if it is given."""
    rows = table.where("notes is not null")
    # Compute the table on all executors; to fetch it partition by partition would compute it on one at a time.
    rows.count()
    if order is None:
        return [row.notes for row in rows_of(rows.select("notes"))]
    return [row.notes for row in sorted(rows_of(rows.select(order, "notes")))]


def merged(tallies: DataFrame, count: int) -> DataFrame:
    """Merges the tallies of ``count`` partitions in a tree. Each level is a stage of its own: ``coalesce`` would make one task of all,
    with a worker for every level."""
    tallies = tallies.mapInArrow(batches.merge, TALLIES)
    while count > 1:
        count = math.ceil(count / 8)
        tallies = tallies.repartition(count).mapInArrow(batches.merge, TALLIES)
    return tallies


def rows_of(table: DataFrame) -> Iterator[Any]:
    """The rows of a table, partition by partition. Spark 4 has a ``toLocalIterator`` that keeps in the driver's memory all it has
    read."""
    rows = table.rdd
    unmapped: Any = _Unmapped(rows)
    for number in range(rows.getNumPartitions()):
        yield from rows.context.runJob(unmapped, iter, [number])


class _Unmapped:
    """Rows that ``runJob`` fetches as they are. To map them, even by ``iter``, would start one more Python worker per executor."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def mapPartitions(self, *_: object) -> Any:
        return self._rows


def numbers_of(pairs: DataFrame) -> Any:
    """The corpus rows of all pairs, with repeats."""
    blocks = rows_of(pairs.mapInArrow(_packed, "rows binary"))
    return np.concatenate([np.frombuffer(block.rows, dtype="<u4") for block in blocks] or [np.empty(0, "<u4")])


def _packed(found: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows of pairs as blocks of little-endian 32-bit numbers."""
    for batch in found:
        rows = np.concatenate([batch.column(name).to_numpy() for name in ("one", "other")])
        yield pa.record_batch({"rows": pa.array([rows.astype("<u4").tobytes()], pa.binary())})


def ascending(rows: Any) -> bytes:
    """The distinct rows in order, as a block of little-endian 32-bit numbers."""
    return bytes(np.unique(rows).astype("<u4").tobytes())
