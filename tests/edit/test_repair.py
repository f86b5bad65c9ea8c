"""Tests of repair: whatever was damaged, a resume sees no less than before, and all that it can."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from steno.edit.apply import apply
from steno.edit.repair import mendable, repair
from steno.edit.undo import undo
from steno.errors import UsageError
from steno.format.finding import KINDS
from steno.session.session import load
from steno.store.database import open_state
from steno.testing.demo.damaged import shipwreck
from tests.edit.conversations import conversations
from tests.edit.damages import DAMAGES, clean, damaged
from tests.edit.defects import DEFECTS
from tests.edit.edited import CONVERSATION, in_home, result_of
from tests.edit.killing import course_of, in_a_child, moments
from tests.edit.test_edit_crashes import clean_up, states_in
from tests.interop.damaged import damaged as lab_case
from tests.interop.damaged import damaged_names
from tests.recorded_resumes import SHARED, or_skipped, session_names
from tests.session.transcripts import brief, reply, user

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.session.session import Session
    from tests.session.transcripts import Body

SEEDS = range(200)
FILLER = "(no content)"
"""What the client writes where nothing is left of a message."""


def said(messages: Iterable[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Give what messages say; results in parallel have no order."""
    return [(role, *sorted(words)) for role, *words in brief(messages)]


def words(messages: Iterable[dict[str, Any]]) -> set[str]:
    """Give every block that is sent, without the order."""
    found = {word.rstrip("\n") for _, *said_ in brief(messages) for word in said_}
    return found - {FILLER}


def saved(folder: Path, name: str, content: bytes) -> Session:
    """Write a transcript and load it."""
    path = folder / f"{name}.jsonl"
    path.write_bytes(content)
    return load(path)


@pytest.mark.parametrize("seed", SEEDS)
def test_damaged_session_is_seen_again(seed: int, tmp_path: Path) -> None:
    """Of each made-up wreck a resume sees what it saw, and all that could be brought back."""
    wreck = damaged(seed)
    source = saved(tmp_path, wreck.session_id, wreck.content)
    ideal = saved(tmp_path, "ideal", wreck.ideal).messages()
    before = words(source.messages())
    result = result_of(repair(source))
    assert before <= words(result.messages()), wreck.names
    if wreck.is_exact:
        assert said(result.messages()) == said(ideal), wreck.names
    else:
        spoken = {word for word in words(ideal) if not word.startswith("thinking")}
        assert spoken <= words(result.messages()), wreck.names
    assert repair(result).changes == (), wreck.names
    assert source.path is not None
    assert source.path.read_bytes() == wreck.content


def test_every_damage_is_tried() -> None:
    """The wrecks have each kind of damage, most of them several times."""
    tried = [name for seed in SEEDS for name in damaged(seed).names]
    assert set(tried) == set(DAMAGES)


@pytest.mark.parametrize("seed", range(0, 200, 10))
def test_clean_session_is_left_alone(seed: int, tmp_path: Path) -> None:
    """Nothing is mended where nothing is wrong, rewinds and parallel tools included."""
    plan = repair(saved(tmp_path, "clean", clean(seed).encode()), in_place=True)
    assert plan.changes == ()
    assert plan.before == plan.after


@pytest.mark.parametrize("name", or_skipped(damaged_names()))
def test_defects_of_the_lab_are_mended(name: str, tmp_path: Path) -> None:
    """With each defect a resume sees no less afterwards, and mending it twice changes nothing."""
    content = lab_case(name, tmp_path).content
    if len(content) > 1 << 20:
        pytest.skip("it is only long")
    source = saved(tmp_path, "defect", content)
    before, refused = words(source.messages()), source.refusal
    result = result_of(repair(source))
    assert before <= words(result.messages())
    assert refused is not None or result.refusal is None
    assert repair(result).changes == ()


@pytest.mark.parametrize("name", list(DEFECTS))
def test_defect_of_the_docs_is_mended(name: str, tmp_path: Path) -> None:
    """As many messages as docs/editing.md says are sent before and afterwards."""
    content, before, after = DEFECTS[name]
    source = saved(tmp_path, "defect", content)
    assert len(source.messages()) == before
    result = result_of(repair(source))
    assert len(result.messages()) == after
    assert repair(result).changes == ()


LEFT_ALONE = {
    "base_ok", "two_leaves_late_branch", "two_leaves_last_prompt_old", "last_prompt_mid",
    "compact_then_turn", "compact_preserved", "compact_seed003_style", "two_roots", "crlf",
    "sidechain_inline", "head_trimmed_at_user", "parallel_fork_as_binary", "progress_in_chain",
    "tool_use_then_new_user", "no_final_newline",
}  # fmt: skip


@pytest.mark.parametrize("name", or_skipped(sorted(LEFT_ALONE & set(damaged_names()))))
def test_what_is_no_damage_is_left_alone(name: str, tmp_path: Path) -> None:
    """Rewinds, compactions, branches and beginnings are as the person wanted them."""
    source = saved(tmp_path, "defect", lab_case(name, tmp_path).content)
    assert repair(source).changes == ()


@pytest.mark.parametrize("name", or_skipped(session_names()))
def test_session_of_the_corpus_is_mended_only_where_it_is_damaged(name: str) -> None:
    """Where a check finds no error there are no changes; and a resume never sees less."""
    source = load(SHARED / "corpus" / name)
    plan = repair(source)
    is_damaged = any(one.severity == "error" for one in source.findings)
    assert bool(plan.changes) is is_damaged
    assert (plan.after.reachable or 0) >= (plan.before.reachable or 0)


def wreck_in_home(home: Path) -> Session:
    """Put a session with a torn line and a cut chain into a home."""
    torn = b'{"type":"user","mess\n'
    return in_home(home, *CONVERSATION, torn, user("p3", parent=None), reply("a3"))


def test_what_is_taken_out_is_in_quarantine_until_undone(tmp_path: Path) -> None:
    """The bytes are kept beside the journal; an undo puts them back where they were."""
    source = wreck_in_home(tmp_path / "home")
    assert source.path is not None
    old = source.path.read_bytes()
    plan = repair(source, in_place=True)
    applied = apply(plan, tmp_path / "data")
    assert [one.raw for one in plan.removed] == [b'{"type":"user","mess\n']
    kept = list((tmp_path / "data" / "quarantine").glob("*/*"))
    assert [path.read_bytes() for path in kept] == [b'{"type":"user","mess\n']
    assert source.path.read_bytes() != old
    with open_state(tmp_path / "data", create=True) as state:
        undo(state, applied.edit)
    assert source.path.read_bytes() == old
    assert not kept[0].exists()


def test_quarantine_may_be_emptied(tmp_path: Path) -> None:
    """An undo does not need what was set aside: the session's old bytes are kept apart."""
    source = wreck_in_home(tmp_path / "home")
    assert source.path is not None
    old = source.path.read_bytes()
    applied = apply(repair(source, in_place=True), tmp_path / "data")
    for path in (tmp_path / "data" / "quarantine").glob("*/*"):
        path.unlink()
    with open_state(tmp_path / "data", create=True) as state:
        undo(state, applied.edit)
    assert source.path.read_bytes() == old


def test_only_what_is_asked_for_is_mended(tmp_path: Path) -> None:
    """With a code nothing else changes."""
    source = wreck_in_home(tmp_path)
    plan = repair(source, only=["torn-line"])
    assert [one.action for one in plan.changes] == ["remove"]
    assert repair(source, only=["no-model"]).changes == ()


@pytest.mark.parametrize("code", ["no-such-code", "dead-branch"])
def test_code_that_cannot_be_mended_is_refused(code: str, tmp_path: Path) -> None:
    """It is said which can be."""
    with pytest.raises(UsageError, match="torn-line"):
        repair(wreck_in_home(tmp_path), only=[code])


def test_harmless_ends_are_left_unless_asked_for(tmp_path: Path) -> None:
    """CR LF and a missing newline at the end cost nothing, so they are no reason to write."""
    clean_lines = small(tmp_path)
    source = saved(tmp_path, "ends", clean_lines.replace(b"\n", b"\r\n").rstrip(b"\r\n"))
    assert repair(source).changes == ()
    plan = repair(source, only=["crlf", "no-final-newline"], in_place=True)
    content = plan.files[-1].content
    assert content is not None
    assert b"".join(content()) == clean_lines


def small(folder: Path) -> bytes:
    """Give the bytes of a small session."""
    return b"".join(entry.raw for entry in in_home(folder / "small", *CONVERSATION).entries)


def test_plan_tells_what_a_resume_sees(tmp_path: Path) -> None:
    """Before and after, in messages."""
    plan = repair(in_home(tmp_path, *CONVERSATION, reply("a3", parent=None)))
    assert plan.notes == ("A resume sees 1 of 10 messages now, 10 of 10 afterwards.",)
    assert (plan.before.reachable, plan.after.reachable) == (0.1, 1.0)


def test_file_in_another_encoding_is_mended_whole_or_not_at_all(tmp_path: Path) -> None:
    """Lines in two encodings would be worse than before."""
    raw = small(tmp_path).decode().encode("utf-16")
    source = saved(tmp_path, "wide", raw)
    assert repair(source, only=["blank-line", "no-model"]).changes == ()
    assert len(result_of(repair(source)).messages()) > 0


def test_prompt_without_a_parent_is_joined_when_asked(tmp_path: Path) -> None:
    """It may be a rewind to the beginning; the person knows."""
    source = in_home(tmp_path, *CONVERSATION, user("p3", parent=None), reply("a3"))
    assert repair(source).changes == ()
    assert len(result_of(repair(source, join_roots=True)).messages()) > len(source.messages())


def test_demo_of_damage_can_be_resumed_afterwards(tmp_path: Path) -> None:
    """Even a session with everything that can be wrong."""
    source = saved(tmp_path, "shipwreck", shipwreck().encode())
    assert source.refusal is not None
    result = result_of(repair(source))
    assert result.refusal is None
    assert {one.code for one in result.findings if one.severity == "error"} == set()


def test_every_code_that_can_be_mended_is_a_finding() -> None:
    """The codes are those of the check."""
    assert mendable() <= set(KINDS)


@settings(max_examples=20, deadline=None)
@given(lines=conversations)
def test_no_conversation_that_is_whole_is_touched(lines: list[Body]) -> None:
    """Whatever its shape: branches, compactions, parallel tools, notes."""
    with TemporaryDirectory() as name:
        source = in_home(Path(name), *lines)
        errors = [one for one in source.findings if one.severity == "error"]
        assert errors or repair(source).changes == ()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes as POSIX does")
def test_killed_repair_leaves_the_original_or_the_result() -> None:
    """Never half of it; and an undo of what was cut off empties the quarantine."""
    with TemporaryDirectory() as name:
        plan = repair(wreck_in_home(Path(name) / "home"), in_place=True)
        course = course_of(partial(apply, plan, Path(name) / "data"))
    for when in moments(12, course):
        with TemporaryDirectory() as name:
            home, data = Path(name) / "home", Path(name) / "data"
            source = wreck_in_home(home)
            assert source.path is not None
            before = source.path.read_bytes()
            plan = repair(source, in_place=True)
            content = plan.files[-1].content
            assert content is not None
            expected = b"".join(content())
            in_a_child(when, partial(apply, plan, data))
            is_done = states_in(data) == ["done"]
            assert source.path.read_bytes() in (before, expected)
            clean_up(Path(name))
            assert is_done or source.path.read_bytes() == before
            # A temporary file that a kill leaves is swept by the next edit.
            assert is_done or not any(data.glob("quarantine/*/[!.]*"))
