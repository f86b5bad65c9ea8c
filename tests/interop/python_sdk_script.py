"""Runs inside the environment of the Python SDK: one use of it each, and what came of it."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

sdk: Any = import_module("claude_agent_sdk")

Told = dict[str, Any]


def options(given: Told, **own: Any) -> Any:
    """Give the options that all uses share."""
    shared = {"cli_path": given["program"], "model": "claude-sonnet-4-6", "cwd": Path.cwd()}
    return sdk.ClaudeAgentOptions(**(shared | own))


def told_of(message: Any) -> Told:
    """Give what is compared of a message."""
    told: Told = {"kind": type(message).__name__}
    if told["kind"] == "ResultMessage":
        told |= {
            "subtype": message.subtype,
            "is_error": message.is_error,
            "num_turns": message.num_turns,
            "result": message.result,
            "session": message.session_id,
            "cost": message.total_cost_usd,
            "denials": len(message.permission_denials or []),
        }
        told["structured"] = getattr(message, "structured_output", None)
    elif told["kind"] in ("AssistantMessage", "UserMessage"):
        content = message.content
        blocks = [content] if isinstance(content, str) else [type(b).__name__ for b in content]
        told |= {"blocks": blocks, "parent": message.parent_tool_use_id}
    elif told["kind"] == "SystemMessage":
        told |= {"subtype": message.subtype, "data": message.data}
    return told


async def asked(prompt: Any, chosen: Any) -> list[Told]:
    """Ask once; give all messages."""
    return [told_of(message) async for message in sdk.query(prompt=prompt, options=chosen)]


async def turn(client: Any, prompt: str) -> list[Told]:
    """Say something to an open client; give the messages of its answer."""
    await client.query(prompt)
    return [told_of(message) async for message in client.receive_response()]


async def plain(given: Told) -> Any:
    """Ask one thing."""
    return await asked("hello", options(given, permission_mode="bypassPermissions"))


async def several_turns(given: Told) -> Any:
    """Talk with one client for two turns, and look at what it says of itself."""
    async with sdk.ClaudeSDKClient(options(given)) as client:
        first = await turn(client, "one")
        second = await turn(client, "two")
        info = await client.get_server_info()
    return {"first": first, "second": second, "info": sorted(info or {})}


async def streamed_prompts(given: Told) -> Any:
    """Ask with a stream of prompts."""

    async def prompts() -> Any:
        for text in ("first", "second"):
            yield {"type": "user", "message": {"role": "user", "content": text}}

    return await asked(prompts(), options(given))


async def hooked(given: Told) -> Any:
    """Let hooks refuse a call, change one, and tell the model things."""
    seen: list[str] = []

    async def before(told: Any, call_id: Any, context: Any) -> Any:
        del call_id, context
        seen.append(told["hook_event_name"])
        command = told["tool_input"]["command"]
        decided: Told = {"hookEventName": "PreToolUse", "permissionDecision": "allow"}
        if "forbidden" in command:
            decided |= {"permissionDecision": "deny", "permissionDecisionReason": "not this one"}
        elif "other" in command:
            decided["updatedInput"] = {**told["tool_input"], "command": "touch changed"}
        return {"hookSpecificOutput": decided}

    async def after(told: Any, call_id: Any, context: Any) -> Any:
        del call_id, context
        seen.append(told["hook_event_name"])
        more = {"hookEventName": "PostToolUse", "additionalContext": "heard after the call"}
        return {"hookSpecificOutput": more}

    async def submitted(told: Any, call_id: Any, context: Any) -> Any:
        del call_id, context
        seen.append(f"{told['hook_event_name']}: {told['prompt']}")
        more = {"hookEventName": "UserPromptSubmit", "additionalContext": "heard with the prompt"}
        return {"hookSpecificOutput": more}

    async def stopping(told: Any, call_id: Any, context: Any) -> Any:
        del call_id, context
        seen.append(f"{told['hook_event_name']}: {told['stop_hook_active']}")
        if told["stop_hook_active"]:
            return {}
        return {"decision": "block", "reason": "one thing is missing"}

    hooks = {
        "PreToolUse": [sdk.HookMatcher(matcher="Bash", hooks=[before])],
        "PostToolUse": [sdk.HookMatcher(matcher="Bash", hooks=[after])],
        "UserPromptSubmit": [sdk.HookMatcher(hooks=[submitted])],
        "Stop": [sdk.HookMatcher(hooks=[stopping])],
    }
    async with sdk.ClaudeSDKClient(options(given, hooks=hooks)) as client:
        messages = await turn(client, "go")
    return {"messages": messages, "seen": seen}


async def permitted(given: Told) -> Any:
    """Let a callback allow one call, refuse one, and change one."""
    seen: list[Any] = []

    async def can_use(tool: str, wanted: Any, context: Any) -> Any:
        seen.append([tool, wanted.get("command"), bool(context.suggestions), context.tool_use_id])
        if "refused" in wanted["command"]:
            return sdk.PermissionResultDeny(message="not allowed here")
        if "other" in wanted["command"]:
            changed = {**wanted, "command": "touch changed"}
            return sdk.PermissionResultAllow(updated_input=changed)
        return sdk.PermissionResultAllow()

    async with sdk.ClaudeSDKClient(options(given, can_use_tool=can_use)) as client:
        messages = await turn(client, "go")
    return {"messages": messages, "seen": seen}


async def in_process_tool(given: Told) -> Any:
    """Offer a tool of this very process."""

    @sdk.tool("add", "Adds two numbers", {"a": float, "b": float})  # type: ignore[untyped-decorator]
    async def add(wanted: Any) -> Any:
        return {"content": [{"type": "text", "text": f"sum {wanted['a'] + wanted['b']}"}]}

    server = sdk.create_sdk_mcp_server("calc", "1.0.0", [add])
    chosen = options(given, mcp_servers={"calc": server}, allowed_tools=["mcp__calc__add"])
    async with sdk.ClaudeSDKClient(chosen) as client:
        messages = await turn(client, "add")
        status = await client.get_mcp_status()
    return {"messages": messages, "status": status}


async def partial(given: Told) -> Any:
    """Take an answer in pieces."""
    text, kinds = "", []
    chosen = options(given, include_partial_messages=True)
    async for message in sdk.query(prompt="hello", options=chosen):
        if type(message).__name__ == "StreamEvent":
            kinds.append(message.event["type"])
            text += message.event.get("delta", {}).get("text", "")
    return {"text": text, "kinds": sorted(set(kinds))}


async def interrupted(given: Told) -> Any:
    """Break off a running call, and go on."""
    async with sdk.ClaudeSDKClient(options(given, permission_mode="bypassPermissions")) as client:
        await client.query("sleep")
        messages = []
        async for message in client.receive_response():
            messages.append(told_of(message))
            if type(message).__name__ == "AssistantMessage":
                await asyncio.sleep(1)
                await client.interrupt()
        again = await turn(client, "again")
    return {"messages": messages, "again": again}


async def taken_up(given: Told) -> Any:
    """Resume a session, fork it, and continue the last one."""
    first = (await asked("one", options(given)))[-1]
    resumed = (await asked("two", options(given, resume=first["session"])))[-1]
    chosen = options(given, resume=first["session"], fork_session=True)
    forked = (await asked("three", chosen))[-1]
    continued = (await asked("four", options(given, continue_conversation=True)))[-1]
    return [one["session"] for one in (first, resumed, forked, continued)]


async def limited(given: Told) -> Any:
    """Let the model be asked only once."""
    chosen = options(given, max_turns=1, permission_mode="bypassPermissions")
    messages: list[Told] = []
    problem = None
    try:
        async for message in sdk.query(prompt="go", options=chosen):
            messages += [told_of(message)]
    except Exception as error:  # noqa: BLE001 - which one is what is told
        problem = type(error).__name__
    return {"messages": messages, "problem": problem}


async def formed(given: Told) -> Any:
    """Ask for an answer in a form."""
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    return await asked(
        "go", options(given, output_format={"type": "json_schema", "schema": schema})
    )


async def mirrored(given: Told) -> Any:
    """Keep the transcript in a store of the program's own, too."""
    store = sdk.InMemorySessionStore()
    messages = await asked("hello", options(given, session_store=store))
    sessions = await sdk.list_sessions_from_store(store, directory=str(Path.cwd()))
    kept = await sdk.get_session_messages_from_store(
        store, messages[-1]["session"], directory=str(Path.cwd())
    )
    return {"sessions": len(sessions), "kept": [one.type for one in kept]}


async def controlled(given: Told) -> Any:
    """Change the model and the mode, and ask for the use of the window."""
    async with sdk.ClaudeSDKClient(options(given)) as client:
        await turn(client, "one")
        await client.set_model("claude-opus-4-8")
        await client.set_permission_mode("acceptEdits")
        second = await turn(client, "two")
        usage = await client.get_context_usage()
    init = next(one for one in second if one.get("subtype") == "init")
    keys = ("totalTokens", "maxTokens", "percentage", "categories", "model")
    return {
        "model": init["data"]["model"],
        "mode": init["data"]["permissionMode"],
        "usage": {key: usage[key] for key in keys},
        "part_keys": sorted({key for part in usage["categories"] for key in part}),
    }


async def rewound(given: Told) -> Any:
    """Bring files back to what they were at a prompt."""
    chosen = options(
        given,
        enable_file_checkpointing=True,
        permission_mode="acceptEdits",
        extra_args={"replay-user-messages": None},
    )
    target = Path.cwd() / "kept.txt"
    target.write_text("before", "utf-8")
    async with sdk.ClaudeSDKClient(chosen) as client:
        await client.query("change it")
        prompt = None
        async for message in client.receive_response():
            if type(message).__name__ == "UserMessage" and isinstance(message.content, str):
                prompt = prompt or message.uuid
        changed = target.read_text("utf-8")
        await client.rewind_files(prompt)
    return {"changed": changed, "after": target.read_text("utf-8"), "prompt": bool(prompt)}


async def read_back(given: Told) -> Any:
    """Read with the SDK what the client wrote."""
    last = (await asked("hello there", options(given, permission_mode="bypassPermissions")))[-1]
    sessions = sdk.list_sessions(directory=str(Path.cwd()))
    messages = sdk.get_session_messages(last["session"], directory=str(Path.cwd()))
    return {
        "found": [one.session_id for one in sessions] == [last["session"]],
        "first_prompt": sessions[0].first_prompt,
        "messages": [one.type for one in messages],
    }


async def delegated(given: Told) -> Any:
    """Define a sub-agent, and let the model use it."""
    agents = {"counter": sdk.AgentDefinition(description="Counts", prompt="You only count.")}
    chosen = options(given, agents=agents, permission_mode="bypassPermissions")
    return await asked("count", chosen)


def main() -> None:
    """Run the use that is named."""
    given: Told = json.loads(sys.argv[1])
    outcome = asyncio.run(globals()[given["use"]](given))
    sys.stdout.write(json.dumps(outcome) + "\n")


if __name__ == "__main__":
    main()
