"""Lines in the manner of the client 2.1.325, which also keeps what it told and asked the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.testing.demo.cast import interactive
from steno.testing.tool_run import ToolRun

if TYPE_CHECKING:
    from steno.testing.lines import Body
    from steno.testing.session import Part

VERSION: Final = "2.1.325"
EFFORT: Final = "medium"
ALLOWED: Final = {"decision": "accept", "source": "config", "reasonType": "mode"}
SYSTEM_PROMPT: Final = ("You keep tide tables.", "Say what you do before you do it.")
TOOL: Final = {
    "name": "Read",
    "description": "Reads a file.",
    "input_schema": {"type": "object", "properties": {"file_path": {"type": "string"}}},
}


def put_behind(body: Body, key: str, **more: Any) -> None:
    """Add keys to a line right behind another, where the client has them."""
    items = list(body.items())
    at = list(body).index(key) + 1
    body.clear()
    body.update([*items[:at], *more.items(), *items[at:]])


class Recent:
    """A session of that client: the conversation, and beside it each request in short."""

    def __init__(self, seed: str, start: str, cwd: str, model: str) -> None:
        """Begin as the client does in a terminal."""
        self.session = interactive(seed, start, cwd, version=VERSION, model=model)
        self._prompts = 0
        self._request: str | None = None
        self._sent = 0
        self._new: list[Body | None] = []
        """Messages that no request has had yet; None for one that stands on lines of its own."""
        self._shape = self.session.ids.hexadecimal(64)
        self._tools: list[str] = []

    def prompt(self, text: str, *, minutes: float = 0) -> str:
        """Ask something after a while; the line tells where in the session it stands."""
        s = self.session
        s.clock.wait(minutes=minutes)
        self._prompts += 1
        place = {"promptIndex": self._prompts, "turnIndex": self._prompts}
        uuid = s.prompt(text)
        put_behind(self._last(), "promptSource", turnOrigin="human", turnPosition=place)
        s.snapshot(uuid)
        self._new.append({"role": "user", "content": [{"type": "text", "text": text}]})
        return uuid

    def tell(self, kind: str, words: str, role: str = "system", **own: Any) -> Body:
        """Add an attachment with the words that it became for the model; give the line."""
        self.session.attach(kind, **own)
        line = self._last()
        put_behind(line, "timestamp", rendered=[{"content": reminder(words)}], renderedRole=role)
        return line

    def reply(self, *parts: Part) -> None:
        """Add a request, the tools that were used up to here, and the answer."""
        s = self.session
        request = self._ask()
        self._note_tools(parts)
        before = len(s.records)
        s.reply(*parts)
        index = 0
        for line in s.records[before:]:
            if isinstance(line, dict) and line["type"] == "assistant":
                self._dress_reply(line, request, index)
                index += 1
            elif isinstance(line, dict) and line["type"] == "user":
                put_behind(line, "sourceToolAssistantUUID", permissionDecision=dict(ALLOWED))
        has_results = any(isinstance(part, ToolRun) for part in parts)
        self._new += [None, None] if has_results else [None]

    def _ask(self) -> str:
        """Add the lines of one request: what it shares, what is new in it, and itself."""
        s = self.session
        if self._request is None:
            shape = {"system": [{"type": "text", "text": text} for text in SYSTEM_PROMPT]}
            s.loose(
                "api-request-shape",
                sessionId=s.session_id,
                shapeHash=self._shape,
                timestamp=s.clock.now,
                version=VERSION,
                shape={**shape, "tools": [TOOL]},
            )
        base = {} if self._request is None else {"base": self._request}
        kept, tail = self._sent, self._keep_new()
        self._request = s.ids.uuid("api-request")
        s.loose(
            "api-request",
            sessionId=s.session_id,
            id=self._request,
            timestamp=s.clock.now,
            version=VERSION,
            querySource="repl_main_thread",
            shapeHash=self._shape,
            params={
                "model": s.model,
                "max_tokens": 128_000,
                "thinking": {"type": "adaptive", "display": "updates"},
                "output_config": {"effort": EFFORT},
            },
            **base,
            keep=kept,
            tail=tail,
            cacheControl=[{"path": ["system", 1], "value": {"type": "ephemeral"}}],
            requestDigest=s.ids.hexadecimal(64),
        )
        return self._request

    def _keep_new(self) -> list[str]:
        """Add the messages that stand on no line as they were sent; give their hashes."""
        s, hashes = self.session, list[str]()
        for message in self._new:
            hashes.append(s.ids.hexadecimal(64))
            if message is not None:
                own = {"sessionId": s.session_id, "hash": hashes[-1], "message": message}
                s.loose("api-request-blob", **own)
        self._sent += len(hashes)
        self._new.clear()
        return hashes

    def _note_tools(self, parts: tuple[Part, ...]) -> None:
        names = [part.name for part in parts if isinstance(part, ToolRun)]
        if set(names) - set(self._tools):
            self._tools = list(dict.fromkeys([*self._tools, *names]))
            self.session.loose("tools-used", tools=list(self._tools))

    def _dress_reply(self, line: Body, request: str, index: int) -> None:
        (block,) = line["message"]["content"]
        line["message"]["usage"]["fallback_credit"] = None
        put_behind(line, "message", **_pace(block), apiBlockIndex=index)
        asked = {"requestedModel": self.session.model, "promptCacheRequested": "5m"}
        put_behind(line, "requestId", requestRef=request, **asked)
        put_behind(line, "timestamp", effort=EFFORT, perTurnEffort=EFFORT, madeBy="model")

    def _last(self) -> Body:
        """Give the line that was added last."""
        *_, line = self.session.bodies()
        return line


def reminder(words: str) -> str:
    """Put words as the client puts them before the model."""
    return f"<system-reminder>\n{words}\n</system-reminder>"


def _pace(block: Body) -> dict[str, Any]:
    """Say how long a block took to come."""
    if block["type"] == "thinking":
        return {"thinkingDurationMs": 40 * len(block["thinking"]), "thinkingDisplay": "updates"}
    return {"toolInputStreamMs": 12} if block["type"] == "tool_use" else {}
