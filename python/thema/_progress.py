"""Progress, shown by tqdm if it is installed."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ._errors import SettingsError

Progress = bool | None | Callable[[str, str, int, int], object]
"""True shows a bar, False none, None one if a person is watching; a function is called about ten times a second with
(stage, task, done, total)."""


@contextmanager
def told(progress: Progress) -> Iterator[Callable[[str, str, int, int], object] | None]:
    """Yields the function to call with progress, or None, and closes the bar afterwards.

    Raises:
        SettingsError: ``progress`` is neither a bool, None nor a function.
    """
    if callable(progress):
        yield progress
        return
    if progress is not None and not isinstance(progress, bool):
        raise SettingsError(f"progress must be True, False, None or a function, not {type(progress).__name__}")
    bar = None if progress is False or (progress is None and not _watched()) else _bar()
    if bar is None:
        yield None
        return

    def show(stage: str, task: str, done: int, total: int) -> None:
        bar.total = total or None
        bar.n = done
        bar.set_description_str(f"{stage}: {task}" if task else stage, refresh=False)
        bar.refresh()

    try:
        yield show
    finally:
        bar.close()


def _watched() -> bool:
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())


def _bar() -> Any:
    try:
        from tqdm import TqdmWarning

        with warnings.catch_warnings():
            # In a notebook without ipywidgets tqdm warns and then draws a text bar, which is fine.
            warnings.simplefilter("ignore", TqdmWarning)
            from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(leave=False, unit_scale=True)
