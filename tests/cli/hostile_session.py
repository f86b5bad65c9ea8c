"""A session whose every field holds what a terminal would obey: prompts, cards, notices, all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.cli.payloads import PAYLOADS, marked
from tests.written import line_of, place, write_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Body = dict[str, Any]

SESSION: Final = "dddddddd-0000-4000-8000-00000000000d"
CHUNK: Final = 12
"""Payloads in one field; fewer turns are drawn sooner."""


def chunks() -> list[str]:
    """Give all payloads between their marks, several together."""
    evil = [marked(number, payload) for number, payload in enumerate(PAYLOADS)]
    return ["".join(evil[at : at + CHUNK]) for at in range(0, len(evil), CHUNK)]


class Hostile:
    """Builds the lines of one turn around some payloads, each field behind its own name."""

    fields: Final[set[str]] = set()
    """The names of all fields that were filled."""

    def __init__(self, number: int, evil: str) -> None:
        """Take the number of the turn and the payloads."""
        self._number = number
        self._evil = evil
        self._lines = 0
        self._parent: str | None = None

    def field(self, name: str) -> str:
        """Fill a field: its name tells where it went to."""
        Hostile.fields.add(name)
        return f"@{name}@{self._evil}"

    def line(self, kind: str, **own: Any) -> Body:
        """Make a line that hangs on the one before."""
        self._lines += 1
        uuid = f"u{self._number}-{self._lines}"
        stamp = (
            f"2026-01-03T{10 + self._number // 60:02}:{self._number % 60:02}:00.{self._lines:03}Z"
        )
        body = {
            "type": kind, "uuid": uuid, "parentUuid": self._parent, "timestamp": stamp,
            "sessionId": SESSION, "cwd": f"/tmp/{self._evil}", "version": "2.1.197", **own,
        }  # fmt: skip
        self._parent = uuid
        return body

    def user(self, content: Any, **own: Any) -> Body:
        """Make a user line."""
        return self.line("user", message={"role": "user", "content": content}, **own)

    def reply(self, *blocks: Body, **own: Any) -> Body:
        """Make a reply that is a message of its own."""
        message = {
            "id": f"m{self._number}-{self._lines}", "role": "assistant",
            "model": own.pop("model", "claude-opus-4-8"), "stop_reason": self.field("stop"),
            "content": list(blocks), "usage": {"input_tokens": 5, "output_tokens": 5},
        }  # fmt: skip
        return self.line("assistant", message=message, **own)

    def call(
        self, name: str, arguments: Any, result: Any, structured: Any = None, **own: Any
    ) -> list[Body]:
        """Make a call and its result."""
        call_id = f"toolu_{self._number}_{self._lines}"
        use = {"type": "tool_use", "id": call_id, "name": name, "input": arguments}
        answer = {"type": "tool_result", "tool_use_id": call_id, "content": result, **own}
        return [self.reply(use), self.user([answer], toolUseResult=structured)]

    def attached(self, kind: str, **own: Any) -> Body:
        """Make an attachment."""
        return self.line("attachment", attachment={"type": kind, **own})

    def loose(self, kind: str, **own: Any) -> Body:
        """Make a line beside the conversation."""
        return {"type": kind, "sessionId": SESSION, **own}

    def turn(self, parent: str | None) -> list[Body]:
        """Give all lines, behind the turn before."""
        self._parent = parent
        field = self.field
        ide = f"<ide_selection>{field('ide')}</ide_selection>"
        return [
            self.user(ide + field("prompt"), permissionMode=field("mode-of-a-prompt"),
                      origin={"kind": "peer", "name": field("sender")}),
            self.reply({"type": "thinking", "thinking": field("thinking"), "signature": "x"},
                       {"type": "text", "text": self._markdown()}, model=field("model")),
            self.reply({"type": field("block")}),
            *self._tools(),
            *self._notices(),
            *self._attachments(),
            *self._beside(),
        ]  # fmt: skip

    @property
    def end(self) -> str | None:
        """The line that the next turn hangs on."""
        return self._parent

    def _markdown(self) -> str:
        words = self.field
        return (
            f"# {words('heading')}\n\n- {words('item')}\n\n`{words('code')}`\n\n"
            f"```py\n{words('fence')}\n```\n\n| {words('cell')} |\n|---|\n| x |\n\n"
            f"{words('words')} &#x202e;&#13;&#x9b;"
        )

    def _tools(self) -> Iterator[Body]:
        field = self.field
        patch = [{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1,
                  "lines": [f"-{field('removed')}", f"+{field('added')}"]}]  # fmt: skip
        runs: list[list[Body]] = [
            self.call("Bash", {"command": field("command"), "description": field("description")},
                      "x", {"stdout": field("stdout"), "stderr": field("stderr")}),
            self.call("Bash", {"command": "x"}, f"Exit code 1\n{field('failed')}",
                      f"Error: {field('failed')}", is_error=True),
            self.call("Edit", {"file_path": field("path"), "old_string": "a", "new_string": "b"},
                      "x", {"filePath": "x", "structuredPatch": patch}),
            self.call("Write", {"file_path": field("new-file"), "content": field("content")}, "x",
                      {"type": "create", "filePath": "x", "content": "x", "structuredPatch": []}),
            self.call("Read", {"file_path": field("read-path")}, "x",
                      {"type": "text", "file": {"content": field("text-read"), "startLine": 1}}),
            self.call("Glob", {"pattern": field("pattern")}, "x", {"filenames": [field("name")]}),
            self.call("TodoWrite", {"todos": [
                {"content": field("todo"), "status": field("status"), "activeForm": "x"}]}, "x"),
            self.call("AskUserQuestion", {"questions": [
                {"question": field("question"), "header": field("header"),
                 "options": [{"label": field("label"), "description": field("choice")}]}]}, "x"),
            self.call("ExitPlanMode", {"plan": field("plan")}, "x"),
            self.call("WebFetch", {"url": field("url"), "prompt": field("fetch-prompt")},
                      field("page")),
            self.call("Task", {"subagent_type": field("agent-type"), "prompt": field("task"),
                               "description": field("agent")}, field("answer"),
                      {"status": "completed", "content": [{"type": "text", "text": "x"}]}),
            self.call(f"mcp__s__{field('mcp-tool')}", {field("key"): field("value")},
                      [{"type": "text", "text": field("mcp-result")}]),
            self.call(field("tool-name"), [field("odd-input")], {"odd": field("odd-result")}),
        ]  # fmt: skip
        for run in runs:
            yield from run
        stray = {"type": "tool_result", "tool_use_id": "gone", "content": self.field("stray")}
        yield self.user([stray])

    def _notices(self) -> Iterator[Body]:
        field = self.field
        yield self.line("system", subtype="api_error", error={"message": field("api-error")})
        yield self.line("system", subtype="informational", content=field("information"))
        yield self.line("system", subtype=field("subtype"), content=field("unknown-notice"))
        tag = f"<command-name>{field('local-command')}</command-name>"
        yield self.line("system", subtype="local_command", content=tag)
        yield self.line("system", subtype="stop_hook_summary", hookErrors=[field("stop-hook")],
                        hookInfos=[{"command": field("hook-command")}], stopReason="x")  # fmt: skip
        yield self.line("system", subtype="model_refusal_fallback", fallbackModel=field("fallback"))
        text = {"type": "text", "text": field("failure")}
        yield self.reply(text, isApiErrorMessage=True)
        yield self.user(f"[Request interrupted by user {field('interrupt')}]")
        yield self.user(f"<bash-stdout>{field('bash-output')}</bash-stdout>")
        yield self.user(field("meta"), isMeta=True)

    def _attachments(self) -> Iterator[Body]:
        field, add = self.field, self.attached
        yield add("hook_success", hookName=field("hook"), stdout=field("hook-output"))
        yield add("hook_blocking_error", blockingError={"blockingError": field("hook-error")})
        yield add("hook_additional_context", content=[field("hook-context")])
        content = {"type": "text", "file": {"content": field("attached-text")}}
        yield add("file", displayPath=field("attached"), content=content)
        yield add("nested_memory", path=field("memory"), content={"content": field("rule")})
        yield add("queued_command", prompt=field("queued"), commandMode="prompt")
        yield add("diagnostics", files=[{"uri": "x", "diagnostics": [{"message": field("lint")}]}])
        yield add("task_status", description=field("background"), status=field("state"))
        yield add("structured_output", data={field("answer-key"): field("answer-value")})
        yield add("teammate_mailbox", messages=[{"from": field("mate"), "text": field("letter")}])
        yield add("output_style", style=field("style"))
        yield add(field("attachment-type"))

    def _beside(self) -> Iterator[Body]:
        field, add = self.field, self.loose
        yield add("custom-title", customTitle=field("title"))
        yield add("ai-title", aiTitle=field("model's title"))
        yield add("permission-mode", permissionMode=field("permission-mode"))
        yield add("pr-link", prUrl=field("pr-url"), prRepository=field("repository"), prNumber=1)
        yield add("worktree-state", worktreeSession={"worktreePath": field("worktree")})
        yield add("agent-name", agentName=field("agent-name"))
        yield add(field("loose-type"))


def write_hostile(home: Path) -> Path:
    """Write the session, with a compaction, a branch and a sub-agent, into a home."""
    lines: list[Any] = []
    parent = None
    for number, evil in enumerate(chunks()):
        hostile = Hostile(number, evil)
        lines += hostile.turn(parent)
        parent = hostile.end
        lines += [
            hostile.line("system", subtype="compact_boundary", parentUuid=None,
                         logicalParentUuid=parent,
                         compactMetadata={"trigger": hostile.field("trigger"), "preTokens": 9}),
            hostile.user(hostile.field("summary"), isCompactSummary=True),
        ]  # fmt: skip
        fork = hostile.end
        lines += [hostile.user(hostile.field("dead-end")), hostile.reply()]
        lines += [{**hostile.user(hostile.field("rewound")), "parentUuid": fork}, hostile.reply()]
        parent = hostile.end
        lines.append(f"{evil} no record\n".encode("utf-8", "replace"))
        agent = place(home, SESSION).with_suffix("") / "subagents" / f"agent-a{number}.jsonl"
        inner = Hostile(900 + number, evil)
        own = {"isSidechain": True, "agentId": f"a{number}"}
        write_lines(agent, {**inner.user(inner.field("agent-prompt")), **own})
        meta = {"agentType": inner.field("meta-type"), "description": inner.field("meta-words")}
        write_lines(agent.with_suffix(".meta.json"), line_of(meta))
    return write_lines(place(home, SESSION), *lines, seconds=3_900_000_000)
