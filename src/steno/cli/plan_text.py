"""A plan as a person reads it: what a resume will send first, then what changes, in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.cli.output import size
from steno.cli.terminal import clean_line, shorten
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.edit.draft import Change
    from steno.edit.outlook import Outlook
    from steno.edit.plan import Plan

MOST_GROUPS: Final = 12
"""Groups of changes that a plan lists; ``--diff`` and ``--json`` give every one of them."""
WIDEST_TITLE: Final = 60
SHORT_ID: Final = 8


def plan_lines(plan: Plan) -> Iterator[str]:
    """Say what a plan would do, safe to print."""
    yield clean_line(_heading(plan))
    for line in _lines(plan):
        yield clean_line(f"  {line}")


def _heading(plan: Plan) -> str:
    from steno.catalog.headline import read_headline

    headline = read_headline(plan.source_path)
    title = shorten(clean_line(headline.title or "(no prompt)"), WIDEST_TITLE)
    where = f"  ({headline.cwd})" if headline.cwd else ""
    return f"{plan.kind} {plan.source_id[:SHORT_ID]}  {title}{where}"


def _lines(plan: Plan) -> Iterator[str]:
    if plan.in_place:
        yield "in place" + (": the session itself changes" if plan.changes else "")
    else:
        yield "as a new session; this one stays as it is"
    yield resume_line(plan.before, plan.after)
    if plan.unseen:
        yield "the model will no longer see: " + ", ".join(plan.unseen)
    yield from plan.notes
    yield from change_lines(plan.changes)
    if not plan.changes:
        yield "nothing in it changes" + ("" if plan.in_place else "; a copy only gets new ids")
    yield from _files(plan)


def _files(plan: Plan) -> Iterator[str]:
    others = len(plan.files) - 1
    if others and plan.in_place:
        yield f"{count(others, 'file beside it changes', 'files beside it change')}, too"
    elif others:
        yield f"{count(others, 'file beside it comes', 'files beside it come')} along"
    if plan.saved_bytes > 0:
        yield f"the file becomes {size(plan.saved_bytes)} smaller"
    elif plan.saved_bytes < 0:
        why = ": the old turns stay in it, unseen" if plan.kind == "compress" else ""
        yield f"the file becomes {size(-plan.saved_bytes)} larger{why}"


def resume_line(before: Outlook, after: Outlook) -> str:
    """Say what a resume sends now and afterwards."""
    if after.refusal is not None:
        now = "" if before.refusal is not None else f"; now it sends about {_tokens(before)}"
        return f"the client would refuse to resume the result ({after.refusal}){now}"
    if before.refusal is not None:
        told = f"a resume sends about {_tokens(after)} afterwards"
        return f"{told}; now the client refuses it ({before.refusal})"
    if before.tokens == after.tokens:
        return f"a resume sends about {_tokens(after)}, as before"
    change = f" ({_percent(before.tokens, after.tokens)})" if before.tokens else ""
    return f"a resume sends about {before.tokens:,} -> {_tokens(after)}{change}"


def _tokens(outlook: Outlook) -> str:
    return count(outlook.tokens, "token")


def _percent(before: int, after: int) -> str:
    share = 100 * (after - before) / before
    if abs(share) < 1:
        return f"{'+' if share > 0 else '-'}<1 %"
    return f"{share:+,.0f} %"


def change_lines(changes: Sequence[Change]) -> Iterator[str]:
    """Say what changes, the same once; the first groups of them where they are many."""
    groups: dict[tuple[str, str, str], list[Change]] = {}
    for one in changes:
        file = "" if one.file is None else one.file.name
        groups.setdefault((one.action, one.what, file), []).append(one)
    for (action, what, file), alike in list(groups.items())[:MOST_GROUPS]:
        place = _place(action, alike) + (f" of {file}" if file else "")
        yield f"{place}: {what}" if place else what
    rest = [one for alike in list(groups.values())[MOST_GROUPS:] for one in alike]
    if rest:
        yield f"… and {count(len(rest), 'more change')}; --diff shows every line"


def _place(action: str, alike: Sequence[Change]) -> str:
    """Say which lines a group of changes is about."""
    lines = sorted({one.line for one in alike if one.line is not None})
    if not lines:
        return "" if action == "change" else f"{action} {count(len(alike), 'line')}"
    first, last = lines[0], lines[-1]
    if first == last:
        return f"{action} line {first}"
    if last - first + 1 == len(lines):
        return f"{action} lines {first}-{last} ({len(lines):,})"
    return f"{action} {len(lines):,} lines between {first} and {last}"
