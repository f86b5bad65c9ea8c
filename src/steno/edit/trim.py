"""Trim: take tool calls, results, thinking, images, noise or whole turns out of a conversation."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from steno.edit.assemble import Edit, assemble
from steno.edit.blocks import (
    blocks_of,
    call_of,
    is_result,
    is_use,
    size_of_half,
    size_of_image,
)
from steno.edit.draft import Draft, set_block, set_member
from steno.edit.headroom import make_headroom
from steno.edit.removal import Removal
from steno.edit.scope import Bounds, Scope
from steno.edit.tally import Tally
from steno.edit.tool_names import spelled, uncalled
from steno.edit.trim_images import REMOVED_RESULT, drop_images, shrink_images
from steno.errors import UsageError
from steno.format.decode import whole
from steno.format.members import block_type
from steno.session.attached import images_of, is_sent
from steno.session.chain import BOUNDARY
from steno.session.outline import COMPACT_SUMMARY
from steno.session.turns import count_human, turn_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime, timedelta

    from steno.edit.plan import Plan
    from steno.format.entry import Entry
    from steno.session.session import Session

    Body = Mapping[str, Any]

_THINKING: Final = frozenset({"thinking", "redacted_thinking"})
NO_LESS: Final = "Mind that a resume sends no less than before."


@dataclass(frozen=True, slots=True)
class Trim:
    """What to take out; with nothing but turns or an age, the turns themselves."""

    tool_calls: bool = False
    tools: frozenset[str] = frozenset()
    """The names of the tools whose calls go; all where none is named."""
    tool_results: bool = False
    thinking: bool = False
    images: bool = False
    progress: bool = False
    turns: tuple[int, int | None] | None = None
    """The first and last turn that is trimmed (None: up to the end); all where none is given."""
    keep_last: int = 0
    """How many of the person's last turns stay as they are."""
    older_than: datetime | timedelta | None = None
    """Only what is older than a time, or than so long before the session's last message."""
    larger_than: int | None = None
    """Only calls, results and images whose stored content takes more bytes."""
    shrink_images: int | None = None
    """How many pixels the longer side of an image has at most afterwards."""

    @property
    def is_of_turns(self) -> bool:
        """Whether whole turns go."""
        return not (self.is_of_sizes or self.thinking or self.progress)

    @property
    def is_of_sizes(self) -> bool:
        """Whether something is asked for that may be chosen by its size."""
        asked = (self.tool_calls, self.tool_results, self.images, self.shrink_images)
        return any(one not in (False, None) for one in asked)

    @property
    def bounds(self) -> Bounds:
        """What restricts it."""
        return Bounds(self.turns, self.keep_last, self.older_than, self.larger_than)

    def check(self) -> None:
        """Refuse what asks for nothing, or for two things at once."""
        is_bounded = self.turns is not None or self.keep_last or self.older_than is not None
        if self.larger_than is not None and not self.is_of_sizes:
            raise UsageError(
                "--larger-than chooses among tool calls, results and images: add --tool-calls, "
                "--tool-results, --images or --shrink-images."
            )
        if self.is_of_turns and not is_bounded:
            raise UsageError(
                "say what to trim: --tool-calls, --tool-results, --thinking, --images, "
                "--shrink-images, --progress, or --turns A..B for whole turns."
            )
        if self.images and self.shrink_images is not None:
            raise UsageError("--images takes images out, --shrink-images keeps them: choose one.")


def trim(
    session: Session, what: Trim, *, in_place: bool = False, new_id: str | None = None
) -> Plan:
    """Plan to take parts out of a conversation; calls go with their results."""
    what.check()
    what = replace(what, tools=spelled(session, what.tools))
    draft = Draft(session)
    trimmer = Trimmer(draft, what)
    trimmer.collect()
    trimmer.finish()
    if not draft.is_empty:
        make_headroom(draft)
    unseen, notes, options = trimmer.unseen(), trimmer.notes(), trimmer.options()
    edit = Edit("trim", draft, unseen=unseen, notes=notes, options=options)
    return _warned(assemble(edit, in_place=in_place, new_id=new_id))


def _warned(plan: Plan) -> Plan:
    """Say so where a resume of the result sends no less than now: what went was not sent."""
    is_sent = plan.before.refusal is None and plan.after.refusal is None
    if not plan.changes or not is_sent or plan.saved_tokens > 0:
        return plan
    return replace(plan, notes=(NO_LESS, *plan.notes))


class Trimmer:
    """Goes through a session once and marks what is to go."""

    def __init__(self, draft: Draft, what: Trim) -> None:
        """Take the draft and what is to go."""
        self.draft = draft
        self.session = draft.session
        self.what = what
        self.scope = Scope(self.session, what.bounds)
        self.removal = Removal(draft)
        self.tally = Tally(self.session)
        self._shrunk: tuple[str, ...] = ()
        self._is_of_calls = what.tool_calls or what.tool_results
        self._calls = self._chosen_calls() if self._is_of_calls else {}
        self._known = {call.id for call in self.session.tool_calls} if self._is_of_calls else set()
        self._tied = self._tied_rows() if what.tool_calls else {}

    def _chosen_calls(self) -> dict[str, str]:
        """Give the tool of each call that is chosen, by the call's id."""
        return {
            call.id: call.name
            for call in self.session.tool_calls
            if (not self.what.tools or call.name in self.what.tools)
            and self.scope.has_call(call, result_alone=not self.what.tool_calls)
        }

    def _tied_rows(self) -> dict[int, str]:
        """Give the lines that tell of the chosen calls: progress, and what hooks said."""
        return {
            row: call.name
            for call in self.session.tool_calls
            if call.id in self._calls
            for row in (*call.progress_rows, *call.hook_rows)
        }

    def collect(self) -> None:
        """Mark what goes."""
        for row, record in self.session.rows_and_records():
            if not self.scope.is_own(row):
                continue
            if self.what.is_of_turns:
                self._turn_line(row)
                continue
            body = self._body(record)
            self._line(row, body)
            for index, block in blocks_of(body):
                self._block(row, index, block)

    def _body(self, record: Entry) -> Body:
        """Give a record as far as it is needed: sizes are told by all of it alone."""
        return (record if self.what.larger_than is None else whole(record)).body

    def finish(self) -> None:
        """Mend what hung on what goes, and see to the images of what stays."""
        self.removal.finish()
        if self.what.images:
            for row, number in drop_images(self.draft, self.scope).items():
                for place in range(number):
                    self.tally.add(("image", "images"), row, (row, place))
        if self.what.shrink_images is not None:
            self._shrunk = shrink_images(self.draft, self.scope, self.what.shrink_images)

    def _turn_line(self, row: int) -> None:
        number, outline = turn_number(self.session.turns, row), self.draft.outline
        # What an earlier compaction left stands for turns that are gone already.
        is_compaction = outline.has(row, COMPACT_SUMMARY) or outline.subtype(row) == BOUNDARY
        if number is None or is_compaction:
            return
        if self.scope.has_whole_turn_of(row) and outline.uuids[row]:
            self.removal.drop_row(row, f"turn {number} is taken out")
            self.tally.add(("turn", "turns"), row, number)

    def _line(self, row: int, body: Body) -> None:
        outline = self.draft.outline
        kind = outline.kind(row)
        source = body.get("sourceToolUseID")
        if row in self._tied:
            self.removal.drop_row(row, f"it tells of a call of {self._tied[row]} that goes")
        elif self.what.tool_calls and isinstance(source, str) and source in self._calls:
            self.removal.drop_row(row, f"it belongs to a call of {self._calls[source]} that goes")
        elif self.what.progress and self.scope.has_row(row) and kind in ("progress", "attachment"):
            if kind == "progress" or not is_sent(outline.subtype(row), body):
                self.removal.drop_row(row, "it says nothing to the model")
                names = ("line of progress or notes", "lines of progress or notes")
                self.tally.add(names, row, row, is_sent=False)
        elif self.what.images and self.scope.has_row(row) and self._is_large_image_file(body):
            self.removal.drop_row(row, "an attached image is taken out")
            self.tally.add(("image", "images"), row, row)

    def _is_large_image_file(self, body: Body) -> bool:
        """Say whether a record attaches a file that is an image, large enough to be meant."""
        attachment = body.get("attachment")
        if not isinstance(attachment, dict) or attachment.get("type") != "file":
            return False
        return any(self.scope.is_large(size_of_image(image)) for image in images_of(body))

    def _block(self, row: int, index: int, block: Body) -> None:
        kind = block_type(block)
        if self._is_of_calls and self._call_block(row, index, block):
            return
        if self.what.thinking and kind in _THINKING and self.scope.has_row(row):
            self.removal.drop_block(row, index, "thinking is taken out")
            self.tally.add(("block of thinking", "blocks of thinking"), row, (row, index))

    def _call_block(self, row: int, index: int, block: Body) -> bool:
        call = call_of(block)
        name = self._calls.get(call) if isinstance(call, str) else None
        if name is None and self._is_loose(row, block):
            name = "a tool"
        if name is None or not (is_result(block) or is_use(block)):
            return False
        if self.what.tool_calls:
            half = "the result" if is_result(block) else "the call"
            self.removal.drop_block(row, index, f"{half} of {name} is taken out")
            thing = call if isinstance(call, str) and call else (row, index)
            self.tally.add(("tool call", "tool calls"), row, thing)
        elif is_result(block) and block.get("content") != REMOVED_RESULT:
            self._replace(row, index, {**block, "content": REMOVED_RESULT}, f"result of {name}")
            self.tally.add(("result", "results"), row, (row, index))
        return True

    def _is_loose(self, row: int, block: Body) -> bool:
        """Say whether half a call without the other is meant, too: where all calls are."""
        call = call_of(block)
        if self.what.tools or (isinstance(call, str) and call in self._known):
            return False
        return self.scope.has_row(row) and self.scope.is_large(size_of_half(block))

    def _replace(self, row: int, index: int, block: Body, what: str) -> None:
        self.draft.change(row, set_block(index, block), f"{what} replaced by a short note")
        # The mirror of a result holds the same again.
        if "toolUseResult" in self.session.record(row).body:
            self.draft.change(row, set_member("toolUseResult", REMOVED_RESULT))

    def unseen(self) -> tuple[str, ...]:
        """Say what the model will no longer see."""
        return self.tally.unseen

    def notes(self) -> tuple[str, ...]:
        """Say what else the reader should know."""
        told = [*filter(None, [self.tally.aside]), *self._shrunk, *self._missed()]
        if self.scope.cutoff is not None:
            told.insert(0, _age_note(self.scope.moment))
        if not self.draft.is_empty:
            told.append(
                "The usage of the lines stays, so costs do; it no longer equals their content."
            )
        return tuple(told)

    def _missed(self) -> Iterator[str]:
        """Say what was asked for that this session does not have."""
        if missing := uncalled(self.session, self.what.tools):
            yield f"This session never calls {', '.join(missing)}."
        human = count_human(self.session.turns)
        if self.what.keep_last > human:
            yield f"There are {human} prompts of yours, so all turns stay as they are."

    def options(self) -> dict[str, Any]:
        """Give what was asked for, as it is recorded."""
        moment = self.scope.moment
        age = None if moment is None else moment.isoformat()
        return {**asdict(self.what), "tools": sorted(self.what.tools), "older_than": age}


def _age_note(moment: datetime | None) -> str:
    if moment is None:
        return "No message has a time by which it could be old."
    return f"Only what came before {moment:%Y-%m-%d %H:%M:%S} UTC is trimmed."
