"""The tokens of one day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from steno.analyse.today import messages_since
from steno.session.tokens import TokenCount
from tests.written import reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_only_messages_of_the_day_count(tmp_path: Path) -> None:
    """At or after the beginning, in whatever time zone; a fork's copy counts once."""
    usage = {"output_tokens": 10, "input_tokens": 1}
    path = write_lines(
        tmp_path / "a.jsonl",
        reply("before", usage=usage, timestamp="2026-05-01T11:59:59.999Z"),
        reply("at", usage=usage, timestamp="2026-05-01T12:00:00.000Z"),
        reply("elsewhere", usage=usage, timestamp="2026-05-01T20:30:00+08:00"),
        user(timestamp="2026-05-01T13:00:00.000Z"),
    )
    fork = write_lines(
        tmp_path / "b.jsonl", reply("at", usage=usage, timestamp="2026-05-01T12:00:00.000Z")
    )
    messages = messages_since([path, fork], NOON)
    assert ("before" in messages, "at" in messages, "elsewhere" in messages) == (False, True, True)
    assert messages.total() == TokenCount(input_tokens=2, output_tokens=20)


def test_what_has_no_time_or_is_made_up_does_not_count(tmp_path: Path) -> None:
    """Nor does an assistant line without a message, nor a file that is gone."""
    later = "2026-05-01T13:00:00.000Z"
    path = write_lines(
        tmp_path / "a.jsonl",
        reply("untimed", timestamp="yesterday"),
        reply("synthetic", timestamp=later, message={"model": "<synthetic>"}),
        {"type": "assistant", "timestamp": later},
    )
    assert len(messages_since([path, tmp_path / "gone.jsonl"], NOON)) == 0
