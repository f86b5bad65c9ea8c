"""Lines copied into a fork."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import steno
from steno.client.forking import forked_lines
from steno.client.opening import Place, Wanted, open_resumed
from tests.client.conversations import CONVERSATIONS, MODEL, asks, recorded, replies, text

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.opening import Opened


def forked(opened: Opened, folder: Path, at: str | None = None) -> Opened:
    """Fork a session and say something in it."""
    place = Place(home=folder / "home", cwd=folder / "elsewhere")
    fork = open_resumed(place, opened.session_id, Wanted(fork=True, at=at))
    asks(fork.recorder, "In the fork.")
    replies(fork.recorder, text("Indeed."))
    return fork


@pytest.mark.parametrize("name", list(CONVERSATIONS))
def test_fork_says_what_its_origin_said(name: str, tmp_path: Path) -> None:
    """All messages, then its own; the origin stays as it was."""
    opened = recorded(name, tmp_path)
    before = opened.path.read_bytes()
    fork = forked(opened, tmp_path)
    assert fork.path != opened.path
    assert opened.path.read_bytes() == before
    session = steno.load(fork.path)
    assert {found.code for found in session.findings} <= {"call-without-result"}
    # The last one may have been joined with the new prompt.
    told = fork.messages_for(MODEL)[:-1]
    assert session.messages()[: len(told)] == told
    assert "In the fork." in str(session.messages()[-2])
    assert session.outline.uuids[session.chain.path[-1]] == fork.leaf  # type: ignore[union-attr]


def test_lines_keep_their_ids_and_times(tmp_path: Path) -> None:
    """The session, the folder and the branch are the new ones; loose lines stay behind."""
    opened = recorded("parallel_tools", tmp_path)
    fork = forked(opened, tmp_path)
    old = {e.body["uuid"]: e.body for e in steno.read(opened.path) if "uuid" in e.body}
    new = [e.body for e in steno.read(fork.path)]
    copied = [body for body in new if body.get("uuid") in old]
    assert len(copied) == len(old)
    for body in copied:
        other = old[body["uuid"]]
        moved = {"sessionId": fork.session_id, "cwd": str(tmp_path / "elsewhere")}
        assert body == {**other, **moved}
    assert {body["type"] for body in new} == {"user", "assistant", "queue-operation"}
    assert {body["sessionId"] for body in new} == {fork.session_id}


def test_what_a_compaction_kept_hangs_on_its_summary(tmp_path: Path) -> None:
    """So that the copy needs nothing of what stood before; that is not copied, nor the name."""
    opened = recorded("manual_compaction", tmp_path)
    bodies = forked_lines(steno.load(opened.path), opened.recorder.envelope)
    assert bodies[0]["subtype"] == "compact_boundary"
    assert bodies[0]["parentUuid"] is None
    assert bodies[1]["isCompactSummary"]
    assert [body["parentUuid"] for body in bodies[1:]] == [body["uuid"] for body in bodies[:-1]]
    assert not [body for body in bodies if "slug" in body]


def test_fork_can_go_back(tmp_path: Path) -> None:
    """It takes the lines up to there alone."""
    opened = recorded("plain", tmp_path)
    first = next(e.body["uuid"] for e in steno.read(opened.path) if e.body["type"] == "assistant")
    fork = forked(opened, tmp_path, first)
    sent = steno.load(fork.path).messages()
    assert len(sent) == 4
    assert "low water" not in str(sent)


def test_gaps_are_closed(tmp_path: Path) -> None:
    """A line whose parent was lost hangs, in the copy, on what the client took for it."""
    opened = recorded("plain", tmp_path)
    lines = opened.path.read_bytes().split(b"\n")
    reply = next(number for number, line in enumerate(lines) if b'"assistant"' in line)
    prompt = lines.pop(reply)
    opened.path.write_bytes(b"\n".join(lines))
    assert prompt
    bodies = forked_lines(steno.load(opened.path), opened.recorder.envelope)
    uuids = {body["uuid"] for body in bodies}
    assert [body["parentUuid"] in uuids for body in bodies] == [False, True, True]


def test_nothing_is_copied_of_an_empty_session(tmp_path: Path) -> None:
    """There is nothing to copy."""
    opened = recorded("plain", tmp_path)
    path = tmp_path / "empty.jsonl"
    path.write_bytes(b"")
    assert forked_lines(steno.load(path), opened.recorder.envelope) == []
