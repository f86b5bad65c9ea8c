"""Tests of joined sessions: lines of two files, or of one in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.draft import set_parent
from steno.edit.identity import NewIds
from steno.edit.joined import JoinedDraft, Origin, Piece, Source, joined
from steno.format.codec import decode_text
from tests.edit.edited import in_home, told
from tests.session.transcripts import user
from tests.written import ONE, TWO

if TYPE_CHECKING:
    from pathlib import Path


def test_lines_are_read_where_they_are(tmp_path: Path) -> None:
    """In the new order, with the bytes of their files; a file without a last newline too."""
    first = Source(in_home(tmp_path, user("a"), b'{"type":"user","uuid":"b"'))
    second = Source(in_home(tmp_path, user("c"), told("d"), session_id=TWO))
    pieces = [Piece(second, 2), Piece(first, 2), Piece(first, 1), Piece(second, 1)]
    session = joined(first.session, pieces)
    assert [uuid for uuid in session.outline.uuids if uuid] == ["d", "a", "c"]
    assert session.id == ONE
    assert [entry.raw for entry in session.entries] == [
        piece.source.session.entries[piece.line - 1].raw for piece in pieces
    ]
    assert session.entries[3].raw == second.session.entries[0].raw
    lines = b"".join(JoinedDraft(Origin(first.session, pieces)).lines())
    assert lines.count(b"\n") == len(pieces)


def test_lines_of_another_session_get_its_id(tmp_path: Path) -> None:
    """And what a rewrite makes of them."""
    other = in_home(tmp_path, user("a", sessionId=TWO), session_id=TWO)
    ids = NewIds(TWO, ONE, keep_uuids=True)
    source = Source(other, ids, lambda body: {**body, "slug": "new"})
    session = joined(in_home(tmp_path, user("b")), [Piece(source, 1)])
    assert session.record(0).body["sessionId"] == ONE
    assert session.record(0).body["slug"] == "new"
    assert session.record(0).body["uuid"] == "a"


def test_draft_is_empty_only_where_nothing_moves(tmp_path: Path) -> None:
    """Another order is a change, too, and so is a line more."""
    source = Source(in_home(tmp_path, user("a"), user("b")))
    pieces = [Piece(source, 1), Piece(source, 2)]
    more = [*pieces, Piece(Source(source.session), 1)]
    assert JoinedDraft(Origin(source.session, pieces)).is_empty
    assert not JoinedDraft(Origin(source.session, pieces[::-1])).is_empty
    assert not JoinedDraft(Origin(source.session, more)).is_empty


def test_differences_are_told_by_the_lines_of_the_first(tmp_path: Path) -> None:
    """What comes from another session is new."""
    first = Source(in_home(tmp_path, user("a"), user("b")))
    second = Source(in_home(tmp_path, user("c"), session_id=TWO))
    pieces = [Piece(first, 2), Piece(second, 1), Piece(first, 1)]
    draft = JoinedDraft(Origin(first.session, pieces, frozenset({"z"})))
    draft.change(0, set_parent("c"))
    found = list(draft.differences())
    assert [(number, old is None) for number, old, *_ in found] == [(2, False), (None, True)]
    assert decode_text(found[0][2].decode()).value["parentUuid"] == "c" if found[0][2] else False
    assert [one.place for one in found] == [2, 2]
    assert [draft.line(row) for row in range(3)] == [2, None, 1]
    assert draft.uuids == {"a", "b", "c", "z"}
