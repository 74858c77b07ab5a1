#!/usr/bin/env python3
"""Measures how often thema claims what it should not (strange texts among papers, papers for an analyst's taxonomy), and whether
an update finds fields that the run never saw.

    benches/evidence.py target/release/thema DUMP strangers [--papers 2500] [--seed 1]
    benches/evidence.py target/release/thema DUMP taxonomies [--papers 12000] [--seed 5] [--only tuneA]
    benches/evidence.py target/release/thema DUMP ceilings [--papers 12000] [--seed 5]
    benches/evidence.py target/release/thema DUMP claims [--papers 2000] [--seed 7]
    benches/evidence.py target/release/thema DUMP births [--papers 6000] [--seed 1] [--choices 20]
    benches/evidence.py target/release/thema DUMP trickle [--each 40] [--seed 1] [--choices 8]
    benches/evidence.py target/release/thema DUMP far [--each 200] [--seed 1]
    benches/evidence.py target/release/thema DUMP headings [--papers 6000] [--seed 1] [--choices 10]
    benches/evidence.py target/release/thema DUMP leftovers [--papers 8000] [--seed 3]
    benches/evidence.py target/release/thema DUMP counts [--papers 12000] [--seed 1] [--choices 10] [--labels LABELS]

DUMP is JSON lines in the schema of the Kaggle arXiv snapshot.

`strangers` adds the invented texts of tests/not_papers.jsonl to the papers and counts which are set aside. The field `tuned` marks
the kinds of text that were looked at while bounds were chosen.

`taxonomies` judges the taxonomies in benches/evidence by categories with cross-lists. They were written before any result was
seen; those whose names begin with `tune` were looked at while rules were chosen.

`ceilings` gives what a classifier reaches in five-fold cross-validation, trained on the categories of four fifths of the papers and
judged on the rest, with the threshold that suits it best: logistic regression on weighted terms. Needs scikit-learn; everything else
needs only the standard library.

`claims` gives the share of papers that the shipped taxonomies claim among papers outside their category, and among papers in it.

`births` draws twenty categories per choice: a run on papers of seventeen, then an update with 1,200 papers of the seventeen and 250
of each of the other three, which the run never saw, not even as cross-lists. Then `assign` places the papers of the newborn themes
as if they came alone, and a second update brings 200 more papers of each of the three. Seeds 1 to 12 and 101 to 112 were looked at
while the rules were chosen.

`trickle` brings three unseen fields in eight updates, each with 200 papers of known fields and `--each` of every new one.

`far` brings papers of one field to a run of another that has nothing to do with it, `--each` in a first update and half as many in
a second one.

`headings` is `births` beside the taxonomies of benches/evidence, one choice each in turn: how many papers of the unseen fields are in
themes of the taxonomy after the update and in a run of all, how many of both are in the same one, and how many of the fields that
are no heading's are in newborn themes.

`leftovers` gives the share of papers that fit no theme beside these taxonomies: of three quarters of the papers in a run, and of the
others in an update.

`counts` gives the number of clusters chosen with ten seeds, and for ten samples of nine tenths of the papers. With LABELS, a CSV
file with the columns `id` and `label`, it also gives the agreement of these clusters with the labels.
"""
import argparse
import csv
import json
import random
import statistics
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent


def sample(dump, papers, seed):
    with open(dump, encoding="utf-8") as lines:
        lines = list(lines)
    return random.Random(seed).sample(lines, min(papers, len(lines)))


def repaired(identifier):
    """An arXiv identifier as thema repairs it after a spreadsheet stored it as a number."""
    try:
        number = float(identifier)
    except ValueError:
        return identifier
    digits = 5 if number >= 1501 else 4
    return f"{number:0{5 + digits}.{digits}f}"


def run(thema, lines, folder, *arguments):
    (folder / "papers.jsonl").write_text("".join(lines), encoding="utf-8")
    command = [thema, "run", str(folder / "papers.jsonl"), "--out", str(folder / "run"), "-q", *arguments]
    subprocess.run(command, check=True)
    with open(folder / "run" / "papers.csv", encoding="utf-8", newline="") as table:
        return {row["id"]: row for row in csv.DictReader(table)}


def strangers(options, folder):
    papers = sample(options.dump, options.papers, options.seed)
    texts = [json.loads(line) for line in (HERE.parent / "tests/not_papers.jsonl").read_text("utf-8").splitlines()]
    lines = []
    for number, text in enumerate(texts):
        record = json.loads(papers[number % len(papers)])
        identifier = f"9901.{number:05}"
        record |= {"id": identifier, "title": text["title"], "abstract": text["abstract"], "doi": None, "authors": "A. N. Other"}
        record |= {"comments": None, "journal-ref": None}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
        text["id"] = identifier
    rows = run(options.thema, papers + lines, folder, "--no-taxonomy", *options.with_flags)
    strange = {text["id"]: text for text in texts}
    for kinds in (True, False):
        of = [text for text in texts if text["tuned"] == kinds]
        aside = [text for text in of if text["id"] in rows and rows[text["id"]]["outlier"]]
        missed = Counter(text["kind"] for text in of if text not in aside)
        print(f"{'kinds looked at' if kinds else 'kinds not seen':16} {len(aside)} of {len(of)} set aside; missed {dict(missed)}")
    reasons = Counter(rows[key]["outlier"] for key in strange if key in rows)
    print("reasons of texts:", dict(reasons))
    honest = [row for key, row in rows.items() if key not in strange]
    aside = Counter(row["outlier"] for row in honest if row["outlier"])
    print(f"papers set aside: {sum(aside.values())} of {len(honest)} ({sum(aside.values()) / len(honest):.2%}) {dict(aside)}")


def taxonomies(options, folder):
    lines = sample(options.dump, options.papers, options.seed)
    categories = {}
    for line in lines:
        record = json.loads(line)
        categories[repaired(record["id"])] = set(record["categories"].split())
    for name, themes in json.loads((HERE / "evidence/categories.json").read_text()).items():
        if options.only and name != options.only:
            continue
        rows = run(options.thema, lines, folder, "--force", "--clusters", "40", "--taxonomy", str(HERE / f"evidence/{name}.toml"), *options.with_flags)
        scores = []
        for theme, wanted in themes.items():
            true = {key for key, of in categories.items() if of & set(wanted)}
            claimed = {key for key, row in rows.items() if row["theme"] == theme and not row["outlier"]}
            hits = len(true & claimed)
            precision, recall = hits / max(1, len(claimed)), hits / max(1, len(true))
            scores.append(2 * precision * recall / max(1e-9, precision + recall))
            print(f"  {theme:22} precision {precision:.2f} recall {recall:.2f} F1 {scores[-1]:.2f} claimed {len(claimed)} of {len(true)}")
        print(f"{name}: macro-F1 {sum(scores) / len(scores):.3f}")


def ceilings(options, _folder):
    import numpy
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import cross_val_predict

    records = [json.loads(line) for line in sample(options.dump, options.papers, options.seed)]
    texts = [f"{record['title']} {record['title']} {record['abstract']}" for record in records]
    rows = TfidfVectorizer(sublinear_tf=True, min_df=3, stop_words="english").fit_transform(texts)
    for name, themes in json.loads((HERE / "evidence/categories.json").read_text()).items():
        scores = []
        for wanted in themes.values():
            true = numpy.array([bool(set(record["categories"].split()) & set(wanted)) for record in records])
            learner = LogisticRegression(C=10.0, max_iter=300)
            said = cross_val_predict(learner, rows, true, cv=5, method="predict_proba")[:, 1]
            best = 0.0
            for threshold in range(10, 61, 2):
                claimed = said > threshold / 100
                best = max(best, 2 * sum(claimed & true) / max(1, sum(claimed) + sum(true)))
            scores.append(float(best))
        print(f"{name}: macro-F1 {sum(scores) / len(scores):.3f}  {[round(score, 2) for score in scores]}")


def claims(options, folder):
    with open(options.dump, encoding="utf-8") as lines:
        lines = list(lines)
    for field in ("cs.DC", "cs.CL", "quant-ph"):
        name = field.lower().replace(".", "-")
        of = [set(json.loads(line)["categories"].split()) for line in lines]
        others = [line for line, categories in zip(lines, of) if field not in categories]
        own = [line for line, categories in zip(lines, of) if field in categories]
        for what, pool in (("other papers", others), ("own papers", own)):
            papers = random.Random(options.seed).sample(pool, min(options.papers, len(pool)))
            taxonomy = HERE.parent / f"data/taxonomies/{name}.toml"
            rows = run(options.thema, papers, folder, "--taxonomy", str(taxonomy), "--force", *options.with_flags)
            with open(folder / "run" / "themes.csv", encoding="utf-8", newline="") as table:
                wanted = {row["theme"] for row in csv.DictReader(table) if row["kind"] == "taxonomy"}
            claimed = Counter(row["theme"] for row in rows.values() if row["theme"] in wanted and not row["outlier"])
            print(f"{name:8} {what:12} claimed {claimed.total() / len(rows):.2%} {dict(claimed)}", flush=True)


# Categories that are not fields: catch-alls, duplicates of other categories, and names from before 2000.
NO_FIELDS = set(
    "cond-mat.other cs.OH cs.NA eess.SY math-ph math.GM math.HO physics.gen-ph physics.hist-ph physics.pop-ph q-bio.OT q-fin.GN stat.OT"
    " astro-ph chao-dyn cmp-lg cond-mat alg-geom dg-ga funct-an patt-sol q-alg solv-int".split()
)


def numbered(number, line):
    """Categories and line of a record, with a new identifier: some in the dump are damaged because they were stored as numbers."""
    record = json.loads(line)
    record["id"] = f"{1001 + number // 100_000}.{number % 100_000:05}"
    return record["categories"].split(), json.dumps(record, ensure_ascii=False) + "\n"


def numbered_papers(dump):
    """Categories and lines of the papers, and the numbers of those in every category."""
    with open(dump, encoding="utf-8") as dump:
        papers = [numbered(number, line) for number, line in enumerate(dump)]
    of_field = {}
    for number, (categories, _) in enumerate(papers):
        of_field.setdefault(categories[0], []).append(number)
    return papers, of_field


def choices_of_fields(options, papers, of_field):
    """Per choice: its seed, its generator, three unseen categories and the papers of seventeen others, shuffled."""
    fields = sorted(field for field, of in of_field.items() if len(of) >= 600 and field not in NO_FIELDS)
    for seed in range(options.seed, options.seed + options.choices):
        draw = random.Random(seed)
        chosen = draw.sample(fields, 20)
        unseen, known = chosen[:3], chosen[3:]
        pool = [number for field in known for number in draw.sample(of_field[field], min(500, len(of_field[field])))]
        pool = [number for number in pool if not set(papers[number][0]) & set(unseen)]
        draw.shuffle(pool)
        yield seed, draw, unseen, pool


def print_means(measured):
    for name in measured[0]:
        values = sorted(shares[name] for shares in measured)
        print(f"{name:28} mean {sum(values) / len(values):.1%}, from {values[0]:.1%} to {values[-1]:.1%}")


def themes_of(run):
    with open(run / "papers.csv", encoding="utf-8", newline="") as table:
        return {row["id"]: row["theme"] for row in csv.DictReader(table)}


def births(options, folder):
    papers, of_field = numbered_papers(options.dump)
    measured = []
    for seed, draw, unseen, pool in choices_of_fields(options, papers, of_field):
        begun, added = pool[: options.papers], pool[options.papers : options.papers + 1_200]
        new = {field: draw.sample(of_field[field], 250) for field in unseen}
        before = run(options.thema, [papers[number][1] for number in begun], folder, "--no-taxonomy", "--force", *options.with_flags)
        update = folder / "update.jsonl"
        update.write_text("".join(papers[number][1] for number in sum(new.values(), added)), encoding="utf-8")
        subprocess.run([options.thema, "update", str(folder / "run"), str(update), "-q"], check=True)
        theme_of = themes_of(folder / "run")
        assign = subprocess.run([options.thema, "assign", str(folder / "run"), str(update)], check=True, capture_output=True, text=True)
        alone = {row["id"]: row["theme"] for row in csv.DictReader(assign.stdout.splitlines())}
        field_of = {json.loads(papers[number][1])["id"]: field for field, numbers in new.items() for number in numbers}
        stood = {row["theme"] for row in before.values()}
        newborn = {}
        for key, theme in theme_of.items():
            if theme not in stood:
                newborn.setdefault(theme, Counter())[field_of.get(key, "known")] += 1
        pure = found = 0
        for members in newborn.values():
            field, most = members.most_common(1)[0]
            pure += most if field != "known" else 0
            if field != "known" and most >= 0.9 * members.total():
                found += most
        in_newborn = sum(members.total() for members in newborn.values())
        # A paper that shares its DOI with one of the run is not added.
        founders = [key for key in alone if key in theme_of and theme_of[key] not in stood]
        later = [number for field in unseen for number in draw.sample(sorted(set(of_field[field]) - set(new[field])), 200)]
        update.write_text("".join(papers[number][1] for number in later), encoding="utf-8")
        subprocess.run([options.thema, "update", str(folder / "run"), str(update), "-q"], check=True)
        now = themes_of(folder / "run")
        came = [json.loads(papers[number][1])["id"] for number in later]
        taken = sum(1 for key, theme in theme_of.items() if theme not in stood and key not in before and key not in field_of)
        moved = sum(1 for key, row in before.items() if theme_of[key] != row["theme"])
        shares = {
            "in newborn themes": sum(1 for key in field_of if theme_of.get(key) not in stood) / len(field_of),
            "in pure ones": found / len(field_of),
            "purity": pure / max(1, in_newborn),
            "known taken": taken / 1_200,
            "moved": moved / len(before),
            "founders given back": sum(alone[key] == theme_of[key] for key in founders) / max(1, len(founders)),
            "later ones in newborn themes": sum(now.get(key, "") not in stood | {""} for key in came) / len(came),
        }
        measured.append(shares)
        said = ", ".join(f"{name} {share:.1%}" for name, share in shares.items())
        print(f"seed {seed:2} {' '.join(unseen):36} {len(newborn)} born: {said}", flush=True)
    print_means(measured)


UPDATES = 8
ADDED = 200


def trickle(options, folder):
    papers, of_field = numbered_papers(options.dump)
    measured = []
    for seed, draw, unseen, pool in choices_of_fields(options, papers, of_field):
        more = {field: draw.sample(of_field[field], UPDATES * options.each) for field in unseen}
        before = run(options.thema, [papers[number][1] for number in pool[: options.papers]], folder, "--no-taxonomy", "--force")
        stood = {row["theme"] for row in before.values()}
        field_of = {}
        for update in range(UPDATES):
            added = dict.fromkeys(pool[options.papers + ADDED * update :][:ADDED], "known")
            for field, numbers in more.items():
                added |= dict.fromkeys(numbers[options.each * update :][: options.each], field)
            field_of |= {json.loads(papers[number][1])["id"]: field for number, field in added.items()}
            (folder / "update.jsonl").write_text("".join(papers[number][1] for number in added), encoding="utf-8")
            subprocess.run([options.thema, "update", str(folder / "run"), str(folder / "update.jsonl"), "-q"], check=True)
        newborn = {}
        for key, theme in themes_of(folder / "run").items():
            if theme not in stood:
                newborn.setdefault(theme, Counter())[field_of.get(key, "known")] += 1
        taken = sum(newborn.values(), Counter())
        came = Counter(field_of.values())
        largest = [members.most_common(1)[0] for members in newborn.values()]
        shares = {
            "in newborn themes": sum(taken[field] for field in unseen) / sum(came[field] for field in unseen),
            "purity": sum(most for field, most in largest if field != "known") / max(1, taken.total()),
            "known taken": taken["known"] / came["known"],
            "themes of known papers": sum(field == "known" for field, _ in largest) / max(1, len(newborn)),
        }
        measured.append(shares)
        said = ", ".join(f"{name} {share:.1%}" for name, share in shares.items())
        print(f"seed {seed:2} {' '.join(unseen):36} {len(newborn)} born: {said}", flush=True)
    print_means(measured)


# Fields of a run and of an update, far from each other.
FAR = [
    ("cs.DC", "physics.plasm-ph"), ("cs.DC", "math.AT"), ("cs.DC", "q-bio.NC"), ("cs.SI", "math.AG"), ("cs.SI", "astro-ph.EP"),
    ("cs.CL", "hep-th"), ("astro-ph.EP", "cs.SE"), ("q-bio.NC", "cs.DC"), ("math.AG", "cs.SI"), ("math.AP", "cs.CV"),
]


def far(options, folder):
    papers, of_field = numbered_papers(options.dump)
    for known, new in FAR:
        draw = random.Random(options.seed)
        stands = [number for number in of_field[known] if new not in papers[number][0]][: options.papers]
        come = draw.sample([number for number in of_field[new] if known not in papers[number][0]], options.each * 3 // 2)
        before = run(options.thema, [papers[number][1] for number in stands[100:]], folder, "--no-taxonomy", "--force")
        stood = {row["theme"] for row in before.values()}
        said = []
        for numbers in (come[: options.each] + stands[:100], come[options.each :]):
            (folder / "update.jsonl").write_text("".join(papers[number][1] for number in numbers), encoding="utf-8")
            subprocess.run([options.thema, "update", str(folder / "run"), str(folder / "update.jsonl"), "-q"], check=True)
            with open(folder / "run" / "papers.csv", encoding="utf-8", newline="") as table:
                rows = {row["id"]: row for row in csv.DictReader(table)}
            # A paper that shares its DOI with another is not there.
            def rows_of(numbers):
                keys = (json.loads(papers[number][1])["id"] for number in numbers)
                return [rows[key] for key in keys if key in rows]

            came = rows_of([number for number in numbers if number not in stands])
            born = sum(row["theme"] not in stood for row in came) / len(came)
            strange = sum(row["outlier"] == "off_topic" for row in came) / len(came)
            said.append(f"{born:4.0%} in newborn themes, {strange:4.0%} off topic")
        taken = sum(row["theme"] not in stood for row in rows_of(stands))
        print(f"{known:11} {new:17} {said[0]}; then {said[1]}; known taken {taken / len(stands):.1%}", flush=True)


def taxonomies_of_evidence():
    for name, themes in json.loads((HERE / "evidence/categories.json").read_text()).items():
        yield str(HERE / f"evidence/{name}.toml"), set(themes), {category for wanted in themes.values() for category in wanted}


def headings(options, folder):
    papers, of_field = numbered_papers(options.dump)
    offered = list(taxonomies_of_evidence())
    sums = Counter()
    for at, (seed, draw, unseen, pool) in enumerate(choices_of_fields(options, papers, of_field)):
        taxonomy, keys, wanted = offered[at % len(offered)]
        begun, added = pool[: options.papers], pool[options.papers : options.papers + 1_200]
        new = [number for field in unseen for number in draw.sample(of_field[field], 250)]
        lines = [[papers[number][1] for number in numbers] for numbers in (begun, new + added)]
        flags = ["--taxonomy", taxonomy, "--force"]
        stood = {row["theme"] for row in run(options.thema, lines[0], folder, *flags).values()}
        (folder / "update.jsonl").write_text("".join(lines[1]), encoding="utf-8")
        subprocess.run([options.thema, "update", str(folder / "run"), str(folder / "update.jsonl"), "-q"], check=True)
        now = themes_of(folder / "run")
        of_all = {key: row["theme"] for key, row in run(options.thema, lines[0] + lines[1], folder, *flags).items()}
        ids = {json.loads(papers[number][1])["id"]: not wanted & set(papers[number][0]) for number in new}
        ids = {key: foreign for key, foreign in ids.items() if key in now and key in of_all}
        counted = {
            "unseen papers": len(ids),
            "in headings by a run of all": sum(of_all[key] in keys for key in ids),
            "in headings by the update": sum(now[key] in keys for key in ids),
            "in the same heading": sum(now[key] in keys and now[key] == of_all[key] for key in ids),
            "foreign": sum(ids.values()),
            "foreign in newborn themes": sum(foreign and now[key] not in stood for key, foreign in ids.items()),
        }
        sums.update(counted)
        print(f"seed {seed:2} {Path(taxonomy).stem:6} {' '.join(unseen):36} {counted}", flush=True)
    print(dict(sums))


def leftovers(options, folder):
    lines = sample(options.dump, options.papers, options.seed)
    first = len(lines) * 3 // 4
    for taxonomy, _, _ in taxonomies_of_evidence():
        before = {key: row["theme"] for key, row in run(options.thema, lines[:first], folder, "--taxonomy", taxonomy, "--force").items()}
        (folder / "update.jsonl").write_text("".join(lines[first:]), encoding="utf-8")
        subprocess.run([options.thema, "update", str(folder / "run"), str(folder / "update.jsonl"), "-q"], check=True)
        added = [theme for key, theme in themes_of(folder / "run").items() if key not in before]
        shares = [sum(theme == "other" for theme in themes) / len(themes) for themes in (before.values(), added)]
        print(f"{Path(taxonomy).stem:6} fit no theme: {shares[0]:.2%} of the run, {shares[1]:.2%} of the update", flush=True)


def counts(options, folder):
    papers = sample(options.dump, options.papers, options.seed)
    seeds = range(options.seed, options.seed + options.choices)
    tries = {
        "seeds": [(papers, seed) for seed in seeds],
        "nine tenths": [(random.Random(seed).sample(papers, len(papers) * 9 // 10), options.seed) for seed in seeds],
    }
    for what, runs in tries.items():
        clusters, agreements = [], []
        for lines, seed in runs:
            run(options.thema, lines, folder, "--no-taxonomy", "--force", "--seed", str(seed), *options.with_flags)
            quality = json.loads((folder / "run" / "quality.json").read_text(encoding="utf-8"))
            clusters.append(quality["cluster_count"]["clusters"])
            if options.labels:
                command = [options.thema, "--json", "eval", str(folder / "run"), "--labels", options.labels]
                scores = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
                agreements.append(scores["agreement"]["v_measure"])
        mean = statistics.mean(clusters)
        print(f"{what:11} {clusters}: mean {mean:.1f}, standard deviation {statistics.stdev(clusters) / mean:.1%} of it", flush=True)
        if agreements:
            print(f"{'':11} V-measure: mean {statistics.mean(agreements):.3f}, from {min(agreements):.3f} to {max(agreements):.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("thema")
    parser.add_argument("dump")
    parser.add_argument("what", choices=["strangers", "taxonomies", "ceilings", "claims", "births", "trickle", "far", "headings", "leftovers", "counts"])
    parser.add_argument("--papers", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--choices", type=int)
    parser.add_argument("--each", type=int, default=40)
    parser.add_argument("--labels")
    parser.add_argument("--only")
    parser.add_argument("--with-flags", nargs="*", default=[])
    options = parser.parse_args()
    measures = {
        "strangers": (strangers, 2_500, 1),
        "taxonomies": (taxonomies, 12_000, 1),
        "ceilings": (ceilings, 12_000, 1),
        "claims": (claims, 2_000, 1),
        "births": (births, 6_000, 20),
        "trickle": (trickle, 5_000, 8),
        "far": (far, 3_000, 1),
        "headings": (headings, 6_000, 10),
        "leftovers": (leftovers, 8_000, 1),
        "counts": (counts, 12_000, 10),
    }
    measure, papers, choices = measures[options.what]
    options.papers = options.papers or papers
    options.choices = options.choices or choices
    with tempfile.TemporaryDirectory() as folder:
        measure(options, Path(folder))


if __name__ == "__main__":
    main()
