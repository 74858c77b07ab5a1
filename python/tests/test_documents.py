"""The code in documents runs. `docs/check.sh` runs the snippets of the site."""

import re
from pathlib import Path

import pyarrow as pa

import thema

ROOT = Path(__file__).parents[2]


def test_the_readme_runs(papers: pa.Table) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"(?m)^    import thema\n(?:    .*\n|\n)+", text)
    assert block is not None
    program = re.sub(r"(?m)^    ", "", block.group()).replace("clusters=40", "clusters=4")
    names = {"papers": papers, "more_papers": papers.slice(0, 9), "abstracts": papers.column("abstract").to_pylist()}
    exec(program, names)
    assert names["places"].num_rows == 9 and len(names["topics"]) == len(names["labels"]) == papers.num_rows


def test_names_for_people_who_know_bertopic_are_there() -> None:
    page = (ROOT / "docs/pages/coming-from-bertopic.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+)\([^`]*\)`", page.split("| topic -1")[-1])
    assert named
    for name in named:
        assert hasattr(thema.TopicModel, name) or name == "BERTopic", name
