"""The steps that an engine maps over batches give the same run as the command."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import thema
from thema import batches

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
from on_dask import on_dask  # noqa: E402

SAMPLE = Path(__file__).parents[2] / "data/sample/papers"


def files_of(run: Path) -> dict[str, bytes]:
    files = (file for file in run.rglob("*") if file.is_file() and file.name != "timings.json")
    return {str(file.relative_to(run)): file.read_bytes() for file in files}


def assert_same(found: Path, expected: Path) -> None:
    found_files, expected_files = files_of(found), files_of(expected)
    assert found_files.keys() == expected_files.keys()
    assert [name for name in found_files if found_files[name] != expected_files[name]] == []


def test_the_run_is_the_one_of_one_process(tmp_path: Path) -> None:
    # Several formats, versions, cross-lists, copies and near-duplicates.
    thema.run(SAMPLE, tmp_path / "one")
    on_dask([str(SAMPLE)], tmp_path / "divided")
    assert_same(tmp_path / "divided", tmp_path / "one")


def test_what_is_copied_and_cannot_be_read_is_told_alike(tmp_path: Path) -> None:
    rows = [{"id": f"x:{at}", "title": f"On queues {at % 80}", "abstract": "We wait in line. " * (at % 7)} for at in range(120)]
    for name, part in (("a", rows[:70]), ("b", rows[50:])):
        lines = [json.dumps(row) for row in part]
        (tmp_path / f"{name}.jsonl").write_text("\n".join([*lines, "{no json"]))
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.7 and so on")
    inputs = [str(tmp_path / name) for name in ("b.jsonl", "a.jsonl", "c.pdf", "missing.csv")]
    with pytest.warns(thema.UnreadInputWarning):
        thema.run(inputs, tmp_path / "one", clusters=2)
    on_dask(inputs, tmp_path / "divided", {"clusters": {"count": 2}})
    assert_same(tmp_path / "divided", tmp_path / "one")
    assert (tmp_path / "divided/rejects.jsonl").read_text().count("\n") == 4


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
def test_a_stream_that_is_dropped_stops_reading(tmp_path: Path) -> None:
    pipe = tmp_path / "endless.jsonl"
    os.mkfifo(pipe)
    stopped = threading.Event()

    def write() -> None:
        line = json.dumps({"id": "x:1", "title": "On queues", "abstract": "We wait in line. " * 20}) + "\n"
        with pytest.raises(BrokenPipeError), pipe.open("w") as out:
            while True:
                out.write(line)
        stopped.set()

    threading.Thread(target=write, daemon=True).start()
    number = pa.record_batch({"number": pa.array([0], pa.int64())})
    records = batches.read([number], [str(pipe)])
    assert next(records).num_rows > 0
    del records
    assert stopped.wait(60)


def test_parts_may_be_made_of_pieces(tmp_path: Path) -> None:
    lines = [json.dumps({"id": f"x:{at:05}", "title": f"On queues {at}", "abstract": f"We wait {at}."}) for at in range(30)]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    number = pa.record_batch({"number": pa.array([0], pa.int64())})
    records = [batch for batch in batches.read([number], [str(tmp_path / "a.jsonl")]) if batch["record"].null_count == 0]
    rows = pa.Table.from_batches(records)
    rows = rows.append_column("component", rows["record"])
    papers = [batch for batch in batches.make_papers(rows.to_batches(max_chunksize=4)) if batch["key"].null_count == 0]
    in_order = pa.Table.from_batches(papers).sort_by("key")
    whole = list(batches.cut(in_order.to_batches(), 0))
    first = batches.PART - 10
    pieces = list(batches.cut(in_order.slice(0, 20).to_batches(max_chunksize=3), first))
    pieces += batches.cut(in_order.slice(20).to_batches(), first + 20)
    assert [(piece["part"][0].as_py(), piece["first"][0].as_py()) for piece in pieces] == [
        (0, first),
        (1, batches.PART),
        (1, batches.PART + 10),
    ]
    parts = list(batches.join(pieces))
    assert [part["first"][0].as_py() for part in parts] == [first, batches.PART]
    rows_of = np.arange(30, dtype="<u4")
    expected = pa.Table.from_batches(batches.texts(whole, rows_of.tobytes()))
    found = pa.Table.from_batches(batches.texts(parts, (rows_of + first).astype("<u4").tobytes()))
    assert found["title"].to_pylist() == expected["title"].to_pylist() == [f"On queues {at}" for at in range(30)]


def test_blocks_that_are_none_are_refused(tmp_path: Path) -> None:
    row = pa.record_batch({"part": [0], "first": [0], "papers": pa.array([b"no papers"], pa.binary())})
    for step in (
        lambda: list(batches.near_entries([row], 1)),
        lambda: list(batches.draw([row], b"no roles")),
        lambda: list(batches.place([row], b"nothing learned")),
        lambda: list(batches.merge([pa.record_batch({"tally": pa.array([b"no tally"], pa.binary())})])),
    ):
        with pytest.raises(thema.InputError):
            step()
    run = batches.Run(tmp_path / "out")
    with pytest.raises(thema.SettingsError, match="out of order"):
        run.take(0, b"placed")
    # The run is over, and nothing of it is left.
    with pytest.raises(thema.InternalError, match="over"):
        run.settle()
    assert list(tmp_path.iterdir()) in ([], [tmp_path / ".out.lock"])
