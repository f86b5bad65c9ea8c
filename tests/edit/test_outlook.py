"""What a resume comes to, in figures."""

from __future__ import annotations

import pytest

from steno.edit.image_size import TOKENS_PER_IMAGE
from steno.edit.outlook import estimate_tokens, outlook_of
from steno.session.refusal import Reason
from tests.session.transcripts import image, reply, session, user


@pytest.mark.parametrize(
    ("content", "tokens"),
    [
        ("", 0), ("abcd", 1), ("abcde", 2), ("中文", 2), ("ab中文", 3), (None, 0),
        ([{"type": "text", "text": "abcd"}], 2),
        ([image()], TOKENS_PER_IMAGE),
        ([{"type": "thinking", "thinking": "abcd", "signature": "s" * 4000}], 3),
        ([{"type": "tool_use", "input": {"n": 5, "t": True}}], 4),
    ],
)  # fmt: skip
def test_estimate(content: object, tokens: int) -> None:
    """Four letters, or one Chinese character, are about a token; signatures are none."""
    assert estimate_tokens([{"role": "user", "content": content}]) == tokens


def test_outlook_of_a_session() -> None:
    """How many messages are sent, and which share of the conversation they are."""
    outlook = outlook_of(session(user("a"), reply("b"), user("c", parent=None), reply("d")))
    assert (outlook.messages, outlook.reachable, outlook.refusal) == (2, 0.5, None)
    assert outlook.tokens > 0


def test_outlook_of_what_is_refused() -> None:
    """Nothing is sent, and the reason is told."""
    outlook = outlook_of(session())
    assert (outlook.messages, outlook.tokens) == (0, 0)
    assert (outlook.reachable, outlook.refusal) == (0.0, Reason.NO_CONVERSATION)
