"""Attachments: what a client tells the model beside what was said, as lines of the chain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from steno.client.lines import Draft

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steno.client.lines import Content


def attachment(kind: str, /, **own: Any) -> Draft:
    """Give an attachment of any kind; its members by their own names, in their order."""
    return Draft(before={"attachment": {"type": kind, **own}, "type": "attachment"})


def file(path: str, content: Mapping[str, Any], display_path: str) -> Draft:
    """Give a file that was mentioned, or put back after a compaction; as Read keeps it."""
    return attachment("file", filename=path, content=dict(content), displayPath=display_path)


def directory(path: str, listing: str, display_path: str) -> Draft:
    """Give a folder that was mentioned."""
    return attachment("directory", path=path, content=listing, displayPath=display_path)


def edited_text_file(path: str, snippet: str) -> Draft:
    """Give what somebody else changed in a file that the model has read."""
    return attachment("edited_text_file", filename=path, snippet=snippet)


def nested_memory(path: str, held: Mapping[str, Any], display_path: str) -> Draft:
    """Give what people wrote down for a folder that the model came to."""
    return attachment("nested_memory", path=path, content=dict(held), displayPath=display_path)


def skill_listing(content: str, names: Sequence[str], *, is_initial: bool = True) -> Draft:
    """Give the skills that there are."""
    return attachment(
        "skill_listing",
        content=content,
        skillCount=len(names),
        isInitial=is_initial,
        names=list(names),
    )


def agent_listing(lines: Mapping[str, str], *, is_initial: bool = True) -> Draft:
    """Give the kinds of sub-agents that there are, each with its line."""
    return attachment(
        "agent_listing_delta",
        addedTypes=list(lines),
        addedLines=list(lines.values()),
        removedTypes=[],
        isInitial=is_initial,
        showConcurrencyNote=is_initial,
    )


def queued_command(
    prompt: Content,
    timestamp: str,
    *,
    mode: Literal["prompt", "task-notification"] = "prompt",
    origin: str | None = None,
) -> Draft:
    """Give what was said while a tool ran, and is heard behind its result."""
    human = {} if origin is None else {"origin": {"kind": origin}}
    return attachment(
        "queued_command", prompt=prompt, commandMode=mode, **human, timestamp=timestamp
    )


def command_permissions(allowed_tools: Sequence[str]) -> Draft:
    """Give the tools that a command may use unasked."""
    return attachment("command_permissions", allowedTools=list(allowed_tools))


def plan_mode(plan_path: str, *, exists: bool, is_subagent: bool = False) -> Draft:
    """Give that nothing may be changed until there is a plan."""
    return attachment(
        "plan_mode",
        reminderType="full",
        isSubAgent=is_subagent,
        planFilePath=plan_path,
        planExists=exists,
    )


def plan_mode_exit(plan_path: str, *, exists: bool) -> Draft:
    """Give that the work may begin."""
    return attachment("plan_mode_exit", planFilePath=plan_path, planExists=exists)


def structured_output(value: Any, call_id: str) -> Draft:
    """Give an answer in the form that was asked for."""
    return attachment("structured_output", data=value, toolUseID=call_id)


def max_turns_reached(most: int, taken: int) -> Draft:
    """Give that the model was asked as often as it may be."""
    return attachment("max_turns_reached", maxTurns=most, turnCount=taken)


def budget(used: float, total: float) -> Draft:
    """Give what may be spent, and what was."""
    return attachment("budget_usd", used=used, total=total, remaining=total - used)


def mcp_instructions(blocks: Mapping[str, str]) -> Draft:
    """Give what MCP servers say of themselves, by their names."""
    return attachment(
        "mcp_instructions_delta",
        addedNames=list(blocks),
        addedBlocks=list(blocks.values()),
        removedNames=[],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HookRun:
    """Which hook ran, and for what."""

    name: str
    """The event and what it matched, such as ``PreToolUse:Bash``."""
    event: str
    call_id: str
    """The tool's call, or an id of the event itself."""

    def _named(self) -> dict[str, Any]:
        return {"hookName": self.name, "toolUseID": self.call_id, "hookEvent": self.event}

    def context(self, contexts: Sequence[str]) -> Draft:
        """Give what it has to say to the model; a plain string would break the real client."""
        return attachment("hook_additional_context", content=list(contexts), **self._named())

    def success(self, ended: HookEnd) -> Draft:
        """Give what it put out; the model sees that of SessionStart and UserPromptSubmit."""
        return attachment("hook_success", **self._named(), content=ended.stdout.strip(), **{
            "stdout": ended.stdout, "stderr": ended.stderr, **ended.last(),
        })  # fmt: skip

    def error(self, ended: HookEnd) -> Draft:
        """Give that it failed, which stops nothing."""
        told = f"Failed with non-blocking status code: {ended.stderr.strip()}"
        return attachment("hook_non_blocking_error", **self._named(), **{
            "stderr": told, "stdout": ended.stdout, **ended.last(),
        })  # fmt: skip

    def blocking(self, reason: str, command: str) -> Draft:
        """Give why it does not let something be; the model sees that."""
        blocked = {"blockingError": reason, "command": command}
        return attachment("hook_blocking_error", **self._named(), blockingError=blocked)

    def cancelled(self) -> Draft:
        """Give that it was ended, for it took too long or the person broke off."""
        return attachment("hook_cancelled", **self._named())

    def stopped(self, message: str) -> Draft:
        """Give why it ended the turn."""
        return attachment("hook_stopped_continuation", message=message, **self._named())

    def system_message(self, message: str) -> Draft:
        """Give what it has to say to the person."""
        return attachment("hook_system_message", content=message, **self._named())


@dataclass(frozen=True, slots=True, kw_only=True)
class HookEnd:
    """How a hook's command ended."""

    command: str
    stdout: str
    stderr: str
    exit_code: int
    duration_ms: int

    def last(self) -> dict[str, Any]:
        """Give the keys at the end of an attachment about it."""
        return {
            "exitCode": self.exit_code,
            "command": self.command,
            "durationMs": self.duration_ms,
        }
