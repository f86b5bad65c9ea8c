"""``steno relocate``: move sessions to the path where their project lies now."""

from __future__ import annotations

import contextlib
import os
import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import click

from steno.catalog.resolve import resolve_session
from steno.cli.edit_documents import (
    ChangeRow,
    Saved,
    SessionPlace,
    SomeResume,
    places,
    some_resume,
)
from steno.cli.edit_note import given_note, note_option
from steno.cli.masking import shield
from steno.cli.options import Options, with_options
from steno.cli.output import print_json, print_text
from steno.cli.plan_text import SHORT_ID
from steno.cli.terminal import clean_line, shorten
from steno.cli.writing import (
    YES_HELP,
    ask,
    one_home,
    refuse_unseen,
    tell_cut_off,
    tell_dry_run,
    tell_resume,
    tell_undo,
)
from steno.errors import SessionNotFoundError, UsageError
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.edit.plan import PlannedFile
    from steno.edit.relocate import MovedSession, Relocation

MOST_SESSIONS: Final = 12
MOST_FILES: Final = 12
"""So many of each a plan names."""
WIDEST_TITLE: Final = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedSessionRow:
    """One session that moves."""

    session: str
    path: str
    new_path: str
    project: str | None
    new_project: str
    changed_lines: int
    """Those of its sub-agents too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedFileRow:
    """One file that moves, or changes where it is."""

    role: str
    path: str
    new_path: str
    """The same as ``path`` where it only changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelocateDocument:
    """What ``steno relocate --json`` prints."""

    schema: str = "steno.relocate/1"
    edit: str = "relocate"
    number: int | None
    """By which it can be undone; null for a dry run."""
    source: SessionPlace
    result: SessionPlace | None
    """null for a dry run."""
    changes: list[ChangeRow] = field(default_factory=list)
    sessions: list[MovedSessionRow] = field(default_factory=list)
    files: list[MovedFileRow] = field(default_factory=list)
    """Every file that is moved or changed."""
    saved: Saved
    resume: SomeResume
    """The same before and after."""
    notes: list[str] = field(default_factory=list)


@click.command("relocate", short_help="Move sessions to the new path of their project.")
@click.argument("name", metavar="OLD_PATH|SESSION")
@click.argument("new_path", required=False)
@click.option("--to", metavar="PATH", help="Move the one SESSION to the project at this path.")
@click.option("--dry-run", is_flag=True, help="Show the plan, and write nothing.")
@click.option("--yes", "-y", is_flag=True, help=YES_HELP)
@note_option
@with_options
def command(
    options: Options, name: str, *, new_path: str | None, to: str | None, **asked: bool
) -> int:
    """Move the sessions of a project, so that the client finds them at its new path.

    The client looks for sessions by the path of the folder that it is started in. When you have
    moved or renamed a project from OLD_PATH to NEW_PATH, this moves its sessions, and those of
    folders below it, with sub-agents, tool results and the project's memory. Working folders,
    worktrees, file backups and the history of prompts follow. What was said stays as it was. The
    project's own files are left alone: move them yourself, before or afterwards.

    'steno undo' takes it back.

    \b
    Examples:
      steno relocate ~/work/old-name ~/work/new-name
      steno relocate @last --to ~/work/other-project

    Exit codes: 0 done, 2 wrong use or an error.
    """  # noqa: D301 - click reads the marks
    from steno.edit.apply import perform
    from steno.edit.relocate import refuse_live

    tell_cut_off(options)
    refuse_unseen(options, yes=asked["yes"], dry_run=asked["dry_run"])
    relocation = _planned(options, name, new_path, to)
    if not options.json:
        for line in plan_lines(relocation):
            print_text(clean_line(line))
    if asked["dry_run"]:
        if options.json:
            print_json(document(relocation, None))
        else:
            tell_dry_run()
        return 0
    ask("Move them?", yes=asked["yes"])
    refuse_live(relocation)
    number = perform(relocation.batch, options.data, note=given_note())
    if options.json:
        print_json(document(relocation, number))
        return 0
    print_text(f"Moved {count(len(relocation.sessions), 'session')} to {relocation.new}")
    if len(relocation.sessions) == 1:
        one = relocation.sessions[0]
        tell_resume(one.id, relocation.home, one.new_project)
    tell_undo(number)
    return 0


def _planned(options: Options, name: str, new_path: str | None, to: str | None) -> Relocation:
    from steno.edit.path_map import absolute
    from steno.edit.relocate import relocate_project, relocate_session

    if to is not None and new_path is not None:
        raise UsageError("give NEW_PATH for a project, or --to PATH for one session, not both.")
    if to is not None:
        return relocate_session(resolve_session(name, options.homes), absolute(to), options.data)
    if new_path is None:
        raise UsageError("where to? Give OLD_PATH and NEW_PATH, or a SESSION with --to PATH.")
    _refuse_session(options, name, new_path)
    home = one_home(options)
    return relocate_project(home, absolute(name), absolute(new_path), options.data)


def _refuse_session(options: Options, name: str, new_path: str) -> None:
    """Refuse the name of a session in the place of a path, and say what was probably meant."""
    if "/" in name or "\\" in name or os.path.exists(name):  # noqa: PTH110 - links count
        return
    with contextlib.suppress(SessionNotFoundError):
        resolve_session(name, options.homes)
        command = shlex.join(["steno", "relocate", name, "--to", new_path])
        raise UsageError(f"{name} is a session, no path. Did you mean '{command}'?")


def plan_lines(relocation: Relocation) -> Iterator[str]:
    """Say what a relocation would do: the sessions, and the files where they are few."""
    sessions, files = relocation.sessions, relocation.batch.files
    others = count(len(files) - len(sessions), "other file")
    yield f"relocate {count(len(sessions), 'session')} with {others}"
    yield f"  from {relocation.old or '(no project known)'}"
    yield f"  to   {relocation.new}"
    if not os.path.isdir(relocation.new):  # noqa: PTH112 - as the client looks at it
        yield f"  There is no folder {relocation.new} yet; the client needs it to go on."
    yield "  The project's own files are not moved."
    for one in relocation.notes:
        yield f"  {one}"
    for session in sessions[:MOST_SESSIONS]:
        yield f"  {_session(session)}"
    if len(sessions) > MOST_SESSIONS:
        yield f"  … and {count(len(sessions) - MOST_SESSIONS, 'more session')}"
    if len(files) <= MOST_FILES:
        yield from (f"  {_told(file, relocation.home.path)}" for file in files)
    else:
        yield f"  --json names all {len(files):,} files, where they are and where they go"


def _session(session: MovedSession) -> str:
    from steno.catalog.headline import read_headline

    title = shield(read_headline(session.path).title or "(no prompt)")
    shown = shorten(clean_line(title), WIDEST_TITLE)
    return f"{session.id[:SHORT_ID]}  {shown}: {_changed(session)}"


def _changed(session: MovedSession) -> str:
    return f"{count(session.changed, 'line changes', 'lines change')}"


def _told(file: PlannedFile, home: Path) -> str:
    new = file.path.relative_to(home)
    if file.moved_from is None:
        return f"change {new}"
    return f"move {file.moved_from.relative_to(home)} -> {new}"


def document(relocation: Relocation, number: int | None) -> RelocateDocument:
    """Give a relocation, done or not, as a document."""
    where = places(relocation.batch.facts, is_done=number is not None)
    return RelocateDocument(
        number=number,
        source=where.source,
        result=where.result,
        changes=[
            ChangeRow(line=None, action="change", what=f"{one.id}: {_changed(one)}")
            for one in relocation.sessions
        ],
        sessions=[_row(one) for one in relocation.sessions],
        files=[
            MovedFileRow(
                role=file.role.value, path=shield(str(file.moved_from or file.path)),
                new_path=shield(str(file.path)),
            )
            for file in relocation.batch.files
        ],
        saved=Saved(bytes=0, tokens=0),
        resume=_resume(relocation, moved=number is not None),
        notes=list(relocation.notes),
    )  # fmt: skip


def _row(session: MovedSession) -> MovedSessionRow:
    return MovedSessionRow(
        session=session.id,
        path=str(session.path),
        new_path=str(session.new_path),
        project=session.project,
        new_project=session.new_project,
        changed_lines=session.changed,
    )


def _resume(relocation: Relocation, *, moved: bool) -> SomeResume:
    from steno.edit.outlook import outlook_of
    from steno.session.session import load

    if len(relocation.sessions) != 1:
        return some_resume()
    session = relocation.sessions[0]
    outlook = outlook_of(load(session.new_path if moved else session.path))
    return some_resume(outlook, outlook)
