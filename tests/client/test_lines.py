"""Lines of the conversation, built without a disk."""

from __future__ import annotations

import pytest

from steno.client import lines
from steno.client.lines import SYNTHETIC_MODEL, Envelope, Link, complete
from steno.format.entries import assistant
from tests.client.conversations import call, message, text
from tests.client.line_keys import KEYS, keys_of
from tests.client.line_samples import AGENT, LINK, MAIN, line_samples, made, part_samples


@pytest.mark.parametrize("kind", list(KEYS))
def test_keys_stand_in_the_order_of_the_real_client(kind: str) -> None:
    """Of lines and of the objects in them; the interop tests hold the table against the client."""
    assert keys_of((line_samples() | part_samples())[kind]) == KEYS[kind]


def test_every_sample_is_of_a_known_kind() -> None:
    """A builder that nobody compares would drift."""
    assert (line_samples() | part_samples()).keys() == KEYS.keys()


def test_reply_has_a_line_for_every_block() -> None:
    """Each with the id, the reason to stop and the whole usage of the message."""
    drafts = lines.reply(message(text("a"), call("Read"), call("Bash")), request_id="req")
    messages = [draft.before["message"] for draft in drafts]
    assert [len(one["content"]) for one in messages] == [1, 1, 1]
    assert len({one["id"] for one in messages}) == 1
    assert {one["stop_reason"] for one in messages} == {"tool_use"}
    assert {one["usage"]["output_tokens"] for one in messages} == {42}


def test_reply_without_blocks_has_no_line() -> None:
    """There is nothing to hang an answer on."""
    assert lines.reply(message(), request_id=None) == []


def test_usage_keeps_what_it_does_not_know() -> None:
    """A figure that the API learns to give is not lost."""
    usage = lines.normal_usage({"input_tokens": 3, "new_tokens": 4, "service_tier": "batch"})
    assert usage["input_tokens"] == 3
    assert usage["service_tier"] == "batch"
    assert list(usage)[-1] == "new_tokens"
    assert usage["cache_creation"]["ephemeral_1h_input_tokens"] == 0


def test_agents_lines_are_sidechains() -> None:
    """Of the parent's session, and without what is kept for people."""
    body = line_samples()["tool result of an agent"]
    assert body["isSidechain"] is True
    assert body["agentId"] == AGENT.agent_id
    assert body["sessionId"] == MAIN.session_id
    assert "toolUseResult" not in body


def test_result_hangs_on_its_own_call() -> None:
    """Wherever the conversation stands meanwhile."""
    body = line_samples()["tool result"]
    assert body["sourceToolAssistantUUID"] == "u1"
    assert body["message"]["content"][0]["tool_use_id"] == "t"


@pytest.mark.parametrize(("for_tool", "words"), [(True, "for tool use]"), (False, "by user]")])
def test_interrupt_says_what_was_broken_off(for_tool: bool, words: str) -> None:
    """A tool, or a reply that had not begun."""
    body = made(lines.interrupt(for_tool=for_tool))
    assert body["message"]["content"][0]["text"].endswith(words)
    assert "interruptedMessageId" not in body


def test_made_up_lines_name_no_model() -> None:
    """By the word that the format knows such lines by."""
    assert assistant.SYNTHETIC_MODEL == SYNTHETIC_MODEL
    assert line_samples()["filler"]["message"]["model"] == SYNTHETIC_MODEL
    assert line_samples()["filler"]["isApiErrorMessage"] is False
    assert line_samples()["API error"]["isApiErrorMessage"] is True


def test_prompt_id_is_left_out_where_there_is_none() -> None:
    """A line that belongs to no prompt does not pretend to."""
    link = Link(uuid="u", parent=None, timestamp=LINK.timestamp)
    body = complete(lines.said("x"), Envelope(session_id="s", cwd="/", version="1"), link)
    assert "promptId" not in body
    assert body["parentUuid"] is None
    assert body["entrypoint"] == lines.ENTRYPOINT
