"""What documents show is what runs."""

import re
from pathlib import Path

import pyarrow as pa

import thema

ROOT = Path(__file__).parents[2]


def lines(document: str) -> str:
    """The first indented block of Python in a document."""
    text = (ROOT / document).read_text(encoding="utf-8")
    block = re.search(r"(?m)^    import thema\n(?:    .*\n|\n)+", text)
    assert block is not None, document
    return re.sub(r"(?m)^    ", "", block.group())


def test_the_readme_runs(papers: pa.Table) -> None:
    names = {"papers": papers, "more_papers": papers.slice(0, 9), "abstracts": papers.column("abstract").to_pylist()}
    program = lines("README.md").replace("clusters=40", "clusters=4")
    exec(program, names)
    assert names["places"].num_rows == 9 and len(names["topics"]) == len(names["labels"]) == papers.num_rows


def test_the_page_for_people_who_know_bertopic_runs(papers: pa.Table) -> None:
    names = {"docs": papers.column("abstract").to_pylist()}
    exec(lines("docs/coming-from-bertopic.md"), names)
    assert len(names["topics"]) == papers.num_rows
    page = (ROOT / "docs/coming-from-bertopic.md").read_text(encoding="utf-8")
    for name in re.findall(r"`(\w+)\([^`]*\)`", page.split("| topic -1")[1]):
        assert hasattr(thema.TopicModel, name) or name in ("BERTopic",), name
