"""Whole runs from paths and tables, and their reports."""

import copy
import datetime
import gc
import json
import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import scipy.sparse

import thema
from thema import _tables


@pytest.fixture(scope="module")
def report(papers: pa.Table) -> thema.Report:
    return thema.run(papers, clusters=4, taxonomy="none")


def contents(report: thema.Report) -> dict[str, bytes]:
    """The contents of all files except timings.json."""
    files = (path for path in report.path.rglob("*") if path.is_file() and path.name != "timings.json")
    return {str(path.relative_to(report.path)): path.read_bytes() for path in files}


def test_the_sample_is_read_from_its_folder(sample: Path, tmp_path: Path) -> None:
    report = thema.run(sample, tmp_path / "run")
    assert report.papers().num_rows == 168
    counted = Counter(report.papers().column("theme_id").to_pylist())
    themes = zip(report.themes().column("id").to_pylist(), report.themes().column("papers").to_pylist())
    assert {theme: papers for theme, papers in themes if papers} == counted
    assert "168" in report.digest()
    assert report.rejects() == []
    with pytest.raises(thema.OutputError, match="holds a run.*replace=True"):
        thema.run(sample, tmp_path / "run")
    thema.run([str(sample)], tmp_path / "run", replace=True)


def test_columns_that_no_role_uses_may_hold_anything(papers: pa.Table) -> None:
    frame = papers.to_pandas().head(40)
    plain = thema.run(frame, clusters=2, taxonomy="none").papers()
    mixed = frame.assign(pages=[at if at % 2 else f"{at}-{at + 9}" for at in range(len(frame))], waves=np.ones(len(frame)) * 1j)
    wide = polars.from_pandas(frame).with_columns(pages=polars.lit(7, polars.Int128), kind=polars.lit("a").cast(polars.Categorical))
    for table in (mixed, wide, mixed.drop(columns="waves").to_dict("records")):
        assert thema.run(table, clusters=2, taxonomy="none").papers() == plain


def test_mixed_scalars_are_texts_and_other_mixtures_are_named() -> None:
    mixed = _tables.table(pandas.DataFrame({"title": [1984, "Graph-Links", None], "date": [2001, "2002-01-01", float("nan")]}))
    assert mixed.column("title").to_pylist() == ["1984", "Graph-Links", None]
    assert mixed.column("date").to_pylist() == ["2001", "2002-01-01", None]
    with pytest.raises(thema.InputError, match="column 'authors' holds list and str; make it of one type"):
        _tables.table([{"title": "a", "authors": ["Ada"]}, {"title": "b", "authors": "Ben"}])
    enumerated = polars.DataFrame({"title": polars.Series(["b", None, "a"], dtype=polars.Enum(["a", "b"]))})
    assert _tables.table(enumerated).column("title").to_pylist() == ["b", None, "a"]


def test_what_is_nearly_a_table_is_refused_with_what_to_do() -> None:
    frame = pandas.DataFrame({"title": ["a", "b"]})
    for given, said in [
        (polars.from_pandas(frame).lazy(), r"not LazyFrame; call \.collect\(\) first"),
        ({"title": ["a", "b"]}, "not dict; make a table of it first"),
        ([frame, frame], r"row 0 is a DataFrame, not a dict; join tables first, such as pandas\.concat"),
        (pandas.concat([frame, frame], axis=1), "two columns are called 'title'; rename one"),
    ]:
        with pytest.raises(thema.InputError, match=said):
            thema.run(given)


def test_only_the_report_of_a_kept_run_is_copied(papers: pa.Table, report: thema.Report, tmp_path: Path) -> None:
    with pytest.raises(thema.SettingsError, match="cannot be copied; give thema.run an out="):
        pickle.dumps(report)
    with pytest.raises(thema.SettingsError, match="cannot be copied"):
        copy.deepcopy(report)
    kept = thema.run(papers, tmp_path / "run", clusters=4, taxonomy="none")
    for again in (pickle.loads(pickle.dumps(kept)), copy.copy(kept)):
        assert again.papers() == kept.papers()


def test_a_path_may_begin_with_the_home_directory(papers: pa.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    report = thema.run(papers, "~/themes", clusters=2, taxonomy="none")
    assert Path(report.path) == tmp_path / "themes"


def test_tables_of_all_libraries_give_the_same_bytes(papers: pa.Table, report: thema.Report) -> None:
    expected = contents(report)
    rows = papers.to_pylist()
    others = [papers.to_pandas(), polars.from_arrow(papers), rows, iter(rows), pa.Table.from_batches(papers.to_batches(max_chunksize=33))]
    for other in others:
        found = contents(thema.run(other, clusters=4, taxonomy="none"))
        assert found.keys() == expected.keys()
        differing = [name for name in expected if found[name] != expected[name]]
        assert not differing, type(other)


def test_a_pandas_table_of_many_chunks_has_the_types_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pandas.DataFrame({
        "title": pandas.Series(["a", None, None, "b", "c"], dtype=object),
        "year": pandas.Series([2001, 2002, None, 2003.0, 2004], dtype=object),
        "authors": [None, None, ["x"], [], ["y", None]],
        "ids": [{"doi": 1}, {"doi": 2, "pmid": "3"}, None, {"arxiv": 1.5}, {}],
        "categories": pandas.Categorical(["u", "v", None, "u", "w"]),
        "published": [None, None, None, datetime.date(2020, 1, 1), None],
        "empty": [None] * 5,
    })
    whole = pa.Table.from_pandas(frame, preserve_index=False)
    monkeypatch.setattr(_tables, "_CHUNK", 2)
    chunked = _tables._arrow(frame)
    assert chunked.schema.types == whole.schema.types
    assert chunked.to_pylist() == whole.to_pylist()
    assert _tables._arrow(frame.iloc[:0]).schema.names == whole.schema.names


def test_a_table_gives_the_papers_of_its_file(papers: pa.Table, report: thema.Report, tmp_path: Path) -> None:
    pq.write_table(papers, tmp_path / "papers.parquet")
    from_file = thema.run(tmp_path / "papers.parquet", clusters=4, taxonomy="none")
    assert from_file.papers().equals(report.papers())
    assert from_file.trends().equals(report.trends())


def test_odd_types_are_read_as_in_a_file(tmp_path: Path, papers: pa.Table) -> None:
    table = papers.select(["title", "abstract"]).append_column(
        "year", pa.array([2015 + row % 9 for row in range(papers.num_rows)], pa.int16())
    )
    table = table.append_column("doi", pa.array([None] * papers.num_rows, pa.null()))
    table = table.append_column("took", pa.array([5] * papers.num_rows, pa.time32("s")))
    table = table.set_column(0, "title", table.column("title").dictionary_encode())
    pq.write_table(table, tmp_path / "papers.parquet")
    in_memory, from_file = (thema.run(source, clusters=4) for source in (table, tmp_path / "papers.parquet"))
    assert in_memory.papers().equals(from_file.papers())


def test_versions_of_an_arxiv_snapshot_are_dates(papers: pa.Table) -> None:
    rows = papers.select(["id", "title", "abstract"]).to_pylist()
    for at, row in enumerate(rows):
        created = [f"Mon, 2 Apr {2005 + at % 9} 19:18:42 GMT", "Tue, 24 Jul 2018 20:10:27 GMT"]
        row["versions"] = [{"version": f"v{number}", "created": date} for number, date in enumerate(created, 1)]
        row["update_date"] = "2018-07-24"
    report = thema.run(pandas.DataFrame(rows), clusters=4, taxonomy="none")
    years = {str(date)[:4] for date in report.papers().column("submitted").to_pylist()}
    assert years == {str(2005 + at) for at in range(9)}


def test_texts_are_no_paths(papers: pa.Table) -> None:
    with pytest.raises(thema.InputError, match="these are texts"):
        thema.run(["A title\nand more of it"] * 3)
    with pytest.raises(thema.InputError, match="these are texts"):
        thema.run(["Demographic fluctuations in a population", "On the growth of crystals"])
    with pytest.raises(thema.InputError, match="not coo_matrix"):
        thema.run(scipy.sparse.coo_matrix((3, 2)))
    with pytest.raises(thema.InputError, match="not dict"):
        thema.Themes().fit(papers.select(["title", "abstract"]).to_pydict())


def test_lost_dates_are_told(papers: pa.Table) -> None:
    frame = papers.to_pandas().head(40).drop(columns=["published", "submitted", "date", "year"], errors="ignore")
    with pytest.warns(thema.LostDatesWarning, match="table: 20 dates cannot be read; write them as 2017-02-09"):
        thema.run(frame.assign(published=["week 9/17", "2017-02-09"] * 20), clusters=2, taxonomy="none")
    with pytest.warns(thema.LostDatesWarning, match="table: 40 dates keep only their year"):
        thema.run(frame.assign(published=["02/09/2017"] * 40), clusters=2, taxonomy="none")


def test_columns_are_named(papers: pa.Table) -> None:
    renamed = papers.rename_columns(["id", "Heading", "What it says", "authors", "year"])
    with pytest.raises(thema.InputError, match="among id, Heading, .*; rename one to title, or map it with columns={\"title\": NAME}"):
        thema.run(renamed)
    report = thema.run(renamed, columns={"title": "Heading", "abstract": "What it says"}, clusters=4, taxonomy="none")
    assert report.papers().num_rows == papers.num_rows


def test_reports_come_as_every_library(report: thema.Report) -> None:
    assert isinstance(report.themes("pandas"), pandas.DataFrame)
    assert isinstance(report.papers("polars"), polars.DataFrame)
    assert report.trends("pandas")["share"].between(0, 1).all()
    assert sum(report.themes().column("papers").to_pylist()) == report.papers().num_rows
    page = report.page()
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "<iframe" in report._repr_html_() and "400 papers" in repr(report)


def test_a_run_without_out_goes_with_its_report(papers: pa.Table) -> None:
    report = thema.run(papers, clusters=4, taxonomy="none")
    path = report.path
    assert path.is_dir()
    del report
    gc.collect()
    assert not path.exists()
    page = thema.run(papers, clusters=4, taxonomy="none").page()
    gc.collect()
    assert page.is_file(), "who has the page's path may open it"


def test_a_placer_places_row_by_row(papers: pa.Table, report: thema.Report) -> None:
    placer = thema.Placer.load(report)
    places = placer.place(papers)
    assert places.num_rows == papers.num_rows
    theme_of = dict(zip(report.papers().column("title").to_pylist(), report.papers().column("theme").to_pylist()))
    expected = [theme_of[title] for title in papers.column("title").to_pylist()]
    agree = np.mean([a == b for a, b in zip(places.column("theme").to_pylist(), expected)])
    assert agree > 0.95
    again = pickle.loads(pickle.dumps(placer))
    assert again.place(papers, threads=1).equals(places)
    assert placer.similarities(["queue waiting arrival", ""]).shape == (2, 4)
    assert placer.place([]).num_rows == 0
    backwards = list(range(papers.num_rows))[::-1]
    assert placer.place(papers.take(backwards)).equals(places.take(backwards))
    batch = papers.to_batches()[0]
    assert placer.place(batch).equals(placer.place(papers.slice(0, batch.num_rows))), "engines hand over record batches"
    lone = placer.place([{"title": None, "abstract": "protein folding residue structure binding"}])
    assert lone.num_rows == 1 and placer.themes().num_rows == 4


def test_progress_is_told(papers: pa.Table) -> None:
    heard: list[tuple[str, str, int, int]] = []
    many = pa.concat_tables([papers] * 20)
    thema.run(many, clusters=4, taxonomy="none", progress=lambda *step: heard.append(step))
    assert heard and all(done <= total or total == 0 for _, _, done, total in heard)
    thema.run(many, clusters=4, taxonomy="none", progress=True)
    with pytest.raises(ZeroDivisionError):
        thema.run(many, clusters=4, taxonomy="none", progress=lambda *_: 1 // 0)


def test_settings_are_those_of_the_program(papers: pa.Table) -> None:
    report = thema.run(papers, seed=9, settings={"clusters": {"starts": 2}, "themes": {"taxonomy": "none"}})
    configuration = json.loads((report.path / "manifest.json").read_text())["configuration"]
    assert configuration["seed"] == 9 and configuration["clusters"]["starts"] == 2
    with pytest.raises(thema.SettingsError, match="unknown field `count_`"):
        thema.run(papers, settings={"clusters": {"count_": 2}})
    with pytest.raises(thema.SettingsError, match="give clusters as the argument, not in settings"):
        thema.run(papers, clusters=3, settings={"clusters": {"count": 2}})
    assert "near_duplicates" in thema.defaults()
