"""How texts and moments are spelled by the formats."""

import datetime
import textwrap

HARVESTED = "2026-05-04T06:00:00Z"
LISTED = datetime.date(2026, 5, 4)
GREEK = {r"\epsilon": "ε", r"\delta": "δ", r"\Delta": "Δ", r"\Theta": "Θ", r"\Omega": "Ω", r"\Sigma": "Σ"}


def moment(text):
    """The datetime of an ISO 8601 text that ends in Z."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def wrapped(text, first="", rest=""):
    """Text in lines of at most 79 characters, as arXiv stores titles and abstracts."""
    return textwrap.fill(text, 79, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def greek(text):
    """Text with the LaTeX names of Greek letters as the letters, as web pages show them."""
    for name, letter in GREEK.items():
        text = text.replace(name, letter)
    return text
