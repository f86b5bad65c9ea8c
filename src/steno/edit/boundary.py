"""The lines of a compaction, as the client writes them, put between what goes and what stays."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from steno.edit.draft import set_member, set_parent
from steno.edit.outlook import estimate_tokens
from steno.edit.passage import takes
from steno.session.chain import last_message
from steno.session.context import build_messages
from steno.session.links import Links

if TYPE_CHECKING:
    from steno.edit.draft import Draft
    from steno.edit.passage import Passage, Summary
    from steno.session.chain import Chain

_ENVELOPE: Final = (
    "isSidechain", "userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug",
)  # fmt: skip
"""Members of a line that its neighbours have, too."""
_TITLE: Final = 80


class Boundary:
    """Where a conversation is cut: all of its path before ``place`` gives way to a summary."""

    def __init__(self, draft: Draft, chain: Chain, place: int) -> None:
        """Take the draft and where to cut."""
        self._draft = draft
        self._outline = draft.outline
        self._session = draft.session
        self._chain = chain
        self._place = place
        self._above = chain.path[place - 1]
        self._is_all = place >= len(chain.path)

    def insert(self, passage: Passage, summary: Summary) -> None:
        """Put the boundary and the summary in, and hang on it what stays."""
        envelope = self._envelope()
        boundary = {**envelope, **self._boundary(summary)}
        told = {**envelope, **_summary_line(boundary["uuid"], summary.text)}
        above = self._outline.uuids[self._above]
        title = {"type": "summary", "summary": _title(passage, summary), "leafUuid": above}
        before = self._before()
        self._draft.add(before, title, "a title for what was summed up")
        self._draft.add(before, boundary, "the boundary of a compaction")
        self._draft.add(before, told, "the summary of what stands before it")
        self._hang(told["uuid"])
        self._point_at(told["uuid"], before, envelope)

    def _before(self) -> int:
        """Give the row before which the lines come.

        It is right behind what they follow, so that no branch that was left comes in between. A
        list of kept messages counts only for the last boundary of the file: where there is
        one, the new boundary comes behind it and the links that it made are written down.
        """
        if self._is_all:
            return len(self._outline)
        boundary = self._session.boundary
        last = -1 if boundary is None or not self._moves_lines else boundary[0]
        return max(self._above, last) + 1

    @property
    def _moves_lines(self) -> bool:
        plain, links = Links(self._outline), self._session.links
        return any(plain.parent(row) != links.parent(row) for row in self._chain.path)

    def _hang(self, summary: str) -> None:
        """Hang what stays on the summary, each line on the one before it."""
        draft, path = self._draft, self._chain.path
        if self._is_all:
            return
        draft.change(path[self._place], set_parent(summary), "it follows the summary now")
        end = path.index(self._chain.leaf) + 1
        pairs = list(pairwise(path[self._place : end]))
        pairs += [(self._session.links.parent(row), row) for row in path[end:]]
        plain = Links(self._outline)
        for above, row in pairs:
            # What the client guesses by the time, or by a list, it may guess otherwise now.
            if above >= 0 and plain.parent(row) != above and not draft.is_out(row):
                uuid = draft.staying(above)
                if uuid is not None:
                    draft.change(row, set_parent(uuid))

    def _point_at(self, summary: str, before: int, envelope: dict[str, Any]) -> None:
        """Have a resume go on where it did, or at the summary where nothing else stays."""
        leaf = summary if self._is_all else self._outline.uuids[self._chain.leaf]
        row = self._last_prompt()
        if row is not None and (self._is_all or row >= before):
            self._draft.change(row, set_member("leafUuid", leaf))
        elif not self._is_all and not self._ends_at_leaf(before):
            # The last message of the file is not that of the conversation, and what a line
            # before a compaction says of that does not count.
            told = {} if row is None else self._session.record(row).body
            own = {key: envelope[key] for key in ("sessionId",) if key in envelope}
            body = {**told, "type": "last-prompt", "leafUuid": leaf, **own}
            self._draft.add(len(self._outline), body, "where a resume goes on")

    def _ends_at_leaf(self, before: int) -> bool:
        """Say whether a resume finds the leaf without a line that names it."""
        leaf = self._chain.leaf
        return leaf >= before and last_message(self._session.links) == leaf

    def _last_prompt(self) -> int | None:
        """Find the last line that says where a resume goes on."""
        rows = list(self._outline.rows_of("last-prompt"))
        for row, record in zip(rows[::-1], self._session.records(rows[::-1]), strict=True):
            if record.body.get("leafUuid"):
                return row
        return None

    def _envelope(self) -> dict[str, Any]:
        body = self._session.record(self._above).body
        own = {key: body[key] for key in _ENVELOPE if key in body}
        # A line without a time that can be read would end a resume.
        stamp = body.get("timestamp") if self._outline.time(self._above) is not None else None
        return {**own, "isSidechain": False, "timestamp": stamp or _now()}

    def _boundary(self, summary: Summary) -> dict[str, Any]:
        lines = self._session.lines(self._chain.rows)
        metadata = {
            "trigger": "manual",
            "preTokens": estimate_tokens(build_messages(lines, self._session.request_model)),
            "postTokens": takes(summary.text),
        }
        return {
            "parentUuid": None,
            "logicalParentUuid": self._outline.uuids[self._above],
            "type": "system",
            "subtype": "compact_boundary",
            "content": "Conversation compacted",
            "isMeta": False,
            "uuid": str(uuid4()),
            "level": "info",
            "compactMetadata": metadata,
        }


def _summary_line(boundary: str, summary: str) -> dict[str, Any]:
    return {
        "parentUuid": boundary,
        "type": "user",
        "message": {"role": "user", "content": summary},
        "isVisibleInTranscriptOnly": True,
        "isCompactSummary": True,
        "uuid": str(uuid4()),
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _title(passage: Passage, summary: Summary) -> str:
    """Name what was summed up by the first thing that the person said in it."""
    words = next((turn.text for turn in passage.turns if turn.is_human and turn.text), summary.text)
    return " ".join(words.split())[:_TITLE]
