"""Files and folders that a prompt mentions by ``@path``: the model is shown them with it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from steno.client import attachments
from steno.client.tools.built_in import shown_path
from steno.config import absolute, expanded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

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


async def mentioned(context: ToolContext, tools: Mapping[str, Tool], text: str) -> list[Draft]:
    """Give what a prompt mentions as attachments; what is not there is left alone."""
    drafts: list[Draft] = []
    seen: set[str] = set()
    for named, first, last in mentions_in(text):
        path = _found(context.cwd, named)
        if path is None or str(path) in seen or len(seen) >= MOST:
            continue
        seen.add(str(path))
        shown = shown_path(path, context)
        if path.is_dir():
            drafts.append(attachments.directory(str(path), _listing(path), shown))
        elif (content := await _read(context, tools, path, first, last)) is not None:
            drafts.append(attachments.file(str(path), content, shown))
    return drafts


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


def _listing(folder: Path) -> str:
    try:
        names = sorted(path.name + ("/" if path.is_dir() else "") for path in folder.iterdir())
    except OSError as error:
        return f"It cannot be read: {error.strerror}."
    more = [f"… and {len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return "\n".join(names[:MOST_NAMES] + more)


async def _read(
    context: ToolContext, tools: Mapping[str, Tool], path: Path, first: int | None, last: int | None
) -> Mapping[str, Any] | None:
    """Read a file as the Read tool does: what it keeps of it is what is attached."""
    tool = tools.get("Read")
    if tool is None:
        return None
    given: dict[str, Any] = {"file_path": str(path)}
    if first is not None and last is not None:
        given |= {"offset": first, "limit": max(1, last - first + 1)}
    answer = await tool.run(given, replace(context, call_id=""))
    is_shown = isinstance(answer.kept, dict) and isinstance(answer.kept.get("file"), dict)
    return answer.kept if is_shown and not answer.is_error else None
