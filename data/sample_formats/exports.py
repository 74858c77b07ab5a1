"""What other catalogues and reference managers export."""

import csv
import datetime
import io
import json
import textwrap
from html.entities import codepoint2name as NAMES
from xml.sax.saxutils import escape

COLUMNS = ["id", "title", "abstract", "authors", "categories", "published", "updated", "comment"]


def row(paper):
    """A paper as one flat row."""
    return {
        "id": paper["id"],
        "title": paper["title"],
        "abstract": paper["abstract"],
        "authors": "; ".join(paper["authors"]),
        "categories": " ".join(paper["categories"]),
        "published": paper["versions"][0],
        "updated": paper["versions"][-1],
        "comment": paper.get("comment", ""),
    }


def delimited(papers, delimiter):
    """A table with a header, separated by `delimiter`."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(row, papers))
    return text.getvalue()


def ndjson(papers):
    """One flat object a line."""
    return "".join(json.dumps(row(paper), ensure_ascii=False) + "\n" for paper in papers)


def bibtex(papers):
    """BibTeX as arXiv exports it, with the abstract that reference managers add."""
    out = []
    for paper in papers:
        family = paper["authors"][0].rsplit(" ", 1)[1].lower()
        key = "".join(letter for letter in family if letter.isascii() and letter.isalpha())
        special = str.maketrans({"%": r"\%", "&": r"\&", "#": r"\#"})
        out.append(
            f"@misc{{{key}{paper['id'].replace('.', '')},\n"
            f"      title={{{{{paper['title'].translate(special)}}}}}, \n"
            f"      author={{{' and '.join(paper['authors'])}}},\n"
            f"      year={{{paper['versions'][0][:4]}}},\n"
            f"      eprint={{{paper['id']}}},\n"
            "      archivePrefix={arXiv},\n"
            f"      primaryClass={{{paper['categories'][0]}}},\n"
            f"      url={{https://arxiv.org/abs/{paper['id']}}}, \n"
            f"      abstract={{{paper['abstract'].translate(special)}}}, \n"
            "}\n")
    return "\n".join(out)


def ris(papers):
    """RIS, as reference managers exchange it."""
    out = []
    for paper in papers:
        names = [author.rsplit(" ", 1) for author in paper["authors"]]
        out += [
            "TY  - JOUR",
            f"TI  - {paper['title']}",
            *(f"AU  - {family}, {given}" for given, family in names),
            f"AB  - {paper['abstract']}",
            f"PY  - {paper['versions'][0][:4]}",
            f"DA  - {paper['versions'][0][:10].replace('-', '/')}",
            f"UR  - https://arxiv.org/abs/{paper['id']}",
            *(f"KW  - {code}" for code in paper["categories"]),
            "ER  - ",
            "",
        ]
    return "\n".join(out)


def nbib(papers):
    """PubMed's MEDLINE export, lines wrapped behind their tags."""
    out = []
    for number, paper in enumerate(papers, 1):
        names = [author.rsplit(" ", 1) for author in paper["authors"]]
        out += [
            f"PMID- 9900{number:04}",
            *wrapped("TI", paper["title"] + "."),
            *wrapped("AB", paper["abstract"]),
            *(f"FAU - {family}, {given}" for given, family in names),
            f"DEP - {paper['versions'][0][:10].replace('-', '')}",
            f"DP  - {paper['versions'][0][:4]}",
            "",
        ]
    return "\n".join(out)


def wrapped(tag, text):
    """A field of MEDLINE in lines of 88 characters."""
    return textwrap.wrap(text, 88, initial_indent=f"{tag:4}- ", subsequent_indent="      ", break_long_words=False,
                         break_on_hyphens=False)


def web_of_science(papers):
    """Web of Science, plain text."""
    out = ["FN Clarivate Analytics Web of Science", "VR 1.0"]
    for paper in papers:
        names = [author.rsplit(" ", 1) for author in paper["authors"]]
        day = datetime.date.fromisoformat(paper["versions"][0][:10])
        out += [
            "PT J",
            "AF " + "\n   ".join(f"{family}, {given}" for given, family in names),
            f"TI {paper['title']}",
            f"DE {'; '.join(paper['categories'])}",
            f"AB {paper['abstract']}",
            f"PD {day:%b} {day.day}".upper(),
            f"PY {day.year}",
            f"DI 10.48550/arXiv.{paper['id']}",
            "ER",
            "",
        ]
    return "\n".join([*out, "EF", ""])


def endnote(papers):
    """EndNote's export as text."""
    out = []
    for paper in papers:
        names = [author.rsplit(" ", 1) for author in paper["authors"]]
        out += [
            "%0 Journal Article",
            f"%T {paper['title']}",
            *(f"%A {family}, {given}" for given, family in names),
            f"%D {paper['versions'][0][:4]}",
            f"%8 {paper['versions'][0][:10]}",
            f"%X {paper['abstract']}",
            "%K " + "\n".join(paper["categories"]),
            f"%U https://arxiv.org/abs/{paper['id']}",
            "",
        ]
    return "\n".join(out)


def endnote_xml(papers):
    """EndNote's export as XML."""
    def styled(text):
        return f'<style face="normal" font="default" size="100%">{escape(text)}</style>'

    out = ['<?xml version="1.0" encoding="UTF-8" ?>', "<xml><records>"]
    for number, paper in enumerate(papers, 1):
        names = [author.rsplit(" ", 1) for author in paper["authors"]]
        authors = "".join(f"<author>{styled(f'{family}, {given}')}</author>" for given, family in names)
        keywords = "".join(f"<keyword>{styled(code)}</keyword>" for code in paper["categories"])
        day = paper["versions"][0][:10]
        out += [
            f'<record><rec-number>{number}</rec-number><ref-type name="Journal Article">17</ref-type>',
            f"<contributors><authors>{authors}</authors></contributors>",
            f"<titles><title>{styled(paper['title'])}</title></titles>",
            f"<keywords>{keywords}</keywords>",
            f"<dates><year>{styled(day[:4])}</year><pub-dates><date>{styled(day)}</date></pub-dates></dates>",
            f"<abstract>{styled(paper['abstract'])}</abstract>",
            f"<urls><related-urls><url>{styled('https://arxiv.org/abs/' + paper['id'])}</url></related-urls></urls>",
            "</record>",
        ]
    return "\n".join([*out, "</records></xml>", ""])


def dblp(papers):
    """DBLP's dump, in which arXiv is the journal CoRR and no paper has an abstract."""
    def named(text):
        def letter(character):
            if character.isascii():
                return character
            return f"&{NAMES[ord(character)] if ord(character) < 256 else f'#{ord(character)}'};"

        return "".join(map(letter, escape(text)))

    out = ['<?xml version="1.0" encoding="US-ASCII"?>', '<!DOCTYPE dblp SYSTEM "dblp.dtd">', "<dblp>"]
    for paper in papers:
        volume = "abs/" + paper["id"]
        out += [
            f'<article publtype="informal" key="journals/corr/{volume.replace("/", "-").replace(".", "-")}">',
            *(f"<author>{named(name)}</author>" for name in paper["authors"]),
            f"<title>{named(paper['title'])}{'' if paper['title'].endswith('?') else '.'}</title>",
            f"<year>{paper['versions'][0][:4]}</year><volume>{volume}</volume><journal>CoRR</journal>",
            f'<ee type="oa">https://doi.org/10.48550/arXiv.{paper["id"]}</ee>',
            "</article>",
        ]
    return "\n".join([*out, "</dblp>", ""])


def biorxiv(papers):
    """A page of bioRxiv's API."""
    collection = []
    for paper in papers:
        names = [author.rsplit(" ", 1) for author in paper["authors"]]
        collection.append({
            "doi": f"10.48550/arXiv.{paper['id']}",
            "title": escape(paper["title"]),
            "authors": "; ".join(f"{family}, {given}" for given, family in names),
            "date": paper["versions"][0][:10],
            "version": "1",
            "type": "new results",
            "category": "bioinformatics",
            "jatsxml": "",
            "abstract": escape(paper["abstract"]),
            "published": "NA",
            "server": "biorxiv",
        })
    return json.dumps({"messages": [{"status": "ok"}], "collection": collection}, ensure_ascii=False, indent=1) + "\n"


def lines(papers):
    """One title a line."""
    return "".join(paper["title"] + "\n" for paper in papers)


def openalex(papers):
    """OpenAlex works, one object a line; the abstract is an inverted index."""
    out = []
    for number, paper in enumerate(papers, 1):
        index = {}
        for position, word in enumerate(paper["abstract"].split()):
            index.setdefault(word, []).append(position)
        out.append(json.dumps({
            "id": f"https://openalex.org/W990000{number:04}",
            "doi": f"https://doi.org/10.48550/arxiv.{paper['id']}",
            "title": paper["title"],
            "display_name": paper["title"],
            "publication_year": int(paper["versions"][0][:4]),
            "publication_date": paper["versions"][0][:10],
            "ids": {"openalex": f"https://openalex.org/W990000{number:04}"},
            "primary_location": {"landing_page_url": f"http://arxiv.org/abs/{paper['id']}"},
            "authorships": [{"author": {"display_name": name}} for name in paper["authors"]],
            "abstract_inverted_index": index,
        }, ensure_ascii=False) + "\n")
    return "".join(out)


def csl_work(paper):
    """A paper in the Citation Style Language's JSON."""
    names = [author.rsplit(" ", 1) for author in paper["authors"]]
    return {
        "type": "article",
        "title": paper["title"],
        "DOI": f"10.48550/arXiv.{paper['id']}",
        "author": [{"given": given, "family": family} for given, family in names],
        "issued": {"date-parts": [[int(part) for part in paper["versions"][0][:10].split("-")]]},
    }


def csl_json(papers):
    """The list that reference managers export."""
    items = [{"id": paper["id"], **csl_work(paper), "abstract": paper["abstract"],
              "keyword": ", ".join(paper["categories"])} for paper in papers]
    return json.dumps(items, ensure_ascii=False, indent=1) + "\n"


def crossref(papers):
    """A page of Crossref's API: titles in lists, abstracts in JATS."""
    items = [{"reference-count": 0, **csl_work(paper), "title": [escape(paper["title"])], "subject": paper["categories"],
              "abstract": f"<jats:p>{escape(paper['abstract'])}</jats:p>"} for paper in papers]
    page = {"status": "ok", "message-type": "work-list", "message": {"total-results": len(items), "items": items}}
    return json.dumps(page, ensure_ascii=False, indent=1) + "\n"


def datacite(papers):
    """DataCite records, one a line."""
    return "".join(
        json.dumps({
            "id": f"10.48550/arxiv.{paper['id']}",
            "type": "dois",
            "attributes": {
                "doi": f"10.48550/arxiv.{paper['id']}",
                "titles": [{"title": escape(paper["title"])}],
                "creators": [
                    {"name": f"{family}, {given}", "nameType": "Personal"}
                    for given, family in (author.rsplit(" ", 1) for author in paper["authors"])
                ],
                "publicationYear": int(paper["versions"][0][:4]),
                "dates": [{"date": paper["versions"][0][:10], "dateType": "Submitted"}],
                "descriptions": [{"description": escape(paper["abstract"]), "descriptionType": "Abstract"}],
            },
        }, ensure_ascii=False) + "\n"
        for paper in papers)


def semantic_scholar(papers):
    """Papers of Semantic Scholar's API, one object a line."""
    return "".join(
        json.dumps({
            "paperId": f"{number:040x}",
            "externalIds": {"ArXiv": paper["id"], "CorpusId": 990000000 + number},
            "title": paper["title"],
            "abstract": paper["abstract"],
            "year": int(paper["versions"][0][:4]),
            "publicationDate": paper["versions"][0][:10],
            "authors": [{"authorId": None, "name": name} for name in paper["authors"]],
        }, ensure_ascii=False) + "\n"
        for number, paper in enumerate(papers, 1))


def pubmed(papers):
    """PubMed XML, with identifiers beyond any that PubMed has given."""
    out = ['<?xml version="1.0" encoding="UTF-8"?>', "<PubmedArticleSet>"]
    for number, paper in enumerate(papers, 1):
        title = paper["title"] if paper["title"].endswith("?") else paper["title"] + "."
        year, month, day = paper["versions"][0][:10].split("-")
        names = [author.rsplit(" ", 1) for author in paper["authors"]]
        authors = "".join(
            f"<Author><LastName>{escape(family)}</LastName><ForeName>{escape(given)}</ForeName></Author>"
            for given, family in names)
        out += [
            "<PubmedArticle>",
            f'<MedlineCitation Status="PubMed-not-MEDLINE"><PMID Version="1">{99000000 + number}</PMID>',
            "<Article><Journal><Title>Invented Letters</Title></Journal>",
            f"<ArticleTitle>{escape(title)}</ArticleTitle>",
            f"<Abstract><AbstractText>{escape(paper['abstract'])}</AbstractText></Abstract>",
            f"<AuthorList>{authors}</AuthorList>",
            f'<ArticleDate DateType="Electronic"><Year>{year}</Year><Month>{month}</Month><Day>{day}</Day></ArticleDate>',
            "</Article></MedlineCitation>",
            f'<PubmedData><ArticleIdList><ArticleId IdType="pubmed">{99000000 + number}</ArticleId></ArticleIdList></PubmedData>',
            "</PubmedArticle>",
        ]
    return "\n".join([*out, "</PubmedArticleSet>", ""])
