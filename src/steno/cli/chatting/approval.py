"""Whether a tool may run: what exactly would, and the three answers to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from steno.cli.chatting.asking import Dialogue, Option
from steno.cli.rendering.diffs import draw_diff
from steno.cli.rendering.markdown import draw_markdown
from steno.cli.rendering.paper import gutter, line_of_words
from steno.cli.rendering.signs import ASCII, SIGNS
from steno.cli.terminal import clean
from steno.client.calls import REJECTED
from steno.client.person import Word
from steno.format.codec import encode_document
from steno.view.tools.diff import text_diff
from steno.view.tools.wording import short_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from steno.cli.chatting.asking import Chosen
    from steno.cli.rendering.paper import Gutter, Paper
    from steno.client.person import Wish
    from steno.view.parts import DiffPart

PLAN: Final = "ExitPlanMode"
TOLD: Final = "To tell you how to proceed, the user said:\n"
_STOPS_HERE: Final = REJECTED.rpartition("STOP ")[0]
_MARGIN: Final = gutter("  │ ", "  │ ", "yellow")
_ASCII_MARGIN: Final = gutter("  | ", "  | ", "yellow")


def request_lines(wish: Wish, paper: Paper, cwd: Path) -> Iterator[str]:
    """Draw all of what would run: nothing of it is left out."""
    before = _MARGIN if paper.has_signs else _ASCII_MARGIN
    yield from paper.spread(_headline(wish), Text(), gutter("? ", style="bold yellow"))
    yield from _body(wish, paper, cwd, before)
    if wish.reason and wish.tool != PLAN:
        yield from paper.lines(line_of_words(wish.reason, "dim"), gutter("  "))


def _headline(wish: Wish) -> Text:
    by = " (a sub-agent)" if wish.agent_id is not None else ""
    told = wish.given.get("description")
    why = f"  {told}" if isinstance(told, str) and told else ""
    return Text.assemble(
        line_of_words(wish.tool, "bold yellow"),
        (by, "dim"),
        line_of_words(why, "dim"),
    )


def _body(wish: Wish, paper: Paper, cwd: Path, before: Gutter) -> Iterator[str]:
    given = wish.given
    if isinstance(given.get("command"), str):
        yield from paper.printed(clean(str(given["command"])), "cyan", before)
        yield from _further(given, ("command", "description"), paper, before)
    elif wish.tool == PLAN and isinstance(given.get("plan"), str):
        plan = str(given["plan"])
        drawn = paper.lines(draw_markdown(plan), before)
        yield from drawn if paper.draws else paper.printed(plan, "", before)
    elif (diff := planned_change(wish, cwd)) is not None:
        yield from paper.printed(short_path(diff.path, str(cwd)), "bold", before)
        signs = SIGNS if paper.has_signs else ASCII
        yield from draw_diff(paper, signs, diff, before)
        known = ("file_path", "old_string", "new_string", "content", "replace_all")
        yield from _further(given, known, paper, before)
    else:
        yield from _further(given, (), paper, before)


def _further(
    given: Mapping[str, Any], known: tuple[str, ...], paper: Paper, before: Gutter
) -> Iterator[str]:
    """Show the arguments that were not shown yet, each under its name."""
    for name, value in given.items():
        if name in known:
            continue
        shown = value if isinstance(value, str) else encode_document(value).decode().strip()
        yield from paper.printed(clean(f"{name}: {shown}"), "", before)


def planned_change(wish: Wish, cwd: Path) -> DiffPart | None:
    """Give the change that a Write or Edit would make; None where that cannot be told."""
    given, path = wish.given, wish.given.get("file_path")
    if not isinstance(path, str) or wish.tool not in ("Write", "Edit"):
        return None
    now = _content(cwd / path)
    if wish.tool == "Write":
        content = given.get("content")
        return text_diff(path, now or "", seen(content)) if isinstance(content, str) else None
    old, new = given.get("old_string"), given.get("new_string")
    if not isinstance(old, str) or not isinstance(new, str):
        return None
    old, new = seen(old), seen(new)
    if now is None or old not in now:
        return text_diff(path, old, new, placed=False)
    every = given.get("replace_all") is True
    return text_diff(path, now, now.replace(old, new) if every else now.replace(old, new, 1))


def seen(text: str) -> str:
    """Give a text with everything in it visible; a lone carriage return must not break a line."""
    return clean(text.replace("\r\n", "\n"))


def _content(path: Path) -> str | None:
    try:
        return seen(path.read_bytes().decode("utf-8", "replace"))
    except (OSError, ValueError):
        return None


def approval_dialogue(wish: Wish, changes: Sequence[Mapping[str, Any]]) -> Dialogue:
    """Give the question; without changes that would help there is no yes for the session."""
    no = Option("No, and say what to do instead", takes_words=True, word="n")
    if wish.tool == PLAN:
        edits = Option("Yes, and edit files without asking", word="a")
        options = (Option("Yes, and ask before changes", word="y"), edits, no)
        return Dialogue(question="Go ahead with this plan?", options=options)
    yes = Option("Yes, this once", word="y")
    always = Option("Yes, and do not ask again this session:", scope(changes), word="a")
    return Dialogue(question="May it run?", options=(yes, always, no) if changes else (yes, no))


def scope(changes: Sequence[Mapping[str, Any]]) -> str:
    """Say in a few words what would no longer be asked for."""
    return "; ".join(dict.fromkeys(_told(change) for change in changes))


def _told(change: Mapping[str, Any]) -> str:
    match change.get("type"):
        case "setMode":
            return "any edit of files" if change.get("mode") == "acceptEdits" else "this mode"
        case "addDirectories":
            return "files in " + ", ".join(map(str, change.get("directories", ())))
        case _:
            return ", ".join(map(_rule, change.get("rules", ())))


def _rule(rule: Mapping[str, Any]) -> str:
    content = rule.get("ruleContent")
    return f"{rule.get('toolName')}({content})" if content else f"{rule.get('toolName')}"


def word_of(
    dialogue: Dialogue, chosen: Chosen | None, changes: Sequence[Mapping[str, Any]]
) -> Word:
    """Put an answer into the word that the loop goes by; ``changes`` go with a yes for longer.

    A no without words ends the turn: the person says next what they want.
    """
    option = dialogue.options[-1 if chosen is None else chosen.place]
    if option.word == "y":
        return Word(behavior="allow")
    if option.word == "a":
        return Word(behavior="allow", updates=tuple(changes))
    words = "" if chosen is None else chosen.words
    if not words:
        return Word(behavior="deny", message=REJECTED, interrupt=True)
    return Word(behavior="deny", message=f"{_STOPS_HERE}{TOLD}{words}")


def answer_lines(dialogue: Dialogue, chosen: Chosen | None, paper: Paper) -> Iterator[str]:
    """Draw what was answered, so that it stays beside what was asked."""
    option = None if chosen is None else dialogue.options[chosen.place]
    told = "No" if option is None else f"{option.label} {option.hint}".strip()
    if chosen is not None and chosen.words:
        told = f"No: {chosen.words}"
    style = "green" if told.startswith("Yes") else "yellow"
    sign = SIGNS.arrow if paper.has_signs else ASCII.arrow
    yield from paper.spread(line_of_words(told, style), Text(), gutter(f"  {sign} ", style=style))
