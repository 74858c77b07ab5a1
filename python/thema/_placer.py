"""Placing papers in the themes of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from os import PathLike
from typing import Any

import numpy as np
import pyarrow as pa

from . import _thema
from ._embeddings import Embeddings, matrix
from ._errors import InputError, SettingsError
from ._settings import path_text, threads_of
from ._tables import texts


class Placer:
    """Places papers in the themes of a run. Placing is a pure function of the paper: batches may be placed in any order, on
    any thread and on any machine. A placer can be pickled, and does not need the run directory afterwards.

    ``load`` makes one, and so does a fitted ``thema.Themes``.
    """

    def __init__(self, native: _thema.Placer) -> None:
        if not isinstance(native, _thema.Placer):
            raise SettingsError("use thema.Placer.load to make a placer")
        self._native = native

    @classmethod
    def load(cls, run: str | PathLike[str]) -> Placer:
        """Reads the placer of a run.

        Args:
            run: A run directory, a ``thema.Report``, the directory ``model`` of a run, or its file ``placer.thema``.

        Returns:
            The placer, which no longer needs the run.

        Raises:
            InputError: There is no placer, or it is corrupted.
            SettingsError: ``run`` is not a path.
        """
        return cls(_thema.Placer.load(path_text("the run", run)))

    def place(self, batch: Any, *, embeddings: Embeddings | None = None, threads: int | None = None) -> pa.Table:
        """Places every paper.

        Args:
            batch: A table with the columns ``title`` and ``abstract`` (names as for ``thema.run``), a list of dicts, or a
                list of texts.
            embeddings: Vectors of the papers, shape (papers, dimensions), if the themes were learned from such vectors.
                Without them the vectors are predicted from the words.
            threads: Number of threads; one per core if None. Use 1 if the caller already runs on many threads.

        Returns:
            A table with one row per paper, in their order, and the columns ``theme`` (key), ``theme_id``, ``score``,
            ``margin``, ``second_theme``, ``outlier`` (why the placement is not to be trusted, or null) and ``probability``
            (null if too few papers were learned from).

        Raises:
            InputError: ``batch`` is not a table of papers.
            SettingsError: ``embeddings`` do not fit ``batch``, the themes were not learned from such vectors, or ``threads``
                is not a number of threads.
        """
        table = texts(batch)
        return pa.table(self._native.place(table, threads_of(threads), matrix(embeddings)))

    def similarities(
        self, batch: Any, *, embeddings: Embeddings | None = None, threads: int | None = None
    ) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The cosine of every paper with every theme.

        Args:
            batch: As for ``place``.
            embeddings: As for ``place``.
            threads: As for ``place``.

        Returns:
            Cosines, -1 to 1, shape (papers, themes); the themes are in the order of ``themes``.

        Raises:
            InputError: As for ``place``.
            SettingsError: As for ``place``.
        """
        table = texts(batch)
        near = self._native.similarities(table, threads_of(threads), matrix(embeddings))
        return np.frombuffer(near, dtype="<f4").reshape(table.num_rows, len(self._native.themes()))

    def terms(self, batch: Any, group_of: Iterable[int], *, threads: int | None = None) -> list[list[str]]:
        """The terms that set the papers of each group apart from all papers that the themes were learned from.

        Args:
            batch: As for ``place``.
            group_of: The group of every paper, numbered from 0, shape (papers,).
            threads: As for ``place``.

        Returns:
            A list per group, that of group n at index n: at most ten terms, the most distinctive first.

        Raises:
            InputError: ``batch`` is not a table of papers, or there is not one group per paper.
            SettingsError: ``threads`` is not a number of threads.
        """
        table = texts(batch)
        return self._native.terms_of_groups(table, _groups(group_of), threads_of(threads))

    def themes(self) -> pa.Table:
        """The themes that papers are placed in.

        Returns:
            One row per theme: ``id``, ``key``, ``name``.
        """
        rows = [{"id": id, "key": key, "name": name} for id, key, name in self._native.themes()]
        return pa.Table.from_pylist(rows, pa.schema([(name, pa.string()) for name in ("id", "key", "name")]))

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return _read, (self._native.save(),)

    def __repr__(self) -> str:
        return f"<thema.Placer of {len(self._native.themes())} themes>"


def _groups(group_of: Any) -> list[int]:
    if isinstance(group_of, (str, bytes, Mapping)) or not isinstance(group_of, Iterable):
        raise InputError(f"groups must be whole numbers, one per paper, not {type(group_of).__name__}")
    try:
        groups = [index(group) for group in group_of]
    except TypeError as error:
        raise InputError(f"groups must be whole numbers, one per paper: {error}") from error
    if any(not 0 <= group < len(groups) for group in groups):
        raise InputError("groups must be numbered from 0, and there can be no more groups than papers")
    return groups


def _read(stored: bytes) -> Placer:
    return Placer(_thema.Placer.read(stored))
