"""Compares thema's parsers with those of other projects, on generated records whose fields are all known.

`parsers.py THEMA [--records N] [--seed N] [--json FILE]` writes N records in each format as the service writes them, and reads
them with thema (`thema ingest`, whose corpus pyarrow reads) and with the peer. For each field it prints how many records each
of the two returns as written. `parsers_requirements.txt` pins the peers. Exits with 1 if thema returns anything else.
"""

import argparse
import gzip
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from html import escape

FIELDS = ["title", "abstract", "authors", "date", "id", "keywords"]
WORDS = ("queues waiting lines of service in the heavy traffic limit networks with many servers customers arrive and leave "
         "naïve Schrödinger Gödel façade coöperate Ångström α-stable R&D AT&T n<5 x>y 50% C# it's \"so-called\" (open) [sic] "
         "CO2 p=.05 e.g. i.e. vs. O(n) {1,2} under_score ~5 $5 #1 — – …").split()
GIVEN = "Ann Bo José Zoë Søren Jürgen Agnès Łukasz Mary-Jane J. R.".split()
FAMILY = "One Two García Müller Ångström O'Neill Brontë-Smith Nguyễn Çelik Øster".split()
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
LATEX = {"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "$": r"\$", "~": r"\textasciitilde{}", "ü": r'{\"u}', "é": r"{\'e}",
         "ö": r'{\"o}', "ø": r"{\o}", "Ø": r"{\O}", "ç": r"{\c c}", "Å": r"{\AA}", "{": r"\{", "}": r"\}"}


def records(count, seed):
    """Papers whose fields are all known."""
    draw = random.Random(seed)
    for number in range(1, count + 1):
        def text(words):
            return " ".join(draw.choice(WORDS) for _ in range(words))

        yield {
            "title": f"Paper {number} on {text(draw.randrange(3, 14))} queues",
            "abstract": f"We study {text(draw.randrange(20, 160))} and wait.",
            "authors": [f"{draw.choice(GIVEN)} {draw.choice(FAMILY)}" for _ in range(draw.randrange(1, 9))],
            "date": (date(1995, 1, 1) + timedelta(draw.randrange(11_000))).isoformat(),
            "id": f"10.1234/q.{number}",
            "keywords": draw.sample(["waiting lines", "heavy traffic", "servers", "Schrödinger", "R&D", "networks"], draw.randrange(4)),
        }


def inverted(name):
    """`Family, Given`."""
    given, family = name.rsplit(" ", 1)
    return f"{family}, {given}"


def spoken(name):
    """`Given Family`."""
    family, _, given = name.partition(", ")
    return f"{given} {family}".strip()


def wrapped(tag, text, width=80):
    """A field wrapped into MEDLINE lines."""
    lines, line = [], f"{tag:4}-"
    for word in text.split(" "):
        if len(line) + len(word) >= width:
            lines.append(line)
            line = "     "
        line += " " + word
    return "\n".join([*lines, line])


class Bibtex:
    """BibTeX with accents and symbols in LaTeX, read by bibtexparser."""

    suffix = ".bib"

    def write(self, papers):
        def latex(text):
            return "".join(LATEX.get(character, character) for character in text)

        return "\n".join(
            f"@article{{key{number},\n  title = {{{latex(paper['title'])}}},\n  author = {{"
            f"{' and '.join(latex(inverted(name)) for name in paper['authors'])}}},\n  abstract = {{{latex(paper['abstract'])}}},\n"
            f"  date = {{{paper['date']}}},\n  doi = {{{paper['id']}}},\n"
            f"  keywords = {{{latex(', '.join(paper['keywords']))}}},\n}}\n" for number, paper in enumerate(papers))

    def read(self, path):
        import bibtexparser
        from bibtexparser import middlewares

        layers = [middlewares.LatexDecodingMiddleware(), middlewares.SeparateCoAuthors(), middlewares.SplitNameParts(),
                  middlewares.MergeNameParts(style="first")]
        library = bibtexparser.parse_string(path.read_text(encoding="utf-8"), append_middleware=layers)
        for entry in library.entries:
            field = {name: value.value for name, value in entry.fields_dict.items()}
            yield {"title": field["title"], "abstract": field["abstract"], "authors": field["author"], "date": field["date"],
                   "id": field["doi"], "keywords": [word for word in field.get("keywords", "").split(", ") if word]}


class Ris:
    """RIS, read by rispy."""

    suffix = ".ris"

    def write(self, papers):
        return "\n".join("\n".join([
            "TY  - JOUR", f"TI  - {paper['title']}", *(f"AU  - {inverted(name)}" for name in paper["authors"]),
            f"AB  - {paper['abstract']}", f"PY  - {paper['date'][:4]}", f"DA  - {paper['date'].replace('-', '/')}",
            f"DO  - {paper['id']}", *(f"KW  - {word}" for word in paper["keywords"]), "ER  - ", ""]) for paper in papers)

    def read(self, path):
        import rispy

        for entry in rispy.loads(path.read_text(encoding="utf-8")):
            yield {"title": entry["title"], "abstract": entry["abstract"], "authors": [*map(spoken, entry["authors"])],
                   "date": entry["date"].replace("/", "-"), "id": entry["doi"], "keywords": entry.get("keywords", [])}


class Nbib:
    """PubMed's MEDLINE export, read by nbib."""

    suffix = ".nbib"

    def write(self, papers):
        def day(text):
            year, month, day = text.split("-")
            return f"{year} {MONTHS[int(month) - 1].capitalize()} {int(day)}"

        return "\n".join("\n".join([
            f"PMID- {990_000 + number}", wrapped("TI", paper["title"] + "."), wrapped("AB", paper["abstract"]),
            *(f"FAU - {inverted(name)}" for name in paper["authors"]), f"DP  - {day(paper['date'])}",
            f"LID - {paper['id']} [doi]", f"AID - {paper['id']} [doi]", *(f"OT  - {word}" for word in paper["keywords"]), ""])
            for number, paper in enumerate(papers))

    def read(self, path):
        import nbib

        for entry in nbib.read_file(str(path)):
            year, month, day = entry["publication_date"].split()
            yield {"title": entry["title"].removesuffix("."), "abstract": entry["abstract"],
                   "authors": [spoken(author["author"]) for author in entry["authors"]],
                   "date": f"{year}-{MONTHS.index(month.lower()) + 1:02}-{int(day):02}", "id": entry.get("doi"),
                   "keywords": entry.get("keywords", [])}


class PubMed:
    """PubMed's XML, read by pubmed_parser."""

    suffix = ".xml.gz"

    def write(self, papers):
        def article(number, paper):
            year, month, day = paper["date"].split("-")
            names = "".join("<Author><LastName>{}</LastName><ForeName>{}</ForeName></Author>".format(
                *escape(inverted(name), quote=False).split(", ")) for name in paper["authors"])
            keywords = "".join(f"<Keyword>{escape(word)}</Keyword>" for word in paper["keywords"])
            return (f"<PubmedArticle><MedlineCitation><PMID>{990_000 + number}</PMID><Article><Journal><JournalIssue><PubDate>"
                    f"<Year>{year}</Year><Month>{MONTHS[int(month) - 1].capitalize()}</Month><Day>{day}</Day></PubDate>"
                    f"</JournalIssue><Title>Queues</Title></Journal><ArticleTitle>{escape(paper['title'])}.</ArticleTitle>"
                    f"<Abstract><AbstractText>{escape(paper['abstract'])}</AbstractText></Abstract><AuthorList>{names}"
                    f"</AuthorList></Article><KeywordList>{keywords}</KeywordList></MedlineCitation><PubmedData><ArticleIdList>"
                    f'<ArticleId IdType="doi">{paper["id"]}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>')

        articles = "\n".join(article(number, paper) for number, paper in enumerate(papers))
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<PubmedArticleSet>\n{articles}\n</PubmedArticleSet>\n'

    def read(self, path):
        import pubmed_parser

        for entry in pubmed_parser.parse_medline_xml(str(path), year_info_only=False):
            authors = [author.split("|") for author in entry["authors"].split(";") if author]
            yield {"title": entry["title"].removesuffix("."), "abstract": entry["abstract"],
                   "authors": [f"{parts[1]} {parts[0]}" for parts in authors], "date": entry["pubdate"], "id": entry["doi"],
                   "keywords": [word.strip() for word in entry["keywords"].split(";") if word]}


class Atom:
    """arXiv's API, read by feedparser; it has no keywords."""

    suffix = ".xml"

    def write(self, papers):
        def entry(number, paper):
            names = "".join(f"<author><name>{escape(name)}</name></author>" for name in paper["authors"])
            return (f"<entry><id>http://arxiv.org/abs/2401.{number:05}v1</id><published>{paper['date']}T00:00:00Z</published>"
                    f"<updated>{paper['date']}T00:00:00Z</updated><title>{escape(paper['title'])}</title>"
                    f"<summary>{escape(paper['abstract'])}</summary>{names}<arxiv:doi>{paper['id']}</arxiv:doi></entry>")

        entries = "\n".join(entry(number, paper) for number, paper in enumerate(papers, 1))
        return ('<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" '
                f'xmlns:arxiv="http://arxiv.org/schemas/atom"><id>http://arxiv.org/api/x</id>\n{entries}\n</feed>\n')

    def read(self, path):
        import feedparser

        for entry in feedparser.parse(str(path), sanitize_html=False).entries:
            yield {"title": entry.title, "abstract": entry.summary, "authors": [author.name for author in entry.authors],
                   "date": entry.published[:10], "id": entry.arxiv_doi, "keywords": []}


class OaiPmh:
    """Dublin Core from an OAI-PMH repository, read by sickle."""

    suffix = ".xml"

    def write(self, papers):
        def record(number, paper):
            def elements(name, texts):
                return "".join(f"<dc:{name}>{escape(text)}</dc:{name}>" for text in texts)

            return (f"<record><header><identifier>oai:example.org:{number}</identifier><datestamp>2024-01-01</datestamp></header>"
                    '<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" '
                    f'xmlns:dc="http://purl.org/dc/elements/1.1/">{elements("title", [paper["title"]])}'
                    f'{elements("creator", map(inverted, paper["authors"]))}{elements("subject", paper["keywords"])}'
                    f'{elements("description", [paper["abstract"]])}{elements("date", [paper["date"]])}'
                    f'{elements("identifier", ["doi:" + paper["id"]])}</oai_dc:dc></metadata></record>')

        listed = "\n".join(record(number, paper) for number, paper in enumerate(papers))
        return ('<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>\n'
                f"{listed}\n</ListRecords></OAI-PMH>\n")

    def read(self, path):
        from lxml import etree
        from sickle.models import Record

        for element in etree.parse(path).iter("{http://www.openarchives.org/OAI/2.0/}record"):
            field = Record(element).metadata
            yield {"title": field["title"][0], "abstract": field["description"][0], "authors": [*map(spoken, field["creator"])],
                   "date": field["date"][0], "id": field["identifier"][0].removeprefix("doi:"), "keywords": field.get("subject", [])}


class Parquet:
    """A table with lists, structs and dates, read by pyarrow."""

    suffix = ".parquet"

    def write(self, papers):
        import io

        import pyarrow
        import pyarrow.parquet

        rows = [{"title": paper["title"], "abstract": paper["abstract"], "authors": [{"name": name} for name in paper["authors"]],
                 "published": date.fromisoformat(paper["date"]), "doi": paper["id"], "keywords": paper["keywords"]} for paper in papers]
        out = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), out)
        return out.getvalue()

    def read(self, path):
        import pyarrow.parquet

        for row in pyarrow.parquet.read_table(path).to_pylist():
            yield {**row, "authors": [author["name"] for author in row["authors"]], "date": row["published"].isoformat(),
                   "id": row["doi"]}


FORMATS = {"bibtex": ("bibtexparser", Bibtex()), "ris": ("rispy", Ris()), "nbib": ("nbib", Nbib()),
           "pubmed": ("pubmed_parser", PubMed()), "arxiv-atom": ("feedparser", Atom()),
           "oai-pmh": ("sickle", OaiPmh()), "parquet": ("pyarrow", Parquet())}


def by_thema(thema, path, name):
    """The records of a file as thema reads them."""
    import pyarrow.parquet

    corpus = path.with_name("corpus.parquet")
    corpus.unlink(missing_ok=True)
    subprocess.run([thema, "ingest", path, "--format", name, "--out", corpus], check=True, capture_output=True)
    for row in pyarrow.parquet.read_table(corpus).to_pylist():
        day = date(1970, 1, 1) + timedelta(seconds=row["submitted"]) if row["submitted"] is not None else None
        day = day if row["submitted_precision"] == "day" else None
        yield {"title": row["title"], "abstract": row["abstract"], "authors": (row["authors"] or "").split("; "),
               "date": day and day.isoformat(), "id": row["doi"],
               "keywords": row["keywords"].split("; ") if row["keywords"] else []}


def unescaped(paper):
    """The paper with dollar signs and braces unescaped. thema leaves escaped ones in abstracts, which are often pasted as printed."""
    return {**paper, "abstract": re.sub(r"\\([${}])", r"\1", paper["abstract"])}


def agreement(found, papers):
    """The number of records that match what was written, by field, and the first three mismatches of all."""
    found = {paper["id"]: paper for paper in found}
    counts, differences = dict.fromkeys(FIELDS, 0), []
    for paper in papers:
        other = found.get(paper["id"], {})
        for field in FIELDS:
            if other.get(field) == paper[field]:
                counts[field] += 1
            elif len(differences) < 3:
                differences.append({"field": field, "written": paper[field], "found": other.get(field)})
    return counts, differences


def main():
    """Compares every format. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("thema", type=pathlib.Path)
    parser.add_argument("--records", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    papers = list(records(arguments.records, arguments.seed))
    results, is_whole = {}, True
    print(f"{'format':12} {'parser':14} " + " ".join(f"{field:>9}" for field in FIELDS))
    for name, (peer, dialect) in FORMATS.items():
        expected = [{**paper, "keywords": []} for paper in papers] if name == "arxiv-atom" else papers
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / f"papers{dialect.suffix}"
            text = dialect.write(papers)
            text = text if isinstance(text, bytes) else text.encode()
            path.write_bytes(gzip.compress(text) if dialect.suffix.endswith(".gz") else text)
            found = {"thema": list(by_thema(arguments.thema.resolve(), path, name)), peer: list(dialect.read(path))}
        if name == "bibtex":
            found["thema"] = [*map(unescaped, found["thema"])]
        for reader, read in found.items():
            counts, differences = agreement(read, expected)
            results[f"{name} {reader}"] = {"records": len(read), **counts, "differences": differences}
            print(f"{name:12} {reader:14} " + " ".join(f"{counts[field]:9}" for field in FIELDS))
            if reader == "thema" and differences:
                is_whole = False
                print(*(f"    {difference}" for difference in differences), sep="\n")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0 if is_whole else 1


if __name__ == "__main__":
    sys.exit(main())
