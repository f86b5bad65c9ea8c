"""Frames of the stream: what programs around us are told, each as one JSON line.

Members and their order are those of the real client. No frame is longer than the official SDKs
take: what is too long is cut, and stands in full in the transcript.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from steno.client.compaction import window
from steno.client.request import most_output
from steno.format import codec
from steno.format.members import object_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from steno.client.events import Retrying, TurnEnded

    Body = Mapping[str, Any]
    Frame = dict[str, Any]

LONGEST: Final = (1 << 20) - 4096
"""Bytes of a frame. The SDKs count up to 1 MiB, a piece of the next line included."""
_SHORTER: Final = (64 << 10, 4 << 10, 256, 16)
"""How long a text in a frame may be, tried in turn."""
_CUT: Final = "… [cut: the transcript has all {length} characters]"
_NO_IMAGE: Final = "[an image of {length} characters is left out here; the transcript has it]"
_CAPITAL: Final = re.compile("[A-Z]")
_STATUS: Final = re.compile(r"(\d{3}):")
_ENDED_BY: Final = {
    "error_max_turns": "max_turns",
    "error_max_budget_usd": "budget",
    "error_max_structured_output_retries": "structured_output",
}


class TooLongError(ValueError):
    """A frame cannot be sent: it is too long, and cutting it would change what it asks for."""


def encoded(frame: Body, *, may_cut: bool = True) -> bytes:
    """Give a frame as its line; what is too long is cut unless that must not be."""
    line = _line(frame)
    if len(line) <= LONGEST:
        return line
    if not may_cut:
        raise TooLongError(f"{len(line)} bytes are more than the SDKs take")
    short = {key: value for key, value in frame.items() if key != "tool_use_result"}
    for most in _SHORTER:
        line = _line(_cut(short, most))
        if len(line) <= LONGEST:
            return line
    raise TooLongError("it has too many parts to be told at all")


def _line(frame: Body) -> bytes:
    # A line of JSON has to be one line to readers that break lines at more than a newline.
    text = codec.encode_value(frame)
    return text.replace(b"\xe2\x80\xa8", b"\\u2028").replace(b"\xe2\x80\xa9", b"\\u2029") + b"\n"


def _cut(value: Any, most: int) -> Any:
    if isinstance(value, str):
        told = _CUT.format(length=len(value))
        return value if len(value) <= most else value[: max(0, most - len(told))] + told
    if isinstance(value, list):
        return [_cut(one, most) for one in value]
    if not isinstance(value, dict):
        return value
    data = (object_in(value, "source") or {}).get("data")
    if value.get("type") in ("image", "document") and isinstance(data, str) and len(data) > most:
        return {"type": "text", "text": _NO_IMAGE.format(length=len(data))}
    return {key: _cut(one, most) for key, one in value.items()}


def init(told: Body, session_id: str) -> Frame:
    """Tell of the session at the beginning of a turn; ``told`` holds tools, model and the like."""
    return {
        "type": "system",
        "subtype": "init",
        "cwd": told["cwd"],
        "session_id": session_id,
        **{key: value for key, value in told.items() if key != "cwd"},
        "uuid": str(uuid4()),
    }


def system(subtype: str, session_id: str, **own: Any) -> Frame:
    """Tell something of the client itself."""
    marks = {"uuid": str(uuid4()), "session_id": session_id}
    return {"type": "system", "subtype": subtype, **own, **marks}


def assistant(line: Body, parent_call: str | None) -> Frame:
    """Tell one block of an answer; ``line`` is the line that holds it."""
    frame: Frame = {
        "type": "assistant",
        "message": {**line["message"], "context_management": None},
        "parent_tool_use_id": parent_call,
        "session_id": line["sessionId"],
        "uuid": line["uuid"],
    }
    if isinstance(line.get("error"), str):
        frame["error"] = line["error"]
    if line.get("requestId"):
        frame["request_id"] = line["requestId"]
    return frame


def user(line: Body, parent_call: str | None, *, is_replay: bool = False) -> Frame:
    """Tell what was said on the user's side: results of calls, interruptions, and prompts."""
    message = line["message"]
    if parent_call is not None and isinstance(message["content"], str):
        message = {**message, "content": [{"type": "text", "text": message["content"]}]}
    frame: Frame = {
        "type": "user",
        "message": message,
        "parent_tool_use_id": parent_call,
        "session_id": line["sessionId"],
        "uuid": line["uuid"],
        "timestamp": line["timestamp"],
    }
    if line.get("isMeta") or line.get("isCompactSummary"):
        frame["isSynthetic"] = True
    if is_replay:
        frame["isReplay"] = True
    if "toolUseResult" in line and parent_call is None:
        frame["tool_use_result"] = _shown_result(line)
    return frame


def _shown_result(line: Body) -> Any:
    """Give what came of a call; what an MCP server said besides stands around it."""
    meta = object_in(line, "mcpMeta")
    return {"content": line["toolUseResult"], **meta} if meta else line["toolUseResult"]


def stream_event(event: Body, session_id: str, parent_call: str | None) -> Frame:
    """Tell a piece of an answer as it came."""
    return {
        "type": "stream_event",
        "event": event,
        "session_id": session_id,
        "parent_tool_use_id": parent_call,
        "uuid": str(uuid4()),
    }


def compacted(line: Body) -> Frame:
    """Tell that what was said before was summed up; ``line`` is the boundary."""
    return {
        "type": "system",
        "subtype": "compact_boundary",
        "session_id": line["sessionId"],
        "uuid": line["uuid"],
        "compact_metadata": _snake(object_in(line, "compactMetadata") or {}),
    }


def _snake(value: Any) -> Any:
    """Name the members of what a line holds as frames name them."""
    if not isinstance(value, dict):
        return value
    return {_CAPITAL.sub(r"_\g<0>", key).lower(): _snake(one) for key, one in value.items()}


def informational(line: Body) -> Frame:
    """Tell something that people should know, such as that a hook refused a prompt."""
    told: Frame = {
        "type": "system",
        "subtype": "informational",
        "content": line.get("content"),
        "level": line.get("level"),
    }
    if line.get("preventContinuation") is True:
        told["prevent_continuation"] = True
    return told | {"uuid": line["uuid"], "session_id": line["sessionId"]}


def retrying(event: Retrying, session_id: str, most: int) -> Frame:
    """Tell that the model is asked again, up to so often."""
    status = _STATUS.match(event.reason)
    return system(
        "api_retry",
        session_id,
        attempt=event.attempt,
        max_retries=most,
        retry_delay_ms=round(event.seconds * 1000),
        error_status=int(status[1]) if status else None,
        error=event.reason,
    )


def result(event: TurnEnded, session_id: str, *, status: int | None = None) -> Frame:
    """Tell how a turn ended; ``status`` is that of a refusal by the API."""
    is_answer = event.subtype == "success"
    times = {"duration_ms": event.duration_ms, "duration_api_ms": event.api_ms}
    head: Frame = {"type": "result", "subtype": event.subtype}
    if is_answer:
        head |= {"is_error": event.is_error, "api_error_status": status, **times}
        head |= {"num_turns": event.num_turns, "result": event.text}
    else:
        head |= {**times, "is_error": event.is_error, "num_turns": event.num_turns}
    head |= {
        "stop_reason": event.stop_reason,
        "session_id": session_id,
        "total_cost_usd": 0 if event.cost is None else float(event.cost),
        "usage": event.usage,
        "modelUsage": {model: _used(model, used) for model, used in event.model_usage.items()},
        "permission_denials": [dict(denial) for denial in event.denials],
    }
    if event.structured_output is not None:
        head["structured_output"] = event.structured_output
    head |= {"terminal_reason": _reason(event), "uuid": str(uuid4())}
    return head if is_answer else head | {"errors": list(event.errors)}


def _used(model: str, used: Body) -> Frame:
    limits = {"contextWindow": window(model, None), "maxOutputTokens": most_output(model)}
    return {**used, "costUSD": used.get("costUSD") or 0, **limits}


def _reason(event: TurnEnded) -> str:
    if event.subtype == "error_during_execution":
        return "aborted_tools" if event.stop_reason == "tool_use" else "aborted_streaming"
    return _ENDED_BY.get(event.subtype, "completed")


def control_request(request_id: str, request: Body) -> Frame:
    """Ask the program around us for something."""
    return {"type": "control_request", "request_id": request_id, "request": request}


def control_cancel(request_id: str) -> Frame:
    """Tell it that the answer is not waited for any more."""
    return {"type": "control_cancel_request", "request_id": request_id}


def control_success(request_id: str, response: Body | None = None) -> Frame:
    """Answer what it asked for."""
    answer: Frame = {"subtype": "success", "request_id": request_id}
    return {
        "type": "control_response",
        "response": answer if response is None else answer | {"response": response},
    }


def control_error(request_id: str, problem: str) -> Frame:
    """Tell it that something cannot be done."""
    answer = {"subtype": "error", "request_id": request_id, "error": problem}
    return {"type": "control_response", "response": answer}


def mirrors(path: str, lines: Iterable[Body]) -> Iterator[Frame]:
    """Yield the lines that were written, in as many frames as they need; each line is whole."""
    held: list[Body] = []
    size = 0
    for line in lines:
        length = len(codec.encode_value(line)) + 1
        if held and size + length > LONGEST - len(path) * 6 - 256:
            yield _mirror(path, held)
            held, size = [], 0
        held.append(line)
        size += length
    if held:
        yield _mirror(path, held)


def _mirror(path: str, lines: Sequence[Body]) -> Frame:
    return {"type": "transcript_mirror", "filePath": path, "entries": list(lines)}
