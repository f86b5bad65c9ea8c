"""Entries: a place in a file, the bytes that stand there, and what they hold."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from steno.format.entry import (
    BadLine,
    BlankLine,
    Entry,
    GluedLine,
    Place,
    UnknownEntry,
    parse_time,
)


class Stored:
    """Bytes that are fetched only when they are asked for."""

    def __init__(self, raw: bytes) -> None:
        """Keep the bytes and count the fetches."""
        self._raw = raw
        self.fetches = 0

    def __len__(self) -> int:
        """Give their number."""
        return len(self._raw)

    def read(self) -> bytes:
        """Fetch them."""
        self.fetches += 1
        return self._raw


def test_entry_gives_back_its_own_bytes() -> None:
    """What was read is what is encoded, with its place and its oddities."""
    place = Place(b'{"a":1}\n', line=7, offset=42, encoding="gb18030", marks=frozenset({"bom"}))
    entry = UnknownEntry({"a": 1}, place)
    assert entry.raw == entry.encode() == b'{"a":1}\n'
    assert (entry.line, entry.offset, entry.encoding) == (7, 42, "gb18030")
    assert entry.marks == {"bom"}
    assert entry.length == 8


def test_huge_line_is_fetched_when_asked_for() -> None:
    """Its length is known without its bytes."""
    stored = Stored(b"x" * 100)
    entry = UnknownEntry({}, Place(stored))
    assert entry.length == 100
    assert stored.fetches == 0
    assert entry.raw == b"x" * 100
    assert stored.fetches == 1


def test_plain_entry_is_its_own_only_part() -> None:
    """One record on a line is one part."""
    entry = UnknownEntry({}, Place(b""))
    assert entry.parts == (entry,)


def test_line_without_a_record_has_no_parts() -> None:
    """Blank and bad lines hold nothing to count."""
    assert BlankLine(Place(b"\n")).parts == ()
    bad = BadLine(Place(b"x\n"), "bad-line", "no JSON")
    assert bad.parts == ()
    assert (bad.code, bad.reason, bad.type) == ("bad-line", "no JSON", None)


def test_parts_of_a_glued_line_are_its_records() -> None:
    """Fragments are among its pieces but not among its parts."""
    record = UnknownEntry({"type": "x"}, Place(b'{"type":"x"}'))
    fragment = BadLine(Place(b"{"), "torn-line", "cut off")
    glued = GluedLine(Place(b'{{"type":"x"}'), (fragment, record))
    assert glued.parts == (record,)
    assert b"".join(piece.raw for piece in glued.pieces) == glued.raw


def test_type_is_the_tag_or_what_the_class_stands_for() -> None:
    """A line without a type is what its class says."""

    class Mode(Entry):
        TAG = "mode"

    assert Mode({}, Place(b"")).type == "mode"
    assert Mode({"type": "other"}, Place(b"")).type == "other"
    assert UnknownEntry({"type": 5}, Place(b"")).type is None


@pytest.mark.parametrize(
    "body",
    [
        {"timestamp": "2026-11-15T10:00:00Z"},
        {"timestamp": 1768474800000, "message": {"timestamp": "2026-11-15T10:00:00Z"}},
        {"timestamp": "yesterday", "message": {"timestamp": "2026-11-15T10:00:00+00:00"}},
        {"message": {"timestamp": "2026-11-15T10:00:00"}},
        {"timestamp": "2026-11-15T10:00:00Z", "message": {"timestamp": "2020-01-01T00:00:00Z"}},
    ],
)
def test_time_is_found_wherever_a_version_put_it(body: dict[str, object]) -> None:
    """The line's own time goes first; one that is no time is passed over."""
    assert UnknownEntry(body, Place(b"")).time == datetime(2026, 11, 15, 10, tzinfo=UTC)


@pytest.mark.parametrize("body", [{}, {"timestamp": 5}, {"timestamp": ""}, {"message": "text"}])
def test_entry_without_a_time_has_none(body: dict[str, object]) -> None:
    """There is no guessing."""
    assert UnknownEntry(body, Place(b"")).time is None


def test_parsed_times_are_aware() -> None:
    """A time without a zone is UTC; one with a zone keeps it."""
    assert parse_time("2026-01-02T03:04:05.678Z") == datetime(
        2026, 1, 2, 3, 4, 5, 678000, tzinfo=UTC
    )
    moment = parse_time("2026-01-02T03:04:05+02:00")
    assert moment is not None
    assert moment.utcoffset() == timedelta(hours=2)
    assert moment == datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=2)))
    assert parse_time("no time") is None
