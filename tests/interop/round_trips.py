"""Sessions that ``steno-agent`` begins and two clients take turns with, at one made-up model."""

from __future__ import annotations

import base64
import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import steno
from steno.model.script import answer, call, say, text_of, think, think_unseen
from steno.testing.messages_api import MessagesApi
from steno.testing.messages_faults import refuses
from tests.client.agent_process import FREE, JSON, MODEL, Ground, talk
from tests.interop.mcp_server import PICTURE
from tests.interop.oracle_keys import exact_keys
from tests.interop.real_client import bare_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from steno.model.script import Reply, Request
    from tests.client.agent_process import Talk
    from tests.resume_keys import Keys

_TAG: Final = re.compile(r"\b[A-Z]+-\d\b")
_OURS: Final = "You are an agent that works in a terminal"
_SUMMING: Final = "Put it between <summary>"
_AGENT: Final = {"description": "Errand", "subagent_type": "general-purpose"}
_PIXEL: Final = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/png", "data": PICTURE},
}
ODD: Final = "a second user message in a row"
"""What the real client says of files after every compaction, of its own as well; we do not."""

STEPS: Final[Mapping[str, Sequence[Reply]]] = {
    "HELLO-1": ["Good morning."],
    "HELLO-2": [[say("There is more"), say("than one thing to say.")]],
    "THINK-1": [[think("Is it so?"), say("It is so.")]],
    "THINK-2": [
        [think("I look."), call("Bash", command="echo thought")],
        [think_unseen("Hidden."), think("Seen."), say("Thought through.")],
    ],
    "TOOLS-1": [
        [
            say("Three at once."),
            call("Read", file_path="a.txt"),
            call("Bash", command="sleep 0.2; echo slow"),
            call("Glob", pattern="*.txt"),
        ],
        [call("Write", file_path="b.txt", content="b\n"), call("Bash", command="cat a.txt")],
        "All are done.",
    ],
    "WRONG-1": [
        [call("Read", file_path="missing.txt"), call("Bash", command="echo bad >&2; exit 3")],
        [call("NoSuchTool", anything=1), call("Read", nothing=True)],
        "All failed.",
    ],
    "WRONG-2": [refuses(400, "messages: this is refused")],
    "AGENT-1": [
        [say("I send two."), *(call("Agent", prompt=f"ERRAND-{n}: go", **_AGENT) for n in (1, 2))],
        "Both are back.",
    ],
    "ERRAND-1": [[say("I look."), call("Bash", command="echo errand")], "Errand one is done."],
    "ERRAND-2": ["Errand two is done."],
    "FULL-1": [answer("That was all but too much.", usage={"input_tokens": 169_000})],
    "IMAGE-1": ["A red dot."],
    "IMAGE-2": [[call("Read", file_path="dot.png")], "The same dot."],
    "STOP-1": [[say("I wait."), call("Bash", command="sleep 60"), call("Bash", command="ls")]],
    "STOP-2": [answer("Nobody hears this.", delay=60)],
    "WORD-1": ["A word."],
    "NEXT-1": [[say("I look again."), call("Bash", command="echo again")], "On it goes."],
}
"""What the model answers to a prompt with such a tag, step by step; to others it says a word."""


def _prompts(*tags: str) -> Callable[[Trip], None]:
    """Ask by print mode, one process after the other; text alone is a prompt as it is."""

    def drive(trip: Trip) -> None:
        for tag in tags:
            trip.ours(tag if tag.startswith("/") else f"{tag}: please.")

    return drive


def _streamed(*contents: str | list[Any]) -> Callable[[Trip], None]:
    """Ask by JSON lines, all in one process."""

    def drive(trip: Trip) -> None:
        with trip.talk() as other:
            for content in contents:
                other.ask(content)
            other.end()

    return drive


def _interrupted(trip: Trip) -> None:
    """Break off while a tool runs, and while an answer is waited for."""
    with trip.talk() as other:
        other.ask("HELLO-1: please.")
        other.say("STOP-1: please.")
        other.until("assistant")
        other.until("assistant")
        _break_off(other)
        asked = trip.checked
        other.say("STOP-2: please.")
        while trip.checked == asked:
            time.sleep(0.02)
        _break_off(other)
        other.ask("HELLO-2: please.")
        other.end()


def _break_off(other: Talk) -> None:
    request = {"subtype": "interrupt"}
    other.put({"type": "control_request", "request_id": "stop", "request": request})
    result = other.until("result")
    assert result["subtype"] == "error_during_execution"


KINDS: Final[Mapping[str, Callable[[Trip], None]]] = {
    "plain": _prompts("HELLO-1", "HELLO-2"),
    "plain, streamed": _streamed("HELLO-1: please.", "HELLO-2: please."),
    "thinking": _prompts("HELLO-1", "THINK-1", "THINK-2"),
    "parallel tools": _streamed("HELLO-1: please.", "TOOLS-1: please."),
    "errors": _prompts("HELLO-1", "WRONG-1", "WRONG-2"),
    "sub-agent": _streamed("HELLO-1: please.", "AGENT-1: please."),
    "manual compaction": _prompts("HELLO-1", "TOOLS-1", "/compact", "HELLO-2"),
    "automatic compaction": _prompts("TOOLS-1", "FULL-1", "HELLO-1", "HELLO-2"),
    "images": _streamed(
        "HELLO-1: please.", [{"type": "text", "text": "IMAGE-1: please."}, _PIXEL], "IMAGE-2: look."
    ),
    "interrupt": _interrupted,
}
"""How each kind of session is made with our client."""


@dataclass(kw_only=True)
class Trip:
    """One session that clients take turns with; every request is held against the file."""

    folder: Path
    binary: Path
    """The real client."""
    session_id: str | None = None
    differing: list[str] = field(default_factory=list)
    """Where a request of ours did not hold what the file said at that moment."""
    checked: int = 0
    """How many requests of ours were held against the file."""

    def __post_init__(self) -> None:
        """Open the service, and lay out what the tools find."""
        self.api = MessagesApi(rules=self._reply)
        self.ground = Ground(self.folder, bare_environment(self.folder / "home") | {
            **self.api.environ, "IS_SANDBOX": "1", "CLAUDE_CODE_TMPDIR": str(self.folder),
        })  # fmt: skip
        (self.ground.home / ".claude.json").write_text('{"hasCompletedOnboarding": true}', "utf-8")
        (self.ground.project / "a.txt").write_text("a\n", "utf-8")
        (self.ground.project / "dot.png").write_bytes(base64.b64decode(PICTURE))

    @property
    def path(self) -> Path:
        """The transcript."""
        assert self.session_id is not None
        return self.ground.transcript(self.session_id)

    def session(self) -> steno.Session:
        """Load the transcript as it is now."""
        return steno.load(self.path)

    def ours(self, prompt: str, *arguments: str) -> dict[str, Any]:
        """Ask our client, to go on with the session unless told how."""
        resume = ("--resume", self.session_id) if self.session_id else ()
        ran = self.ground.ask(prompt, *(arguments or resume))
        assert ran.code in (0, 1), ran.err
        self.session_id = ran.result["session_id"]
        return ran.result

    def theirs(self, prompt: str, *arguments: str) -> dict[str, Any]:
        """Ask the real client."""
        given, before = ("-p", prompt, *JSON, *FREE, "--model", MODEL), len(self.api.problems)
        ran = self.ground.run(*given, *arguments, program=(str(self.binary),))
        assert ran.code == 0, ran.out + ran.err
        met = self.api.problems[before:]
        self.api.problems[before:] = [one for one in met if ODD not in one]
        self.session_id = ran.result["session_id"]
        return ran.result

    def talk(self) -> Any:
        """Talk to our client."""
        self.session_id = str(uuid4())
        return talk(self.ground, "--session-id", self.session_id)

    def arguments(self, way: str, line: str | None) -> tuple[str, ...]:
        """Give what either client takes to go on in a way."""
        assert self.session_id is not None
        resume = ("--resume", self.session_id)
        return {
            "--resume": resume,
            "--continue": ("--continue",),
            "--fork-session": (*resume, "--fork-session"),
            "--resume-session-at": (*resume, "--resume-session-at", str(line)),
        }[way]

    def requests(self, since: int) -> list[Request]:
        """Give the requests of the main conversation, without those for summaries."""
        made = self.api.requests[since:]
        return [one for one in made if one.tools and not _is_errand(one) and not _is_summing(one)]

    def close(self) -> None:
        """Close the service."""
        self.api.close()

    def _reply(self, request: Request) -> Reply:
        if not request.tools and not _is_summing(request):
            return "A title"
        if _OURS in request.system_text and not _is_errand(request):
            self._hold_against_the_file(request)
        return "<summary>All of it was good.</summary>" if _is_summing(request) else _step(request)

    def _hold_against_the_file(self, request: Request) -> None:
        """Compare what is asked with what the file says now: our lines are written before."""
        newest = max(self.ground.transcripts(), key=lambda path: path.stat().st_mtime_ns)
        messages = request.messages
        if _is_summing(request):
            messages = _without_the_question(messages)
        own, held = exact_keys(messages), exact_keys(steno.load(newest).messages(MODEL))
        self.checked += 1
        if own != held:
            self.differing.append(f"asked {own}\nwhere the file holds {held}")


def middle(session: steno.Session) -> str:
    """Give the uuid of a whole reply in the middle of what a resume goes by."""
    assert session.chain is not None
    said = [line for line in session.lines(session.chain.rows) if line.is_reply]
    last = {line.message_id: line for line in said}
    whole = [line for line in last.values() if line.holds("text")]
    return str(whole[(len(whole) - 1) // 2].body["uuid"])


def predicted(session: steno.Session, line: str | None = None) -> Keys:
    """Give what a resume of a session has to send, before the new prompt."""
    return exact_keys(session.messages(MODEL, at=line))


def _is_summing(request: Request) -> bool:
    return _SUMMING in request.last_text


def _is_errand(request: Request) -> bool:
    return bool(request.messages) and "ERRAND" in _spoken(request.messages[0])


def _without_the_question(messages: list[Any]) -> list[Any]:
    last = dict(messages[-1])
    blocks = last["content"] if isinstance(last["content"], list) else []
    last["content"] = [one for one in blocks if _SUMMING not in str(one.get("text"))]
    return [*messages[:-1], last]


def _step(request: Request) -> Reply:
    for place in reversed(range(len(request.messages))):
        message = request.messages[place]
        tags = _TAG.findall(_spoken(message)) if message["role"] == "user" else []
        if tags and tags[-1] in STEPS:
            steps = STEPS[tags[-1]]
            done = sum(one["role"] == "assistant" for one in request.messages[place + 1 :])
            return steps[done] if done < len(steps) else "That is done."
    return "So be it."


def _spoken(message: Any) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    return text_of([block for block in content if block.get("type") == "text"])
