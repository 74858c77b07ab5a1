"""Blocks of bytes cut into rows of small slices. An engine holds some thousand rows at a time, whatever their size, and copies
every row a few times on the way: blocks of many megabytes would fill the memory of its processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

SLICE = 1 << 10
"""Bytes of a slice."""

_BYTES_AT_ONCE = 2 << 20
"""Bytes of the slices that go to an engine in one batch."""


def sliced(batches: Iterable[pa.RecordBatch], block: str, size: int = SLICE) -> Iterator[pa.RecordBatch]:
    """Cuts the values of the column ``block`` into slices, one per row.

    Args:
        batches: Rows with a block and other columns.
        block: The name of the column.
        size: Bytes of a slice.

    Returns:
        The same columns, and a column ``slice`` before that of the block, which numbers the block's slices from 0. Every row
        repeats the integers; other values are in the first row of a block only, and null in the rest.
    """
    for batch in batches:
        for row in range(batch.num_rows):
            yield from _slices(batch.slice(row, 1), block, size)


def whole(batches: Iterable[pa.RecordBatch], block: str) -> Iterator[pa.RecordBatch]:
    """Reassembles slices into blocks.

    Args:
        batches: What ``sliced`` returned, in its order, in batches cut anywhere.
        block: As for ``sliced``.

    Returns:
        One row per block.
    """
    held: list[pa.RecordBatch] = []
    for batch in batches:
        starts = np.flatnonzero(batch.column("slice").to_numpy() == 0)
        cuts = sorted({0, *starts.tolist(), batch.num_rows})
        for start, end in zip(cuts[:-1], cuts[1:]):
            if held and start in starts:
                yield _joined(held, block)
                held = []
            held.append(batch.slice(start, end - start))
    if held:
        yield _joined(held, block)


def joined_rows(rows: Iterable[Any], block: str) -> Iterator[tuple[Any, bytes]]:
    """The first row of every block, and the block, from Spark rows in the order of ``sliced``."""
    first: Any = None
    held: list[bytes] = []
    for row in rows:
        if row.slice == 0 and held:
            yield first, b"".join(held)
            held = []
        if not held:
            first = row
        held.append(row[block])
    if held:
        yield first, b"".join(held)


def _slices(row: pa.RecordBatch, block: str, size: int) -> Iterator[pa.RecordBatch]:
    value: Any = row.column(block)[0].as_buffer()
    count = max(-(-value.size // size), 1)
    ends: Any = np.minimum(np.arange(count + 1, dtype=np.int64) * size, value.size).astype(np.int32)
    columns: dict[str, Any] = {}
    for name, column in zip(row.schema.names, row.columns):
        if name == block:
            columns["slice"] = pa.array(np.arange(count, dtype=np.int32))
            columns[name] = pa.BinaryArray.from_buffers(pa.binary(), count, [None, pa.py_buffer(ends), value])
        elif pa.types.is_integer(column.type):
            columns[name] = column.take(np.zeros(count, dtype=np.int64))
        else:
            columns[name] = pa.concat_arrays([column, pa.nulls(count - 1, column.type)])
    yield from pa.table(columns).to_batches(max_chunksize=max(_BYTES_AT_ONCE // size, 1))


def _joined(held: list[pa.RecordBatch], block: str) -> pa.RecordBatch:
    bytes_of_all = pa.py_buffer(b"".join(_bytes(piece.column(block)) for piece in held))
    ends: Any = np.array([0, bytes_of_all.size], dtype=np.int32)
    first = held[0].slice(0, 1)
    columns: dict[str, Any] = {name: column for name, column in zip(first.schema.names, first.columns) if name != "slice"}
    columns[block] = pa.BinaryArray.from_buffers(pa.binary(), 1, [None, pa.py_buffer(ends), bytes_of_all])
    return pa.RecordBatch.from_pydict(columns)


def _bytes(slices: Any) -> Any:
    """The bytes of consecutive slices, which are contiguous in memory."""
    slices = slices.cast(pa.binary())
    _, ends, values = slices.buffers()
    within = np.frombuffer(ends, dtype=np.int32, count=len(slices) + 1, offset=4 * slices.offset)
    return values.slice(within[0], within[-1] - within[0])
