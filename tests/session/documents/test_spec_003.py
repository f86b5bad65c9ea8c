"""Document 003: the parent chain, replies by request, and appendix C's messages as it says."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.session.documents.spec_003 import (
    Reply003,
    find_leaf_003,
    group_by_request_003,
    load_session_003,
    parent_chain_003,
)
from tests.session.documents.hostile import any_body

if TYPE_CHECKING:
    from collections.abc import Mapping

Body = dict[str, Any]

THINKING = {"type": "thinking", "thinking": "First the file.", "signature": "EpMC"}
TEXT = {"type": "text", "text": "I read it."}
READ = {"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "README.md"}}
GLOB = {"type": "tool_use", "id": "t2", "name": "Glob", "input": {"pattern": "*.md"}}


def line(type_: str, uuid: str, parent: str | None, content: Any = None, **own: Any) -> Body:
    """Make a line of the conversation."""
    message = {"role": type_, "content": content}
    return {"type": type_, "uuid": uuid, "parentUuid": parent, "message": message, **own}


def reply(request: str | None, *blocks: Body, stop: str | None = None, uuid: str = "u") -> Body:
    """Make one line of a reply."""
    message = {"role": "assistant", "content": list(blocks), "stop_reason": stop}
    body = {"type": "assistant", "uuid": uuid, "message": message}
    return body if request is None else {**body, "requestId": request}


def result(call_id: str, content: str = "ok") -> Body:
    """Make a tool result's content block."""
    return {"type": "tool_result", "tool_use_id": call_id, "content": content}


CHAIN = [
    line("user", "A", None, "implement-spec"),
    line("user", "B", "A", [{"type": "text", "text": "# Workflow"}], isMeta=True),
    line("assistant", "C", "B", [READ], requestId="req_1"),
    line("assistant", "D", "C", [GLOB], requestId="req_1"),
    line("user", "E", "D", [result("t1")]),
    line("user", "F", "E", [result("t2")]),
    line("assistant", "G", "F", [TEXT], requestId="req_2"),
]
"""The graph of section 5."""


def uuids(bodies: tuple[Mapping[str, Any], ...]) -> str:
    """Spell a chain."""
    return "".join(body["uuid"] for body in bodies)


def test_chain_of_the_document_runs_from_a_to_g() -> None:
    """Section 5: blocks are chained, results hang on the last block and on one another."""
    assert find_leaf_003(CHAIN) == "G"
    assert uuids(parent_chain_003(CHAIN)) == "ABCDEFG"
    assert parent_chain_003(CHAIN) == tuple(CHAIN)


@pytest.mark.parametrize("leaf", "ABCDEFG")
def test_chain_ends_at_the_leaf_that_was_asked_for(leaf: str) -> None:
    """Each line of a linked list has all the earlier ones above it."""
    assert uuids(parent_chain_003(CHAIN, leaf)) == "ABCDEFG"[: "ABCDEFG".index(leaf) + 1]


def test_of_two_branches_the_one_written_last_is_taken() -> None:
    """Sections 5 and 12.8: the leaf is the latest, and the other branch stays aside."""
    branch = [*CHAIN, line("user", "H", "B", "other"), line("assistant", "I", "H", [TEXT])]
    assert uuids(parent_chain_003(branch)) == "ABHI"
    assert uuids(parent_chain_003(branch, "G")) == "ABCDEFG"


def test_order_in_the_file_does_not_matter_to_the_chain() -> None:
    """The chain is what the ids say."""
    assert uuids(parent_chain_003(CHAIN[::-1])) == "ABCDEFG"


def test_progress_is_no_part_of_the_graph() -> None:
    """Section 4.5: it neither hides a leaf nor leads on to a parent."""
    progress = {"type": "progress", "uuid": "P", "parentUuid": "G", "data": {}}
    behind = line("user", "H", "P", "next")
    assert find_leaf_003([*CHAIN, progress]) == "G"
    assert uuids(parent_chain_003([*CHAIN, progress, behind])) == "H"


def test_subagent_file_has_its_own_root() -> None:
    """Sections 5 and 8: sidechain lines of the parent's session, from a null parent on."""
    own = {"isSidechain": True, "agentId": "ab97f57", "sessionId": "parent"}
    agent = [line("user", "a", None, "Explore", **own), line("assistant", "b", "a", [TEXT], **own)]
    assert uuids(parent_chain_003(agent)) == "ab"


def test_compaction_begins_a_new_root() -> None:
    """Section 9: the boundary's parent is null, and so is that of the line behind it."""
    boundary = line("system", "S", None, subtype="compact_boundary", logicalParentUuid="G")
    after = [line("user", "H", None, "go on"), line("assistant", "I", "H", [TEXT])]
    assert uuids(parent_chain_003([*CHAIN, boundary, *after])) == "HI"
    assert uuids(parent_chain_003([*CHAIN, boundary], "S")) == "S"


def test_missing_parent_and_circle_end_the_chain() -> None:
    """What cannot be followed is a root."""
    assert uuids(parent_chain_003([line("user", "B", "gone", "x")])) == "B"
    circle = [line("user", "A", "B", "x"), line("user", "B", "A", "y")]
    assert find_leaf_003(circle) is None
    assert parent_chain_003(circle) == ()
    assert uuids(parent_chain_003(circle, "A")) == "BA"
    assert parent_chain_003(CHAIN, "gone") == ()
    assert parent_chain_003([]) == ()


FOUR_LINES = [
    reply("req_X", THINKING, uuid="1"),
    reply("req_X", TEXT, uuid="2"),
    reply("req_X", READ, uuid="3"),
    reply("req_X", GLOB, stop="tool_use", uuid="4"),
]
"""Section 10: one API call that gave thinking, text and two calls."""


def test_four_lines_of_one_request_are_one_reply() -> None:
    """Section 10: the contents are joined; the last line says why the model stopped."""
    assert group_by_request_003(FOUR_LINES) == (
        Reply003("req_X", ("1", "2", "3", "4"), (THINKING, TEXT, READ, GLOB), "tool_use"),
    )


@pytest.mark.parametrize("stop", [None, "tool_use", "end_turn", "stop_sequence"])
def test_stop_reason_is_that_of_the_last_line(stop: str | None) -> None:
    """Section 10: null where the reply is not final."""
    (whole,) = group_by_request_003([*FOUR_LINES[:3], reply("req_X", GLOB, stop=stop)])
    assert whole.stop_reason == stop


def test_replies_of_different_requests_stay_apart() -> None:
    """Section 10 groups by requestId, not by message.id."""
    first, second = reply("req_1", TEXT), reply("req_2", TEXT)
    first["message"]["id"] = second["message"]["id"] = "msg_1"
    assert [r.request_id for r in group_by_request_003([first, second])] == ["req_1", "req_2"]


def test_result_between_two_lines_of_a_request_splits_the_reply() -> None:
    """Section 10 asks for consecutive lines, so results that come early part a reply."""
    bodies = [reply("req_X", READ), line("user", "r", "u", [result("t1")]), reply("req_X", GLOB)]
    assert [r.content for r in group_by_request_003(bodies)] == [(READ,), (GLOB,)]
    assert [m["role"] for m in load_session_003(bodies)] == ["assistant", "user", "assistant"]


def test_lines_beside_the_conversation_do_not_split_a_reply() -> None:
    """Progress, snapshots and meta lines are no messages; a summary takes no reply away."""
    beside: list[Body] = [
        {"type": "progress", "uuid": "p", "data": {"type": "bash_progress"}},
        {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
        {"type": "summary", "summary": "S", "leafUuid": "l"},
        line("user", "m", None, "meta", isMeta=True),
    ]
    (whole,) = group_by_request_003([FOUR_LINES[0], *beside, *FOUR_LINES[1:]])
    assert len(whole.content) == 4


def test_replies_without_request_id_are_taken_for_one() -> None:
    """Appendix C compares what is missing with what is missing."""
    assert load_session_003([reply(None, TEXT), reply(None, READ)]) == [
        {"role": "assistant", "content": [TEXT, READ]}
    ]


README = "# My Project\n\nA CLI tool for managing widgets."
FULL_EXAMPLE: list[Body] = [
    {"type": "file-history-snapshot", "messageId": "aaa-111", "snapshot": {}},
    line("user", "aaa-111", None, "Read the README and tell me what this project does"),
    line("assistant", "bbb-222", "aaa-111", [READ], requestId="req_001"),
    line("user", "ccc-333", "bbb-222", [result("t1", README)], toolUseResult={"type": "text"}),
    line("assistant", "ddd-444", "ccc-333", [TEXT], requestId="req_002"),
    {
        "type": "system",
        "uuid": "eee-555",
        "parentUuid": "ddd-444",
        "subtype": "turn_duration",
        "durationMs": 5500,
    },
]
"""Section 11: a minimal but complete session."""


def test_full_example_gives_four_messages() -> None:
    """Section 11 through appendix C: prompt, call, result, answer; nothing of the client's own."""
    assert load_session_003(FULL_EXAMPLE) == [
        {"role": "user", "content": "Read the README and tell me what this project does"},
        {"role": "assistant", "content": [READ]},
        {"role": "user", "content": [result("t1", README)]},
        {"role": "assistant", "content": [TEXT]},
    ]


def test_full_example_is_one_chain_of_five_lines() -> None:
    """Section 11: every line but the snapshot, down to the turn's duration."""
    chain = parent_chain_003(FULL_EXAMPLE)
    assert [body["uuid"] for body in chain] == [
        "aaa-111", "bbb-222", "ccc-333", "ddd-444", "eee-555",
    ]  # fmt: skip


def test_appendix_leaves_meta_lines_out_and_joins_parallel_calls() -> None:
    """Appendix C on the graph of section 5."""
    assert load_session_003(CHAIN) == [
        {"role": "user", "content": "implement-spec"},
        {"role": "assistant", "content": [READ, GLOB]},
        {"role": "user", "content": [result("t1")]},
        {"role": "user", "content": [result("t2")]},
        {"role": "assistant", "content": [TEXT]},
    ]


def test_summary_stands_for_everything_before_it() -> None:
    """Section 9's three lines through appendix C: the summary as context, then what follows."""
    bodies = [
        *CHAIN,
        {"type": "summary", "summary": "Code audit fixes...", "leafUuid": "G"},
        {"type": "system", "subtype": "compact_boundary", "parentUuid": None},
        line("user", "H", None, "go on"),
    ]
    assert load_session_003(bodies) == [
        {"role": "user", "content": "[Previous conversation summary]: Code audit fixes..."},
        {"role": "user", "content": "go on"},
    ]


def test_reply_after_a_summary_is_a_message_of_its_own() -> None:
    """A summary is a user's message, so no reply goes on behind it."""
    bodies = [reply("req_X", TEXT), {"type": "summary", "summary": "S"}, reply("req_X", READ)]
    assert [m["role"] for m in load_session_003(bodies)] == ["user", "assistant"]


def test_odd_contents_are_taken_as_far_as_they_go() -> None:
    """A reply's string is a text; a user line without message or a wordless summary is nothing."""
    bodies: list[Body] = [
        {"type": "user"},
        {"type": "user", "message": "no object"},
        {"type": "summary", "summary": None},
        {"type": "assistant", "message": {"content": "plain"}, "requestId": "r"},
        {"type": "assistant", "message": {"content": 7}, "requestId": "r"},
        {"type": "assistant", "requestId": "r"},
    ]
    assert load_session_003(bodies) == [
        {"role": "assistant", "content": [{"type": "text", "text": "plain"}]}
    ]


@given(st.lists(any_body, max_size=5), st.sampled_from([None, "a", "d", "gone"]))
def test_no_shape_of_lines_is_too_odd(bodies: list[Body], leaf: str | None) -> None:
    """Whatever the lines hold, a chain never repeats one, and the lines stay as they were."""
    before = repr(deepcopy(bodies))
    chain = parent_chain_003(bodies, leaf)
    assert len({body["uuid"] for body in chain}) == len(chain)
    replies = group_by_request_003(bodies)
    lines = sum(body["type"] == "assistant" for body in bodies)
    assert sum(len(whole.entry_uuids) for whole in replies) == lines
    assert len(load_session_003(bodies)) <= len(bodies)
    assert repr(bodies) == before
