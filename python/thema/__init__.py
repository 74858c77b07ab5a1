"""What a field works on, how much, since when, and in which papers.

>>> import thema
>>> report = thema.run("papers.jsonl")                    # doctest: +SKIP
>>> report.themes("pandas")[["name", "papers", "trend"]]  # doctest: +SKIP
"""

import atexit as _atexit
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from . import _thema
from ._errors import InputError, InternalError, OutputError, SettingsError, ThemaError, UnreadInputWarning
from ._placer import Placer
from ._report import Report
from ._run import run

if _TYPE_CHECKING:
    from ._estimator import Themes
    from ._topic_model import TopicModel

__all__ = [
    "InputError",
    "InternalError",
    "OutputError",
    "Placer",
    "Report",
    "SettingsError",
    "ThemaError",
    "Themes",
    "TopicModel",
    "UnreadInputWarning",
    "defaults",
    "run",
]


def defaults() -> str:
    """All settings with their defaults.

    Returns:
        A TOML file with a comment on each setting. ``settings`` takes its sections as dicts.
    """
    return _thema.defaults()


def __getattr__(name: str) -> _Any:
    # scikit-learn takes a second to import.
    if name == "Themes":
        from ._estimator import Themes

        return Themes
    if name == "TopicModel":
        from ._topic_model import TopicModel

        return TopicModel
    raise AttributeError(f"module 'thema' has no attribute {name!r}")


_atexit.register(_thema.abandon)
