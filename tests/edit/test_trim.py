"""Trimming: what was asked goes, in pairs; everything else stays as it was."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.trim import REMOVED_IMAGE, REMOVED_RESULT, Trim, trim
from steno.errors import UsageError
from tests.edit.conversations import SOME, conversations
from tests.edit.edited import CONVERSATION, in_home, result_of, told
from tests.session.transcripts import attachment, brief, image, progress, result, user

if TYPE_CHECKING:
    from steno.session.session import Session
    from tests.session.transcripts import Body

WHAT = st.builds(
    Trim,
    tool_calls=st.booleans(),
    tools=st.sampled_from([frozenset[str](), frozenset({"Bash"})]),
    tool_results=st.booleans(),
    thinking=st.booleans(),
    images=st.booleans(),
    progress=st.booleans(),
    turns=st.none() | st.sampled_from([(1, 1), (2, 3), (2, None)]),
    keep_last=st.integers(0, 2),
)


def blocks_of(session: Session) -> list[dict[str, Any]]:
    """Give every block of every line."""
    return [
        block
        for _, record in session.rows_and_records()
        for block in (record.body.get("message") or {}).get("content") or ()
        if isinstance(block, dict)
    ]


@SOME
@given(conversations, WHAT)
def test_what_stays_holds_together(lines: list[Body], what: Trim) -> None:
    """No call is unpaired that was paired, no parent dangles, no signed block is altered."""
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        if what.is_of_turns and what.turns is None and not what.keep_last:
            with pytest.raises(UsageError, match="--tool-calls"):
                trim(source, what)
            return
        plan = trim(source, what)
        after = result_of(plan)
        assert after.usage == source.usage
        assert after.outline.lost_parents == {}
        signed = [block for block in blocks_of(source) if "signature" in block]
        assert all(block in signed for block in blocks_of(after) if "signature" in block)
        unpaired = {c.id for c in source.tool_calls if c.result_row is None}
        assert {c.id for c in after.tool_calls if c.result_row is None} <= unpaired
        assert [f for f in after.findings if f.code in ("orphan", "result-without-call")] == []
        assert (plan.changes == ()) is (plan.before == plan.after and not plan.changes)


@SOME
@given(conversations)
def test_no_call_is_left_where_all_were_to_go(lines: list[Body]) -> None:
    """And every prompt is still sent."""
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        after = result_of(trim(source, Trim(tool_calls=True, thinking=True)))
        kinds = {block.get("type") for block in blocks_of(after)}
        assert not kinds & {"tool_use", "tool_result", "thinking"}
        assert [turn.text for turn in after.turns] == [turn.text for turn in source.turns]


def sent(tmp_path: Path, what: Trim, *lines: Body) -> list[tuple[str, ...]]:
    """Give in short what a resume of the trimmed session sends."""
    return brief(result_of(trim(in_home(tmp_path, *lines), what)).messages())


def test_calls_of_one_tool(tmp_path: Path) -> None:
    """Those of others stay."""
    found = sent(tmp_path, Trim(tool_calls=True, tools=frozenset({"Bash"})), *CONVERSATION)
    assert ("assistant", "call call-2") in found
    assert "call-1" not in str(found)


def test_results_make_room_for_a_note(tmp_path: Path) -> None:
    """The call stays, with its mirror emptied; a second time nothing changes."""
    plan = trim(in_home(tmp_path, *CONVERSATION), Trim(tool_results=True))
    after = result_of(plan)
    content = after.record(3).body
    assert content["message"]["content"][0]["content"] == REMOVED_RESULT
    assert content["toolUseResult"] == REMOVED_RESULT
    assert len(plan.changes) == 2
    assert trim(after, Trim(tool_results=True)).changes == ()


def test_images_make_room_for_a_note(tmp_path: Path) -> None:
    """In prompts and in results; those that were attached go with their line."""
    lines = (
        user("a", [image(), {"type": "text", "text": "look"}]),
        *CONVERSATION[2:3],
        user("r", [result("call-1", [image()])]),
        attachment("f", "file", content={"type": "image", "file": {"base64": "x", "type": "y"}}),
        told("z"),
    )
    found = sent(tmp_path, Trim(images=True), *lines)
    assert "image" not in str(found).replace(REMOVED_IMAGE, "")
    assert REMOVED_IMAGE in str(found)


def test_noise_goes_and_nothing_else(tmp_path: Path) -> None:
    """What is sent is the same."""
    noise = (progress("x"), attachment("h", "hook_success", hookEvent="Stop"))
    source = in_home(tmp_path, *CONVERSATION[:5], *noise, *CONVERSATION[5:])
    plan = trim(source, Trim(progress=True))
    assert [change.line for change in plan.changes] == [6, 7]
    assert result_of(plan).messages() == source.messages()


def test_whole_turns_go(tmp_path: Path) -> None:
    """The chain closes behind them."""
    assert sent(tmp_path, Trim(turns=(1, 1)), *CONVERSATION)[0] == ("user", "p2")
    assert len(sent(tmp_path, Trim(keep_last=1), *CONVERSATION)) == 4


def test_last_turns_are_left_alone(tmp_path: Path) -> None:
    """However much is to be trimmed."""
    found = sent(tmp_path, Trim(tool_calls=True, keep_last=1), *CONVERSATION)
    assert ("assistant", "call call-2") in found
    assert "call-1" not in str(found)
    plan = trim(in_home(tmp_path, *CONVERSATION), Trim(tool_calls=True, keep_last=9))
    assert plan.changes == ()


def test_in_place_keeps_every_id(tmp_path: Path) -> None:
    """Only what was asked for changes."""
    source = in_home(tmp_path, *CONVERSATION)
    plan = trim(source, Trim(thinking=True), in_place=True)
    assert plan.result_path == source.path
    assert set(result_of(plan).outline.uuids) < set(source.outline.uuids)


def test_plan_says_what_is_no_longer_seen(tmp_path: Path) -> None:
    """And that usage and content part."""
    plan = trim(in_home(tmp_path, *CONVERSATION), Trim(tool_calls=True))
    assert plan.unseen == ("4 halves of tool calls",)
    assert "usage" in plan.notes[0]
