"""The columns of a session: one row per record, linked by uuid, whatever stands on the lines."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.decode import decode
from steno.format.envelope_scan import scan_envelope
from steno.session.load import load_outline
from steno.session.outline import (
    COMPACT_SUMMARY,
    HAS_CALL,
    HAS_RESULT,
    HUGE,
    LOST,
    META,
    NO_MESSAGE,
    ROOT,
    SIDECHAIN,
    UNREADABLE,
    Outline,
    RowPlace,
    outline_of,
)
from tests.format.test_envelope_scan import BODY
from tests.session.transcripts import (
    attachment,
    call,
    chained,
    entries_of,
    image,
    progress,
    reply,
    result,
    system,
    text,
    user,
)
from tests.written import line_of

COLUMNS = ("times", "parents", "uuids", "message_ids", "lost_parents", "by_uuid", "line_count")


def outline(*lines: dict[str, Any] | bytes) -> Outline:
    """Build the outline of lines."""
    return outline_of(entries_of(lines))


def shape(built: Outline) -> list[object]:
    """Give everything that an outline says, to compare two of them."""
    rows = range(len(built))
    flags = (1 << bit for bit in range(8))
    columns = [list(getattr(built, name)) for name in COLUMNS[1:4]]
    return [
        [built.kind(row) for row in rows],
        [built.subtype(row) for row in rows],
        [built.place(row) for row in rows],
        [built.time(row) for row in rows],
        [[built.has(row, flag) for row in rows] for flag in flags],
        *columns,
        built.lost_parents,
        built.by_uuid,
        built.line_count,
    ]


def test_a_row_says_what_its_line_is() -> None:
    """Type, subtype, place, time, id, message and parent."""
    lines = user("one"), reply("two"), system("three", "api_error"), attachment("four", "file")
    built = outline(*lines, progress("five"))
    rows = range(len(built))
    assert built.line_count == 5
    assert [built.kind(row) for row in rows] == [
        "user", "assistant", "system", "attachment", "progress",
    ]  # fmt: skip
    assert [built.subtype(row) for row in rows] == ["", "", "api_error", "file", "bash_progress"]
    assert built.uuids == ["one", "two", "three", "four", "five"]
    assert built.message_ids == [None, "msg-two", None, None, None]
    assert list(built.parents) == [ROOT, 0, 1, 2, 3]
    assert [built.times[row] - built.times[0] for row in rows] == [0, 1, 2, 3, 4]
    assert [built.line(row) for row in rows] == [1, 2, 3, 4, 5]


def test_places_are_where_the_bytes_stand(tmp_path: Path) -> None:
    """Offset and length cover each line with its terminator."""
    stored = chained([user("one"), reply("two"), user("three")])
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(stored))
    built = load_outline(path)
    places = [built.place(row) for row in range(3)]
    content = path.read_bytes()
    assert [content[place.offset : place.offset + place.length] for place in places] == stored
    assert places[2] == RowPlace(3, len(stored[0] + stored[1]), len(stored[2]), 0)


def test_flags_tell_what_a_row_holds() -> None:
    """Sidechains, meta lines, summaries, calls, results, and what has no message."""
    built = outline(
        user("one", isSidechain=True, isMeta=True, isCompactSummary=True),
        reply("two", text("x"), call("c")),
        user("three", [result("c"), image()]),
        user("four", "plain"),
        system("five", "informational"),
    )
    assert all(built.has(0, flag) for flag in (SIDECHAIN, META, COMPACT_SUMMARY))
    assert [built.has(row, HAS_CALL) for row in range(5)] == [False, True, False, False, False]
    assert [built.has(row, HAS_RESULT) for row in range(5)] == [False, False, True, False, False]
    assert [built.has(row, NO_MESSAGE) for row in range(5)] == [False] * 4 + [True]
    assert not any(built.has(row, UNREADABLE | HUGE) for row in range(5))
    assert not any(built.has(3, 1 << bit) for bit in range(8))


def test_a_line_without_type_has_the_kind_of_its_role_but_no_client_reads_it() -> None:
    """So it is counted and shown, and never sent."""
    body = {"uuid": "u", "message": {"role": "user", "content": "x"}}
    built = outline_of([decode(line_of(body))])
    assert built.kind(0) == "user"
    assert built.has(0, UNREADABLE)


def test_a_parent_that_comes_later_is_found() -> None:
    """Lines may stand in any order."""
    built = outline(reply("two", parent="one"), user("one", parent=None))
    assert list(built.parents) == [1, ROOT]
    assert built.lost_parents == {}
    assert built.parent_uuid(0) == "one"
    assert built.parent_uuid(1) is None


def test_a_parent_that_is_nowhere_is_lost_but_known_by_name() -> None:
    """Its uuid is kept, so that another file can be asked for it."""
    built = outline(reply("two", parent="gone"))
    assert list(built.parents) == [LOST]
    assert built.lost_parents == {0: "gone"}
    assert built.parent_uuid(0) == "gone"


@pytest.mark.parametrize("parent", [None, ""])
def test_no_parent_at_all_is_a_root(parent: str | None) -> None:
    """Whether it is null or empty."""
    assert list(outline(user("one", parent=parent)).parents) == [ROOT]


def test_the_last_line_of_a_repeated_uuid_is_the_parent() -> None:
    """It replaces the others, also for children that came before it."""
    built = outline(
        user("one", parent=None), reply("two", parent="one"), user("one", "again", parent=None)
    )
    assert built.by_uuid["one"] == 2
    assert built.parents[1] == 2
    assert built.parent_uuid(1) == "one"


@pytest.mark.parametrize(
    "later",
    [
        line_of({"type": "zebra", "uuid": "one"}),
        b'{"type":"user","uuid":"one","x":NaN}\n',
        b'\xef\xbb\xbf{"type":"user","uuid":"one"}\n',
    ],
    ids=["of an unknown type", "that is no JSON", "behind a byte order mark"],
)
def test_a_line_that_the_client_passes_over_takes_no_uuid(later: bytes) -> None:
    """The line that the client reads keeps it, and its children."""
    built = outline(user("one"), reply("two"), later)
    assert built.by_uuid["one"] == 0
    assert built.parents[1] == 0


def test_a_copy_glued_to_a_line_takes_no_uuid() -> None:
    """As two writers at once leave it."""
    (stored,) = chained([user("one")])
    built = outline(stored.rstrip() + stored, reply("two", parent="one"))
    assert built.by_uuid["one"] == 0
    assert built.parents[2] == 0


def test_a_line_that_is_read_takes_the_uuid_of_one_that_is_not() -> None:
    """Whichever came first; among those that are not read the last has it."""
    other = line_of({"type": "zebra", "uuid": "one"})
    assert outline(other, user("one", parent=None)).by_uuid["one"] == 1
    assert outline(other, other).by_uuid["one"] == 1


def test_a_bad_or_blank_line_has_a_row_of_no_kind() -> None:
    """No line is lost, and the numbers of those behind it are right."""
    built = outline(b"{torn\n", b"\n", user("one"))
    assert [built.kind(row) for row in range(3)] == ["", "", "user"]
    assert [built.has(row, UNREADABLE) for row in range(3)] == [True, True, False]
    assert built.place(0).part == -1
    assert built.line(2) == 3


def test_a_glued_line_has_a_row_for_each_record_and_the_first_is_read() -> None:
    """The client reads the first record of a line and passes over what is glued to it."""
    stored = b"".join(chained([user("one"), user("two")])).replace(b"\n", b"") + b"\n"
    built = outline(stored, user("three"))
    assert built.uuids == ["one", "two", "three"]
    assert [built.has(row, UNREADABLE) for row in range(3)] == [False, True, False]
    assert [built.place(row).part for row in range(3)] == [0, 1, 0]
    assert [built.line(row) for row in range(3)] == [1, 1, 2]
    assert built.row_at(1) == 0
    assert built.row_at(2) == 2


def test_a_record_behind_a_torn_one_is_not_read() -> None:
    """Nothing may stand before the record that the client reads."""
    torn, whole = chained([user("one"), user("two")])
    built = outline(torn[:30] + whole)
    assert built.uuids == ["two"]
    assert built.has(0, UNREADABLE)


def test_very_many_records_on_one_line_keep_their_places() -> None:
    """As a file without any newline would have them."""
    stored = b"".join(chained([user(f"line {number}") for number in range(300)]))
    built = outline(stored.replace(b"\n", b""))
    assert [built.place(row).part for row in range(300)] == list(range(300))


def test_more_types_than_anyone_ever_wrote_do_no_harm() -> None:
    """The types that matter are still known when they come."""
    built = outline(*({"type": f"t{number}", "uuid": "x"} for number in range(66_000)), user("one"))
    assert built.kind(66_000) == "user"
    assert built.kind(65_999) == "t65999"


@pytest.mark.parametrize("raw", [b"NaN", b"Infinity", b"-Infinity"])
def test_a_line_with_a_number_that_is_none_is_not_read(raw: bytes) -> None:
    """No JSON holds one, and the client passes the line over."""
    (stored,) = chained([user("one")])
    built = outline(stored.replace(b"}\n", b',"x":' + raw + b"}\n"))
    assert built.kind(0) == "user"
    assert built.has(0, UNREADABLE)


def test_a_byte_order_mark_hides_every_line_but_the_first() -> None:
    """The client takes it away at the beginning of a file alone."""
    first, second = chained([user("one"), user("two")])
    mark = b"\xef\xbb\xbf"
    built = outline_of([decode(mark + first, line=1), decode(mark + second, line=2)])
    assert [built.has(row, UNREADABLE) for row in range(2)] == [False, True]


def test_a_line_in_another_encoding_is_read_if_it_is_a_record_all_the_same() -> None:
    """The client takes every byte for UTF-8; an escape in the middle of a sign breaks a line."""
    (stored,) = chained([user("one", "TIDE")])
    # The second byte of this sign is a backslash, and 'a' is no letter that may follow one.
    whole, broken = "潮".encode("gb18030"), "誠".encode("gb18030")
    assert broken[1:] == b"\\"
    assert not outline(stored.replace(b"TIDE", whole)).has(0, UNREADABLE)
    built = outline(stored.replace(b"TIDE", broken + b"aaa"))
    assert built.kind(0) == "user"
    assert built.has(0, UNREADABLE)


def test_rows_of_finds_the_rows_of_some_types() -> None:
    """In file order; a type that is nowhere has none."""
    built = outline(user("one"), reply("two"), user("three"), system("four", "informational"))
    assert list(built.rows_of("user", "system")) == [0, 2, 3]
    assert list(built.rows_of("zebra")) == []


def test_row_at_a_line_that_is_not_there_is_none() -> None:
    """Behind the end, and in a file of no lines."""
    assert outline(user("one")).row_at(2) is None
    assert outline_of([]).row_at(1) is None
    assert len(outline_of([])) == outline_of([]).line_count == 0


@pytest.mark.parametrize("stamp", ["yesterday", "", None, 5])
def test_a_row_without_a_usable_time_has_none(stamp: object) -> None:
    """Whatever stands there instead."""
    built = outline(user("one", timestamp=stamp))
    assert built.time(0) is None


def test_entries_are_numbered_by_their_place_among_the_others() -> None:
    """Also where they come from different files, or one between them was left out."""
    one, _, three = entries_of([user("one"), user("two"), user("three")])
    built = outline_of([one, three])
    assert [built.line(row) for row in range(2)] == [1, 2]


def test_a_plain_record_is_added_without_decoding_it() -> None:
    """What loading does for most lines."""
    built = Outline()
    built.add_line(scan_envelope({"type": "user", "uuid": "one"}), line=1, offset=0, length=30)
    assert shape(built.finish())[0] == ["user"]


@given(st.lists(BODY | st.binary(max_size=20).filter(lambda raw: b"\n" not in raw), max_size=6))
def test_loading_a_file_gives_the_outline_of_its_entries(bodies: list[Any]) -> None:
    """The fast way over blocks and the careful one line by line agree about every column."""
    lines = [
        body if isinstance(body, bytes) else json.dumps(body).encode("utf-8", "surrogatepass")
        for body in bodies
    ]
    content = b"".join(line + b"\n" for line in lines)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_bytes(content)
        loaded = load_outline(path)
    offset, entries = 0, []
    for number, raw in enumerate(content.split(b"\n")[:-1], 1):
        entries.append(decode(raw + b"\n", line=number, offset=offset))
        offset += len(raw) + 1
    assert shape(loaded) == shape(outline_of(entries))


def test_only_the_last_line_of_a_repeated_id_is_current() -> None:
    """Lines without an id cannot be replaced."""
    lines = [{"type": "user", "uuid": "p"}, {"type": "user", "uuid": "p"}, {"type": "mode"}]
    outline = outline_of(decode(line_of(line), line=at) for at, line in enumerate(lines, 1))
    assert [outline.is_current(row) for row in range(3)] == [False, True, True]
