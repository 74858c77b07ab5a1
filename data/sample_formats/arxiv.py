"""What arXiv itself gives: API, listings, feeds, OAI-PMH, and the snapshot on Kaggle."""

import email.utils
import json
from xml.sax.saxutils import escape

from .text import HARVESTED, LISTED, moment, wrapped

SUBJECTS = {
    "astro-ph.IM": "Instrumentation and Methods for Astrophysics",
    "cs.AI": "Artificial Intelligence",
    "cs.AR": "Hardware Architecture",
    "cs.CE": "Computational Engineering, Finance, and Science",
    "cs.CL": "Computation and Language",
    "cs.CR": "Cryptography and Security",
    "cs.CV": "Computer Vision and Pattern Recognition",
    "cs.CY": "Computers and Society",
    "cs.DB": "Databases",
    "cs.DC": "Distributed, Parallel, and Cluster Computing",
    "cs.DS": "Data Structures and Algorithms",
    "cs.ET": "Emerging Technologies",
    "cs.GT": "Computer Science and Game Theory",
    "cs.IT": "Information Theory",
    "cs.LG": "Machine Learning",
    "cs.LO": "Logic in Computer Science",
    "cs.MA": "Multiagent Systems",
    "cs.MS": "Mathematical Software",
    "cs.NA": "Numerical Analysis",
    "cs.NI": "Networking and Internet Architecture",
    "cs.OS": "Operating Systems",
    "cs.PF": "Performance",
    "cs.PL": "Programming Languages",
    "cs.SC": "Symbolic Computation",
    "cs.SE": "Software Engineering",
    "eess.SP": "Signal Processing",
    "eess.SY": "Systems and Control",
    "math.OC": "Optimization and Control",
    "physics.comp-ph": "Computational Physics",
    "q-bio.QM": "Quantitative Methods",
    "quant-ph": "Quantum Physics",
}


def atom(papers):
    """An arXiv API response, Atom XML."""
    namespace = 'xmlns:arxiv="http://arxiv.org/schemas/atom"'
    search = 'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"'
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        '  <link href="http://arxiv.org/api/query?search_query%3Dcat%3Acs.DC" rel="self" type="application/atom+xml"/>',
        '  <title type="html">ArXiv Query: search_query=cat:cs.DC&amp;id_list=&amp;start=0&amp;max_results=100</title>',
        "  <id>http://arxiv.org/api/sampleSampleSampleSampleSam</id>",
        f"  <updated>{HARVESTED}</updated>",
        f"  <opensearch:totalResults {search}>{len(papers)}</opensearch:totalResults>",
        f"  <opensearch:startIndex {search}>0</opensearch:startIndex>",
        f"  <opensearch:itemsPerPage {search}>{len(papers)}</opensearch:itemsPerPage>",
    ]
    for paper in papers:
        versioned = f"{paper['id']}v{len(paper['versions'])}"
        out += [
            "  <entry>",
            f"    <id>http://arxiv.org/abs/{versioned}</id>",
            f"    <updated>{paper['versions'][-1]}</updated>",
            f"    <published>{paper['versions'][0]}</published>",
            f"    <title>{escape(wrapped(paper['title'], rest='  '))}</title>",
            f"    <summary>{escape(wrapped(paper['abstract'], first='  '))}",
            "</summary>",
        ]
        for author in paper["authors"]:
            out += ["    <author>", f"      <name>{escape(author)}</name>", "    </author>"]
        if "comment" in paper:
            out.append(f"    <arxiv:comment {namespace}>{escape(paper['comment'])}</arxiv:comment>")
        out += [
            f'    <link href="http://arxiv.org/abs/{versioned}" rel="alternate" type="text/html"/>',
            f'    <link title="pdf" href="http://arxiv.org/pdf/{versioned}" rel="related" type="application/pdf"/>',
            f'    <arxiv:primary_category {namespace} term="{paper["categories"][0]}" '
            'scheme="http://arxiv.org/schemas/atom"/>',
        ]
        for category in paper["categories"]:
            out.append(f'    <category term="{category}" scheme="http://arxiv.org/schemas/atom"/>')
        out.append("  </entry>")
    return "\n".join([*out, "</feed>", ""])


def api_text(papers, separator):
    """An arXiv API response with its tags gone; `separator` stands between the fields."""
    fields = ["https://arxiv.org/api/sampleSampleSampleSampleSam", HARVESTED, str(len(papers)), "0", str(len(papers))]
    for paper in papers:
        fields += [
            f"http://arxiv.org/abs/{paper['id']}v{len(paper['versions'])}",
            paper["title"],
            paper["versions"][-1],
            paper["abstract"],
            paper["versions"][0],
            *([paper["comment"]] if "comment" in paper else []),
            *paper["authors"],
        ]
    return separator.join(fields) + "\n"


def listing_text(papers):
    """arXiv's page of new submissions, cross-lists and replacements in cs.DC, as text."""
    total = f"Total of {len(papers)} entries\n"
    new = [p for p in papers if p["categories"][0] == "cs.DC" and len(p["versions"]) == 1]
    cross = [p for p in papers if p["categories"][0] != "cs.DC" and len(p["versions"]) == 1]
    replaced = [p for p in papers if len(p["versions"]) > 1]
    day = f"{LISTED:%A}, {LISTED.day} {LISTED:%B %Y}"
    out = [
        "Distributed, Parallel, and Cluster Computing\n",
        "  • New submissions\n  • Cross-lists\n  • Replacements\n",
        "See recent articles\n",
        f"Showing new listings for {day}\n",
        total,
    ]
    number = 0
    for name, section in (("New", new), ("Cross", cross), ("Replacement", replaced)):
        if not section:
            continue
        out.append(f"{name} submissions (showing {len(section)} of {len(section)} entries)\n")
        for paper in section:
            number += 1
            note = {"New": "", "Replacement": " (replaced)", "Cross": f" (cross-list from {paper['categories'][0]})"}
            lines = [f"[{number}] arXiv:{paper['id']}{note[name]} [pdf, html, other]", f"Title: {paper['title']}"]
            lines.append(", ".join(paper["authors"]))
            if "comment" in paper:
                lines.append(f"Comments: {paper['comment']}")
            lines.append("Subjects: " + "; ".join(f"{SUBJECTS[c]} ({c})" for c in paper["categories"]))
            out += ["\n".join(lines) + "\n", paper["abstract"] + "\n"]
    return "\n".join([*out, total])


def kaggle(papers):
    """The Kaggle arXiv metadata snapshot, one JSON object a line."""
    out = []
    for paper in papers:
        versions = [
            {"version": f"v{n}", "created": email.utils.format_datetime(moment(created), usegmt=True)}
            for n, created in enumerate(paper["versions"], 1)
        ]
        names = [author.rsplit(" ", 1) for author in paper["authors"]]
        record = {
            "id": paper["id"],
            "submitter": paper["authors"][0],
            "authors": ", ".join(paper["authors"]),
            "title": wrapped(paper["title"], rest="  "),
            "comments": paper.get("comment"),
            "journal-ref": None,
            "doi": None,
            "report-no": None,
            "categories": " ".join(paper["categories"]),
            "license": "http://creativecommons.org/publicdomain/zero/1.0/",
            "abstract": wrapped(paper["abstract"], first="  ") + "\n",
            "versions": versions,
            "update_date": paper["versions"][-1][:10],
            "authors_parsed": [[family, given, ""] for given, family in names],
        }
        out.append(json.dumps(record) + "\n")
    return "".join(out)


def listing_html(papers):
    """The page of new submissions as HTML."""
    day = f"{LISTED:%A}, {LISTED.day} {LISTED:%B %Y}"
    out = [
        '<!DOCTYPE html>\n<html lang="en">\n<head><title>Distributed, Parallel, and Cluster Computing</title></head>\n<body>',
        f"<h3>Showing new listings for {day}</h3>\n<dl id='articles'>",
        f"<h3>New submissions (showing {len(papers)} of {len(papers)} entries)</h3>",
    ]
    for number, paper in enumerate(papers, 1):
        authors = ", ".join(f'<a href="https://arxiv.org/search/cs">{escape(name)}</a>' for name in paper["authors"])
        subjects = [f"{SUBJECTS[code]} ({code})" for code in paper["categories"]]
        subjects[0] = f'<span class="primary-subject">{subjects[0]}</span>'
        out += [
            f"<dt>\n  <a name='item{number}'>[{number}]</a>",
            f'  <a href ="/abs/{paper["id"]}" title="Abstract" id="{paper["id"]}">\n    arXiv:{paper["id"]}\n  </a>',
            f'  [<a href="/pdf/{paper["id"]}" title="Download PDF">pdf</a>]\n</dt>',
            "<dd>\n  <div class='meta'>",
            "    <div class='list-title mathjax'><span class='descriptor'>Title:</span>",
            f"      {escape(paper['title'])}\n    </div>",
            f"    <div class='list-authors'>{authors}</div>",
        ]
        if "comment" in paper:
            out.append("    <div class='list-comments mathjax'><span class='descriptor'>Comments:</span> "
                       f"{escape(paper['comment'])}</div>")
        out += [
            f"    <div class='list-subjects'><span class='descriptor'>Subjects:</span> {'; '.join(subjects)}</div>",
            f"    <p class='mathjax'>\n      {escape(paper['abstract'])}\n    </p>\n  </div>\n</dd>",
        ]
    return "\n".join([*out, "</dl>", "</body>", "</html>", ""])


def rss(papers):
    """The announcements of a day, RSS 2.0."""
    day = f"{LISTED:%a}, {LISTED.day:02} {LISTED:%b %Y} 00:00:00 -0400"
    out = [
        "<?xml version='1.0' encoding='UTF-8'?>",
        '<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">',
        "<channel>",
        "  <title>cs.DC updates on arXiv.org</title>",
        "  <link>http://rss.arxiv.org/rss/cs.DC</link>",
        f"  <pubDate>{day}</pubDate>",
    ]
    for paper in papers:
        versioned = f"{paper['id']}v{len(paper['versions'])}"
        kind = "new" if len(paper["versions"]) == 1 else "replace"
        out += [
            "  <item>",
            f"    <title>{escape(paper['title'])}</title>",
            f"    <link>https://arxiv.org/abs/{paper['id']}</link>",
            f"    <description>arXiv:{versioned} Announce Type: {kind} ",
            f"Abstract: {escape(paper['abstract'])}</description>",
            f'    <guid isPermaLink="false">oai:arXiv.org:{versioned}</guid>',
            *(f"    <category>{code}</category>" for code in paper["categories"]),
            f"    <pubDate>{day}</pubDate>",
            f"    <arxiv:announce_type>{kind}</arxiv:announce_type>",
            f"    <dc:creator>{escape(', '.join(paper['authors']))}</dc:creator>",
            "  </item>",
        ]
    return "\n".join([*out, "</channel>", "</rss>", ""])


def oai(papers, prefix):
    """A page of OAI-PMH with the metadata of `prefix`: `arXiv`, `arXivRaw` or `oai_dc`."""
    metadata = {"arXiv": oai_arxiv, "arXivRaw": oai_raw, "oai_dc": oai_dublin_core}[prefix]
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">',
        f"<responseDate>{HARVESTED}</responseDate>",
        f'<request verb="ListRecords" metadataPrefix="{prefix}" set="cs">http://oaipmh.arxiv.org/oai</request>',
        "<ListRecords>",
    ]
    for paper in papers:
        out += [
            "<record>",
            f"<header><identifier>oai:arXiv.org:{paper['id']}</identifier>"
            f"<datestamp>{paper['versions'][-1][:10]}</datestamp><setSpec>cs</setSpec></header>",
            f"<metadata>\n{metadata(paper)}\n</metadata>",
            "</record>",
        ]
    return "\n".join([*out, "</ListRecords>", "</OAI-PMH>", ""])


def oai_arxiv(paper):
    """Metadata with the prefix `arXiv`."""
    names = [author.rsplit(" ", 1) for author in paper["authors"]]
    authors = "".join(f"<author><keyname>{escape(family)}</keyname><forenames>{escape(given)}</forenames></author>"
                      for given, family in names)
    updated = f" <updated>{paper['versions'][-1][:10]}</updated>\n" if len(paper["versions"]) > 1 else ""
    comment = f" <comments>{escape(paper['comment'])}</comments>\n" if "comment" in paper else ""
    return (f'<arXiv xmlns="http://arxiv.org/OAI/arXiv/">\n <id>{paper["id"]}</id>\n'
            f" <created>{paper['versions'][0][:10]}</created>\n{updated} <authors>{authors}</authors>\n"
            f" <title>{escape(wrapped(paper['title'], rest='  '))}</title>\n"
            f" <categories>{' '.join(paper['categories'])}</categories>\n{comment}"
            f" <abstract>{escape(wrapped(paper['abstract'], first='  '))}\n</abstract>\n</arXiv>")


def oai_raw(paper):
    """Metadata with the prefix `arXivRaw`."""
    versions = "".join(
        f'<version version="v{number}"><date>{email.utils.format_datetime(moment(created), usegmt=True)}</date>'
        "<size>99kb</size></version>" for number, created in enumerate(paper["versions"], 1))
    comment = f" <comments>{escape(paper['comment'])}</comments>\n" if "comment" in paper else ""
    return (f'<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/">\n <id>{paper["id"]}</id>\n'
            f" <submitter>{escape(paper['authors'][0])}</submitter>\n {versions}\n"
            f" <title>{escape(wrapped(paper['title'], rest='  '))}</title>\n"
            f" <authors>{escape(', '.join(paper['authors']))}</authors>\n"
            f" <categories>{' '.join(paper['categories'])}</categories>\n{comment}"
            f" <abstract>{escape(wrapped(paper['abstract'], first='  '))}\n</abstract>\n</arXivRaw>")


def oai_dublin_core(paper):
    """Metadata with the prefix `oai_dc`: names turned round, subjects by name, abstract and comment alike."""
    names = [author.rsplit(" ", 1) for author in paper["authors"]]
    lines = [f"<dc:title>{escape(paper['title'])}</dc:title>"]
    lines += [f"<dc:creator>{escape(f'{family}, {given}')}</dc:creator>" for given, family in names]
    archives = {"cs": "Computer Science", "eess": "Electrical Engineering and Systems Science", "math": "Mathematics",
                "physics": "Physics", "astro-ph": "Astrophysics", "q-bio": "Quantitative Biology"}
    for code in paper["categories"]:
        archive = archives.get(code.split(".")[0])
        lines.append(f"<dc:subject>{archive + ' - ' if archive else ''}{SUBJECTS[code]}</dc:subject>")
    lines.append(f"<dc:description>{escape(wrapped(paper['abstract'], first='  '))}\n</dc:description>")
    if "comment" in paper:
        lines.append(f"<dc:description>Comment: {escape(paper['comment'])}</dc:description>")
    lines += [f"<dc:date>{day}</dc:date>" for day in sorted({version[:10] for version in paper["versions"]})]
    lines += ["<dc:type>text</dc:type>", f"<dc:identifier>http://arxiv.org/abs/{paper['id']}</dc:identifier>"]
    body = "\n ".join(lines)
    return ('<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/">\n {body}\n</oai_dc:dc>')
