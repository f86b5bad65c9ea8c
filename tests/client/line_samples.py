"""One line of every kind that we can write, by the names of the kinds in line_keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.client import attachments, lines, loose_lines, summing, system_lines
from steno.client.attachments import HookEnd, HookRun
from steno.client.lines import ApiFailure, Envelope, Link, complete
from steno.client.tool import ToolAnswer, failed
from tests.client.conversations import MEMORY, call, message, summed

if TYPE_CHECKING:
    from steno.client.lines import Body, Draft

SESSION: Final = "5e551011-0000-4000-8000-000000000001"
TIME: Final = "2026-11-15T12:00:00.000Z"
MAIN: Final = Envelope(session_id=SESSION, cwd="/sea", version="steno/1")
NAMED: Final = Envelope(session_id=SESSION, cwd="/sea", version="steno/1", slug="a-b-c")
AGENT: Final = Envelope(session_id=SESSION, cwd="/sea", version="steno/1", agent_id="a1")
LINK: Final = Link(uuid="u2", parent="u1", timestamp=TIME, prompt_id="p1")


def made(draft: Draft, envelope: Envelope = MAIN) -> Body:
    """Complete a draft."""
    return complete(draft, envelope, LINK)


def _failure(**own: Any) -> Draft:
    failure = ApiFailure(text="no", error="rate_limit", request_id="r", status=429, **own)
    return lines.api_error(failure, message_id="m")


def line_samples() -> dict[str, Body]:
    """Give a line of every kind."""
    answer = ToolAnswer("x", {"stdout": "x"})
    reply = lines.reply(message(call("Bash", command="ls")), request_id="r")[0]
    agents = lines.reply(message(), request_id="r", attribution={"attributionAgent": "x"})
    assert agents == []
    agents = lines.reply(
        message(call("Read")), request_id="r", attribution={"attributionAgent": "x"}
    )
    mcp = ToolAnswer("x", "x", meta={"mcpMeta": {}})
    metadata = summing.metadata(summed("auto"), ["k1", "k2"], "anchor")
    return {
        "prompt by a program": made(lines.prompt("x", permission_mode="default")),
        "prompt at a terminal": made(
            lines.prompt("x", permission_mode="default", source="typed", origin="human")
        ),
        "prompt with a slug": made(lines.prompt("x", permission_mode="default"), NAMED),
        "tool result": made(lines.tool_result("t", answer, source="u1")),
        "tool result of MCP": made(lines.tool_result("t", mcp, source="u1")),
        "tool result that ends the turn": made(
            lines.tool_result("t", ToolAnswer("x", {}, ends_turn=True), source="u1")
        ),
        "tool result of an agent": made(lines.tool_result("t", answer, source="u1"), AGENT),
        "task of an agent": made(lines.said("x"), AGENT),
        "said": made(lines.said("x")),
        "meta": made(lines.meta("x")),
        "body of a skill": made(lines.meta("x", call_id="t")),
        "summary": made(lines.summary("x", uuid="u2"), NAMED),
        "interrupt": made(lines.interrupt(for_tool=True, message_id="m")),
        "reply": made(reply),
        "reply of an agent": made(agents[0], AGENT),
        "filler": made(lines.no_response(message_id="m")),
        "API error": made(_failure()),
        "API error with details": made(_failure(details="much")),
        "turn_duration": made(system_lines.turn_duration(5, 2)),
        "local_command": made(system_lines.local_command("x")),
        "informational": made(system_lines.informational("x", prevents_continuation=True)),
        "compact_boundary": made(
            system_lines.compact_boundary(metadata, logical_parent="u0"), NAMED
        ),
        "stop_hook_summary": made(
            system_lines.stop_hook_summary(system_lines.StopHooks(call_id="x"))
        ),
        "attachment": made(attachments.attachment("ultrathink_effort")),
        "attachment of an agent": made(attachments.attachment("ultrathink_effort"), AGENT),
        "enqueue": loose_lines.queue_operation(SESSION, TIME, "enqueue", "x"),
        "dequeue": loose_lines.queue_operation(SESSION, TIME, "dequeue"),
        "last-prompt": loose_lines.last_prompt(SESSION, "u1", "x"),
        "last-prompt without words": loose_lines.last_prompt(SESSION, "u1"),
        "mode": loose_lines.mode(SESSION),
        "permission-mode": loose_lines.permission_mode(SESSION, "plan"),
        "custom-title": loose_lines.custom_title(SESSION, "x"),
        "agent-name": loose_lines.agent_name(SESSION, "x"),
        "agent-setting": loose_lines.agent_setting(SESSION, "x"),
        "pr-link": loose_lines.pr_link(SESSION, TIME, 7, "https://example.com/7", "o/r"),
        "file-history-snapshot": loose_lines.snapshot("u1", {}, TIME),
    }


def part_samples() -> dict[str, Body]:
    """Give the objects inside of lines."""
    whole = line_samples()
    metadata = whole["compact_boundary"]["compactMetadata"]
    return {
        "message of a reply": whole["reply"]["message"],
        "message made up": whole["filler"]["message"],
        "usage": whole["reply"]["message"]["usage"],
        "answer block": whole["tool result"]["message"]["content"][0],
        "answer block of Bash": made(
            lines.tool_result("t", ToolAnswer("x"), source="u1", tool="Bash")
        )["message"]["content"][0],
        "error block": made(lines.tool_result("t", failed("no"), source="u1", tool="Bash"))[
            "message"
        ]["content"][0],
        "compactMetadata": metadata,
        "preservedSegment": metadata["preservedSegment"],
        "preservedMessages": metadata["preservedMessages"],
        "snapshot": whole["file-history-snapshot"]["snapshot"],
        **{f"attachment/{name}": told for name, told in _attachments().items()},
    }


def _attachments() -> dict[str, Any]:
    run = HookRun(name="Stop", event="Stop", call_id="x")
    end = HookEnd(command="true", stdout="a\n", stderr="b\n", exit_code=1, duration_ms=3)
    drafts = {
        "file": attachments.file("/a", {"type": "text"}, "a"),
        "directory": attachments.directory("/a", "b", "a"),
        "edited_text_file": attachments.edited_text_file("/a", "1\tx"),
        "nested_memory": attachments.nested_memory("/a/CLAUDE.md", MEMORY, "a/CLAUDE.md"),
        "skill_listing": attachments.skill_listing("- a: b", ["a"]),
        "agent_listing_delta": attachments.agent_listing({"a": "- a: b"}),
        "queued_command": attachments.queued_command("x", TIME, mode="task-notification"),
        "queued_command of a person": attachments.queued_command("x", TIME, origin="human"),
        "command_permissions": attachments.command_permissions(["Read"]),
        "plan_mode": attachments.plan_mode("/p.md", exists=False),
        "plan_mode_exit": attachments.plan_mode_exit("/p.md", exists=True),
        "structured_output": attachments.structured_output({"n": 1}, "t"),
        "max_turns_reached": attachments.max_turns_reached(1, 2),
        "budget_usd": attachments.budget(1.0, 3.0),
        "mcp_instructions_delta": attachments.mcp_instructions({"sea": "Ask."}),
        "hook_additional_context": run.context(["x"]),
        "hook_success": run.success(end),
        "hook_non_blocking_error": run.error(end),
        "hook_blocking_error": run.blocking("no", "true"),
        "hook_cancelled": run.cancelled(),
        "hook_stopped_continuation": run.stopped("enough"),
        "hook_system_message": run.system_message("x"),
    }
    return {name: draft.before["attachment"] for name, draft in drafts.items()}
