"""Plain errors: what the place of the error knows best is said as it stands."""

from __future__ import annotations

from steno.errors.base import ConfigError, StenoError, UsageError


def test_plain_messages_stay_as_they_are() -> None:
    """Where the place of the error knows best what to say."""
    assert str(ConfigError("mend it")) == "mend it"
    assert isinstance(ConfigError("x"), UsageError)


def test_wrong_use_and_settings_are_told_apart_from_the_rest() -> None:
    """A surface may catch all, or what the user has to mend."""
    assert (issubclass(UsageError, StenoError), StenoError.exit_code) == (True, 2)
