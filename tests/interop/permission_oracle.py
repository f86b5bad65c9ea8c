"""Asks the real client what it decides about tool calls: may run, needs a word, may not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tests.client.permissions.places import Places
from tests.interop.made_tools import MCP
from tests.interop.real_client import bare_environment
from tests.interop.resuming import import_script

if TYPE_CHECKING:
    from pathlib import Path

    from tests.client.permissions.oracle_table import Group
    from tests.interop.real_client import Client

Json = dict[str, Any]

_PATIENCE: Final = 240
_DENIED: Final = (
    "Permission to use",
    "denied access to domain",
    "denied by permission rule",
    "blocked by permission rules",
    "denied by your permission settings",
)
"""What the client says to a call that no answer could let pass."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the client decided on one call, and what it said with it."""

    decision: str
    said: str
    suggestions: list[Json]
    reason: Json


class Oracle:
    """Runs one client, once for each group."""

    def __init__(self, client: Client, scripts: Path, base: Path) -> None:
        """Take the client, the folder of the scripted API, and where to work."""
        self._client = client
        self._api = import_script(scripts, "fake_api")
        self._base = base

    def places(self, group: Group) -> Places:
        """Give the folders of a group."""
        return Places(self._base / group.name)

    def decide(self, group: Group) -> list[Seen]:
        """Let the client decide on every call of a group."""
        places = self.places(group)
        places.lay_out()
        rules = [{"match": {"tool": "Read"}, "replies": _replies(group, places)}]
        log = places.base / "requests.jsonl"
        server, port = self._api.serve(rules, log)
        try:
            frames = self._run(group, places, port)
        finally:
            server.shutdown()
            server.server_close()
        return _decisions(frames, len(group.cases))

    def _run(self, group: Group, places: Places, port: int) -> list[Json]:
        environment = bare_environment(places.home) | {
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
            "ANTHROPIC_API_KEY": "made-up",
            "CLAUDE_CODE_TMPDIR": str(places.base),
            "DISABLE_AUTO_COMPACT": "1",
            "IS_SANDBOX": "1",
            "SHELL": "/bin/bash",
        }
        with subprocess.Popen(
            [str(self._client.binary), *_arguments(group, places)],
            env=environment,
            cwd=places.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
        ) as run:
            stop = threading.Timer(_PATIENCE, os.killpg, (run.pid, signal.SIGKILL))
            stop.start()
            try:
                return _converse(run)
            finally:
                stop.cancel()
                if run.poll() is None:
                    os.killpg(run.pid, signal.SIGKILL)


def _arguments(group: Group, places: Places) -> list[str]:
    settings: Json = {"skipWebFetchPreflight": True}
    if group.source == "flag":
        settings["permissions"] = places.filled(group.rules)
    else:
        path = {
            "project": places.project / ".claude" / "settings.json",
            "local": places.project / ".claude" / "settings.local.json",
            "user": places.home / ".claude" / "settings.json",
        }[group.source]
        path.write_text(json.dumps({"permissions": places.filled(group.rules)}), "utf-8")
    arguments = ["-p", "--input-format", "stream-json", "--output-format", "stream-json"]
    arguments += ["--verbose", "--permission-prompt-tool", "stdio"]
    arguments += ["--permission-mode", group.mode, "--settings", json.dumps(settings)]
    if any(tool.startswith("mcp__") for tool in (case.tool for case in group.cases)):
        arguments += ["--mcp-config", MCP]
    for folder in places.filled(group.more_folders):
        arguments += ["--add-dir", folder]
    return arguments


def _replies(group: Group, places: Places) -> list[Json]:
    """Give one call per reply: calls beside each other end together when one fails."""
    blocks: list[Json] = []
    for n, case in enumerate(group.cases):
        filled = places.filled(case.given)
        blocks.append(_call(f"toolu_case{n:04}", case.tool, filled))
        if "cd" in str(filled.get("command", "")):
            blocks.append(_call(f"toolu_back{n:04}", "Bash", {"command": f"cd {places.project}"}))
    over = {"content": [{"type": "text", "text": "That is all."}]}
    return [*({"content": [block]} for block in blocks), over]


def _call(name: str, tool: str, given: Json) -> Json:
    return {"type": "tool_use", "id": name, "name": tool, "input": given}


def _converse(run: subprocess.Popen[str]) -> list[Json]:
    """Say one thing, refuse whatever is asked for, and keep all frames until the turn is over."""
    assert run.stdin is not None
    assert run.stdout is not None
    said = {"type": "user", "message": {"role": "user", "content": "Go."}}
    run.stdin.write(json.dumps(said) + "\n")
    run.stdin.flush()
    frames = []
    for line in run.stdout:
        frame = json.loads(line)
        frames.append(frame)
        if frame["type"] == "control_request":
            run.stdin.write(json.dumps(_refusal(frame)) + "\n")
            run.stdin.flush()
        if frame["type"] == "result":
            run.stdin.close()
    return frames


def _refusal(frame: Json) -> Json:
    denied = {"behavior": "deny", "message": "The oracle says no."}
    answer = {"subtype": "success", "request_id": frame["request_id"], "response": denied}
    return {"type": "control_response", "response": answer}


def _decisions(frames: list[Json], count: int) -> list[Seen]:
    asked = {
        frame["request"]["tool_use_id"]: frame["request"]
        for frame in frames
        if frame["type"] == "control_request" and frame["request"]["subtype"] == "can_use_tool"
    }
    results = {
        block["tool_use_id"]: block
        for frame in frames
        if frame["type"] == "user" and isinstance(frame["message"]["content"], list)
        for block in frame["message"]["content"]
        if block["type"] == "tool_result"
    }
    ids = [f"toolu_case{n:04}" for n in range(count)]
    return [_seen(asked.get(name), results.get(name)) for name in ids]


def _seen(asked: Json | None, result: Json | None) -> Seen:
    said = json.dumps(result["content"], ensure_ascii=False) if result else "(no result)"
    if asked:
        reason = {
            key: value
            for key, value in asked.items()
            if key in ("decision_reason", "blocked_path", "description", "decision_reason_type")
        }
        return Seen("ask", said, asked.get("permission_suggestions") or [], reason)
    if result is None:
        return Seen("none", said, [], {})
    if result.get("is_error") and any(words in said for words in _DENIED):
        return Seen("deny", said, [], {})
    failed_before = "<tool_use_error>" in said
    return Seen("none" if failed_before else "allow", said, [], {})
