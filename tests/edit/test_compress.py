"""Compress: a summary for what is old, every prompt kept, and the rest as it was."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from steno.edit.compress import Bands, compress
from steno.edit.outlook import estimate_tokens
from steno.edit.passage import Passage, Summary
from steno.edit.summarise import Summariser
from steno.edit.trim_images import REMOVED_RESULT
from steno.errors import UsageError
from steno.model.scripted import ScriptedModel
from steno.session.merge import MISSING_RESULT
from steno.session.refusal import Reason
from tests.edit.edited import CONVERSATION, in_home, result_of, told
from tests.edit.long_conversations import TOO_MUCH, WORDS, long_conversation, long_conversations
from tests.session.transcripts import (
    attachment,
    boundary,
    brief,
    call,
    image,
    line,
    result,
    text,
    user,
)

if TYPE_CHECKING:
    from steno.edit.plan import Plan
    from steno.session.session import Session
    from tests.session.transcripts import Body

BANDS = st.builds(Bands, keep_last=st.integers(0, 7), trimmed=st.integers(0, 3))


def by_a_model(passage: Passage) -> Summary | None:
    """Have a scripted model sum up, in small parts."""
    return Summariser(ScriptedModel(["Short."]), budget=500)(passage)


def check(source: Session, after: Session, plan: Plan) -> None:
    """Check what has to hold of every result."""
    assert after.usage == source.usage
    if not plan.changes:
        assert after.messages() == source.messages()
        return
    assert _missing_prompts(source, after) == []
    if source.refusal is None:
        assert 0 < estimate_tokens(after.messages()) < estimate_tokens(source.messages())
    if source.refusal is None or source.refusal.code is Reason.TOO_LONG:
        assert after.refusal is None


def _missing_prompts(source: Session, after: Session) -> list[str]:
    """Give the prompts that are neither in a summary nor where they were.

    Where nothing was summed up, those that an earlier compaction took are not looked for.
    """
    assert source.chain is not None
    assert after.chain is not None
    sent = set(after.chain.path[after.chain.start :])
    own = [turn.text for turn in after.turns if turn.row in sent]
    words = str(after.messages())
    is_summed_up = len(after.compactions) > len(source.compactions)
    wanted = [
        turn.text
        for turn in source.turns
        if turn.is_human and turn.is_active and (is_summed_up or turn.row in source.chain.rows)
    ]
    return [prompt for prompt in wanted if prompt not in words and prompt not in own]


@settings(max_examples=20)
@given(long_conversations, BANDS, st.booleans())
def test_every_prompt_is_kept_in_fewer_tokens(
    lines: list[Body], bands: Bands, is_by_model: bool
) -> None:
    """The usage stays, and what was refused as too long resumes; or nothing changes."""
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        own: dict[str, Any] = {"summarise": by_a_model} if is_by_model else {}
        plan = compress(source, bands, **own)
        check(source, result_of(plan), plan)


@example(long_conversation(3805), 1)
@settings(max_examples=20)
@given(long_conversations, st.integers(1, 4))
def test_what_stays_is_sent_as_before(lines: list[Body], keep_last: int) -> None:
    """Message for message; only a result that was out of reach may be there again."""
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        plan = compress(source, Bands(keep_last))
        if plan.changes and source.refusal is None:
            tail = result_of(plan).messages()[1:]
            before = source.messages()[-len(tail) or len(source.messages()) :]
            lost = {block["tool_use_id"] for block in _results(before) if _is_missing(block)}
            assert [_without(lost, message) for message in tail] == [
                _without(lost, message) for message in before
            ]


def _results(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    blocks = [
        block for one in messages if isinstance(one["content"], list) for block in one["content"]
    ]
    return [block for block in blocks if block["type"] == "tool_result"]


def _is_missing(block: dict[str, Any]) -> bool:
    return block["content"] == MISSING_RESULT


def _without(lost: set[str], message: dict[str, Any]) -> dict[str, Any]:
    """Leave out what the results of some calls say."""
    if not isinstance(message["content"], list):
        return message
    content = [
        {"tool_use_id": block["tool_use_id"]} if block.get("tool_use_id") in lost else block
        for block in message["content"]
    ]
    return {**message, "content": content}


@settings(max_examples=20)
@given(long_conversations, BANDS)
def test_second_time_keeps_the_prompts_of_the_first(lines: list[Body], bands: Bands) -> None:
    """Also in place, where the boundary of the first stays in the file."""
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        usage = source.usage
        first = result_of(compress(source, bands, in_place=True))
        second = compress(first, Bands(keep_last=1))
        after = result_of(second)
        check(first, after, second)
        assert after.usage == usage


@example(long_conversation(995), Bands(1, 1))
@example(long_conversation(3545), Bands(0, 1))
@settings(max_examples=20)
@given(long_conversations, BANDS)
def test_trimmed_band_stays_linked(lines: list[Body], bands: Bands) -> None:
    """Also over gaps that the client bridges by the time, and round circles."""
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        plan = compress(source, bands)
        after = result_of(plan)
        assert after.chain is not None
        assert source.chain is not None
        if plan.changes:
            human = [turn for turn in after.turns if turn.is_human and turn.row in after.chain.rows]
            before = [
                turn for turn in source.turns if turn.is_human and turn.row in source.chain.rows
            ]
            assert len(human) >= min(len(before), bands.keep_last + bands.trimmed)


THREE = (
    user("p1", "first\n  of all"),
    told("c1", call("one", "Read", input={"file_path": "/tmp/a.py"}), of="m1"),
    user("r1", [result("one", WORDS)]),
    told("a1", text(f"Answer one{WORDS}")),
    user("p2", "second"),
    told("c2", call("two"), of="m2"),
    user("r2", [result("two", WORDS)]),
    told("a2", text(f"Answer two{WORDS}")),
    user("p3", "third"),
    told("a3", text("Answer three")),
)
"""Three turns, the first two with a call."""


def compressed(folder: Path, bands: Bands, *lines: Body) -> tuple[Plan, Session]:
    """Compress a session of these lines."""
    plan = compress(in_home(folder, *lines), bands)
    return plan, result_of(plan)


def summary_of(session: Session) -> str:
    """Give the text of the last summary in a session."""
    found = [r.body for _, r in session.rows_and_records() if r.body.get("isCompactSummary")]
    return str(found[-1]["message"]["content"])


def test_lines_are_those_of_the_client(tmp_path: Path) -> None:
    """A title, a boundary and a summary stand between what goes and what stays."""
    plan, after = compressed(tmp_path, Bands(keep_last=1), *THREE)
    title, edge, summary, prompt = (after.record(row).body for row in range(8, 12))
    assert title == {
        "type": "summary", "summary": "first of all", "leafUuid": after.outline.uuids[7],
    }  # fmt: skip
    assert (edge["type"], edge["subtype"], edge["parentUuid"]) == (
        "system", "compact_boundary", None,
    )  # fmt: skip
    assert edge["logicalParentUuid"] == after.outline.uuids[7]
    assert edge["compactMetadata"]["preTokens"] == plan.before.tokens
    assert edge["compactMetadata"]["trigger"] == "manual"
    assert (summary["type"], summary["isCompactSummary"]) == ("user", True)
    assert summary["parentUuid"] == edge["uuid"]
    assert prompt["parentUuid"] == summary["uuid"]
    assert edge["timestamp"] == summary["timestamp"] == after.record(7).body["timestamp"]
    assert [one.action for one in plan.changes] == ["add", "add", "add", "change"]
    assert plan.options == {"keep_last": 1, "trimmed": 0, "by": "excerpts"}


def test_summary_takes_the_place_of_older_turns(tmp_path: Path) -> None:
    """The plan says who wrote it and what is no longer seen."""
    plan, after = compressed(tmp_path, Bands(keep_last=1), *THREE)
    (first, last) = after.messages()
    assert first["content"][-1]["text"] == "third"
    assert "<prompt>\nfirst\n  of all\n</prompt>" in first["content"][0]["text"]
    assert last["content"][0]["text"] == "Answer three"
    assert plan.unseen == ("2 of 3 turns as they were",)
    assert "Turns 1 to 2 are summed up by excerpts; the prompts of these turns (2)" in plan.notes[0]
    assert plan.saved_tokens > 0


def test_band_before_it_is_trimmed(tmp_path: Path) -> None:
    """Its results go, its words stay."""
    plan, after = compressed(tmp_path, Bands(keep_last=1, trimmed=1), *THREE)
    sent = brief(after.messages())
    assert REMOVED_RESULT in str(after.messages())
    assert ("assistant", "call toolu") not in sent
    assert "Answer two" in str(sent)
    assert "Turn 2 stays without results and thinking." in plan.notes
    assert "1 results" in plan.unseen


def test_band_is_trimmed_also_where_nothing_is_older(tmp_path: Path) -> None:
    """No summary is needed for that."""
    plan, after = compressed(tmp_path, Bands(keep_last=1, trimmed=9), *THREE)
    assert len(after.compactions) == 0
    assert plan.saved_tokens > 0
    assert "Nothing is older than the last 10 turns" in plan.notes[-1]


def test_everything_can_be_summed_up(tmp_path: Path) -> None:
    """A resume then goes on behind the summary."""
    _, after = compressed(tmp_path, Bands(keep_last=0), *THREE)
    (message,) = after.messages()
    assert message["content"] == [text(summary_of(after))] or message["content"] == summary_of(
        after
    )
    assert after.refusal is None


@pytest.mark.parametrize("keep_last", [3, 4, 99])
def test_more_than_there_is_changes_nothing(tmp_path: Path, keep_last: int) -> None:
    """The plan says so."""
    plan, after = compressed(tmp_path, Bands(keep_last), *THREE)
    assert plan.changes == ()
    assert len(after.outline) == len(THREE)
    assert f"the last {keep_last} turns" in plan.notes[0]


def test_what_is_short_stays(tmp_path: Path) -> None:
    """A summary would be longer."""
    plan, _ = compressed(tmp_path, Bands(keep_last=1), *CONVERSATION)
    assert plan.changes == ()
    assert "not be shorter" in plan.notes[0]


def test_result_that_sends_no_less_is_given_up(tmp_path: Path) -> None:
    """Whatever a summary claims of its own length."""
    plan = compress(
        in_home(tmp_path, *THREE), Bands(1), summarise=lambda _: Summary(WORDS * 99, "nobody")
    )
    assert plan.changes == ()
    assert plan.notes == ("A resume of the result would send no less than now: it stays as it is.",)
    assert plan.unseen == ()


def test_what_is_still_long_is_told(tmp_path: Path) -> None:
    """A client may refuse it."""
    plan, _ = compressed(
        tmp_path, Bands(1), *THREE, user("p4", "words " * 200_000), told("a4", text("x"))
    )
    assert "more than many models take" in plan.notes[-1]


def test_negative_bands_are_wrong_use(tmp_path: Path) -> None:
    """From Python, too."""
    with pytest.raises(UsageError, match="below 0"):
        compress(in_home(tmp_path, *THREE), Bands(keep_last=-1))


def test_rewound_prompt_is_not_brought_back(tmp_path: Path) -> None:
    """What was left behind stays there, also when compressed again."""
    lines = [*THREE[:8], user("px", "rewound"), told("ax"), *deep(THREE[8:])]
    lines[10] = {**lines[10], "parentUuid": "a2", "steno:placed": True}
    plan = compress(in_home(tmp_path, *lines), Bands(keep_last=1))
    after = result_of(plan)
    assert "rewound" not in str(after.messages())
    again = result_of(compress(after, Bands(keep_last=0)))
    assert "rewound" not in str(again.messages())
    assert "third" in summary_of(again)


def deep(lines: tuple[Body, ...]) -> list[Body]:
    """Copy lines."""
    return [dict(line) for line in lines]


def test_last_prompt_line_follows(tmp_path: Path) -> None:
    """One that named an older line would otherwise take a resume back there."""
    old = line("last-prompt", None, leafUuid="a1")
    _, after = compressed(tmp_path, Bands(keep_last=1), *THREE, old)
    assert brief(after.messages())[-1] == ("assistant", "Answer three")
    assert after.record(len(after.outline) - 1).body["leafUuid"] == after.outline.uuids[-2]


def test_earlier_summary_is_quoted(tmp_path: Path) -> None:
    """It may be all that is known of what came before this file."""
    earlier = user("s", f"The keel is made of oak.{WORDS}", isCompactSummary=True)
    _, after = compressed(tmp_path, Bands(keep_last=1), boundary("b"), earlier, *THREE)
    assert "## An earlier summary\nThe keel is made of oak." in summary_of(after)


def test_kept_messages_of_an_earlier_compaction_stay(tmp_path: Path) -> None:
    """The list of the old boundary counts no more: the links that it made are written down."""
    listed = {"anchorUuid": "s", "uuids": ["p3", "a3"]}
    lines = (
        *THREE,
        boundary("b", metadata={"preservedMessages": listed}),
        user("s", f"so far{WORDS * 3}", isCompactSummary=True),
        user("p4", "fourth"),
        told("a4", text("Answer four")),
    )
    source = in_home(tmp_path, *lines)
    assert "third" in str(source.messages())
    plan = compress(source, Bands(keep_last=2))
    after = result_of(plan)
    check(source, after, plan)
    assert plan.changes == () or brief(after.messages())[1:] == [
        ("assistant", "Answer three"),
        ("user", "fourth"),
        ("assistant", "Answer four"),
    ]


def test_turns_of_agents_count_where_no_person_spoke(tmp_path: Path) -> None:
    """A session that a teammate drives has last turns, too."""
    lines = deep(THREE)
    for place in (0, 4, 8):
        words = f'<teammate-message teammate_id="x">go {place}</teammate-message>'
        lines[place] = user(f"p{place}", words)
    plan, after = compressed(tmp_path, Bands(keep_last=1), *lines)
    assert plan.changes
    assert brief(after.messages())[-1] == ("assistant", "Answer three")


def test_queued_prompt_and_image_are_told(tmp_path: Path) -> None:
    """Words that were queued are words of the person; images cannot be kept."""
    queued = attachment("q", "queued_command", prompt="and hurry", commandMode="prompt")
    lines = (user("p1", [text("look"), image()]), *THREE[1:4], queued, *THREE[4:])
    plan, after = compressed(tmp_path, Bands(keep_last=1), *lines)
    assert "<prompt>\nand hurry\n</prompt>" in summary_of(after)
    assert "images that came with it and are no longer here: 1" in summary_of(after)
    assert "1 images of their prompts" in plan.unseen


def test_session_refused_as_too_long_resumes(tmp_path: Path) -> None:
    """With the usage of its last reply on a line of its own."""
    usage = {"usage": {"input_tokens": TOO_MUCH, "output_tokens": 1}}
    source = in_home(tmp_path, *THREE[:-1], told("a3", text("Answer three"), message=usage))
    assert source.refusal is not None
    plan = compress(source, Bands(keep_last=1))
    after = result_of(plan)
    assert after.refusal is None
    assert after.usage == source.usage
    assert brief(after.messages())[-1] == ("assistant", "Answer three")


def test_session_without_conversation_stays(tmp_path: Path) -> None:
    """There is nothing to sum up."""
    plan, _ = compressed(tmp_path, Bands(), line("summary", None, summary="x"))
    assert (plan.changes, plan.notes) == ((), ())


def test_line_without_a_time_is_followed_by_one_with(tmp_path: Path) -> None:
    """A summary without a time could not be resumed."""
    lines = [*THREE[:-1], {**THREE[-1], "timestamp": "yesterday"}]
    _, after = compressed(tmp_path, Bands(keep_last=0), *lines)
    assert after.refusal is None
