"""The transcripts of sub-agents: their files in every layout, and the notes beside them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NewType

from steno.disk import layout, peek, walk
from steno.errors import UnreadableFileError
from steno.format.members import text_in

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

AgentId = NewType("AgentId", str)


class SubagentLayout(StrEnum):
    """Where a sub-agent's file lies."""

    SESSION = "session"
    """``<session>/subagents/agent-*.jsonl`` (2.1.17 on)."""
    WORKFLOW = "workflow"
    """``<session>/subagents/workflows/<run>/agent-*.jsonl``."""
    FLAT = "flat"
    """``agent-*.jsonl`` beside the session (2.0.x)."""
    PROJECT = "project"
    """``<project>/subagents/agent-*.jsonl``."""


@dataclass(frozen=True, slots=True)
class SubagentMeta:
    """What ``agent-*.meta.json`` says of a sub-agent (2.1.114 on); None where it does not."""

    agent_type: str | None = None
    description: str | None = None
    tool_use_id: str | None = None
    """The tool call of the parent that started it."""
    spawn_depth: int | None = None
    name: str | None = None
    """The name that the parent gave it, by which it can be written to (2.1.197 on)."""


@dataclass(frozen=True, slots=True)
class SubagentFile:
    """One sub-agent's transcript."""

    path: Path
    agent_id: AgentId
    session_id: str | None
    """The session that it belongs to; None where nothing tells."""
    layout: SubagentLayout
    size: int
    mtime_ns: int

    @property
    def meta(self) -> SubagentMeta | None:
        """What the ``.meta.json`` beside it says; None where there is none that can be read."""
        return read_meta(layout.meta_path(self.path))

    @property
    def workflow(self) -> str | None:
        """The run id of the workflow that it was part of."""
        return layout.workflow_of(self.path)


def read_meta(path: Path) -> SubagentMeta | None:
    """Read a ``.meta.json``; None where it is missing or damaged."""
    try:
        content = peek.read_object(path)
    except UnreadableFileError:
        return None
    depth = content.get("spawnDepth")
    return SubagentMeta(
        agent_type=text_in(content, "agentType"),
        description=text_in(content, "description"),
        tool_use_id=text_in(content, "toolUseId"),
        name=text_in(content, "name"),
        spawn_depth=depth if isinstance(depth, int) and not isinstance(depth, bool) else None,
    )


def in_session_folder(
    folder: Path, session_id: str | None, problems: list[walk.Problem]
) -> Iterator[SubagentFile]:
    """Find the sub-agents below ``<session>/subagents``, those of workflows too.

    Without a ``session_id`` each file tells its own.
    """
    for entry in _agent_entries(folder / "subagents", problems):
        in_workflow = layout.workflow_of(Path(entry.path)) is not None
        kind = SubagentLayout.WORKFLOW if in_workflow else SubagentLayout.SESSION
        yield from _described(entry, kind, problems, session_id)


def in_project_folder(folder: Path, problems: list[walk.Problem]) -> Iterator[SubagentFile]:
    """Find the sub-agents below ``<project>/subagents``; each file tells its session."""
    for entry in _agent_entries(folder / "subagents", problems):
        yield from _described(entry, SubagentLayout.PROJECT, problems)


def beside_sessions(
    found: Iterable[os.DirEntry[str]], problems: list[walk.Problem]
) -> Iterator[SubagentFile]:
    """Describe the agent files right inside a project folder; each tells its session."""
    for entry in found:
        yield from _described(entry, SubagentLayout.FLAT, problems)


def _agent_entries(folder: Path, problems: list[walk.Problem]) -> Iterator[os.DirEntry[str]]:
    """Yield the agent files below a folder; links to folders are not followed: no circles."""
    folders = [folder]
    while folders:
        for entry in walk.entries(folders.pop(), problems):
            if walk.is_folder(entry, problems, follow_links=False):
                folders.append(Path(entry.path))
            elif layout.is_agent_name(entry.name):
                yield entry


def _described(
    entry: os.DirEntry[str],
    kind: SubagentLayout,
    problems: list[walk.Problem],
    session_id: str | None = None,
) -> Iterator[SubagentFile]:
    """Yield the description of one agent file; nothing if it is gone or no regular file."""
    path = Path(entry.path)
    status = walk.regular_file(entry, problems)
    agent_id = layout.agent_id_of(path)
    if status is not None and agent_id is not None:
        told = session_id or _session_id_told_by(path, problems)
        yield SubagentFile(path, AgentId(agent_id), told, kind, status.st_size, status.st_mtime_ns)


def _session_id_told_by(path: Path, problems: list[walk.Problem]) -> str | None:
    try:
        return peek.first_session_id(path)
    except UnreadableFileError as error:
        walk.note(error, problems)
        return None
