"""A message put together out of its events."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.codec import encode_value
from steno.model.message import CompleteBlock, Gathering
from steno.model.script import Request, answer, call_with, say, think, think_unseen
from steno.model.script_events import events_of, message_of

REQUEST = Request(body={"model": "claude-test-1"})
KEYS = [
    "id", "type", "role", "model", "content", "stop_reason", "stop_sequence", "usage",
    "stop_details",
]  # fmt: skip


def gathered(*events: dict[str, Any]) -> Gathering:
    """Gather events."""
    gathering = Gathering()
    for event in events:
        gathering.see(event)
    return gathering


def block(shell: dict[str, Any], *deltas: dict[str, Any]) -> CompleteBlock:
    """Gather one block."""
    gathering = gathered({"type": "content_block_start", "index": 0, "content_block": shell})
    for delta in deltas:
        gathering.see({"type": "content_block_delta", "index": 0, "delta": delta})
    complete = gathering.see({"type": "content_block_stop", "index": 0})
    assert complete is not None
    return complete


TEXT = st.text(max_size=40)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
BLOCKS = st.one_of(
    TEXT.map(say),
    TEXT.map(think),
    TEXT.map(think_unseen),
    st.dictionaries(TEXT, VALUES, max_size=3).map(lambda given: call_with("Tool", given)),
)


@given(st.lists(BLOCKS, max_size=4), st.integers(1, 9))
def test_message_told_in_events_is_the_same_message(blocks: list[Any], piece: int) -> None:
    """In pieces of any size; each block is complete when its end comes."""
    message = message_of(answer(*blocks), REQUEST)
    gathering, complete = Gathering(), []
    for event in events_of(message, piece):
        found = gathering.see(event)
        assert (found is not None) == (event["type"] == "content_block_stop")
        complete += [found] if found else []
    assert gathering.is_complete
    assert [found.body for found in complete] == message["content"]
    assert [found.index for found in complete] == list(range(len(blocks)))
    told = gathering.message()
    assert told | {"usage": None} == message | {"usage": None}
    assert told["usage"]["output_tokens"] == message["usage"]["output_tokens"]


def test_members_are_in_the_order_of_the_real_client() -> None:
    """What it does not know comes last, and is kept."""
    gathering = gathered(*events_of(message_of(answer("x"), REQUEST)))
    assert list(gathering.message()) == KEYS
    gathering.see({"type": "message_start", "message": {"container": {"id": "c"}}})
    more = {"type": "message_delta", "delta": {"stop_reason": "refusal"}, "context_management": {}}
    gathering.see(more)
    message = gathering.message()
    assert list(message) == [*KEYS, "container", "context_management"]
    assert message["stop_reason"] == gathering.stop_reason == "refusal"


def test_message_that_broke_off_has_its_complete_blocks() -> None:
    """And no reason for its end."""
    events = events_of(message_of(answer("one", "two"), REQUEST))
    gathering = gathered(*events[:7])
    message = gathering.message()
    assert message["content"] == [say("one")]
    assert message["stop_reason"] is gathering.stop_reason is None
    assert not gathering.is_complete
    assert message["usage"]["output_tokens"] == 1


@pytest.mark.parametrize("written", ['{"a": ', "[1]", "3", '{"a": 1} {"b": 2}'])
def test_input_that_is_no_object_is_told(written: str) -> None:
    """As where the answer became too long; the block stays one that can be said again."""
    shell = {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}
    complete = block(shell, {"type": "input_json_delta", "partial_json": written})
    assert complete.body["input"] == {}
    assert complete.unread_input == written


def test_input_may_come_whole_or_not_at_all() -> None:
    """With the start of the block, in pieces, or as an empty one."""
    shell = {"type": "server_tool_use", "id": "t", "name": "web_search", "input": {"query": "x"}}
    assert block(shell).body["input"] == {"query": "x"}
    empty = {"type": "input_json_delta", "partial_json": ""}
    assert block(shell | {"input": {}}, empty).body["input"] == {}
    odd = encode_value({"\u2028": "\ud800", "n": 1.5}).decode()
    pieces = [{"type": "input_json_delta", "partial_json": letter} for letter in odd]
    assert block(shell | {"input": {}}, *pieces).body["input"] == {"\u2028": "\ud800", "n": 1.5}


def test_unknown_blocks_and_deltas_are_kept() -> None:
    """The ones as they came, the others apart: the service would not take them back."""
    strange = {"type": "strange", "a": [1], "b": {"c": None}}
    assert block(strange).body == strange
    deltas = [{"type": "strange_delta", "x": 1}, {"type": "text_delta", "text": 3}]
    complete = block({"type": "text", "text": "a"}, {"type": "text_delta", "text": "b"}, *deltas)
    assert complete.body == {"type": "text", "text": "ab"}
    assert complete.unknown_deltas == tuple(deltas)


def test_citations_and_compactions_grow() -> None:
    """As text does."""
    cited = block(
        {"type": "text", "text": "", "citations": [{"n": 0}]},
        {"type": "text_delta", "text": "x"},
        {"type": "citations_delta", "citation": {"n": 1}},
    )
    assert cited.body == {"type": "text", "text": "x", "citations": [{"n": 0}, {"n": 1}]}
    first = block(
        {"type": "text", "text": "", "citations": None},
        {"type": "citations_delta", "citation": {"n": 1}},
    )
    assert first.body["citations"] == [{"n": 1}]
    summed = block({"type": "compaction"}, {"type": "compaction_delta", "content": "so"})
    assert summed.body == {"type": "compaction", "content": "so"}


def test_blocks_may_grow_side_by_side() -> None:
    """Each by its number."""
    events: list[dict[str, Any]] = []
    for index in (0, 1):
        shell = {"type": "text", "text": ""}
        events.append({"type": "content_block_start", "index": index, "content_block": shell})
    for index in (1, 0):
        delta = {"type": "text_delta", "text": str(index)}
        events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    assert [found.body["text"] for found in gathered(*events).blocks] == ["1", "0"]


def test_nonsense_is_survived() -> None:
    """Ends without a start, starts without a body, and what nobody knows."""
    gathering = gathered(
        {"type": "content_block_stop", "index": 3},
        {"type": "content_block_start"},
        {"type": "content_block_delta", "index": 7, "delta": {"type": "text_delta", "text": "x"}},
        {"type": "message_delta"},
        {"type": "strange"},
        {},
    )
    assert gathering.blocks == []
    assert gathering.message()["content"] == []
    assert gathering.raw_usage == {}
    found = gathering.see({"type": "content_block_stop", "index": 7})
    assert found is not None
    assert found.body == {"text": "x"}
