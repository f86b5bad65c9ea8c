"""New ids: everywhere where one belongs, nowhere else, and always the same one."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from steno.disk.reader import HUGE
from steno.disk.transcript import read
from steno.edit.identity import NewIds
from steno.format.decode import decode
from tests.written import ONE, TWO, line_of, write_lines

if TYPE_CHECKING:
    from pathlib import Path

OLD = "aaaaaaaa-0000-4000-8000-000000000001"
FOREIGN = "bbbbbbbb-0000-4000-8000-000000000002"


def ids(**own: Any) -> NewIds:
    """Give new ids for a session that has one line."""
    return NewIds(ONE, TWO, {OLD, "odd id"}, **own)


def renamed(body: dict[str, Any], **own: Any) -> dict[str, Any]:
    """Give a record with its new ids, read back from its line."""
    found: dict[str, Any] = json.loads(ids(**own).line(decode(line_of(body))))
    return found


def test_same_id_gets_the_same_new_one() -> None:
    """In all files of a session; another session gets others."""
    assert ids().uuid(OLD) == ids().uuid(OLD) != OLD
    assert NewIds(ONE, ONE).uuid(OLD) != ids().uuid(OLD)


@pytest.mark.parametrize(
    "key",
    ["uuid", "parentUuid", "logicalParentUuid", "leafUuid", "messageId", "sourceToolAssistantUUID"],
)
def test_members_that_name_a_line_follow(key: str) -> None:
    """At the top of a record."""
    assert renamed({key: OLD}) == {key: ids().uuid(OLD)}


@pytest.mark.parametrize(
    "body",
    [
        {"snapshot": {"messageId": OLD}},
        {"compactMetadata": {"preservedMessages": {"uuids": [OLD], "anchorUuid": OLD}}},
        {"compactMetadata": {"preservedSegment": {"headUuid": OLD, "tailUuid": OLD}}},
        {"data": {"message": {"uuid": OLD, "message": {"content": []}}}},
        {"someday": {"byLine": {OLD: 1}}},
    ],
)
def test_members_further_down_follow(body: dict[str, Any]) -> None:
    """Known ones and such as nobody knows yet."""
    assert OLD not in json.dumps(renamed(body))


def test_every_line_is_of_the_new_session() -> None:
    """Even one that once came from another; what speaks of another session stays."""
    body = {
        "sessionId": FOREIGN,
        "worktreeSession": {"sessionId": ONE},
        "forkedFrom": {"sessionId": ONE, "messageUuid": OLD},
    }
    assert renamed(body) == {
        "sessionId": TWO,
        "worktreeSession": {"sessionId": TWO},
        "forkedFrom": {"sessionId": ONE, "messageUuid": OLD},
    }


def test_ids_of_others_stay() -> None:
    """API messages, calls, titles of other sessions."""
    body = {
        "type": "assistant",
        "message": {"id": "msg_1", "content": [{"type": "tool_use", "id": "toolu_1"}]},
        "requestId": "req_1",
    }
    assert renamed(body) == body
    assert renamed({"type": "summary", "leafUuid": FOREIGN}) == {
        "type": "summary",
        "leafUuid": FOREIGN,
    }


def test_words_stay_what_they_are() -> None:
    """An id in what was said is part of the words; the path of a file that comes along is not."""
    words = f"see {OLD} and {ONE}"
    body = {"uuid": OLD, "message": {"content": [{"type": "text", "text": words}, OLD]}}
    assert renamed(body)["message"] == body["message"]
    path = f"/home/x/.claude/projects/-p/{ONE}/tool-results/a.txt"
    moved = renamed({"message": {"content": f"saved to: {path}"}})
    assert moved["message"]["content"] == f"saved to: {path.replace(ONE, TWO)}"
    assert renamed({"toolUseResult": {"file": f"C:\\x\\{ONE}\\subagents\\a"}}) == {
        "toolUseResult": {"file": f"C:\\x\\{TWO}\\subagents\\a"}
    }


@pytest.mark.parametrize(
    "path",
    [
        "{}/subagents/workflows/wf_1",
        "{}/workflows/scripts/x.js",
        "./{}/tool-results",
        "see `{}/tool-results/a.txt`, or ({}\\subagents\\a)",
        "/x/.claude/file-history/{}/0123@v1",
        "/x/.claude/projects/-p/{}.jsonl",
    ],
)
def test_paths_of_what_comes_along_follow(path: str) -> None:
    """Relative ones too, wherever they stand; and the session's own file."""
    for key in ("transcriptDir", "toolUseResult", "content"):
        assert renamed({key: path.format(ONE, ONE)}) == {key: path.format(TWO, TWO)}
    raw = path.format(ONE, ONE).encode()
    assert ids().paths(raw) == path.format(TWO, TWO).encode()


@pytest.mark.parametrize(
    "words", ["x{}/subagents/a", "1-{}/subagents/a", "{}/other/a", "{}.jsonl", "/{}.jsonl.bak"]
)
def test_what_only_looks_like_such_a_path_stays(words: str) -> None:
    """In what was said; a longer name is another name."""
    assert renamed({"content": words.format(ONE)}) == {"content": words.format(ONE)}


def test_agent_of_a_workflow_keeps_its_name() -> None:
    """It follows the session's id."""
    body = {"sessionId": f"{ONE}#agent-a1", "inner": {"of": f"{ONE}#agent-a1"}}
    named = f"{TWO}#agent-a1"
    assert renamed(body) == {"sessionId": named, "inner": {"of": named}}


def test_fork_keeps_the_ids_of_lines() -> None:
    """Only the session's own id is new."""
    body = {"uuid": OLD, "parentUuid": "odd id", "sessionId": ONE}
    assert renamed(body, keep_uuids=True) == {**body, "sessionId": TWO}


def test_every_other_byte_stays() -> None:
    """Spaces, escapes and numbers are as they were."""
    raw = f'{{ "uuid" : "{OLD}", "n":1.50, "e":"\\u00e9" ,"s":"{OLD}!"}}\r\n'.encode()
    assert ids().line(decode(raw)) == raw.replace(
        f'"{OLD}"'.encode(), f'"{ids().uuid(OLD)}"'.encode()
    )


def test_content_that_equals_an_id_is_told_from_a_member() -> None:
    """The fast way would change both, so the places are found."""
    body = {"uuid": OLD, "message": {"content": OLD}}
    assert renamed(body) == {"uuid": ids().uuid(OLD), "message": {"content": OLD}}


@pytest.mark.parametrize("raw", [b'{"uuid":"%s"', b'{"uuid":"%s"}{"parentUuid":"%s"}', b"%s\n"])
def test_lines_that_are_no_record_lose_the_old_ids(raw: bytes) -> None:
    """Torn, glued or worse."""
    line = ids().line(decode(raw.replace(b"%s", OLD.encode()) + b"\n"))
    assert OLD.encode() not in line
    assert ids().uuid(OLD).encode() in line
    assert FOREIGN.encode() in ids().text(FOREIGN.encode())
    assert ids().text(ONE.encode()) == TWO.encode()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([OLD, ONE]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("content"), inner),
    max_leaves=12,
)


@example({"sessionId": OLD, OLD: math.inf})
@given(
    st.dictionaries(st.sampled_from(["uuid", "sessionId", "x", OLD, "message"]) | st.text(), JSON)
)
def test_no_shape_of_a_record_is_too_odd(body: dict[str, Any]) -> None:
    """Whatever it holds, a record stays one, and is renamed as its line is."""
    entry = decode(line_of(body))
    again = decode(ids().line(entry))
    if entry.parts == (entry,):
        expected = ids().body(entry.body)
        assert again.body == expected or "NaN" in str(entry.raw)


def test_huge_line_loses_nothing(tmp_path: Path) -> None:
    """Of its long strings only the beginnings are read at first, and one of them changes."""
    words = f"saved in /x/{ONE}/tool-results/a.txt " + "y" * HUGE
    path = write_lines(tmp_path / "x.jsonl", {"sessionId": ONE, "content": words})
    (entry,) = read(path)
    found = json.loads(ids().line(entry))
    assert found == {"sessionId": TWO, "content": words.replace(ONE, TWO)}
