"""Turns and tool calls, counted in one pass."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.analyse import conversation
from steno.analyse.conversation import ConversationCount, has_repeats
from steno.analyse.inventory import take_inventory
from steno.format.count_scan import scan_for_counts
from steno.format.decode import decode
from steno.session.session import from_entries, load
from steno.session.turns import count_human
from steno.testing.demo import write_demo
from tests.held import place
from tests.session.documents.hostile import any_body
from tests.written import line_of, reply, user, write_lines

if TYPE_CHECKING:
    from steno.session.session import Session

Body = dict[str, Any]
Counts = tuple[int, int, int]
CALL = {"type": "tool_use", "id": "1", "name": "Bash", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "1", "content": "x"}


def counted(path: Path) -> Counts:
    """Give turns, calls and pairs as they are counted in one pass."""
    inventory = take_inventory(path)
    return inventory.human_turns, inventory.tool_calls, inventory.tool_calls_paired


def loaded(session: Session) -> Counts:
    """Give the same of a loaded session."""
    return count_human(session.turns), len(session.tool_calls), session.pairing.paired


def test_counts_equal_those_of_the_loaded_session_on_the_corpus(corpus: Path) -> None:
    """For every file, sub-agents' files too."""
    sums = [0, 0, 0]
    for path in sorted(corpus.rglob("*.jsonl")):
        counts = counted(path)
        assert counts == loaded(load(path)), path
        sums = [one + other for one, other in zip(sums, counts, strict=True)]
    assert all(number > 100 for number in sums)


def test_counts_equal_those_of_the_loaded_session_on_the_demo(tmp_path: Path) -> None:
    """With its damaged sessions and those of other versions."""
    write_demo(tmp_path / "home")
    for path in sorted((tmp_path / "home" / "projects").rglob("*.jsonl")):
        assert counted(path) == loaded(load(path)), path


def test_turns_of_persons_are_counted(tmp_path: Path) -> None:
    """Not results, what commands print, notices, summaries, interrupts or other agents."""
    texts = [
        "plain", "<command-name>/compact</command-name>", "<bash-input>ls</bash-input>",
        "<ide_selection>x</ide_selection>what is this?",
        "<local-command-stdout>x</local-command-stdout>", "<bash-stdout>x</bash-stdout>",
        "<task-notification>x</task-notification>", "[Request interrupted by user]",
        '<teammate-message teammate_id="a">x</teammate-message>',
    ]  # fmt: skip
    image = {"type": "image", "source": {}}
    lines = [
        *(user(text, uuid=text) for text in texts),
        user([image], uuid="image"),
        user([RESULT], uuid="result"),
        user("body", uuid="meta", isMeta=True),
        user("summary", uuid="summary", isCompactSummary=True),
        user("skill", uuid="skill", sourceToolUseID="t"),
        user("companion", uuid="companion", turnCompanion=True),
        user("from the leader", uuid="peer", origin={"kind": "peer"}),
        user("of a sub-agent", uuid="side", isSidechain=True),
        {"role": "user", "content": "of an old version"},
    ]
    path = write_lines(tmp_path / "a.jsonl", *lines)
    assert counted(path) == (6, 0, 0) == loaded(load(path))
    close = write_lines(tmp_path / "b.jsonl", *lines, b"rubbish\n")
    assert counted(close) == (6, 0, 0)


def test_calls_are_counted_once_and_paired_in_any_order(tmp_path: Path) -> None:
    """Those without an id are calls, too; a repeated result pairs nothing twice."""
    lines = [
        user([RESULT], uuid="a"),
        reply("m", uuid="b", message={"content": [CALL, {**CALL, "id": "2"}]}),
        reply("m", uuid="c", message={"content": [CALL, {**CALL, "id": None}]}),
        user([RESULT, {**RESULT, "tool_use_id": "9"}], uuid="d"),
        user([CALL], uuid="e"),
    ]
    path = write_lines(tmp_path / "a.jsonl", *lines)
    assert counted(path) == (1, 3, 1) == loaded(load(path))


def test_tools_of_the_api_count(tmp_path: Path) -> None:
    """Call and result stand in the same reply."""
    blocks = [
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
        {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
    ]
    path = write_lines(tmp_path / "a.jsonl", reply("m", message={"content": blocks}))
    assert counted(path) == (0, 1, 1) == loaded(load(path))


def test_line_that_was_replaced_does_not_count(tmp_path: Path) -> None:
    """Only the last of a repeated uuid does, which the first pass cannot know."""
    lines = [
        user("one", **place("a", None, 1)), user("one again", **place("a", None, 2)),
        reply("m", **place("b", "a", 3), message={"content": [CALL]}),
        user([RESULT], **place("c", "b", 4)), reply("n", **place("b", "a", 5)),
    ]  # fmt: skip
    path = write_lines(tmp_path / "a.jsonl", *lines)
    assert counted(path) == (1, 0, 0) == loaded(load(path))


def test_repeats_in_a_file_of_very_many_lines_are_counted_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading it would take too much memory."""
    path = write_lines(tmp_path / "a.jsonl", user("one", uuid="a"), user("two", uuid="a"))
    assert counted(path)[0] == 1
    monkeypatch.setattr(conversation, "MOST_LOADED", 1)
    assert counted(path)[0] == 2


@given(st.lists(st.integers(-5, 5)), st.integers(1, 4))
def test_repeats_are_found_share_by_share(numbers: list[int], at_once: int) -> None:
    """However few are compared at the same time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conversation, "AT_ONCE", at_once)
        assert has_repeats(array("q", numbers)) == (len(set(numbers)) < len(numbers))


_texts = st.sampled_from(
    [
        "words",
        "",
        " ",
        "<command-name>/x</command-name>",
        "<bash-input>x</bash-input>",
        "<bash-stdout>x",
        "<system-reminder>x</system-reminder>",
        "<ide_opened_file>x</ide_opened_file>",
        "[Request interrupted by user for tool use]",
        "[Request interrupted by user] go on",
        "Caveat: The messages below were generated by the user while running x",
        "<task-notification>",
        "<local-command-caveat>x</local-command-caveat><command-name>/x</command-name>",
        "This session is being continued from a previous conversation",
        "<teammate-message>x",
    ]
)
_block = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, _texts),
    st.sampled_from([CALL, RESULT, {**CALL, "id": "2"}, {"type": "image", "source": {}}]),
)
_flags = st.fixed_dictionaries(
    {},
    optional={
        "isMeta": st.booleans() | st.none() | st.just(1),
        "isSidechain": st.booleans() | st.just("yes"),
        "isCompactSummary": st.booleans(),
        "turnCompanion": st.booleans(),
        "sourceToolUseID": st.sampled_from(["", "t"]),
        "origin": st.sampled_from([None, {"kind": "human"}, {"kind": "coordinator"}, {"kind": 1}]),
        "promptSource": st.sampled_from(["queued", "typed"]),
        "type": st.sampled_from(["user", "assistant", ""]),
        "message": st.builds(
            lambda content, role: {"content": content, "role": role, "id": "m"},
            _texts | st.lists(_block, max_size=3) | st.just([7]) | st.none(),
            st.sampled_from(["user", "assistant"]),
        ),
        "content": _texts,
        "uuid": st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h"]),
    },
)


@given(st.lists(_flags | any_body, max_size=6))
def test_every_way_to_count_agrees_on_lines_of_any_shape(bodies: list[Body]) -> None:
    """The fast one, where it takes a line at all; the close one; and the loaded session."""
    close, fast, is_plain = ConversationCount(), ConversationCount(), True
    entries = [decode(line_of(body), line=number) for number, body in enumerate(bodies, 1)]
    for body, entry in zip(bodies, entries, strict=True):
        close.see_entry(entry)
        try:
            (row,) = scan_for_counts(memoryview(line_of(body)))
        except (ValueError, RecursionError):
            is_plain = False
        else:
            fast.see(row)
    session = from_entries(entries)
    has_repeated = any(
        uuid is not None and session.outline.by_uuid[uuid] != row
        for row, uuid in enumerate(session.outline.uuids)
    )
    if has_repeated:
        return
    for count in (close, *((fast,) if is_plain else ())):
        count.settle(Path("never-read.jsonl"))
        assert (count.human_turns, count.tool_calls, count.paired) == loaded(session)
