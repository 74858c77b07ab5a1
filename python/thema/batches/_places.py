"""Drawing, placing and counting the parts of the corpus."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pyarrow as pa

from .. import _thema
from ._schemas import PARTS, PLACED, TALLIES, Batches, one_row, rows_of


def draw(batches: Batches, roles: bytes) -> Iterator[pa.RecordBatch]:
    """Takes from every part what learning needs.

    Args:
        batches: ``PARTS``.
        roles: What ``Run.roles`` returned.

    Returns:
        ``PARTS`` with what was drawn.
    """
    for part, first, papers in rows_of(batches, "part", "first", "papers"):
        yield one_row(PARTS, part, first, _thema.drawn(roles, first, papers))


def place(batches: Batches, learned: bytes, *, threads: int = 1) -> Iterator[pa.RecordBatch]:
    """Places and counts papers.

    Args:
        batches: ``PARTS`` that hold whole parts.
        learned: What ``Run.learn`` returned.
        threads: As for ``read``.

    Returns:
        ``PLACED``.
    """
    places = _places(learned)
    for first, papers in rows_of(batches, "first", "papers"):
        yield one_row(PLACED, first, *places.place(first, papers, threads))


def merge(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Merges tallies.

    Args:
        batches: ``TALLIES``.

    Returns:
        ``TALLIES`` with one row, the sum of all; empty if ``batches`` are empty.
    """
    tallies = [tally for (tally,) in rows_of(batches, "tally")]
    if tallies:
        yield one_row(TALLIES, _thema.merged_tallies(tallies))


@lru_cache(maxsize=1)
def _places(learned: bytes) -> _thema.Places:
    return _thema.Places(learned)
