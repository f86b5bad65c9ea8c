"""Small transcripts for the tests of a resume: each line is named by its uuid, and says it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from steno.format.decode import decode
from steno.session.session import from_entries
from tests.written import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.session.session import Session

Body = dict[str, Any]

OPUS: Final = "claude-opus-4-8"
"""A model to which reminders are sent apart."""
SONNET: Final = "claude-sonnet-4-5-20250929"
"""A model to which reminders are sent among the user's words."""
ABSENT: Final = "(absent)"
"""As a parent: the line has no parentUuid at all."""
_START: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)


def moment(seconds: float) -> str:
    """Give a time, so many seconds after the beginning."""
    return f"{_START + timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"


def line(kind: str, uuid: str | None, **own: Any) -> Body:
    """Make a line; ``parent`` and ``at`` (in seconds) are those of the chain where not given."""
    body: Body = {"type": kind} if uuid is None else {"type": kind, "uuid": uuid}
    if "parent" in own:
        parent = own.pop("parent")
        body |= {} if parent is ABSENT else {"parentUuid": parent}
        body["steno:placed"] = True
    if "at" in own:
        body["timestamp"] = moment(own.pop("at"))
    return body | own


def user(uuid: str | None, content: Any = None, **own: Any) -> Body:
    """Make a user line that says its own name unless told otherwise."""
    content = uuid if content is None else content
    return line("user", uuid, message={"role": "user", "content": content}, **own)


def reply(uuid: str | None, *blocks: Any, of: str | None = None, **own: Any) -> Body:
    """Make a line of a reply; lines that are ``of`` the same message are parts of it."""
    message = {
        "id": of or f"msg-{uuid}",
        "role": "assistant",
        "model": own.pop("model", OPUS),
        "content": list(blocks) or [text(str(uuid))],
        **own.pop("message", {}),
    }
    return line("assistant", uuid, message=message, **own)


def system(uuid: str, subtype: str, **own: Any) -> Body:
    """Make a system line."""
    return line("system", uuid, subtype=subtype, **own)


def command(uuid: str, content: Any = None, **own: Any) -> Body:
    """Make the line of a local command."""
    content = uuid if content is None else content
    return system(uuid, "local_command", content=content, **own)


def boundary(uuid: str = "boundary", **own: Any) -> Body:
    """Make the line of a compaction; a new root unless a parent is given."""
    own.setdefault("parent", None)
    return system(uuid, "compact_boundary", compactMetadata=own.pop("metadata", {}), **own)


def attachment(uuid: str, kind: str = "queued_command", /, **own: Any) -> Body:
    """Make an attachment; what is no key of a line is one of its own."""
    outer = {key: own.pop(key) for key in ("parent", "at", "isSidechain") if key in own}
    words = {"prompt": uuid} if kind == "queued_command" else {}
    return line("attachment", uuid, attachment={"type": kind, **words, **own}, **outer)


def progress(uuid: str, **own: Any) -> Body:
    """Make a progress line."""
    return line("progress", uuid, data={"type": "bash_progress"}, **own)


def text(words: Any) -> Body:
    """Make a text block."""
    return {"type": "text", "text": words}


def thinking(words: str) -> Body:
    """Make a thinking block."""
    return {"type": "thinking", "thinking": words, "signature": "signed"}


def call(name: Any, tool: str = "Bash", **own: Any) -> Body:
    """Make the block of a tool call."""
    return {"type": "tool_use", "id": name, "name": tool, "input": {}, **own}


def result(name: Any, content: Any = "done", **own: Any) -> Body:
    """Make the block of a tool's result."""
    return {"type": "tool_result", "tool_use_id": name, "content": content, **own}


def image(name: str = "pixels") -> Body:
    """Make an image."""
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": name}}


def chained(lines: Iterable[Body | bytes]) -> list[bytes]:
    """Hang each line on the one before and let a second pass, where a line says nothing else."""
    stored: list[bytes] = []
    parent = None
    for seconds, body in enumerate(lines):
        if isinstance(body, bytes):
            stored.append(body)
            continue
        placed = body.get("steno:placed")
        given = {key: value for key, value in body.items() if key != "steno:placed"}
        hung = {} if placed or body["type"] == "last-prompt" else {"parentUuid": parent}
        stored.append(line_of({**hung, "timestamp": moment(seconds), **given}))
        parent = body.get("uuid", parent)
    return stored


def entries_of(lines: Iterable[Body | bytes]) -> list[Entry]:
    """Decode lines as a file would be."""
    return [decode(raw, line=number) for number, raw in enumerate(chained(lines), 1)]


def session(*lines: Body | bytes) -> Session:
    """Make a session of lines."""
    return from_entries(entries_of(lines))


def write(path: Path, *lines: Body | bytes) -> Path:
    """Write a transcript of lines."""
    path.write_bytes(b"".join(chained(lines)))
    return path


def brief(messages: Iterable[Body]) -> list[tuple[str, ...]]:
    """Give messages in short: the role, then a word or two for each block."""
    return [(message["role"], *map(_word, _blocks(message["content"]))) for message in messages]


def sent(*lines: Body | bytes, **asked: Any) -> list[tuple[str, ...]]:
    """Give in short what a resume of these lines would send; it must not be refused."""
    loaded = session(*lines)
    assert asked or loaded.refusal is None
    return brief(loaded.messages(**asked))


def _blocks(content: Any) -> list[Any]:
    return [text(content)] if isinstance(content, str) else content


def _word(block: Any) -> str:
    match block:
        case {"type": "text", "text": words}:
            return str(words)
        case {"type": "tool_use", "id": name}:
            return f"call {name}"
        case {"type": "tool_result", "tool_use_id": name}:
            return f"result {name}"
        case {"type": "image", "source": {"data": name}}:
            return f"image {name}"
        case {"type": "thinking", "thinking": words}:
            return f"thinking {words}"
    return str(block["type"])
