"""Reads every file of a run with pandas, pyarrow, polars, DuckDB and networkx, and checks what README.md beside it promises.

    python data/schema/check_files.py RUN
"""

import ast
import json
import sys
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import jsonschema
import networkx
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

TEXT, NEVER, MAYBE = "string", False, True
PARQUET = {
    "id": (TEXT, NEVER), "title": (TEXT, NEVER), "theme": (TEXT, NEVER), "theme_id": (TEXT, NEVER),
    "score": ("float", NEVER), "margin": ("float", NEVER), "second_theme": (TEXT, MAYBE), "cluster": ("uint32", NEVER),
    "second_cluster": ("uint32", MAYBE), "subtheme": (TEXT, MAYBE), "outlier": (TEXT, MAYBE),
    "primary_category": (TEXT, MAYBE), "categories": ("list", NEVER), "submitted": ("date32[day]", MAYBE),
    "submitted_precision": (TEXT, MAYBE), "announced": ("date32[day]", MAYBE), "url": (TEXT, MAYBE), "probability": ("float", MAYBE),
    "map_x": ("float", MAYBE), "map_y": ("float", MAYBE), "countries": ("list", NEVER), "funders": ("list", NEVER),
    "venue": (TEXT, MAYBE), "type": (TEXT, MAYBE), "language": (TEXT, MAYBE),
    "counted": ("bool", NEVER),
}
OUTLIERS = {"withdrawn", "too_short", "other_language", "no_known_term", "off_topic", "low_margin"}


def expect(condition: bool, message: str) -> None:
    if not condition:
        raise SystemExit(f"check-files: {message}")


def kind(data_type: pa.DataType) -> str:
    if pa.types.is_string(data_type) or pa.types.is_large_string(data_type) or data_type == pa.string_view():
        return TEXT
    if pa.types.is_list(data_type) or pa.types.is_large_list(data_type):
        return "list"
    return str(data_type)


def csv(run: Path, name: str) -> pd.DataFrame:
    """Cells as text, so that nothing is lost; an empty cell is an absent value."""
    return pd.read_csv(run / name, dtype=str, keep_default_na=False, encoding="utf-8")


def plain(cell: str) -> str:
    """The text of a cell: without the apostrophe that keeps a spreadsheet from computing it."""
    marks = "=+-@|＝＋－＠"
    rest = cell[1:]
    guarded = cell.startswith("'") and (rest.lstrip()[:1] in marks and rest.strip() or rest[:1] in "\t\r\n")
    return rest if guarded else cell


def check_papers(run: Path, report: dict) -> pd.DataFrame:
    table = pq.read_table(run / "papers.parquet")
    expect([*PARQUET] <= [*table.column_names], f"papers.parquet has the columns {table.column_names}")
    for name, (wanted, absent) in PARQUET.items():
        expect(kind(table.schema.field(name).type) == wanted, f"papers.parquet: {name} is {table.schema.field(name).type}")
        expect(absent or table[name].null_count == 0, f"papers.parquet: {name} holds nulls")
    papers = pd.read_parquet(run / "papers.parquet")
    cells = csv(run, "papers.csv")
    expect(len(papers) == len(cells) == report["corpus"]["papers"], "papers.csv and papers.parquet differ in rows")
    for name in set(cells.columns) & set(PARQUET):
        if PARQUET[name][0] == TEXT:
            stored = papers[name].astype(object).where(papers[name].notna(), "")
            expect((cells[name].map(plain) == stored.str.replace("\0", "\ufffd")).all(), f"papers.csv: {name} differs from the Parquet file")
        elif PARQUET[name][0] == "float":
            far = (pd.to_numeric(cells[name]) - papers[name].astype(float)).abs().max() if len(papers) else 0
            expect(far < 1e-5, f"papers.csv: {name} is {far} away from the Parquet file")
    expect((cells["counted"] == papers["counted"].map({True: "true", False: "false"})).all(), "papers.csv: counted differs from the Parquet file")
    sizes = papers.loc[papers["counted"], "theme_id"].value_counts()
    expect(all(sizes.get(theme["id"], 0) == theme["size"] for theme in report["themes"]), "themes have other sizes than their counted papers")
    expect(papers["id"].is_unique, "papers share an identifier")
    expect((papers["margin"] >= 0).all(), "a margin is negative")
    expect(set(papers["outlier"].dropna()) <= OUTLIERS, "an outlier has no known reason")
    for name in ["submitted", "announced"]:
        days = papers[name].map(lambda day: day.isoformat() if pd.notna(day) else "")
        expect((cells[name] == days).all(), f"papers.csv: {name} differs from the Parquet file")
    expect(papers["url"].dropna().str.match(r"https://(arxiv\.org/abs|doi\.org)/").all(), "an address leads elsewhere")
    return papers


def check_identifiers(run: Path, papers: pd.DataFrame) -> None:
    """Identifiers stay text in three readers: by the types of csv-metadata.json, and from Parquet without help."""
    tables = json.loads((run / "csv-metadata.json").read_text(encoding="utf-8"))["tables"]
    ids = [*papers["id"]]
    for table in tables:
        path = str(run / table["url"])
        columns = table["tableSchema"]["columns"]
        expect([column["name"] for column in columns] == [*csv(run, table["url"]).columns], f"csv-metadata.json has other columns than {table['url']}")
        texts = [column["name"] for column in columns if column["datatype"] == "string"]
        dates = [column["name"] for column in columns if column["datatype"] == "date"]
        read = {
            "pandas": pd.read_csv(path, dtype=dict.fromkeys(texts, "str"), parse_dates=dates, keep_default_na=False, na_values=[""])["id"].tolist(),
            "polars": pl.read_csv(path, schema_overrides=dict.fromkeys(texts, pl.String) | dict.fromkeys(dates, pl.Date))["id"].to_list(),
            "DuckDB": [row[0] for row in duckdb.read_csv(path, dtype=dict.fromkeys(texts, "VARCHAR")).project("id").fetchall()],
        }
        stored = ids if table["url"] == "papers.csv" else [*csv(run, table["url"])["id"]]
        for reader, found in read.items():
            expect([plain(cell) for cell in found] == [plain(cell) for cell in stored], f"{reader} reads other identifiers from {table['url']}")
    parquet = str(run / "papers.parquet")
    expect(pl.read_parquet(parquet)["id"].to_list() == ids, "polars reads other identifiers from papers.parquet")
    expect([row[0] for row in duckdb.read_parquet(parquet).project("id").fetchall()] == ids, "DuckDB reads other identifiers from papers.parquet")
    expect(pl.read_parquet(parquet)["submitted"].dtype == pl.Date, "polars reads no dates from papers.parquet")


def check_themes(run: Path, report: dict, papers: pd.DataFrame) -> None:
    schema = json.loads((Path(__file__).parent / "themes.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(report)
    themes = csv(run, "themes.csv")
    expect([theme["id"] for theme in report["themes"]] == [*themes["id"].map(plain)], "themes.csv has other themes than themes.json")
    sizes = papers["theme_id"].value_counts()
    for theme in report["themes"]:
        expect(sizes.get(theme["id"], 0) == theme["size"], f"{theme['name']} has another size in papers.parquet")
        expect(0 <= theme["share"] <= 1, f"{theme['name']} has the share {theme['share']}")
    trends = csv(run, "trends.csv")
    periods = sum(len(theme["trend"]["periods"]) for theme in report["themes"] if theme["trend"])
    expect(len(trends) == periods, "trends.csv and themes.json differ in periods")
    numbers = trends[["papers", "total", "share", "low", "high"]].apply(pd.to_numeric)
    expect(((numbers["low"] <= numbers["share"] + 1e-6) & (numbers["share"] <= numbers["high"] + 1e-6)).all(), "a share is outside its interval")
    expect((numbers["papers"] <= numbers["total"]).all(), "a period has more papers of a theme than papers")
    facets = csv(run, "facets.csv")
    values = sum(len(facet["values"]) for theme in report["themes"] for facet in theme["facets"])
    expect(len(facets) == values, "facets.csv and themes.json differ in values")
    known = {(theme["id"], facet["facet"]): facet["papers"] for theme in report["themes"] for facet in theme["facets"]}
    shares = [int(row.papers) / known[plain(row.id), row.facet] for row in facets.itertuples()]
    expect((pd.to_numeric(facets["share"]) - shares).abs().max() < 1e-5 if shares else True, "a share of facets.csv is not that of its papers")


def check_exports(run: Path, report: dict) -> None:
    folder = run / "exports"
    graph = networkx.read_graphml(folder / "themes.graphml")
    themes = {node for node, data in graph.nodes(data=True) if data["type"] == "theme"}
    expect(themes == {theme["id"] for theme in report["themes"]}, "themes.graphml has other themes than themes.json")
    bridges = {bridge["paper"]["id"] for theme in report["themes"] for bridge in theme["bridges"]}
    expect(graph.number_of_nodes() == len(themes) + len(bridges), "themes.graphml has other bridges than themes.json")
    expect(all(weight >= 0 for *_, weight in graph.edges(data="weight", default=1.0)), "themes.graphml has a negative weight")
    nodes = pd.read_csv(folder / "vosviewer_map.txt", sep="\t", keep_default_na=False)
    expect([*nodes["id"]] == [*range(1, len(themes) + 1)], "the map file does not number its themes from 1")
    if (folder / "vosviewer_network.txt").stat().st_size:
        links = pd.read_csv(folder / "vosviewer_network.txt", sep="\t", header=None, names=["a", "b", "strength"])
        expect(links[["a", "b"]].stack().isin(nodes["id"]).all(), "the network file names a theme that the map file lacks")
        expect(links["strength"].between(0, 1).all(), "a strength is not between 0 and 1")
    topics = pd.read_csv(folder / "topic_info.csv", keep_default_na=False)
    expect(topics["Count"].sum() == sum(theme["size"] for theme in report["themes"]), "topic_info.csv does not count every paper once")
    for name in ["Representation", "Representative_Docs"]:
        expect(topics[name].map(lambda cell: isinstance(ast.literal_eval(cell), list)).all(), f"topic_info.csv: {name} is no list")


class Page(HTMLParser):
    """Collects what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list) -> None:
        values = dict(attrs)
        source = values.get("src") or (values.get("href") if tag == "link" else None)
        if source and not source.startswith("data:"):
            self.loaded.append(source)


def main() -> None:
    run = Path(sys.argv[1])
    report = json.loads((run / "themes.json").read_text(encoding="utf-8"))
    papers = check_papers(run, report)
    check_identifiers(run, papers)
    check_themes(run, report, papers)
    check_exports(run, report)
    expect(json.loads((run / "quality.json").read_text(encoding="utf-8")) == report["quality"], "quality.json differs from themes.json")
    counts = json.loads((run / "manifest.json").read_text(encoding="utf-8"))["counts"]
    expect(counts["papers"] == len(papers), "manifest.json counts other papers")
    rejects = run / "rejects.jsonl"
    rejected = len(pd.read_json(rejects, lines=True)) if rejects.stat().st_size else 0
    expect(rejected >= counts["rejected"], "rejects.jsonl lacks a rejected record")
    json.loads((run / "timings.json").read_text(encoding="utf-8"))
    page = Page()
    page.feed((run / "index.html").read_text(encoding="utf-8"))
    expect(not page.loaded, f"index.html loads {page.loaded}")
    expect((run / "index.html").stat().st_size < 2_000_000, "index.html is too large")
    print(f"{run}: {len(papers)} papers, {len(report['themes'])} themes; every file reads as documented")


if __name__ == "__main__":
    main()
