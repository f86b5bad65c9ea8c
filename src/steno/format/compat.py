"""From the shapes of older files to the one that 2.1.197 writes: one small step each.

Reading needs none of this: the entries find what they look for wherever a version put it,
and keep every byte. It is for callers that want to see one shape only. A step takes a
decoded body and gives a new one, or the same where it does not apply; it changes nothing in
place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Body = dict[str, Any]
    """A decoded line."""
    Step = Callable[[Body], Body]

_ROLES: Final = ("user", "assistant")


def modernise(body: Body) -> tuple[Body, tuple[str, ...]]:
    """Take every step that applies; give the new body and the names of the steps taken."""
    taken: list[str] = []
    for name, step in STEPS.items():
        changed = step(body)
        if changed is not body:
            taken.append(name)
            body = changed
    return body, tuple(taken)


def type_from_role(body: Body) -> Body:
    """Spec 002: an assistant line has no ``type``; the role of its message says it."""
    if body.get("type") is not None:
        return body
    role = _message(body).get("role") if _has_message(body) else body.get("role")
    return {"type": role, **_without(body, "type")} if role in _ROLES else body


def content_into_message(body: Body) -> Body:
    """Spec 002: a user line keeps its content on the line itself."""
    if body.get("type") not in _ROLES or "content" not in body or _has_message(body):
        return body
    message = {"role": body["type"], "content": body["content"]}
    return {**_without(body, "content", "role", "message"), "message": message}


def timestamp_from_message(body: Body) -> Body:
    """Spec 002: the time may stand in the message alone."""
    stamp = _message(body).get("timestamp")
    has_own = isinstance(body.get("timestamp"), str)
    if body.get("type") not in _ROLES or has_own or not isinstance(stamp, str):
        return body
    return {**body, "message": _without(_message(body), "timestamp"), "timestamp": stamp}


def blocks_for_string(body: Body) -> Body:
    """Spec 002: the content of an assistant line may be a string; the client fails on one."""
    content = _message(body).get("content")
    if body.get("type") != "assistant" or not isinstance(content, str):
        return body
    blocks = [{"type": "text", "text": content}] if content else []
    return _with_content(body, blocks)


def agent_for_task(body: Body) -> Body:
    """Up to 2.1.50 the tool that starts a sub-agent was called Task."""
    content = _message(body).get("content")
    blocks: list[Any] = content if isinstance(content, list) else []
    if body.get("type") != "assistant" or not any(_is_task(block) for block in blocks):
        return body
    return _with_content(body, [_as_agent(b) if _is_task(b) else b for b in blocks])


def _is_task(block: object) -> bool:
    if not isinstance(block, dict):
        return False
    return block.get("type") == "tool_use" and block.get("name") == "Task"


def _as_agent(block: Body) -> Body:
    return {**block, "name": "Agent"}


def text_of_read_file(body: Body) -> Body:
    """Spec 004: a file that was read is a string, with the type ``file``."""
    result = _result(body)
    if result.get("type") != "file" or not isinstance(result.get("file"), str):
        return body
    return _with_result(body, {"type": "text", "file": {"content": result["file"]}})


def mode_of_grep(body: Body) -> Body:
    """Up to 1.0.43 a Grep gave files alone and did not say so."""
    result = _result(body)
    if result.keys() != {"filenames", "numFiles"}:
        return body
    return _with_result(body, {"mode": "files_with_matches", **result})


def original_of_multi_edit(body: Body) -> Body:
    """Up to 1.0.128 a MultiEdit called the content before ``originalFileContents``."""
    result = _result(body)
    if "originalFileContents" not in result or "originalFile" in result:
        return body
    renamed = {"originalFileContents": "originalFile"}
    return _with_result(body, {renamed.get(key, key): value for key, value in result.items()})


def status_of_agent(body: Body) -> Body:
    """Up to 1.0.98 a sub-agent's result had no status: it was always completed."""
    result = _result(body)
    if "status" in result or not {"content", "totalDurationMs", "totalTokens"} <= result.keys():
        return body
    return _with_result(body, {"status": "completed", **result})


def subtype_of_system(body: Body) -> Body:
    """1.0.x: a system line has no subtype; its content is for the user to read."""
    if body.get("type") != "system" or body.get("subtype") is not None:
        return body
    return {**body, "subtype": "informational"}


def backups_for_contents(body: Body) -> Body:
    """Spec 003: a file's content stands in the snapshot itself, in the place of a backup record.

    ``inlineContent`` marks the record: there is no file behind it.
    """
    snapshot = body.get("snapshot")
    if body.get("type") != "file-history-snapshot" or not isinstance(snapshot, dict):
        return body
    tracked = snapshot.get("trackedFileBackups")
    if not isinstance(tracked, dict) or not any(isinstance(b, str) for b in tracked.values()):
        return body
    time = snapshot.get("timestamp")
    backups = {path: _as_backup(backup, time) for path, backup in tracked.items()}
    return {**body, "snapshot": {**snapshot, "trackedFileBackups": backups}}


def _as_backup(backup: object, time: object) -> object:
    if not isinstance(backup, str):
        return backup
    return {"backupFileName": None, "version": 1, "backupTime": time, "inlineContent": backup}


def _has_message(body: Body) -> bool:
    return isinstance(body.get("message"), dict)


def _message(body: Body) -> Body:
    message = body.get("message")
    return message if isinstance(message, dict) else {}


def _result(body: Body) -> Body:
    result = body.get("toolUseResult")
    return result if isinstance(result, dict) else {}


def _with_result(body: Body, result: Body) -> Body:
    return {**body, "toolUseResult": result}


def _with_content(body: Body, blocks: list[Any]) -> Body:
    return {**body, "message": {**_message(body), "content": blocks}}


def _without(body: Body, *keys: str) -> Body:
    return {key: value for key, value in body.items() if key not in keys}


STEPS: Final[dict[str, Step]] = {
    "type-from-role": type_from_role,
    "content-into-message": content_into_message,
    "timestamp-from-message": timestamp_from_message,
    "blocks-for-string": blocks_for_string,
    "agent-for-task": agent_for_task,
    "text-of-read-file": text_of_read_file,
    "mode-of-grep": mode_of_grep,
    "original-of-multi-edit": original_of_multi_edit,
    "status-of-agent": status_of_agent,
    "subtype-of-system": subtype_of_system,
    "backups-for-contents": backups_for_contents,
}
"""Every step by its name, in the order in which they are taken."""
