"""The projection for counting turns and calls agrees with the full decoding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.format.count_scan import CountedBlock, as_user, scan_for_counts
from steno.format.decode import decode
from steno.format.entries.user import UserEntry, UserKind
from steno.format.scan import scan_block
from tests.written import line_of, reply, user

if TYPE_CHECKING:
    from pathlib import Path

    from steno.format.count_scan import CountedLine


def row_of(body: dict[str, Any]) -> CountedLine:
    """Scan one line."""
    (row,) = scan_for_counts(memoryview(line_of(body)))
    assert hasattr(row, "turn_companion")
    return row  # type: ignore[no-any-return]


def test_row_has_the_ids_and_texts_of_its_blocks() -> None:
    """And what a scan has besides."""
    blocks = [
        {"type": "text", "text": "words"},
        {"type": "tool_use", "id": "1", "name": "Bash", "input": {"text": 7}},
        {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": 8}]},
    ]
    row = row_of(reply("m", message={"content": blocks}, isSidechain=True))
    assert row.message is not None
    assert row.message.content == [
        CountedBlock(type="text", text="words"),
        CountedBlock(type="tool_use", id="1"),
        CountedBlock(type="tool_result", tool_use_id="1"),
    ]
    assert (row.uuid, row.is_sidechain, row.message.id) == ("a", True, "m")


@pytest.mark.parametrize(
    ("own", "kind"),
    [
        ({}, UserKind.PROMPT),
        ({"isMeta": True}, UserKind.META),
        ({"isCompactSummary": True}, UserKind.COMPACT_SUMMARY),
        ({"turnCompanion": True}, UserKind.META),
        ({"sourceToolUseID": "t"}, UserKind.META),
        ({"origin": {"kind": "task-notification"}}, UserKind.TASK_NOTIFICATION),
        ({"message": {"content": [{"type": "tool_result"}]}}, UserKind.TOOL_RESULT),
        ({"message": {"content": [{"type": "image"}]}}, UserKind.PROMPT),
        ({"message": None, "content": "<bash-input>ls</bash-input>"}, UserKind.BASH),
    ],
)
def test_row_of_a_user_line_says_what_kind_it_is(own: dict[str, Any], kind: UserKind) -> None:
    """As the decoded entry does."""
    body = {key: value for key, value in {**user("words"), **own}.items() if value is not None}
    entry = decode(line_of(body))
    assert isinstance(entry, UserEntry)
    assert as_user(row_of(body)).kind is entry.kind is kind


@pytest.mark.parametrize(
    "own",
    [
        {"isMeta": 1}, {"isSidechain": "yes"}, {"uuid": 7}, {"origin": "human"},
        {"message": {"content": [7]}}, {"message": {"content": [{"type": "text", "text": 7}]}},
    ],
)  # fmt: skip
def test_unusual_line_is_refused(own: dict[str, Any]) -> None:
    """It is decoded whole then."""
    with pytest.raises(ValueError, match="Expected"):
        row_of({**user(), **own})


def test_rows_of_the_corpus_have_what_a_scan_has(corpus: Path) -> None:
    """Every field that both know is the same."""
    seen = 0
    for path in sorted(corpus.rglob("*.jsonl")):
        for line in path.read_bytes().split(b"\n"):
            plain = scan_block(line + b"\n") if line else None
            if plain is None:
                continue
            (row,), (counted,) = plain, scan_for_counts(memoryview(line))
            names = set(row.__struct_fields__) - {"message", "content"}
            assert all(getattr(row, name) == getattr(counted, name) for name in names)
            assert [block.type for block in row.blocks] == [b.type for b in counted.blocks]
            seen += 1
    assert seen > 5000
