"""Papers placed in the themes of a run."""

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
    any thread and on any machine. It can be pickled, and takes the run's directory nowhere.

    Made by ``load``, or by a fitted ``thema.Themes``.
    """

    def __init__(self, native: _thema.Placer) -> None:
        if not isinstance(native, _thema.Placer):
            raise SettingsError("a placer is made by thema.Placer.load")
        self._native = native

    @classmethod
    def load(cls, run: str | PathLike[str]) -> Placer:
        """Reads the placer of a run.

        Args:
            run: A run directory, a ``thema.Report``, the folder ``model`` of a run, or its file ``placer.thema``.

        Returns:
            The placer, which needs the run no longer.

        Raises:
            InputError: There is none, or it is damaged.
            SettingsError: ``run`` is no path.
        """
        return cls(_thema.Placer.load(path_text("the run", run)))

    def place(self, batch: Any, *, embeddings: Embeddings | None = None, threads: int | None = None) -> pa.Table:
        """The place of every paper, a row each, in their order.

        Args:
            batch: A table with the columns ``title`` and ``abstract`` (names as of ``thema.run``), a list of dicts, or a
                list of texts.
            embeddings: Vectors of the papers, shape (papers, dimensions), where themes were learned from such; without them
                papers are placed by what their words tell of them.
            threads: One a core where None; 1 where the caller runs on many threads already.

        Returns:
            A table with the columns ``theme`` (key), ``theme_id``, ``score``, ``margin``, ``second_theme``, ``outlier`` (why
            the place is not to be trusted, or null) and ``probability`` (null where too few papers were learned from).

        Raises:
            InputError: ``batch`` is no table of papers.
            SettingsError: ``embeddings`` do not fit it, the themes were not learned from such vectors, or ``threads`` is no
                number of threads.
        """
        table = texts(batch)
        return pa.table(self._native.place(table, threads_of(threads), matrix(embeddings)))

    def similarities(
        self, batch: Any, *, embeddings: Embeddings | None = None, threads: int | None = None
    ) -> np.ndarray[Any, np.dtype[np.float32]]:
        """How near every paper lies to every theme.

        Args:
            batch: As of ``place``.
            embeddings: As of ``place``.
            threads: As of ``place``.

        Returns:
            Cosines, -1 to 1, shape (papers, themes); themes in the order of ``themes``.

        Raises:
            InputError: As of ``place``.
            SettingsError: As of ``place``.
        """
        table = texts(batch)
        near = self._native.similarities(table, threads_of(threads), matrix(embeddings))
        return np.frombuffer(near, dtype="<f4").reshape(table.num_rows, len(self._native.themes()))

    def terms(self, batch: Any, group_of: Iterable[int], *, threads: int | None = None) -> list[list[str]]:
        """The terms that tell the papers of every group from all that themes were learned from.

        Args:
            batch: As of ``place``.
            group_of: The group of every paper, numbered from 0, shape (papers,).
            threads: As of ``place``.

        Returns:
            A list a group, that of group n at n: at most ten terms, the most telling first.

        Raises:
            InputError: ``batch`` is no table of papers, or there is not one group a paper.
            SettingsError: ``threads`` is no number of threads.
        """
        table = texts(batch)
        return self._native.terms_of_groups(table, _groups(group_of), threads_of(threads))

    def themes(self) -> pa.Table:
        """The themes that papers are placed in.

        Returns:
            A row a theme: ``id``, ``key``, ``name``.
        """
        rows = [{"id": id, "key": key, "name": name} for id, key, name in self._native.themes()]
        return pa.Table.from_pylist(rows, pa.schema([(name, pa.string()) for name in ("id", "key", "name")]))

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return _read, (self._native.save(),)

    def __repr__(self) -> str:
        return f"<thema.Placer of {len(self._native.themes())} themes>"


def _groups(group_of: Any) -> list[int]:
    if isinstance(group_of, (str, bytes, Mapping)) or not isinstance(group_of, Iterable):
        raise InputError(f"groups are whole numbers, one a paper, not {type(group_of).__name__}")
    try:
        groups = [index(group) for group in group_of]
    except TypeError as error:
        raise InputError(f"groups are whole numbers, one a paper: {error}") from error
    if any(not 0 <= group < len(groups) for group in groups):
        raise InputError("groups are numbered from 0, and there are at most as many as papers")
    return groups


def _read(stored: bytes) -> Placer:
    return Placer(_thema.Placer.read(stored))
