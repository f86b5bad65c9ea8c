"""A mended session as a draft, so that it becomes a plan as every other edit does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.draft import Change, Difference, Draft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.edit.identity import NewIds
    from steno.edit.repairs.workpiece import Workpiece


class Mended(Draft):
    """What the repairs made of a session."""

    def __init__(self, work: Workpiece) -> None:
        """Take the finished work."""
        super().__init__(work.source)
        self._work = work

    @property
    def uuids(self) -> set[str]:
        """The ids of all lines, those of new ones too."""
        known = (*self._work.source.outline.uuids, *self._work.outline.uuids)
        return {uuid for uuid in known if uuid is not None}

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not self._work.changes

    def changes(self) -> Iterator[Change]:
        """Tell what changes, by line; what is new comes last."""
        told: dict[tuple[int | None, str], list[str]] = {}
        for one in self._work.changes:
            key = one.line, one.action
            # What goes aside is told piece by piece, and so is what is new.
            if one.action == "change" and key in told:
                told[key].append(one.what)
            else:
                told.setdefault(key, []).append(one.what)
        rows = sorted(told, key=lambda key: (key[0] is None, key[0] or 0))
        for line, action in rows:
            if action == "change":
                yield Change(line, action, "; ".join(dict.fromkeys(told[line, action])))
            else:
                yield from (Change(line, action, what) for what in told[line, action])

    def lines(self, ids: NewIds | None = None) -> Iterator[bytes]:
        """Give the lines of the result, terminators included; with ``ids`` they get new ones."""
        is_whole = True
        for entry in self._work.entries():
            raw = entry.raw if ids is None else ids.line(entry)
            yield raw if is_whole else b"\n" + raw
            is_whole = raw.endswith(b"\n")

    def differences(self) -> Iterator[Difference]:
        """Give every line that differs; what is new comes last."""
        source = self.session.entries
        mended: dict[int | None, list[bytes | None]] = {}
        for item in self._work.items:
            mended.setdefault(item.line, []).append(item.raw)
        for number in range(1, len(source) + 1):
            lines = mended.get(number, [])
            if lines == [None]:
                continue
            old: bytes | None = source[number - 1].raw
            for raw in lines or [None]:
                yield Difference(number, old, raw, number)
                old = None
        new = mended.get(None, ())
        yield from (Difference(None, None, raw, len(source)) for raw in new)
