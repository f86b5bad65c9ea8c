"""A loaded session: its lines, its messages, and what must hold for every file."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steno
from steno.errors import FileChangedError, UnreadableFileError
from steno.format.decode import decode
from steno.session.models import DEFAULT_MODEL
from steno.session.refusal import Reason
from steno.session.session import from_entries, load
from steno.testing.agent_tools import AgentTask, agent, agent_in_file
from steno.testing.build import SessionBuilder, make_session, think
from steno.testing.mutate import MUTATIONS, mutations
from steno.testing.shell_tools import bash
from tests.session.transcripts import (
    OPUS,
    SONNET,
    boundary,
    brief,
    call,
    chained,
    command,
    image,
    moment,
    reply,
    result,
    session,
    text,
    thinking,
    user,
    write,
)

if TYPE_CHECKING:
    from steno.session.session import Session

TALK = [user("one"), reply("two", thinking("why"), text("two")), user("three"), reply("four")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a short conversation, with a torn line in the middle and two records on the last."""
    lines = chained([*TALK, user("five"), user("six")])
    glued = lines[4].rstrip() + lines[5]
    path = tmp_path / "11111111-0000-4000-8000-000000000001.jsonl"
    path.write_bytes(b"".join([*lines[:2], b"{torn\n", *lines[2:4], glued]))
    return path


# ── loading ──


def test_a_session_is_loaded_from_its_file(path: Path) -> None:
    """By a path or its name; its id is the file's."""
    loaded = steno.load(str(path))
    assert loaded.path == path
    assert loaded.id == path.stem
    assert brief(loaded.messages())[-1] == ("user", "five")


def test_entries_at_hand_have_no_file() -> None:
    """Such as those of an edit that is only planned."""
    loaded = session(*TALK)
    assert (loaded.path, loaded.id) == (None, None)
    assert len(loaded.messages()) == 4


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """With an error that says so."""
    with pytest.raises(UnreadableFileError):
        load(tmp_path / "gone.jsonl")


def test_an_empty_file_is_a_session_without_a_conversation(tmp_path: Path) -> None:
    """It has no lines and no messages, and would ask the default model."""
    loaded = load(write(tmp_path / "empty.jsonl"))
    assert list(loaded.entries) == []
    assert loaded.messages() == loaded.messages(full_history=True) == []
    assert loaded.refusal is not None
    assert loaded.refusal.code is Reason.NO_CONVERSATION
    assert loaded.request_model == DEFAULT_MODEL


# ── entries ──


def test_entries_are_the_stored_lines(path: Path) -> None:
    """By number, from behind, and some of them."""
    entries = load(path).entries
    content = path.read_bytes()
    stored = [line + b"\n" for line in content.split(b"\n")[:-1]]
    assert len(entries) == 6
    assert [entry.raw for entry in entries] == stored
    assert [entries[at].raw for at in (0, 2, -1)] == [stored[0], stored[2], stored[-1]]
    assert [entry.raw for entry in entries[4:1:-1]] == stored[4:1:-1]
    with pytest.raises(IndexError):
        entries[6]


def test_entries_are_those_of_the_time_when_it_was_loaded(path: Path) -> None:
    """A line that was cut off then is still cut off, although it has gone on since."""
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    loaded = load(path)
    with path.open("ab") as file:
        file.write(whole[-30:] + chained([user("later")])[0])
    assert b"".join(entry.raw for entry in loaded.entries) == whole[:-30]
    assert len(list(loaded.rows_and_records())) == len(loaded.outline) - 1
    assert len(list(load(path).entries)) == 7


def test_entries_of_another_file_are_refused(path: Path, tmp_path: Path) -> None:
    """It was replaced, so nothing that is known of it holds."""
    loaded = load(path)
    write(tmp_path / "other.jsonl", user("other"), user("lines")).replace(path)
    with pytest.raises(FileChangedError):
        list(loaded.entries)


def test_rows_and_records_go_through_the_whole_session(path: Path) -> None:
    """A bad line has a row and no record, a glued one has two of each."""
    loaded = load(path)
    found = [(row, record.body["uuid"]) for row, record in loaded.rows_and_records()]
    assert found == [(0, "one"), (1, "two"), (3, "three"), (4, "four"), (5, "five"), (6, "six")]
    assert [record.body["uuid"] for record in loaded.records([6, 0])] == ["six", "one"]
    assert loaded.record(5).body["uuid"] == "five"


# ── messages ──


def test_messages_for_another_model_are_without_the_thinking() -> None:
    """Rule 30: only the model that thought it may have it."""
    loaded = session(*TALK)
    assert loaded.request_model == OPUS
    assert brief(loaded.messages())[1] == ("assistant", "thinking why", "two")
    assert brief(loaded.messages(model=SONNET))[1] == ("assistant", "two")
    assert brief(loaded.messages(thinking=False))[1] == ("assistant", "two")


def test_messages_up_to_a_line_end_with_it() -> None:
    """What came after it is not sent, as a rewind would have it."""
    loaded = session(*TALK)
    assert brief(loaded.messages(at="three"))[-1] == ("user", "three")
    assert loaded.messages(at="three") == session(*TALK[:3]).messages()


def test_messages_up_to_a_line_of_another_branch_are_that_branch() -> None:
    """What trails behind the line is not part of it."""
    left = [user("left", parent="two"), reply("behind"), command("c", parent="left")]
    loaded = session(*TALK[:2], *left, user("three", parent="two"))
    assert brief(loaded.messages(at="left"))[1:] == [
        ("assistant", "thinking why", "two"),
        ("user", "left"),
    ]


def test_messages_up_to_a_line_that_is_not_there_are_none() -> None:
    """With and without the whole history."""
    loaded = session(*TALK)
    assert loaded.messages(at="gone") == loaded.messages(at="gone", full_history=True) == []


def test_messages_up_to_a_line_are_given_although_the_session_is_refused() -> None:
    """The line at fault may stand behind it."""
    loaded = session(*TALK, user("five", {"no": "content"}))
    assert loaded.messages() == []
    assert len(loaded.messages(at="four")) == 4


def test_the_whole_history_leaves_out_nothing_for_a_compaction() -> None:
    """The summary stands where the compaction was."""
    loaded = session(*TALK, boundary("b"), user("summary", parent="b"), reply("next"))
    assert brief(loaded.messages()) == [("user", "summary"), ("assistant", "next")]
    assert brief(loaded.messages(full_history=True)) == [
        ("user", "one"), ("assistant", "thinking why", "two"), ("user", "three"),
        ("assistant", "four"), ("user", "summary"), ("assistant", "next"),
    ]  # fmt: skip
    assert brief(loaded.messages(at="summary", full_history=True))[-1] == ("user", "summary")


def test_the_whole_history_of_a_sub_agents_lines_is_given() -> None:
    """No client would resume them."""
    loaded = session(*({**line, "isSidechain": True} for line in TALK))
    assert loaded.messages() == []
    assert len(loaded.messages(full_history=True)) == 4


def test_the_whole_history_of_a_session_that_is_too_long_is_given() -> None:
    """The client would refuse it."""
    full = reply("four", message={"usage": {"input_tokens": 500_000, "output_tokens": 1}})
    loaded = session(*TALK[:3], full)
    assert loaded.messages() == []
    assert len(loaded.messages(full_history=True)) == 4


def test_the_whole_history_shows_what_a_compaction_kept_in_its_old_place() -> None:
    """It was said before the summary, and stands there."""
    metadata = {"preservedMessages": {"anchorUuid": "summary", "uuids": ["three", "four"]}}
    lines = [*TALK, boundary("b", metadata=metadata), user("summary", parent="b"), reply("next")]
    assert brief(session(*lines).messages())[0] == ("user", "summary\n", "three")
    words = [row[-1] for row in brief(session(*lines).messages(full_history=True))]
    assert words == ["one", "two", "three", "four", "summary", "next"]


def test_asking_for_the_messages_first_or_last_makes_no_difference() -> None:
    """The verdict about a session is the same."""
    first, last = session(*TALK), session(*TALK)
    messages = first.messages()
    assert (last.refusal, last.request_model) == (first.refusal, first.request_model)
    assert last.messages() == messages == first.messages()


def test_messages_belong_to_whoever_asked_for_them() -> None:
    """Changing them does not change the session."""
    loaded = session(*TALK, user("five", [image(), text("x")]), reply("six", call("c")))
    messages = loaded.messages()
    for message in messages:
        for block in message["content"]:
            if isinstance(block, dict):
                block.get("source", block)["type"] = "changed"
    assert loaded.messages() != messages
    assert loaded.messages() == session(
        *TALK, user("five", [image(), text("x")]), reply("six", call("c"))
    ).messages()  # fmt: skip


def test_bytes_that_are_no_utf_8_are_sent_as_the_client_reads_them() -> None:
    """It puts U+FFFD in their place; the entry itself is read in its own encoding."""
    (stored,) = chained([user("one", "TIDE")])
    loaded = session(stored.replace(b"TIDE", "潮".encode("gb18030")))
    assert brief(loaded.messages()) == [("user", "\ufffd" * 2)]
    assert loaded.entries[0].body["message"]["content"] == "潮"


# ── what else a session knows ──


def helped() -> SessionBuilder:
    """Make a session with two sub-agents, one with a file of its own and one without."""
    built = rich()
    built.prompt("Ask two helpers.")
    for run in (agent, agent_in_file):
        built.reply(run(AgentTask("look", "Look it up."), _found))
    built.backup("/home/mira/ebb/tides.csv", 1, "04:12", str(built.leaf))
    built.reply("They know.")
    return built


def _found(child: SessionBuilder) -> str:
    child.reply("Found it.")
    return "Found it."


def test_a_session_knows_what_its_lines_mean(tmp_path: Path) -> None:
    """Each answer is worked out by the module of that name; here they come together."""
    loaded = load(make_session(tmp_path, helped()))
    assert next(turn.text for turn in loaded.turns) == "When is high water?"
    assert [call.name for call in loaded.tool_calls] == ["Bash", "Bash", "Agent", "Task"]
    assert len(loaded.compactions) == 1
    assert [loaded.outline.kind(row) for row in loaded.graph.roots][:2] == ["user", "system"]
    assert loaded.active_rows >= set(loaded.chain.rows if loaded.chain else ())
    assert loaded.continuation.previous == ()
    assert loaded.file_history.files() == ("/home/mira/ebb/tides.csv",)
    assert loaded.findings == loaded.checkup.findings
    assert loaded.agent_id is None


def test_sub_agents_are_sessions_of_their_own(tmp_path: Path) -> None:
    """Whether they have a file or stand in that of the session."""
    loaded = load(make_session(tmp_path, helped()))
    words = []
    for subagent in loaded.subagents:
        inside = subagent.session
        assert inside is not None
        words.append([row[-1] for row in brief(inside.messages(full_history=True))])
        if inside.path is not None:
            assert inside.agent_id == subagent.agent_id
            assert inside.subagents == ()
    assert words == [["Look it up.", "Found it."]] * 2


def test_entries_at_hand_know_the_same_but_for_files() -> None:
    """They have neither sub-agents' files nor an id of their own."""
    built = helped()
    loaded = from_entries(decode(line + b"\n") for line in built.encode().split(b"\n")[:-1])
    assert len(loaded.turns) == 3
    assert [agent.path for agent in loaded.subagents] == [None, None]
    assert loaded.agent_id is None
    assert session().active_rows == frozenset()


# ── properties ──

NAMES = st.sampled_from(["a", "b", "c", "d", "e", "f", "gone", "", None])
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)
KINDS = st.sampled_from([
    "user", "assistant", "system", "attachment", "progress", "last-prompt", "summary", "zebra",
])  # fmt: skip
SUBTYPES = st.sampled_from(["local_command", "compact_boundary", "model_refusal_fallback", "x"])
CALLS = st.sampled_from(["c1", "c2", None]) | ODD
TIMES = st.sampled_from([moment(at) for at in (0, 1, 4, 5, 6, 60)]) | ODD
WORDS = st.sampled_from(["x", "", " \n", "(no content)", "\ud800", None]) | ODD
BLOCK_KINDS = st.sampled_from([
    "text", "thinking", "redacted_thinking", "tool_use", "tool_result", "image", "fallback",
    "server_tool_use", "tool_reference", "zebra",
])  # fmt: skip


def blocks(inner: Any) -> Any:
    """Make blocks whose content may be ``inner``."""
    return st.lists(
        st.fixed_dictionaries(
            {"type": BLOCK_KINDS | ODD},
            optional={
                "text": WORDS, "thinking": WORDS, "id": CALLS, "tool_use_id": CALLS,
                "name": st.sampled_from(["Task", "Bash"]) | ODD, "input": ODD, "content": inner,
                "is_error": st.booleans() | ODD, "source": ODD,
            },
        )
        | ODD,
        max_size=3,
    )  # fmt: skip


CONTENT = st.text(max_size=3) | blocks(WORDS | blocks(WORDS)) | ODD
MESSAGE = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["m", "n", None]) | ODD,
        "role": ODD,
        "model": st.sampled_from([OPUS, SONNET, "<synthetic>", "zebra"]) | ODD,
        "content": CONTENT,
        "usage": st.fixed_dictionaries({"input_tokens": ODD}) | ODD,
        "timestamp": TIMES,
    },
)
KEPT = st.fixed_dictionaries(
    {},
    optional={
        "anchorUuid": NAMES | ODD, "uuids": st.lists(NAMES | ODD, max_size=3) | ODD,
        "headUuid": NAMES | ODD, "tailUuid": NAMES | ODD,
    },
)  # fmt: skip
LINE = st.fixed_dictionaries(
    {"type": KINDS | ODD},
    optional={
        "uuid": NAMES | ODD,
        "parentUuid": NAMES | ODD,
        "timestamp": TIMES,
        "isSidechain": st.booleans() | ODD,
        "isApiErrorMessage": st.booleans() | ODD,
        "subtype": SUBTYPES | ODD,
        "message": MESSAGE | ODD,
        "content": CONTENT,
        "leafUuid": NAMES | ODD,
        "direction": ODD,
        "attachment": st.fixed_dictionaries(
            {"type": st.sampled_from(["file", "queued_command", "hook_success", "zebra"]) | ODD},
            optional={"prompt": CONTENT, "content": CONTENT, "hookEvent": ODD},
        )
        | ODD,
        "compactMetadata": st.fixed_dictionaries(
            {}, optional={"preservedMessages": KEPT | ODD, "preservedSegment": KEPT | ODD}
        )
        | ODD,
    },
)


def stored(body: Any) -> bytes:
    """Encode a body as a line."""
    return json.dumps(body).encode() + b"\n"


def of_lines(lines: list[bytes]) -> Session:
    """Make a session of stored lines."""
    return from_entries(decode(raw, line=number) for number, raw in enumerate(lines, 1))


def ask_everything(loaded: Session) -> list[Any]:
    """Ask a session for all that it would send."""
    known = list(loaded.outline.by_uuid)
    return [
        loaded.messages(),
        loaded.refusal,
        loaded.request_model,
        loaded.messages(model=SONNET, thinking=False),
        loaded.messages(full_history=True),
        *(loaded.messages(at=uuid) for uuid in known),
        *(loaded.messages(at=uuid, full_history=True) for uuid in known),
    ]


@given(st.lists(LINE, max_size=8))
def test_no_shape_of_a_line_is_too_odd(bodies: list[Any]) -> None:
    """Whatever JSON stands in whichever field, there is an answer."""
    answers = ask_everything(of_lines([stored(body) for body in bodies]))
    json.dumps(answers[0])


@given(st.lists(st.tuples(NAMES, NAMES, KINDS, st.integers(0, 9)), max_size=12))
def test_a_cycle_never_loops(graph: list[Any]) -> None:
    """However lines hang on one another, each is sent at most once."""
    lines = [
        user(uuid, parent=parent, at=at) | {"type": kind, "uuid": uuid, "leafUuid": parent}
        for uuid, parent, kind, at in graph
    ]
    loaded = session(*lines)
    ask_everything(loaded)
    if loaded.chain is not None:
        assert len(set(loaded.chain.rows)) == len(loaded.chain.rows)
        assert len(set(loaded.chain.path)) == len(loaded.chain.path)


def rich() -> SessionBuilder:
    """Make a session with a little of everything."""
    built = SessionBuilder("rich")
    built.prompt("When is high water?")
    built.reply(think("Look it up."), "I look.", bash("ls", "tides.csv"), bash("date", "today"))
    built.attach("queued_command", prompt="and tomorrow?")
    built.system("local_command", content="<command-name>/cost</command-name>")
    built.progress("bash_progress", "toolu_x", {"output": "x"})
    kept = built.reply("At four.")
    built.compact("They spoke of tides.", keep=kept)
    built.prompt([text("and here?"), image()])
    built.loose("last-prompt", leafUuid=built.leaf)
    built.reply("At five.")
    return built


def test_no_damage_makes_a_session_unaskable(tmp_path: Path) -> None:
    """Every kind of it, in several lines, and many at once."""
    lines = [line + b"\n" for line in rich().encode().split(b"\n")[:-1]]
    rng = Random(7)
    path = tmp_path / "session.jsonl"
    cases = [
        [*lines[:at], damage(line, rng), *lines[at + 1 :]]
        for damage in MUTATIONS.values()
        for at, line in rng.sample(list(enumerate(lines)), 4)
    ]
    cases += [[mutations(line, rng) for line in lines] for _ in range(20)]
    for damaged in cases:
        path.write_bytes(b"".join(damaged))
        loaded = load(path)
        answers = ask_everything(loaded)
        assert b"".join(entry.raw for entry in loaded.entries) == path.read_bytes()
        assert (answers[0] == []) or loaded.refusal is None


@given(st.lists(LINE.map(stored) | st.binary(max_size=30), max_size=8))
def test_a_byte_copy_sends_the_same_and_entries_are_the_file(pieces: list[bytes]) -> None:
    """What a session means depends on its bytes alone; and they can all be had back."""
    content = b"".join(pieces)
    with TemporaryDirectory() as folder:
        path, copy = Path(folder) / "one.jsonl", Path(folder) / "two.jsonl"
        path.write_bytes(content)
        copy.write_bytes(content)
        one, two = load(path), load(copy)
        assert ask_everything(one) == ask_everything(two)
        assert b"".join(entry.raw for entry in one.entries) == content
        assert len(one.entries) == len(list(one.entries))
        held = of_lines([entry.raw for entry in one.entries])
        if not content.startswith((b"\xff\xfe", b"\xfe\xff", b"{\x00", b"\x00{")):
            assert ask_everything(held) == ask_everything(one)


@given(st.lists(LINE, max_size=8), st.integers(0, 8), st.sampled_from(["summary", "mode", "zebra"]))
def test_a_loose_line_changes_nothing(bodies: list[Any], place: int, kind: str) -> None:
    """Whether it is there or not, and wherever it stands, the same is sent."""
    lines = [stored(body) for body in bodies]
    loose = stored({"type": kind, "leafUuid": "a", "message": {"role": "user", "content": "x"}})
    before, after = of_lines(lines), of_lines([*lines[:place], loose, *lines[place:]])
    assert after.messages() == before.messages()
    assert after.request_model == before.request_model
    assert after.messages(full_history=True) == before.messages(full_history=True)


def test_dropping_any_loose_line_of_a_rich_session_changes_nothing() -> None:
    """Line by line; a note of where the session stands is not loose."""
    built = rich()
    entries = [decode(line + b"\n") for line in built.encode().split(b"\n")[:-1]]
    loose = [at for at, entry in enumerate(entries) if entry.body.get("uuid") is None]
    messages = from_entries(entries).messages()
    assert messages
    for at in loose:
        assert from_entries(entries[:at] + entries[at + 1 :]).messages() == messages


def test_a_cut_leaves_calls_whose_results_stand_behind_it_with_a_missing_result() -> None:
    """The client drops lines before it cuts, so these calls are not among them."""
    loaded = session(
        user("q"),
        reply("one", call("t1"), of="m", parent="q"),
        reply("two", call("t2"), of="m", parent="one"),
        user("r1", [result("t1")], parent="one"),
        user("r2", [result("t2")], parent="two"),
        reply("end", parent="r2"),
    )
    at_first = loaded.messages(at="one")
    assert [block["tool_use_id"] for block in at_first[-1]["content"]] == ["t1"]
    assert at_first[-1]["content"][0]["is_error"] is True
    at_result = loaded.messages(at="r1")
    assert [block["tool_use_id"] for block in at_result[-1]["content"]] == ["t2", "t1"]
