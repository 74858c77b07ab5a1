"""What one process does of a run that an engine divides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from os import PathLike

from .. import _thema
from .._settings import Settings, path_text, resolve

Heard = Callable[[str, str, int, int], object]


def list_inputs(inputs: Iterable[str | PathLike[str]]) -> tuple[list[str], bytes]:
    """Finds the files that ``read`` is to read.

    Args:
        inputs: Paths as of ``thema.run``.

    Returns:
        The files in their order, and notes of what could not be found, which ``Run.take_inputs`` takes first.
    """
    files, notes = _thema.list_inputs([path_text("inputs", item) for item in inputs])
    return [str(file) for file in files], notes


class Run:
    """A run directory in the making. Its papers are read, made and placed elsewhere, by the functions beside it; here is what only one
    process can do. Methods are called in the order in which they stand here. After an exception the run is over and leaves nothing
    behind.
    """

    def __init__(self, out: str | PathLike[str], settings: Settings | None = None, *, replace: bool = False) -> None:
        """Begins a run directory.

        Args:
            out: The run directory.
            settings: As of ``thema.run``.
            replace: Whether it may take the place of an earlier run.

        Raises:
            SettingsError: A setting cannot be used.
            OutputError: ``out`` holds something already, or cannot be written.
        """
        self._native = _thema.DividedRun(path_text("out", out), resolve(settings), bool(replace))

    def take_inputs(self, notes: Sequence[bytes]) -> None:
        """Takes the ``notes`` of ``list_inputs`` and ``RECORDS``, in the order of the inputs."""
        self._native.take_inputs(notes)

    def take_papers(self, notes: Sequence[bytes]) -> None:
        """Takes the ``notes`` of ``PAPERS``."""
        self._native.take_papers(notes)

    def settle(self) -> int:
        """Settles what became of all inputs and records.

        Returns:
            The number of papers.

        Raises:
            InputError: There are more than a run can hold.
        """
        return self._native.settle()

    def least_similarity(self) -> float | None:
        """The least similarity of near-duplicates; None where none are looked for."""
        return self._native.least_similarity()

    def take_near_duplicates(self, close: Sequence[tuple[int, int]], papers: Sequence[bytes]) -> None:
        """Takes near-duplicates.

        Args:
            close: All pairs that ``close`` gives, ascending.
            papers: The papers in these rows as ``select`` gives them, in their order.
        """
        self._native.take_near_duplicates(close, papers)

    def roles(self) -> bytes:
        """What ``draw`` is to know of every paper."""
        return self._native.roles()

    def learn(self, drawn: Sequence[bytes], progress: Heard | None = None) -> bytes:
        """Learns the themes.

        Args:
            drawn: What ``draw`` gives of all parts, in their order.
            progress: Called with stage, task, done and total.

        Returns:
            What ``place`` places by.
        """
        return self._native.learn(drawn, progress)

    def take(self, first: int, placed: bytes) -> None:
        """Writes a part with its places, as ``place`` gives it. Parts come in the order of their rows."""
        self._native.take(first, placed)

    def finish(self, tallies: Sequence[bytes], progress: Heard | None = None) -> int:
        """Writes what is left and puts the run directory in its place.

        Args:
            tallies: Of all parts, added up by ``merge`` or not.
            progress: As of ``learn``.

        Returns:
            How many inputs could not be read to their end.

        Raises:
            OutputError: The directory cannot be written.
        """
        return self._native.finish(tallies, progress)

    def abandon(self) -> None:
        """Ends the run where it is: nothing of it stays. After ``finish`` it does nothing."""
        self._native.abandon()
