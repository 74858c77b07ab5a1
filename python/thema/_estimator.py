"""Themes as a scikit-learn estimator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from os import PathLike
from typing import Any

import numpy as np
import pyarrow as pa

from . import _thema
from ._embeddings import Embeddings, are_vectors, matrix
from ._errors import SettingsError
from ._placer import Placer
from ._progress import Progress, told
from ._settings import Settings, resolve
from ._sklearn import BaseEstimator, ClusterMixin, NotFittedError, TransformerMixin
from ._tables import texts

Cosines = np.ndarray[Any, np.dtype[np.float32]]
Labels = np.ndarray[Any, np.dtype[np.int64]]

UNKNOWN = -1
"""The label of texts of which no word is known."""


class Themes(TransformerMixin, ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Finds the themes of texts. Follows scikit-learn's rules: ``fit`` sets only attributes that end in an underscore, and an
    estimator can be cloned, pickled and put into a pipeline.

    ``X`` is a list of texts, a column of pandas, polars or pyarrow, or a table with the columns ``title`` and ``abstract``.
    Where there are no titles, the first sentence of a text is its title.

    Args:
        clusters: The number of clusters; chosen from the data if None.
        taxonomy: A taxonomy file, or ``"none"``.
        seed: Seed of every random choice.
        threads: Number of threads; one per core if None. The number changes no result.
        settings: Other settings by section; see ``thema.defaults``. Parameters such as ``seed`` and ``taxonomy`` must not be here.
        progress: As for ``thema.run``.

    Attributes:
        labels_: Theme of every text as an index into ``themes_``, shape (texts,); -1 for texts of which no word is known, such as
            empty ones.
        themes_: One row per theme: ``id``, ``key``, ``name``, ``kind``, ``papers`` (number of texts), ``terms`` (list, heaviest
            first), ``weights`` (of the terms) and ``representatives`` (rows of the most typical texts).
        places_: Where the run placed every text, with the columns of ``thema.Placer.place``.
        placer_: Places further texts.
        n_themes_: The number of themes.
    """

    def __init__(
        self,
        clusters: int | None = None,
        *,
        taxonomy: str | PathLike[str] = "none",
        seed: int = 1,
        threads: int | None = None,
        settings: Settings | None = None,
        progress: Progress = False,
    ) -> None:
        self.clusters = clusters
        self.taxonomy = taxonomy
        self.seed = seed
        self.threads = threads
        self.settings = settings
        self.progress = progress

    def fit(self, X: Any, y: Any = None, *, embeddings: Embeddings | None = None) -> Themes:
        """Learns the themes of texts.

        Args:
            X: The texts.
            y: Ignored.
            embeddings: Vectors of the texts, shape (texts, dimensions), or a column of vectors, to use instead of those that thema
                learns. The words still name the themes, and place later texts that come without vectors.

        Returns:
            The estimator itself.

        Raises:
            InputError: ``X`` holds no texts, or its texts have no words in common.
            SettingsError: A parameter cannot be used, there are fewer texts than ``clusters``, ``embeddings`` do not fit the texts,
                or ``y`` holds vectors.
        """
        if are_vectors(y):
            raise SettingsError("y is ignored; pass vectors as embeddings=")
        given = resolve(
            self.settings, clusters=self.clusters, taxonomy=self.taxonomy, seed=self.seed, threads=self.threads
        )
        table = texts(X)
        if self.clusters is not None and self.clusters > table.num_rows:
            raise SettingsError(f"{self.clusters} clusters need as many texts; there are {table.num_rows}")
        with told(self.progress) as heard:
            native, themes, places = _thema.learn(table, given, heard, matrix(embeddings))
        self.placer_ = Placer(native)
        self.places_ = pa.table(places)
        rows = json.loads(themes)
        self.labels_ = _labels(self.places_, [theme["id"] for theme in rows])
        sizes = np.bincount(self.labels_[self.labels_ != UNKNOWN], minlength=len(rows)).tolist()
        self.themes_ = pa.Table.from_pylist([_theme_row(theme, size) for theme, size in zip(rows, sizes)], _THEMES)
        self.n_themes_ = len(rows)
        return self

    def fit_predict(self, X: Any, y: Any = None, *, embeddings: Embeddings | None = None) -> Labels:
        """Learns the themes of texts and returns the theme of every text.

        Args:
            X: The texts.
            y: Ignored.
            embeddings: As for ``fit``.

        Returns:
            ``labels_``, shape (texts,).

        Raises:
            InputError: As for ``fit``.
            SettingsError: As for ``fit``.
        """
        return self.fit(X, y, embeddings=embeddings).labels_

    def fit_transform(self, X: Any, y: Any = None, *, embeddings: Embeddings | None = None) -> Cosines:
        """Learns the themes of texts and returns the cosine of every text with every theme.

        Args:
            X: The texts.
            y: Ignored.
            embeddings: As for ``fit``.

        Returns:
            Cosines as ``transform`` gives them, shape (texts, themes).

        Raises:
            InputError: As for ``fit``.
            SettingsError: As for ``fit``.
        """
        X = list(X) if isinstance(X, Iterator) else X
        return self.fit(X, y, embeddings=embeddings).transform(X, embeddings=embeddings)

    def predict(self, X: Any, *, embeddings: Embeddings | None = None) -> Labels:
        """The theme of every text.

        Args:
            X: The texts.
            embeddings: Their vectors, shape (texts, dimensions), from the model whose vectors ``fit`` was given. Without them the
                words place the texts.

        Returns:
            Indices into ``themes_``, shape (texts,); -1 for texts of which no word is known.
            A text that was learned from may get another theme than in ``labels_`` (1 to 3 in 100), because alone it has no
            neighbours whose vectors smooth its own.

        Raises:
            NotFittedError: Before ``fit``.
            InputError: ``X`` holds no texts.
            SettingsError: ``embeddings`` do not fit the texts, or differ in kind from those of ``fit``.
        """
        return self._labels(self._fitted().place(X, embeddings=embeddings, threads=self._threads()))

    def transform(self, X: Any, *, embeddings: Embeddings | None = None) -> Cosines:
        """The cosine of every text with every theme. The theme with the highest cosine is not always that of ``predict``, which
        uses more than the cosines.

        Args:
            X: The texts.
            embeddings: As for ``predict``.

        Returns:
            Cosines, -1 to 1, shape (texts, themes).

        Raises:
            NotFittedError: As for ``predict``.
            InputError: As for ``predict``.
            SettingsError: As for ``predict``.
        """
        return self._fitted().similarities(X, embeddings=embeddings, threads=self._threads())

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray[Any, np.dtype[np.object_]]:
        """The names of the columns of ``transform``.

        Args:
            input_features: Ignored.

        Returns:
            The keys of the themes, shape (themes,).

        Raises:
            NotFittedError: Before ``fit``.
        """
        self._fitted()
        return np.array(self.themes_.column("key").to_pylist(), dtype=object)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "placer_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        return tags

    def _fitted(self) -> Placer:
        if not self.__sklearn_is_fitted__():
            raise NotFittedError(f"this {type(self).__name__} has learned no themes; call fit first")
        return self.placer_

    def _threads(self) -> Any:
        """The number of threads, whichever way it was given."""
        return self.threads if self.threads is not None else (self.settings or {}).get("threads")

    def _labels(self, places: pa.Table) -> Labels:
        return _labels(places, self.themes_.column("id").to_pylist())


def _labels(places: pa.Table, ids: list[Any]) -> Labels:
    index: dict[Any, int] = {key: at for at, key in enumerate(ids)}
    labels = np.array([index[theme] for theme in places.column("theme_id").to_pylist()], dtype=np.int64)
    # Only a text without a known word has no direction at all.
    is_known = (places.column("score").to_numpy() != 0) | (places.column("margin").to_numpy() != 0)
    return np.where(is_known, labels, UNKNOWN)


_THEME_COLUMNS: list[tuple[str, pa.DataType]] = [
    ("id", pa.string()),
    ("key", pa.string()),
    ("name", pa.string()),
    ("kind", pa.string()),
    ("papers", pa.int64()),
    ("terms", pa.list_(pa.string())),
    ("weights", pa.list_(pa.float64())),
    ("representatives", pa.list_(pa.int64())),
]
_THEMES = pa.schema(_THEME_COLUMNS)


def _theme_row(theme: dict[str, Any], papers: int) -> dict[str, Any]:
    return {
        **{name: theme[name] for name in ("id", "key", "name", "kind", "representatives")},
        "papers": papers,
        "terms": [term["text"] for term in theme["terms"]],
        "weights": [term["weight"] for term in theme["terms"]],
    }
