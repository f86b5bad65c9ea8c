"""Turns: what follows one input, up to the next.

One rule: a turn opens at a user line that a person, a queue, a background task or another agent
sent. What the client itself puts in, results, what commands print, summaries and interrupts
belong to the running turn, and so does a ``queued_command``, as a further prompt of it. The whole
file counts in file order, all branches of it; of a repeated uuid only the last line does, and
the lines of a sub-agent inside the main file do not. In a sub-agent's own file all lines count,
and its prompts are those of the agent that began it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from steno.format.attachments.prompts import QueuedCommand
from steno.format.command_tags import own_words, split_prompt
from steno.format.content import CALL_BLOCKS, ImageBlock, TextBlock
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.attachment import AttachmentEntry
from steno.format.entries.system.turns import TurnDurationEntry
from steno.format.entries.user import UserEntry
from steno.format.prompt import sent_words
from steno.session.documents.spec_004 import round_kind_004
from steno.session.input_kind import InputKind, opening_kind
from steno.session.outline import CHAIN_KINDS
from steno.session.sidechains import holds_main_messages, is_own_line
from steno.session.turn_state import TurnState

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from steno.format.entry import Entry
    from steno.session.documents.spec_004 import RoundKind004
    from steno.session.outline import Outline

NONE_ACTIVE: Final[frozenset[int]] = frozenset()
_QUEUED_MODES: Final = {
    "task-notification": InputKind.TASK_NOTIFICATION,
    "bash": InputKind.BASH,
}


@dataclass(frozen=True, slots=True)
class FurtherPrompt:
    """What was queued while a turn ran, and reached the model inside it."""

    row: int
    line: int
    input_kind: InputKind
    """``queued`` for a person's words, ``bash``, or ``task_notification``."""
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """An input and everything that follows it, up to the next."""

    number: int
    """Counted from 1 over the whole file."""
    row: int
    """The line that opened it."""
    line: int
    uuid: str | None
    prompt_id: str | None
    """The client's own key for it, where its version wrote one."""
    input_kind: InputKind
    round_kind: RoundKind004
    """How it stands to what came before, by the rule of document 004."""
    text: str
    """What was sent, without IDE context and system reminders."""
    context: tuple[str, ...]
    """What the IDE put into the prompt."""
    images: int
    """How many images came with the prompt."""
    started: datetime | None
    """When it was opened."""
    ended: datetime | None
    """The time of its latest reply, result or output; None where nothing followed."""
    rows: Sequence[int] = field(hash=False)
    """Its lines of the conversation and of progress, in file order."""
    prompts: tuple[FurtherPrompt, ...]
    api_messages: int
    """How many different API messages answered; what the client made up does not count."""
    tool_calls: int
    """How many tools were called, those of sub-agents apart."""
    complete: bool
    """Whether it came to its end: the last reply asked for no tool, was not broken off and is
    no API error; or a result ended it, or the client measured it; or it was a local command,
    which needs no reply."""
    interrupted: bool
    """Whether the person, or the end of the client, broke it off somewhere."""
    error: bool
    """Whether the last reply tells of a failed request."""
    is_active: bool
    """Whether the line that opened it is on the active chain."""

    @property
    def is_human(self) -> bool:
        """Whether a person sent what opened it."""
        return self.input_kind.is_human


def count_human(turns: Iterable[Turn]) -> int:
    """Count the turns that a person opened."""
    return sum(turn.is_human for turn in turns)


def find_turns(
    outline: Outline,
    rows_and_records: Iterable[tuple[int, Entry]],
    active: frozenset[int] = NONE_ACTIVE,
) -> tuple[Turn, ...]:
    """Find the turns of a file in one pass over its records.

    ``active`` holds the rows of the active chain, across compactions.
    """
    finder = _Finder(outline)
    for row, record in rows_and_records:
        if finder.counts(row):
            finder.see(row, record)
    return finder.turns(active)


def turn_number(turns: Sequence[Turn], row: int) -> int | None:
    """Say in which turn a row stands, by its place in the file; None before the first."""
    return bisect_right(turns, row, key=lambda turn: turn.row) or None


@dataclass(frozen=True, slots=True)
class _Opening:
    """The line that opened a turn."""

    row: int
    kind: InputKind
    round_kind: RoundKind004
    text: str = ""
    context: tuple[str, ...] = ()
    images: int = 0


class _Building:
    """A turn while its lines are read."""

    def __init__(self, opening: _Opening, rows: array[int]) -> None:
        self.opening = opening
        self.rows = rows
        self.prompts: list[FurtherPrompt] = []
        self.prompt_id: str | None = None
        self.state = TurnState(local=opening.kind in (InputKind.COMMAND, InputKind.BASH))
        self.ended: float | None = None

    def reach(self, moment: float | None) -> None:
        """Let the turn last at least until a moment."""
        if moment is not None and (self.ended is None or moment > self.ended):
            self.ended = moment


class _Finder:
    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._is_main = holds_main_messages(outline)
        self._before = array("i")
        self._found: list[_Building] = []
        self._calls: dict[str, int] = {}
        self._previous: Mapping[str, Any] | None = None

    def counts(self, row: int) -> bool:
        """Say whether a row is a line of this conversation that no later line replaces."""
        return is_own_line(self._outline, row, is_main=self._is_main)

    def see(self, row: int, record: Entry) -> None:
        """Take in one record."""
        kind = self._outline.kind(row)
        if isinstance(record, UserEntry):
            self._see_user(row, record)
        elif isinstance(record, AssistantEntry):
            self._see_reply(row, record)
        elif kind in CHAIN_KINDS or kind == "progress":
            self._add(row)
            self._see_other(row, record)

    def _see_user(self, row: int, record: UserEntry) -> None:
        kind = opening_kind(record, is_main=self._is_main)
        if kind is not None:
            self._open(row, record, kind)
        else:
            self._add(row)
        if self._found:
            turn = self._found[-1]
            turn.prompt_id = turn.prompt_id or record.prompt_id
            if kind is None and turn.state.see_user(record):
                turn.reach(self._outline.time(row))
        self._previous = record.body

    def _open(self, row: int, record: UserEntry, kind: InputKind) -> None:
        context = split_prompt(record.plain_text).context
        opening = _Opening(
            row=row,
            kind=kind,
            round_kind=round_kind_004(record.body, self._previous),
            text=sent_words(record),
            context=tuple(tag.text for tag in context if tag.name.startswith("ide_")),
            images=sum(isinstance(block, ImageBlock) for block in record.blocks),
        )
        turn = _Building(opening, array("i", [row]))
        turn.state.interrupted = record.interrupted_by_shutdown is True
        self._found.append(turn)

    def _see_reply(self, row: int, record: AssistantEntry) -> None:
        if not self._found and not record.is_meta:
            first = self._before[0] if self._before else row
            opening = _Opening(first, InputKind.START, "continue")
            self._found.append(_Building(opening, self._before))
        self._add(row)
        self._previous = record.body
        if self._found:
            turn = self._found[-1]
            if turn.state.see_reply(record, self._outline.message_ids[row]):
                turn.reach(self._outline.time(row))
            for block in record.blocks:
                if isinstance(block, CALL_BLOCKS) and block.id:
                    self._calls[block.id] = len(self._found)

    def _see_other(self, row: int, record: Entry) -> None:
        if not self._found:
            return
        turn = self._found[-1]
        if isinstance(record, TurnDurationEntry):
            turn.state.see_duration()
        elif isinstance(record, AttachmentEntry) and isinstance(record.attachment, QueuedCommand):
            turn.prompts.append(_further(row, self._outline.line(row), record.attachment))

    def _add(self, row: int) -> None:
        (self._found[-1].rows if self._found else self._before).append(row)

    def turns(self, active: frozenset[int]) -> tuple[Turn, ...]:
        """Give the turns, once all records were seen."""
        calls = [0] * (len(self._found) + 1)
        for number in self._calls.values():
            calls[number] += 1
        return tuple(
            self._finished(turn, number, calls[number], active)
            for number, turn in enumerate(self._found, 1)
        )

    def _finished(
        self, turn: _Building, number: int, tool_calls: int, active: frozenset[int]
    ) -> Turn:
        opening, outline = turn.opening, self._outline
        return Turn(
            number=number,
            row=opening.row,
            line=outline.line(opening.row),
            uuid=outline.uuids[opening.row],
            prompt_id=turn.prompt_id,
            input_kind=opening.kind,
            round_kind=opening.round_kind,
            text=opening.text,
            context=opening.context,
            images=opening.images,
            started=moment(outline.time(opening.row)),
            ended=moment(turn.ended),
            rows=turn.rows,
            prompts=tuple(turn.prompts),
            api_messages=len(turn.state.message_ids),
            tool_calls=tool_calls,
            complete=turn.state.complete,
            interrupted=turn.state.interrupted,
            error=turn.state.error,
            is_active=opening.row in active,
        )


def moment(seconds: float | None) -> datetime | None:
    """Give a time in seconds since 1970 as an aware datetime; None for one beyond all calendars."""
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _further(row: int, line: int, attached: QueuedCommand) -> FurtherPrompt:
    kind = _QUEUED_MODES.get(attached.command_mode or "", InputKind.QUEUED)
    notice = attached.notification
    if notice is not None:
        return FurtherPrompt(row, line, InputKind.TASK_NOTIFICATION, notice.summary or "")
    return FurtherPrompt(row, line, kind, own_words(_queued_text(attached)).strip())


def _queued_text(attached: QueuedCommand) -> str:
    prompt = attached.prompt
    if prompt is None or isinstance(prompt, str):
        return prompt or ""
    texts = (block.text for block in prompt if isinstance(block, TextBlock))
    return "\n".join(piece for piece in texts if piece)
