"""Files and folders that a prompt mentions by ``@path``: the model is shown them with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from steno.client import attachments, system_lines
from steno.client.tools.built_in import shown_path
from steno.config import absolute, expanded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.client.lines import Draft
    from steno.client.tool import Tool, ToolContext

MOST: Final = 20
"""Mentions of one prompt that are looked at."""
MOST_NAMES: Final = 1000
"""Of a folder."""
_MENTION: Final = re.compile(r'(?:^|(?<=\s))@(?:"([^"\n]+)"|((?:\\[^\n]|\S)+))')
_ESCAPED: Final = re.compile(r"\\([ \t\"'()\[\]&;\\])")
"""What a shell, and completion in one, puts a backslash before."""
_LINES: Final = re.compile(r"#L(\d+)(?:-L?(\d+))?\Z")
_BEHIND: Final = ".,;:!?)]}'\""


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that a text mentions, and that is there."""

    path: Path
    first: int | None
    last: int | None
    """The lines that are meant; None for all."""


async def mentioned(agent: Agent, by_person: str, by_others: str = "") -> list[Draft]:
    """Give what texts mention as attachments; what is not there is left alone.

    The person may mention what they would only be asked about. What others wrote, such as a
    project's commands, shows the model what it may read unasked. A no of the rules is one for all.
    """
    tool = agent.tools.get("Read")
    if tool is None:
        return []
    drafts: list[Draft] = []
    seen: set[Path] = set()
    for text, refuses in ((by_person, ("deny",)), (by_others, ("deny", "ask"))):
        for mention in _mentions(agent.context.cwd, text):
            if mention.path not in seen and len(seen) < MOST:
                seen.add(mention.path)
                drafts += await _taken(agent, tool, mention, refuses)
    return drafts


async def _taken(
    agent: Agent, tool: Tool, mention: Mention, refuses: tuple[str, ...]
) -> list[Draft]:
    given = {"file_path": str(mention.path)}
    decision = agent.shared.judge.decide(tool, given, agent.context)
    if decision.behavior not in refuses:
        return await _shown(tool, mention, agent.context)
    told = f"@{shown_path(mention.path, agent.context)} is not shown to the model"
    return [system_lines.informational(f"{told}: {decision.reason}", level="warning")]


async def _shown(tool: Tool, mention: Mention, context: ToolContext) -> list[Draft]:
    path, shown = mention.path, shown_path(mention.path, context)
    if path.is_dir():
        return [attachments.directory(str(path), _listing(path, context), shown)]
    content = await _read(tool, mention, context)
    return [] if content is None else [attachments.file(str(path), content, shown)]


def _mentions(cwd: Path, text: str) -> Iterator[Mention]:
    for named, first, last in mentions_in(text):
        path = _found(cwd, named)
        if path is not None:
            yield Mention(path, first, last)


def mentions_in(text: str) -> Iterator[tuple[str, int | None, int | None]]:
    """Yield the paths that a text mentions, with the lines where they are named (``#L3-9``)."""
    for match in _MENTION.finditer(text):
        name = match[1] or _ESCAPED.sub(r"\1", match[2])
        first = last = None
        if lines := _LINES.search(name):
            name, first = name[: lines.start()], int(lines[1])
            last = int(lines[2]) if lines[2] else first
        yield name, first, last


def missing_in(cwd: Path, text: str) -> list[str]:
    """Give the mentions that look like files, and are none."""
    names = (name.rstrip(_BEHIND) for name, _, _ in mentions_in(text))
    named = (name for name in names if "/" in name or "." in name.strip("."))
    return [name for name in dict.fromkeys(named) if _found(cwd, name) is None]


def _found(cwd: Path, name: str) -> Path | None:
    """Find what a name means; a sign behind it may be part of the sentence."""
    for tried in (name, name.rstrip(_BEHIND)):
        path = absolute(cwd / expanded(tried))
        try:
            if tried and (path.is_file() or path.is_dir()):
                return path
        except OSError:
            continue
    return None


def _listing(folder: Path, context: ToolContext) -> str:
    try:
        listed = [path for path in folder.iterdir() if not context.hides("Read", path)]
        names = sorted(path.name + ("/" if path.is_dir() else "") for path in listed)
    except OSError as error:
        return f"It cannot be read: {error.strerror}."
    more = [f"… and {len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return "\n".join(names[:MOST_NAMES] + more)


async def _read(tool: Tool, mention: Mention, context: ToolContext) -> Mapping[str, Any] | None:
    """Read a file as the Read tool does: what it keeps of it is what is attached."""
    given: dict[str, Any] = {"file_path": str(mention.path)}
    if mention.first is not None and mention.last is not None:
        given |= {"offset": mention.first, "limit": max(1, mention.last - mention.first + 1)}
    answer = await tool.run(given, replace(context, call_id=""))
    is_shown = isinstance(answer.kept, dict) and isinstance(answer.kept.get("file"), dict)
    return answer.kept if is_shown and not answer.is_error else None
