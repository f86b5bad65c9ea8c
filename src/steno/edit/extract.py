"""A summary made of what is there: every prompt word for word, and in short what came of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from steno.format.content import CALL_BLOCKS, TextBlock
from steno.format.entries.assistant import AssistantEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from steno.session.session import Session
    from steno.session.turns import Turn

HEADING: Final = (
    "This session was shortened with steno. The earlier part of the conversation is summed up "
    "below. No model wrote this summary: it holds every prompt of the user word for word, and of "
    "the replies only excerpts, the tools that were used and the files that were named."
)
LENGTHS: Final = (600, 200, 0)
"""Characters of each turn's last reply that are quoted; the shortest that makes it small enough."""
_MOST_FILES: Final = 12
_PATHS: Final = ("file_path", "path", "notebook_path")


def extract(session: Session, turns: Sequence[Turn], length: int) -> str:
    """Sum up some turns; of each last reply ``length`` characters are quoted."""
    return "\n\n".join([HEADING, *(_told(session, turn, length) for turn in turns)])


def _told(session: Session, turn: Turn, length: int) -> str:
    when = "" if turn.started is None else f", {turn.started:%Y-%m-%d %H:%M}"
    prompts = (turn.text, *(prompt.text for prompt in turn.prompts))
    lines = [f"## Turn {turn.number} ({turn.input_kind}{when})"]
    lines += [f"<prompt>\n{words}\n</prompt>" for words in prompts]
    tools, files, reply = _deeds(session, turn)
    if tools:
        used = ", ".join(f"{name} ({number})" for name, number in tools.most_common())
        lines.append(f"Tools used: {used}")
    if files:
        more = f" and {len(files) - _MOST_FILES} more" if len(files) > _MOST_FILES else ""
        lines.append(f"Files named: {', '.join(list(files)[:_MOST_FILES])}{more}")
    if reply and length:
        cut = "" if len(reply) <= length else " […]"
        lines.append(f"Reply, in excerpt: {reply[:length].rstrip()}{cut}")
    return "\n".join(lines)


def _deeds(session: Session, turn: Turn) -> tuple[Counter[str], dict[str, None], str]:
    """Give the tools of a turn, the files that they named, and the words of the last reply."""
    tools: Counter[str] = Counter()
    files: dict[str, None] = {}
    reply = ""
    for record in session.records(turn.rows):
        if not isinstance(record, AssistantEntry):
            continue
        for block in record.blocks:
            if isinstance(block, CALL_BLOCKS):
                tools[block.name or "a tool"] += 1
                files.update(dict.fromkeys(_paths(block.input)))
            elif isinstance(block, TextBlock) and block.text and block.text.strip():
                reply = block.text.strip()
    return tools, files, reply


def _paths(arguments: Any) -> Iterable[str]:
    if isinstance(arguments, dict):
        yield from _strings(arguments)


def _strings(arguments: Mapping[str, Any]) -> Iterable[str]:
    for key in _PATHS:
        value = arguments.get(key)
        if isinstance(value, str) and value:
            yield value
