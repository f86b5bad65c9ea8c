"""Which session this one goes on from, by every sign that a version of the client left."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from steno.disk import layout
from steno.format.entries.attachment import AttachmentEntry
from steno.format.entries.progress import ProgressEntry
from steno.format.entries.user import UserEntry
from steno.format.members import words_in
from steno.session.outline import COMPACT_SUMMARY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.session.outline import Outline

_TRANSCRIPT: Final = re.compile(
    r"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl", re.IGNORECASE
)


class LinkKind(StrEnum):
    """What one session has to do with another."""

    CONTINUES = "continues"
    """It goes on where the other one ended."""
    FORKED = "forked"
    """It begins with a copy of the other one's lines."""
    CLEARED = "cleared"
    """The user cleared the conversation and went on with an empty one."""
    PLAN_EXIT = "plan_exit"
    """It carries out the plan that the other one made."""
    SUMMARY_OF = "summary_of"
    """It holds the title of the other one, as old clients wrote it down when they started."""


class Sign(StrEnum):
    """By what a link is known."""

    FIRST_LINE = "first_line"
    """The first line has the other session's id (spec 002)."""
    SESSION_ID = "session_id"
    """Later lines have it."""
    FORKED_FROM = "forked_from"
    """Lines say which line of which session they are a copy of."""
    LOST_PARENT = "lost_parent"
    """The first line hangs on one that is not in the file."""
    PLAN_CONTENT = "plan_content"
    """The first prompt is a plan."""
    TRANSCRIPT_PATH = "transcript_path"
    """A summary names the file in which the rest can be read."""
    CLEAR_COMMAND = "clear_command"
    """It begins with ``/clear``."""
    SESSION_START_HOOK = "session_start_hook"
    """A hook was told why the session starts."""
    LEAF_UUID = "leaf_uuid"
    """The title is of a line that is not in the file."""


@dataclass(frozen=True, slots=True)
class Link:
    """One sign that a session has to do with another."""

    kind: LinkKind
    sign: Sign
    row: int
    line: int
    session_id: str | None = None
    """The other session, where the sign names it."""
    uuid: str | None = None
    """A line of the other session, where the sign names one."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """What a session has to do with others."""

    previous: tuple[Link, ...] = ()
    """The signs of what came before it, in file order."""
    summaries: tuple[Link, ...] = ()
    """The other sessions whose titles it holds."""

    @property
    def continues(self) -> str | None:
        """The session that it goes on from, where that is told."""
        return self._told(LinkKind.CONTINUES, LinkKind.PLAN_EXIT, LinkKind.CLEARED)

    @property
    def forked_from(self) -> str | None:
        """The session that it is a fork of, where that is told."""
        return self._told(LinkKind.FORKED)

    def _told(self, *kinds: LinkKind) -> str | None:
        told = (link.session_id for link in self.previous if link.kind in kinds)
        return next((session_id for session_id in told if session_id), None)

    def located(self, holder: Callable[[str], str | None]) -> Continuation:
        """Fill in the sessions that are known by one of their lines alone.

        ``holder`` gives the session that holds a uuid, None where none does.
        """
        return Continuation(
            *(
                tuple(_located(link, holder) for link in links)
                for links in (self.previous, self.summaries)
            )
        )


def _located(link: Link, holder: Callable[[str], str | None]) -> Link:
    if link.session_id is not None or link.uuid is None:
        return link
    return replace(link, session_id=holder(link.uuid))


def find_links(
    outline: Outline, records: Iterable[tuple[int, Entry]], session_id: str | None = None
) -> Continuation:
    """Find the signs in a session's records.

    All records tell all; the first lines alone tell everything but ids further down.
    ``session_id`` is the session's own (the last in the file, if it is not given).
    """
    signs = _Signs(outline, session_id)
    for row, entry in records:
        signs.see(row, entry)
    return signs.continuation()


def previous_file(path: Path, continuation: Continuation) -> Path | None:
    """Find the file of the previous session beside a session's own (spec 002)."""
    previous = continuation.continues
    if previous is None or not layout.is_plain_name(previous):
        return None
    file = path.with_name(f"{previous}{layout.TRANSCRIPT_SUFFIX}")
    return file if file != path and file.is_file() else None


class _Signs:
    """The signs seen so far; the first of each kind for each session counts."""

    def __init__(self, outline: Outline, session_id: str | None) -> None:
        self.outline = outline
        self.session_id = session_id
        self.session_rows: dict[str, int] = {}
        self.last_session_id: str | None = None
        self.found: dict[tuple[LinkKind, str | None, str | None], Link] = {}
        self.first_reply = next(outline.rows_of("assistant"), len(outline))
        self.first_linked = next(
            (row for row, uuid in enumerate(outline.uuids) if uuid is not None), None
        )

    def see(self, row: int, entry: Entry) -> None:
        self._see_session_id(row, entry)
        self._see_origin(row, entry)
        if row == self.first_linked and row in self.outline.lost_parents:
            self._add(
                LinkKind.CONTINUES, Sign.LOST_PARENT, row, uuid=self.outline.lost_parents[row]
            )
        if isinstance(entry, UserEntry):
            self._see_user(row, entry)
        elif row < self.first_reply:
            self._see_hook(row, entry)
        if entry.type == "summary":
            self._see_title(row, words_in(entry.body, "leafUuid"))

    def _see_session_id(self, row: int, entry: Entry) -> None:
        session_id = words_in(entry.body, "sessionId")
        if session_id is not None:
            self.session_rows.setdefault(session_id, row)
            self.last_session_id = session_id

    def _see_origin(self, row: int, entry: Entry) -> None:
        origin = entry.body.get("forkedFrom")
        if isinstance(origin, dict):
            origin_id, uuid = origin.get("sessionId"), origin.get("messageUuid")
        else:
            origin_id, uuid = origin, None
        if isinstance(origin_id, str):
            uuid = uuid if isinstance(uuid, str) else None
            self._add(LinkKind.FORKED, Sign.FORKED_FROM, row, origin_id, uuid)

    def _see_user(self, row: int, entry: UserEntry) -> None:
        if entry.plan_content:
            self._add(LinkKind.PLAN_EXIT, Sign.PLAN_CONTENT, row, self._transcript(entry))
        elif self.outline.has(row, COMPACT_SUMMARY):
            other = self._transcript(entry)
            if other is not None:
                self._add(LinkKind.CONTINUES, Sign.TRANSCRIPT_PATH, row, other)
        elif row < self.first_reply and entry.command and entry.command.name == "/clear":
            self._add(LinkKind.CLEARED, Sign.CLEAR_COMMAND, row)

    def _transcript(self, entry: UserEntry) -> str | None:
        """Give the session whose file a text names last, unless it is this one."""
        named = _TRANSCRIPT.findall(entry.plain_text)
        own = self.session_id or words_in(entry.body, "sessionId")
        return named[-1] if named and named[-1] != own else None

    def _see_hook(self, row: int, entry: Entry) -> None:
        """See why a hook was told that the session starts: in either kind of line about hooks."""
        if isinstance(entry, (ProgressEntry, AttachmentEntry)):
            told = entry.body.get("data") or entry.body.get("attachment")
            name = told.get("hookName") if isinstance(told, dict) else None
            kind = _STARTS.get(name) if isinstance(name, str) else None
            if kind is not None:
                self._add(kind, Sign.SESSION_START_HOOK, row)

    def _see_title(self, row: int, leaf: str | None) -> None:
        if leaf is not None and leaf not in self.outline.by_uuid:
            self._add(LinkKind.SUMMARY_OF, Sign.LEAF_UUID, row, uuid=leaf)

    def _add(
        self,
        kind: LinkKind,
        sign: Sign,
        row: int,
        session_id: str | None = None,
        uuid: str | None = None,
    ) -> None:
        link = Link(kind, sign, row, self.outline.line(row), session_id, uuid)
        # Of a fork's many copied lines the last tells where it parted; of titles each counts.
        key = (kind, session_id, uuid if kind is LinkKind.SUMMARY_OF else None)
        if kind is LinkKind.FORKED:
            self.found[key] = link
        else:
            self.found.setdefault(key, link)

    def continuation(self) -> Continuation:
        own = self.session_id or self.last_session_id
        for session_id, row in self.session_rows.items():
            if session_id != own:
                is_first = self.outline.line(row) == 1
                sign = Sign.FIRST_LINE if is_first else Sign.SESSION_ID
                self._add(LinkKind.CONTINUES, sign, row, session_id)
        others = (link for link in self.found.values() if own is None or link.session_id != own)
        links = sorted(others, key=lambda link: link.row)
        kinds = {link.kind for link in links}
        # Leaving plan mode clears the conversation too: the plan says more than the hook.
        passed_over = {LinkKind.SUMMARY_OF}
        if LinkKind.PLAN_EXIT in kinds:
            passed_over.add(LinkKind.CLEARED)
        return Continuation(
            previous=tuple(link for link in links if link.kind not in passed_over),
            summaries=tuple(link for link in links if link.kind is LinkKind.SUMMARY_OF),
        )


_STARTS: Final = {
    "SessionStart:clear": LinkKind.CLEARED,
    "SessionStart:resume": LinkKind.CONTINUES,
}
"""What a hook at the head of a file was told, for those that follow another session."""
