"""What can go wrong, by who can mend it."""


class ThemaError(Exception):
    """Something was not done; the message says why, and what to do."""


class SettingsError(ThemaError, ValueError):
    """An argument or a setting cannot be used."""


class InputError(ThemaError, ValueError):
    """An input, a table or a stored run cannot be read."""


class OutputError(ThemaError, OSError):
    """The output cannot be written, or holds something already."""


class InternalError(ThemaError, RuntimeError):
    """thema itself failed. Please report it."""


class UnreadInputWarning(UserWarning):
    """An input could not be read to its end; the rest was kept."""
