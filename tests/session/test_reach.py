"""How much of a conversation a resume sees, and what became of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.session.reach import find_unreached, message_rows, reachable_share
from tests.held import attachment, calls, held, progress, prompt, result, says, system
from tests.written import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    Body = dict[str, Any]

LOST, LEFT = "unreachable-history", "dead-branch"
NO_STAND_IN = (
    "hangs on a line that is not in the file, and no line of the 5 seconds before it can take its "
    "place"
)
LEADS_BACK = "from which a resume goes on because the last line of the file leads there"


def chat(*uuids: str, parent: str | None = None, at: float = 0) -> list[Body]:
    """Make prompts and replies in turn, a second apart, each hanging on the one before."""
    lines = []
    for number, uuid in enumerate(uuids):
        make = says if number % 2 else prompt
        lines.append(make(uuid, parent, at + number))
        parent = uuid
    return lines


def told(*lines: Body | bytes) -> list[tuple[str, int | None, str]]:
    """Give code, line and message of what is told."""
    return [(one.code, one.line, one.message) for one in find_unreached(held(*lines))]


def share(lines: Iterable[Body | bytes]) -> float | None:
    """Give the share of a session that a resume sees."""
    session = held(*lines)
    return reachable_share(session.outline, session.chain)


def test_sound_conversation_is_seen_whole() -> None:
    """Tools in parallel, notices and attachments leave nothing behind."""
    lines = [
        prompt("a", None, 1), calls("b", "a", 2, "m"), calls("c", "b", 3, "m"), result("d", "c", 4),
        result("e", "b", 5), attachment("f", "d", 6), says("g", "f", 7),
        system("h", "g", 8, "turn_duration"),
    ]  # fmt: skip
    assert told(*lines) == []
    assert share(lines) == 1.0


def test_messages_are_counted_once_and_without_sidechains() -> None:
    """Of a repeated uuid one; a glued line's messages count, though the client loses them."""
    glued = line_of(says("c", "b", 3)).rstrip() + line_of(prompt("d", "c", 4))
    lines: list[Any] = [prompt("a", None, 1), says("b", "a", 2), says("b", "a", 2), glued]
    side = prompt("s", None, 9, isSidechain=True)
    assert message_rows(held(*lines, side).outline) == [0, 2, 3, 4]


def test_nothing_to_see_has_no_share() -> None:
    """A file without messages, or with those of sub-agents alone."""
    assert share([]) is None
    assert share([prompt("a", None, 1, isSidechain=True)]) is None
    assert told({"type": "mode", "mode": "plan"}) == []


def test_lost_parent_cuts_what_no_line_replaces() -> None:
    """Past five seconds nothing stands in for it."""
    lines = [*chat("a", "b", "c", "d"), *chat("e", "f", parent="gone", at=30)]
    assert told(*lines) == [(LOST, 5, f"4 of 6 messages (67 %) are cut off: line 5 {NO_STAND_IN}.")]
    assert share(lines) == 0.3333
    near = [*chat("a", "b", "c", "d"), *chat("e", "f", parent="gone", at=5)]
    assert (told(*near), share(near)) == ([], 1.0)


def test_root_in_the_middle_cuts_what_is_before_it() -> None:
    """Nothing says that it went on from anywhere."""
    lines = [*chat("a", "b"), *chat("c", "d", at=30)]
    ((code, line, message),) = told(*lines)
    assert (code, line) == (LOST, 3)
    assert message == "2 of 4 messages (50 %) are cut off: line 3 names no parent."


@pytest.mark.parametrize(
    ("lost", "cause"),
    [
        (
            b'{"cut' + line_of(says("x", "b", 3)),
            "hangs on line 3, which the client cannot",
        ),
        ({"type": "of-tomorrow", "uuid": "x"}, "hangs on line 3, of a type that the client passes"),
        (progress("x", "gone", 3), "hangs on a line that is not in the file"),
        (progress("x", None, 3), "names no parent"),
    ],
)
def test_cause_is_told(lost: Body | bytes, cause: str) -> None:
    """A line that the client cannot read, passes over, or looks through."""
    found = told(*chat("a", "b"), lost, *chat("c", "d", parent="x", at=30))
    assert any(cause in message for code, line, message in found if (code, line) == (LOST, 4))


def test_circle_is_told() -> None:
    """Lines that hang on one another lead nowhere else."""
    circle = [prompt("c", "d", 30), says("d", "c", 31)]
    ((code, line, message),) = told(*chat("a", "b"), *circle)
    assert (code, line) == (LOST, 3)
    assert message.endswith("line 3 hangs on itself, in a circle.")


def test_commands_and_prompts_without_a_reply_are_no_history() -> None:
    """Old clients hung local commands on nothing."""
    lines = [prompt("a", None, 1), prompt("b", None, 2), *chat("c", "d", at=30)]
    assert told(*lines) == []
    assert share(lines) == 0.5


def test_line_that_stands_in_can_hide_others() -> None:
    """The client takes the latest line, which may hang on an old one."""
    lines = [
        *chat("a", "b", "c", "d"),
        attachment("x", "a", 4.5),
        *chat("e", "f", parent="gone", at=5),
    ]
    ((code, line, message),) = told(*lines)
    assert (code, line) == (LOST, 6)
    assert message == (
        "3 of 6 messages (50 %) are cut off: "
        "line 6 hangs on a line that is not in the file, and line 5 takes its place."
    )


def test_branch_that_was_left_is_no_loss() -> None:
    """The person went back, said something else, and it is told apart."""
    lines = [*chat("a", "b", "c", "d"), *chat("e", "f", parent="b", at=30)]
    assert told(*lines) == [(LEFT, 3, "2 messages on a branch that a rewind left at line 2.")]
    assert share(lines) == 0.6667


def test_two_clients_at_once_leave_a_branch() -> None:
    """The other one went on beside it."""
    first, second = chat("c", "d", "e", "f", parent="b", at=10), chat("g", "h", parent="b", at=11)
    ((code, line, message),) = told(*chat("a", "b"), *first, *second)
    assert (code, line) == (LEFT, 3)
    assert message == (
        "4 messages on a branch that went on beside the active one, as two clients at once do, "
        "from line 2."
    )


def test_other_reply_leaves_a_branch() -> None:
    """A reply that was asked for again."""
    lines = [prompt("a", None, 1), says("b", "a", 2), says("c", "a", 30)]
    assert told(*lines) == [
        (LEFT, 2, "1 message on a branch that was left for another reply at line 1.")
    ]


def test_rewind_without_new_words_leaves_a_branch() -> None:
    """The client wrote down where it stands."""
    lines = [*chat("a", "b", "c", "d"), {"type": "last-prompt", "leafUuid": "b"}]
    # What is written down counts only where it is not above the last message.
    assert told(*lines) == []
    branch = [*chat("a", "b", "c", "d"), *chat("e", "f", "g", "h", parent="b", at=30)]
    ((code, line, _), *more) = told(*branch, {"type": "last-prompt", "leafUuid": "d"})
    assert (code, line, more) == (LEFT, 5, [])


def test_late_notice_on_an_old_line_hides_what_came_after() -> None:
    """The last line of the file leads the client back to it."""
    lines = [*chat("a", "b", "c", "d"), system("x", "b", 30, "local_command", content="x")]
    assert told(*lines) == [(LOST, 3, f"2 of 4 messages (50 %) come behind line 2, {LEADS_BACK}.")]


def test_lines_out_of_order_hide_what_hangs_below() -> None:
    """The last line of the file is one from the middle."""
    first, second, *rest = chat("a", "b", "c", "d")
    ((code, _, message),) = told(first, *rest, second)
    assert code == LOST
    assert message.startswith("2 of 4 messages (50 %) come behind line 4")


def test_what_was_compacted_is_no_loss() -> None:
    """It is not seen, and is not meant to be."""
    lines = [
        *chat("a", "b", "c", "d"),
        system("x", None, 30, "compact_boundary", logicalParentUuid="d"),
        prompt("s", "x", 31, isCompactSummary=True),
        *chat("e", "f", parent="s", at=40),
    ]
    assert told(*lines) == []
    assert share(lines) == round(3 / 7, 4)


def test_of_what_was_compacted_before_a_cut_nothing_is_lost() -> None:
    """Only what a resume would have seen is counted."""
    lines = [
        *chat("a", "b", "c", "d"),
        system("x", None, 30, "compact_boundary", logicalParentUuid="d"),
        prompt("s", "x", 31, isCompactSummary=True),
        *chat("e", "f", parent="s", at=40),
        *chat("g", "h", at=90),
    ]
    ((code, line, message),) = told(*lines)
    assert (code, line) == (LOST, 9)
    assert message.startswith("3 of 9 messages (33 %) are cut off")


def test_part_that_came_after_a_compaction_is_told_by_its_own_line() -> None:
    """The chain begins at the compaction, so that nothing above it can be at fault."""
    lines = [
        *chat("a", "b"),
        system("x", None, 30, "compact_boundary", logicalParentUuid="b"),
        prompt("s", "x", 31, isCompactSummary=True),
        *chat("g", "h", parent="gone", at=60),
        *chat("e", "f", parent="s", at=90),
    ]
    ((code, line, message),) = told(*lines)
    assert (code, line) == (LOST, 5)
    assert message.startswith(
        "2 of 7 messages (29 %) are cut off: line 5 hangs on a line that is not in the file"
    )


def test_compaction_that_was_left_behind_is_a_branch() -> None:
    """A rewind to before it: the summary and what followed are no longer seen."""
    lines = [
        *chat("a", "b", "c", "d"),
        system("x", None, 30, "compact_boundary", logicalParentUuid="d"),
        prompt("s", "x", 31, isCompactSummary=True),
        *chat("e", "f", parent="s", at=40),
        *chat("g", "h", parent="b", at=90),
    ]
    assert {code for code, _, _ in told(*lines)} == {LEFT}


def test_what_hangs_on_a_part_that_was_brought_back_from_elsewhere_is_cut_off() -> None:
    """The client looks for the parts of a message in the whole file, but not below them."""
    part = says("x", None, 3, "m")
    below = chat("y", "z", parent="x", at=4)
    ((code, line, message),) = told(part, *below, prompt("a", None, 1), says("b", "a", 30, "m"))
    assert (code, line) == (LOST, 1)
    assert message == "2 of 5 messages (40 %) are cut off: line 1 names no parent."


def test_unreadable_lines_are_told_once() -> None:
    """However many there are."""
    glued = [b'{"cut' + line_of(says(f"g{number}", "b", 3)) for number in "12"]
    ((code, line, message),) = told(*chat("a", "b"), *glued, *chat("c", "d", parent="b", at=5))
    assert (code, line) == (LOST, 3)
    assert "2 of 6 messages (33 %) stand on lines that the client cannot read." in message


@pytest.mark.parametrize(
    ("count", "percent"), [(1, "under 1 %"), (100, "50 %"), (199, "over 99 %")]
)
def test_share_is_never_rounded_to_nothing_or_everything(count: int, percent: str) -> None:
    """A message of many is still one."""
    names = [f"u{number}" for number in range(200)]
    lines = [*chat(*names[:count]), *chat(*names[count:], at=300)]
    lines[0]["type"] = "assistant"
    ((_, _, message),) = told(*lines)
    assert f"({percent})" in message
