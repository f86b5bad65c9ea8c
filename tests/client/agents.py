"""A session of ours against the strict Messages API, with everything real but the model."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from steno.client.agent import Agent
from steno.client.background import BackgroundTasks
from steno.client.backups import Backups
from steno.client.conversation import Conversation
from steno.client.definitions import load_definitions
from steno.client.events import Event, Recorded, TurnEnded
from steno.client.hooks import Hooks, hooks_in
from steno.client.memory import Memory
from steno.client.opening import Opened, Place, open_new, open_resumed
from steno.client.options import Options
from steno.client.permissions.context import Decision
from steno.client.person import Word
from steno.client.prompts import NOTIFICATION, Prompt
from steno.client.reminders import is_reminder
from steno.client.request import Thinking
from steno.client.shared import Shared
from steno.client.structured import StructuredOutput
from steno.client.subagents import spawn
from steno.client.system_prompt import surroundings, system_blocks
from steno.client.taking import run_next, submit
from steno.client.tool import ToolAnswer, ToolContext, failed
from steno.client.tools.bash import Bash
from steno.client.tools.edit import Edit
from steno.client.tools.read import Read
from steno.client.tools.write import Write
from steno.model.access import Access
from steno.model.attempts import Attempts
from steno.model.exchange import Patience
from steno.model.exchange_http import HttpExchange
from steno.session.session import load
from steno.testing.messages_api import MessagesApi

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from steno.client.person import Wish
    from steno.client.tool import Input, Tool
    from steno.model.script import Reply, Request

MODEL: Final = "claude-sonnet-4-5"


class Lenient:
    """Rules for tests: everything may run but what is named."""

    def __init__(self, *, deny: Iterable[str] = (), ask: Iterable[str] = ()) -> None:
        """Take the names of tools that are denied or asked about."""
        self.mode = "default"
        self.deny, self.ask = set(deny), set(ask)
        self.updates: list[Mapping[str, Any]] = []
        self.granted: list[str] = []

    def decide(self, tool: Tool, given: Input, context: ToolContext) -> Decision:
        """Decide by the name of the tool."""
        del given, context
        if tool.name in self.deny:
            return Decision("deny", "the test says so")
        return Decision("ask" if tool.name in self.ask else "allow", "as the test says")

    def apply(self, updates: Iterable[Mapping[str, Any]]) -> None:
        """Remember the changes, and ask no more."""
        self.updates.extend(updates)
        self.ask.clear()

    def grant(self, rules: Iterable[str]) -> None:
        """Remember what a command may use."""
        self.granted = list(rules)


class Scripted:
    """A person who answers by a list, and then allows everything."""

    def __init__(self, *words: Word) -> None:
        """Take the answers."""
        self.words = list(words)
        self.wishes: list[Wish] = []

    async def may_use(self, wish: Wish) -> Word:
        """Give the next answer."""
        self.wishes.append(wish)
        await asyncio.sleep(0)
        return self.words.pop(0) if self.words else Word(behavior="allow")

    async def answer(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, str] | None:
        """Say nothing."""
        del questions
        return None


class Asks:
    """The tool that starts agents, in its shortest form."""

    name = "Agent"
    description = "Starts an agent."
    schema: Final = {"type": "object", "properties": {"prompt": {"type": "string"}}}

    def is_read_only(self, given: Input) -> bool:
        """Let agents work side by side."""
        del given
        return True

    async def run(self, given: Input, context: ToolContext) -> ToolAnswer:
        """Start one."""
        return await context.spawn(context.call_id, given)


@dataclass(slots=True)
class Odd:
    """A tool that does what a test says."""

    name: str
    act: Callable[[Input, ToolContext], Any]
    read_only: bool = True
    description: str = "Does something."
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "object"})

    def is_read_only(self, given: Input) -> bool:
        """Say what the test says."""
        del given
        return self.read_only

    async def run(self, given: Input, context: ToolContext) -> ToolAnswer:
        """Do it."""
        answer = self.act(given, context)
        if asyncio.iscoroutine(answer):
            answer = await answer
        return answer if isinstance(answer, ToolAnswer) else ToolAnswer(str(answer), answer)


@dataclass(kw_only=True)
class Bench:
    """All that a test looks at."""

    folder: Path
    replies: Iterable[Reply] = ()
    rules: Callable[[Request], Reply] | None = None
    judge: Lenient = field(default_factory=Lenient)
    person: Scripted = field(default_factory=Scripted)
    options: Options = field(default_factory=Options)
    settings: Mapping[str, Any] = field(default_factory=dict)
    tools: Sequence[Tool] = ()
    agents: Mapping[str, Any] | None = None
    model: str = MODEL
    attempts: int = 3
    context_tokens: int = 1_000_000
    resume: str | None = None
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the folders."""
        self.home, self.cwd = self.folder / "home" / ".claude", self.folder / "project"
        for folder in (self.home, self.cwd):
            folder.mkdir(parents=True, exist_ok=True)

    async def __aenter__(self) -> Agent:
        """Open the session and the service."""
        self.api = MessagesApi(self.replies, rules=self.rules, context_tokens=self.context_tokens)
        patience = Patience(Attempts(most=self.attempts, first_pause=0.01), silent=10.0)
        self.exchange = HttpExchange(Access(self.api.url, self.api.key), patience)
        place = Place(home=self.home, cwd=self.cwd)
        self.opened = open_resumed(place, self.resume) if self.resume else open_new(place)
        self.agent = self._agent(self.opened)
        return self.agent

    def _agent(self, opened: Opened) -> Agent:
        recorder = opened.recorder
        hooks = Hooks(
            table=hooks_in(self.settings),
            cwd=self.cwd,
            environ={"PATH": "/usr/bin:/bin"},
            common=lambda: {
                "session_id": recorder.session_id,
                "transcript_path": str(recorder.path),
                "cwd": str(self.cwd),
                "prompt_id": recorder.position.prompt_id,
                "permission_mode": self.judge.mode,
            },
        )
        usual: list[Tool] = [Read(), Write(), Edit(), Bash(), Asks()]
        tools = {tool.name: tool for tool in (*usual, *self.tools)}
        if self.options.json_schema is not None:
            tools["StructuredOutput"] = StructuredOutput(self.options.json_schema)
        shared = Shared(
            exchange=self.exchange,
            judge=self.judge,
            person=self.person,
            hooks=hooks,
            tell=self.events.append,
            definitions=load_definitions(self.home, self.cwd, self.agents),
            tools=tools,
            options=self.options,
            memory=Memory(home=self.home, root=self.cwd),
        )
        background = BackgroundTasks(self.folder / "tasks")
        agent = Agent(
            shared=shared,
            recorder=recorder,
            conversation=Conversation(opened.past.lines if opened.past else ()),
            context=ToolContext(
                session_id=recorder.session_id,
                session_path=recorder.path,
                agent_id=None,
                cwd=self.cwd,
                root=self.cwd,
                more_folders=(),
                environ={"PATH": "/usr/bin:/bin"},
                seen=opened.seen,
                backups=Backups(self.home, recorder.session_id, self.cwd, on=False),
                background=background,
                person=self.person,
                tell=lambda _call, _text: None,
                spawn=lambda call, given: spawn(agent, call, given),
            ),
            tools=dict(tools),
            model=self.model,
            system=lambda: system_blocks(surroundings(self.cwd, model=self.model)),
            opening=lambda: "Today is a day.",
            max_turns=self.options.max_turns,
            held_before=len(recorder.held),
        )
        background.ended = lambda task: submit(
            agent, Prompt(content=task.notice(), origin=NOTIFICATION)
        )
        return agent

    async def __aexit__(self, *_: object) -> None:
        """Close all, whatever happened."""
        await self.agent.context.background.stop_all()
        await self.exchange.aclose()
        self.agent.recorder.close()
        self.api.close()

    @property
    def path(self) -> Path:
        """The transcript."""
        return self.opened.path

    def lines(self, kind: str | None = None) -> list[Mapping[str, Any]]:
        """Give the lines of the main conversation that were told, in order."""
        told = [event for event in self.events if isinstance(event, Recorded)]
        found = [event.line for event in told if event.parent_call is None]
        return [line for line in found if kind is None or line["type"] == kind]

    def results(self) -> list[Mapping[str, Any]]:
        """Give the results of calls of the main conversation, in order."""
        contents = [line["message"]["content"] for line in self.lines("user")]
        blocks = [block for content in contents if isinstance(content, list) for block in content]
        return [block for block in blocks if block.get("type") == "tool_result"]

    def attached(self) -> list[Mapping[str, Any]]:
        """Give the attachments of the main conversation, but for the kinds of agents."""
        held = [line["attachment"] for line in self.lines("attachment")]
        return [one for one in held if one["type"] != "agent_listing_delta"]

    def settled(self) -> None:
        """Check what has to be true after every test, however it went."""
        assert self.api.problems == []
        stored = load(self.path).messages()
        now = self.agent.conversation.messages({self.agent.model, *self.agent.names})
        assert plain(stored) == plain(now)
        self._sent_is_stored(stored)

    def _sent_is_stored(self, stored: list[dict[str, Any]]) -> None:
        main = [request for request in self.api.requests if is_main(request)]
        if not main:
            return
        sent, kept = plain(main[-1].messages), plain(stored)
        assert kept[: len(sent) - 1] == sent[:-1]
        if len(kept) >= len(sent):
            last = kept[len(sent) - 1]
            assert last["role"] == sent[-1]["role"]
            assert last["content"][: len(sent[-1]["content"])] == sent[-1]["content"]


def is_main(request: Request) -> bool:
    """Say whether the main conversation asks, and not for a summary."""
    return "You are an agent that works in a terminal" in request.system_text and (
        request.body.get("tool_choice") is None
    )


def plain(messages: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Give messages without marks and reminders, each as blocks, to compare them."""
    told = [{"role": message["role"], "content": _blocks(message)} for message in messages]
    return [message for message in told if message["content"]]


def _blocks(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    kept = [
        {key: value for key, value in block.items() if key != "cache_control"}
        for block in blocks
        if not is_reminder(block)
    ]
    # A text that another one follows gets a newline, whenever that comes.
    return [
        {**block, "text": block["text"].rstrip("\n")} if block["type"] == "text" else block
        for block in kept
    ]


async def ask(agent: Agent, *prompts: str) -> TurnEnded:
    """Ask one thing after the other; give how the last turn ended."""
    ended: TurnEnded | None = None
    for prompt in prompts:
        submit(agent, Prompt(content=prompt))
        ended = await run_next(agent)
    assert ended is not None
    return ended


def thinking(budget: int = 2000) -> Options:
    """Let the model think."""
    return replace(Options(), thinking=Thinking(budget=budget))


def fails(message: str) -> ToolAnswer:
    """Fail as a tool."""
    return failed(message)
