"""Document 003 (clients 2.0.76 to 2.1.29): the parent chain, and messages as the API takes them.

Replies are put together by ``requestId``, meta lines are left out, and a ``summary`` line
stands for everything before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.session.documents.shapes import Body, message_of, string

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SUMMARY_PREFIX_003: Final = "[Previous conversation summary]: "
"""What appendix C puts before a summary."""


@dataclass(frozen=True, slots=True)
class Reply003:
    """The lines of one API request, put together."""

    request_id: str | None
    entry_uuids: tuple[str | None, ...]
    content: tuple[Any, ...]
    stop_reason: Any
    """That of the last line; null until the reply is final."""


@dataclass(slots=True)
class _Gathered:
    """A message being put together: a reply's lines, or a line that is a message of its own."""

    lines: list[Body] = field(default_factory=list)
    whole: dict[str, Any] | None = None
    """The message, where it is no reply."""

    def goes_on_with(self, line: Body) -> bool:
        return self.whole is None and self.lines[-1].get("requestId") == line.get("requestId")

    def content(self) -> list[Any]:
        return [block for line in self.lines for block in _blocks(line)]

    def as_message(self) -> dict[str, Any]:
        if self.whole is not None:
            return self.whole
        return {"role": "assistant", "content": self.content()}

    def as_reply(self) -> Reply003:
        last = self.lines[-1]
        return Reply003(
            request_id=string(last.get("requestId")),
            entry_uuids=tuple(string(line.get("uuid")) for line in self.lines),
            content=tuple(self.content()),
            stop_reason=message_of(last).get("stop_reason"),
        )


def _blocks(line: Body) -> list[Any]:
    content = message_of(line).get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else []


def _gather(bodies: Iterable[Body]) -> list[_Gathered]:
    """Go through the lines as appendix C does, keeping the replies apart by their lines."""
    gathered: list[_Gathered] = []
    for body in bodies:
        type_ = body.get("type")
        if type_ == "user" and not body.get("isMeta") and isinstance(body.get("message"), Mapping):
            gathered.append(_Gathered(whole=dict(body["message"])))
        elif type_ == "assistant":
            if not gathered or not gathered[-1].goes_on_with(body):
                gathered.append(_Gathered())
            gathered[-1].lines.append(body)
        elif type_ == "summary" and isinstance(body.get("summary"), str):
            text = SUMMARY_PREFIX_003 + body["summary"]
            gathered = [_Gathered(whole={"role": "user", "content": text})]
    return gathered


def load_session_003(bodies: Iterable[Body]) -> list[dict[str, Any]]:
    """Appendix C: the messages to send in order to go on with a session."""
    return [message.as_message() for message in _gather(bodies)]


def group_by_request_003(bodies: Iterable[Body]) -> tuple[Reply003, ...]:
    """Section 10: the replies, each put together from consecutive lines of one request."""
    kept = (body for body in bodies if body.get("type") != "summary")
    return tuple(message.as_reply() for message in _gather(kept) if message.lines)


def find_leaf_003(bodies: Sequence[Body]) -> str | None:
    """Section 12.8: the last line of the conversation that no other line hangs on."""
    graph = [body for body in bodies if _in_graph(body)]
    parents = {string(body.get("parentUuid")) for body in graph}
    uuids = (body["uuid"] for body in reversed(graph))
    return next((uuid for uuid in uuids if uuid not in parents), None)


def parent_chain_003(bodies: Sequence[Body], leaf: str | None = None) -> tuple[Body, ...]:
    """Section 5: the lines from the root to a leaf, by default to the last one.

    A parent that is not there, or comes again, ends the chain as null does.
    """
    known = {body["uuid"]: body for body in bodies if _in_graph(body)}
    chain: list[Body] = []
    uuid = find_leaf_003(bodies) if leaf is None else leaf
    while uuid is not None and (body := known.pop(uuid, None)) is not None:
        chain.append(body)
        uuid = string(body.get("parentUuid"))
    return tuple(reversed(chain))


def _in_graph(body: Body) -> bool:
    """Say whether a line can be on a chain: it has an id and is no progress (section 4.5)."""
    return isinstance(body.get("uuid"), str) and body.get("type") != "progress"
