"""Events: plain values that no surface can change for another."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pytest

from steno.client import events
from steno.client.events import Event, TurnEnded

KINDS = [
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]


def test_every_event_says_whose_it_is() -> None:
    """Those of the main conversation by default."""
    assert len(KINDS) >= 8
    for kind in KINDS:
        assert "parent_call" in {field.name for field in fields(kind)}
        assert kind.__doc__


def test_what_happened_stays_what_it_was() -> None:
    """Several surfaces may be told the same event."""
    ended = TurnEnded(
        subtype="success", text="Done.", is_error=False, duration_ms=1, api_ms=1, num_turns=1,
        cost=None,
    )  # fmt: skip
    assert (ended.parent_call, ended.denials, ended.errors) == (None, (), ())
    with pytest.raises(FrozenInstanceError):
        ended.text = "Not done."  # type: ignore[misc]
