"""The figures of an API message."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.decode import decode
from steno.format.entries.assistant import AssistantEntry
from steno.view.message_figures import LONG_WINDOW, MOST_TOKENS, MessageFigures, figures_of
from tests.written import line_of, reply


def line(usage: Any = None, **message: Any) -> AssistantEntry:
    """Make a line of a reply."""
    entry = decode(line_of(reply("msg_1", usage=usage, message=message)))
    assert isinstance(entry, AssistantEntry)
    return entry


def test_the_copy_with_the_most_output_counts() -> None:
    """Early lines of a message hold placeholders."""
    early = line({"input_tokens": 3, "output_tokens": 1}, stop_reason=None)
    late = line(
        {"input_tokens": 4, "output_tokens": 90, "cache_read_input_tokens": 1000,
         "cache_creation_input_tokens": 96}
    )  # fmt: skip
    figures = figures_of("msg_1", [early, late, early])
    assert figures == MessageFigures("msg_1", "claude-opus-4-8", 4, 96, 1000, 90, "end_turn")
    assert figures.context_tokens == 1100
    assert figures.fill == pytest.approx(1100 / 200_000)


def test_made_up_replies_have_no_model() -> None:
    """The client wrote them itself."""
    assert figures_of(None, [line({"output_tokens": 5}, model="<synthetic>")]) == MessageFigures()


def test_usage_may_be_missing_or_nonsense() -> None:
    """Nothing in a file is to be trusted."""
    assert figures_of("m", [line()]).context_tokens == 0
    assert figures_of("m", [line()]).fill is None
    odd = line({"input_tokens": 10**400, "output_tokens": -7, "cache_read_input_tokens": "x"})
    assert figures_of("m", [odd]).input_tokens == MOST_TOKENS
    assert figures_of("m", [odd]).output_tokens == 0


@pytest.mark.parametrize(
    ("model", "tokens", "window"),
    [
        ("claude-opus-4-8", 10, 200_000),
        ("claude-opus-4-8", 200_001, LONG_WINDOW),
        ("gpt-x", 10, None),
        (None, 10, None),
    ],
)
def test_window_is_known_for_the_clients_own_models(
    model: str | None, tokens: int, window: int | None
) -> None:
    """A context that holds more shows that the long one was asked for."""
    assert MessageFigures(model=model, input_tokens=tokens).window == window
