"""A clone says the same, shares no id, and keeps the shape; a cut ends where it was asked to."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.clone import clone
from steno.edit.plan import Role
from steno.errors import UsageError
from steno.session.session import load
from tests.edit.conversations import SOME, conversations
from tests.edit.edited import CONVERSATION, in_home, result_of
from tests.session.transcripts import attachment, brief, system, user
from tests.written import ONE, TWO, write_lines

if TYPE_CHECKING:
    from random import Random

    from steno.session.session import Session
    from tests.session.transcripts import Body


def ids_of(session: Session) -> set[str]:
    """Give the ids of all lines."""
    return {uuid for uuid in session.outline.uuids if uuid is not None}


@SOME
@given(conversations)
def test_clone_keeps_the_shape_and_leaves_no_old_id(lines: list[Body]) -> None:
    """Parents, kinds, order and what a resume sends are the same; no id is."""
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        plan = clone(source)
        copy = result_of(plan)
        assert list(copy.outline.parents) == list(source.outline.parents)
        assert [copy.outline.kind(row) for row in range(len(copy.outline))] == [
            source.outline.kind(row) for row in range(len(source.outline))
        ]
        assert len(ids_of(copy)) == len(ids_of(source))
        raw = plan.result_path.read_text("utf-8")
        assert not [uuid for uuid in {ONE, *ids_of(source)} if uuid in raw]
        assert copy.messages() == source.messages()
        assert copy.usage == source.usage


@SOME
@given(conversations, st.randoms(use_true_random=False))
def test_no_file_of_a_copy_names_the_original(lines: list[Body], rng: Random) -> None:
    """Neither in records nor in paths, decoded or as bytes; what was said and backups stay."""
    with TemporaryDirectory() as folder:
        path = in_home(Path(folder), *lines).path
        assert path is not None
        uuids = sorted(ids_of(load(path)))
        inside = path.with_suffix("")
        for name in NOTED:
            value = _noted(rng, uuids)
            text = json.dumps(value, indent=rng.choice([None, 2]) if name[-1] == "n" else None)
            write_lines(inside / name, text.encode() + b"\n")
        write_lines(inside / "tool-results/out.txt", f"more in {ONE}/tool-results/b.txt".encode())
        plan = clone(load(path))
        for file in plan.files:
            raw = b"".join(file.content() if file.content else ()).decode()
            old = {ONE, *(() if file.role is Role.TOOL_RESULT else uuids)}
            decoded = str([json.loads(raw)]) if file.role in (Role.META, Role.OTHER) else raw
            assert not [one for one in old if one in raw or one in decoded], file.path


NOTED = ("subagents/workflows/wf_1/agent-a.meta.json", "workflows/wf_1.json", "workflows/j.jsonl")


def _noted(rng: Random, uuids: list[str]) -> dict[str, object]:
    """Make up what a client notes beside a session."""
    members: dict[str, object] = {
        "sessionId": ONE,
        "scriptPath": f"{ONE}/workflows/scripts/x.js",
        "of": {"parentUuid": rng.choice(uuids), "by": [rng.choice(uuids), ONE]},
        "content": f"its words are in /x/{ONE}/subagents/workflows/wf_1/agent-a.jsonl",
        "transcript": f"/x/projects/-p/{ONE}.jsonl",
        rng.choice(uuids): 1,
    }
    names = rng.sample(list(members), rng.randint(1, len(members)))
    return {name: members[name] for name in names}


@SOME
@given(conversations)
def test_cut_at_a_turn_sends_what_came_before(lines: list[Body]) -> None:
    """Every prompt up to it, none behind it; the links hold."""
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        active = [turn for turn in source.turns if turn.is_active]
        middle = active[len(active) // 2]
        copy = result_of(clone(source, at=str(middle.number)))
        assert copy.outline.lost_parents == {}
        texts = [turn.text for turn in copy.turns]
        assert texts == [turn.text for turn in active if turn.number <= middle.number]
        assert copy.refusal is None


def test_cut_at_a_line(tmp_path: Path) -> None:
    """What follows it is gone, and what says where to go on."""
    last = {"type": "last-prompt", "leafUuid": "a2"}
    source = in_home(tmp_path, *CONVERSATION, last, {"type": "custom-title", "customTitle": "x"})
    copy = result_of(clone(source, at="a1", keep_uuids=True))
    assert [copy.outline.uuids[row] for row in range(len(copy.outline))] == [
        "p1", "t1", "c1", "r1", "a1",
    ]  # fmt: skip
    assert brief(copy.messages()) == brief(source.messages(at="a1"))


def test_clone_up_to_a_point_takes_loose_lines_along_and_a_fork_none(tmp_path: Path) -> None:
    """As the client's own forks do."""
    title = {"type": "custom-title", "customTitle": "x"}
    source = in_home(tmp_path, title, *CONVERSATION)
    kinds = [clone(source, at="1", keep_uuids=keep) for keep in (False, True)]
    found = [result_of(plan).entries[0].type for plan in kinds]
    assert found == ["custom-title", "user"]
    assert [plan.kind for plan in kinds] == ["clone", "fork"]


def test_turn_ends_behind_its_trailing_lines(tmp_path: Path) -> None:
    """What the client noted of a turn belongs to it."""
    trailing = (system("d", "turn_duration", durationMs=5), attachment("h", "hook_success"))
    source = in_home(tmp_path, *CONVERSATION[:5], *trailing, user("p2"))
    copy = result_of(clone(source, at="1", keep_uuids=True))
    assert copy.outline.uuids[-2:] == ["d", "h"]


@pytest.mark.parametrize("at", ["0", "9", "nowhere", "-1", ""])
def test_point_that_is_not_there_is_refused(tmp_path: Path, at: str) -> None:
    """The message says what to look at."""
    with pytest.raises(UsageError, match="steno turns"):
        clone(in_home(tmp_path, *CONVERSATION), at=at)


def test_sub_agents_begun_later_stay_behind(tmp_path: Path) -> None:
    """Those begun before come along, with what is noted of them."""
    source = in_home(tmp_path, *CONVERSATION)
    assert source.path is not None
    folder = source.path.with_suffix("") / "subagents"
    folder.mkdir(parents=True)
    for name, use in (("a1", "call-1"), ("a2", "call-2")):
        line = {"type": "user", "uuid": f"u-{name}", "isSidechain": True, "agentId": name}
        body = {**line, "sessionId": ONE, "message": {"role": "user", "content": "go"}}
        (folder / f"agent-{name}.jsonl").write_text(json.dumps(body) + "\n")
        (folder / f"agent-{name}.meta.json").write_text(json.dumps({"toolUseId": use}))
    names = [file.path.name for file in clone(load(source.path), at="1", new_id=TWO).files]
    assert names == ["agent-a1.jsonl", "agent-a1.meta.json", f"{TWO}.jsonl"]
    assert len(clone(load(source.path)).files) == 5
