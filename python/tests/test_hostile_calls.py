"""Invalid calls raise an exception that says what to do, and never panic."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow as pa
import pytest

import thema

VALUES: list[Any] = [
    None, True, 0, -1, 2**70, 1.5, float("nan"), "", "no/such/file", "\ud800", "a\0b", b"bytes", b"", object(), int, [], {}, (), set(),
    [None], [1, 2], ["", "\ud800"], [[]], [{}], [{"title": None}], [{"title": "\ud800"}], [{1: 2}], [{"title": 1}, 5], {"title": "x"},
    [{"title": ["nested", {"deep": [None]}]}], ["x" * (17 << 20)], [{"title": "x", "abstract": "y" * (17 << 20)}],
    np.full((9, 3), np.nan), np.full((9, 4), 1e300), np.ones((9, 2**13 + 1)), np.ones((9, 2), dtype=complex), np.zeros((9, 0)),
    range(3), (str(n) for n in range(3)), np.zeros((3, 2)), np.array([]), np.array(["a", None], dtype=object),
    pa.table({}), pa.table({"title": pa.array([], pa.string())}), pa.table({"title": [None, None]}),
    pa.table({"title": pa.array([1, 2])}), pa.table({"title": [b"\xff\xfe"]}), pa.table({"a": [1]}),
    pa.table([["a"], ["b"]], names=["title", "title"]), pa.table({"title": pa.array(["a", None]).dictionary_encode()}),
    pa.table({"title": [{"a": 1}]}), pa.table({"title": pa.array([[["a"]]])}), pa.table({"title": ["a"], "year": [10**18]}),
    pa.Table.from_arrays(
        [pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xff\xfe")])], ["title"]
    ),
    pandas.DataFrame(), pandas.DataFrame({"title": [None, 1.5, "x"]}), pandas.DataFrame({"title": pandas.Categorical(["a", "b"])}),
    pandas.Series(["a", "b"]), polars.DataFrame(), polars.DataFrame({"title": [[1], [2]]}), polars.Series(["a"]),
    polars.DataFrame({"title": ["a"], "when": [__import__("datetime").timedelta(1)]}), Path("/proc/self/mem"), Path("/dev/null"),
]

NAMES = ["embeddings", "clusters", "taxonomy", "seed", "threads", "columns", "format", "settings", "progress", "out"]


@pytest.fixture(scope="module")
def placer() -> thema.Placer:
    from conftest import invented

    return thema.Placer.load(thema.run(pa.table(invented(100)), clusters=3, taxonomy="none"))


def calls(chance: random.Random, placer: thema.Placer, folder: Path) -> Callable[[], object]:
    value, other = chance.choice(VALUES), chance.choice(VALUES)
    good = [{"title": f"Queues of servers {n}", "abstract": "Waiting customers load the servers of queues."} for n in range(9)]
    named = {chance.choice(NAMES): other}
    kinds: list[Callable[[], object]] = [
        lambda: thema.run(value, folder / "out", replace=True),
        lambda: thema.run(good, **named),
        lambda: thema.run(value, **named),
        lambda: thema.Placer.load(value),
        lambda: thema.Placer(value),
        lambda: thema.Report(value),
        lambda: placer.place(value),
        lambda: placer.place(good, threads=other),
        lambda: placer.similarities(value),
        lambda: placer.place(good, embeddings=other),
        lambda: placer.terms(good, value),
        lambda: thema.Themes(clusters=2).fit(good, embeddings=value),
    ]
    return chance.choice(kinds)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(200))
def test_nonsense_is_refused_in_words(
    seed: int, placer: thema.Placer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    call = calls(random.Random(seed), placer, tmp_path)
    try:
        call()
    except thema.InternalError as error:
        pytest.fail(f"thema blames itself: {error}")
    except thema.ThemaError as error:
        assert len(str(error)) > 10
    assert "panicked" not in capfd.readouterr().err
