"""Surroundings for tools in tests: a home, a project, a person who answers, tools to call."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steno.client.background import BackgroundTasks
from steno.client.backups import Backups
from steno.client.person import Word
from steno.client.tool import FilesSeen, ToolAnswer, ToolContext
from steno.client.tools import builtin_tools, find_tool
from steno.client.tools.services import Services

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from steno.client.background import BackgroundTask
    from steno.client.person import Wish
    from steno.client.tool import Input

SESSION = "6f1c3a52-7f0f-4a06-9c76-0d8f2f1f7a11"


@dataclass
class Answering:
    """A person who allows everything and answers as told."""

    answers: Mapping[str, str] | None = None

    async def may_use(self, wish: Wish) -> Word:
        """Allow."""
        del wish
        return Word(behavior="allow")

    async def answer(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, str] | None:
        """Answer as told."""
        del questions
        return self.answers


@dataclass
class Surroundings:
    """A project in a folder of its own, and the tools in it."""

    folder: Path
    services: Services = field(default_factory=Services)
    person: Answering = field(default_factory=Answering)
    told: list[str] = field(default_factory=list)
    ended: list[BackgroundTask] = field(default_factory=list)
    spawned: list[Input] = field(default_factory=list)
    project: Path | None = None

    def __post_init__(self) -> None:
        """Make the folders."""
        self.root = self.project or self.folder / "project"
        self.root.mkdir(exist_ok=True)
        home = self.folder / "home"
        self.session = home / "projects" / "-project" / f"{SESSION}.jsonl"
        self.session.parent.mkdir(parents=True, exist_ok=True)
        self.tools = builtin_tools(self.services)
        self.context = ToolContext(
            session_id=SESSION,
            session_path=self.session,
            agent_id=None,
            cwd=self.root,
            root=self.root,
            more_folders=(),
            environ={"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"},
            seen=FilesSeen(),
            backups=Backups(home, SESSION, self.root),
            background=BackgroundTasks(self.folder / "tasks", self.ended.append),
            person=self.person,
            tell=lambda _, text: self.told.append(text),
            spawn=self._spawn,
            call_id="toolu_1",
        )

    async def _spawn(self, call_id: str, given: Input) -> ToolAnswer:
        self.spawned.append({"call": call_id, **given})
        return ToolAnswer("done", {"status": "completed"})

    async def use(self, tool: str, /, **given: Any) -> ToolAnswer:
        """Call a tool."""
        found = find_tool(self.tools, tool)
        assert found is not None
        return await found.run(given, self.context)

    def call(self, tool: str, /, **given: Any) -> ToolAnswer:
        """Call a tool and wait for it."""
        return asyncio.run(self.use(tool, **given))

    def file(self, name: str, content: bytes | str = "") -> Path:
        """Write a file of the project."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def known(self, name: str, content: bytes | str) -> Path:
        """Write a file and let the model read it."""
        path = self.file(name, content)
        assert not self.call("Read", file_path=str(path)).is_error
        return path
