"""Themes with the interface of BERTopic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ._embeddings import Embeddings
from ._errors import InputError, SettingsError
from ._estimator import UNKNOWN, Labels, Themes
from ._settings import whole
from ._tables import is_table, texts

REST = -1
"""The topic of texts that fit no theme, and of those whose placement is not to be trusted."""


# What `transform` returns is no table, so scikit-learn must not make one of it.
class TopicModel(Themes, auto_wrap_output_keys=None):  # type: ignore[call-arg]
    """``Themes`` with BERTopic's interface: ``fit_transform`` and ``transform`` return topics and probabilities, topics are
    numbered by size from 0, and -1 is the rest: texts that fit no theme, or whose placement is not to be trusted; for the
    reason see ``places_``. Where scikit-learn's rules apply, as in pipelines, use ``Themes``: the two differ in what
    ``transform`` returns.

    A probability is that of the text's own topic, calibrated on the texts learned from; 0 for topic -1, NaN if the texts
    learned from were too few.

    Attributes:
        topics_: The topic of every text.
        topic_sizes_: The number of texts of every topic.
    """

    def fit(self, X: Any, embeddings: Embeddings | None = None, y: Any = None) -> TopicModel:  # type: ignore[override]
        """Learns the topics of texts.

        Args:
            X: The texts.
            embeddings: Vectors of the texts, shape (texts, dimensions), to use instead of those that thema learns.
            y: Ignored.

        Returns:
            The model itself.

        Raises:
            InputError: As for ``Themes.fit``.
            SettingsError: As for ``Themes.fit``.
        """
        X = list(X) if isinstance(X, Iterator) else X
        super().fit(X, y, embeddings=embeddings)
        sizes = np.bincount(self.labels_[_trusted(self.places_, self.labels_)], minlength=self.n_themes_)
        kinds = self.themes_.column("kind").to_pylist()
        ranked = sorted((at for at, kind in enumerate(kinds) if kind != "other"), key=lambda at: (-sizes[at], at))
        self._topic_of = np.full(self.n_themes_, REST)
        self._topic_of[ranked] = np.arange(len(ranked))
        self._texts = None if is_table(X) else list(X)
        self.topics_ = self._topics_at(self.places_).tolist()
        self.topic_sizes_ = Counter(self.topics_)
        return self

    def fit_transform(  # type: ignore[override]
        self, X: Any, embeddings: Embeddings | None = None, y: Any = None
    ) -> tuple[list[int], np.ndarray[Any, np.dtype[np.float64]]]:
        """Learns the topics of texts and returns them.

        Args:
            X: The texts.
            embeddings: As for ``fit``.
            y: Ignored.

        Returns:
            The topic of every text as a list, and its probability, shape (texts,).

        Raises:
            InputError: As for ``fit``.
            SettingsError: As for ``fit``.
        """
        self.fit(X, embeddings, y)
        return self.topics_, self._probabilities(self.places_)

    def transform(  # type: ignore[override]
        self, X: Any, embeddings: Embeddings | None = None
    ) -> tuple[list[int], np.ndarray[Any, np.dtype[np.float64]]]:
        """The topics of further texts.

        Args:
            X: The texts.
            embeddings: As for ``Themes.predict``.

        Returns:
            The topic of every text as a list, and its probability, shape (texts,).

        Raises:
            NotFittedError: Before ``fit``.
            InputError: As for ``Themes.predict``.
            SettingsError: As for ``Themes.predict``.
        """
        places = self._fitted().place(X, embeddings=embeddings, threads=self._threads())
        return self._topics_at(places).tolist(), self._probabilities(places)

    def predict(self, X: Any, *, embeddings: Embeddings | None = None) -> Labels:
        """The topics of further texts, without their probabilities.

        Args:
            X: The texts.
            embeddings: As for ``Themes.predict``.

        Returns:
            The topic of every text, shape (texts,).

        Raises:
            NotFittedError: Before ``fit``.
            InputError: As for ``Themes.predict``.
            SettingsError: As for ``Themes.predict``.
        """
        return self._topics_at(self._fitted().place(X, embeddings=embeddings, threads=self._threads()))

    def fit_predict(self, X: Any, embeddings: Embeddings | None = None, y: Any = None) -> Labels:  # type: ignore[override]
        """Learns the topics of texts and returns them, without their probabilities.

        Args:
            X: The texts.
            embeddings: As for ``fit``.
            y: Ignored.

        Returns:
            The topic of every text, shape (texts,).

        Raises:
            InputError: As for ``fit``.
            SettingsError: As for ``fit``.
        """
        return np.array(self.fit(X, embeddings, y).topics_, dtype=np.int64)

    def get_topic(self, topic: int) -> list[tuple[str, float]]:
        """The terms of a topic.

        Args:
            topic: Its number; -1 is the rest.

        Returns:
            Terms with their weights, heaviest first; none for -1 unless a theme of the taxonomy holds the rest.

        Raises:
            NotFittedError: Before ``fit``.
            SettingsError: There is no such topic.
        """
        row = self._row(topic)
        return list(zip(row["terms"], row["weights"]))

    def get_topics(self) -> dict[int, list[tuple[str, float]]]:
        """The terms of every topic.

        Returns:
            A dict from each topic to what ``get_topic`` returns.

        Raises:
            NotFittedError: Before ``fit``.
        """
        return {topic: self.get_topic(topic) for topic in self._topics()}

    def get_representative_docs(self, topic: int | None = None) -> Any:
        """The most typical texts.

        Args:
            topic: The topic; None means every topic.

        Returns:
            A list of texts, or of their rows if the model was fitted on a table. If ``topic`` is None, a dict from each topic to
            such a list.

        Raises:
            NotFittedError: Before ``fit``.
            SettingsError: There is no such topic.
        """
        if topic is None:
            return {topic: self.get_representative_docs(topic) for topic in self._topics()}
        rows = self._row(topic)["representatives"]
        return rows if self._texts is None else [self._texts[row] for row in rows]

    def get_topic_info(self) -> Any:
        """The topics as a table.

        Returns:
            A pandas table with one row per topic, -1 first: ``Topic``, ``Count``, ``Name``, ``CustomName``, ``Representation`` and
            ``Representative_Docs``.

        Raises:
            NotFittedError: Before ``fit``.
            SettingsError: pandas is not installed.
        """
        rows = []
        for topic in self._topics():
            row = self._row(topic)
            rows.append(
                {
                    "Topic": topic,
                    "Count": row["papers"],
                    "Name": "_".join([str(topic), *row["terms"][:4]]),
                    "CustomName": row["name"],
                    "Representation": row["terms"],
                    "Representative_Docs": self.get_representative_docs(topic),
                }
            )
        return _pandas().DataFrame(rows)

    def topics_over_time(self, docs: Any, timestamps: Any, nr_bins: int | None = None) -> Any:
        """How often topics occur over time.

        Args:
            docs: The texts that the model was fitted on.
            timestamps: One time per text, as numbers, days or texts. Texts without a time are left out.
            nr_bins: The number of bins of equal length for the times. None groups only equal times.

        Returns:
            A pandas table with one row per topic and time at which it occurs: ``Topic``, ``Words`` (which set the topic's texts
            of that time apart from all texts), ``Frequency``, ``Timestamp``.

        Raises:
            NotFittedError: Before ``fit``.
            InputError: There is not one time per text, a time cannot be read, or no text has one.
            SettingsError: pandas is not installed, or ``nr_bins`` is not a whole number above 0.
        """
        self._fitted()
        if not isinstance(timestamps, Iterable):
            raise InputError(f"timestamps must be a list with one time per text, not {type(timestamps).__name__}")
        times, bins = list(timestamps), whole("nr_bins", nr_bins, least=1)
        given = texts(docs)
        if not len(times) == given.num_rows == len(self.topics_):
            raise InputError(f"{len(times)} timestamps for {len(self.topics_)} texts; give one per fitted text")
        pandas = _pandas()
        table = pandas.DataFrame({"Topic": self.topics_})
        table["Timestamp"] = _known_times(times, bins)
        groups = table.dropna().groupby(["Topic", "Timestamp"], sort=True)
        counted = groups.size().reset_index(name="Frequency")
        kept = table["Timestamp"].notna().to_numpy()
        words = self._fitted().terms(given.filter(kept), groups.ngroup().to_numpy(), threads=self._threads())
        counted.insert(1, "Words", [", ".join(terms[:5]) for terms in words])
        return counted[["Topic", "Words", "Frequency", "Timestamp"]]

    def visualize_barchart(self, top_n_topics: int = 8, n_words: int = 5) -> Any:
        """The heaviest terms of the largest topics.

        Args:
            top_n_topics: The number of topics.
            n_words: The number of terms per topic.

        Returns:
            A plotly figure.

        Raises:
            NotFittedError: Before ``fit``.
            SettingsError: plotly is not installed.
        """
        graph, subplots = _plotly()
        topics = [topic for topic in self._topics() if topic != REST][:top_n_topics]
        names = [self._row(topic)["name"] for topic in topics]
        figure = subplots.make_subplots(rows=max(1, (len(topics) + 3) // 4), cols=4, subplot_titles=names)
        for at, topic in enumerate(topics):
            terms = self.get_topic(topic)[:n_words][::-1]
            bars = graph.Bar(x=[weight for _, weight in terms], y=[text for text, _ in terms], orientation="h")
            figure.add_trace(bars, row=at // 4 + 1, col=at % 4 + 1)
        return figure.update_layout(showlegend=False)

    def visualize_topics_over_time(self, topics_over_time: Any, top_n_topics: int | None = None) -> Any:
        """One line per topic over time.

        Args:
            topics_over_time: What ``topics_over_time`` returned.
            top_n_topics: The number of topics, the largest first; None means all.

        Returns:
            A plotly figure.

        Raises:
            NotFittedError: Before ``fit``.
            SettingsError: plotly is not installed.
        """
        graph, _ = _plotly()
        figure = graph.Figure()
        for topic in [topic for topic in self._topics() if topic != REST][:top_n_topics]:
            rows = topics_over_time[topics_over_time["Topic"] == topic]
            line = graph.Scatter(x=rows["Timestamp"], y=rows["Frequency"], name=self._row(topic)["name"], hovertext=rows["Words"])
            figure.add_trace(line)
        return figure.update_layout(xaxis_title="time", yaxis_title="texts")

    def _topics_at(self, places: Any) -> Labels:
        labels = self._labels(places)
        return np.where(_trusted(places, labels), self._topic_of[labels], REST)

    def _probabilities(self, places: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
        known = [np.nan if value is None else value for value in places.column("probability").to_pylist()]
        return np.where(self._topics_at(places) == REST, 0.0, known)

    def _topics(self) -> list[int]:
        self._fitted()
        return sorted({*self._topic_of.tolist(), *self.topic_sizes_})

    def _row(self, topic: object) -> dict[str, Any]:
        if isinstance(topic, bool) or topic not in self._topics():
            raise SettingsError(f"there is no topic {topic!r}; the topics are {', '.join(map(str, self._topics()))}")
        at = np.flatnonzero(self._topic_of == topic)
        rows: list[dict[str, Any]] = self.themes_.take(at).to_pylist()
        row = rows[0] if rows else {"name": "Other", "terms": [], "weights": [], "representatives": []}
        return {**row, "papers": self.topic_sizes_[topic]}


def _trusted(places: Any, labels: Labels) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Whether the placement of each text is to be trusted."""
    trusted: np.ndarray[Any, np.dtype[np.bool_]] = np.asarray(places.column("outlier").is_null()) & (labels != UNKNOWN)
    return trusted


def _known_times(times: list[Any], bins: int | None) -> Any:
    """A pandas column of the times that are known, by row, or of the starts of their bins."""
    pandas = _pandas()
    known = pandas.Series(times).dropna().infer_objects()
    try:
        if not pandas.api.types.is_numeric_dtype(known):
            known = pandas.to_datetime(known, format="mixed", utc=True).dt.tz_localize(None).dropna()
        if bins is not None and not known.empty:
            spans = pandas.cut(known, bins, duplicates="drop")
            known = pandas.Series([span.left for span in spans], known.index)
    except (ValueError, TypeError) as error:
        raise InputError(f"timestamps: {error}") from error
    if known.empty:
        raise InputError("no text has a time; give a time for one text at least")
    return known


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise SettingsError(f"this returns a pandas table, but pandas is not installed: {error}") from error
    return pandas


def _plotly() -> Any:
    try:
        from plotly import graph_objects, subplots
    except ImportError as error:
        raise SettingsError(f"this returns a plotly figure, but plotly is not installed: {error}") from error
    return graph_objects, subplots
