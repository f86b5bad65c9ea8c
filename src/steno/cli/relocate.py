"""``steno relocate``: move sessions to the path where their project lies now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
from steno.cli.options import Options, with_options
from steno.cli.output import print_json, print_text
from steno.cli.terminal import clean_line
from steno.cli.writing import ask, one_home, tell_cut_off, tell_dry_run, tell_undo
from steno.errors import UsageError
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from pathlib import Path

    from steno.edit.plan import PlannedFile
    from steno.edit.relocate import MovedSession, Relocation


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
@click.option("--dry-run", is_flag=True, help="Show every file, and write nothing.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@with_options
def command(
    options: Options, name: str, *, new_path: str | None, to: str | None, **asked: bool
) -> int:
    """Move the sessions of a project, so that the client finds them at its new path.

    The client looks for sessions by the path of the folder that it is started in. When you have
    moved or renamed a project from OLD_PATH to NEW_PATH, this moves its sessions, and those of
    folders below it, with sub-agents, tool results and the project's memory. Working folders,
    worktrees, file backups and the history of prompts follow. What was said stays as it was.

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
    relocation = _planned(options, name, new_path, to)
    if not options.json:
        _print_plan(relocation, whole=asked["dry_run"])
    if asked["dry_run"]:
        if options.json:
            print_json(document(relocation, None))
        else:
            tell_dry_run()
        return 0
    ask("Move them?", yes=asked["yes"])
    refuse_live(relocation)
    number = perform(relocation.batch, options.data)
    if options.json:
        print_json(document(relocation, number))
        return 0
    print_text(f"Moved {count(len(relocation.sessions), 'session')} to {relocation.new}")
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
    home = one_home(options)
    return relocate_project(home, absolute(name), absolute(new_path), options.data)


def _print_plan(relocation: Relocation, *, whole: bool) -> None:
    sessions, files = len(relocation.sessions), relocation.batch.files
    print_text(
        f"relocate {count(sessions, 'session')} with {count(len(files) - sessions, 'other file')}"
    )
    print_text(f"  from {relocation.old or '(no project known)'}")
    print_text(f"  to   {relocation.new}")
    for session in relocation.sessions:
        print_text(clean_line(f"  {session.id}: {_changed(session)}"))
    if whole:
        print_text(f"Every file, below {relocation.home.path}:")
    for file in files if whole else ():
        print_text(clean_line(f"  {_told(file, relocation.home.path)}"))
    for one in relocation.notes:
        print_text(clean_line(f"  {one}"))


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
                role=file.role.value, path=str(file.moved_from or file.path),
                new_path=str(file.path),
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
