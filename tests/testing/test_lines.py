"""Single lines: keys, order and shape as the client of each version writes them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from steno.format.decode import decode
from steno.format.encode import new_line
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry, UserKind
from steno.format.validate import check
from steno.testing.demo import demo_sessions
from steno.testing.lines import (
    HERE,
    SESSION_ID,
    Link,
    Reply,
    Stamp,
    chained,
    make_assistant,
    make_attachment,
    make_compaction,
    make_loose,
    make_progress,
    make_snapshot,
    make_synthetic,
    make_system,
    make_tool_call,
    make_tool_use,
    make_user,
    version_tuple,
)
from steno.testing.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OLD = Stamp(version="2.1.14", slug="salty-wading-tern")
OLDEST = Stamp(version="1.0.43")


def test_version_compares_by_its_numbers() -> None:
    """2.1.100 is newer than 2.1.99."""
    assert version_tuple("2.1.100") > version_tuple("2.1.99")


def test_user_line_of_the_present_client() -> None:
    """Chain first, then the message, the line's id, and the envelope last."""
    body = make_user("hi", promptId="p", permissionMode="default")
    assert list(body) == [
        "parentUuid", "isSidechain", "promptId", "type", "message", "uuid", "timestamp",
        "permissionMode", "userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch",
    ]  # fmt: skip


def test_user_line_of_an_older_client() -> None:
    """Older clients put the envelope in front, with the slug but without an entrypoint."""
    assert list(make_user("hi", stamp=OLD)) == [
        "parentUuid", "isSidechain", "userType", "cwd", "sessionId", "version", "gitBranch",
        "slug", "type", "message", "uuid", "timestamp",
    ]  # fmt: skip


def test_oldest_client_knows_no_branch() -> None:
    """Before 1.0.55 there was no gitBranch."""
    assert "gitBranch" not in make_user("hi", stamp=OLDEST)


def test_assistant_lines_share_one_message() -> None:
    """One line per block, chained, all with the same id, usage and stop reason."""
    blocks = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    first, second = make_assistant(blocks, reply=Reply(stop_reason="end_turn"))
    assert second["parentUuid"] == first["uuid"]
    assert [line["message"]["content"] for line in (first, second)] == [[b] for b in blocks]
    for key in ("id", "usage", "stop_reason", "model"):
        assert first["message"][key] == second["message"][key]
    assert first["requestId"] == second["requestId"]


def test_streaming_clients_wrote_placeholders() -> None:
    """About 2.1.14 only the last line of a message has the stop reason and the final count."""
    blocks = [{"type": "text", "text": part} for part in "abc"]
    lines = make_assistant(blocks, stamp=OLD, reply=Reply(tokens=Tokens(output=480)))
    outputs = [line["message"]["usage"]["output_tokens"] for line in lines]
    assert outputs == [2, 2, 480]
    assert [line["message"]["stop_reason"] for line in lines] == [None, None, "end_turn"]


def test_caller_is_named_from_2_1_45_on() -> None:
    """Who asked for a tool is in newer lines only."""
    assert make_tool_use("t", "Read", {})["caller"] == {"type": "direct"}
    assert "caller" not in make_tool_use("t", "Read", {}, OLD)


def test_tool_call_and_result_name_each_other() -> None:
    """The result carries the call's id and its line, and the terminal's own result."""
    call, result = make_tool_call("Bash", {"command": "ls"}, "a\nb", toolUseResult={"stdout": "a"})
    (use,) = call["message"]["content"]
    (answer,) = result["message"]["content"]
    assert answer["tool_use_id"] == use["id"]
    assert result["sourceToolAssistantUUID"] == result["parentUuid"] == call["uuid"]
    assert result["toolUseResult"] == {"stdout": "a"}
    assert "is_error" not in answer


@pytest.mark.parametrize("is_error", [True, False])
def test_tool_result_says_whether_it_failed(*, is_error: bool) -> None:
    """The flag stands in the block, where the API has it."""
    _, result = make_tool_call("Bash", {}, "x", is_error=is_error)
    assert result["message"]["content"][0]["is_error"] is is_error


def test_compaction_is_a_new_root_and_a_summary() -> None:
    """The boundary has no parent but a logical one; the summary hangs on it."""
    links = [Link("b", "leaf"), Link("s")]
    boundary, summary = make_compaction("We did it.", {"trigger": "auto"}, links=links)
    assert boundary["parentUuid"] is None
    assert boundary["logicalParentUuid"] == "leaf"
    assert list(boundary)[:2] == ["parentUuid", "logicalParentUuid"]
    assert summary["parentUuid"] == "b"
    entry = decode(new_line(summary))
    assert isinstance(entry, UserEntry)
    assert entry.kind is UserKind.COMPACT_SUMMARY


def test_synthetic_reply_is_known_as_one() -> None:
    """An error is one; a filler is none."""
    error = decode(new_line(make_synthetic("Too many.", error="rate_limit", apiErrorStatus=429)))
    filler = decode(new_line(make_synthetic("Nothing.")))
    assert isinstance(error, AssistantEntry)
    assert isinstance(filler, AssistantEntry)
    assert error.is_synthetic
    assert (error.is_api_error_message, filler.is_api_error_message) == (True, False)


def test_loose_line_has_its_session_and_no_chain() -> None:
    """A loose line ends with the session's id unless it has none."""
    assert make_loose("mode", mode="normal") == {
        "type": "mode", "mode": "normal", "sessionId": SESSION_ID,
    }  # fmt: skip
    assert make_loose("summary", session_id=None, summary="x") == {
        "type": "summary", "summary": "x",
    }  # fmt: skip


def test_subagent_lines_are_sidechains() -> None:
    """An agent id makes a sidechain; lines in the main file are told to be one."""
    assert make_user("x", stamp=Stamp(agent_id="a1"))["agentId"] == "a1"
    assert make_user("x", stamp=Stamp(agent_id="a1"))["isSidechain"] is True
    assert make_user("x", stamp=Stamp(sidechain=True))["isSidechain"] is True
    assert make_user("x")["isSidechain"] is False


def test_chained_links_follow_one_another() -> None:
    """Each link's parent is the one before it."""
    links = chained(3, parent="root")
    assert [link.parent for link in links] == ["root", links[0].uuid, links[1].uuid]
    assert sorted(link.timestamp for link in links) == [link.timestamp for link in links]


def test_made_lines_have_no_findings() -> None:
    """What the builders make is what the format expects."""
    lines = [
        make_user("hi"),
        *make_assistant([{"type": "text", "text": "x"}]),
        make_system("turn_duration", durationMs=5, isMeta=False),
        make_system(None, content="x", stamp=OLDEST, level="info"),
        make_attachment("date_change", newDate="2026-06-01"),
        make_progress({"type": "query_update", "query": "q"}, "t", stamp=OLD),
        make_snapshot("m", {"a.txt": "old text"}),
        make_synthetic("x"),
    ]
    assert [check(decode(new_line(line))) for line in lines] == [()] * len(lines)


def test_keys_stand_in_the_order_of_real_lines(corpus: Path) -> None:
    """No two keys of the demo's lines stand the other way round in every real line."""
    real: dict[object, set[tuple[str, str]]] = defaultdict(set)
    for path in corpus.glob("projects/**/*.jsonl"):
        if "-synthetic" not in str(path):
            _learn(path, real)
    kinds = len(real)
    assert kinds > 30
    assert sorted(set(_contradictions(real))) == []


def _learn(path: Path, real: dict[object, set[tuple[str, str]]]) -> None:
    for raw in path.read_bytes().split(b"\n"):
        for part in decode(raw).parts:
            for where, keys in _key_lists(dict(part.body)):
                real[where].update(_pairs(keys))


def _contradictions(real: dict[object, set[tuple[str, str]]]) -> Iterator[str]:
    for session in demo_sessions():
        for body in session.bodies():
            for where, keys in _key_lists(body):
                known = real[where]
                for first, second in _pairs(keys):
                    if (second, first) in known and (first, second) not in known:
                        yield f"{where}: {first} before {second}"


def _key_lists(body: dict[str, Any]) -> Iterator[tuple[object, list[str]]]:
    """Give the keys of a line, of its message and of its usage, each with what they belong to."""
    version, message = body.get("version"), body.get("message")
    new = isinstance(version, str) and version_tuple(version) >= (2, 1, 90)
    synthetic = isinstance(message, dict) and message.get("model") == "<synthetic>"
    kind = (body.get("type"), body.get("subtype"), synthetic, new)
    yield ("line", kind), list(body)
    if body.get("type") == "assistant" and isinstance(message, dict):
        yield ("message", kind), list(message)
        yield ("usage", kind), list(message.get("usage", {}))


def _pairs(keys: list[str]) -> Iterator[tuple[str, str]]:
    for number, first in enumerate(keys):
        for second in keys[number + 1 :]:
            yield first, second


def test_default_stamp_is_the_present_client() -> None:
    """Lines without a stamp are those of the client that the notes describe."""
    assert HERE.version == "2.1.197"
