"""``steno import``: make sessions of a bundle."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.cli.edit_documents import (
    ChangeRow,
    Saved,
    SessionPlace,
    SomeResume,
    places,
    some_resume,
)
from steno.cli.masking import shield
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json, print_text, progress_bar, size
from steno.cli.terminal import clean_line, shorten
from steno.cli.writing import ask, one_home, tell_cut_off, tell_dry_run, tell_undo
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from steno.edit.import_bundle import Import, ImportedSession, Wish

WIDEST_TITLE = 60
"""Cells of a title that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRow:
    """One session of a bundle, and what becomes of it."""

    source: str
    """Its id in the bundle."""
    session: str
    """Its id from now on."""
    title: str | None
    project: str | None
    """As the bundle says."""
    new_project: str
    path: str
    files: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportDocument:
    """What ``steno import --json`` prints."""

    schema: str = "steno.import/1"
    edit: str = "import"
    number: int | None
    """By which it can be undone; null for a dry run."""
    source: SessionPlace
    """The bundle; its session where it holds one only."""
    result: SessionPlace | None
    """null for a dry run."""
    changes: list[ChangeRow] = field(default_factory=list)
    sessions: list[ImportedRow] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    """Every file that is written."""
    saved: Saved
    resume: SomeResume
    """There was no session before."""
    notes: list[str] = field(default_factory=list)


@click.command("import", short_help="Make sessions of a bundle.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", metavar="PATH", help="Import all sessions into the project at this path.")
@click.option(
    "--map", "maps", multiple=True, metavar="OLD=NEW",
    help="Take paths below OLD as paths below NEW; may be repeated.",
)  # fmt: skip
@click.option("--keep-ids", is_flag=True, help="Keep the sessions' ids where they are free.")
@click.option("--dry-run", is_flag=True, help="Check the bundle, show the plan, write nothing.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@with_options
def command(
    options: Options, file: Path, *, to: str | None, maps: tuple[str, ...], **asked: bool
) -> int:
    """Write the sessions of a bundle into the home, as new sessions.

    Every member of the bundle is checked against its hash before anything is written. Each
    session gets a new id, and goes to the project that it came from, unless --to or --map say
    where that lies on this machine. Settings, hooks and the like are never taken from a bundle.

    'steno undo' takes it back.

    \b
    Examples:
      steno import last.steno.zip --dry-run
      steno import last.steno.zip --to ~/work/project
      steno import mine.steno.zip --map /home/me=/Users/me --keep-ids

    Exit codes: 0 done, 2 wrong use, an error, or a bundle that cannot be trusted.
    """  # noqa: D301 - click reads the marks
    from steno.edit.bundle_reader import opened_bundle
    from steno.edit.import_bundle import Wish, plan_import
    from steno.edit.path_map import absolute, parsed

    tell_cut_off(options)
    home = one_home(options)
    pairs = tuple(map(parsed, maps))
    wish = Wish(None if to is None else absolute(to), pairs, keep_ids=asked["keep_ids"])
    with opened_bundle(file) as bundle, tempfile.TemporaryDirectory(prefix="steno-") as scratch:
        with progress_bar("checking", sum(one.size for one in bundle.members)) as progress:
            bundle.verify(progress)
        plan = plan_import(bundle, home, wish, Path(scratch))
        return _carry_out(options, plan, wish, **asked)


def _carry_out(options: Options, plan: Import, wish: Wish, **asked: bool) -> int:
    from steno.edit.apply import perform

    if not options.json:
        _print_plan(plan, wish)
    number = None
    if not asked["dry_run"]:
        ask(f"Import {count(len(plan.sessions), 'session')}?", yes=asked["yes"])
        number = perform(plan.batch, options.data)
    if options.json:
        print_json(document(plan, number))
    elif number is None:
        tell_dry_run()
    else:
        print_text(f"Imported {count(len(plan.sessions), 'session')}")
        if len(plan.sessions) == 1:
            note(f"Go on with it: claude --resume {plan.sessions[0].id}")
        tell_undo(number)
    return 0


def _print_plan(plan: Import, wish: Wish) -> None:
    for one in plan.sessions:
        title = shorten(clean_line(one.source.title or "(no title)"), WIDEST_TITLE)
        print_text(f"{one.id}  {title}")
        print_text(clean_line(f"  {_files(one)}, to {one.project}"))
        if one.id != one.source.id:
            print_text(clean_line(f"  was {one.source.id} in the bundle"))
    for text in plan.notes:
        note(clean_line(text))
    gone = {one.project for one in plan.sessions if not os.path.isdir(one.project)}  # noqa: PTH112
    for project in sorted(gone):
        hint = "" if wish.to else "; --to or --map say where it lies"
        note(clean_line(f"There is no folder {project} on this machine{hint}."))


def _files(one: ImportedSession) -> str:
    return f"{count(len(one.source.members), 'file')}, {size(one.source.bytes)}"


def document(plan: Import, number: int | None) -> ImportDocument:
    """Give an import, done or not, as a document."""
    where = places(plan.batch.facts, is_done=number is not None)
    return ImportDocument(
        number=number,
        source=replace(where.source, path=str(plan.bundle)),
        result=where.result,
        changes=[
            ChangeRow(line=None, action="add", what=f"session {one.id} in {one.project}")
            for one in plan.sessions
        ],
        sessions=[_row(one) for one in plan.sessions],
        files=[str(file.path) for file in plan.batch.files],
        saved=Saved(bytes=0, tokens=0),
        resume=_resume(plan),
        notes=list(plan.notes),
    )


def _row(one: ImportedSession) -> ImportedRow:
    return ImportedRow(
        source=one.source.id,
        session=one.id,
        title=shield(one.source.title or "") or None,
        project=one.source.project,
        new_project=one.project,
        path=str(one.path),
        files=len(one.source.members),
        bytes=one.source.bytes,
    )


def _resume(plan: Import) -> SomeResume:
    from steno.edit.outlook import outlook_of
    from steno.session.session import load

    if len(plan.sessions) != 1:
        return some_resume()
    return some_resume(None, outlook_of(load(plan.sessions[0].transcript)))
