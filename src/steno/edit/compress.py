"""Compress: the oldest turns become a summary, newer ones are trimmed, the last stay whole."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from steno.edit.assemble import Edit, assemble
from steno.edit.boundary import Boundary
from steno.edit.draft import Draft
from steno.edit.extract import BY, by_excerpts
from steno.edit.headroom import make_headroom
from steno.edit.passage import Passage, count_prompts
from steno.edit.trim import Trim, Trimmer
from steno.errors import UsageError
from steno.session.refusal import MOST_TOKENS
from steno.session.turns import count_human
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.edit.passage import Summarise, Summary
    from steno.edit.plan import Plan
    from steno.session.chain import Chain
    from steno.session.session import Session
    from steno.session.turns import Turn

KEEP_LAST: Final = 3


@dataclass(frozen=True, slots=True)
class Bands:
    """How many of the person's last turns stay whole, and how many before those only trimmed."""

    keep_last: int = KEEP_LAST
    trimmed: int = 0


def compress(
    session: Session,
    bands: Bands = Bands(),  # noqa: B008 - it is frozen
    *,
    summarise: Summarise = by_excerpts,
    in_place: bool = False,
    new_id: str | None = None,
) -> Plan:
    """Plan to sum up the older turns of a conversation, as the client's own compaction does.

    ``summarise`` writes the summary; unless told otherwise it is made of excerpts. Every prompt
    of the person that it stands for is in it word for word. Where a resume of the result would
    send no less than now, nothing changes.
    """
    if bands.keep_last < 0 or bands.trimmed < 0:
        raise UsageError("a number of turns cannot be below 0.")
    draft = Draft(session)
    compressor = _Compressor(draft, bands, summarise)
    compressor.run()
    edit = Edit(
        "compress",
        draft,
        unseen=tuple(compressor.unseen),
        notes=tuple(compressor.notes),
        options={"keep_last": bands.keep_last, "trimmed": bands.trimmed, "by": compressor.by},
    )
    plan = assemble(edit, in_place=in_place, new_id=new_id)
    if draft.is_empty or _is_worth_it(plan):
        return _warned(plan)
    notes = ("A resume of the result would send no less than now: it stays as it is.",)
    unchanged = replace(edit, draft=Draft(session), unseen=(), notes=notes)
    return assemble(unchanged, in_place=in_place, new_id=plan.result_id)


def _is_worth_it(plan: Plan) -> bool:
    """Say whether the client would send less; if it refuses now, no figure tells."""
    return plan.before.refusal is not None or (
        plan.after.refusal is None and plan.after.tokens < plan.before.tokens
    )


def _warned(plan: Plan) -> Plan:
    if plan.after.tokens <= MOST_TOKENS:
        return plan
    warning = (
        f"What stays is still about {plan.after.tokens:,} tokens, more than many models take; "
        "keep fewer turns."
    )
    return replace(plan, notes=(*plan.notes, warning))


class _Compressor:
    """Puts a compaction into a draft."""

    def __init__(self, draft: Draft, bands: Bands, summarise: Summarise) -> None:
        self.draft = draft
        self.session = draft.session
        self.bands = bands
        self.summarise = summarise
        self.by = BY
        self.unseen: list[str] = []
        self.notes: list[str] = []

    def run(self) -> None:
        chain = self.session.chain
        if chain is None:
            return
        parts = _Parts(self.session, chain, self.bands)
        passage = parts.passage
        summary = None if passage is None else self.summarise(passage)
        if summary is not None and passage is not None:
            self._trim(parts)
            Boundary(self.draft, chain, parts.place).insert(passage, summary)
            self._tell(passage, summary)
        else:
            self._trim(parts)
            self._tell_why_not(parts)
        if not self.draft.is_empty:
            make_headroom(self.draft, parts.staying if summary else None)

    def _trim(self, parts: _Parts) -> None:
        turns = parts.trimmed
        if not turns:
            return
        numbers = [turn.number for turn in turns]
        what = Trim(tool_results=True, thinking=True, turns=(min(numbers), max(numbers)))
        trimmer = Trimmer(self.draft, what)
        trimmer.collect()
        trimmer.removal.finish()
        self.unseen += trimmer.unseen()
        self.notes.append(f"{_range(turns)} without results and thinking.")

    def _tell(self, passage: Passage, summary: Summary) -> None:
        turns = passage.turns
        self.by = summary.by
        prompts = count_prompts(self.session, turns)
        active = sum(turn.is_active for turn in self.session.turns)
        self.unseen.insert(0, f"{len(turns)} of {active} turns as they were")
        if images := sum(turn.images for turn in turns):
            self.unseen.append(f"{count(images, 'image')} of their prompts")
        kept = f"{_prompts(prompts, turns)} in the summary word for word"
        self.notes[:0] = [
            f"{_range(turns, 'is', 'are')} summed up by {summary.by}; {kept}.",
            *summary.notes,
        ]

    def _tell_why_not(self, parts: _Parts) -> None:
        if parts.passage is not None:
            self.notes.append("A summary would not be shorter than what it stands for.")
        else:
            stay = self.bands.keep_last + self.bands.trimmed
            last = "the last turn" if stay == 1 else f"the last {stay} turns"
            option = "--keep-last" if self.bands.keep_last >= self.bands.trimmed else "--trim-last"
            self.notes.append(
                f"Nothing is older than {last}, so nothing is summed up; "
                f"a smaller {option} finds more."
            )


class _Parts:
    """The conversation in bands, by the order in which a resume goes through it."""

    def __init__(self, session: Session, chain: Chain, bands: Bands) -> None:
        self._session = session
        self._chain = chain
        self._places = {row: place for place, row in enumerate(chain.path) if place >= chain.start}
        active = [turn for turn in session.turns if turn.is_active]
        seen = [turn for turn in active if turn.row in self._places]
        seen.sort(key=lambda turn: self._places[turn.row])
        # Where no person spoke, as in a session that agents drive, all turns count.
        counted = [turn for turn in seen if turn.is_human] or seen
        whole = self._first(counted, bands.keep_last)
        self.place = self._first(counted, bands.keep_last + bands.trimmed)
        """Where in the path what stays begins."""
        self.trimmed = [turn for turn in seen if self.place <= self._places[turn.row] < whole]
        """The turns that stay without results and thinking."""
        self._old = [turn for turn in active if self._places.get(turn.row, -1) < self.place]
        self._has_old = any(turn.row in self._places for turn in self._old)
        self._is_all = len(counted) <= bands.keep_last + bands.trimmed

    def _first(self, turns: Sequence[Turn], count: int) -> int:
        """Give the place of the first of the last ``count`` turns; the end where none stays."""
        if not count or not turns:
            return len(self._chain.path)
        return self._places[turns[-count:][0].row]

    @property
    def passage(self) -> Passage | None:
        """What is summed up; None where nothing is old enough."""
        if self._is_all or not self._has_old:
            return None
        return Passage(self._session, self._old, self._rows[: self._rows_before])

    @property
    def staying(self) -> frozenset[int]:
        """The rows that a resume of the result goes by."""
        return frozenset(self._rows[self._rows_before :])

    @property
    def _rows(self) -> tuple[int, ...]:
        return self._chain.rows

    @property
    def _rows_before(self) -> int:
        if self.place >= len(self._chain.path):
            return len(self._rows)
        return self._rows.index(self._chain.path[self.place])


def _prompts(number: int, turns: Sequence[Turn]) -> str:
    """Name the prompts of some turns; some may have come while the model was at work."""
    more = ", also those you sent while it worked," if number > count_human(turns) else ""
    stand = "stands" if number == 1 else "stand"
    return f"the {count(number, 'prompt')} in them{more} {stand}"


def _range(turns: Sequence[Turn], one: str = "stays", many: str = "stay") -> str:
    first, last = turns[0].number, turns[-1].number
    return f"Turn {first} {one}" if first == last else f"Turns {first} to {last} {many}"
