"""Bodies are read when they are asked for: from a file, or from entries at hand."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from steno.errors import FileChangedError
from steno.format.decode import decode
from steno.format.entry import BadLine
from steno.session.bodies import Bodies, FileBodies, HeldBodies, as_client_reads, records
from steno.session.load import load_outline
from steno.session.outline import outline_of
from tests.session.transcripts import chained, entries_of, reply, user, write

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.outline import Outline
    from tests.session.transcripts import Body

LINES: list[Body | bytes] = [user("one"), b"{torn\n", reply("three"), user("four")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write four lines, one of them torn."""
    return write(tmp_path / "session.jsonl", *LINES)


def uuids(bodies: Bodies, outline: Outline, *rows: int) -> list[Any]:
    """Read the uuids of some rows."""
    return [
        record.body.get("uuid") for record in records(bodies, [outline.place(row) for row in rows])
    ]


def test_a_file_gives_lines_in_the_order_asked_for(path: Path) -> None:
    """Any line, any number of times."""
    bodies, outline = FileBodies(path), load_outline(path)
    assert uuids(bodies, outline, 3, 0, 2, 0) == ["four", "one", "three", "one"]


def test_held_entries_are_given_by_their_place() -> None:
    """Also when one between them was left out, whose number they then take."""
    held = entries_of(LINES)
    del held[1]
    assert uuids(HeldBodies(held), outline_of(held), 2, 0) == ["four", "one"]


def test_all_lines_are_given_in_order(path: Path) -> None:
    """By either kind, and their bytes are the file's."""
    for bodies in (FileBodies(path), HeldBodies(entries_of(LINES))):
        assert b"".join(entry.raw for entry in bodies.entries()) == path.read_bytes()


def test_a_line_without_a_record_is_given_as_what_it_is(path: Path) -> None:
    """A bad line has no part, and is the bad line."""
    (entry,) = records(FileBodies(path), [load_outline(path).place(1)])
    assert isinstance(entry, BadLine)
    assert entry.raw == b"{torn\n"


def test_the_part_of_a_glued_line_that_is_meant_is_given(tmp_path: Path) -> None:
    """Each row has its own record."""
    glued = b"".join(chained([user("one"), user("two"), user("three")])).replace(b"\n", b"")
    path = tmp_path / "session.jsonl"
    path.write_bytes(glued + b"\n")
    bodies, outline = FileBodies(path), load_outline(path)
    assert uuids(bodies, outline, 0, 1, 2, 1) == ["one", "two", "three", "two"]


def test_the_rows_of_a_glued_line_are_decoded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten thousand records on one line must not be decoded ten thousand times."""
    glued = b"".join(chained([user(str(number)) for number in range(50)])).replace(b"\n", b"")
    path = tmp_path / "session.jsonl"
    path.write_bytes(glued + b"\n" + chained([user("last")])[0])
    bodies, outline = FileBodies(path), load_outline(path)
    decoded: list[int] = []

    def counting(raw: bytes, **place: Any) -> Any:
        decoded.append(place["line"])
        return decode(raw, **place)

    monkeypatch.setattr("steno.session.bodies.decode", counting)
    assert uuids(bodies, outline, *range(51)) == [*map(str, range(50)), "last"]
    assert decoded == [1, 2]


def test_a_file_that_grew_is_still_read(path: Path) -> None:
    """Sessions are written to while they are looked at."""
    bodies, outline = FileBodies(path), load_outline(path)
    with path.open("ab") as file:
        file.write(b'{"type":"user"}\n')
    assert uuids(bodies, outline, 3) == ["four"]


def test_a_file_that_was_replaced_is_refused(path: Path, tmp_path: Path) -> None:
    """What was learnt of the old one says nothing about the new one."""
    bodies, outline = FileBodies(path), load_outline(path)
    write(tmp_path / "other.jsonl", *LINES).replace(path)
    with pytest.raises(FileChangedError):
        uuids(bodies, outline, 0)


def test_a_file_that_became_shorter_is_refused(path: Path) -> None:
    """The line that is asked for is there no more."""
    bodies, outline = FileBodies(path), load_outline(path)
    os.truncate(path, 40)
    with pytest.raises(FileChangedError):
        uuids(bodies, outline, 3)


def test_a_file_in_utf_16_is_read_in_it(tmp_path: Path) -> None:
    """Its lines are decoded as the file is."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(chained([user("one"), user("two")])).decode().encode("utf-16"))
    assert uuids(FileBodies(path), load_outline(path), 1, 0) == ["two", "one"]


def test_the_client_reads_utf_8_and_nothing_else() -> None:
    """Each byte that is none becomes one U+FFFD, half a surrogate pair three of them."""
    (stored,) = chained([user("one", "TIDE")])
    plain = decode(stored)
    assert as_client_reads(plain) is plain
    for raw, read in ((b"\xed\xa0\x80", "\ufffd" * 3), ("潮".encode("gb18030"), "\ufffd" * 2)):
        record = as_client_reads(decode(stored.replace(b"TIDE", b"a" + raw + b"b"), line=7))
        assert record.body["message"]["content"] == f"a{read}b"
        assert record.line == 7
