"""Pages about papers that name no identifiers, as text."""

from .text import LISTED, greek


def pith(papers):
    """A Pith listing page as text: newest first, no identifiers, no authors."""
    out = ["pith. machine review for the scientific record. sign in\n", "cs.DC\n",
           "Distributed, Parallel, and Cluster Computing\n"]
    for paper in sorted(papers, key=lambda paper: paper["versions"][-1], reverse=True):
        out += [
            f"0\n{paper['categories'][0]} {paper['versions'][-1][:10]} Recognition\n",
            paper["headline"] + "\n",
            greek(paper["title"]) + "\n",
            paper["subheadline"] + "\n",
            f"Figure from the paper full image\nabstract click to expand\n{greek(paper['abstract'])}\n0",
        ]
    return "\n".join([*out, "", "browse all of cs.DC → full archive · search · sub-categories", ""])


def inference_report(papers):
    """A page of The Inference Report as text: title, category, abstract."""
    out = ["The Inference Report\n", f"{LISTED:%B} {LISTED.day}, {LISTED.year}\nResearch Papers — Focused\n",
           "Invented papers for tests of a reader, with no review.\n", "Showing of papers\n"]
    for paper in papers:
        out += [f"{greek(paper['title'])} {paper['categories'][0]}\n", greek(paper["abstract"]) + "\n"]
    return "\n".join(out)
