"""Scenarios of tools: files, tasks, pictures, and those of an MCP server."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.interop.mcp_server import PICTURE
from tests.interop.script import Json, again, ask, call, reply, says, scenario

if TYPE_CHECKING:
    from tests.interop.lab import Scenario

MCP: Final = json.dumps(
    {
        "mcpServers": {
            "lab": {
                "command": sys.executable,
                "args": [str(Path(__file__).with_name("mcp_server.py"))],
            }
        }
    }
)
_NOTEBOOK: Final = {
    "cells": [
        {
            "cell_type": "code",
            "id": "c1",
            "metadata": {},
            "source": ["print(1)"],
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["1\n"]},
                {"output_type": "display_data", "data": {"image/png": PICTURE}, "metadata": {}},
            ],
            "execution_count": 1,
        },
        {"cell_type": "markdown", "id": "c2", "metadata": {}, "source": ["# t"]},
    ],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}


def planning_tools() -> Scenario:
    """Use tasks, schedules, work in the background, and ask what nobody answers."""
    question = {
        "question": "Which station?",
        "header": "Station",
        "multiSelect": False,
        "options": [
            {"label": "Sandhaven", "description": "north"},
            {"label": "Kelp", "description": "south"},
        ],
    }
    calls = (
        call("TaskCreate", subject="Tides", description="all of them", metadata={"station": "SAN"}),
        call("TaskGet", taskId="1"),
        call("TaskUpdate", taskId="1", status="in_progress", owner="ann", addBlocks=["2"]),
        call("TaskUpdate", taskId="1", status="deleted"),
        call("TaskGet", taskId="99"),
        call("CronCreate", cron="*/5 * * * *", prompt="look again", recurring=True),
        call("CronList"),
        call("CronDelete", id="none"),
        call("Bash", command="echo done", description="Behind", run_in_background=True),
        call("TaskOutput", task_id="b00000000", block=False, timeout=1000),
        call("TaskStop", task_id="b00000000"),
        call("ReportFindings", findings=[]),
        call("SendMessage", to="nobody", message="hello", summary="a greeting"),
        call("WebFetch", url="http://127.0.0.1:9/tides", prompt="read"),
        call("WebSearch", query="tides"),
        call("Bash", command="echo late; sleep 5", description="Too slow", timeout=500),
        call("Workflow", script="export const meta={name:'w',description:'d'}; return 1"),
        call("AskUserQuestion", questions=[question]),
    )
    ends = (reply("Done."),) * 4
    return scenario([says(*(reply(one) for one in calls), *ends)], ask("Use everything."))


def file_tools() -> Scenario:
    """Read, search and change files in all ways."""
    notebook, readme = "$CWD/n.ipynb", "$CWD/README.md"
    calls = (
        call("Grep", pattern="def", output_mode="files_with_matches"),
        call("Grep", pattern="def", output_mode="count"),
        call("Grep", pattern="zzzz", output_mode="content"),
        call("Grep", pattern=".", output_mode="content", head_limit=1),
        call("Glob", pattern="**/*"),
        call("Glob", pattern="*.none"),
        call("Read", file_path=readme, offset=2, limit=1),
        call("Read", file_path=readme),
        call("Read", file_path=readme),
        call("Read", file_path="$CWD/src"),
        call("Edit", file_path=readme, old_string="h", new_string="H", replace_all=True),
        call("Write", file_path="$CWD/src/b.py", content="import b\n"),
        call("Read", file_path=notebook),
        call(
            "NotebookEdit",
            notebook_path=notebook,
            cell_id="c1",
            new_source="x = 1",
            edit_mode="insert",
            cell_type="code",
        ),
        call(
            "NotebookEdit", notebook_path=notebook, cell_id="c1", new_source="", edit_mode="delete"
        ),
        call("NotebookEdit", notebook_path=notebook, cell_id="none", new_source=""),
    )
    tools = "Read,Grep,Glob,Edit,Write,NotebookEdit"
    return scenario(
        [says(*(reply(one) for one in calls), reply("Done."))],
        ask("Go through the files.", "--tools", tools),
        files={"n.ipynb": json.dumps(_NOTEBOOK)},
    )


def pictures() -> Scenario:
    """Read pictures and documents by a tool, mention them, put them into the prompt itself."""
    picture = {"type": "base64", "media_type": "image/png", "data": PICTURE}
    document = {"type": "text", "media_type": "text/plain", "data": "high water at 04:12"}
    prompts: list[list[Json]] = [
        [{"type": "text", "text": "Look."}, {"type": "image", "source": picture}],
        [{"type": "document", "source": document, "title": "tides"}],
    ]
    lines = [{"type": "user", "message": {"role": "user", "content": one}} for one in prompts]
    streamed = [
        "-p",
        "--input-format",
        "stream-json",
        "--output-format",
        "stream-json",
        "--verbose",
    ]
    return scenario(
        [
            says(
                reply(call("Read", file_path="$CWD/dot.png")),
                reply(call("Read", file_path="$CWD/empty.txt")),
                *(reply("Seen."),) * 4,
            )
        ],
        {"shell": f"echo {PICTURE} | base64 -d > dot.png; touch empty.txt"},
        ask("Look at the picture."),
        {
            "args": [*streamed, "--session-id", "$SID2"],
            "stdin": "".join(f"{json.dumps(line)}\n" for line in lines),
        },
        again("See @dot.png and @src and @README.md."),
    )


def old_todos() -> Scenario:
    """Keep the list of things to do that was there before there were tasks."""
    todos = [
        {"content": "ebb", "status": "pending", "activeForm": "Ebbing"},
        {"content": "flow", "status": "in_progress", "activeForm": "Flowing"},
    ]
    return scenario(
        [says(reply(call("TodoWrite", todos=todos)), reply(call("TodoWrite", todos=[])))],
        ask("Make a list."),
        env={"CLAUDE_CODE_ENABLE_TASKS": "0"},
    )


def mcp(**own: object) -> Scenario:
    """Use tools, resources and prompts of an MCP server."""
    calls = (
        *(call(f"mcp__lab__{name}") for name in ("text", "failure", "picture", "table", "novel")),
        call("ListMcpResourcesTool"),
        call("ReadMcpResourceTool", server="lab", uri="lab://note"),
        call("ToolSearch", query="select:mcp__lab__text", max_results=3),
    )
    return scenario(
        [says(*(reply(one) for one in calls), *(reply("Done."),) * 3)],
        ask("Ask the server.", "--mcp-config", MCP),
        again("/mcp__lab__greet", "--mcp-config", MCP),
        again("See @lab:lab://note", "--mcp-config", MCP),
        **own,
    )
