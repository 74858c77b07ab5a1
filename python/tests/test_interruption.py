"""Ctrl-C."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest

import thema
from conftest import invented


@pytest.mark.parametrize("after", [0.3, 1.1, 2.3])
def test_ctrl_c_is_honoured_within_a_second_and_leaves_nothing(tmp_path: Path, after: float) -> None:
    table = pa.table(invented(30_000))
    asked = []

    def interrupt(*_: object) -> None:
        asked.append(time.monotonic())
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, after)
        with pytest.raises(KeyboardInterrupt):
            thema.run(table, tmp_path / "run", taxonomy="none")
        ended = time.monotonic()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert ended - asked[0] < 1.0
    # Work that is between two steps stops at the next one.
    deadline = time.monotonic() + 30
    while any(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert list(tmp_path.iterdir()) == []
    # Nothing prevents the next run.
    thema.run(pa.table(invented(100)), tmp_path / "run", clusters=2, taxonomy="none")


def test_an_interpreter_that_ends_leaves_nothing(tmp_path: Path) -> None:
    program = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import pyarrow, thema
from conftest import invented
table = pyarrow.table(invented(30_000))
print("begun", flush=True)
thema.run(table, {str(tmp_path / "run")!r}, taxonomy="none")
"""
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None and running.stdout.readline() == b"begun\n"
    time.sleep(1.7)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=30)
    assert b"KeyboardInterrupt" in said and running.returncode != 0
    # The lock file stays when work is abandoned; it blocks nothing.
    assert [path.name for path in tmp_path.iterdir() if not path.name.endswith(".lock")] == []


def placed(placer: thema.Placer) -> int:
    return placer.place(["queue waiting arrival"]).num_rows


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forks_place(papers: pa.Table) -> None:
    placer = thema.Placer.load(thema.run(papers, clusters=4, taxonomy="none"))
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(placed, [placer] * 8).get(timeout=60) == [1] * 8
