"""The schemas of batches, and conversions between rows and batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa

Batches = Iterable[pa.RecordBatch]

PART = 16_384
"""Papers in a part of the corpus; the last part has the remainder."""

MOST_RECORDS = 1 << 40
"""Upper bound on the records of an input: record n of input i has the number ``i * MOST_RECORDS + n``."""


def schema_of(**columns: Any) -> pa.Schema:
    return pa.schema([pa.field(name, kind) for name, kind in columns.items()])


RECORDS = schema_of(
    input=pa.int64(),
    record=pa.int64(),
    origin=pa.string(),
    keys=pa.list_(pa.int64()),
    payload=pa.binary(),
    notes=pa.binary(),
)
"""What ``read`` returns: one row per record, and at the end of every input one row with ``notes`` only."""

PAPERS = schema_of(key=pa.string(), paper=pa.binary(), notes=pa.binary())
"""What ``make_papers`` returns: one row per paper, and some rows with ``notes`` only."""

PARTS = schema_of(part=pa.int64(), first=pa.int64(), papers=pa.binary())
"""Parts of the corpus, or pieces of parts: consecutive papers from corpus row ``first`` on."""

ENTRIES = schema_of(bucket=pa.int32(), entries=pa.binary())
"""Keys of papers, by bucket, from which near-duplicates are found."""

PAIRS = schema_of(one=pa.int64(), other=pa.int64())
"""Pairs of records, or of corpus rows."""

TEXTS = schema_of(row=pa.int64(), title=pa.string(), abstract=pa.string(), authors=pa.string())
"""Titles, abstracts and authors of some papers, with their corpus rows."""

PLACED = schema_of(first=pa.int64(), placed=pa.binary(), tally=pa.binary())
"""Parts with their places and their tallies."""

TALLIES = schema_of(tally=pa.binary())
"""Tallies of some papers."""


def rows_of(batches: Batches, *columns: str) -> Iterator[tuple[Any, ...]]:
    """The values of some columns, row by row. Slow for many rows; meant for a few rows of large blocks."""
    for batch in batches:
        of_batch = [batch.column(name) for name in columns]
        for row in range(batch.num_rows):
            yield tuple(column[row].as_py() for column in of_batch)


def typed(stream: Any, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    yield from pa.table(stream).cast(schema).to_batches()


def one_row(schema: pa.Schema, *values: Any) -> pa.RecordBatch:
    """A batch of one row."""
    return pa.RecordBatch.from_arrays([pa.array([value], field.type) for value, field in zip(values, schema)], schema=schema)
