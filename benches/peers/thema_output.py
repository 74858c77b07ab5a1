"""Converts a run directory of thema to the files that every peer writes."""

import csv
import json


def translate(run, folder):
    """Writes `clusters.csv` from the column `cluster` of `papers.csv`, and `terms.json` from the report."""
    with open(run / "papers.csv", newline="", encoding="utf-8") as rows, open(folder / "clusters.csv", "w") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["id", "cluster"])
        writer.writerows((row["id"], row["cluster"]) for row in csv.DictReader(rows))
    report = json.loads((run / "themes.json").read_text(encoding="utf-8"))
    labelled = [theme for theme in report["themes"] if theme["terms"]]
    terms = {theme["key"]: [term["text"] for term in theme["terms"]] for theme in labelled}
    (folder / "terms.json").write_text(json.dumps(terms))


def stages(run):
    """Seconds per stage."""
    return {row["stage"]: row["seconds"] for row in json.loads((run / "timings.json").read_text())["stages"]}
