"""The lines that a client writes, as pure builders: keys in the order of the real client 2.1.197.

A builder gives a :class:`Draft`: what a line has of its own. :func:`complete` makes the line of
it, once it is known where it hangs. Lines of the system, attachments and lines outside of the
conversation have modules beside this one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steno.client.tool import ToolAnswer

    Body = dict[str, Any]
    """The object of one line."""
    Content = str | list[dict[str, Any]]
    """What a message holds."""

ENTRYPOINT: Final = "steno"
"""Who wrote a line, unless a program that drives us says otherwise."""
SYNTHETIC_MODEL: Final = "<synthetic>"
"""Who wrote what the client made up; said here once more, for the format takes long to import."""
NO_RESPONSE: Final = "No response requested."
GO_ON: Final = "Continue from where you left off."
INTERRUPTED: Final = "[Request interrupted by user]"
_TELL_SUCCESS: Final = ("Bash",)
"""Tools whose results say so when they are no errors; the others' leave the key out."""
INTERRUPTED_TOOL: Final = "[Request interrupted by user for tool use]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """Where and by what lines are written: what all lines of a session repeat."""

    session_id: str
    cwd: str
    version: str
    git_branch: str = "HEAD"
    entrypoint: str = ENTRYPOINT
    user_type: str = "external"
    slug: str | None = None
    """The session's name of three words, from the first compaction or plan on."""
    agent_id: str | None = None
    """The sub-agent whose lines they are; None in the main conversation."""

    def last_keys(self) -> Body:
        """Give the keys that stand at the end of a line."""
        keys: Body = {
            "userType": self.user_type,
            "entrypoint": self.entrypoint,
            "cwd": self.cwd,
            "sessionId": self.session_id,
            "version": self.version,
            "gitBranch": self.git_branch,
        }
        return keys if self.slug is None else {**keys, "slug": self.slug}


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A line's own id, its parent's, its time, and the prompt that it belongs to."""

    uuid: str
    parent: str | None
    timestamp: str
    prompt_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a line of the conversation has of its own."""

    before: Mapping[str, Any]
    """What stands before its id and time, the type included."""
    behind: Mapping[str, Any] = field(default_factory=dict)
    """What stands behind them."""
    has_prompt_id: bool = False
    is_time_first: bool = False
    """Whether the time stands before the id, as on the system's lines."""
    uuid: str | None = None
    """Its id, where other lines have to name it beforehand."""
    hangs_on: str | None = None
    """The line that it follows; None: the last one."""
    is_root: bool = False
    """Whether it follows none."""
    logical_parent: str | None = None
    """What it follows in the mind of a reader, though not by its parent."""
    is_aside: bool = False
    """Whether the next line does not follow it."""


def complete(draft: Draft, envelope: Envelope, link: Link) -> Body:
    """Make the line."""
    body: Body = {"parentUuid": link.parent}
    if draft.logical_parent is not None:
        body["logicalParentUuid"] = draft.logical_parent
    body["isSidechain"] = envelope.agent_id is not None
    if draft.has_prompt_id and link.prompt_id is not None:
        body["promptId"] = link.prompt_id
    if envelope.agent_id is not None:
        body["agentId"] = envelope.agent_id
    body |= draft.before
    body |= _identity(draft, link)
    body |= draft.behind
    if envelope.agent_id is not None:
        # Sub-agents keep what the model saw alone.
        body.pop("toolUseResult", None)
    return body | envelope.last_keys()


def _identity(draft: Draft, link: Link) -> Body:
    if draft.is_time_first:
        return {"timestamp": link.timestamp, "uuid": link.uuid}
    return {"uuid": link.uuid, "timestamp": link.timestamp}


def prompt(
    content: Content,
    *,
    permission_mode: str,
    source: Literal["sdk", "typed", "queued"] = "sdk",
    origin: str | None = None,
    uuid: str | None = None,
) -> Draft:
    """Give what somebody asked; ``origin`` is ``human`` at a terminal, or ``task-notification``."""
    behind: Body = {"permissionMode": permission_mode}
    if origin is not None:
        behind["origin"] = {"kind": origin}
    behind["promptSource"] = source
    return Draft(before=_user(content), behind=behind, has_prompt_id=True, uuid=uuid)


def said(content: Content, *, uuid: str | None = None) -> Draft:
    """Give a user line with nothing but its content: a command, its output, an agent's task."""
    return Draft(before=_user(content), has_prompt_id=True, uuid=uuid)


def meta(content: Content, *, call_id: str | None = None) -> Draft:
    """Give what the client says in the user's name; ``call_id`` is the call of a skill."""
    behind = {} if call_id is None else {"sourceToolUseID": call_id}
    return Draft(before={**_user(content), "isMeta": True}, behind=behind, has_prompt_id=True)


def summary(content: str, *, uuid: str) -> Draft:
    """Give the summary that a conversation goes on from."""
    flags = {"isVisibleInTranscriptOnly": True, "isCompactSummary": True}
    return Draft(before={**_user(content), **flags}, has_prompt_id=True, uuid=uuid)


def interrupt(*, for_tool: bool, message_id: str | None = None) -> Draft:
    """Give what is left of a turn that the person broke off, and of which message."""
    text = INTERRUPTED_TOOL if for_tool else INTERRUPTED
    behind = {} if message_id is None else {"interruptedMessageId": message_id}
    content = [{"type": "text", "text": text}]
    return Draft(before=_user(content), behind=behind, has_prompt_id=True)


def tool_result(call_id: str, answer: ToolAnswer, *, source: str, tool: str = "") -> Draft:
    """Give what came of a call; ``source`` is the line of the call, on which it hangs."""
    behind: Body = {} if answer.kept is None else {"toolUseResult": answer.kept}
    behind |= answer.meta
    if answer.ends_turn:
        behind["toolEndsTurn"] = True
    behind["sourceToolAssistantUUID"] = source
    is_error = answer.is_error or (False if tool in _TELL_SUCCESS else None)
    return Draft(
        before=_user([result_block(call_id, answer.content, is_error=is_error)]),
        behind=behind,
        has_prompt_id=True,
        hangs_on=source,
    )


def result_block(call_id: str, content: Content, *, is_error: bool | None = None) -> Body:
    """Give the block of a result; the order of its keys tells errors from answers."""
    if is_error:
        return {
            "type": "tool_result",
            "content": content,
            "is_error": True,
            "tool_use_id": call_id,
        }
    block: Body = {"tool_use_id": call_id, "type": "tool_result", "content": content}
    return block if is_error is None else {**block, "is_error": False}


def _user(content: Content) -> Body:
    return {"type": "user", "message": {"role": "user", "content": content}}


def reply(
    message: Mapping[str, Any],
    *,
    request_id: str | None,
    attribution: Mapping[str, str] | None = None,
) -> list[Draft]:
    """Give the lines of a message of the model: one per block, each with the whole usage.

    ``attribution`` names the skill, MCP server or agent that it is owed to, by the keys of lines.
    """
    usage = normal_usage(message.get("usage") or {})
    blocks: Sequence[Any] = message.get("content") or ()
    drafts = []
    for block in blocks:
        own = {**message, "content": [block], "usage": usage}
        own.setdefault("stop_details", None)
        before: Body = {"message": own}
        if request_id is not None:
            before["requestId"] = request_id
        drafts.append(Draft(before={**before, **(attribution or {}), "type": "assistant"}))
    return drafts


def normal_usage(usage: Mapping[str, Any]) -> Body:
    """Give a usage with all keys in the client's order; keys that are not known come behind."""
    tools = usage.get("server_tool_use") or {}
    cache = usage.get("cache_creation") or {}
    known: Body = {
        "input_tokens": usage.get("input_tokens") or 0,
        "cache_creation_input_tokens": usage.get("cache_creation_input_tokens") or 0,
        "cache_read_input_tokens": usage.get("cache_read_input_tokens") or 0,
        "output_tokens": usage.get("output_tokens") or 0,
        "server_tool_use": {
            "web_search_requests": tools.get("web_search_requests") or 0,
            "web_fetch_requests": tools.get("web_fetch_requests") or 0,
        },
        "service_tier": usage.get("service_tier") or "standard",
        "cache_creation": {
            "ephemeral_1h_input_tokens": cache.get("ephemeral_1h_input_tokens") or 0,
            "ephemeral_5m_input_tokens": cache.get("ephemeral_5m_input_tokens") or 0,
        },
        "inference_geo": usage.get("inference_geo") or "",
        "iterations": usage.get("iterations") or [],
        "speed": usage.get("speed") or "standard",
    }
    return {**known, **{key: value for key, value in usage.items() if key not in known}}


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiFailure:
    """What is kept of a request that failed for good."""

    text: str
    """What the person is shown."""
    error: str
    """``rate_limit``, ``server_error``, ``authentication_failed``, ``invalid_request``, ..."""
    request_id: str | None = None
    status: int | None = None
    details: str | None = None
    stop_reason: str = "stop_sequence"


def api_error(failure: ApiFailure, *, message_id: str) -> Draft:
    """Give the line of a request that failed; a resume does not send it."""
    behind: Body = {"message": _made_up(failure.text, message_id, failure.stop_reason)}
    if failure.request_id is not None:
        behind["requestId"] = failure.request_id
    behind["error"] = failure.error
    if failure.details is not None:
        behind["errorDetails"] = failure.details
    behind["isApiErrorMessage"] = True
    if failure.status is not None:
        behind["apiErrorStatus"] = failure.status
    return Draft(before={"type": "assistant"}, behind=behind)


def no_response(*, message_id: str, hangs_on: str | None = None) -> Draft:
    """Give the line that stands for the answer that a prompt never got."""
    message = _made_up(NO_RESPONSE, message_id, "stop_sequence")
    return Draft(
        before={"type": "assistant"},
        behind={"message": message, "isApiErrorMessage": False},
        hangs_on=hangs_on,
    )


def go_on() -> Draft:
    """Give the line that asks for the rest of a turn that was broken off."""
    return meta([{"type": "text", "text": GO_ON}])


def _made_up(text: str, message_id: str, stop_reason: str) -> Body:
    return {
        "id": message_id,
        "container": None,
        "model": SYNTHETIC_MODEL,
        "role": "assistant",
        "stop_details": None,
        "stop_reason": stop_reason,
        "stop_sequence": "",
        "type": "message",
        "usage": {
            "input_tokens": 0,
            "output_tokens": 0,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "server_tool_use": {"web_search_requests": 0, "web_fetch_requests": 0},
            "service_tier": None,
            "cache_creation": {"ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": 0},
            "inference_geo": None,
            "iterations": None,
            "speed": None,
        },
        "content": [{"type": "text", "text": text}],
        "context_management": None,
    }
