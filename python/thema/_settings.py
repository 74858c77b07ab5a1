"""Arguments converted to settings of the library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import index
from os import PathLike, fsencode, fspath
from os.path import expanduser
from typing import Any

from ._errors import SettingsError

Settings = Mapping[str, Any]
"""Settings by section, as in ``thema.defaults()``: ``{"clusters": {"starts": 3}}``."""


MOST_THREADS = 1_024
"""A larger number is taken for a typing mistake and refused."""


def resolve(
    settings: Settings | None,
    *,
    clusters: int | None = None,
    taxonomy: str | PathLike[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    preview: bool = False,
) -> str:
    """``settings`` and the arguments that are not None as JSON.

    Raises:
        SettingsError: A value has the wrong type or is out of range, or an argument is in ``settings`` too.
    """
    if settings is not None and not isinstance(settings, Mapping):
        raise SettingsError(f"settings must be a dict of sections, not {type(settings).__name__}; see thema.defaults()")
    resolved: dict[str, Any] = {
        key: dict(value) if isinstance(value, Mapping) else value for key, value in (settings or {}).items()
    }
    _put(resolved, "ingest.preview", "preview", True if preview else None)
    _put(resolved, "clusters.count", "clusters", whole("clusters", clusters, least=1))
    _put(resolved, "themes.taxonomy", "taxonomy", None if taxonomy is None else path_text("taxonomy", taxonomy))
    _put(resolved, "seed", "seed", whole("seed", seed))
    _put(resolved, "threads", "threads", whole("threads", threads, most=MOST_THREADS))
    try:
        return json.dumps(resolved, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise SettingsError(f"settings: {error}") from error


def _put(settings: dict[str, Any], setting: str, argument: str, value: object) -> None:
    if value is None:
        return
    section, _, name = setting.rpartition(".")
    within = settings.setdefault(section, {}) if section else settings
    if not isinstance(within, dict):
        raise SettingsError(f"the section {section!r} of the settings must be a dict, not {type(within).__name__}")
    if name in within:
        raise SettingsError(f"give {argument} as the argument, not in settings")
    within[name] = value


def _plain(value: object) -> object:
    """A numpy number or a path as a value that JSON can hold."""
    if isinstance(value, PathLike):
        return fspath(value)
    item = getattr(value, "item", None)
    if callable(item):
        return item()
    raise TypeError(f"{type(value).__name__} cannot be the value of a setting")


def whole(name: str, value: Any, least: int = 0, most: int = 2**63 - 1) -> int | None:
    """``value`` as an int; None stays None.

    Raises:
        SettingsError: ``value`` is not a whole number between ``least`` and ``most``.
    """
    if value is None:
        return None
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is None:
        raise SettingsError(f"{name} must be a whole number, not {value!r}")
    if not least <= number <= most:
        raise SettingsError(f"{name} must be between {least} and {most}, not {number}")
    return number


def threads_of(value: Any) -> int:
    """The number of threads, 0 for one per core.

    Raises:
        SettingsError: As for ``whole``.
    """
    return whole("threads", value, most=MOST_THREADS) or 0


def path_text(name: str, value: Any) -> str:
    """A path as text that the file system can encode, with ``~`` as the home directory.

    Raises:
        SettingsError: ``value`` is not such a path.
    """
    try:
        path = fspath(value)
    except TypeError as error:
        raise SettingsError(f"{name} must be a path, not {type(value).__name__}") from error
    if not isinstance(path, str) or not path or "\0" in path:
        raise SettingsError(f"{name} is not a path: {path!r}")
    try:
        fsencode(path)
    except UnicodeError as error:
        raise SettingsError(f"{name} is not a path: {error}") from error
    return expanduser(path)
