"""Themes as a scikit-learn estimator, and with BERTopic's interface."""

import json
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.base import clone
from sklearn.exceptions import NotFittedError, SkipTestWarning
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks

import thema


@pytest.fixture(scope="module")
def docs(papers: pa.Table) -> list[str]:
    return papers.column("abstract").to_pylist()


@pytest.fixture(scope="module")
def subjects(papers: pa.Table) -> np.ndarray[Any, Any]:
    return np.arange(papers.num_rows) % 4


@pytest.fixture(scope="module")
def fitted(docs: list[str]) -> thema.Themes:
    return thema.Themes(clusters=4).fit(docs)


CHECKS = [
    "check_no_attributes_set_in_init",
    "check_parameters_default_constructible",
    "check_get_params_invariance",
    "check_set_params",
    "check_mixin_order",
    "check_estimator_repr",
    "check_estimator_cloneable",
    "check_do_not_raise_errors_in_init_or_set_params",
    "check_valid_tag_types",
    "check_estimator_tags_renamed",
]
"""The checks of check_estimator that apply: the others fit matrices of numbers, which are not texts."""


@pytest.mark.parametrize("check", CHECKS)
def test_the_checks_of_check_estimator_that_apply(check: str) -> None:
    getattr(estimator_checks, check)("Themes", thema.Themes())


def test_the_page_names_the_checks() -> None:
    page = (Path(__file__).parents[2] / "docs/pages/reference/scikit-learn.md").read_text(encoding="utf-8")
    assert re.findall(r"`(check_\w+)`", page.split("## Those that cannot")[0].split("| check |")[1]) == CHECKS


def test_topics_are_no_table_whatever_scikit_learn_is_set_to(docs: list[str]) -> None:
    with config_context(transform_output="pandas"):
        topics, probabilities = thema.TopicModel(clusters=4).fit_transform(docs)
        cosines: Any = thema.Themes(clusters=4).fit_transform(docs)
    assert len(topics) == len(probabilities) == len(docs)
    assert isinstance(cosines, pandas.DataFrame)


def test_threads_of_the_settings_count_after_fit_too(docs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    for name in ("place", "similarities"):
        method = getattr(thema.Placer, name)

        def noted(self: thema.Placer, batch: Any, *, threads: int | None, method: Any = method, **more: Any) -> Any:
            seen.append(threads)
            return method(self, batch, threads=threads, **more)

        monkeypatch.setattr(thema.Placer, name, noted)
    themes = thema.Themes(clusters=4, settings={"threads": 1}).fit(docs)
    themes.predict(docs[:3])
    themes.transform(docs[:3])
    thema.TopicModel(clusters=4, settings={"threads": 1}).fit(docs).transform(docs[:3])
    assert seen == [1, 1, 1]


def test_check_estimator_has_nothing_against_it() -> None:
    with pytest.warns(SkipTestWarning, match="Can't test estimator Themes"):
        estimator_checks.check_estimator(thema.Themes())


def test_subjects_are_found(fitted: thema.Themes, subjects: np.ndarray[Any, Any]) -> None:
    assert fitted.n_themes_ == 4 and fitted.labels_.shape == subjects.shape
    table = pandas.crosstab(subjects, fitted.labels_).to_numpy()
    assert table.max(axis=1).sum() > 0.95 * len(subjects)
    assert fitted.themes_.column("papers").to_pylist() == np.bincount(fitted.labels_).tolist()


def test_texts_without_a_known_word_are_in_no_theme(docs: list[str], fitted: thema.Themes) -> None:
    mixed = [text for doc in docs for text in ("", doc)]
    model = thema.Themes(clusters=4).fit(mixed)
    assert (model.labels_[1::2] == fitted.labels_).all() and (model.labels_[::2] == -1).all()
    assert model.themes_.column("papers").equals(fitted.themes_.column("papers"))
    assert {row % 2 for rows in model.themes_.column("representatives").to_pylist() for row in rows} == {1}
    assert model.predict(["", docs[0], "zzyzx qwrtp"]).tolist() == [-1, fitted.predict(docs[:1])[0], -1]
    assert thema.TopicModel(clusters=4).fit(mixed).topic_sizes_[-1] >= len(docs)


def test_more_clusters_than_texts_are_refused(docs: list[str]) -> None:
    with pytest.raises(thema.SettingsError, match="11 clusters need as many texts; there are 10"):
        thema.Themes(clusters=11).fit(docs[:10])


def test_fitting_changes_no_parameter_and_repeats(docs: list[str], fitted: thema.Themes) -> None:
    again = clone(fitted)
    assert not hasattr(again, "labels_") and again.get_params() == fitted.get_params()
    assert (again.fit_predict(docs) == fitted.labels_).all()
    with pytest.raises(NotFittedError):
        thema.Themes().predict(docs)


def test_columns_of_every_library_are_texts(docs: list[str], fitted: thema.Themes) -> None:
    expected = fitted.predict(docs)
    for column in (np.array(docs, dtype=object), pandas.Series(docs), polars.Series(docs), pa.array(docs), tuple(docs)):
        assert (fitted.predict(column) == expected).all()
    with pytest.raises(thema.InputError, match="row 0 is a ndarray"):
        fitted.predict(np.zeros((3, 2)))
    for kind in ("bsr", "coo", "csr", "dia", "dok"):
        with pytest.raises(thema.InputError, match=f"a {kind}_matrix holds no texts"):
            fitted.predict(getattr(sparse, f"{kind}_matrix")((4, 2)))


def test_texts_without_titles_get_names_that_are_phrases(sample: Path) -> None:
    rows = map(json.loads, (sample / "arxiv-snapshot.jsonl").read_text().splitlines())
    texts = [row["abstract"] for row in rows]
    fitted = thema.Themes(clusters=6).fit(texts)
    names = fitted.themes_.column("name").to_pylist()
    assert len(names) == 6
    lists = [name for name in names if ", " in name]
    assert not lists, names
    alike = thema.Themes(clusters=6).fit(pa.table({"abstract": texts}))
    assert alike.themes_.equals(fitted.themes_)


def test_a_pipeline_learns_from_similarities(docs: list[str], subjects: np.ndarray[Any, Any]) -> None:
    pipeline = make_pipeline(thema.Themes(clusters=4), LogisticRegression()).fit(docs[:200], subjects[:200])
    assert pipeline.score(docs[200:], subjects[200:]) > 0.9
    again = pickle.loads(pickle.dumps(pipeline))
    assert (again.predict(docs) == pipeline.predict(docs)).all()


def test_similarities_are_named(docs: list[str], fitted: thema.Themes) -> None:
    near = fitted.transform(docs)
    assert near.shape == (len(docs), 4) and np.abs(near).max() <= 1.001
    assert len(set(fitted.get_feature_names_out())) == 4
    framed = clone(fitted).set_output(transform="pandas").fit(docs).transform(docs)
    assert list(framed.columns) == list(fitted.get_feature_names_out())
    framed = clone(fitted).set_output(transform="pandas").fit_transform(docs)
    assert list(framed.columns) == list(fitted.get_feature_names_out())
    assert (framed.to_numpy() == near).all()


def test_settings_that_are_parameters_are_refused(docs: list[str]) -> None:
    for name, settings in {"seed": {"seed": 5}, "taxonomy": {"themes": {"taxonomy": "auto"}}}.items():
        with pytest.raises(thema.SettingsError, match=f"give {name} as the argument, not in settings"):
            thema.Themes(settings=settings).fit(docs)


def test_habits_of_bertopic(docs: list[str], subjects: np.ndarray[Any, Any]) -> None:
    model = thema.TopicModel(clusters=4)
    topics, probabilities = model.fit_transform(docs)
    assert len(topics) == len(probabilities) == len(docs)
    info = model.get_topic_info()
    assert info["Count"].tolist() == [topics.count(topic) for topic in info["Topic"]]
    assert info["Count"].sum() == len(docs)
    info = info[info["Topic"] >= 0]
    assert info["Topic"].tolist() == [0, 1, 2, 3] and info["Count"].is_monotonic_decreasing
    assert all(isinstance(term, str) and weight > 0 for term, weight in model.get_topic(0))
    assert set(model.get_representative_docs(0)) <= set(docs)
    again, _ = model.transform(docs)
    assert np.mean(np.array(again) == np.array(topics)) > 0.95
    years = [f"{2015 + row % 9}-01-01" for row in range(len(docs))]
    over_time = model.topics_over_time(docs, years)
    assert over_time["Frequency"].sum() == len(docs) and over_time["Timestamp"].nunique() == 9
    assert model.topics_over_time(docs, years, nr_bins=3)["Timestamp"].nunique() == 3
    assert all(len(words.split(", ")) > 1 for words in over_time["Words"])
    with pytest.raises(thema.SettingsError, match="there is no topic 9"):
        model.get_topic(9)
    with pytest.raises(thema.InputError, match="1 timestamps for 400"):
        model.topics_over_time(docs, ["2020"])


def test_texts_without_a_time_are_left_out(docs: list[str]) -> None:
    model = thema.TopicModel(clusters=4).fit(docs)
    years = [None, *(2015 + row % 9 for row in range(1, len(docs)))]
    days = [None if year is None else f"{year}-01-01" for year in years]
    for times in (years, days, pandas.Series(years, dtype="Int64")):
        binned = model.topics_over_time(docs, times, nr_bins=np.int64(3))
        assert binned["Frequency"].sum() == len(docs) - 1 and binned["Timestamp"].nunique() == 3
    for bins in (None, 3):
        with pytest.raises(thema.InputError, match="no text has a time"):
            model.topics_over_time(docs, [None] * len(docs), nr_bins=bins)
    with pytest.raises(thema.InputError, match="not NoneType"):
        model.topics_over_time(docs, None)
    for bins in (0, 2.5, True):
        with pytest.raises(thema.SettingsError, match="nr_bins must be"):
            model.topics_over_time(docs, years, nr_bins=bins)


def test_topics_are_the_same_by_every_method(docs: list[str], tmp_path: Path) -> None:
    taxonomy = tmp_path / "t.toml"
    taxonomy.write_text('name = "t"\n[[theme]]\nkey = "queues"\nname = "Queues"\nterms = ["queue", "customers", "servers"]\n')
    frame = pandas.DataFrame({"abstract": docs})
    for options in ({"clusters": 4}, {"taxonomy": taxonomy}):
        model = thema.TopicModel(**options)
        topics, _ = model.fit_transform(text for text in docs)
        assert thema.TopicModel(**options).fit_predict(docs).tolist() == topics
        assert model.predict(docs).tolist() == model.transform(docs)[0]
        assert set(model.get_representative_docs(0)) <= set(docs)
        over_time = model.topics_over_time(frame, list(range(len(docs))), nr_bins=2)
        assert over_time.groupby("Topic")["Frequency"].sum().to_dict() == pandas.Series(topics).value_counts().to_dict()


def test_what_is_not_to_be_trusted_is_topic_minus_one(docs: list[str]) -> None:
    blanks = ["", "n/a", "see title", " "] * 20
    model = thema.TopicModel(clusters=4)
    topics, probabilities = model.fit_transform(docs + blanks)
    assert set(topics[len(docs) :]) == {-1} and topics[: len(docs)].count(-1) < 0.05 * len(docs)
    assert probabilities[len(docs) :].max() == 0
    info = model.get_topic_info().set_index("Topic")
    assert info.loc[-1, "Count"] == topics.count(-1) and info["Count"].sum() == len(topics)
    assert info.loc[-1, "CustomName"] == "Other" and model.get_topic(-1) == []
    assert model.get_representative_docs(-1) == [] and set(model.get_topics()) == {-1, 0, 1, 2, 3}
    assert model.transform(blanks)[0] == model.predict(blanks).tolist() == [-1] * len(blanks)


def test_words_are_those_of_their_time() -> None:
    early = [f"Neural networks of perceptrons, sample {row}" for row in range(40)]
    late = [f"Neural networks of transformers, sample {row}" for row in range(40)]
    model = thema.TopicModel(clusters=1).fit(early + late)
    words = model.topics_over_time(early + late, [1990] * 40 + [2020] * 39 + [None])
    assert words["Frequency"].tolist() == [40, 39]
    first, second = words["Words"]
    assert "perceptrons" in first and "transformers" not in first and "transformers" in second


def test_times_may_differ_in_precision_and_zone(docs: list[str]) -> None:
    model = thema.TopicModel(clusters=2).fit(docs[:40])
    times = ["2020-01-01", "2020-02", "2020-03-01T10:00:00+02:00", "2020"] * 10
    stamps = model.topics_over_time(docs[:40], times)["Timestamp"]
    assert sorted({str(stamp) for stamp in stamps}) == ["2020-01-01 00:00:00", "2020-02-01 00:00:00", "2020-03-01 08:00:00"]


def hashed(docs: list[str]) -> np.ndarray[Any, Any]:
    """Vectors that thema did not learn: words hashed to 64 signed numbers."""
    hasher = HashingVectorizer(n_features=64, stop_words="english")
    return np.asarray(hasher.transform(docs).todense())


def test_vectors_of_ones_own(docs: list[str], subjects: np.ndarray[Any, Any]) -> None:
    vectors = hashed(docs)
    model = thema.Themes(clusters=4).fit(docs, embeddings=vectors)
    assert pandas.crosstab(subjects, model.labels_).to_numpy().max(axis=1).sum() > 0.95 * len(subjects)
    assert np.mean(model.predict(docs, embeddings=vectors) == model.labels_) > 0.95
    assert np.mean(model.predict(docs) == model.labels_) > 0.95, "words tell of the vectors"
    assert model.transform(docs[:3], embeddings=vectors[:3]).shape == (3, 4)
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict(docs, embeddings=vectors * 7.0) == model.predict(docs, embeddings=vectors)).all()
    topics, _ = thema.TopicModel(clusters=4).fit_transform(docs, vectors.astype(np.float64))
    assert len(set(topics)) == 4
    missing = vectors.copy()
    missing[7] = 0.0
    assert thema.Themes(clusters=4).fit(docs, embeddings=missing).places_["score"][7].as_py() > 0.3, "the words predict it"
    with pytest.raises(thema.SettingsError, match="399 vectors for 400 texts"):
        thema.Themes().fit(docs, embeddings=vectors[1:])
    broken = vectors.copy()
    broken[4, 3] = np.nan
    with pytest.raises(thema.SettingsError, match="row 4 of the embeddings"):
        thema.Themes().fit(docs, embeddings=broken)
    with pytest.raises(thema.SettingsError, match="63 dimensions; the themes were learned from vectors of 64"):
        model.predict(docs, embeddings=vectors[:, 1:])
    with pytest.raises(thema.SettingsError, match="learned from words"):
        thema.Themes(clusters=4).fit(docs).predict(docs, embeddings=vectors)
    with pytest.raises(thema.SettingsError, match="use .toarray"):
        thema.Themes().fit(docs, embeddings=sparse.csr_matrix(vectors))


def test_columns_of_vectors_are_vectors(docs: list[str]) -> None:
    vectors = hashed(docs)
    model = thema.Themes(clusters=4).fit(docs, embeddings=vectors)
    lists = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), 64)
    for column in (pandas.Series(list(vectors)), pa.array(vectors.tolist()), lists, pa.chunked_array([lists])):
        assert (model.transform(docs, embeddings=column) == model.transform(docs, embeddings=vectors)).all()
    ragged = pandas.Series([vectors[0, 1:], *vectors[1:]])
    with pytest.raises(thema.SettingsError, match="embeddings must be an array of numbers"):
        model.predict(docs, embeddings=ragged)


def test_every_way_to_fit_uses_the_vectors(docs: list[str]) -> None:
    vectors = np.random.default_rng(5).normal(size=(len(docs), 16))
    model = thema.Themes(clusters=4).fit(docs, embeddings=vectors)
    near = model.transform(docs, embeddings=vectors)
    assert (clone(model).fit_transform(docs, embeddings=vectors) == near).all()
    assert (clone(model).fit_transform(iter(docs), embeddings=vectors) == near).all()
    assert (clone(model).fit_predict(docs, embeddings=vectors) == model.labels_).all()
    topics = thema.TopicModel(clusters=4).fit(docs, vectors).topics_
    assert thema.TopicModel(clusters=4).fit_predict(docs, vectors).tolist() == topics
    for y in (vectors, vectors.tolist(), pandas.DataFrame(vectors)):
        for fit in (clone(model).fit, clone(model).fit_predict, clone(model).fit_transform):
            with pytest.raises(thema.SettingsError, match="y is ignored; pass vectors as embeddings="):
                fit(docs, y)
    assert (clone(model).fit_predict(docs, np.eye(len(docs), dtype=int)) == clone(model).fit_predict(docs)).all()


def test_estimators_do_not_need_scikit_learn(docs: list[str], tmp_path: Path) -> None:
    program = """
import sys
sys.modules["sklearn"] = None
import json, numpy, thema
docs = json.load(sys.stdin)
vectors = numpy.random.default_rng(5).normal(size=(len(docs), 16))
model = thema.Themes(clusters=4)
labels = model.fit_predict(docs, embeddings=vectors)
near = model.fit_transform(docs, embeddings=vectors)
assert (labels == model.labels_).all() and (near == model.transform(docs, embeddings=vectors)).all()
"""
    subprocess.run([sys.executable, "-c", program], input=json.dumps(docs), text=True, cwd=tmp_path, check=True)


def test_figures(docs: list[str]) -> None:
    pytest.importorskip("plotly")
    model = thema.TopicModel(clusters=4).fit(docs)
    assert len(model.visualize_barchart().data) == 4
    over_time = model.topics_over_time(docs, list(range(len(docs))), nr_bins=5)
    assert len(model.visualize_topics_over_time(over_time).data) == 4
