"""Invented papers that tests share."""

import random
from pathlib import Path

import pyarrow as pa
import pytest

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "papers"

SUBJECTS = {
    "queues": "queue waiting arrival service customer delay server load balancing heavy traffic",
    "proteins": "protein folding residue structure binding ligand molecule enzyme sequence mutation",
    "galaxies": "galaxy redshift star formation halo dark matter telescope spectrum luminosity cluster",
    "proofs": "theorem proof lemma group manifold cohomology conjecture algebra bundle curvature",
}


def invented(count: int, seed: int = 7) -> dict[str, list[object]]:
    """Columns of papers on four subjects."""
    chance = random.Random(seed)
    subjects = [words.split() for words in SUBJECTS.values()]
    common = "we show study results method new problem analysis approach model".split()
    titles, abstracts, years = [], [], []
    for row in range(count):
        words = subjects[row % len(subjects)]
        titles.append(f"{chance.choice(words).title()} and {chance.choice(words)}: case {row}")
        abstracts.append(" ".join(chance.choice(words if chance.random() < 0.6 else common) for _ in range(60)) + ".")
        years.append(2015 + row % 9)
    return {
        "id": [f"row-{row}" for row in range(count)],
        "title": titles,
        "abstract": abstracts,
        "authors": [["Ann One", "Bo Two"][: 1 + row % 2] for row in range(count)],
        "year": years,
    }


@pytest.fixture(scope="session")
def papers() -> pa.Table:
    return pa.table(invented(400))


@pytest.fixture(scope="session")
def sample() -> Path:
    return SAMPLE
