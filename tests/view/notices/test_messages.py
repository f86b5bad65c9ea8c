"""Lines of the conversation that are no words of either side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.format.content import BLOCKS
from steno.format.decode import decode
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.view.items import NoticeKind
from steno.view.notices.messages import tell_api_error, tell_block, tell_user
from tests.written import line_of, reply, user

if TYPE_CHECKING:
    from steno.view.notices.told import Told


def told(content: Any, **own: Any) -> Told | None:
    """Tell a user line."""
    entry = decode(line_of(user(content, **own)))
    assert isinstance(entry, UserEntry)
    return tell_user(entry)


@pytest.mark.parametrize(
    ("content", "notice", "text", "parts"),
    [
        ("[Request interrupted by user for tool use]", "interrupt",
         "Request interrupted by user for tool use", 0),
        ("<local-command-stdout>a</local-command-stdout>", "output", "", 1),
        ("<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>", "output", "", 2),
        ("Stop hook feedback:\ntests are red", "hook",
         "a hook let the model go on: tests are red", 0),
        ("This session is being continued from a previous conversation.", "summary",
         "summary of what came before", 1),
    ],
)  # fmt: skip
def test_user_lines_tell_what_they_are(content: str, notice: str, text: str, parts: int) -> None:
    """Although the user never wrote them."""
    found = told(content)
    assert found is not None
    assert (found.notice.value, found.text, len(found.parts)) == (notice, text, parts)


def test_what_the_client_says_to_the_model_is_not_told() -> None:
    """Bodies of skills, caveats, and a command that printed nothing."""
    assert told("Base folder of this skill", isMeta=True) is None
    assert told("<local-command-stdout></local-command-stdout>") is None


def test_failed_requests_are_errors() -> None:
    """In the words that the terminal showed."""
    entry = decode(line_of(reply(isApiErrorMessage=True, error="rate_limit")))
    assert isinstance(entry, AssistantEntry)
    found = tell_api_error(entry)
    assert (found.notice, found.text, found.level) == (NoticeKind.API_ERROR, "hi", "error")
    silent = decode(line_of(reply(error="rate_limit", message={"content": []})))
    assert isinstance(silent, AssistantEntry)
    assert tell_api_error(silent).text == "rate_limit"


def test_blocks_of_other_kinds_are_told() -> None:
    """A change of models by their names, anything else as it stands."""
    changes, plain, strange = BLOCKS.read(
        [{"type": "fallback", "from": {"model": "a"}, "to": "b"}, {"type": "fallback"},
         {"type": "hologram", "x": 1}]
    )  # fmt: skip
    assert tell_block(changes).text == "a stopped, b went on"
    assert tell_block(plain).text == "a model stopped, another went on"
    assert tell_block(strange).text == "hologram in the reply"
    assert len(tell_block(strange).parts) == 1
    assert tell_block(BLOCKS.read([{}])[0]).text == "something in the reply"
