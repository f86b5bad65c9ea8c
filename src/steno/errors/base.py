"""What every error is: one class to catch, and the two kinds that are the user's to mend."""

from __future__ import annotations


class StenoError(Exception):
    """Base of all errors that a surface shows to the user; ``exit_code`` is the process's."""

    exit_code = 2


class UsageError(StenoError):
    """The request cannot be carried out as it was put."""


class ConfigError(UsageError):
    """Our own configuration cannot be used."""
