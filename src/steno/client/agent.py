"""The loop: a prompt is taken, the model is asked, its calls are run, until it has answered.

``run`` takes a prompt to its end by single steps; a ``step`` is a ``query`` to the model and the
``execute`` of what it asks for. What is said goes through ``record``: a line is written, then it
counts, then it is told. A message of the model is recorded when it is complete, never before, so
that nothing is recorded twice and a broken answer leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.client import compaction, endings, lines
from steno.client.api_failures import failure_of, is_too_long
from steno.client.calls import Calls
from steno.client.events import Recorded, Retrying, Streamed
from steno.client.interrupt import BrokenOffByPerson, Interrupt
from steno.client.model_names import plain_name
from steno.client.noticing import notice
from steno.client.request import Request, tool_entries
from steno.client.structured import take_structured
from steno.client.taking import hear_queued, take
from steno.client.turn import Turn
from steno.errors import BrokenAnswerError, BusyModelError, ModelError, UnknownModelError
from steno.model.message import Gathering

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from steno.client.conversation import Conversation
    from steno.client.events import Event, TurnEnded
    from steno.client.lines import Body, Draft
    from steno.client.prompts import Prompt
    from steno.client.recorder import Recorder
    from steno.client.shared import Shared
    from steno.client.tool import Tool, ToolContext
    from steno.model.message import CompleteBlock

MOST_BROKEN: Final = 4
"""How often an answer may break off in a row."""


@dataclass(slots=True)
class Answer:
    """A complete message of the model."""

    message: dict[str, Any]
    blocks: list[CompleteBlock]
    request_id: str | None


@dataclass(slots=True, kw_only=True)
class Agent:
    """One conversation with a model: the main one, or that of a sub-agent."""

    shared: Shared
    recorder: Recorder
    conversation: Conversation
    context: ToolContext
    tools: dict[str, Tool]
    model: str
    system: Callable[[], list[dict[str, Any]]]
    """Gives the system prompt; asked for every request, for the folder may change."""
    opening: Callable[[], str]
    """Gives what is told before the first message: what people wrote down, and the date."""
    interrupt: Interrupt = field(default_factory=Interrupt)
    parent_call: str | None = None
    """The call that started it; None for the main conversation."""
    agent_type: str | None = None
    depth: int = 0
    max_turns: int | None = None
    turn: Turn = field(default_factory=Turn)
    is_busy: bool = False
    skill: str | None = None
    """The skill or command that the turn is owed to."""
    names: set[str] = field(default_factory=set)
    """The names under which the model answers: its thinking is sent back to it alone."""
    request_id: str | None = None
    """By which the service knows the last request."""
    dropped_tokens: int = 0
    """What compactions have saved so far."""
    held_before: int = 0
    """Lines that wait to be written, and are part of the conversation already."""

    async def run(self, prompt: Prompt) -> TurnEnded:
        """Take a prompt to its end, whatever that is; only a failing disk is an error here."""
        self.turn, self.skill, self.is_busy = Turn(), None, True
        if self.parent_call is None:
            self.interrupt.forget()
            self.recorder.begin_turn()
            self.shared.judge.grant(())
        try:
            if await take(self, prompt):
                while await self.step():
                    pass
        except BrokenOffByPerson:
            endings.broken_off(self)
        except asyncio.CancelledError:
            # Whoever waits for this agent broke off: what it leaves has to be whole all the same.
            endings.broken_off(self)
            endings.ended(self)
            raise
        except ModelError as error:
            endings.failed(self, failure_of(error, self.model, self.request_id))
        finally:
            self.is_busy = False
        return endings.ended(self)

    async def step(self) -> bool:
        """Ask once and do what the model asks for; False when the turn is over."""
        answer = await self.query()
        drafts = lines.reply(
            answer.message, request_id=answer.request_id, attribution=self._attribution()
        )
        written = self.record(*drafts) if drafts else []
        uuids = [str(line["uuid"]) for line in written if line["type"] == "assistant"]
        calls = [
            (block, uuid)
            for block, uuid in zip(answer.blocks, uuids, strict=True)
            if block.body.get("type") == "tool_use"
        ]
        if calls:
            return await self.execute(calls)
        return await endings.goes_on(self, answer.message, answer.request_id)

    async def query(self) -> Answer:
        """Ask the model, and again where that may help."""
        await compaction.compact_if_needed(self)
        while True:
            try:
                return await self.interrupt.race(self._ask())
            except ModelError as error:
                if not await self._mended(error):
                    raise

    async def execute(self, calls: Sequence[tuple[CompleteBlock, str]]) -> bool:
        """Run the calls of a message; False where the turn ends with them."""
        self.turn.calls, self.turn.is_calling = self.turn.calls + len(calls), True
        self.turn.sent_back = 0
        outcome = await Calls(self).run(calls)
        if outcome.is_broken_off:
            raise BrokenOffByPerson
        self.turn.is_calling = False
        if outcome.ends_turn or endings.is_at_limit(self):
            return False
        hear_queued(self)
        notice(self)
        return True

    def record(self, *drafts: Draft | Body) -> list[Body]:
        """Write lines; from then on they count, and everybody is told."""
        return self._counted(self.recorder.append(*drafts)) if drafts else []

    def settle(self) -> None:
        """Write what waits for a line that is worth it, before something else is written."""
        self._counted(self.recorder.append())

    def _counted(self, written: list[Body]) -> list[Body]:
        if written:
            written, self.held_before = written[self.held_before :], 0
        for line in written:
            self.conversation.add(line)
            self.turn.said += line.get("type") == "user"
            take_structured(self.turn, line)
            self.tell(Recorded(line=line, parent_call=self.parent_call))
        return written

    def use_model(self, model: str) -> None:
        """Ask another model from now on; what the one before thought is not shown to it."""
        self.model, self.names = model, set()

    def tell(self, event: Event) -> None:
        """Tell what happens."""
        self.shared.tell(event)

    def request(self) -> Request:
        """Give what would be asked now."""
        options, models = self.shared.options, {plain_name(self.model), *self.names}
        return Request(
            model=self.model,
            system=self.system(),
            tools=tool_entries(self.tools.values()),
            messages=self.conversation.messages(models, self.opening()),
            thinking=options.thinking,
            max_tokens=options.max_tokens,
            user_id=options.user_id,
            betas=options.betas,
        )

    async def _ask(self) -> Answer:
        """Ask once; what comes is told as it comes, and given when it is complete."""
        request, begun = self.request(), time.monotonic()
        gathering = await self.ask(request)
        message, spent = gathering.message(), round((time.monotonic() - begun) * 1000)
        self.names.add(str(message["model"]))
        self.turn.answered(message, spent)
        self.shared.spending.add(message)
        self.shared.spending.api_ms += spent
        return Answer(message, gathering.blocks, self.request_id)

    async def ask(self, request: Request, *, is_told: bool = True) -> Gathering:
        """Send a request and gather the answer to it."""
        gathering = Gathering()
        answering = self.shared.exchange.stream(
            request.body(), betas=request.all_betas(), on_retry=self._retrying
        )
        try:
            async with aclosing(answering):
                async for event in answering:
                    gathering.see(event)
                    self.shared.spending.warm()
                    if is_told:
                        self.tell(Streamed(event=event, parent_call=self.parent_call))
        finally:
            self.request_id = answering.request_id
        return gathering

    async def pause_after(self, error: BrokenAnswerError) -> bool:
        """Wait before asking again for an answer that broke off; False where it did too often."""
        if self.turn.broken >= MOST_BROKEN:
            return False
        self.turn.broken += 1
        pause = 0.25 * 2**self.turn.broken
        self._retrying(self.turn.broken, pause, str(error))
        await self.interrupt.race(asyncio.sleep(pause))
        return True

    async def _mended(self, error: ModelError) -> bool:
        """Do what may help after a failure; False where nothing does."""
        fallback = self.shared.options.fallback_model
        if is_too_long(error):
            return await compaction.compact_after_refusal(self)
        if isinstance(error, BrokenAnswerError):
            return await self.pause_after(error)
        if isinstance(error, (BusyModelError, UnknownModelError)) and fallback not in (
            None,
            self.model,
        ):
            self._retrying(1, 0.0, f"{error} {fallback} is asked instead.")
            self.use_model(str(fallback))
            return True
        return False

    def _retrying(self, attempt: int, seconds: float, reason: str) -> None:
        told = Retrying(
            attempt=attempt, seconds=seconds, reason=reason, parent_call=self.parent_call
        )
        self.tell(told)

    def _attribution(self) -> dict[str, str]:
        owed = {"attributionSkill": self.skill, "attributionAgent": self.agent_type}
        return {key: name for key, name in owed.items() if name}
