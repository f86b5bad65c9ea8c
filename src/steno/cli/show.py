"""``steno show``: read a session, turn by turn or line by line."""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from steno.catalog.resolve import resolve_session
from steno.cli.entry_lines import Counted, EntryLine, draw_entries, entry_line, matches
from steno.cli.legend import WithLegend
from steno.cli.masking import reveal_option, shield, shield_entries, shielded
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json
from steno.cli.paging import print_paged
from steno.cli.ranges import parse_range
from steno.cli.terminal import clean, clean_line, shorten
from steno.cli.turn_document import TurnRow  # noqa: TC001 - the document's schema is made of it
from steno.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.catalog.headline import Headline
    from steno.disk.discover import SessionFile
    from steno.format.entry import Entry
    from steno.session.session import Session
    from steno.view.document import Document

DEPTHS: Final = ("prompts", "turns", "tools", "full")
"""The words of :class:`steno.cli.rendering.depth.Depth`, which is loaded when it is needed."""
DEFAULT_DEPTH: Final = "tools"
NO_PROMPT: Final = "(no prompt)"
"""What stands in the place of a title where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDocument:
    """What ``steno show --json`` prints; ``entries`` or ``turns``, whichever was asked for."""

    schema: str = "steno.show/1"
    id: str
    path: str
    title: str | None
    project: str | None
    entries: list[EntryLine]
    turns: list[TurnRow]


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted, and how it is to look."""

    turns: str | None
    depth: str | None
    tail: int | None
    branch: int | None
    agent: str | None
    entries: bool
    lines: str | None
    types: tuple[str, ...]
    full: bool
    raw: int | None
    pager: bool | None

    @property
    def by_line(self) -> bool:
        """Say whether single lines are wanted rather than turns."""
        return bool(self.entries or self.types or self.lines is not None)

    @property
    def chosen_depth(self) -> str:
        """How much of each turn is shown."""
        return self.depth or ("full" if self.full else DEFAULT_DEPTH)

    def check(self) -> None:
        """Refuse what does not go together."""
        for_turns = {
            "--turns": self.turns, "--depth": self.depth, "--branch": self.branch,
            "--agent": self.agent,
        }  # fmt: skip
        given = [name for name, value in for_turns.items() if value is not None]
        if self.by_line and given:
            problem = (
                f"{given[0]} is about turns, but --entries, --lines and --type show single "
                "lines; leave one of them out."
            )
            raise UsageError(problem)
        for other, value in (("--lines", self.lines), ("--turns", self.turns)):
            if self.tail is not None and value is not None:
                problem = f"--tail and {other} do not go together; give one of them."
                raise UsageError(problem)


@click.command(
    "show",
    cls=WithLegend,
    short_help="Read a session: turns, tool cards, diffs, sub-agents.",
)
@click.argument("session")
@click.option("--turns", metavar="A..B", help="Only turns A to B; either may be left out.")
@click.option(
    "--depth",
    type=click.Choice(DEPTHS),
    help="How much: what was asked; what was answered, too; every tool call in a line (this "
    "is the default); or everything: thoughts, output, sub-agents, hooks, bookkeeping.",
)
@click.option("--tail", type=click.IntRange(min=1), metavar="N", help="Only the last N turns.")
@click.option(
    "--branch",
    type=click.IntRange(min=0),
    metavar="N",
    help="Another branch, by the number that its branch point tells.",
)
@click.option("--agent", metavar="ID", help="A sub-agent, by its id or the beginning of it.")
@click.option("--entries", is_flag=True, help="Line by line as stored; --tail counts lines then.")
@click.option("--lines", metavar="A..B", help="Only lines A to B, as with --entries.")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only entries of this type.")
@click.option("--full", is_flag=True, help="Whole texts; of turns the same as --depth full.")
@click.option("--raw", type=click.IntRange(min=1), metavar="N", help="Line N as it is stored.")
@reveal_option
@click.option("--pager/--no-pager", default=None, help="Use a pager on a terminal.")
@with_options
def command(options: Options, session: str, **asked: Any) -> int:
    """Read a session: its turns, with tool calls, changes and sub-agents.

    On a terminal it is drawn in colour and shown in a pager. Elsewhere it is plain text: lines
    do not wrap, rules are 80 columns wide; where COLUMNS is set, all is laid out for that
    width. The pager is PAGER, or else less; 'steno config set show.pager false' does without.

    Times are local. Below a turn stands how long the work took, what the model said, and how
    full its context was in the end. Exit code 1 if no turn or line fits.
    """
    request = Request(**asked)
    request.check()
    found = resolve_session(session, options.homes)
    if request.raw is not None:
        if options.json:
            raise UsageError("--raw and --json do not go together: a stored line may be no JSON.")
        return _print_raw(found.path, request.raw)
    if request.by_line:
        return _show_entries(found, options, request)
    return _show_turns(found, options, request)


def _show_turns(found: SessionFile, options: Options, request: Request) -> int:
    from steno.cli.selection import live_ids
    from steno.session.session import load_file
    from steno.view.document import build_document

    is_live = found.id in live_ids(options.homes)
    document = _chosen(build_document(shielded(load_file(found)), is_live=is_live), request)
    if options.json:
        from steno.catalog.headline import read_headline
        from steno.cli.rendering.depth import Depth
        from steno.cli.turn_rows import TurnRows

        headline = read_headline(found.path)
        print_json(
            ShowDocument(
                id=found.id,
                path=str(found.path),
                title=shield(_title(document.session, headline) or "") or None,
                project=headline.cwd,
                entries=[],
                turns=TurnRows(Depth(request.chosen_depth)).turns(document),
            )
        )
    else:
        lines = _draw_turns(found, document, request.chosen_depth)
        print_paged(lines, options, pager=request.pager)
    if document.turns and not document.shown:
        numbers = [turn.number for turn in document.turns]
        note(f"steno: no turn fits; they go from {numbers[0] or 1} to {numbers[-1]}.")
        return 1
    return 0


def _chosen(document: Document, request: Request) -> Document:
    if request.agent is not None:
        document = _of_agent(document, request.agent)
    if request.branch is not None:
        document = document.branch(request.branch)
        if not document.turns:
            problem = f"there is no branch {request.branch}; 'steno tree SESSION' lists them."
            raise UsageError(problem)
    if request.tail is not None:
        return document.tail(request.tail)
    if request.turns is not None:
        return document.between(*parse_range("--turns", request.turns))
    return document


def _of_agent(document: Document, name: str) -> Document:
    found = document.subagents(name)
    if len(found) > 1:
        near = ", ".join(agent.agent_id for agent in found)
        raise UsageError(f"{name} may be any of these sub-agents: {near}. Give more of the id.")
    opened = found[0].document if found else None
    if opened is None:
        problem = f"there is no sub-agent {name}, or nothing of it is left."
        raise UsageError(problem)
    return opened


def _draw_turns(found: SessionFile, document: Document, depth: str) -> Iterator[str]:
    from steno.catalog.headline import read_headline
    from steno.cli.rendering.depth import Depth
    from steno.cli.rendering.paper import paper_for_output
    from steno.cli.rendering.session_page import SessionPage

    page = SessionPage(paper_for_output(), Depth(depth))
    headline = read_headline(found.path)
    title = shield(_title(document.session, headline) or NO_PROMPT)
    facts = (_place(found, headline), *page.overview(document))
    yield from page.headline(title, *facts)
    yield ""
    yield from page.draw(document)


def _title(session: Session, headline: Headline) -> str | None:
    """Choose a title as a list does, wherever in the file it stands."""
    from steno.catalog.rows import Titles

    kinds = {"custom-title": "customTitle", "ai-title": "aiTitle", "summary": "summary"}
    newest = (_newest(session, kind, key) for kind, key in kinds.items())
    return Titles(*newest).best(headline)


def _newest(session: Session, kind: str, key: str) -> str | None:
    """Give what the last line of a kind says that says anything."""
    rows = list(session.outline.rows_of(kind))
    values = (record.body.get(key) for record in session.records(reversed(rows)))
    return next((value for value in values if isinstance(value, str) and value), None)


def _place(found: SessionFile, headline: Headline) -> str:
    return " · ".join(part for part in (found.id, headline.cwd, headline.branch) if part)


def _show_entries(found: SessionFile, options: Options, request: Request) -> int:
    entries = Counted(shield_entries(_choose(found.path, request)))
    if options.json:
        print_json(_entries_document(found, entries))
    else:
        lines = _draw_entries(found, entries, full=request.full)
        print_paged(lines, options, pager=request.pager)
    if not entries.number and (request.types or request.lines):
        note("steno: no entry fits; 'steno stats SESSION' tells its lines and types.")
        return 1
    return 0


def _draw_entries(found: SessionFile, entries: Counted, *, full: bool) -> Iterator[str]:
    from steno.catalog.headline import read_headline

    headline = read_headline(found.path)
    yield clean_line(shorten(shield(headline.title or NO_PROMPT), 100))
    yield clean_line(_place(found, headline))
    yield ""
    yield from draw_entries(entries, full=full)
    for agent in found.subagents:
        what = agent.meta.description if agent.meta is not None else None
        told = f"sub-agent: steno show agent-{agent.agent_id}  {what or ''}"
        yield clean_line(told.rstrip())


def _entries_document(found: SessionFile, entries: Counted) -> ShowDocument:
    from steno.catalog.rows import build_row

    row = build_row(found)
    return ShowDocument(
        id=row.id,
        path=row.path,
        title=shield(row.title or "") or None,
        project=row.project,
        entries=[entry_line(entry) for entry in entries],
        turns=[],
    )


def _print_raw(path: Path, number: int) -> int:
    from steno.disk.transcript import read_line

    entry = read_line(path, number)
    if entry is None:
        problem = f"{path} has no line {number}; 'steno stats' says how many there are."
        raise UsageError(problem)
    if sys.stdout.isatty():
        # JSON escapes what a terminal obeys, but a broken line may hold it as it is.
        click.echo(clean(entry.raw.decode("utf-8", "replace")), nl=False)
    else:
        sys.stdout.buffer.write(entry.raw)
        sys.stdout.buffer.flush()
    return 0


def _choose(path: Path, request: Request) -> Iterator[Entry]:
    from steno.disk.transcript import read, read_tail

    if request.tail is not None and not request.types:
        return read_tail(path, request.tail)
    entries = _between(read(path), *parse_range("--lines", request.lines))
    if request.types:
        entries = (entry for entry in entries if matches(entry, request.types))
    return entries if request.tail is None else iter(deque(entries, request.tail))


def _between(entries: Iterator[Entry], first: int, last: int | None) -> Iterator[Entry]:
    for entry in entries:
        if last is not None and entry.line > last:
            return
        if entry.line >= first:
            yield entry
