"""Errors, by who can fix them."""


class ThemaError(Exception):
    """thema could not do what was asked. The message says why, and what to do."""


class SettingsError(ThemaError, ValueError):
    """An argument or a setting cannot be used."""


class InputError(ThemaError, ValueError):
    """An input, a table or a stored run cannot be read."""


class OutputError(ThemaError, OSError):
    """The output cannot be written, or already holds something."""


class InternalError(ThemaError, RuntimeError):
    """A bug in thema. Please report it."""


class LostDatesWarning(UserWarning):
    """Dates of an input cannot be read, or only their year can; trends are measured without them."""


class UnreadInputWarning(UserWarning):
    """An input could not be read to its end; what was read is kept."""
