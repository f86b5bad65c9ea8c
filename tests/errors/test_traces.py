"""Errors about traces say how to name a sink, and which there are."""

from __future__ import annotations

from steno.errors.base import ConfigError
from steno.errors.traces import NoSinkError, SinkSettingError, UnknownSinkError


def test_unknown_sink_lists_those_that_there_are() -> None:
    """Or that there is none yet."""
    assert "Choose one of: a, b." in str(UnknownSinkError("c", ["a", "b"]))
    assert "None is set up yet." in str(UnknownSinkError("c", []))


def test_address_that_is_no_use_is_told_only_where_there_is_one() -> None:
    """Whoever has set it wonders why nothing is sent."""
    assert "gRPC" in str(NoSinkError(meant_for_grpc=True))
    assert "gRPC" not in str(NoSinkError())


def test_wrong_settings_of_a_sink_are_those_of_the_configuration() -> None:
    """With the sink, the problem and the advice."""
    error = SinkSettingError("mine", "it has no address", "Give it a url.")
    assert isinstance(error, ConfigError)
    assert str(error) == "the sink 'mine' cannot be used: it has no address. Give it a url."
