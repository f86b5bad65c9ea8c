"""One line of text for one entry."""

from __future__ import annotations

from typing import Any

import pytest

from steno.cli.gist import block_gist, gist, kind_of_entry
from steno.format.decode import decode
from steno.format.message import MessageEntry
from tests.written import line_of, reply, user

TEXT = {"type": "text", "text": "hi"}


def entry_of(body: Any) -> Any:
    """Decode a made-up line."""
    return decode(body if isinstance(body, bytes) else line_of(body))


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        (b"rubbish\n", "bad-line", None),
        (b'{"type":"us', "torn-line", "cut off after 11 bytes"),
        (b"\n", "blank-line", ""),
        (b'{"type":"mode"}{"type":"tag"}\n', "glued-line", "mode + tag"),
        (user("mend it"), "user/prompt", "mend it"),
        (user([TEXT, TEXT]), "user/prompt", "hi  hi"),
        (reply(message={"content": []}), "assistant/", ""),
        (reply(message={"content": [TEXT, {"type": "thinking"}]}), "assistant/text+thinking", None),
        (reply(message={"content": [{}]}), "assistant/?", None),
        ({"type": "system", "subtype": "api_error", "content": "x"}, "system/api_error", "x"),
        ({"type": "attachment", "attachment": {"type": "todo"}}, "attachment/todo", ""),
        ({"type": "progress", "data": {"type": "bash_progress"}}, "progress/bash_progress", ""),
        ({"type": "queue-operation", "operation": "enqueue"}, "queue-operation/enqueue", "enqueue"),
        ({"type": "custom-title", "customTitle": "Tides"}, "custom-title", "Tides"),
        ({"type": "summary", "summary": "S"}, "summary", "S"),
        ({"type": "of-tomorrow", "path": "/a"}, "of-tomorrow", "/a"),
        ({"type": "of-tomorrow", "subtype": 5}, "of-tomorrow", ""),
        ({"nothing": "known"}, "None", "nothing: known"),
    ],
)
def test_entry_is_named_and_summed_up(body: Any, kind: str, text: str | None) -> None:
    """Whatever it is; what there is nothing to say about has an empty text."""
    entry = entry_of(body)
    assert kind_of_entry(entry) == kind
    assert isinstance(gist(entry), str)
    assert text is None or gist(entry) == text


@pytest.mark.parametrize(
    ("block", "text"),
    [
        (TEXT, "hi"),
        ({"type": "text"}, ""),
        ({"type": "thinking", "thinking": "hm"}, "(hm)"),
        ({"type": "thinking"}, "(thinking)"),
        ({"type": "redacted_thinking", "data": "x"}, "(redacted thinking)"),
        ({"type": "tool_use", "name": "Bash", "input": {"command": "ls"}}, "Bash: ls"),
        (
            {"type": "tool_use", "name": "Grep", "input": {"path": "/a", "pattern": "x"}},
            "Grep: x",
        ),
        ({"type": "tool_use", "name": "Odd", "input": {"a": 1, "b": 2}}, "Odd: a, b"),
        ({"type": "tool_use", "name": "Odd", "input": "text"}, "Odd: "),
        (
            {"type": "server_tool_use", "name": "web_search", "input": {"query": "q"}},
            "web_search: q",
        ),
        ({"type": "tool_result", "content": "done"}, "done"),
        ({"type": "tool_result", "content": "no", "is_error": True}, "error: no"),
        ({"type": "tool_result", "content": [TEXT, {"type": "image"}]}, "hi  [image]"),
        ({"type": "tool_result"}, ""),
        ({"type": "image", "source": {"media_type": "image/png"}}, "[image image/png]"),
        ({"type": "document", "source": {}}, "[document]"),
        ({"type": "sonar_ping"}, "[sonar_ping]"),
    ],
)
def test_block_is_summed_up(block: dict[str, Any], text: str) -> None:
    """By what says most about it."""
    entry = entry_of(reply(message={"content": [block]}))
    assert isinstance(entry, MessageEntry)
    assert block_gist(entry.blocks[0]) == text
