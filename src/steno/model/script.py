"""The words in which a made-up model is told what to answer.

::

    [think("Let me look."), say("I look."), call("Bash", command="ls")]  # one answer
    "Done."  # another one
    answer(say("Half"), stop_reason="max_tokens", usage={"input_tokens": 190_000})
    lambda request: f"You asked for {request.model}."
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from steno.format.members import text_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Block = dict[str, Any]

_SIGNED: Final = b"steno made-up thought\0"


def say(text: str) -> Block:
    """Say something."""
    return {"type": "text", "text": text}


def think(text: str) -> Block:
    """Think something, signed as only a made-up model signs."""
    return {"type": "thinking", "thinking": text, "signature": signature_of(text)}


def think_unseen(text: str) -> Block:
    """Think something that is shown to nobody."""
    sealed = signature_of(text)
    return {"type": "redacted_thinking", "data": sealed + signature_of(sealed)}


def is_unseen(data: str) -> bool:
    """Say whether this is what a made-up model thought unseen."""
    half = len(data) // 2
    return data[half:] == signature_of(data[:half])


def call(tool: str, /, **given: Any) -> Block:
    """Call a tool."""
    return call_with(tool, given)


def call_with(tool: str, given: Mapping[str, Any], *, call_id: str | None = None) -> Block:
    """Call a tool with what is no list of names, or by an id of one's own."""
    return {
        "type": "tool_use",
        "id": call_id or new_id("toolu_01"),
        "name": tool,
        "input": dict(given),
    }


def signature_of(text: str) -> str:
    """Sign a thought; the same one is always signed the same."""
    digest = hashlib.sha256(_SIGNED + text.encode("utf-8", "surrogatepass")).digest()
    return base64.b64encode(digest).decode()


def new_id(prefix: str) -> str:
    """Make an id that no other thing has."""
    return prefix + uuid4().hex[:22]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer of a made-up model."""

    blocks: tuple[Block, ...]
    stop_reason: str | None = None
    """None: ``tool_use`` where it calls a tool, ``end_turn`` otherwise."""
    stop_details: Mapping[str, Any] | None = None
    usage: Mapping[str, Any] = field(default_factory=dict)
    """What is to be said of tokens; the rest is estimated."""
    delay: float = 0.0
    """Seconds before anything of it comes."""
    pace: float = 0.0
    """Seconds between its events."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a made-up model was asked."""

    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case."""
    time: float = 0.0
    """When, in seconds since 1970."""
    path: str = "/v1/messages"

    @property
    def model(self) -> str:
        """The model that is wanted."""
        return text_in(self.body, "model") or ""

    @property
    def messages(self) -> list[Any]:
        """The conversation so far."""
        messages = self.body.get("messages")
        return messages if isinstance(messages, list) else []

    @property
    def tools(self) -> list[str]:
        """The names of the tools that are offered."""
        tools = self.body.get("tools")
        named = (tool.get("name") for tool in tools or () if isinstance(tool, dict))
        return [name for name in named if isinstance(name, str)]

    @property
    def system_text(self) -> str:
        """The system prompt."""
        return text_of(self.body.get("system"))

    @property
    def last_text(self) -> str:
        """All text of the last message of the user, results of tools too."""
        users = [m for m in self.messages if isinstance(m, dict) and m.get("role") == "user"]
        return text_of(users[-1].get("content")) if users else ""


def text_of(content: object) -> str:
    """Give all text in a content: of text blocks, and of the results of tools."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    blocks = [block for block in content if isinstance(block, dict)]
    texts = (block.get("text") or text_of(block.get("content")) for block in blocks)
    return "\n".join(text for text in texts if isinstance(text, str) and text)


Reply = Any
"""An answer as a script says it: text, a block, a list of both, an Answer, or a function of the
request that gives one of these. Whoever plays a script may know more, such as faults."""


def answer(*parts: str | Block, **own: Any) -> Answer:
    """Put an answer together; ``own`` are the fields of :class:`Answer`."""
    blocks = tuple(say(part) if isinstance(part, str) else part for part in parts)
    return Answer(blocks=blocks, **own)


def as_answer(reply: Reply) -> Answer:
    """Read a reply; TypeError where it is none."""
    if isinstance(reply, Answer):
        return reply
    if isinstance(reply, (str, dict)):
        return answer(reply)
    if isinstance(reply, (list, tuple)) and all(isinstance(part, (str, dict)) for part in reply):
        return answer(*reply)
    raise TypeError(f"{reply!r} is no answer")


class Script:
    """What is answered: by rule where the rule has an answer, in turn otherwise."""

    def __init__(
        self, replies: Iterable[Reply] = (), rules: Callable[[Request], Reply] | None = None
    ) -> None:
        """Take the replies to come, which may be endless, and a rule for single requests."""
        self._replies = iter([replies] if isinstance(replies, (str, dict)) else replies)
        self._rules = rules
        self._lock = Lock()

    def next_reply(self, request: Request) -> Reply | None:
        """Give the reply to a request; None where nothing is left."""
        reply = self._rules(request) if self._rules is not None else None
        if reply is None:
            with self._lock:
                reply = next(self._replies, None)
        while callable(reply):
            reply = reply(request)
        return reply
