"""Sessions begun and taken up."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

import steno
from steno.client import lines, loose_lines
from steno.client.attachments import attachment
from steno.client.opening import VERSION, Place, Wanted, open_continued, open_new, open_resumed
from steno.client.presence import Presence
from steno.client.recorder import AgentMeta
from steno.client.system_lines import local_command, turn_duration
from steno.errors import (
    AmbiguousSessionError,
    ConfigError,
    ResumeRefusedError,
    SessionIdError,
    SessionNotFoundError,
    UnknownLineError,
)
from steno.format.encode import new_line
from tests.client.conversations import (
    CONVERSATIONS,
    MODEL,
    asks,
    ends,
    recorded,
    replies,
    text,
)

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.opening import Opened


def place(folder: Path, **own: Any) -> Place:
    """Give the place that conversations are recorded in."""
    return Place(home=folder / "home", cwd=folder / "project", **own)


def test_new_session_has_a_new_id_and_no_past(tmp_path: Path) -> None:
    """Two of them do not meet."""
    one, two = open_new(place(tmp_path)), open_new(place(tmp_path))
    assert one.session_id != two.session_id
    assert one.is_new
    assert one.messages_for(MODEL) == []
    assert (one.leaf, one.model, one.last_cwd, one.slug) == (None, None, None, None)
    assert not one.path.exists()


def test_new_session_takes_the_id_that_it_is_given(tmp_path: Path) -> None:
    """Unless that is none, or somebody's."""
    chosen = str(uuid4())
    opened = open_new(place(tmp_path), chosen)
    assert opened.path.stem == chosen
    asks(opened.recorder)
    with pytest.raises(SessionIdError, match="--resume"):
        open_new(place(tmp_path), chosen)
    with pytest.raises(SessionIdError, match="UUID"):
        open_new(place(tmp_path), "../../etc/passwd")


def test_lines_say_who_wrote_them(tmp_path: Path) -> None:
    """Our own name and version, or those of the program that drives us."""
    body = asks(open_new(place(tmp_path)).recorder)
    assert (body["version"], body["entrypoint"]) == (VERSION, "steno")
    body = asks(open_new(place(tmp_path, entrypoint="sdk-py")).recorder)
    assert body["entrypoint"] == "sdk-py"


@pytest.mark.parametrize("name", list(CONVERSATIONS))
def test_resumed_session_goes_on(name: str, tmp_path: Path) -> None:
    """What the model was told before is what it is told again, and no byte of the file changes."""
    written = recorded(name, tmp_path)
    before = written.path.read_bytes()
    opened = open_resumed(place(tmp_path), written.session_id)
    assert opened.path == written.path
    assert opened.notes == ()
    assert written.path.read_bytes() == before
    told = opened.messages_for(MODEL)
    asks(opened.recorder, "Once more.")
    replies(opened.recorder, text("With pleasure."))
    ends(opened.recorder)
    assert written.path.read_bytes().startswith(before)
    session = steno.load(written.path)
    assert session.outline.uuids[session.chain.path[-1]] == opened.leaf  # type: ignore[union-attr]
    sent = session.messages()
    if name not in ("beside", "call_without_result"):
        assert sent[: len(told)] == told
    assert "Once more." in str(sent[-2])


def test_prompt_without_an_answer_gets_one(tmp_path: Path) -> None:
    """With the next prompt, hung on it, as the real client writes it."""
    written = recorded("unanswered", tmp_path)
    opened = open_resumed(place(tmp_path), written.session_id)
    assert opened.messages_for(MODEL)[-1]["content"][0]["text"] == lines.NO_RESPONSE
    asks(opened.recorder, "Still there?")
    filler, prompt = [e.body for e in steno.read(written.path) if "uuid" in e.body][-2:]
    assert filler["parentUuid"] == written.recorder.leaf
    assert filler["message"]["model"] == "<synthetic>"
    assert prompt["parentUuid"] == filler["uuid"]


@pytest.mark.parametrize("name", ["broken_off", "beside_unanswered"])
def test_work_that_was_broken_off_is_asked_for(name: str, tmp_path: Path) -> None:
    """Behind a result, and behind what was told beside a prompt."""
    if name == "broken_off":
        written = recorded("broken_off", tmp_path)
    else:
        written = recorded("unanswered", tmp_path)
        written.recorder.append(attachment("ultrathink_effort"))
    opened = open_resumed(place(tmp_path), written.session_id)
    told = opened.messages_for(MODEL)
    assert lines.GO_ON in str(told[-2])
    assert lines.NO_RESPONSE in str(told[-1])
    prompt = asks(opened.recorder, "Well?")
    asked, filler = [e.body for e in steno.read(written.path) if "uuid" in e.body][-3:-1]
    assert asked["isMeta"] is True
    assert asked["promptId"] == prompt["promptId"]
    assert asked["parentUuid"] == written.recorder.leaf
    assert filler["parentUuid"] == asked["uuid"]


def test_command_behind_a_prompt_stays_a_branch(tmp_path: Path) -> None:
    """The filler hangs on the prompt, as the real client's does; the model is told both."""
    written = recorded("unanswered", tmp_path)
    prompt = written.recorder.leaf
    written.recorder.append(local_command("<local-command-stdout>out</local-command-stdout>"))
    opened = open_resumed(place(tmp_path), written.session_id)
    told = opened.messages_for(MODEL)
    assert lines.NO_RESPONSE in str(told[-2])
    assert "out" in str(told[-1])
    asks(opened.recorder, "Well?")
    filler = [e.body for e in steno.read(written.path) if "uuid" in e.body][-2]
    assert filler["parentUuid"] == prompt


def test_session_is_found_from_another_folder(tmp_path: Path) -> None:
    """By its id; the person learns where it stays, and new lines say where we are."""
    written = recorded("plain", tmp_path)
    here = Place(home=tmp_path / "home", cwd=tmp_path)
    opened = open_resumed(here, written.session_id)
    assert opened.path == written.path
    assert opened.last_cwd == str(tmp_path / "project")
    assert len(opened.notes) == 1
    assert str(tmp_path / "project") in opened.notes[0]
    assert asks(opened.recorder)["cwd"] == str(tmp_path)


def test_session_is_found_by_path_and_title(tmp_path: Path) -> None:
    """And by the beginning of its id."""
    written = recorded("plain", tmp_path)
    written.recorder.append(loose_lines.custom_title(written.session_id, "neap tide"))
    for name in (str(written.path), "neap tide", written.session_id[:13]):
        opened = open_resumed(place(tmp_path), name)
        assert opened.path == written.path
    assert opened.title == "neap tide"
    with pytest.raises(SessionNotFoundError):
        open_resumed(place(tmp_path), "spring tide")
    with pytest.raises(SessionNotFoundError):
        open_resumed(place(tmp_path), str(uuid4()))


def test_session_of_this_folder_goes_before_its_copy(tmp_path: Path) -> None:
    """The same id in two folders means the one that we are in; elsewhere the first."""
    written = recorded("plain", tmp_path)
    other = Place(home=tmp_path / "home", cwd=tmp_path / "aaa")
    copy = other.session_path(written.session_id)
    copy.parent.mkdir()
    copy.write_bytes(written.path.read_bytes())
    assert open_resumed(place(tmp_path), written.session_id).path == written.path
    assert open_resumed(other, written.session_id).path == copy
    with pytest.raises(AmbiguousSessionError):
        open_resumed(place(tmp_path), written.session_id[:13])


def begun_at(folder: Path, seconds: int, words: str) -> Opened:
    """Begin a session that was last written to then."""
    opened = open_new(place(folder))
    asks(opened.recorder, words)
    replies(opened.recorder, text("Yes."))
    opened.recorder.close()
    os.utime(opened.path, (seconds, seconds))
    return opened


def test_newest_session_of_the_folder_is_continued(tmp_path: Path) -> None:
    """By the time of its last write; one without a conversation is passed over."""
    begun_at(tmp_path, 1000, "old")
    newer = begun_at(tmp_path, 2000, "newer")
    elsewhere = Place(home=tmp_path / "home", cwd=tmp_path / "elsewhere")
    asks(open_new(elsewhere).recorder, "elsewhere")
    empty = newer.path.with_name(f"{uuid4()}.jsonl")
    empty.write_bytes(b'{"type":"mode","mode":"normal"}\n')
    opened = open_continued(place(tmp_path))
    assert opened.session_id == newer.session_id
    assert "newer" in str(opened.messages_for(MODEL))


def test_a_session_without_a_message_is_not_continued(tmp_path: Path) -> None:
    """One in which only the client spoke is passed over, though its last line can be found."""
    asks(open_new(place(tmp_path)).recorder, "said")
    silent = open_new(place(tmp_path)).recorder
    silent.append(turn_duration(0, 0))
    silent.note_leaf()
    assert steno.load(silent.path).chain is not None
    assert "said" in str(open_continued(place(tmp_path)).messages_for(MODEL))


def test_what_was_spent_is_read_with_sub_agents(tmp_path: Path) -> None:
    """Each message once, whatever branch it stands on; a new session has spent nothing."""
    written = open_new(place(tmp_path))
    assert list(written.spent()) == []
    asks(written.recorder, "one")
    replies(written.recorder, text("a"))
    meta = AgentMeta(agent_type="Explore", description="x", call_id="y")
    with written.recorder.subagent("a1", meta) as agent:
        asks(agent, "two")
        replies(agent, text("b"))
    assert len(list(open_resumed(place(tmp_path), written.session_id).spent())) == 2


def test_where_nothing_can_be_continued_a_session_begins(tmp_path: Path) -> None:
    """As the real client does; the person is told."""
    opened = open_continued(place(tmp_path), Wanted(session_id=str(uuid4())))
    assert opened.is_new
    assert "a new one" in opened.notes[0]


def test_going_back_begins_a_branch_that_is_resumed(tmp_path: Path) -> None:
    """Even after a crash right behind the prompt, though an older line names the other branch."""
    written = recorded("plain", tmp_path)
    first = next(e.body["uuid"] for e in steno.read(written.path) if e.body["type"] == "assistant")
    opened = open_resumed(place(tmp_path), written.session_id, Wanted(at=first))
    assert len(opened.messages_for(MODEL)) == 2
    prompt = asks(opened.recorder, "Another way.")
    assert opened.recorder.position.leaf != first
    sent = steno.load(written.path).messages()
    assert "Another way." in str(sent[-1])
    assert "low water" not in str(sent)
    bodies = [entry.body for entry in steno.read(written.path)]
    assert bodies[-1]["type"] == "last-prompt"
    assert bodies[-2]["parentUuid"] == first
    assert prompt["uuid"] == bodies[-2]["uuid"] == bodies[-1]["leafUuid"]
    replies(opened.recorder, text("So be it."))
    assert "So be it." in str(steno.load(written.path).messages()[-1])
    assert [e.body["type"] for e in steno.read(written.path)].count("last-prompt") == 2


def test_going_back_to_a_prompt_adds_nothing(tmp_path: Path) -> None:
    """The real client joins the new prompt to it."""
    written = recorded("plain", tmp_path)
    first = next(e.body["uuid"] for e in steno.read(written.path) if e.body["type"] == "user")
    opened = open_resumed(place(tmp_path), written.session_id, Wanted(at=first))
    assert opened.recorder.owed == []
    assert [message["role"] for message in opened.messages_for(MODEL)] == ["user"]


def test_line_that_is_not_there_is_told(tmp_path: Path) -> None:
    """With what shows the others."""
    written = recorded("plain", tmp_path)
    with pytest.raises(UnknownLineError, match="steno tree"):
        open_resumed(place(tmp_path), written.session_id, Wanted(at="no-such-line"))


def test_fork_takes_the_id_that_it_is_given(tmp_path: Path) -> None:
    """And lies where we are."""
    written = recorded("plain", tmp_path)
    chosen = str(uuid4())
    opened = open_resumed(place(tmp_path), written.session_id, Wanted(fork=True, session_id=chosen))
    assert opened.session_id == chosen
    assert opened.leaf == written.recorder.leaf
    assert not opened.path.exists()


def test_what_it_was_like_is_known_again(tmp_path: Path) -> None:
    """The model, the mode of permissions and the working folder of the last line."""
    opened = open_new(place(tmp_path))
    opened.recorder.begin_turn()
    opened.recorder.append(lines.prompt("Plan.", permission_mode="plan"))
    replies(opened.recorder, text("Planned."), model="claude-sonnet-4-6")
    again = open_resumed(place(tmp_path), opened.session_id)
    assert (again.model, again.permission_mode) == ("claude-sonnet-4-6", "plan")
    opened.recorder.append(loose_lines.permission_mode(opened.session_id, "acceptEdits"))
    again = open_resumed(place(tmp_path), opened.session_id)
    assert again.permission_mode == "acceptEdits"


def test_session_in_another_client_is_told(tmp_path: Path) -> None:
    """Both may go on, in two branches; the person decides."""
    written = recorded("plain", tmp_path)
    with Presence(tmp_path / "home", written.recorder.envelope):
        opened = open_resumed(place(tmp_path), written.session_id)
    assert "open in another client" in opened.notes[0]
    assert str(os.getpid()) in opened.notes[0]
    assert open_resumed(place(tmp_path), written.session_id).notes == ()


def test_damaged_session_is_refused_with_what_helps(tmp_path: Path) -> None:
    """Nothing is written to it."""
    written = recorded("plain", tmp_path)
    damaged = written.path.read_bytes().replace(b'"model":"claude-opus-4-8",', b"")
    written.path.write_bytes(damaged)
    with pytest.raises(ResumeRefusedError, match="steno repair"):
        open_resumed(place(tmp_path), written.session_id)
    assert written.path.read_bytes() == damaged


def test_long_session_can_still_be_summed_up(tmp_path: Path) -> None:
    """The real client refuses it without a word to the model; we hand it over with a note."""
    opened = open_new(place(tmp_path))
    asks(opened.recorder, "Much.")
    replies(opened.recorder, text("Very much."), usage={"input_tokens": 190_000})
    again = open_resumed(place(tmp_path), opened.session_id)
    assert "too long" in again.notes[0]
    assert "Much." in str(again.messages_for(MODEL))


def test_beginning_that_is_out_of_reach_is_told(tmp_path: Path) -> None:
    """A line was lost, and too much time has passed to guess what it was."""
    written = recorded("plain", tmp_path)
    bodies = [dict(entry.body) for entry in steno.read(written.path) if "uuid" in entry.body]
    bodies[2]["timestamp"] = bodies[3]["timestamp"] = "2030-01-01T00:00:00.000Z"
    rest = [bodies[0], *bodies[2:]]
    written.path.write_bytes(b"".join(new_line(body) for body in rest))
    opened = open_resumed(place(tmp_path), written.session_id)
    assert "before line 2 is out of reach" in opened.notes[0]
    assert "steno repair" in opened.notes[0]
    assert len(opened.messages_for(MODEL)) == 2


def test_copies_of_files_are_known_in_their_own_folder_alone(tmp_path: Path) -> None:
    """Elsewhere the same relative path is another file, which nothing may be done to."""
    snapshot = {"messageId": "p1", "trackedFileBackups": {}, "timestamp": ""}
    line = {"type": "file-history-snapshot", "messageId": "p1", "snapshot": snapshot}
    here = place(tmp_path)
    opened = open_new(here)
    asks(opened.recorder)
    opened.recorder.append(line)
    name = opened.session_id
    assert list(open_resumed(here, name).snapshots()) == [line]
    forked = open_resumed(here, name, Wanted(fork=True))
    assert (list(forked.snapshots()), forked.forked_from) == ([line], name)
    elsewhere = Place(home=tmp_path / "home", cwd=tmp_path)
    assert not list(open_resumed(elsewhere, name).snapshots())


def test_a_home_that_is_a_file_is_refused(tmp_path: Path) -> None:
    """In words that say what is wrong, before anything else is looked at."""
    (tmp_path / "home").write_text("", "utf-8")
    with pytest.raises(ConfigError, match="is no folder"):
        Place(home=tmp_path / "home", cwd=tmp_path)
