"""Repair: mend what a check finds in a session, the smallest change first."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from steno.disk.reader import UTF8, encoding_of
from steno.edit.assemble import Edit, assemble
from steno.edit.belongings import hashed_belongings
from steno.edit.repairs.answers import mend_answers
from steno.edit.repairs.cuts import (
    mend_cuts,
    mend_stray_results,
    mend_way_to_the_end,
    write_bridges_down,
)
from steno.edit.repairs.cycles import mend_cycles
from steno.edit.repairs.fields import mend_fields, mend_message_ids, mend_models
from steno.edit.repairs.kept_messages import mend_kept_messages
from steno.edit.repairs.leaf import (
    mend_leaf_time,
    mend_named_leaf,
    mend_times,
    mend_way_back,
)
from steno.edit.repairs.mended import Mended
from steno.edit.repairs.names import mend_names
from steno.edit.repairs.order import mend_order, mend_time_order
from steno.edit.repairs.repeats import mend_repeats
from steno.edit.repairs.stored_lines import end_last_line, mend_lines
from steno.edit.repairs.stumbles import mend_stumbles
from steno.edit.repairs.subagent_files import NOT_FOUND, subagent_works, work_on
from steno.edit.repairs.workpiece import seen_messages
from steno.errors import UsageError
from steno.format.finding import KINDS
from steno.session.reach import reachable_share
from steno.session.refusal import Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from steno.edit.plan import Plan, Removed
    from steno.edit.repairs.workpiece import Workpiece
    from steno.session.session import Session

MOST_ROUNDS: Final = 5
"""How often all repairs are tried: one may bring to light what another one mends."""
ONLY_WHEN_ASKED: Final = frozenset({"crlf"})
"""What does no harm and is left alone."""
LINE_CODES: Final = frozenset(
    {
        "torn-line", "glued-line", "nul-bytes", "bad-line", "blank-line", "bom", "crlf",
        "not-utf8", "loose-json",
    }
)  # fmt: skip
"""What can be wrong with the bytes of a line."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to mend something."""

    mends: frozenset[str]
    """The findings that it is for."""
    run: Callable[[Workpiece], None]
    least: int | None = 0
    """How many more messages a resume has to see for it to stay; None where it may see fewer."""
    finds_newer: bool = False
    """Whether it also stays where a resume sees as many and goes on from a newer one."""


def _repair(
    run: Callable[[Workpiece], None],
    *codes: str,
    least: int | None = 0,
    finds_newer: bool = False,
) -> Repair:
    return Repair(frozenset(codes), run, least, finds_newer)


def _repairs(codes: Collection[str], *, join_roots: bool) -> tuple[Repair, ...]:
    """Give the repairs in the order in which they are tried."""
    fields = partial(mend_fields, codes=codes)
    cuts = partial(mend_cuts, join_roots=join_roots)
    to_end = partial(mend_way_to_the_end, join_roots=join_roots)
    lost = "unreachable-history"
    return (
        _repair(fields, "no-type", "string-content", "not-resumable"),
        _repair(mend_message_ids, "no-message-id"),
        _repair(mend_models, "no-model", "not-resumable"),
        _repair(mend_repeats, "repeated-uuid"),
        _repair(mend_names, "no-uuid"),
        _repair(mend_cycles, "parent-cycle"),
        _repair(cuts, lost, "orphan-parent", least=1),
        _repair(to_end, lost, "orphan-parent", least=1),
        _repair(write_bridges_down, "orphan-parent"),
        _repair(mend_stray_results, lost, "orphan-parent", least=1),
        _repair(mend_time_order, lost, "child-before-parent", least=1, finds_newer=True),
        _repair(mend_order, lost, "child-before-parent", least=1),
        _repair(mend_way_back, lost, least=1),
        _repair(mend_kept_messages, lost, "not-resumable", least=1),
        _repair(mend_named_leaf, "not-resumable"),
        _repair(mend_stumbles, "not-resumable", least=None),
        _repair(mend_leaf_time, "no-timestamp", "not-resumable"),
        _repair(mend_times, "no-timestamp"),
        _repair(mend_answers, "call-without-result"),
    )


def mendable() -> frozenset[str]:
    """Name the findings that can be mended."""
    repairs = _repairs((), join_roots=False)
    return LINE_CODES.union({"no-final-newline"}, *(repair.mends for repair in repairs))


def repair(
    session: Session,
    *,
    only: Collection[str] = (),
    join_roots: bool = False,
    in_place: bool = False,
    new_id: str | None = None,
) -> Plan:
    """Plan to mend what a check finds; with ``only`` just these findings.

    ``join_roots`` also hangs a prompt that names no parent on what stands before it: without it
    that is done only where the context of the next reply tells that it went on from there.
    """
    works: dict[Path | None, Workpiece] = {None: work_on(session)}
    beside = None if session.file is None else hashed_belongings(session.file)
    if session.agent_id is None:
        works |= subagent_works(beside or ())
    for work in works.values():
        _mend(work, _codes(only), only, join_roots=join_roots)
    drafts = {path: Mended(work) for path, work in works.items()}
    removed = tuple(replace(one, file=path) for path in works for one in works[path].removed)
    options = {"only": sorted(only), "join_roots": join_roots, "quarantine": _aside(removed)}
    edit = Edit(
        "repair",
        drafts.pop(None),
        drafts={path: draft for path, draft in drafts.items() if path is not None},
        beside=beside,
        notes=tuple(_notes(works, removed)),
        options=options,
    )
    plan = assemble(edit, in_place=in_place, new_id=new_id)
    more = (replace(one, file=path) for path in drafts for one in drafts[path].changes())
    return replace(plan, removed=removed, changes=(*plan.changes, *more))


def share_after(session: Session) -> float | None:
    """Give the share of a session's messages that a resume sees after a repair."""
    work = work_on(session)
    _mend(work, _codes(()), (), join_roots=False)
    if work.session.refusal is not None:
        return 0.0
    return reachable_share(work.outline, work.session.chain)


def _aside(removed: Iterable[Removed]) -> list[dict[str, object]]:
    """List what goes into quarantine, as the journal keeps it."""
    return [
        {
            "line": one.line,
            "what": one.why,
            "bytes": len(one.raw),
            **({} if one.file is None else {"file": str(one.file)}),
        }
        for one in removed
    ]


def _codes(only: Collection[str]) -> frozenset[str]:
    for code in only:
        if code not in mendable():
            known = "no finding of this name" if code not in KINDS else "nothing that can be mended"
            names = ", ".join(sorted(mendable()))
            raise UsageError(f"{code} is {known}; these can be: {names}.")
    return frozenset(only) or mendable() - ONLY_WHEN_ASKED


def _mend(
    work: Workpiece, codes: frozenset[str], only: Collection[str], *, join_roots: bool
) -> None:
    path = work.source.path
    if work.source.agent_id is not None:
        codes -= NOT_FOUND
    if "not-utf8" not in codes and path is not None and encoding_of(path) != UTF8:
        # The client reads nothing of it: nothing else is of use, and nothing else is right.
        return
    mend_lines(work, codes)
    lines = work.save()
    repairs = [
        one for one in _repairs(codes, join_roots=join_roots) if not one.mends.isdisjoint(codes)
    ]
    for _ in range(MOST_ROUNDS):
        mended = [_tried(work, one, codes) for one in repairs]
        if not any(mended):
            break
    if _refusal(work.session) is not None and _refusal(work.source) is None:
        work.go_back(lines)
    if "no-final-newline" in only or (work.changes and "no-final-newline" in codes):
        end_last_line(work)


def _tried(work: Workpiece, one: Repair, codes: Collection[str]) -> bool:
    """Try a repair, and take it back where it does not do what it is for."""
    saved = work.save()
    one.run(work)
    if not work.refresh() and work.session is saved.session:
        return False
    # What stumbles over lines that came back is mended later on, unless nobody wants that.
    may_stumble = "not-resumable" in codes
    least = 0 if one.finds_newer and _is_newer(work.session, saved.session) else one.least
    if least is None or _is_better(work, saved.session, least, may_stumble=may_stumble):
        return True
    work.go_back(saved)
    return False


def _is_better(work: Workpiece, before: Session, least: int, *, may_stumble: bool) -> bool:
    """Say whether a resume gets at least as far, and sees enough messages more."""
    if seen_messages(work.session)[0] >= seen_messages(before)[0] + least:
        return may_stumble or _refusal(work.session) is None or _refusal(before) is not None
    return _refusal(before) is not None and _refusal(work.session) is None


def _is_newer(session: Session, before: Session) -> bool:
    """Say whether a resume goes on from a message that is newer than the one before."""
    return _leaf_time(session) > _leaf_time(before)


def _leaf_time(session: Session) -> float:
    time = None if session.chain is None else session.outline.time(session.chain.leaf)
    return -math.inf if time is None else time


def _refusal(session: Session) -> Reason | None:
    refusal = session.refusal
    return None if refusal is None or refusal.code is Reason.TOO_LONG else refusal.code


def _notes(works: Mapping[Path | None, Workpiece], removed: Iterable[Removed]) -> Iterator[str]:
    changed = [path for path, work in works.items() if work.changes]
    if not changed:
        yield "There is nothing to mend."
        return
    yield _seen_note(works[None])
    agents = sum(path is not None for path in changed)
    if agents:
        yield f"{agents} of its sub-agents' files {'is' if agents == 1 else 'are'} mended, too."
    size = sum(len(one.raw) for one in removed)
    if size:
        yield f"What is taken out ({size:,} bytes) is kept in quarantine."


def _seen_note(work: Workpiece) -> str:
    was, of = _seen(work.source)
    now, total = _seen(work.session)
    return f"A resume sees {was:,} of {of:,} messages now, {now:,} of {total:,} afterwards."


def _seen(session: Session) -> tuple[int, int]:
    seen, total = seen_messages(session)
    return (0 if _refusal(session) is not None else seen), total
