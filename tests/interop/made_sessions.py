"""Scenarios of sessions: how they begin, make room, come to their limits, and delegate."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from tests.interop.script import Json, again, always, ask, call, reply, says, scenario

if TYPE_CHECKING:
    from tests.interop.lab import Scenario

_SUMMARY: Final = always(
    reply("<analysis>brief</analysis><summary>They spoke of tides.</summary>"),
    last="Respond with TEXT ONLY",
)


def slow_reply() -> Scenario:
    """Let the model think for a while, so that the client can be watched while it waits."""
    return scenario([always(reply("There.", delay=4))], ask("Wait a little."))


def compaction_when_full() -> Scenario:
    """Let the client make room by itself."""
    full = {"input_tokens": 190_000, "cache_read_input_tokens": 0}
    return scenario(
        [
            _SUMMARY,
            says(
                reply("Long.", call("Read", file_path="$CWD/README.md"), usage=full),
                *(reply("More.", usage=full),) * 2,
                *(reply("Done."),) * 3,
            ),
        ],
        ask("One."),
        again("Two."),
        again("Three."),
        env={"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "20000"},
    )


def compaction_when_refused() -> Scenario:
    """Let the API refuse a prompt that is too long, so that the client makes room."""
    message = "prompt is too long: 250000 tokens > 200000 maximum"
    refusal = {"error": {"status": 400, "type": "invalid_request_error", "message": message}}
    return scenario(
        [
            _SUMMARY,
            says(refusal, last="too much", tool="Read"),
            says(reply(call("Read", file_path="$CWD/README.md")), *(reply("Done."),) * 4),
        ],
        ask("One."),
        again("Two."),
        again("This is too much."),
    )


def starts() -> Scenario:
    """Begin in many ways: with an agent, a name, a worktree, a style, an effort."""
    agent = "---\nname: rev\ndescription: reviews\ntools: Read\nmodel: haiku\n---\nReview.\n"
    style = "---\nname: terse\ndescription: few words\n---\nBe terse.\n"
    return scenario(
        [says(reply(call("Read", file_path="$CWD/src/a.py")), *(reply("Done."),) * 6)],
        ask("Begin.", "--agent", "rev", "--name", "a fine title"),
        ask("Begin.", "-w", "leap", session=2),
        ask("Begin.", "--settings", '{"outputStyle":"terse"}', session=3),
        ask("Begin, ultrathink.", "--effort", "high", "--append-system-prompt", "Hm.", session=4),
        files={
            "CLAUDE.md": "Be brief.\n",
            "src/CLAUDE.md": "Be briefer.\n",
            ".claude/agents/rev.md": agent,
            ".claude/output-styles/terse.md": style,
        },
    )


def worktree_and_pull_request() -> Scenario:
    """Move into a worktree and out of it, and make a pull request."""
    gh = "#!/bin/bash\necho https://github.com/o/r/pull/7\n"
    step = ask("Publish.")
    return scenario(
        [
            says(
                reply(call("Bash", command="gh pr create --title x --body y", description="PR")),
                reply(call("EnterWorktree", name="leap")),
                reply(call("ExitWorktree", action="keep")),
                reply("Done."),
            )
        ],
        step | {"env": {"PATH": "$HOME/bin:/usr/local/bin:/usr/bin:/bin"}},
        home_files={"bin/gh": gh},
    )


def plans() -> Scenario:
    """Plan before the work."""
    return scenario(
        [
            says(
                reply(call("Read", file_path="$CWD/README.md")),
                reply(call("ExitPlanMode", plan="# Plan\n1. ebb\n")),
                reply("Planned."),
                reply(call("EnterPlanMode")),
                reply(call("ExitPlanMode")),
                *(reply("Done."),) * 2,
            )
        ],
        ask("Plan it.", mode="plan"),
        again("Plan again."),
    )


def rare_blocks() -> Scenario:
    """Let the model use blocks and stop reasons that seldom come."""
    page = {"type": "web_search_result", "title": "t", "url": "https://example.com"}
    found = [page | {"encrypted_content": "ZQ==", "page_age": None}]
    query = {"id": "srvtoolu_1", "name": "web_search", "input": {"query": "tides"}}
    citation = {
        "type": "web_search_result_location",
        "url": "https://example.com",
        "title": "t",
        "cited_text": "c",
        "encrypted_index": "ZQ==",
    }
    return scenario(
        [
            says(
                reply(
                    {"type": "redacted_thinking", "data": "ZGF0YQ=="},
                    {"type": "server_tool_use", **query},
                    {
                        "type": "web_search_tool_result",
                        "tool_use_id": "srvtoolu_1",
                        "content": found,
                    },
                    {"type": "text", "text": "As they say.", "citations": [citation]},
                    usage={"server_tool_use": {"web_search_requests": 1}},
                ),
                reply({"type": "thinking", "thinking": "Only this.", "signature": "c2ln"}),
                reply("Wait.", stop_reason="pause_turn"),
                reply("Stop.", stop_reason="stop_sequence"),
                reply(
                    call("Bash", command="echo", description="d") | {"caller": {"type": "direct"}}
                ),
                reply(""),
                *(reply("Done."),) * 4,
            )
        ],
        ask("One."),
        *(again(word) for word in ("Two.", "Three.", "Four.", "Five.")),
    )


def limits() -> Scenario:
    """Run out of turns and money, answer in a given form, do what may not be done."""
    form = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    return scenario(
        [
            says(
                reply(call("Bash", command="echo 1", description="d")),
                reply(call("Bash", command="echo 2", description="d")),
                *(reply(call("StructuredOutput", n=1)),) * 2,
                reply(call("Write", file_path="/etc/none", content="x")),
                *(reply("Done."),) * 2,
            )
        ],
        ask("Turns.", "--max-turns", "1"),
        ask("Money.", "--max-budget-usd", "0.00001", session=2),
        ask("Form.", "--json-schema", json.dumps(form), session=3),
        ask("Not allowed.", session=4, mode="default"),
        ask("Do not ask.", session=5, mode="dontAsk"),
    )


def agents_in_agents() -> Scenario:
    """Start sub-agents: inside another, side by side, in a worktree, of an unknown kind."""
    agents = {
        "inner": {"description": "inner", "prompt": "INNER PROMPT"},
        "outer": {"description": "outer", "prompt": "OUTER PROMPT"},
    }

    def agent(kind: str, **own: str) -> Json:
        return call("Agent", description=kind, prompt="Go.", subagent_type=kind, **own)

    return scenario(
        [
            always(reply("From within."), system="INNER"),
            says(reply(agent("inner")), reply("From without."), system="OUTER"),
            says(
                reply(agent("outer"), agent("inner", model="haiku")),
                reply(agent("inner", isolation="worktree")),
                reply(agent("unknown")),
                *(reply("Done."),) * 2,
            ),
        ],
        ask("Delegate.", "--agents", json.dumps(agents)),
        settle=1,
    )


def messages_between_agents() -> Scenario:
    """Write to an agent that has a name."""
    member = call("Agent", description="d", prompt="p", subagent_type="member", name="bob")
    return scenario(
        [
            always(reply("Ready."), system="MEMBER"),
            says(
                reply(member),
                reply(call("SendMessage", to="bob", message="hello", summary="a greeting")),
                *(reply("Done."),) * 4,
            ),
        ],
        ask("Gather.", "--agents", '{"member":{"description":"d","prompt":"MEMBER PROMPT"}}'),
        env={"CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS": "1"},
        settle=2,
    )
