"""Counting one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.analyse.inventory import Inventory, is_bad, take_inventory
from steno.errors import UnreadableFileError
from steno.format.decode import decode
from steno.format.scan import scan_entry
from steno.session.tokens import TokenCount
from tests.written import line_of, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path


def counted(*bodies: dict[str, Any]) -> Inventory:
    """Count records one by one."""
    inventory = Inventory()
    for body in bodies:
        inventory.see(scan_entry(decode(line_of(body))))
    return inventory


def test_types_and_versions_are_counted() -> None:
    """A line without a type goes by the role of its message, else it is null."""
    bare = {"message": {"role": "user", "content": "x"}}
    inventory = counted(user(), reply(), bare, {"version": "2.1.198"}, {"type": "mode"})
    assert inventory.types == {"user": 2, "assistant": 1, "null": 1, "mode": 1}
    assert inventory.versions == {"2.1.197": 2, "2.1.198": 1}


def test_subtypes_are_counted_with_their_type() -> None:
    """Those of system, attachment and progress lines; a missing one is none."""
    inventory = counted(
        {"type": "system", "subtype": "turn_duration"},
        {"type": "system"},
        {"type": "attachment", "attachment": {"type": "todo"}},
        {"type": "attachment"},
        {"type": "progress", "data": {"type": "bash_progress"}},
        {"type": "progress"},
        {"type": "mode", "subtype": "none of ours"},
    )
    assert inventory.subtypes == {
        "system/turn_duration": 1,
        "attachment/todo": 1,
        "progress/bash_progress": 1,
    }


def test_stop_reasons_count_per_assistant_line() -> None:
    """A missing one is null, also where the whole message is missing."""
    inventory = counted(
        reply(), reply(message={"stop_reason": None}), {"type": "assistant"}, user()
    )
    assert inventory.stop_reasons == {"end_turn": 1, "null": 2}


def test_blocks_count_in_user_and_assistant_lines_alone() -> None:
    """Wherever the version keeps the content; a string is no block, a block may lack a type."""
    blocks = [{"type": "text", "text": ""}, {"type": "tool_use"}, {}]
    inventory = counted(
        reply(message={"content": blocks}),
        user([{"type": "tool_result"}]),
        user("plain"),
        {"type": "user", "content": [{"type": "image"}]},
        {"type": "system", "content": [{"type": "text"}]},
    )
    assert inventory.content_blocks == {
        "text": 1,
        "tool_use": 1,
        "null": 1,
        "tool_result": 1,
        "image": 1,
    }


def test_three_copies_with_growing_output_count_once() -> None:
    """The last of them has the true figure."""
    usages = [{"output_tokens": n, "input_tokens": 4} for n in (2, 2, 310)]
    inventory = counted(*(reply("m", usage=usage) for usage in usages))
    assert len(inventory.messages) == 1
    assert inventory.messages.total() == TokenCount(input_tokens=4, output_tokens=310)


def test_synthetic_replies_are_apart() -> None:
    """They never came from the API; a reply without an id is only counted."""
    inventory = counted(
        reply("made-up", usage={"output_tokens": 7}, message={"model": "<synthetic>"}),
        reply("real", usage={"output_tokens": 5}),
        reply(None, usage={"output_tokens": 3}),
    )
    assert (len(inventory.messages), len(inventory.synthetic)) == (1, 1)
    assert inventory.without_id == 1
    assert inventory.messages.total().output_tokens == 5


def test_first_and_last_time_are_found_in_any_order() -> None:
    """Also in messages and in other time zones; what is no time is neither."""
    inventory = counted(
        {"type": "user", "timestamp": "2026-01-02T00:00:00.000Z"},
        {"type": "user", "timestamp": "2026-01-01T20:00:00-08:00"},
        {"type": "user", "message": {"timestamp": "2026-01-01T00:00:00.000Z"}},
        {"type": "user", "timestamp": "20zz-99-99T99:99:99.999Z"},
        {"type": "user", "timestamp": "00000000000000000000000Z"},
        {"type": "user", "timestamp": 12345},
    )
    assert inventory.first_timestamp == "2026-01-01T00:00:00.000Z"
    assert inventory.last_timestamp == "2026-01-01T20:00:00-08:00"


def test_one_time_is_both_first_and_last() -> None:
    """And without any there is none."""
    inventory = counted(user())
    assert inventory.first_timestamp == inventory.last_timestamp == "2026-01-03T15:44:58.325Z"
    assert counted({"type": "mode"}).first_timestamp is None


def test_merge_adds_up_and_keeps_the_ends_of_time() -> None:
    """Messages that are in both count once."""
    one = counted(reply("m", usage={"output_tokens": 2}), reply(None))
    other = counted(
        reply("m", usage={"output_tokens": 9}, timestamp="2026-01-05T00:00:00.000Z"),
        {"type": "system", "subtype": "x"},
        reply("s", message={"model": "<synthetic>"}, timestamp="2025-01-05T00:00:00.000Z"),
    )
    one.bytes, other.bytes, one.lines, other.lines, other.bad_lines = 10, 5, 2, 3, 1
    one.merge(other)
    assert (one.bytes, one.lines, one.bad_lines, one.without_id) == (15, 5, 1, 1)
    assert one.types == {"assistant": 4, "system": 1}
    assert one.subtypes == {"system/x": 1}
    assert (len(one.messages), len(one.synthetic)) == (1, 1)
    assert one.messages.total().output_tokens == 9
    assert one.first_timestamp == "2025-01-05T00:00:00.000Z"
    assert one.last_timestamp == "2026-01-05T00:00:00.000Z"


def test_inventory_of_a_file_counts_bytes_lines_and_damage(tmp_path: Path) -> None:
    """The records on a glued line count; the line itself is bad; so is a torn one."""
    glued = line_of(user()).rstrip() + line_of(reply())
    path = write_lines(tmp_path / "a.jsonl", user(), glued, b"\n", b"rubbish\n", b'{"type":"us')
    seen: list[int] = []
    inventory = take_inventory(path, seen.append)
    assert inventory.bytes == sum(seen) == path.stat().st_size
    assert (inventory.lines, inventory.bad_lines) == (5, 3)
    assert inventory.types == {"user": 2, "assistant": 1}
    assert [(found.code, found.line) for found in inventory.findings] == [
        ("no-final-newline", None),
        ("glued-line", 2),
        ("blank-line", 3),
        ("bad-line", 4),
        ("torn-line", 5),
    ]


def test_inventory_of_an_empty_file_is_empty(tmp_path: Path) -> None:
    """Nothing is wrong with it."""
    inventory = take_inventory(write_lines(tmp_path / "a.jsonl"))
    assert (inventory.bytes, inventory.lines, inventory.findings) == (0, 0, ())


def test_inventory_of_a_missing_file_is_an_error(tmp_path: Path) -> None:
    """The caller tells of it."""
    with pytest.raises(UnreadableFileError, match="no such file"):
        take_inventory(tmp_path / "gone.jsonl")


@pytest.mark.parametrize(
    ("raw", "bad"),
    [(b"{}\n", False), (b"{}{}\n", True), (b"\n", False), (b"[]\n", True), (b"{", True)],
)
def test_bad_is_what_is_not_exactly_one_record(raw: bytes, bad: bool) -> None:
    """A blank line is no damage."""
    assert is_bad(decode(raw)) is bad
