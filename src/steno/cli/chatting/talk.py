"""One conversation after the other with a person: takes what they type, and tells what happens."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from steno.cli.chatting import commands, noting, rewinding, shell_mode
from steno.cli.chatting.completing import Files, command_suggestions
from steno.cli.chatting.composing import Composer
from steno.cli.chatting.connecting import connected
from steno.cli.chatting.drawing import Drawing, is_broken_off
from steno.cli.chatting.live import Live
from steno.cli.chatting.offers import offered
from steno.cli.chatting.person import PersonAtTerminal
from steno.cli.chatting.status import FREE, mode_style, next_mode, status_line
from steno.cli.chatting.typed import read_entered
from steno.cli.chatting.waiting import Waiting
from steno.client.assembly import begin, end
from steno.client.events import Recorded, TurnBegan, TurnEnded
from steno.client.interrupt import BrokenOffByPerson
from steno.client.presence import Presence
from steno.client.prompts import content_text
from steno.client.taking import run_next, submit
from steno.client.typed_history import Typed, remember
from steno.errors import StenoError, SystemRefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from steno.cli.chatting.desk import Desk
    from steno.cli.chatting.face import Face, Suggestion
    from steno.cli.chatting.typed import Entered
    from steno.cli.chatting.waiting import Job
    from steno.cli.rendering.paper import Paper
    from steno.client.agent import Agent
    from steno.client.events import Event
    from steno.client.opening import Opened
    from steno.client.person import Wish
    from steno.client.recorder import Recorder

THINKING: Final = "Working"
BEGINNING: Final = "Beginning"
ASKING: Final = "Waiting for the model"


class Talk:
    """Stands behind a face: everything that a person does ends up here."""

    def __init__(self, desk: Desk, opened: Opened) -> None:
        """Take where conversations are begun, and the first of them."""
        self.desk = desk
        self.opened = opened
        self.face: Face
        self.live_view = Live(str(desk.cwd))
        self.drawing = Drawing(lambda: self.face.paper, str(desk.cwd))
        self.is_leaving = asyncio.Event()
        self.last_ended: TurnEnded | None = None
        self.person = PersonAtTerminal(
            self, lambda: self.agent.context.cwd, self.plan, self.drawing.seen
        )
        self.agent: Agent = desk.seat(opened, self.person, self.tell)
        desk.servers_changed = self._servers_changed
        self.has_waited = False
        """Whether servers had their time before the first prompt."""
        self._files = Files(desk.cwd)
        self.waiting = Waiting(lambda: self.agent)
        self._came = asyncio.Event()
        self._settled = asyncio.Event()
        self.script: deque[str] = deque()
        """Prompts that are put into the input, one after the other: a tour."""
        self._since: float | None = None
        self._doing = ""
        self._presence: Presence | None = None
        self.is_failed = False
        """Whether the last that was to be done came to nothing."""
        self.rewound: Recorder | None = None
        """Where the person went back, and may not have said anything since."""
        self._composer = Composer()
        self._is_free = desk.flags.may_skip_permissions or self.agent.shared.judge.mode == FREE

    # What the loop tells.

    def tell(self, event: Event) -> None:
        """Take what happens: show what goes on, and what stays of it."""
        partial = self.live_view.partial if isinstance(event, TurnEnded) else ""
        lines = self.drawing.lines(event, time.monotonic())
        if partial:
            self.show(self.drawing.reply(partial, "dim"))
        self.live_view.see(event)
        if lines:
            self.face.put(lines)
        self.pass_on()
        if isinstance(event, TurnBegan) and event.parent_call is None:
            self._doing = THINKING
        if isinstance(event, TurnEnded):
            self.last_ended = event
            self.is_failed = event.is_error
        if isinstance(event, Recorded) and event.parent_call is None and is_broken_off(event.line):
            self._give_back()
        self.face.changed()

    def pass_on(self) -> None:
        """Tell what others have to say: of the transcript, of servers."""
        while self.desk.told:
            self.notice(self.desk.told.pop(0))

    def show(self, lines: Iterable[str]) -> None:
        """Show a drawing that stays."""
        self.face.put(self.drawing.spaced(lines))

    def notice(self, text: str, level: str = "warning") -> None:
        """Show something that nobody said: ``info``, ``warning`` or ``error``."""
        self.show(self.drawing.notice(text, level))

    # What a face shows.

    def live(self, paper: Paper) -> list[str]:
        """Give the lines of what is going on."""
        return self.live_view.lines(paper)

    def busy(self) -> str:
        """Say what is being done, and for how long."""
        if hook := self.live_view.slow_hook(time.monotonic()):
            return hook
        if self._since is None:
            return ""
        return f"{self._doing}  {time.monotonic() - self._since:.0f}s"

    def queued(self) -> Sequence[str]:
        """Give what was typed and waits."""
        return self.waiting.texts() if self.is_busy else []

    def status(self, room: int) -> str:
        """Give the line below the input."""
        return status_line(self.agent, self.agent.recorder.envelope.git_branch, room)

    def mode_style(self) -> str:
        """Give the colour of the mode of permissions."""
        return mode_style(self.agent.shared.judge.mode)

    def suggestions(self, before_cursor: str) -> list[Suggestion]:
        """Give what could be meant."""
        found = command_suggestions(before_cursor, commands.names(self))
        return found or self._files.suggestions(before_cursor)

    # What a person does.

    @property
    def is_busy(self) -> bool:
        """Whether a turn, or anything else that takes time, is going on."""
        return self._since is not None

    def entered(self, text: str, shown: str = "") -> None:
        """Take what was typed."""
        entered = read_entered(text)
        self._settled.clear()
        if entered.kind != "nothing":
            self._remember(text.strip())
        match entered.kind:
            case "goodbye":
                self.leave()
            case "shell":
                self._later(lambda: shell_mode.run(self, entered.text), shown or text.strip())
            case "command":
                self._command(entered)
            case "prompt":
                self.ask(entered.text, shown.strip())
        self.face.changed()

    def ask(self, text: str, shown: str = "") -> None:
        """Let the model be asked, now or when it is done with what it is doing.

        Behind a command that waits it waits, too.
        """
        if self.waiting.holds_typed():
            self._later(lambda: self.ask_now(text, shown), shown or text)
            return
        self._submit(text, shown)
        self._came.set()

    async def ask_now(self, text: str, shown: str = "") -> None:
        """Ask the model, and wait for the answer."""
        self._submit(text, shown)
        await self._turn()

    def _submit(self, text: str, shown: str) -> None:
        content = self._composer.content(self.agent, text, self.notice)
        if shown:
            self.drawing.short[content_text(content)] = shown
        submit(self.agent, self.waiting.prompt(content, shown or text))

    def interrupt(self) -> bool:
        """Break off what is going on."""
        if not self.is_busy:
            return False
        self.agent.interrupt.wish()
        self._give_back()
        return True

    def take_back(self) -> str:
        """Take back what was typed last and still waits."""
        return self.waiting.take_back()

    def _give_back(self) -> None:
        """Put what waits into the input: who breaks off says anew what is to be done."""
        texts = self.waiting.take_all_back()
        if texts:
            self.face.give_back("\n".join(texts))

    def break_off(self) -> None:
        """Break off what is going on, or leave where nothing is."""
        if not self.interrupt():
            self.leave()

    def next_mode(self) -> None:
        """Go over to the next mode of permissions."""
        judge = self.agent.shared.judge
        mode = next_mode(judge.mode, is_free=self._is_free)
        judge.apply([{"type": "setMode", "mode": mode, "destination": "session"}])

    def go_back(self) -> None:
        """Offer to go back to an earlier prompt."""
        self._later(lambda: rewinding.rewind(self, ""))

    def leave(self) -> None:
        """End the conversation."""
        self.is_leaving.set()
        self._settled.set()
        self.interrupt()

    def offered(self, wish: Wish) -> Sequence[Mapping[str, Any]]:
        """Give the changes of the rules that would make a question needless."""
        return offered(self.agent, wish)

    def plan(self) -> str:
        """Read the plan that the model wrote, where it did."""
        slug = self.agent.recorder.envelope.slug
        path = self.desk.home / "plans" / f"{slug}.md"
        try:
            return path.read_text("utf-8", "replace") if slug else ""
        except OSError:
            return ""

    def _command(self, entered: Entered) -> None:
        name = commands.meant(entered.name, commands.names(self))
        whole = f"/{name} {entered.arguments}".strip()
        own = commands.OWN.get(name)
        if own is not None:
            self._later(lambda: own.act(self, entered.arguments), whole, at_once=own.is_quick)
        elif name in ("quit", "exit"):
            self.leave()
        elif name in commands.names(self):
            self._later(lambda: self.ask_now(whole), whole)
        else:
            noting.note_unknown(self, f"there is no command /{entered.name}; /help lists them")

    def _later(self, job: Job, text: str = "", *, at_once: bool = False) -> None:
        """Do something when nothing else is being done, or beside it; ``text`` was typed."""
        if at_once:
            self._beside = asyncio.ensure_future(self._guarded(job))
            return
        self.waiting.add(job, text)
        self._came.set()

    def _remember(self, text: str) -> None:
        typed = Typed(
            display=text, project=str(self.desk.cwd), session_id=self.agent.recorder.session_id
        )
        with suppress(OSError, StenoError):  # what was typed goes on without it
            remember(self.desk.home, typed)

    # The work.

    async def run(self) -> None:
        """Work until somebody leaves; the transcript is whole whatever happens."""
        envelope = self.agent.recorder.envelope
        with Presence(self.desk.home, envelope, self.opened.title) as self._presence:
            source = "startup" if self.opened.is_new else "resume"
            await self._timed(lambda: self._begin(source), BEGINNING)
            commands.show_opened(self)
            flags = self.desk.flags
            if flags.resume == "":
                self._later(lambda: commands.resume(self, ""))
            if flags.prompt:
                self.entered(flags.prompt)
            working = asyncio.ensure_future(self._work())
            leaving = asyncio.ensure_future(self.is_leaving.wait())
            try:
                await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                leaving.cancel()
                await self._stop(working)
                await self._guarded(lambda: rewinding.stay_rewound(self))
                await self._guarded(lambda: end(self.agent, "prompt_input_exit"))

    async def _stop(self, working: asyncio.Future[None]) -> None:
        """End what is going on; a turn leaves what it has to leave."""
        self.agent.interrupt.wish()
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working

    async def _work(self) -> None:
        while True:
            if (job := self.waiting.next()) is not None:
                await self._timed(job)
            elif len(self.agent.shared.queue):
                await self._timed(self._turn)
            else:
                await self._anything()

    async def _anything(self) -> None:
        """Wait until there is something to do: typed, or told by a task beside it."""
        self._came.clear()
        self._settled.set()
        if self.script:
            self.face.prefill(self.script.popleft())
        waits = [
            asyncio.ensure_future(self._came.wait()),
            asyncio.ensure_future(self.agent.shared.queue.wait()),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()

    async def _begin(self, source: str) -> None:
        """Let hooks speak first; who breaks that off, or leaves, does not wait for them."""
        with suppress(BrokenOffByPerson):
            await self.agent.interrupt.race(begin(self.agent, source))
        self.agent.interrupt.forget()

    async def _timed(self, job: Job, doing: str = ASKING) -> None:
        self._since, self._doing = time.monotonic(), doing
        try:
            await self._guarded(job)
        finally:
            self._since = None
            self.face.changed()

    def _servers_changed(self) -> None:
        """Let the model have the tools of a server that has come; tell of one that has not."""
        self.desk.take_tools(self.agent)
        self.pass_on()
        self.face.changed()

    async def _turn(self) -> None:
        if not await connected(self):
            return
        if self._presence is not None:
            self._presence.tell("busy")
        try:
            await run_next(self.agent)
        finally:
            if self._presence is not None:
                self._presence.tell("idle")

    async def _guarded(self, job: Job) -> None:
        """Do something; what goes wrong is told, and the conversation goes on."""
        try:
            await job()
        except StenoError as error:
            self._trouble(str(error))
        except OSError as error:
            self._trouble(str(SystemRefusedError(error)))

    def _trouble(self, told: str) -> None:
        self.is_failed = True
        self.live_view.clear()
        self.notice(told, "error")

    async def switch(self, opened: Opened, source: str, **own: Any) -> None:
        """Go over to another conversation."""
        agent = self.desk.seat(opened, self.person, self.tell, **own)
        await rewinding.stay_rewound(self)
        await end(self.agent, "clear" if source == "clear" else "resume")
        agent.shared.judge.apply(
            [{"type": "setMode", "mode": self.agent.shared.judge.mode, "destination": "session"}]
        )
        self.agent, self.opened = agent, opened
        self.live_view.clear()
        if self._presence is not None:
            self._presence.become(agent.recorder.session_id, str(self.desk.cwd))
        await self._begin(source)

    async def settled(self) -> None:
        """Wait until nothing is left to do."""
        self._came.set()
        await self._settled.wait()

    def doing(self, what: str) -> str:
        """Say what is being done, and give what was said before."""
        before, self._doing = self._doing, what
        self.face.changed()
        return before
