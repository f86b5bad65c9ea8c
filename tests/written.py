"""Small transcripts for tests, written line by line."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

ONE: Final = "11111111-0000-4000-8000-000000000001"
TWO: Final = "22222222-0000-4000-8000-000000000002"
THREE: Final = "33333333-0000-4000-8000-000000000003"


def line_of(body: Any) -> bytes:
    """Encode one line as the client does; lone surrogates stay escapes."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(body, separators=(",", ":")).encode() + b"\n"


def write_lines(path: Path, *lines: bytes | dict[str, Any], seconds: int | None = None) -> Path:
    """Write a file of these lines, bytes as they are; last written ``seconds`` after 1970."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(one if isinstance(one, bytes) else line_of(one) for one in lines))
    if seconds is not None:
        os.utime(path, (seconds, seconds))
    return path


def place(home: Path, session_id: str, project: str = "-tmp-project") -> Path:
    """Give the place of a session in a home."""
    return home / "projects" / project / f"{session_id}.jsonl"


def user(content: Any = "hello", **own: Any) -> dict[str, Any]:
    """Make a user line; a key that is None is left out."""
    message = {"role": "user", "content": content}
    return _line({"type": "user", "message": message, **_common("u"), **own})


def reply(message_id: str | None = "msg_1", *, usage: Any = None, **own: Any) -> dict[str, Any]:
    """Make an assistant line; keys of the message are given as ``message={...}``."""
    message = {
        "id": message_id,
        "role": "assistant",
        "model": "claude-opus-4-8",
        "stop_reason": "end_turn",
        "content": [{"type": "text", "text": "hi"}],
        "usage": usage,
        **own.pop("message", {}),
    }
    body = {"type": "assistant", "message": _line(message), **_common("a"), **own}
    return _line(body)


def _common(uuid: str) -> dict[str, Any]:
    return {
        "uuid": uuid,
        "parentUuid": None,
        "sessionId": ONE,
        "timestamp": "2026-01-03T15:44:58.325Z",
        "cwd": "/tmp/project",
        "version": "2.1.197",
    }


def _line(body: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if value is not None or key == "parentUuid"}
