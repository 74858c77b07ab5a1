"""The steps of a run that an engine maps over Arrow batches, on any number of machines: reading, making papers of records,
looking for near-duplicates, drawing, placing and counting. ``thema.spark`` has Spark move the rows between them; any engine that
maps Arrow batches, groups rows by a column and sorts them can do the same.

Every function takes and gives an iterator of ``pyarrow.RecordBatch`` and depends on nothing but its arguments, so that a step
may be run again anywhere. What columns hold as ``binary`` is thema's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from . import _thema
from ._tables import table as table_of

Batches = Iterable[pa.RecordBatch]

PART = 65_536
"""Papers of a part of the corpus; the last has what is left."""

MOST_RECORDS = 1 << 40
"""No input has more records: record n of input i is numbered ``i * MOST_RECORDS + n``."""


def _schema(**columns: Any) -> pa.Schema:
    return pa.schema([pa.field(name, kind) for name, kind in columns.items()])


RECORDS = _schema(
    input=pa.int64(),
    record=pa.int64(),
    origin=pa.string(),
    keys=pa.list_(pa.int64()),
    payload=pa.binary(),
    notes=pa.binary(),
)
"""What ``read`` gives: a row a record, and one with ``notes`` alone at the end of every input."""

PAPERS = _schema(key=pa.string(), paper=pa.binary(), notes=pa.binary())
"""What ``make_papers`` gives: a row a paper, and some with ``notes`` alone."""

PARTS = _schema(part=pa.int64(), first=pa.int64(), papers=pa.binary())
"""Parts of the corpus or pieces of them: papers that follow each other from row ``first`` on."""

ENTRIES = _schema(bucket=pa.int32(), entries=pa.binary())
"""Keys of papers by which near-duplicates are found, by bucket."""

PAIRS = _schema(one=pa.int64(), other=pa.int64())
"""Pairs of records, or of rows in the corpus."""

TEXTS = _schema(row=pa.int64(), title=pa.string(), abstract=pa.string())
"""Titles and abstracts of papers in some rows of the corpus."""

PLACED = _schema(first=pa.int64(), placed=pa.binary(), tally=pa.binary())
"""Parts with their places, and what was counted of them."""

TALLIES = _schema(tally=pa.binary())
"""What was counted of some papers."""

_ROWS_AT_ONCE = 32_768
"""Records that become papers together at least."""


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
        paths: The files that the numbers name, the same in every call.
        settings: As JSON, the same for all steps.
        home: The folder that relative paths lead from; that of the process where it is empty.
        format: Of all inputs; recognised where None.
        columns: Which column of a table holds what, ``"title=Heading"``.
        threads: How many to use.

    Returns:
        ``RECORDS``. What share a key, directly or through others, are to become papers together.
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
    """Reads the rows of a table that is divided into pieces; its rows are records.

    Args:
        batches: The rows of one piece.
        number: Of the piece among all, from 0.
        before: Rows of the pieces before it.
        settings: As of ``read``.
        columns: As of ``read``.
        threads: As of ``read``.

    Returns:
        As of ``read``; every piece is an input by itself.
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
    """Finds the records that are to become papers together.

    Args:
        batches: ``PAIRS`` of records that share a key, all of them in one call, which holds them in memory.

    Returns:
        ``PAIRS``: every record that is connected to a lesser one, directly or through others, before the least of them.
    """
    pairs = pa.Table.from_batches(batches, PAIRS)
    yield from _typed(_thema.connected(pairs), PAIRS)


def make_papers(batches: Batches, *, threads: int = 1) -> Iterator[pa.RecordBatch]:
    """Makes papers of records.

    Args:
        batches: ``component``, ``origin`` and ``payload`` of records, sorted by component: records that share a key, directly or
            through others, have one.
        threads: As of ``read``.

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
        # The last component may go on.
        whole = int(np.searchsorted(of, of[-1]))
        if whole > 0:
            yield from _papers(rows.slice(0, whole), threads)
            rows = rows.slice(whole)
        held = rows.to_batches()
    if held:
        yield from _papers(pa.Table.from_batches(held), threads)


def cut(batches: Batches, first: int, *, threads: int = 1) -> Iterator[pa.RecordBatch]:
    """Cuts papers that follow each other in the corpus into pieces of its parts.

    Args:
        batches: ``paper``, sorted by key over all calls.
        first: The row of the first one in the corpus.
        threads: As of ``read``.

    Returns:
        ``PARTS``, of pieces.
    """
    held: list[pa.RecordBatch] = []
    for batch in batches:
        rest = batch
        while rest.num_rows > 0:
            room = PART - (first + sum(piece.num_rows for piece in held)) % PART
            held.append(rest.slice(0, room))
            if rest.num_rows >= room:
                yield _piece(held, first, threads)
                first += sum(piece.num_rows for piece in held)
                held = []
            rest = rest.slice(min(room, rest.num_rows))
    if held:
        yield _piece(held, first, threads)


def join(batches: Batches, *, threads: int = 1) -> Iterator[pa.RecordBatch]:
    """Joins pieces to parts.

    Args:
        batches: All pieces of some parts, sorted by ``first``.
        threads: As of ``read``.

    Returns:
        ``PARTS``, whole ones.
    """
    held: list[tuple[int, int, bytes]] = []
    for part, first, papers in _rows(batches, "part", "first", "papers"):
        if held and held[0][0] != part:
            yield _joined(held, threads)
            held = []
        held.append((part, first, papers))
    if held:
        yield _joined(held, threads)


def near_entries(batches: Batches, buckets: int, *, threads: int = 1) -> Iterator[pa.RecordBatch]:
    """What tells near-duplicates of the papers of parts.

    Args:
        batches: ``PARTS``.
        buckets: How many a band of keys is divided into.
        threads: As of ``read``.

    Returns:
        ``ENTRIES``; those of a bucket are to come together.
    """
    for first, papers in _rows(batches, "first", "papers"):
        yield from _typed(_thema.near_entries(first, papers, buckets, threads), ENTRIES)


def near_pairs(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Pairs that may be near-duplicates.

    Args:
        batches: ``ENTRIES`` of whole buckets, sorted by bucket.

    Returns:
        ``PAIRS`` of rows in the corpus, some of them twice.
    """
    held: list[bytes] = []
    current: int | None = None
    for bucket, entries in _rows(batches, "bucket", "entries"):
        if bucket != current:
            yield from _typed(_thema.near_pairs(held), PAIRS)
            held, current = [], bucket
        held.append(entries)
    yield from _typed(_thema.near_pairs(held), PAIRS)


def texts(batches: Batches, rows: bytes) -> Iterator[pa.RecordBatch]:
    """Titles and abstracts of papers.

    Args:
        batches: ``PARTS``.
        rows: Which rows of the corpus, as little-endian 32-bit numbers that ascend.

    Returns:
        ``TEXTS``.
    """
    for first, papers in _rows(batches, "first", "papers"):
        yield from _typed(_thema.texts_in_rows(first, papers, rows), TEXTS)


def close(batches: Batches, least: float) -> Iterator[pa.RecordBatch]:
    """The pairs that are near-duplicates.

    Args:
        batches: ``one``, ``other``, and the texts of both: ``title``, ``abstract``, ``other_title``, ``other_abstract``.
        least: The least similarity.

    Returns:
        ``PAIRS``.
    """
    wanted = ("title", "abstract", "other_title", "other_abstract")
    for batch in batches:
        pairs = pa.table({name: batch.column(name).cast(pa.large_string()) for name in wanted})
        found = pa.table(_thema.close_pairs(pairs, least)).column("close").combine_chunks()
        yield batch.select(["one", "other"]).filter(found)


def select(batches: Batches, rows: bytes) -> Iterator[pa.RecordBatch]:
    """Papers in some rows of the corpus.

    Args:
        batches: ``PARTS``.
        rows: As of ``texts``.

    Returns:
        ``PARTS``, of what is left of every part.
    """
    for part, first, papers in _rows(batches, "part", "first", "papers"):
        found = _thema.papers_in_rows(first, papers, rows)
        if found is not None:
            yield _batch(PARTS, part, first, found)


def draw(batches: Batches, roles: bytes) -> Iterator[pa.RecordBatch]:
    """What learning takes of every part.

    Args:
        batches: ``PARTS``.
        roles: What the run said of every paper.

    Returns:
        ``PARTS``, of what was drawn.
    """
    for part, first, papers in _rows(batches, "part", "first", "papers"):
        yield _batch(PARTS, part, first, _thema.drawn(roles, first, papers))


def place(batches: Batches, learned: bytes, *, threads: int = 1) -> Iterator[pa.RecordBatch]:
    """Places and counts papers.

    Args:
        batches: ``PARTS``, whole ones.
        learned: What the run learned.
        threads: As of ``read``.

    Returns:
        ``PLACED``.
    """
    places = _places(learned)
    for first, papers in _rows(batches, "first", "papers"):
        yield _batch(PLACED, first, *places.place(first, papers, threads))


def merge(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Adds up tallies.

    Args:
        batches: ``TALLIES``.

    Returns:
        ``TALLIES``: one of all, none of none.
    """
    tallies = [tally for (tally,) in _rows(batches, "tally")]
    if tallies:
        yield _batch(TALLIES, _thema.merged_tallies(tallies))


@lru_cache(maxsize=1)
def _places(learned: bytes) -> _thema.Places:
    return _thema.Places(learned)


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
    yield _batch(RECORDS, number, None, None, None, None, stream.notes())


def _papers(rows: pa.Table, threads: int) -> Iterator[pa.RecordBatch]:
    kinds = _schema(origin=pa.large_string(), payload=pa.large_binary())
    wanted = rows.select(kinds.names).cast(kinds)
    found, notes = _thema.papers_of_records(wanted, threads)
    papers = pa.table(found)
    with_notes = papers.append_column("notes", pa.nulls(papers.num_rows, pa.binary())).cast(PAPERS)
    yield from with_notes.to_batches(max_chunksize=4_096)
    yield _batch(PAPERS, None, None, notes)


def _piece(held: list[pa.RecordBatch], first: int, threads: int) -> pa.RecordBatch:
    papers = pa.Table.from_batches(held).select(["paper"]).cast(_schema(paper=pa.large_binary()))
    return _batch(PARTS, first // PART, first, _thema.part_of_rows(papers, threads))


def _joined(held: list[tuple[int, int, bytes]], threads: int) -> pa.RecordBatch:
    part, first, papers = held[0]
    whole = papers if len(held) == 1 else _thema.joined_parts([papers for _, _, papers in held], threads)
    return _batch(PARTS, part, first, whole)


def _rows(batches: Batches, *columns: str) -> Iterator[tuple[Any, ...]]:
    """The values of some columns, row by row; of rows of large blocks there are few."""
    for batch in batches:
        of_batch = [batch.column(name) for name in columns]
        for row in range(batch.num_rows):
            yield tuple(column[row].as_py() for column in of_batch)


def _typed(stream: Any, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    yield from pa.table(stream).cast(schema).to_batches()


def _batch(schema: pa.Schema, *values: Any) -> pa.RecordBatch:
    """A batch of one row."""
    return pa.RecordBatch.from_arrays([pa.array([value], field.type) for value, field in zip(values, schema)], schema=schema)
