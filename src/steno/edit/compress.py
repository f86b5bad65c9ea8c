"""Compress: the oldest turns become a summary, newer ones are trimmed, the last stay whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from steno.edit.assemble import Edit, assemble
from steno.edit.draft import Draft, set_member, set_parent
from steno.edit.extract import LENGTHS, extract
from steno.edit.headroom import make_headroom
from steno.edit.outlook import estimate_tokens
from steno.edit.trim import Trim, Trimmer
from steno.session.context import build_messages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from steno.edit.plan import Plan
    from steno.session.session import Session
    from steno.session.turns import Turn

    Summarise = Callable[[Session, Sequence[Turn]], str]
    """Sums up some turns of a session."""

KEEP_LAST: Final = 3
_ENVELOPE: Final = (
    "isSidechain", "userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug",
)  # fmt: skip
"""Members of a line that its neighbours have, too."""
_TITLE: Final = 80


@dataclass(frozen=True, slots=True)
class Bands:
    """How many of the person's last turns stay whole, and how many before those only trimmed."""

    keep_last: int = KEEP_LAST
    trimmed: int = 0


def compress(
    session: Session,
    bands: Bands = Bands(),  # noqa: B008 - it is frozen
    *,
    summarise: Summarise | None = None,
    in_place: bool = False,
    new_id: str | None = None,
) -> Plan:
    """Plan to sum up the older turns of a conversation, as the client's own compaction does.

    ``summarise`` writes the summary; without it one is made of excerpts, and every prompt of the
    person stands in it word for word. Whoever writes it, the prompts are kept.
    """
    draft = Draft(session)
    compressor = _Compressor(draft, bands, summarise)
    compressor.run()
    options = {
        "keep_last": bands.keep_last,
        "trimmed": bands.trimmed,
        "by": "excerpts" if summarise is None else "model",
    }
    edit = Edit(
        "compress", draft, unseen=compressor.unseen, notes=compressor.notes, options=options
    )
    return assemble(edit, in_place=in_place, new_id=new_id)


class _Compressor:
    """Puts a compaction into a draft."""

    def __init__(self, draft: Draft, bands: Bands, summarise: Summarise | None) -> None:
        self.draft = draft
        self.session = draft.session
        self.bands = bands
        self.summarise = summarise
        self.unseen: tuple[str, ...] = ()
        self.notes: tuple[str, ...] = ()

    def run(self) -> None:
        chain = self.session.chain
        if chain is None:
            return
        turns = [turn for turn in self.session.turns if turn.is_active]
        sent = set(chain.path[chain.start :])
        seen = [turn for turn in turns if turn.row in sent]
        whole, trimmed = self._parted(seen)
        place = self._place(trimmed)
        # What an earlier compaction took is summed up again: its prompts are kept, too.
        old = [turn for turn in turns if turn.number < trimmed]
        if not any(turn.number < trimmed for turn in seen):
            return
        summary = self._summary(old, self._tokens(chain.path[chain.start : place]))
        if summary is None:
            self.notes = ("A summary would not be shorter than what it stands for.",)
            return
        self._trim(trimmed, whole)
        self._insert(place, summary)
        make_headroom(self.draft)
        self._tell(old, whole, trimmed, len(turns))

    def _parted(self, turns: Sequence[Turn]) -> tuple[int, int]:
        """Give the numbers of the first turn that stays whole, and of the first that stays."""
        human = [turn.number for turn in turns if turn.is_human]
        end = len(self.session.turns) + 1
        whole = _from_behind(human, self.bands.keep_last, end)
        return whole, _from_behind(human, self.bands.keep_last + self.bands.trimmed, end)

    def _place(self, first: int) -> int:
        """Give the place in the path where the first turn that stays begins."""
        chain, turns = self.session.chain, self.session.turns
        assert chain is not None  # noqa: S101 - it was looked at
        opening = turns[first - 1].row if first <= len(turns) else None
        return chain.path.index(opening) if opening in chain.path else len(chain.path)

    def _tokens(self, rows: Sequence[int]) -> int:
        lines = self.session.lines(rows)
        return estimate_tokens(build_messages(lines, self.session.request_model)) if lines else 0

    def _summary(self, turns: Sequence[Turn], most: int) -> str | None:
        """Sum up turns in fewer tokens than they take; None where that does not go."""
        if self.summarise is not None:
            text = self.summarise(self.session, turns)
            return text if _takes(text) < most else None
        texts = (extract(self.session, turns, length) for length in LENGTHS)
        return next((text for text in texts if _takes(text) < most), None)

    def _trim(self, first: int, behind: int) -> None:
        if self.bands.trimmed and first < behind:
            what = Trim(tool_results=True, thinking=True, turns=(first, behind - 1))
            trimmer = Trimmer(self.draft, what)
            trimmer.collect()
            trimmer.removal.finish()
            self.unseen = trimmer.unseen()

    def _insert(self, place: int, summary: str) -> None:
        """Put the boundary and the summary between what goes and what stays."""
        chain, draft = self.session.chain, self.draft
        assert chain is not None  # noqa: S101 - it was looked at
        above = chain.path[place - 1]
        envelope = self._envelope(above)
        boundary = {**envelope, **self._boundary(above, summary)}
        told = {**envelope, **_summary_line(boundary["uuid"], summary)}
        before = chain.path[place] if place < len(chain.path) else len(draft.outline)
        title = {
            "type": "summary",
            "summary": _title(summary),
            "leafUuid": draft.outline.uuids[above],
        }
        draft.add(before, title, "a title for what was summed up")
        draft.add(before, boundary, "the boundary of a compaction")
        draft.add(before, told, "the summary of what stands before it")
        leaf = told["uuid"]
        if place < len(chain.path):
            draft.change(chain.path[place], set_parent(leaf), "it follows the summary now")
            leaf = draft.outline.uuids[chain.leaf]
        self._point_at(leaf)

    def _point_at(self, leaf: str | None) -> None:
        """Have what says where a resume goes on say that it is behind the summary."""
        for row in self.draft.outline.rows_of("last-prompt"):
            self.draft.change(row, set_member("leafUuid", leaf))

    def _title_line(self, above: int, summary: str) -> dict[str, Any]:
        uuid = self.draft.outline.uuids[above]
        return {"type": "summary", "summary": _title(summary), "leafUuid": uuid}

    def _envelope(self, row: int) -> dict[str, Any]:
        body = self.session.record(row).body
        own = {key: body[key] for key in _ENVELOPE if key in body}
        return {**own, "isSidechain": False, "timestamp": _stamp(body)}

    def _boundary(self, above: int, summary: str) -> dict[str, Any]:
        metadata = {
            "trigger": "manual",
            "preTokens": estimate_tokens(self.session.messages()),
            "postTokens": _takes(summary),
        }
        return {
            "parentUuid": None,
            "logicalParentUuid": self.draft.outline.uuids[above],
            "type": "system",
            "subtype": "compact_boundary",
            "content": "Conversation compacted",
            "isMeta": False,
            "uuid": str(uuid4()),
            "level": "info",
            "compactMetadata": metadata,
        }

    def _tell(self, old: Sequence[Turn], whole: int, trimmed: int, total: int) -> None:
        by = "excerpts" if self.summarise is None else "a model"
        kept = sum(turn.is_human for turn in old)
        self.unseen = (f"{len(old)} of {total} turns as they were", *self.unseen)
        summed = f"Turns {old[0].number} to {old[-1].number} are summed up by {by}"
        kept_in = f"their {kept} prompts stand in the summary word for word"
        self.notes = (f"{summed}; {kept_in}.", "The other prompts stay where they are.")
        if trimmed < whole:
            self.notes += (f"Turns {trimmed} to {whole - 1} stay without results and thinking.",)


def _from_behind(numbers: Sequence[int], count: int, end: int) -> int:
    """Give the first of the last ``count`` numbers."""
    return numbers[-count:][0] if count and numbers else end


def _takes(text: str) -> int:
    return estimate_tokens([{"content": text}])


def _summary_line(boundary: str, summary: str) -> dict[str, Any]:
    return {
        "parentUuid": boundary,
        "type": "user",
        "message": {"role": "user", "content": summary},
        "isVisibleInTranscriptOnly": True,
        "isCompactSummary": True,
        "uuid": str(uuid4()),
    }


def _stamp(body: Mapping[str, Any]) -> str:
    stamp = body.get("timestamp")
    if isinstance(stamp, str):
        return stamp
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _title(summary: str) -> str:
    start = summary.find("<prompt>\n")
    words = summary[start + 9 :] if start >= 0 else summary
    return " ".join(words.split())[:_TITLE]
