"""A summary made of what is there: every prompt word for word, and in short what came of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from steno.edit.passage import Summary, headline, prompts_of, takes
from steno.format.content import CALL_BLOCKS, TextBlock
from steno.format.entries.assistant import AssistantEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.edit.passage import Passage
    from steno.session.turns import Turn

BY: Final = "excerpts"
OPENING: Final = "This session was shortened with steno."
"""How every summary of ours begins, whoever wrote the rest."""
HEADING: Final = (
    f"{OPENING} The earlier part of the conversation is summed up "
    "below. No model wrote this summary: it holds every prompt of the user word for word, and of "
    "the replies only excerpts, the tools that were used and the files that were named."
)
_SHARE: Final = 0.75
"""Of the passage, that a summary may take while a shorter one can be had."""
_MOST_FILES: Final = 12
_PATHS: Final = ("file_path", "path", "notebook_path")


class Lengths(NamedTuple):
    """How many characters are quoted."""

    reply: int
    """Of each turn's last reply, and of what no person said."""
    summary: int
    """Of an earlier summary that somebody else wrote."""


LENGTHS: Final = (Lengths(600, 40_000), Lengths(200, 4_000), Lengths(0, 0))
"""The first that makes a summary small enough is taken."""


def by_excerpts(passage: Passage) -> Summary | None:
    """Sum up a passage by excerpts, as long as may be; None where it would not get shorter."""
    most = passage.tokens * _SHARE
    for lengths in LENGTHS:
        text = extract(passage, lengths)
        if takes(text) <= most:
            return Summary(text, BY)
    return Summary(text, BY) if takes(text) < passage.tokens else None


def extract(passage: Passage, lengths: Lengths) -> str:
    """Sum up a passage in excerpts of some lengths."""
    parts = [HEADING, *_earlier(passage, lengths.summary)]
    sent = frozenset(passage.rows)
    has_summary = len(parts) > 1
    for turn in passage.turns:
        # What was summed up before and is quoted need not be told twice.
        reply = 0 if has_summary and turn.row not in sent else lengths.reply
        parts.append(_told(passage, turn, reply))
    return "\n\n".join(filter(None, parts))


def _earlier(passage: Passage, length: int) -> Iterator[str]:
    """Quote earlier summaries; our own hold nothing but what is told anew."""
    for text in passage.earlier_summaries if length else ():
        if not text.startswith(OPENING):
            yield f"## An earlier summary\n{_cut(text, length)}"


def _told(passage: Passage, turn: Turn, length: int) -> str:
    lines = list(prompts_of(passage.session, turn))
    if not turn.is_human and turn.text and length:
        lines.append(f"<notice>\n{_cut(turn.text, length)}\n</notice>")
    tools, files, reply = _deeds(passage, turn) if length else (Counter[str](), {}, "")
    if tools:
        used = ", ".join(f"{name} ({number})" for name, number in tools.most_common())
        lines.append(f"Tools used: {used}")
    if files:
        more = f" and {len(files) - _MOST_FILES} more" if len(files) > _MOST_FILES else ""
        lines.append(f"Files named: {', '.join(list(files)[:_MOST_FILES])}{more}")
    if reply:
        lines.append(f"Reply, in excerpt: {_cut(reply, length)}")
    return "\n".join([f"## {headline(turn)}", *lines]) if lines else ""


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length].rstrip()} […]"


def _deeds(passage: Passage, turn: Turn) -> tuple[Counter[str], dict[str, None], str]:
    """Give the tools of a turn, the files that they named, and the words of the last reply."""
    session = passage.session
    tools: Counter[str] = Counter()
    files: dict[str, None] = {}
    reply = ""
    # A turn also holds what was said in it on branches that were left again.
    for record in session.records([row for row in turn.rows if row in session.active_rows]):
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
    for key in _PATHS if isinstance(arguments, dict) else ():
        value = arguments.get(key)
        if isinstance(value, str) and value:
            yield value
