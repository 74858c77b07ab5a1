"""Reading inputs into records, and merging records into papers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from .. import _thema
from .._tables import table as table_of
from ._schemas import MOST_RECORDS, PAIRS, PAPERS, RECORDS, Batches, one_row, schema_of, typed

_ROWS_AT_ONCE = 32_768
"""Least number of records that are merged into papers in one call, except the last."""


def read(
    batches: Batches,
    paths: Sequence[str],
    settings: str = "{}",
    *,
    home: str = "",
    format: str | None = None,
    columns: str = "",
    threads: int = 1,
) -> Iterator[pa.RecordBatch]:
    """Reads inputs into records.

    Args:
        batches: The numbers of the inputs to read, in the first column.
        paths: The files, indexed by these numbers; the same in every call.
        settings: Settings as JSON, the same for all steps.
        home: The directory that relative paths start from; the working directory of the process if empty.
        format: The format of all inputs; recognised if None.
        columns: Which column of a table holds what, ``"title=Heading"``.
        threads: The number of threads.

    Returns:
        ``RECORDS``. Records that share a key, directly or through others, must go to ``make_papers`` together.
    """
    for batch in batches:
        numbers: Any = batch.column(0).to_pylist()
        for number in numbers:
            wanted: Any = {
                "paths": [paths[number]],
                "tables": [],
                "format": format,
                "columns": columns,
                "embeddings": None,
            }
            stream = _thema.RecordStream(wanted, _with_threads(settings, threads), home, 0)
            yield from _records(stream, number)


def read_table(
    batches: Batches, number: int, before: int, settings: str = "{}", *, columns: str = "", threads: int = 1
) -> Iterator[pa.RecordBatch]:
    """Reads the rows of one piece of a table as records.

    Args:
        batches: The rows of the piece.
        number: The number of the piece, from 0.
        before: The number of rows in the pieces before it.
        settings: As for ``read``.
        columns: As for ``read``.
        threads: As for ``read``.

    Returns:
        As for ``read``; every piece counts as an input.
    """
    whole = list(batches)
    if sum(batch.num_rows for batch in whole) > 0:
        rows = table_of(pa.Table.from_batches(whole))
        wanted: Any = {
            "paths": [],
            "tables": [("table", rows)],
            "format": None,
            "columns": columns,
            "embeddings": None,
        }
        stream = _thema.RecordStream(wanted, _with_threads(settings, threads), "", before)
        yield from _records(stream, number)


def connect(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Finds the connected components of records that share a key.

    Args:
        batches: ``PAIRS`` of records that share a key, all of them in one call, which holds them in memory.

    Returns:
        ``PAIRS`` of each record that is connected to a lower-numbered one, and the lowest-numbered record of its component.
    """
    pairs = pa.Table.from_batches(batches, PAIRS)
    yield from typed(_thema.connected(pairs), PAIRS)


def make_papers(batches: Batches, *, threads: int = 1) -> Iterator[pa.RecordBatch]:
    """Merges records into papers.

    Args:
        batches: ``component``, ``origin`` and ``payload`` of records, sorted by component. Records that share a key, directly or
            through others, have the same component.
        threads: As for ``read``.

    Returns:
        ``PAPERS``.
    """
    held: list[pa.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if sum(batch.num_rows for batch in held) < _ROWS_AT_ONCE:
            continue
        rows = pa.Table.from_batches(held).combine_chunks()
        of = rows.column("component").to_numpy()
        # The last component may continue in the next batch.
        whole = int(np.searchsorted(of, of[-1]))
        if whole > 0:
            yield from _papers(rows.slice(0, whole), threads)
            rows = rows.slice(whole)
        held = rows.to_batches()
    if held:
        yield from _papers(pa.Table.from_batches(held), threads)


def _with_threads(settings: str, threads: int) -> str:
    return json.dumps({**json.loads(settings), "threads": threads})


def _records(stream: _thema.RecordStream, number: int) -> Iterator[pa.RecordBatch]:
    at = 0
    while (found := stream.next()) is not None:
        rows = pa.table(found)
        count = rows.num_rows
        if count == 0:
            continue
        numbers = np.arange(at, at + count, dtype=np.int64) + number * MOST_RECORDS
        columns = [
            pa.array(np.full(count, number, dtype=np.int64)),
            pa.array(numbers),
            rows.column("origin").combine_chunks(),
            rows.column("keys").combine_chunks(),
            rows.column("record").combine_chunks(),
            pa.nulls(count, pa.binary()),
        ]
        yield from pa.Table.from_arrays(columns, schema=RECORDS).to_batches(max_chunksize=4_096)
        at += count
    yield one_row(RECORDS, number, None, None, None, None, stream.notes())


def _papers(rows: pa.Table, threads: int) -> Iterator[pa.RecordBatch]:
    kinds = schema_of(origin=pa.large_string(), payload=pa.large_binary())
    wanted = rows.select(kinds.names).cast(kinds)
    found, notes = _thema.papers_of_records(wanted, threads)
    papers = pa.table(found)
    with_notes = papers.append_column("notes", pa.nulls(papers.num_rows, pa.binary())).cast(PAPERS)
    yield from with_notes.to_batches(max_chunksize=4_096)
    yield one_row(PAPERS, None, None, notes)
