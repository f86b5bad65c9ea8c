"""What is wrong with a file as a whole: pairs, repeats, order, and what a resume loses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.format.finding import Finding, Severity, finding
from steno.session.call_rows import CallRows
from steno.session.outline import CHAIN_KINDS, HAS_RESULT, HUGE, MESSAGE_KINDS, UNREADABLE
from steno.session.parent_cycles import cycles_of
from steno.session.parent_links import orphans_of
from steno.session.reach import find_unreached, reachable_share
from steno.session.refusal import Reason
from steno.session.resumable import Stumbling, find_refusal
from steno.session.sidechains import holds_main_messages

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from steno.format.entry import Entry
    from steno.session.call_rows import LooseHalf
    from steno.session.outline import Outline
    from steno.session.refusal import Refusal
    from steno.session.session import Session

MOST_COMPARED: Final = 1000
"""Repeated lines that are read again to see whether both copies say the same."""


class Noted:
    """What the checks of a whole file need of its records, noted while these are read."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.calls = CallRows()
        self.stumbling = Stumbling()

    def see(self, outline: Outline, row: int, record: Entry) -> None:
        """Take in one record, the row of which is in the outline already."""
        kind = outline.kind(row)
        if kind in MESSAGE_KINDS:
            self.calls.see(row, kind, record.body)
        if kind in CHAIN_KINDS:
            self.stumbling.see(outline, row, record)


@dataclass(frozen=True, slots=True)
class Structure:
    """How a file holds together."""

    findings: tuple[Finding, ...]
    reachable: float | None
    """The share of the messages that a resume goes by; None where there are none."""


def check_structure(session: Session, noted: Noted) -> Structure:
    """Check a file as a whole; only what is a conversation of its own can be resumed."""
    outline = session.outline
    findings = [
        *orphans_of(outline),
        *_repeated(session),
        *_early_children(outline),
    ]
    if not holds_main_messages(outline):
        findings += [*cycles_of(outline, None), *_pairs(outline, noted, ())]
        return Structure(tuple(findings), None)
    refusal = find_refusal(session, noted.stumbling)
    findings += _pairs(outline, noted, () if session.chain is None else session.chain.rows)
    unreached = tuple(find_unreached(session))
    findings += unreached
    findings += cycles_of(outline, session.chain, _cut_lines(unreached))
    findings += _refused(refusal)
    share = reachable_share(outline, session.chain)
    return Structure(tuple(findings), share if refusal is None else 0.0)


def _cut_lines(unreached: Iterable[Finding]) -> set[int]:
    """Give the lines at which a resume loses history."""
    lost = (one.line for one in unreached if one.code == "unreachable-history")
    return {line for line in lost if line is not None}


def _refused(refusal: Refusal | None) -> Iterator[Finding]:
    if refusal is not None:
        is_full = refusal.code is Reason.TOO_LONG
        code = "context-full" if is_full else "not-resumable"
        yield finding(code, refusal.line, refusal.message)


def _repeated(session: Session) -> Iterator[Finding]:
    outline = session.outline
    pairs = [
        (row, outline.by_uuid[outline.uuids[row] or ""])
        for row in range(len(outline))
        if not outline.is_current(row)
    ]
    said = _said_on(session, {row for pair in pairs[:MOST_COMPARED] for row in pair})
    for row, later in pairs:
        is_same = row in said and said[row] == said.get(later)
        told = "both say the same" if is_same else "the client goes by that one"
        uuid = outline.uuids[row]
        detail = f"The uuid {uuid} is that of line {outline.line(later)}, too; {told}."
        # What the client cannot read anyway is told by other findings.
        is_harmless = is_same or outline.has(row, UNREADABLE)
        severity = Severity.INFO if is_harmless else None
        yield finding("repeated-uuid", outline.line(row), detail, severity=severity)


def _said_on(session: Session, rows: Collection[int]) -> dict[int, bytes]:
    """Give a digest of what each row says; read in the order of the file, each line once."""
    wanted = sorted(row for row in rows if not session.outline.has(row, HUGE))
    return dict(zip(wanted, map(_digest, session.records(wanted)), strict=True))


def _digest(record: Entry) -> bytes:
    """Sum up what a line says, without where and when it was written."""
    body, message = record.body, record.body.get("message")
    content = message.get("content") if isinstance(message, dict) else message
    said = [content, *(body.get(key) for key in ("type", "subtype", "content", "attachment"))]
    from hashlib import sha256  # noqa: PLC0415 - it loads OpenSSL, which few files need

    return sha256(repr(said).encode("utf-8", "surrogatepass")).digest()


def _early_children(outline: Outline) -> Iterator[Finding]:
    """Tell once of the lines that stand before their parent."""
    early = [row for row, parent in enumerate(outline.parents) if parent > row]
    if len(outline.by_uuid) < sum(uuid is not None for uuid in outline.uuids):
        # A parent that was written again stood before its children the first time.
        written = _first_rows(outline)
        early = [row for row in early if written[outline.parents[row]] > row]
    if early:
        detail = (
            f"It hangs on line {outline.line(outline.parents[early[0]])}, which stands behind it"
        )
        more = f"; so do {len(early) - 1:,} more." if len(early) > 1 else "."
        yield finding("child-before-parent", outline.line(early[0]), detail + more)


def _first_rows(outline: Outline) -> dict[int, int]:
    """Give for each row that holds a uuid the row that had it first."""
    first: dict[str, int] = {}
    for row, uuid in enumerate(outline.uuids):
        if uuid is not None:
            first.setdefault(uuid, row)
    return {outline.by_uuid[uuid]: row for uuid, row in first.items()}


def _pairs(outline: Outline, noted: Noted, chain: Sequence[int]) -> Iterator[Finding]:
    """Tell of calls and results that do not pair; ``chain`` is what the model goes by."""
    calls, results, repeated = noted.calls.unpaired(outline)
    lost = _lost_results(outline, chain, {call.row for call in calls})
    for call in calls:
        is_lost = call.row in lost
        detail = f"{call.tool or 'A tool'} was called ({call.id or 'no id'}), but has no result"
        detail += "; the model went on." if is_lost else "."
        severity = None if is_lost else Severity.INFO
        yield finding("call-without-result", outline.line(call.row), detail, severity=severity)
    on_chain = set(chain) if results or repeated else ()
    for result in results:
        yield _stray(outline, "result-without-call", result, "whose call is nowhere", on_chain)
    for result in repeated:
        yield _stray(outline, "repeated-result", result, "which has one already", on_chain)


def lost_calls(outline: Outline, noted: Noted, chain: Sequence[int]) -> Collection[int]:
    """Give the rows of calls whose result is missing although the model went on."""
    calls = {call.row for call in noted.calls.unpaired(outline).calls}
    return _lost_results(outline, chain, calls)


def _stray(
    outline: Outline, code: str, result: LooseHalf, what: str, on_chain: Collection[int]
) -> Finding:
    severity = None if result.row in on_chain else Severity.INFO
    detail = f"A result for {result.id or 'no call'}, {what}."
    return finding(code, outline.line(result.row), detail, severity=severity)


def _lost_results(
    outline: Outline, chain: Sequence[int], calls: Collection[int]
) -> Collection[int]:
    """Give the rows of unanswered calls behind which the model went on in the same turn.

    Where a person spoke next, or nobody, the call was broken off.
    """
    if not calls:
        return ()
    lost: set[int] = set()
    waiting: list[int] = []
    reply: str | None = None
    for row in chain:
        if outline.kind(row) == "assistant":
            name = outline.message_ids[row]
            if name is None or name != reply:
                lost.update(waiting)
                waiting, reply = [], name
            if row in calls:
                waiting.append(row)
        elif outline.kind(row) == "user" and not outline.has(row, HAS_RESULT):
            waiting = []
    return lost
