"""The part of a divided run that one process does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from os import PathLike

from .. import _thema
from .._settings import Settings, path_text, resolve

Heard = Callable[[str, str, int, int], object]


def list_inputs(inputs: Iterable[str | PathLike[str]]) -> tuple[list[str], bytes]:
    """Finds the files that ``read`` is to read.

    Args:
        inputs: Paths as for ``thema.run``.

    Returns:
        The files in their order, and notes on what could not be found, which must be the first for ``Run.take_inputs``.
    """
    files, notes = _thema.list_inputs([path_text("inputs", item) for item in inputs])
    return [str(file) for file in files], notes


class Run:
    """A run directory in the making. The other functions of this package read, merge and place its papers elsewhere; this class does
    what only one process can do. Call the methods in the order in which they are defined. After an exception the run is over and leaves
    nothing behind.
    """

    def __init__(self, out: str | PathLike[str], settings: Settings | None = None, *, replace: bool = False) -> None:
        """Begins a run directory.

        Args:
            out: The run directory.
            settings: As for ``thema.run``.
            replace: Whether ``out`` may replace an earlier run.

        Raises:
            SettingsError: A setting cannot be used.
            OutputError: ``out`` already holds something, or cannot be written.
        """
        self._native = _thema.DividedRun(path_text("out", out), resolve(settings), bool(replace))

    def take_inputs(self, notes: Sequence[bytes]) -> None:
        """Takes the ``notes`` of ``list_inputs`` and ``RECORDS``, in the order of the inputs."""
        self._native.take_inputs(notes)

    def take_papers(self, notes: Sequence[bytes]) -> None:
        """Takes the ``notes`` of ``PAPERS``."""
        self._native.take_papers(notes)

    def settle(self) -> int:
        """Ends reading, once all notes of inputs and papers have been taken.

        Returns:
            The number of papers.

        Raises:
            InputError: There are no papers, or more than a run can hold.
        """
        return self._native.settle()

    def least_similarity(self) -> float | None:
        """The lowest similarity of near-duplicates; None if the run does not look for any."""
        return self._native.least_similarity()

    def take_near_duplicates(self, close: Sequence[tuple[int, int]], papers: Sequence[bytes]) -> None:
        """Takes near-duplicates.

        Args:
            close: All pairs that ``close`` returns, ascending.
            papers: The papers in these rows as ``select`` returns them, in their order.
        """
        self._native.take_near_duplicates(close, papers)

    def roles(self) -> bytes:
        """What ``draw`` needs to know about every paper."""
        return self._native.roles()

    def learn(self, drawn: Sequence[bytes], progress: Heard | None = None) -> bytes:
        """Learns the themes.

        Args:
            drawn: What ``draw`` returns for all parts, in their order.
            progress: Called with stage, task, done and total.

        Returns:
            What ``place`` needs to place papers.
        """
        return self._native.learn(drawn, progress)

    def take(self, first: int, placed: bytes) -> None:
        """Writes a part with its places, as ``place`` returns it. Pass the parts in the order of their rows."""
        self._native.take(first, placed)

    def finish(self, tallies: Sequence[bytes], progress: Heard | None = None) -> int:
        """Writes the remaining files and moves the run directory to ``out``.

        Args:
            tallies: The tallies of all parts, merged by ``merge`` or not.
            progress: As for ``learn``.

        Returns:
            How many inputs could not be read to their end.

        Raises:
            OutputError: The directory cannot be written.
        """
        return self._native.finish(tallies, progress)

    def abandon(self) -> None:
        """Stops the run and removes what it wrote. Does nothing after ``finish``."""
        self._native.abandon()
