"""Writing a conversation down: whole lines, in the right place, and nothing lost."""

from __future__ import annotations

import errno
import stat
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steno
from steno.client import lines, loose_lines, summing
from steno.client.lines import ApiFailure
from steno.client.opening import Place, open_new, open_resumed
from steno.client.recorder import AgentMeta, new_agent_id, time_text
from steno.client.tool import ToolAnswer
from steno.disk import layout
from steno.errors import WriteFailedError
from tests.client.conversations import (
    CONVERSATIONS,
    answers,
    asks,
    call,
    ends,
    recorded,
    replies,
    summed,
    text,
)
from tests.disk.faults import failing

if TYPE_CHECKING:
    from steno.client.lines import Body
    from steno.client.opening import Opened

UNFINISHED: Final = {"call_without_result": {"call-without-result"}}
"""What is to be found in conversations that a crash ended."""


def begun(folder: Path, **place: Any) -> Opened:
    """Begin a session in a home of its own."""
    return open_new(Place(home=folder / "home", cwd=folder, **place))


@pytest.mark.parametrize("name", list(CONVERSATIONS))
def test_transcript_is_sound_and_resumes_where_it_ended(name: str, tmp_path: Path) -> None:
    """The check of a session finds nothing, and the leaf is the last line that was written."""
    opened = recorded(name, tmp_path)
    session = steno.load(opened.path)
    assert {found.code for found in session.findings} == UNFINISHED.get(name, set())
    assert session.refusal is None
    assert session.chain is not None
    assert session.outline.uuids[session.chain.path[-1]] == opened.recorder.leaf
    assert {found.code for agent in session.subagents for found in _findings(agent)} == set()


def _findings(agent: Any) -> Any:
    return steno.load(agent.path).findings


STEPS: Final = st.lists(
    st.sampled_from(
        ["ask", "reply", "tools", "manual", "auto", "fail", "interrupt", "beside", "reopen", "note"]
    ),
    max_size=25,
)


@settings(max_examples=60)
@given(steps=STEPS, order=st.randoms(use_true_random=False))
def test_whatever_is_said_comes_back(steps: list[str], order: Any) -> None:
    """Any conversation is sound, its leaf right, and all since the last summary is sent."""
    with tempfile.TemporaryDirectory() as folder:
        told = Teller(begun(Path(folder)), order)
        for step in ["ask", *steps]:
            getattr(told, step)()
        session = steno.load(told.opened.path)
        assert session.findings == ()
        assert session.chain is not None
        assert session.outline.uuids[session.chain.path[-1]] == told.opened.recorder.leaf
        sent = str(session.messages())
        assert [word for word in told.expected() if word not in sent] == []
        assert [word for word in told.forgotten if word in sent] == []


class Teller:
    """Says words that are found again, and knows which of them are to be sent."""

    def __init__(self, opened: Opened, order: Any) -> None:
        """Begin with nothing."""
        self.opened = opened
        self.order = order
        self.said: dict[str, str] = {}
        """The word on each line that is sent."""
        self.forgotten: set[str] = set()
        self.count = 0

    def word(self) -> str:
        """Give a word that nobody used."""
        self.count += 1
        return f"<w{self.count}>"

    def expected(self) -> list[str]:
        """Give the words that are to be sent."""
        return list(self.said.values())

    def ask(self) -> None:
        """Ask something."""
        word = self.word()
        self.said[asks(self.opened.recorder, word)["uuid"]] = word

    def reply(self) -> None:
        """Answer in two blocks."""
        words = [self.word(), self.word()]
        for word, body in zip(words, replies(self.opened.recorder, *map(text, words)), strict=True):
            self.said[body["uuid"]] = word

    def tools(self) -> None:
        """Call three tools, whose results come in any order."""
        recorder = self.opened.recorder
        calls = [call("Glob", pattern=self.word()) for _ in range(3)]
        bodies = replies(recorder, *calls)
        for body, block in zip(bodies, calls, strict=True):
            self.said[body["uuid"]] = block["input"]["pattern"]
        self.order.shuffle(bodies)
        for body in bodies:
            word = self.word()
            self.said[answers(recorder, body, ToolAnswer(word, {}))["uuid"]] = word

    def manual(self) -> None:
        """Sum up when asked to."""
        self._sum_up("manual")

    def auto(self) -> None:
        """Sum up in between."""
        self._sum_up("auto")

    def _sum_up(self, trigger: str) -> None:
        kept = set(self.opened.recorder.position.tail)
        self.forgotten |= {word for uuid, word in self.said.items() if uuid not in kept}
        self.said = {uuid: word for uuid, word in self.said.items() if uuid in kept}
        summing.write_compaction(self.opened.recorder, summed(trigger))

    def fail(self) -> None:
        """Let the API fail; nobody is told of that again."""
        word = self.word()
        failure = ApiFailure(text=word, error="server_error")
        self.opened.recorder.append(lines.api_error(failure, message_id=word))
        self.forgotten.add(word)

    def interrupt(self) -> None:
        """Break off."""
        self.opened.recorder.append(lines.interrupt(for_tool=False))

    def beside(self) -> None:
        """Tell of a running tool."""
        self.opened.recorder.append(loose_lines.hook_progress("Stop", "Stop", "true"))

    def note(self) -> None:
        """Write down where it stands."""
        ends(self.opened.recorder)

    def reopen(self) -> None:
        """End the client, start another and ask."""
        old = self.opened
        old.recorder.close()
        place = Place(home=old.path.parents[2], cwd=Path(old.recorder.envelope.cwd))
        self.opened = open_resumed(place, old.session_id)
        assert self.opened.leaf == old.leaf
        assert self.opened.recorder.position.tail == old.recorder.position.tail
        self.ask()


def test_nothing_is_written_before_the_first_line(tmp_path: Path) -> None:
    """A client that is started and left again leaves no trace, whatever it held ready."""
    opened = begun(tmp_path)
    assert opened.recorder.append() == []
    opened.recorder.hold(loose_lines.mode(opened.session_id))
    assert opened.recorder.append() != []
    other = begun(tmp_path / "other")
    other.recorder.hold(loose_lines.mode(other.session_id))
    assert other.recorder.note_leaf() == []
    other.recorder.close()
    assert not (tmp_path / "other" / "home").exists()


def test_files_are_private(tmp_path: Path) -> None:
    """Only their owner may read them, and look into their folders."""
    opened = recorded("subagent", tmp_path)
    files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    folders = [path for path in (tmp_path / "home").rglob("*") if path.is_dir()]
    assert opened.path in files
    assert len(files) == 3
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


def test_results_hang_on_their_own_calls(tmp_path: Path) -> None:
    """And what follows hangs on the one that was written last."""
    opened = recorded("parallel_tools", tmp_path)
    bodies = [entry.body for entry in steno.read(opened.path)]
    results = [body for body in bodies if "toolUseResult" in body]
    assert len(results) == 3
    assert all(body["parentUuid"] == body["sourceToolAssistantUUID"] for body in results)
    last = next(body for body in reversed(bodies) if body["type"] == "assistant")
    assert last["parentUuid"] == results[-1]["uuid"]


def test_lines_of_a_turn_have_their_prompt_in_common(tmp_path: Path) -> None:
    """Those of an agent, too."""
    opened = recorded("subagent", tmp_path)
    agent = next(layout.subagents_dir(opened.path).glob("*.jsonl"))
    paths = (opened.path, agent)
    bodies = [entry.body for path in paths for entry in steno.read(path)]
    ids = {body["promptId"] for body in bodies if body["type"] == "user"}
    assert len(ids) == 1


def test_agent_has_its_file_and_what_is_known_of_it(tmp_path: Path) -> None:
    """Where the real client puts them; the session finds its agent again."""
    opened = recorded("subagent", tmp_path)
    (agent,) = steno.load(opened.path).subagents
    assert agent.path is not None
    assert agent.path.name == "agent-a0123456789abcdef.jsonl"
    meta = layout.meta_path(agent.path).read_bytes()
    assert meta.startswith(b'{"agentType":"x","description":"Look","toolUseId":"')
    assert meta.endswith(b'"spawnDepth":1}')


def test_agent_that_goes_on_keeps_what_is_known_of_it(tmp_path: Path) -> None:
    """A second start is no failure; an agent of an agent lies beside it."""
    recorder = begun(tmp_path).recorder
    meta = AgentMeta(agent_type="x", description="a", call_id="t")
    first = recorder.subagent("a1", meta, cwd=tmp_path / "tree")
    again = recorder.subagent("a1", AgentMeta(agent_type="y", description="b", call_id="t"))
    assert first.path == again.path
    assert b'"agentType":"x"' in layout.meta_path(first.path).read_bytes()
    assert first.envelope.cwd == str(tmp_path / "tree")
    nested = first.subagent(new_agent_id(), meta)
    assert nested.path.parent == first.path.parent
    assert nested.session_path == recorder.path
    assert first.note_leaf() == []


def test_where_it_goes_on_is_noted_once(tmp_path: Path) -> None:
    """Not again before there is more, and not by who only looked."""
    recorder = begun(tmp_path).recorder
    asks(recorder)
    replies(recorder, text("At noon."))
    assert len(recorder.note_leaf()) == 1
    assert recorder.note_leaf() == []
    here = Place(home=tmp_path / "home", cwd=tmp_path)
    looking = open_resumed(here, recorder.session_id).recorder
    assert looking.note_leaf() == []


def test_mirror_is_told_of_what_was_written(tmp_path: Path) -> None:
    """Of every line, with its file, and of nothing else."""
    told: list[tuple[Path, list[Body]]] = []
    opened = recorded(
        "subagent", tmp_path, on_lines=lambda path, bodies: told.append((path, bodies))
    )
    for path in {path for path, _ in told}:
        mirrored = [body for where, bodies in told if where == path for body in bodies]
        assert mirrored == [entry.body for entry in steno.read(path)]
    assert len({path for path, _ in told}) == 2
    assert told[0][0] == opened.path


def test_refused_write_changes_nothing_and_may_be_tried_again(tmp_path: Path) -> None:
    """With a full disk the lines before stay, the error says so, and the leaf is the old one."""
    told: list[Path] = []
    opened = begun(tmp_path, on_lines=lambda path, _: told.append(path))
    recorder = opened.recorder
    asks(recorder, "first")
    before, leaf = opened.path.read_bytes(), recorder.leaf
    draft = lines.prompt("second", permission_mode="default")
    recorder.hold(loose_lines.mode(recorder.session_id))
    with failing("write", 1, errno.ENOSPC), pytest.raises(WriteFailedError, match="No space left"):
        recorder.append(draft)
    assert opened.path.read_bytes() == before
    assert recorder.leaf == leaf
    assert len(told) == 1
    bodies = recorder.append(draft)
    assert [body["type"] for body in bodies] == ["mode", "user"]
    assert bodies[-1]["parentUuid"] == leaf
    assert steno.load(opened.path).findings == ()


def test_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """The person learns which file it was, and that nothing is lost."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "projects").write_text("a file", "utf-8")
    recorder = begun(tmp_path).recorder
    with pytest.raises(WriteFailedError, match=r"cannot write .*jsonl: .*retry"):
        asks(recorder)
    assert recorder.leaf is None


def test_torn_line_is_kept_apart_and_told(tmp_path: Path) -> None:
    """What a crash left half-written does not eat the next line."""
    notes: list[str] = []
    opened = recorded("plain", tmp_path)
    with opened.path.open("ab") as file:
        file.write(b'{"type":"user","mess')
    place = Place(home=tmp_path / "home", cwd=tmp_path / "project", on_note=notes.append)
    again = open_resumed(place, opened.session_id)
    asks(again.recorder, "still here")
    assert [note for note in notes if "torn line" in note]
    assert "still here" in str(steno.load(opened.path).messages())


@pytest.mark.parametrize(
    ("content", "words"), [(b'{"type":"tag"}\n', "two branches"), (b"", "other")]
)
def test_foreign_writes_are_told(tmp_path: Path, content: bytes, words: str) -> None:
    """Whether somebody added to the file, or put another in its place."""
    notes: list[str] = []
    opened = begun(tmp_path, on_note=notes.append)
    asks(opened.recorder)
    assert notes == []
    opened.path.write_bytes(opened.path.read_bytes() + content if content else content)
    replies(opened.recorder, text("hello"))
    assert len(notes) == 1
    assert words in notes[0]
    opened.path.write_bytes(opened.path.read_bytes() + content if content else content)
    replies(opened.recorder, text("hello again"))
    assert len(notes) == 1


def test_notes_need_no_listener(tmp_path: Path) -> None:
    """Nobody has to be told."""
    opened = begun(tmp_path)
    asks(opened.recorder)
    opened.path.write_bytes(b"")
    assert replies(opened.recorder, text("hello"))


def test_every_line_is_later_than_the_one_before(tmp_path: Path) -> None:
    """Whatever the machine's clock does: readers sort the results of parallel calls by time."""
    hours = iter([12, 11, 13, 9])
    opened = begun(tmp_path)
    opened.recorder.clock = lambda: datetime(2026, 1, 1, next(hours), tzinfo=UTC)
    bodies = opened.recorder.append(*[lines.said("x")] * 4)
    assert [body["timestamp"][11:] for body in bodies] == [
        "12:00:00.000Z", "12:00:00.001Z", "13:00:00.000Z", "13:00:00.001Z",
    ]  # fmt: skip
    assert time_text(datetime(2026, 1, 1, tzinfo=UTC)) == "2026-01-01T00:00:00.000Z"


def test_folder_branch_and_slug_are_those_of_the_moment(tmp_path: Path) -> None:
    """Each line says where the client was when it was written."""
    opened = begun(tmp_path)
    first = asks(opened.recorder)
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / ".git" / "HEAD").write_text("ref: refs/heads/ebb\n", "utf-8")
    opened.recorder.move_to(tmp_path / "repo")
    opened.recorder.call_it("calm-sailing-tern")
    second = asks(opened.recorder)
    assert (first["gitBranch"], second["gitBranch"]) == ("HEAD", "ebb")
    assert (first["cwd"], second["cwd"]) == (str(tmp_path), str(tmp_path / "repo"))
    assert "slug" not in first
    assert second["slug"] == "calm-sailing-tern"


def test_last_prompt_names_the_leaf(tmp_path: Path) -> None:
    """With the words of the prompt, also where a picture is beside them or nothing else."""
    opened = recorded("images", tmp_path)
    last = list(steno.read(opened.path))[-1].body
    assert (last["type"], last["leafUuid"]) == ("last-prompt", opened.recorder.leaf)
    assert last["lastPrompt"] == "Look:"
    asks(opened.recorder, [{"type": "image", "source": {}}])
    assert opened.recorder.note_leaf()[-1]["lastPrompt"] == "Look:"
