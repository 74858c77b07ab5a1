"""Near-duplicates."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from .. import _thema
from ._schemas import ENTRIES, PAIRS, PARTS, TEXTS, Batches, one_row, rows_of, typed


def near_entries(batches: Batches, buckets: int, *, threads: int = 1) -> Iterator[pa.RecordBatch]:
    """Entries by which the near-duplicates among papers are found.

    Args:
        batches: ``PARTS``.
        buckets: The number of buckets that each band of keys is divided into.
        threads: As for ``read``.

    Returns:
        ``ENTRIES``. Those of a bucket must go to the same call of ``near_pairs``.
    """
    for first, papers in rows_of(batches, "first", "papers"):
        yield from typed(_thema.near_entries(first, papers, buckets, threads), ENTRIES)


def near_pairs(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Finds pairs that may be near-duplicates.

    Args:
        batches: ``ENTRIES`` of whole buckets, sorted by bucket.

    Returns:
        ``PAIRS`` of corpus rows, with repeats.
    """
    held: list[bytes] = []
    current: int | None = None
    for bucket, entries in rows_of(batches, "bucket", "entries"):
        if bucket != current:
            yield from typed(_thema.near_pairs(held), PAIRS)
            held, current = [], bucket
        held.append(entries)
    yield from typed(_thema.near_pairs(held), PAIRS)


def texts(batches: Batches, rows: bytes) -> Iterator[pa.RecordBatch]:
    """Titles, abstracts and authors of papers.

    Args:
        batches: ``PARTS``.
        rows: The rows of the corpus, as ascending little-endian 32-bit numbers.

    Returns:
        ``TEXTS``.
    """
    for first, papers in rows_of(batches, "first", "papers"):
        yield from typed(_thema.texts_in_rows(first, papers, rows), TEXTS)


def close(batches: Batches, least: float) -> Iterator[pa.RecordBatch]:
    """Keeps the pairs that are near-duplicates.

    Args:
        batches: ``one`` and ``other``, the ``title``, ``abstract`` and ``authors`` of ``one``, and the same of ``other``
            as ``other_title``, ``other_abstract`` and ``other_authors``.
        least: The lowest similarity of a near-duplicate.

    Returns:
        ``PAIRS``.
    """
    wanted = ("title", "abstract", "authors", "other_title", "other_abstract", "other_authors")
    for batch in batches:
        pairs = pa.table({name: batch.column(name).cast(pa.large_string()) for name in wanted})
        found = pa.table(_thema.close_pairs(pairs, least)).column("close").combine_chunks()
        yield batch.select(["one", "other"]).filter(found)


def select(batches: Batches, rows: bytes) -> Iterator[pa.RecordBatch]:
    """Selects the papers in some rows of the corpus.

    Args:
        batches: ``PARTS``.
        rows: As for ``texts``.

    Returns:
        ``PARTS`` with the selected papers; parts without any are left out.
    """
    for part, first, papers in rows_of(batches, "part", "first", "papers"):
        found = _thema.papers_in_rows(first, papers, rows)
        if found is not None:
            yield one_row(PARTS, part, first, found)
