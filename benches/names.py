"""Checks the names of a run's discovered themes: `names.py RUN [RUN ...]`.

A name passes if
- each of its parts (joined by "and") is written in at least 2 % of the theme's papers and at least three times as often as in
  the corpus (or 0.6 / share of the theme, if that is less). A part counts as written in the singular or the plural (names use the
  plural of what can be counted, where papers write "the fundamental group"), with the same capitals except for the first letter;
- at least one part is a phrase, or the name is one word that a quarter of the theme's papers write;
- no two words share a stem, there are at most seven words, and the first begins with a capital or has its own spelling;
- no other theme has the same name.

Texts are read from the run's `model/texts.jsonl.zst` by the command `zstd`. In titles a part counts as written in any
capitalisation. Names that fail are listed with the reasons.
"""

import csv
import json
import pathlib
import re
import subprocess
import sys
import unicodedata

LEAST_SHARE, LEAST_LIFT = 0.02, 3.0
LATEX_ACCENT = re.compile(r"""\\(?:["'`^~=.]|[cHuvrkb](?=[\s{]))\s*\{?([A-Za-z])\}?""")


def texts_of(run):
    """Title and abstract of every paper, by identifier."""
    path = run / "model" / "texts.jsonl.zst"
    with subprocess.Popen(["zstd", "-dcf", path], stdout=subprocess.PIPE, text=True) as process:
        papers = (json.loads(line) for line in process.stdout)
        return {paper["id"]: (plain(paper["title"]), plain(paper.get("abstract") or "")) for paper in papers}


def plain(text):
    """The text without LaTeX accents, dollar signs and braces, and with one sign for hyphens and dashes."""
    text = LATEX_ACCENT.sub(r"\1", text).replace("^{*}", "*").replace("^*", "*").replace("^\\ast", "*")
    text = re.sub(r"[${}]", "", text)
    text = re.sub(r"--?|[\u2010\u2011\u2013]", "-", text)
    return unaccented(re.sub(r"\s+", " ", text))


def unaccented(text):
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


# Plural endings and their singular endings.
NUMBERS = (("ies", "y"), ("ices", "ix"), ("ices", "ex"), ("sses", "ss"), ("ses", "s"), ("ria", "rion"), ("s", ""))


def numbers(part):
    """The singular and plural forms of a part."""
    singular = next((part[: -len(many)] + one for many, one in NUMBERS[:1] + NUMBERS[3:] if part.endswith(many)), part)
    forms = {part, singular, part + "s", singular + "s", part.removesuffix("s")}
    for many, one in NUMBERS[:3]:
        if part.endswith(many):
            forms.add(part[: -len(many)] + one)
        if part.endswith(one):
            forms.add(part[: -len(one)] + many)
    return sorted(forms)


def pattern(part):
    """A pattern for the part in the singular or plural, with its first letter in either case."""
    first = part[0]
    either = f"[{re.escape(first.lower())}{re.escape(first.upper())}]"
    rest = "|".join(re.escape(form[1:]) for form in numbers(part))
    return re.compile(rf"(?<![A-Za-z0-9]){either}(?:{rest})(?![A-Za-z0-9])")


def stem(word):
    word = word.lower()
    for ending in ("ations", "ation", "ings", "ing", "ies", "ical", "ics", "ic", "es", "s", "ed", "al"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def rate(part, papers):
    written = pattern(part)
    any_case = re.compile(written.pattern, re.IGNORECASE)
    return [bool(written.search(title) or written.search(body) or any_case.search(title)) for title, body in papers]


def faults(name, names, members, texts):
    """The reasons why a name fails."""
    found = []
    parts = unaccented(name).split(" and ")
    order = list(texts)
    papers = [texts[paper] for paper in order]
    inside = [index for index, paper in enumerate(order) if paper in members]
    least_lift = min(LEAST_LIFT, 0.6 / (len(inside) / len(order)))
    shares = []
    for part in parts:
        held = rate(part, papers)
        share = sum(held[index] for index in inside) / len(inside)
        lift = share / max(sum(held) / len(held), 1e-9)
        shares.append(share)
        if share < LEAST_SHARE:
            found.append(f"“{part}” is written in {share:.1%} of its papers")
        if lift < least_lift:
            found.append(f"“{part}” is written {lift:.1f} times as often as in the corpus")
    words = name.replace("-", " ").split()
    single = all(" " not in part and "-" not in part for part in parts)
    if single and (len(parts) > 1 or "," in name or shares[0] < 0.25):
        found.append("single words")
    stems = [stem(word) for word in words if word.lower() not in {"and", "of"}]
    if len(set(stems)) < len(stems):
        found.append("a stem twice")
    if len(name.split()) > 7:
        found.append("longer than seven words")
    first = name.split()[0]
    if first[0].islower() and not any(character.isupper() for character in first[1:]) and first[1:2] != "-":
        found.append("no capital")
    if names.count(name) > 1:
        found.append("not the only one of its name")
    return found


def check(run):
    run = pathlib.Path(run)
    report = json.loads((run / "themes.json").read_text())
    discovered = [theme for theme in report["themes"] if theme["kind"] == "discovered"]
    texts = texts_of(run)
    members = {theme["key"]: set() for theme in discovered}
    with open(run / "papers.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["theme"] in members:
                members[row["theme"]].add(row["id"])
    names = [theme["name"] for theme in discovered]
    good = 0
    for theme in discovered:
        wrong = faults(theme["name"], names, members[theme["key"]], texts)
        good += not wrong
        print(f"{len(members[theme['key']]):7} {theme['name']}" + "".join(f"\n        - {fault}" for fault in wrong))
    for group in report["hierarchy"]:
        children = {cluster["cluster"]: cluster["name"] for cluster in report["clusters"]}
        print(f"  group {group['name']}: " + "; ".join(children[cluster] for cluster in group["clusters"]))
    print(f"{run.name}: {good} of {len(discovered)} names pass ({good / max(len(discovered), 1):.0%})")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        check(argument)
