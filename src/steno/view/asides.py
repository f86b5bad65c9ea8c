"""Lines that are neither words nor tools as items: notices, compactions, hidden bookkeeping."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from steno.format.entries.attachment import AttachmentEntry
from steno.format.entries.summary import SummaryEntry
from steno.format.entries.system import SystemEntry
from steno.format.entries.user import UserEntry
from steno.session.compaction import summary_text
from steno.session.outline import MESSAGE_KINDS
from steno.view.bookkeeping import about_line
from steno.view.items import CompactionItem, HiddenItem, NoticeItem, NoticeKind
from steno.view.notices.attachments import tell_attachment
from steno.view.notices.loose import STANDING, tell_loose
from steno.view.notices.messages import tell_user
from steno.view.notices.system import tell_system
from steno.view.notices.told import sensible
from steno.view.prompts import queued_prompt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.format.entry import Entry
    from steno.view.items import AnyItem
    from steno.view.notices.told import Told
    from steno.view.source import Source

NO_RECORD: Final = "no record"
"""What hidden lines are called that hold nothing."""


class Asides:
    """Builds the items of lines beside the words of both sides."""

    def __init__(self, source: Source) -> None:
        """Take what is known about the session."""
        self._source = source

    def item(self, row: int, record: Entry) -> AnyItem | None:
        """Build the item of a line; None for a summary, which is told with its compaction."""
        if row in self._source.compactions:
            return self._compaction(row, record)
        if row in self._source.summaries:
            return None
        queued = queued_prompt(row, record)
        if queued is not None:
            return queued
        told = self._told(row, record)
        if told is not None:
            return placed(row, record, told)
        return self.hidden(row, record)

    def _told(self, row: int, record: Entry) -> Told | None:
        if isinstance(record, UserEntry):
            return tell_user(record)
        if isinstance(record, SystemEntry):
            return tell_system(record)
        if isinstance(record, AttachmentEntry):
            return None if record.attachment is None else tell_attachment(record.attachment)
        if self._source.outline.kind(row) in STANDING and row not in self._source.news:
            return None
        if (
            isinstance(record, SummaryEntry)
            and record.leaf_uuid not in self._source.outline.by_uuid
        ):
            return None
        return tell_loose(record)

    def hidden(self, row: int, record: Entry) -> HiddenItem:
        """Hide a line that a reader is spared."""
        outline = self._source.outline
        inner = record.kind.value if isinstance(record, UserEntry) else outline.subtype(row)
        names = (outline.kind(row) or NO_RECORD, inner)
        what = "/".join(name for name in names if name)
        text = record.plain_text if isinstance(record, UserEntry) else ""
        return HiddenItem(
            rows=(row,), line=record.line, time=record.time, what=what, text=text,
            about="" if text else about_line(record),
        )  # fmt: skip

    def _compaction(self, row: int, record: Entry) -> CompactionItem:
        one = self._source.compactions[row]
        told_by = row if one.summary_row is None else one.summary_row
        summary = record if told_by == row else self._source.record(told_by)
        kinds = (self._source.outline.kind(kept) for kept in one.preserved_rows)
        return CompactionItem(
            rows=(row,) if told_by == row else (row, told_by),
            line=record.line,
            time=record.time,
            compaction=one.kind,
            trigger=one.trigger or "",
            tokens_before=sensible(one.pre_tokens),
            tokens_after=sensible(one.post_tokens),
            duration_ms=sensible(one.duration_ms),
            dropped_messages=one.dropped_messages,
            kept_messages=sum(kind in MESSAGE_KINDS for kind in kinds),
            cleared_results=len(one.cleared_calls),
            cleared_attachments=len(one.cleared_attachments),
            in_force=one.in_force,
            summary=summary_text(summary),
        )


def placed(row: int, record: Entry, told: Told) -> NoticeItem:
    """Give a notice its place."""
    return NoticeItem(
        rows=(row,),
        line=record.line,
        time=record.time,
        notice=told.notice,
        text=told.text,
        level=told.level,
        parts=told.parts,
        is_quiet=told.is_quiet,
    )


def merged(items: Iterable[AnyItem]) -> Iterator[AnyItem]:
    """Put hidden lines of one kind that follow one another into one item; damaged ones as well."""
    waiting: HiddenItem | None = None
    for item in _damage_folded(items):
        if isinstance(item, HiddenItem) and not item.text:
            if waiting is not None and _is_same(waiting, item):
                waiting = replace(waiting, rows=waiting.rows + item.rows)
                continue
            if waiting is not None:
                yield waiting
            waiting = item
            continue
        if waiting is not None:
            yield waiting
            waiting = None
        yield item
    if waiting is not None:
        yield waiting


def _is_same(first: HiddenItem, second: HiddenItem) -> bool:
    return (first.what, first.about) == (second.what, second.about)


def _damage_folded(items: Iterable[AnyItem]) -> Iterator[AnyItem]:
    """Tell damaged lines in a row at once: a file that is no transcript has thousands.

    Blank lines among them part nothing.
    """
    damage: list[NoticeItem] = []
    blank: list[AnyItem] = []
    for item in items:
        if isinstance(item, NoticeItem) and item.notice is NoticeKind.DAMAGE:
            damage.append(item)
        elif damage and isinstance(item, HiddenItem) and item.what == NO_RECORD:
            blank.append(item)
        else:
            yield from (*_one_notice(damage), *blank, item)
            damage, blank = [], []
    yield from (*_one_notice(damage), *blank)


def _one_notice(damage: Sequence[NoticeItem]) -> Sequence[NoticeItem]:
    if len(damage) < 2:  # noqa: PLR2004 - one keeps its own words
        return damage
    rows = tuple(row for item in damage for row in item.rows)
    text = f"lines {damage[0].line}\N{EN DASH}{damage[-1].line} cannot be read"
    return (replace(damage[0], rows=rows, text=text),)
