"""Lines outside of the conversation: queue, titles, modes, snapshots, and news of running tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from steno.client.lines import Draft

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.client.lines import Body

LONGEST_LAST_PROMPT: Final = 200
"""Characters of a prompt that a ``last-prompt`` line holds."""


def queue_operation(
    session_id: str,
    timestamp: str,
    operation: Literal["enqueue", "dequeue", "remove", "popAll"],
    content: str | None = None,
) -> Body:
    """Give that a prompt came into the queue or left it; prompts with images have no content."""
    body = {
        "type": "queue-operation",
        "operation": operation,
        "timestamp": timestamp,
        "sessionId": session_id,
    }
    return body if content is None else {**body, "content": content}


def last_prompt(session_id: str, leaf: str, prompt: str | None = None) -> Body:
    """Give where a resume goes on, and the last thing that was asked."""
    said = {} if prompt is None else {"lastPrompt": _cut(prompt)}
    return {"type": "last-prompt", **said, "leafUuid": leaf, "sessionId": session_id}


def _cut(prompt: str) -> str:
    line = prompt.replace("\n", " ").strip()
    return line if len(line) <= LONGEST_LAST_PROMPT else line[:LONGEST_LAST_PROMPT].strip() + "…"


def mode(session_id: str, name: str = "normal") -> Body:
    """Give the mode of the client itself."""
    return {"type": "mode", "mode": name, "sessionId": session_id}


def permission_mode(session_id: str, name: str) -> Body:
    """Give what the model may do unasked."""
    return {"type": "permission-mode", "permissionMode": name, "sessionId": session_id}


def custom_title(session_id: str, title: str) -> Body:
    """Give the name that the person gave the session."""
    return {"type": "custom-title", "customTitle": title, "sessionId": session_id}


def agent_name(session_id: str, name: str) -> Body:
    """Give the name under which other agents know the session."""
    return {"type": "agent-name", "agentName": name, "sessionId": session_id}


def agent_setting(session_id: str, agent: str) -> Body:
    """Give the kind of agent that the main conversation is."""
    return {"type": "agent-setting", "agentSetting": agent, "sessionId": session_id}


def pr_link(session_id: str, timestamp: str, number: int, url: str, repository: str) -> Body:
    """Give a pull request that was made."""
    return {
        "type": "pr-link",
        "sessionId": session_id,
        "prNumber": number,
        "prUrl": url,
        "prRepository": repository,
        "timestamp": timestamp,
    }


def snapshot(
    message_id: str,
    backups: Mapping[str, Mapping[str, Any]],
    timestamp: str,
    *,
    prompt_id: str | None = None,
) -> Body:
    """Give which copies of files there were at a prompt.

    ``message_id`` is the line that it was made for; where that is a reply in the middle of a
    turn, ``prompt_id`` is the prompt whose snapshot it brings up to date.
    """
    held = {
        "messageId": message_id if prompt_id is None else prompt_id,
        "trackedFileBackups": {path: dict(copy) for path, copy in backups.items()},
        "timestamp": timestamp,
    }
    return {
        "type": "file-history-snapshot",
        "messageId": message_id,
        "snapshot": held,
        "isSnapshotUpdate": prompt_id is not None,
    }


def progress(
    data: Mapping[str, Any], *, call_id: str | None = None, parent_call: str | None = None
) -> Draft:
    """Give news of a running tool as clients up to 2.1.81 wrote them; nothing hangs on them."""
    calls = {} if call_id is None else {"toolUseID": call_id}
    if parent_call is not None or call_id is not None:
        calls["parentToolUseID"] = parent_call or str(call_id)
    return Draft(before={"type": "progress", "data": dict(data), **calls}, is_aside=True)


def bash_progress(call_id: str, output: str, full_output: str) -> Draft:
    """Give the new output of a command, and all of it so far."""
    data = {"type": "bash_progress", "output": output, "fullOutput": full_output}
    return progress(data, call_id=call_id)


def agent_progress(call_id: str, line: Mapping[str, Any]) -> Draft:
    """Give a message of a sub-agent."""
    message = {"type": line["type"], "message": line["message"]}
    return progress({"type": "agent_progress", "message": message}, call_id=call_id)


def hook_progress(event: str, name: str, command: str) -> Draft:
    """Give that a hook was started."""
    data = {"type": "hook_progress", "hookEvent": event, "hookName": name, "command": command}
    return progress(data)


def query_update(call_id: str, query: str) -> Draft:
    """Give that the web is searched."""
    return progress({"type": "query_update", "query": query}, call_id=call_id)


def search_results_received(call_id: str, count: int, query: str) -> Draft:
    """Give how much was found."""
    data = {"type": "search_results_received", "resultCount": count, "query": query}
    return progress(data, call_id=call_id)


def waiting_for_task(call_id: str, description: str, kind: str) -> Draft:
    """Give that a background task is waited for."""
    data = {"type": "waiting_for_task", "taskDescription": description, "taskType": kind}
    return progress(data, call_id=call_id)
