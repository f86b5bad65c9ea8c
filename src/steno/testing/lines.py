"""Single lines of a transcript, with the keys and their order as each client version has them.

Every ``make_*`` function gives the body of one line (``make_assistant``: of one line per
block). Keys of the format itself are passed by their own names::

    make_user("When is high water?", permissionMode="default")
    make_system("turn_duration", durationMs=5500, isMeta=False)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.testing.seeded import START, Clock, Ids
from steno.testing.tokens import Tokens, usage_of, usage_while_streaming

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Body = dict[str, Any]
    """The decoded object of one line."""
    Content = str | list[dict[str, Any]]
    """What a message holds."""

CLIENT_VERSION: Final = "2.1.197"
"""The client whose manner is followed unless a stamp names another."""
MODEL: Final = "claude-opus-4-8"
SESSION_ID: Final = "5e551011-0000-4000-8000-000000000001"
"""The session of lines that are made without a stamp."""

_ENVELOPE_LAST: Final = (2, 1, 90)
_ENTRYPOINT_SINCE: Final = (2, 1, 78)
_BRANCH_SINCE: Final = (1, 0, 55)
_CALLER_SINCE: Final = (2, 1, 45)
_STOP_DETAILS_SINCE: Final = (2, 1, 89)
_DIAGNOSTICS_SINCE: Final = (2, 1, 120)
_PLACEHOLDERS: Final = ((2, 0, 50), (2, 1, 89))

_IN_FRONT: Final = ("requestId", "attributionSkill", "attributionPlugin", "attributionMcpServer",
                    "attributionMcpTool", "attributionAgent")  # fmt: skip
_BEHIND_TIME: Final = {
    "turn_duration": ("isMeta",),
    "stop_hook_summary": ("toolUseID",),
    "compact_boundary": ("level", "compactMetadata"),
    "microcompact_boundary": ("level", "microcompactMetadata"),
    "model_refusal_fallback": ("refusedUserMessageUuid",),
    "local_command": ("isMeta",),
    "away_summary": ("isMeta",),
    None: ("toolUseID", "level"),
}


def version_tuple(version: str) -> tuple[int, ...]:
    """Read a client version so that two of them compare."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())


@dataclass(frozen=True, slots=True)
class Stamp:
    """Where and by what a line was written: the envelope without the chain."""

    session_id: str = SESSION_ID
    cwd: str = "/home/mira/ebb"
    version: str = CLIENT_VERSION
    git_branch: str = "main"
    entrypoint: str = "cli"
    slug: str | None = None
    agent_id: str | None = None
    """Set for the lines of a sub-agent; they are sidechains."""
    sidechain: bool = False
    """True for a sub-agent's lines inside the main file (1.0.x), which have no agent id."""

    @property
    def release(self) -> tuple[int, ...]:
        """The version, ready to compare."""
        return version_tuple(self.version)

    def where(self) -> Body:
        """Give the keys that every line of a session repeats, in the order of the version."""
        keys: Body = {"userType": "external"}
        if self.release >= _ENTRYPOINT_SINCE:
            keys["entrypoint"] = self.entrypoint
        keys |= {"cwd": self.cwd, "sessionId": self.session_id, "version": self.version}
        if self.release >= _BRANCH_SINCE:
            keys["gitBranch"] = self.git_branch
        return keys


@dataclass(frozen=True, slots=True)
class Link:
    """A line's own id, its parent's, and its time."""

    uuid: str = "11111111-0000-4000-8000-000000000001"
    parent: str | None = None
    timestamp: str = START


FIRST: Final = Link()
HERE: Final = Stamp()


def make_user(content: Content, *, link: Link = FIRST, stamp: Stamp = HERE, **own: Any) -> Body:
    """Make a user line: a prompt, a tool's result, or what the client says in the user's name."""
    front = _picked(own, "promptId")
    flags = _picked(own, "isVisibleInTranscriptOnly", "isCompactSummary", "isMeta")
    middle = {"type": "user", "message": {"role": "user", "content": content}, **flags}
    return _chain_line(link, stamp, front, {**middle, **_identity(link), **own})


def make_assistant(
    blocks: Sequence[Mapping[str, Any]],
    *,
    links: Sequence[Link] = (),
    stamp: Stamp = HERE,
    reply: Reply | None = None,
    **own: Any,
) -> list[Body]:
    """Make the lines of one API message: one per block, chained, all with the same id."""
    reply = reply or Reply()
    links = links or chained(len(blocks))
    messages = _api_messages([dict(block) for block in blocks], reply, stamp)
    front = {"requestId": reply.request_id, **_picked(own, *_IN_FRONT)}
    return [
        _chain_line(
            link, stamp, {}, {"message": message, **front, "type": "assistant"}
            | _identity(link) | own,
        )
        for link, message in zip(links, messages, strict=True)
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """What all lines of one API message have in common."""

    message_id: str = "msg_01Demo0000000000000000"
    request_id: str = "req_011CDemo000000000000000"
    model: str = MODEL
    stop_reason: str | None = "end_turn"
    tokens: Tokens = Tokens()  # noqa: RUF009 - frozen itself


def chained(count: int, *, seed: str = "chain", parent: str | None = None) -> list[Link]:
    """Give links for lines that follow one another, a second apart."""
    ids, clock = Ids(seed), Clock()
    links: list[Link] = []
    for _ in range(count):
        link = Link(ids.uuid(), parent, clock.tick())
        links.append(link)
        parent = link.uuid
    return links


def make_synthetic(text: str, *, link: Link = FIRST, stamp: Stamp = HERE, **own: Any) -> Body:
    """Make a reply that never came from the API: a filler, or with ``error=`` a failure."""
    message = {
        "id": Ids(link.uuid).uuid(), "container": None, "model": SYNTHETIC_MODEL,
        "role": "assistant", "stop_reason": "stop_sequence", "stop_sequence": "",
        "type": "message", "usage": usage_of(Tokens(tier=None), stamp.release),
        "content": [{"type": "text", "text": text}], "context_management": None,
    }  # fmt: skip
    own.setdefault("isApiErrorMessage", "error" in own)
    own = {**_picked(own, "error"), **own}
    middle = {"type": "assistant", **_identity(link), "message": message}
    return _chain_line(link, stamp, {}, {**middle, **own})


def make_tool_result(
    tool_use_id: str, content: Content, *, link: Link = FIRST, stamp: Stamp = HERE, **own: Any
) -> Body:
    """Make the user line that answers a tool call; ``is_error=`` goes into its block."""
    is_error = own.pop("is_error", None)
    block: Body = {"tool_use_id": tool_use_id, "type": "tool_result", "content": content}
    if is_error:
        block = {"type": "tool_result", "content": content, "is_error": True,
                 "tool_use_id": tool_use_id}  # fmt: skip
    elif is_error is not None:
        block["is_error"] = False
    own = {**_picked(own, "promptId", "toolUseResult"), **own}
    if stamp.release >= (2, 1, 1):
        own.setdefault("sourceToolAssistantUUID", link.parent)
    return make_user([block], link=link, stamp=stamp, **own)


def make_tool_use(tool_use_id: str, name: str, arguments: Body, stamp: Stamp = HERE) -> Body:
    """Make the block of a tool call."""
    block: Body = {"type": "tool_use", "id": tool_use_id, "name": name, "input": arguments}
    if stamp.release >= _CALLER_SINCE:
        block["caller"] = {"type": "direct"}
    return block


def make_system(
    subtype: str | None, *, link: Link = FIRST, stamp: Stamp = HERE, **own: Any
) -> Body:
    """Make a system line; without a subtype it is one of 1.0.x."""
    logical = _picked(own, "logicalParentUuid")
    behind = _picked(own, *_BEHIND_TIME.get(subtype, ()))
    named = {"type": "system"} if subtype is None else {"type": "system", "subtype": subtype}
    middle = {**named, **own, "timestamp": link.timestamp, "uuid": link.uuid, **behind}
    body = _chain_line(link, stamp, {}, middle)
    return {"parentUuid": body.pop("parentUuid"), **logical, **body}


def make_attachment(kind: str, *, link: Link = FIRST, stamp: Stamp = HERE, **own: Any) -> Body:
    """Make an attachment line; ``own`` are the keys of the attachment itself."""
    middle = {"attachment": {"type": kind, **own}, "type": "attachment", **_identity(link)}
    return _chain_line(link, stamp, {}, middle)


def make_progress(
    data: Body, tool_use_id: str, *, link: Link = FIRST, stamp: Stamp = HERE, **own: Any
) -> Body:
    """Make a progress line (2.1.12 to 2.1.81); ``toolUseID`` may name a part of the call."""
    calls = {"toolUseID": tool_use_id, "parentToolUseID": tool_use_id, **own}
    return _chain_line(link, stamp, {}, {"type": "progress", "data": data, **calls,
                                         **_identity(link)})  # fmt: skip


def make_loose(kind: str, *, session_id: str | None = SESSION_ID, **own: Any) -> Body:
    """Make a line beside the conversation; the session's id stands last unless ``own`` has it."""
    body: Body = {"type": kind, **own}
    if session_id is not None:
        body.setdefault("sessionId", session_id)
    return body


def make_snapshot(
    message_id: str, backups: Mapping[str, Any], timestamp: str = START, *, is_update: bool = False
) -> Body:
    """Make a file-history snapshot; a backup is a record, or the old content itself (spec 003)."""
    return {
        "type": "file-history-snapshot",
        "messageId": message_id,
        "snapshot": {
            "messageId": message_id,
            "trackedFileBackups": dict(backups),
            "timestamp": timestamp,
        },
        "isSnapshotUpdate": is_update,
    }


def make_compaction(
    summary: str,
    metadata: Body,
    *,
    links: Sequence[Link] = (),
    stamp: Stamp = HERE,
    **own: Any,
) -> list[Body]:
    """Make a compaction's two lines: the boundary, a new root, and the summary behind it.

    The boundary's link names as its parent the line that it follows logically.
    """
    boundary, behind = links or chained(2, seed="compaction")
    cut = make_system(
        "compact_boundary",
        link=Link(boundary.uuid, None, boundary.timestamp),
        stamp=stamp,
        logicalParentUuid=boundary.parent,
        content="Conversation compacted",
        isMeta=False,
        level="info",
        compactMetadata=metadata,
    )
    link = Link(behind.uuid, boundary.uuid, behind.timestamp)
    flags = {"isVisibleInTranscriptOnly": True, "isCompactSummary": True}
    return [cut, make_user(summary, link=link, stamp=stamp, **own, **flags)]


def make_tool_call(
    name: str,
    arguments: Body,
    content: Content,
    *,
    links: Sequence[Link] = (),
    stamp: Stamp = HERE,
    **own: Any,
) -> list[Body]:
    """Make a call and its result; ``own`` are keys of the result's line, ``is_error=`` too."""
    call, result = links or chained(2, seed="tool call")
    tool_use_id = Ids(call.uuid).tool_use()
    use = make_tool_use(tool_use_id, name, arguments, stamp)
    reply = Reply(Ids(call.uuid).message(), Ids(call.uuid).request(), stop_reason="tool_use")
    asked = make_assistant([use], links=[call], stamp=stamp, reply=reply)
    return [*asked, make_tool_result(tool_use_id, content, link=result, stamp=stamp, **own)]


def _chain_line(link: Link, stamp: Stamp, front: Body, middle: Body) -> Body:
    """Put chain, envelope and own keys in the order of the stamp's version."""
    chain = {"parentUuid": link.parent, "isSidechain": stamp.sidechain or bool(stamp.agent_id)}
    agent = {} if stamp.agent_id is None else {"agentId": stamp.agent_id}
    slug = {} if stamp.slug is None else {"slug": stamp.slug}
    if stamp.release >= _ENVELOPE_LAST:
        return {**chain, **front, **agent, **middle, **stamp.where(), **slug}
    return {**chain, **stamp.where(), **agent, **slug, **front, **middle}


def _identity(link: Link) -> Body:
    return {"uuid": link.uuid, "timestamp": link.timestamp}


def _picked(own: Body, *keys: str) -> Body:
    """Take the named keys out of ``own``, in the order of their names."""
    return {key: own.pop(key) for key in keys if key in own}


def _api_messages(blocks: list[Body], reply: Reply, stamp: Stamp) -> Iterable[Body]:
    """Give the message of each line; some versions wrote placeholders on all but the last."""
    first, last = _PLACEHOLDERS
    streams = first <= stamp.release <= last
    final = usage_of(reply.tokens, stamp.release)
    for number, block in enumerate(blocks, start=1):
        unfinished = streams and number < len(blocks)
        usage = usage_while_streaming(reply.tokens, stamp.release) if unfinished else final
        message: Body = {
            "model": reply.model, "id": reply.message_id, "type": "message", "role": "assistant",
            "content": [block], "stop_reason": None if unfinished else reply.stop_reason,
            "stop_sequence": None,
        }  # fmt: skip
        if stamp.release >= _STOP_DETAILS_SINCE:
            message["stop_details"] = None
        message["usage"] = dict(usage)
        if stamp.release >= _DIAGNOSTICS_SINCE:
            message["diagnostics"] = None
        yield message
