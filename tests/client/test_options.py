"""How a session is run."""

from __future__ import annotations

import dataclasses

import pytest

from steno.client.options import Options


def test_nothing_is_bounded_unless_said() -> None:
    """Without options there is no limit, no form and no line that today's client does not write."""
    options = Options()
    limits = (options.max_turns, options.max_budget, options.max_tokens, options.json_schema)
    assert limits == (None, None, None, None)
    assert options.auto_compact
    assert not options.progress_lines


def test_they_do_not_change() -> None:
    """What was said at the start holds for the session."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        Options().max_turns = 3  # type: ignore[misc]
