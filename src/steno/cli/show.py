"""``steno show``: read a session, line by line."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from steno.catalog.headline import read_headline
from steno.catalog.resolve import resolve_session
from steno.catalog.rows import build_row
from steno.cli.clock import iso, shown
from steno.cli.gist import gist, kind_of_entry, label, whole_text
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json
from steno.cli.terminal import clean, clean_line, shorten
from steno.disk.transcript import read, read_line, read_tail
from steno.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from steno.disk.discover import SessionFile
    from steno.format.entry import Entry

NARROW: Final = 400
"""Characters of a line's text where the output is no terminal."""
_RANGE: Final = re.compile(r"(\d*)(?:\.\.(\d*))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """One line of a session."""

    line: int
    offset: int
    type: str | None
    kind: str
    uuid: str | None
    parent: str | None
    timestamp: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDocument:
    """What ``steno show --json`` prints."""

    schema: str = "steno.show/1"
    id: str
    path: str
    title: str | None
    project: str | None
    entries: list[EntryLine]


@dataclass(frozen=True, slots=True)
class Request:
    """Which lines are wanted, and how they are to look."""

    tail: int | None
    lines: str | None
    types: tuple[str, ...]
    raw: int | None
    full: bool
    pager: bool | None

    @property
    def is_choice(self) -> bool:
        """Say whether only some of the lines are wanted."""
        return bool(self.types or self.lines)


@click.command("show")
@click.argument("session")
@click.option("--tail", type=click.IntRange(min=1), metavar="N", help="Only the last N lines.")
@click.option("--lines", metavar="A..B", help="Only lines A to B; either may be left out.")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only entries of this type.")
@click.option("--raw", type=click.IntRange(min=1), metavar="N", help="Line N as it is stored.")
@click.option("--full", is_flag=True, help="Whole texts instead of one line each.")
@click.option("--pager/--no-pager", default=None, help="Use a pager on a terminal.")
@with_options
def command(options: Options, session: str, **asked: Any) -> int:
    """Read a session: one line per entry, in the order of the file."""
    request = Request(**asked)
    found = resolve_session(session, options.homes)
    if request.raw is not None:
        if options.json:
            raise UsageError("--raw and --json do not go together: a stored line may be no JSON.")
        return _print_raw(found.path, request.raw)
    entries = Counted(_choose(found.path, request))
    if options.json:
        print_json(_document(found, entries))
    else:
        _print(_render(found, entries, full=request.full), options, request)
    if request.is_choice and not entries.number:
        note("steno: no entry fits; 'steno stats SESSION' tells its lines and types.")
        return 1
    return 0


class Counted:
    """Entries that are counted as they are shown."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        """Take the entries."""
        self._entries = entries
        self.number = 0

    def __iter__(self) -> Iterator[Entry]:
        """Give them, one by one."""
        for entry in self._entries:
            self.number += 1
            yield entry


def _print(text: Iterator[str], options: Options, request: Request) -> None:
    asked, configured = request.pager, options.config.get("show.pager")
    if sys.stdout.isatty() and (configured is not False if asked is None else asked):
        click.echo_via_pager(text)
        return
    for line in text:
        click.echo(line, nl=False)


def _print_raw(path: Path, number: int) -> int:
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
    if request.tail is not None and request.lines is not None:
        problem = "--tail and --lines do not go together; give one of them."
        raise UsageError(problem)
    if request.tail is not None:
        entries = read_tail(path, request.tail)
    else:
        entries = _between(read(path), *_range(request.lines))
    if request.types:
        return (entry for entry in entries if _matches(entry, request.types))
    return entries


def _between(entries: Iterator[Entry], first: int, last: int | None) -> Iterator[Entry]:
    for entry in entries:
        if last is not None and entry.line > last:
            return
        if entry.line >= first:
            yield entry


def _range(text: str | None) -> tuple[int, int | None]:
    if text is None:
        return 1, None
    match = _RANGE.fullmatch(text.strip())
    if match is None or not any(match.groups()):
        problem = f"--lines {text!r} is no range; write 3..7, 3.. or ..7."
        raise UsageError(problem)
    first = int(match[1] or 1)
    if ".." not in text:
        return first, first
    return first, int(match[2]) if match[2] else None


def _matches(entry: Entry, types: tuple[str, ...]) -> bool:
    kind = kind_of_entry(entry)
    return any(kind == wanted or kind.startswith(f"{wanted}/") for wanted in types)


def _document(session: SessionFile, entries: Iterable[Entry]) -> ShowDocument:
    row = build_row(session)
    return ShowDocument(
        id=row.id,
        path=row.path,
        title=row.title,
        project=row.project,
        entries=[_entry_line(entry) for entry in entries],
    )


def _entry_line(entry: Entry) -> EntryLine:
    return EntryLine(
        line=entry.line,
        offset=entry.offset,
        type=entry.type,
        kind=kind_of_entry(entry),
        uuid=_text(entry, "uuid"),
        parent=_text(entry, "parentUuid"),
        timestamp=iso(entry.time),
        text=gist(entry),
    )


def _text(entry: Entry, key: str) -> str | None:
    value = entry.body.get(key)
    return value if isinstance(value, str) else None


def _render(session: SessionFile, entries: Iterable[Entry], *, full: bool) -> Iterator[str]:
    headline = read_headline(session.path)
    title = headline.title or "(no prompt)"
    yield f"{clean_line(shorten(title, 100))}\n"
    place = " · ".join(part for part in (session.id, headline.cwd, headline.branch) if part)
    yield f"{clean_line(place)}\n\n"
    width = _width()
    for entry in entries:
        yield _render_entry(entry, width, full=full)
    for agent in session.subagents:
        what = agent.meta.description if agent.meta is not None else None
        yield (
            clean_line(f"sub-agent: steno show agent-{agent.agent_id}  {what or ''}".rstrip())
            + "\n"
        )


def _width() -> int:
    from shutil import get_terminal_size

    return get_terminal_size().columns if sys.stdout.isatty() else NARROW


def _render_entry(entry: Entry, width: int, *, full: bool) -> str:
    clock, name = shown(entry.time, "%m-%d %H:%M:%S"), clean_line(label(entry))
    head = f"{entry.line:>6}  {clock:<14}  {shorten(name, 24):<18}  "
    if full:
        return f"{head}\n{clean(whole_text(entry))}\n\n"
    room = max(20, width - len(head))
    text = " ".join(gist(entry)[: 8 * room].split())
    return head + shorten(clean_line(text), room).rstrip() + "\n"
