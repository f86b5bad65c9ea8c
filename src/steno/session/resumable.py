"""Whether a session can be resumed, told without holding the lines of its chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.session.bodies import as_client_reads
from steno.session.line import Line
from steno.session.outline import HUGE, UNREADABLE
from steno.session.refusal import counts_tokens, refuse_last_reply, refuse_length, refuse_line
from steno.session.verdict import first_refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.format.entry import Entry
    from steno.session.chain import Chain
    from steno.session.outline import Outline
    from steno.session.refusal import Refusal
    from steno.session.session import Session

_ANY_LINE: Final = 1


class Stumbling:
    """The lines over which the client may stumble, noted while a file is read."""

    def __init__(self) -> None:
        """Begin with none."""
        self.rows: set[int] = set()
        self.huge: dict[int, Line] = {}
        """Replies too long to be read again, as far as they were skimmed."""

    def see(self, outline: Outline, row: int, record: Entry) -> None:
        """Look at a record of the conversation."""
        if outline.has(row, UNREADABLE):
            return
        line = _line(outline, row, record)
        if outline.has(row, HUGE):
            if line.is_reply:
                self.huge[row] = line
        elif refuse_line(line, _ANY_LINE) is not None:
            self.rows.add(row)


def find_refusal(session: Session, stumbling: Stumbling) -> Refusal | None:
    """Say why the client would not resume a session, as :attr:`Session.refusal` does.

    That one reads the whole chain; this one reads again only what is doubtful. A line that is
    too long to hold is judged by what was skimmed of it.
    """
    return first_refusal(
        session,
        lambda chain: (
            _refuse_content(session, chain, stumbling) or _refuse_replies(session, chain, stumbling)
        ),
    )


def _refuse_content(session: Session, chain: Chain, stumbling: Stumbling) -> Refusal | None:
    for row in chain.rows:
        if row in stumbling.rows:
            return refuse_line(*_read(session, row, stumbling))
    return None


def _refuse_replies(session: Session, chain: Chain, stumbling: Stumbling) -> Refusal | None:
    """Judge the last reply by its model, and the last that counts its tokens by them."""
    is_last = True
    for row in _replies(session.outline, chain):
        line, number = _read(session, row, stumbling)
        refused = refuse_last_reply(line, number) if is_last else None
        if refused is not None:
            return refused
        if counts_tokens(line):
            return refuse_length([line])
        is_last = False
    return None


def _replies(outline: Outline, chain: Chain) -> Iterator[int]:
    return (row for row in reversed(chain.rows) if outline.kind(row) == "assistant")


def _read(session: Session, row: int, stumbling: Stumbling) -> tuple[Line, int]:
    number = session.outline.line(row)
    if row in stumbling.huge:
        return stumbling.huge[row], number
    return session.lines([row])[0], number


def _line(outline: Outline, row: int, record: Entry) -> Line:
    read = as_client_reads(record) if "not-utf8" in record.marks else record
    return Line(outline.kind(row), outline.subtype(row), read.body)
