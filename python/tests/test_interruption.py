"""Ctrl-C."""

import signal
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
    # Work between two steps stops at the next one.
    deadline = time.monotonic() + 30
    while any(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert list(tmp_path.iterdir()) == []
    # Nothing stands in the way of the next run.
    thema.run(pa.table(invented(100)), tmp_path / "run", clusters=2, taxonomy="none")
