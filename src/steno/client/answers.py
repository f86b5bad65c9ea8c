"""What the program around us may ask for while a session runs, and what it is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from steno import __version__
from steno.client import frames
from steno.client.context_usage import context_usage
from steno.client.launch import BYPASS
from steno.client.mcp_connections import McpFailedError
from steno.client.model_names import SHORT_NAMES, full_name, model_named
from steno.client.recorder import time_text
from steno.client.spending import guessed_tokens
from steno.client.start_flags import MODES
from steno.format.members import text_in
from steno.session.models import DEFAULT_MODEL

if TYPE_CHECKING:
    from steno.client.launch import Launched
    from steno.client.telling import Telling

    Body = Mapping[str, Any]

SHOWN_AS: Final = {"Agent": "Task"}
"""Tools that are listed under the name that programs know them by."""
COMMANDS: Final = {"compact": "Sum up what was said so far, and go on with that"}
"""Slash commands that are part of the client."""


class RefusedRequestError(Exception):
    """Something that cannot be done; the program is told why."""


def beginning(launched: Launched, *, is_first: bool) -> dict[str, Any]:
    """Answer ``initialize``: what there is to choose from."""
    defined = launched.agent.shared.definitions
    recipes = [
        {"name": one.name, "description": one.description, "argumentHint": one.argument_hint}
        for one in (*defined.commands.values(), *defined.skills.values())
    ]
    own = [
        {"name": name, "description": about, "argumentHint": ""} for name, about in COMMANDS.items()
    ]
    agents = [
        {"name": one.name, "description": one.description}
        | ({"model": one.model} if one.model else {})
        for one in defined.agents.values()
    ]
    return {
        "commands": recipes + own,
        "agents": agents,
        "output_style": "default",
        "available_output_styles": ["default"],
        "models": _models(),
        "account": {},
        "pid": _pid(),
        "hook_on_failure_supported": True,
        "hooks_applied": is_first,
    }


def _models() -> list[dict[str, str]]:
    told = {"default": DEFAULT_MODEL} | {name: full_name(name) for name in SHORT_NAMES}
    return [
        {
            "value": name,
            "resolvedModel": model,
            "displayName": name.capitalize(),
            "description": model,
        }
        for name, model in told.items()
    ]


def _pid() -> int:
    import os  # noqa: PLC0415 - nothing else of it is needed

    return os.getpid()


def init_told(launched: Launched, session_id: str) -> dict[str, Any]:
    """Give the frame that begins a turn."""
    agent, environ = launched.agent, launched.agent.context.environ
    defined = agent.shared.definitions
    told = {
        "cwd": str(agent.context.cwd),
        "tools": [SHOWN_AS.get(name, name) for name in agent.tools],
        "mcp_servers": launched.servers.told(),
        "model": agent.model,
        "permissionMode": agent.shared.judge.mode,
        "slash_commands": [*defined.commands, *defined.skills, *COMMANDS],
        "apiKeySource": "ANTHROPIC_API_KEY" if environ.get("ANTHROPIC_API_KEY") else "none",
        "claude_code_version": __version__,
        "output_style": "default",
        "agents": list(defined.agents),
        "skills": list(defined.skills),
        "plugins": [],
    }
    return frames.init(told, session_id)


async def _interrupt(launched: Launched, request: Body, telling: Telling) -> None:
    del request, telling
    if launched.agent.is_busy:
        launched.agent.interrupt.wish()


async def _set_mode(launched: Launched, request: Body, telling: Telling) -> dict[str, Any]:
    mode = text_in(request, "mode")
    if mode not in MODES:
        raise RefusedRequestError(f"There is no permission mode {mode!r}: {', '.join(MODES)}")
    if mode == BYPASS and not launched.may_bypass:
        raise RefusedRequestError(
            f"Cannot set permission mode to {mode} because the session was not launched with "
            "--dangerously-skip-permissions"
        )
    update = {"type": "setMode", "mode": mode, "destination": "session"}
    launched.agent.shared.judge.apply([update])
    told = frames.system("status", telling.session_id, status=None, permissionMode=mode)
    telling.put(told)
    return {"mode": mode}


async def _set_model(launched: Launched, request: Body, telling: Telling) -> None:
    agent = launched.agent
    environ = agent.context.environ
    wanted = model_named(text_in(request, "model"), environ)
    chosen = wanted or model_named(launched.config.model, environ) or DEFAULT_MODEL
    if chosen != agent.model:
        agent.model, agent.names = chosen, set()
    said = f"<local-command-stdout>Set model to {chosen}</local-command-stdout>"
    line = {
        "message": {"role": "user", "content": said},
        "sessionId": telling.session_id,
        "uuid": str(uuid4()),
        "timestamp": time_text(datetime.now(UTC)),
    }
    telling.put(frames.user(line, None, is_replay=True))


async def _set_thinking(launched: Launched, request: Body, telling: Telling) -> None:
    del telling
    from dataclasses import replace  # noqa: PLC0415 - few programs ask for it

    budget = request.get("max_thinking_tokens")
    if budget is not None and (not isinstance(budget, int) or budget < 0):
        raise RefusedRequestError("max_thinking_tokens has to be a number")
    shared = launched.agent.shared
    thinking = replace(shared.options.thinking, budget=budget)
    shared.options = replace(shared.options, thinking=thinking)


async def _mcp_status(launched: Launched, request: Body, telling: Telling) -> dict[str, Any]:
    del request, telling
    return {"mcpServers": [server.told() for server in launched.servers.servers.values()]}


async def _mcp_reconnect(launched: Launched, request: Body, telling: Telling) -> None:
    del telling
    try:
        await launched.servers.reconnect(text_in(request, "serverName") or "")
    except McpFailedError as error:
        raise RefusedRequestError(str(error)) from error


async def _mcp_toggle(launched: Launched, request: Body, telling: Telling) -> None:
    del telling
    name, enabled = text_in(request, "serverName") or "", request.get("enabled") is True
    try:
        await launched.servers.toggle(name, enabled=enabled)
    except McpFailedError as error:
        raise RefusedRequestError(str(error)) from error


async def _context_usage(launched: Launched, request: Body, telling: Telling) -> dict[str, Any]:
    del request, telling
    told = await context_usage(launched.agent)
    parts = [*told["categories"], {"name": "Free space", "tokens": told["freeTokens"]}]
    return {
        **told,
        "categories": [{**part, "color": "inactive"} for part in parts],
        "percentage": round(told["percentage"]),
        "rawMaxTokens": told["maxTokens"],
        # What only draws a picture in the real client's terminal is empty, but it is there.
        "gridRows": [],
        "memoryFiles": [],
        "mcpTools": _mcp_tools(launched),
        "agents": [],
    }


def _mcp_tools(launched: Launched) -> list[dict[str, Any]]:
    return [
        {
            "name": tool.name,
            "serverName": tool.server_name,
            "tokens": guessed_tokens(tool.size),
            "isLoaded": True,
        }
        for tool in launched.servers.tools()
    ]


async def _rewind(launched: Launched, request: Body, telling: Telling) -> dict[str, Any]:
    del telling
    backups = launched.agent.context.backups
    if not backups.on:
        raise RefusedRequestError(
            "File rewinding is not enabled: set CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1"
        )
    dry = request.get("dry_run") is True
    try:
        done = backups.rewind(text_in(request, "user_message_id") or "", dry=dry)
    except (LookupError, OSError) as error:
        raise RefusedRequestError(str(error)) from error
    return {
        "canRewind": True,
        "filesChanged": [str(path) for path in done.files],
        "insertions": done.insertions,
        "deletions": done.deletions,
    }


async def _stop_task(launched: Launched, request: Body, telling: Telling) -> dict[str, Any]:
    del telling
    background = launched.agent.context.background
    task = background.find(text_in(request, "task_id") or "")
    if task is not None:
        await background.stop(task)
    return {}


Answer = Callable[["Launched", Mapping[str, Any], "Telling"], Awaitable[Mapping[str, Any] | None]]

ANSWERS: Final[Mapping[str, Answer]] = {
    "interrupt": _interrupt,
    "set_permission_mode": _set_mode,
    "set_model": _set_model,
    "set_max_thinking_tokens": _set_thinking,
    "mcp_status": _mcp_status,
    "mcp_reconnect": _mcp_reconnect,
    "mcp_toggle": _mcp_toggle,
    "get_context_usage": _context_usage,
    "rewind_files": _rewind,
    "stop_task": _stop_task,
}
"""By subtype; anything else is refused."""
