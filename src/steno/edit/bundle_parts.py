"""The files of a session that go into a bundle, as they are or without their secrets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from steno.edit.belongings import belongings_of
from steno.edit.bundle_names import (
    BACKUPS,
    TRANSCRIPT,
    MemberRole,
    folded,
    is_harmless,
    role_of,
)
from steno.edit.plan import Role
from steno.edit.redact import redact
from steno.edit.single_files import pieces
from steno.session.session import load_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from steno.disk.discover import SessionFile
    from steno.edit.plan import PlannedFile
    from steno.secrets.scan import Scanner

    Content = Callable[[], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Part:
    """One file that goes into a bundle."""

    inside: str
    """Its path in the folder of its session."""
    role: MemberRole
    size: int
    """How large the file is now, before anything is taken out of it."""
    content: Content


def parts_of(
    file: SessionFile, scanner: Scanner | None, secrets: Counter[str] | None = None
) -> tuple[list[Part], list[str]]:
    """List the files of a session by their names in a bundle; and tell what is left out.

    With a scanner the secrets that it finds give way to placeholders; ``secrets`` counts them by
    rule.
    """
    own = Part(TRANSCRIPT, MemberRole.SESSION, file.size, partial(pieces, file.path))
    by_path = {file.path: own}
    left: list[str] = []
    for one in belongings_of(file):
        inside = f"{BACKUPS}/{one.inside}" if one.role is Role.FILE_HISTORY else one.inside
        role = role_of(inside)
        if role is None or not is_harmless(inside):
            left.append(inside)
        else:
            size = one.path.stat().st_size
            by_path[one.path] = Part(inside, role, size, partial(pieces, one.path))
    if scanner is not None:
        by_path = _redacted(file, scanner, by_path, Counter() if secrets is None else secrets)
    return _told_apart(by_path.values(), left), left


def _redacted(
    file: SessionFile, scanner: Scanner, parts: dict[Path, Part], secrets: Counter[str]
) -> dict[Path, Part]:
    """Give the parts without their secrets: as a redaction in place would leave the files."""
    result = dict(parts)
    before: PlannedFile | None = None
    plan = redact(load_file(file), scanner, in_place=True)
    secrets.update(plan.options["secrets"])
    for planned in plan.files:
        known = parts.get(planned.path)
        if known is not None and planned.content is not None:
            result[planned.path] = Part(known.inside, known.role, known.size, planned.content)
        elif known is not None and before is not None and before.content is not None:
            # A file whose name held a secret is planned under its new name, then as gone.
            folder = known.inside.rpartition("/")[0]
            inside = f"{folder}/{before.path.name}"
            result[planned.path] = Part(inside, known.role, known.size, before.content)
        before = planned
    return result


def _told_apart(parts: Iterable[Part], left: list[str]) -> list[Part]:
    """Sort the parts by name; of two that some systems cannot tell apart the second stays."""
    kept: dict[str, Part] = {}
    ordered = sorted(parts, key=lambda part: part.inside)
    for part in ordered:
        kept.setdefault(folded(part.inside), part)
    left += [part.inside for part in ordered if kept[folded(part.inside)] is not part]
    return list(kept.values())
