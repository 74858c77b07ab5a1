"""What a field works on, how much, since when, and in which papers.

>>> import thema
>>> report = thema.run("papers.jsonl")                    # doctest: +SKIP
>>> report.themes("pandas")[["name", "papers", "trend"]]  # doctest: +SKIP
"""

import atexit as _atexit
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from . import _thema
from ._errors import InputError, InternalError, LostDatesWarning, OutputError, SettingsError, ThemaError, UnreadInputWarning
from ._placer import Placer
from ._report import Report
from ._run import run

if _TYPE_CHECKING:
    from . import batches as batches
    from . import spark as spark
    from ._estimator import Themes
    from ._topic_model import TopicModel

    __version__: str

__all__ = [
    "InputError",
    "InternalError",
    "LostDatesWarning",
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


_MODULES = ["batches", "spark"]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES, "__version__"})


def __getattr__(name: str) -> _Any:
    # scikit-learn takes a second to import.
    if name == "Themes":
        from ._estimator import Themes

        return Themes
    if name == "TopicModel":
        from ._topic_model import TopicModel

        return TopicModel
    if name in _MODULES:
        from importlib import import_module

        return import_module(f"thema.{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("thema")
    raise AttributeError(f"module 'thema' has no attribute {name!r}")


_atexit.register(_thema.abandon)
