"""Drift: what this release does not know, counted by client version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format import drift
from steno.format.codec import encode_value
from steno.format.decode import decode
from steno.format.drift import LONGEST_NAME, Drift, DriftRow

if TYPE_CHECKING:
    from pathlib import Path


def watch(*bodies: dict[str, Any] | bytes, session: str = "s") -> Drift:
    """Show lines of one session to a fresh collector."""
    collector = Drift()
    for number, body in enumerate(bodies, 1):
        raw = body if isinstance(body, bytes) else encode_value(body) + b"\n"
        collector.see(decode(raw, line=number), f"{session}:{number}")
    return collector


def names(*bodies: dict[str, Any] | bytes) -> set[tuple[str, str]]:
    """Give the kinds and names of what is unknown in these lines."""
    return {(row.kind, row.name) for row in watch(*bodies).rows()}


def user(content: object, **keys: Any) -> dict[str, Any]:
    """Make a user line."""
    return {"type": "user", "message": {"role": "user", "content": content}, **keys}


def attachment(body: object) -> dict[str, Any]:
    """Make an attachment line."""
    return {"type": "attachment", "attachment": body}


def call(tool: str, number: str = "t") -> dict[str, Any]:
    """Make an assistant line that calls a tool."""
    block = {"type": "tool_use", "id": number, "name": tool, "input": {}}
    return {"type": "assistant", "message": {"content": [block]}}


def answer(value: object, number: str = "t") -> dict[str, Any]:
    """Make a user line with a tool's result."""
    block = {"type": "tool_result", "tool_use_id": number, "content": ""}
    return user([block], toolUseResult=value)


@pytest.mark.parametrize(
    ("body", "kind", "name"),
    [
        ({"type": "telepathy", "x": 1}, "type", "telepathy"),
        ({"x": 1}, "type", "(none)"),
        ({"type": "system", "subtype": "new_note"}, "subtype", "new_note"),
        (attachment({"type": "hologram", "x": 1}), "attachment", "hologram"),
        (attachment({"x": 1}), "attachment", "(null)"),
        (attachment({"type": ""}), "attachment", "(empty)"),
        ({"type": "progress", "data": {"type": "tea_progress"}}, "progress", "tea_progress"),
        (user([{"type": "hologram"}]), "block", "hologram"),
        (user([{"type": "tool_result", "content": [{"type": "smell"}]}]), "block", "smell"),
        ({"type": "queue-operation", "operation": "shuffle"}, "operation", "shuffle"),
        ({"type": "mode", "mood": "good"}, "key", "mode.mood"),
        (
            {"type": "assistant", "message": {"usage": {"foo": 1}}},
            "key",
            "assistant.message.usage.foo",
        ),
        (user([{"type": "text", "text": "", "glow": 1}]), "key", "user.message.content.text.glow"),
        (
            {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"foo": 1}},
            "key",
            "system.compact_boundary.compactMetadata.foo",
        ),
        (attachment({"type": "file", "foo": 1}), "key", "attachment.attachment.file.foo"),
        (
            {"type": "progress", "data": {"type": "hook_progress", "foo": 1}},
            "key",
            "progress.data.hook_progress.foo",
        ),
        ({"type": "mode", "mode": 5}, "shape", "mode.mode: integer, not string"),
        (
            attachment({"type": "file", "content": []}),
            "shape",
            "attachment.attachment.file.content: array, not object",
        ),
    ],
)
def test_each_unknown_thing_is_named(body: dict[str, Any], kind: str, name: str) -> None:
    """Types, subtypes, kinds, keys and shapes are told apart and named by their path."""
    assert names(body) == {(kind, name)}


@pytest.mark.parametrize(
    "body",
    [
        user("hi", promptId="p"),
        {"type": "system", "content": "no subtype"},
        {"type": "system", "subtype": "turn_duration", "durationMs": 5},
        attachment({"type": "context_tip"}),
        {"type": "queue-operation", "operation": "popAll"},
        {"type": "file-history-delta"},
        {"message": {"role": "assistant", "content": []}},
        b"\n",
        b"no json\n",
        b'{"torn',
    ],
)
def test_known_things_are_not_told(body: dict[str, Any] | bytes) -> None:
    """What this release knows, if only by name, is no drift; nor is damage."""
    assert names(body) == set()


def test_tool_results_are_looked_into() -> None:
    """An unknown key of a known tool's result is told, by the call's name or by its keys."""
    shell = {"stdout": "", "stderr": "", "interrupted": False, "glow": 1}
    expected = {("key", "toolUseResult.Bash.glow")}
    assert names(call("Bash"), answer(shell)) == expected
    assert names(answer(shell)) == expected


def test_results_that_are_arrays_are_looked_into() -> None:
    """An unknown key in what a tool lists is told; the blocks of an MCP tool are its own."""
    listed = [{"uri": "u", "name": "n", "server": "s", "glow": 1}, "odd"]
    expected = {("key", "toolUseResult.ListMcpResourcesTool.glow")}
    assert names(call("ListMcpResourcesTool"), answer(listed)) == expected
    assert names(call("mcp__a__b"), answer(listed)) == set()
    assert names(answer(listed)) == set()


def test_result_of_an_unknown_tool_is_told() -> None:
    """A tool that this release does not know is named, but MCP tools are the user's own."""
    assert names(call("Teleport"), answer({"x": 1})) == {("tool-result", "Teleport")}
    assert names(call("mcp__a__b"), answer({"x": 1})) == set()
    assert names(call("Teleport"), answer("done")) == set()
    assert names(answer({"x": 1})) == set()


def test_result_with_several_blocks_is_known_by_its_keys() -> None:
    """Where one line answers several calls no single name counts."""
    blocks = [{"type": "tool_result", "tool_use_id": number} for number in ("t", "u")]
    line = user(
        blocks, toolUseResult={"matches": [], "query": "", "total_deferred_tools": 1, "z": 1}
    )
    assert names(call("Bash"), line) == {("key", "toolUseResult.ToolSearch.z")}


def test_old_calls_are_forgotten() -> None:
    """A file of endless calls does not fill the memory."""
    calls = [call("Teleport", f"t{number}") for number in range(drift._REMEMBERED_CALLS + 1)]
    assert names(*calls, answer({"x": 1}, "t0")) == set()
    assert names(*calls, answer({"x": 1}, "t1")) == {("tool-result", "Teleport")}


def test_rows_count_lines_and_span_versions() -> None:
    """A row tells on how many lines, between which versions and where first."""
    lines = [
        {"type": "mode", "foo": 1, "version": "2.1.10"},
        {"type": "mode", "foo": 1, "version": "2.1.9"},
        {"type": "mode", "foo": 1},
        {"type": "mode", "foo": 1, "version": "2.1.100"},
    ]
    rows = {row.name: row for row in watch(*lines).rows()}
    assert rows["mode.foo"] == DriftRow(
        "key", "mode.foo", 4, "2.1.9", "2.1.100", "s:1", {"2.1.9": 2, "2.1.10": 1, "2.1.100": 1}
    )


def test_line_without_a_version_takes_the_one_above() -> None:
    """Loose lines have no version: that of the file so far counts, and no other file's."""
    collector = watch({"type": "user", "version": "2.1.5"}, {"type": "new"})
    assert collector.rows()[0].first_version == "2.1.5"
    collector.see(decode(b'{"type":"newer"}\n'), "other:1")
    rows = {row.name: row for row in collector.rows()}
    assert (rows["newer"].first_version, rows["newer"].where) == ("", "other:1")


def test_calls_of_one_file_do_not_answer_in_another() -> None:
    """A call's name is known within its own file."""
    collector = watch(call("Teleport"))
    collector.see(decode(encode_value(answer({"x": 1}))), "other:1")
    assert collector.rows() == ()


@pytest.mark.parametrize("version", ["", 5, None, "2.1.x", "next", "v" * 1000])
def test_odd_versions_do_no_harm(version: object) -> None:
    """A version is what a line says it is."""
    line = {"type": "telepathy", "version": version}
    (row,) = watch(line, {"type": "telepathy", "version": "2.1.5"}).rows()
    assert row.count == 2
    assert "2.1.5" in (row.first_version, row.last_version)


def test_repeated_thing_counts_once_per_line() -> None:
    """Many blocks of one kind on a line are one sighting."""
    (row,) = watch(user([{"type": "hologram"}] * 5)).rows()
    assert row.count == 1


def test_every_record_of_a_glued_line_is_seen() -> None:
    """Two records on one line are looked at both."""
    assert names(b'{"type":"a"}{"type":"b"}\n') == {("type", "a"), ("type", "b")}


def test_most_frequent_comes_first() -> None:
    """The rows are in an order that tells what matters."""
    rows = watch({"type": "b"}, {"type": "a"}, {"type": "c"}, {"type": "c"}).rows()
    assert [row.name for row in rows] == ["c", "a", "b"]


def test_memory_is_bounded() -> None:
    """A file of rubbish fills a fixed number of rows; the rest is only counted."""
    keys = {f"k{number}": 1 for number in range(drift.MOST_ROWS + 5)}
    collector = watch({"type": "mode", **keys}, {"type": "mode", "k0": 1})
    rows = collector.rows()
    assert len(rows) == drift.MOST_ROWS
    assert collector.left_out == 5
    assert rows[0].count == 2


def test_endless_names_are_cut() -> None:
    """A key of any length leaves a name of bounded length."""
    (row,) = watch({"type": "mode", "x" * 10_000: 1}).rows()
    assert len(row.name) == LONGEST_NAME


KNOWN_DRIFT = {
    # The journal of a workflow is no session: its lines are kept, but they are no entry types.
    ("type", "started"),
    ("type", "result"),
}


def test_corpus_holds_nothing_unknown(corpus: Path) -> None:
    """Every type, key, block, usage key and shape of the real sessions is known."""
    collector = Drift()
    for path in sorted(corpus.rglob("*.jsonl")):
        for number, raw in enumerate(path.read_bytes().split(b"\n"), 1):
            collector.see(decode(raw + b"\n", line=number), f"{path.stem}:{number}")
    assert {(row.kind, row.name) for row in collector.rows()} == KNOWN_DRIFT


KEYS = st.sampled_from(
    [
        "type", "subtype", "message", "content", "data", "attachment", "usage", "operation",
        "toolUseResult", "tool_use_id", "version", "snapshot", "unknown",
    ]
)  # fmt: skip
WORDS = st.sampled_from(
    ["user", "assistant", "system", "attachment", "progress", "text", "tool_result", "file", "x"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(KEYS, VALUES), max_size=4))
def test_no_line_makes_the_collector_fail(bodies: list[dict[str, Any]]) -> None:
    """Whatever lines hold, each unknown thing is a row with a count, a name and a place."""
    for row in watch(*bodies).rows():
        assert row.name
        assert 1 <= row.count <= len(bodies)
        assert row.where.startswith("s:")
