"""Sorted papers, cut into the parts of the corpus."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from .. import _thema
from ._schemas import PART, PARTS, Batches, one_row, rows_of, schema_of


def cut(batches: Batches, first: int, *, threads: int = 1) -> Iterator[pa.RecordBatch]:
    """Cuts consecutive papers of the corpus into pieces, none of which crosses from one part into the next.

    Args:
        batches: ``paper``, sorted by key across all calls.
        first: The corpus row of the first paper.
        threads: As for ``read``.

    Returns:
        ``PARTS`` that hold pieces.
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
    """Joins pieces into parts.

    Args:
        batches: All pieces of some parts, sorted by ``first``.
        threads: As for ``read``.

    Returns:
        ``PARTS`` that hold whole parts.
    """
    held: list[tuple[int, int, bytes]] = []
    for part, first, papers in rows_of(batches, "part", "first", "papers"):
        if held and held[0][0] != part:
            yield _joined(held, threads)
            held = []
        held.append((part, first, papers))
    if held:
        yield _joined(held, threads)


def _piece(held: list[pa.RecordBatch], first: int, threads: int) -> pa.RecordBatch:
    papers = pa.Table.from_batches(held).select(["paper"]).cast(schema_of(paper=pa.large_binary()))
    return one_row(PARTS, first // PART, first, _thema.part_of_rows(papers, threads))


def _joined(held: list[tuple[int, int, bytes]], threads: int) -> pa.RecordBatch:
    part, first, papers = held[0]
    whole = papers if len(held) == 1 else _thema.joined_parts([papers for _, _, papers in held], threads)
    return one_row(PARTS, part, first, whole)
