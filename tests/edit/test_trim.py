"""Trimming: what was asked goes, in pairs; everything else stays as it was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.blocks import is_image, stored_size
from steno.edit.image_size import size_of_base64
from steno.edit.trim import Trim, trim
from steno.edit.trim_images import REMOVED_IMAGE, REMOVED_RESULT
from steno.errors import UsageError
from tests.edit.conversations import SOME, conversations
from tests.edit.edited import CONVERSATION, in_home, result_of, told
from tests.session.transcripts import attachment, brief, image, progress, result, user

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.session.session import Session
    from tests.session.transcripts import Body

MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
IDS = ("uuid", "parentUuid", "logicalParentUuid", "leafUuid", "sessionId")
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
    older_than=st.none() | st.integers(0, 40).map(lambda seconds: timedelta(seconds=seconds)),
    larger_than=st.none() | st.sampled_from([0, 20, 500, 5000]),
    shrink_images=st.none() | st.just(64),
)


def is_refused(what: Trim) -> bool:
    """Say whether nothing sensible is asked for."""
    try:
        what.check()
    except UsageError:
        return True
    return False


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
        if is_refused(what):
            with pytest.raises(UsageError, match="--images"):
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


@SOME
@given(conversations, st.booleans(), st.integers(0, 40), st.sampled_from([0, 7, 8, 20, 500, 5000]))
def test_only_old_and_large_calls_go(
    lines: list[Body], result_alone: bool, seconds: int, size: int
) -> None:
    """By the time of the result, and by what is stored of both halves or of the result alone."""
    what = Trim(
        tool_calls=not result_alone,
        tool_results=result_alone,
        older_than=timedelta(seconds=seconds),
        larger_than=size,
    )
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        messages = source.outline.rows_of("user", "assistant")
        last = max(source.outline.time(row) or 0 for row in messages)
        meant = {
            call.id
            for call in source.tool_calls
            if last - (call.ended or call.started or MOMENT).timestamp() > seconds
            and sum(map(stored_size, (None if result_alone else call.input, call.result))) > size
        }
        after = result_of(trim(source, what))
        left = {call.id for call in after.tool_calls if call.result != REMOVED_RESULT}
        assert left == {call.id for call in source.tool_calls} - meant


@SOME
@given(conversations)
def test_images_are_as_small_as_asked_and_nothing_else_changes(lines: list[Body]) -> None:
    """In prompts, results and mirrors; a second time nothing is left to do."""
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        plan = trim(source, Trim(shrink_images=64))
        after = result_of(plan)
        for (_, old), (_, new) in zip(
            source.rows_and_records(), after.rows_and_records(), strict=True
        ):
            assert without_data(old.body) == without_data(new.body)
        sizes = [size_of_base64(image["source"]["data"]) for image in all_images(after)]
        assert [size for size in sizes if size is not None and max(size) > 64] == []
        assert len(sizes) == len(list(all_images(source)))
        assert plan.saved_bytes >= 0
        assert trim(after, Trim(shrink_images=64)).changes == ()


def all_images(session: Session) -> Iterator[Body]:
    """Give every image of a session, in results too."""
    for block in blocks_of(session):
        parts = block.get("content")
        yield from (one for one in (block, *(parts or ())) if is_image(one))


def without_data(value: Any) -> Any:
    """Leave out ids, and the data of images in blocks and files."""
    if isinstance(value, dict):
        out = ("data", "base64") if {"media_type", "base64"} & set(value) else ()
        return {k: without_data(v) for k, v in value.items() if k not in (*out, *IDS)}
    return [without_data(one) for one in value] if isinstance(value, list) else value


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


def test_prompt_in_the_queue_keeps_its_words(tmp_path: Path) -> None:
    """Only its image goes."""
    words = {"type": "text", "text": "and this"}
    queued = attachment("q", prompt=[words, image()])
    after = result_of(trim(in_home(tmp_path, *CONVERSATION, queued, told("z")), Trim(images=True)))
    note = {"type": "text", "text": REMOVED_IMAGE}
    assert after.record(len(CONVERSATION)).body["attachment"]["prompt"] == [words, note]


@pytest.mark.parametrize(
    ("what", "rest"),
    [
        (Trim(tool_calls=True, older_than=timedelta(seconds=4)), ["call-2"]),
        (Trim(tool_calls=True, older_than=timedelta(seconds=1)), ["call-2"]),
        (Trim(tool_calls=True, older_than=timedelta()), []),
        (Trim(tool_calls=True, older_than=timedelta(days=9)), ["call-1", "call-2"]),
        (Trim(tool_calls=True, older_than=datetime(2026, 3, 2, 9, 0, 4, tzinfo=UTC)), ["call-2"]),
        (Trim(tool_calls=True, older_than=datetime(9999, 12, 31, tzinfo=UTC)), []),
        (Trim(older_than=timedelta(seconds=3)), ["call-2"]),
        (Trim(older_than=timedelta(seconds=4)), ["call-1", "call-2"]),
    ],
    ids=str,
)
def test_age(tmp_path: Path, what: Trim, rest: list[str]) -> None:
    """Counted back from the last message; a turn is as old as its last line."""
    after = result_of(trim(in_home(tmp_path, *CONVERSATION), what))
    assert [call.id for call in after.tool_calls] == rest


def test_plan_tells_what_counts_as_old(tmp_path: Path) -> None:
    """And what was asked is recorded as a time."""
    plan = trim(
        in_home(tmp_path, *CONVERSATION), Trim(thinking=True, older_than=timedelta(seconds=5))
    )
    assert plan.notes[0] == "Only what came before 2026-03-02 09:00:03 UTC is trimmed."
    assert plan.options["older_than"] == "2026-03-02T09:00:03+00:00"


def test_without_times_nothing_is_old(tmp_path: Path) -> None:
    """The plan says so."""
    lines = [{**line, "timestamp": None} for line in CONVERSATION]
    plan = trim(in_home(tmp_path, *lines), Trim(tool_calls=True, older_than=timedelta()))
    assert plan.changes == ()
    assert plan.notes == ("No message has a time by which it could be old.",)


def test_half_a_call_is_chosen_by_its_own_size(tmp_path: Path) -> None:
    """There is no other half to add."""
    source = in_home(tmp_path, *CONVERSATION, user("x", [result("nowhere", "x" * 150)]), told("y"))
    assert trim(source, Trim(tool_calls=True, larger_than=200)).changes == ()
    assert len(trim(source, Trim(tool_calls=True, larger_than=100)).changes) == 1


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        (Trim(larger_than=1), "--larger-than chooses among"),
        (Trim(thinking=True, larger_than=1), "--larger-than chooses among"),
        (Trim(images=True, shrink_images=64), "choose one"),
        (Trim(), "--shrink-images"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, what: Trim, problem: str) -> None:
    """With what does."""
    with pytest.raises(UsageError, match=problem):
        trim(in_home(tmp_path, *CONVERSATION), what)


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
