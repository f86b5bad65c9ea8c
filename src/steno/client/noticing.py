"""What the model is told unasked before a request: changes by others, and folders it came to.

It is written down once, as attachments, so that it is told in the same place from then on.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.client import attachments
from steno.client.tools import text_files
from steno.client.tools.patch import changed_parts
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.client.agent import Agent
    from steno.client.lines import Draft
    from steno.client.tool import FilesSeen

AROUND: Final = 8
"""Lines before and behind a change that are shown with it."""
LONGEST: Final = 8192
"""Characters of the changes of a file; more are cut, which is told."""


def notice(agent: Agent) -> None:
    """Write down what the model has to know now; sub-agents are told nothing of it."""
    if agent.parent_call is None:
        agent.record(*_changed(agent), *_remembered(agent))


def _changed(agent: Agent) -> Iterator[Draft]:
    """Give what others did to files that the model wrote."""
    seen = agent.context.seen
    for name, before in list(seen.written.items()):
        told = seen.told.get(name)
        snippet = _news(seen, Path(name), before)
        if snippet and snippet != told:
            yield attachments.edited_text_file(name, snippet)


def _news(seen: FilesSeen, path: Path, before: str) -> str:
    """Give what is new in a file, which the model knows from then on; "" where nothing is."""
    key = str(path)
    try:
        status = path.stat()
        if status.st_mtime_ns == seen.stamps.get(key):
            return ""
        now = text_files.load(path) if status.st_size <= text_files.LONGEST_KNOWN else None
    except OSError:  # it is gone, or nobody may read it any more
        now = None
    if now is None or "\0" in now.raw:
        del seen.written[key]
        return ""
    if now.text == before:
        seen.stamps[key] = now.stamp
        return ""
    text_files.note_seen(seen, path, now.stamp, now.digest)
    return snippet_of(before, now.text)


def snippet_of(before: str, after: str) -> str:
    """Show the changed parts of a text, with the numbers of their lines."""
    parts = [
        "\n".join(f"{first + place}\t{line}" for place, line in enumerate(lines))
        for first, lines in changed_parts(before, after, AROUND)
    ]
    snippet = "\n...\n".join(parts)
    if len(snippet) <= LONGEST:
        return snippet
    end = snippet.rfind("\n", 0, LONGEST)
    kept = snippet[: end if end > 0 else LONGEST]
    return f"{kept}\n[cut: {snippet.count(chr(10)) - kept.count(chr(10))} lines more]"


def _remembered(agent: Agent) -> Iterator[Draft]:
    """Give what people wrote down for the folders that the model came to, each file once."""
    memory, come_to = agent.shared.memory, agent.context.seen.come_to
    paths, come_to[:] = [Path(path) for path in dict.fromkeys(come_to)], []
    if memory is None or not paths:
        return
    found = [file for path in paths for file in memory.nested(path)]
    known = {*paths, *(file.path for file in memory.whole())} if found else set()
    told = {str(path) for path in known}
    told |= _told_memory(agent)
    for file in found:
        name = str(file.path)
        if name not in told:
            told.add(name)
            shown = os.path.relpath(name, agent.context.root)
            yield attachments.nested_memory(name, file.held(), shown)


def _told_memory(agent: Agent) -> set[str]:
    """Give the files whose words the model has before it."""
    lines = (line for line in agent.conversation.lines if line.subtype == "nested_memory")
    return {text_in(object_in(line.body, "attachment") or {}, "path") or "" for line in lines}
