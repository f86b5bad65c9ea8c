"""What tools answer, and what the transcript keeps of it: the real client's words and ours."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.client.tools import find_tool
from tests.client.surroundings import Surroundings
from tests.interop.mcp_server import PICTURE
from tests.interop.script import ask, reply, says, scenario
from tests.interop.tool_calls import ALL, NOTEBOOK, PREPARE

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolAnswer
    from tests.interop.lab import Capture, Lab
    from tests.interop.script import Json

pytestmark = pytest.mark.interop

_TOOLS: Final = (
    "Read,Grep,Glob,Edit,Write,NotebookEdit,Bash,TaskOutput,TaskStop,TaskCreate,TaskUpdate,"
    "TaskList,TaskGet,WebFetch,WebSearch"
)
_FILES: Final = {"README.md": "# Tides\n\nhigh and low\n", "n.ipynb": NOTEBOOK}
_MADE: Final = f"{PREPARE}\necho {PICTURE} | base64 -d > dot.png\n"

_SAME_BUT: Final = (
    (r"\bb[0-9a-z]{8}(?=\.txt|\.output|\b(?=\. Output))", "bTASK"),
    (r'("backgroundTaskId": ")b[0-9a-z]{8}', r"\1bTASK"),
    (r"/[^\" ]*/(tool-results|tasks)/", r"FOLDER/\1/"),
    (r'"durationMs": \d+', '"durationMs": 0'),
    (r"\b[0-9a-f]{8}\b", "CELL"),
)
"""What differs from run to run: ids, places outside of the project, times."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one call."""

    content: Any
    is_error: bool
    kept: Any

    def told(self) -> str:
        """Give all of it without what differs from run to run."""
        text = json.dumps([self.content, self.is_error, self.kept], ensure_ascii=False, indent=1)
        for pattern, plain in _SAME_BUT:
            text = re.sub(pattern, plain, text)
        return text


def _real(capture: Capture, calls: list[Json]) -> list[Result]:
    sent: dict[str, Any] = {}
    for request in capture.requests:
        for message in request["messages"]:
            blocks = message["content"] if isinstance(message["content"], list) else []
            sent |= {one["tool_use_id"]: one for one in blocks if one["type"] == "tool_result"}
    kept: dict[str, Any] = {}
    for path in capture.transcripts():
        for line in map(json.loads, path.read_text("utf-8").strip().split("\n")):
            content = line["message"]["content"] if line["type"] == "user" else None
            if isinstance(content, list) and content[0]["type"] == "tool_result":
                kept[content[0]["tool_use_id"]] = line.get("toolUseResult")
    blocks = [sent[one["id"]] for one in calls]
    return [
        Result(block.get("content"), bool(block.get("is_error")), kept[one["id"]])
        for block, one in zip(blocks, calls, strict=True)
    ]


async def _ours(project: Path, folder: Path, calls: list[Json], path: str) -> list[Result]:
    around = Surroundings(folder, project=project)
    around.context.environ = {**around.context.environ, "PATH": path, "SHELL": "/bin/bash"}
    results = []
    for one in calls:
        given = json.loads(json.dumps(one["input"]).replace("$CWD", str(project)))
        tool = find_tool(around.tools, one["name"])
        assert tool is not None, one["name"]
        answer: ToolAnswer = await tool.run(given, around.context)
        results.append(Result(answer.content, answer.is_error, answer.kept))
    await around.context.background.stop_all()
    return results


def _prepared(project: Path) -> None:
    """Make the files anew, in the very folder that the real client worked in."""
    shutil.rmtree(project)
    project.mkdir()
    for name, content in _FILES.items():
        (project / name).write_text(content, "utf-8")
    # The same repository: what is ignored depends on there being one.
    script = f"git init -q -b main\n{_MADE}"
    subprocess.run(["bash", "-c", script], cwd=project, check=True, capture_output=True)


def _with_ripgrep(lab: Lab, folder: Path) -> str:
    """Give a PATH on which ripgrep is: the one that the real client brings along."""
    folder.mkdir()
    program = folder / "rg"
    program.write_text(f'#!/bin/bash\nexec -a rg "{lab.client.binary}" "$@"\n', "utf-8")
    program.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def _compare(
    kind: str, project: Path, calls: list[Json], real: list[Result], ours: list[Result]
) -> list[str]:
    differing = []
    for one, theirs, own in zip(calls, real, ours, strict=True):
        same = theirs.told() == own.told()
        if not same and kind == "searching":
            # Its files are searched side by side: their order is another in each run.
            # And of lines around a match, which have no colon, it leaves the path whole.
            same = sorted(_words(theirs, project)) == sorted(_words(own, project))
        if not same:
            given = json.dumps(one["input"])
            differing.append(
                f"{one['name']} {given}\n--- real\n{theirs.told()}\n--- ours\n{own.told()}"
            )
    return differing


def _words(result: Result, project: Path) -> list[str]:
    return re.split(r"\\n|\s+|\"", result.told().replace(f"{project}/src/", "src/"))


@pytest.fixture(scope="module")
def calls_of() -> dict[str, list[Json]]:
    """Give the calls of each kind; made once, for each has an id of its own."""
    return {kind: make() for kind, make in ALL.items()}


@pytest.fixture(scope="module")
def results(lab: Lab, calls_of: dict[str, list[Json]]) -> Lab:
    """Give the lab with the calls of each kind under way."""
    for kind, calls in calls_of.items():
        replies = [reply(one) for one in calls]
        step = ask("Use the tools.", "--tools", _TOOLS) | {"timeout": 200}
        made = scenario([says(*replies, reply("Done."))], {"shell": _MADE}, step)
        made["files"] = dict(_FILES)
        lab.start(f"tools-{kind}", made)
    return lab


@pytest.mark.parametrize("kind", list(ALL))
def test_answers_and_kept_results_are_the_same(
    kind: str, results: Lab, calls_of: dict[str, list[Json]], tmp_path: Path
) -> None:
    """The same calls in the same folder give the same texts and the same ``toolUseResult``."""
    name, calls = f"tools-{kind}", calls_of[kind]
    real = _real(results.capture(name), calls)
    project = results.folder / "work" / results._full_name(name) / "proj"
    _prepared(project)
    path = os.environ["PATH"]
    ours = asyncio.run(_ours(project, tmp_path, calls, path))
    assert "\n\n".join(_compare(kind, project, calls, real, ours)) == ""


def test_searches_by_ripgrep_and_by_python_are_the_same(
    results: Lab, calls_of: dict[str, list[Json]], tmp_path: Path
) -> None:
    """With ripgrep on the PATH the answers are those that Python gives, in the same order."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    project, calls = tmp_path / "project", calls_of["searching"]
    project.mkdir()
    _prepared(project)
    path = _with_ripgrep(results, tmp_path / "bin")
    by_python = asyncio.run(_ours(project, tmp_path / "a", calls, os.environ["PATH"]))
    by_ripgrep = asyncio.run(_ours(project, tmp_path / "b", calls, path))
    told = [result.told() for result in by_python]
    assert told == [result.told() for result in by_ripgrep]
