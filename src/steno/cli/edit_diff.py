"""The stored lines that an edit changes, as a unified diff that is safe to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, AnyStr, Final

from steno.cli.masking import shield
from steno.cli.terminal import clean_line, shorten
from steno.disk.transcript import read
from steno.edit.draft import Difference
from steno.edit.plan import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.edit.plan import Plan

LONGEST_LINE: Final = 400
"""Characters of a stored line that a diff shows."""
_BEFORE: Final = 80
"""How many of them stand before the first difference."""
_AROUND: Final = 8 << 10
"""Bytes around it that are looked through for secrets, so that none is cut in two."""


def diff_lines(plan: Plan) -> Iterator[str]:
    """Give what changes as a unified diff; of long lines what is around the first difference."""
    yield f"--- {clean_line(str(plan.source_path))}"
    yield f"+++ {clean_line(str(plan.result_path))}"
    shift, is_empty = 0, True
    for one in plan.differences():
        is_empty = False
        yield _header(one, shift)
        yield from _hunk(one)
        shift += (one.new is not None) - (one.old is not None)
    if not plan.in_place:
        yield from _ids(plan, is_alone=is_empty)


def _header(one: Difference, shift: int) -> str:
    """Say where lines stand; where there is none, the line behind which one is missing."""
    old = f"-{one.place}" if one.old is not None else f"-{one.place},0"
    if one.new is None:
        return f"@@ {old} +{one.place + shift - 1},0 @@"
    return f"@@ {old} +{one.place + shift + (one.old is None)} @@"


def _hunk(one: Difference) -> Iterator[str]:
    old, new = _around(one.old or b"", one.new or b"")
    start = _shared(old, new) if one.old is not None and one.new is not None else 0
    if one.old is not None:
        yield "-" + _cut(old, start)
    if one.new is not None:
        yield "+" + _cut(new, start)


def _around(old: bytes, new: bytes) -> tuple[str, str]:
    """Give what is around the first difference, with secrets masked."""
    same = _shared(old, new) if old and new else 0
    start = max(0, same - _AROUND)
    texts = (raw[start : same + 2 * _AROUND].decode("utf-8", "replace") for raw in (old, new))
    before, after = (clean_line(shield(text.rstrip("\r\n"))) for text in texts)
    mark = "…" if start else ""
    return mark + before, mark + after


def _cut(text: str, start: int) -> str:
    first = start - _BEFORE if len(text) > LONGEST_LINE else 0
    return shorten(text if first <= 0 else "…" + text[first:], LONGEST_LINE)


def _shared(old: AnyStr, new: AnyStr) -> int:
    """Give how far two lines are the same; by halves, for they may be megabytes."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _ids(plan: Plan, *, is_alone: bool) -> Iterator[str]:
    """Tell of the new ids, which no difference shows; with an example if there is nothing else."""
    what = "the new session's id" if plan.options.get("keep_uuids") else "new ids"
    if not is_alone:
        yield f"# apart from that, every line gets {what}"
        return
    own = next(file for file in plan.files if file.role is Role.SESSION)
    lines = iter(own.content() if own.content is not None else ())
    yield f"# every line gets {what}, such as"
    for entry, new in zip(read(plan.source_path), lines, strict=False):
        if entry.raw != new:
            one = Difference(entry.line, entry.raw, new, entry.line)
            yield from (_header(one, 0), *_hunk(one))
            return
