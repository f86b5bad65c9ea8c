"""``steno bundle``: sessions with all that belongs to them, in one file to take elsewhere."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.catalog.resolve import resolve_session
from steno.cli.edit_documents import ChangeRow, Saved, SessionPlace, SomeResume, some_resume
from steno.cli.masking import shield
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json, print_text, progress_bar, size
from steno.cli.terminal import clean_line, shorten
from steno.cli.writing import tell_dry_run
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from steno.edit.bundle import Bundled, BundlePlan
    from steno.edit.bundle_manifest import BundledSession

WIDEST_TITLE = 60
"""Cells of a title that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """One file in a bundle."""

    name: str
    role: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BundledSessionRow:
    """One session in a bundle."""

    session: str
    title: str | None
    project: str | None
    bytes: int
    members: list[MemberRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleFile:
    """The bundle itself."""

    session: str | None
    """The one that it holds; null where there are several."""
    path: str
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleDocument:
    """What ``steno bundle --json`` prints."""

    schema: str = "steno.bundle/1"
    edit: str = "bundle"
    number: int | None = None
    """null: nothing under a home changes, so there is nothing to undo."""
    source: SessionPlace
    result: BundleFile | None
    """null for a dry run."""
    redacted: bool
    sessions: list[BundledSessionRow] = field(default_factory=list)
    changes: list[ChangeRow] = field(default_factory=list)
    """One for each session that is in the bundle."""
    saved: Saved
    """What the placeholders are shorter than the secrets."""
    resume: SomeResume
    """null afterwards: a bundle has to be imported first."""
    notes: list[str] = field(default_factory=list)


@click.command("bundle", short_help="Pack sessions into one file to take elsewhere.")
@click.argument("sessions", nargs=-1, required=True, metavar="SESSION...")
@click.option(
    "-o", "--output", required=True, metavar="FILE", type=click.Path(path_type=Path),
    help="The bundle to write, such as work.steno.zip.",
)  # fmt: skip
@click.option(
    "--redact/--no-redact", default=True, show_default=True,
    help="Put placeholders in the place of secrets; the sessions themselves stay as they are.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@click.option("--dry-run", is_flag=True, help="Show what the bundle would hold, and write nothing.")
@with_options
def command(options: Options, sessions: tuple[str, ...], *, output: Path, **asked: bool) -> int:
    """Pack sessions into one file, to take them to another machine or to hand them on.

    Transcripts, sub-agents, tool results, workflows and file backups are in it, each with its
    hash; settings, hooks and the history of prompts are not. Secrets give way to placeholders
    unless --no-redact is given. The same sessions always give the same bytes.

    'steno import FILE' makes sessions of it again.

    \b
    Examples:
      steno bundle @last -o last.steno.zip
      steno bundle 3f2a 91cc --no-redact -o mine.steno.zip

    Exit codes: 0 done, 2 wrong use or an error.
    """  # noqa: D301 - click reads the marks
    from steno.edit.bundle import measure, plan_bundle, write_bundle
    from steno.secrets.scan import Scanner

    files = [resolve_session(name, options.homes) for name in sessions]
    plan = plan_bundle(files, Scanner.configured(options.config) if asked["redact"] else None)
    with progress_bar("bundling", plan.bytes) as progress:
        if asked["dry_run"]:
            done = measure(plan, progress)
        else:
            done = write_bundle(plan, output, replace=asked["force"], progress=progress)
    written = None if asked["dry_run"] else output
    if options.json:
        print_json(_document(plan, done, written))
    else:
        _print(plan, done, written)
    return 0


def _print(plan: BundlePlan, done: Bundled, written: Path | None) -> None:
    for session in done.manifest.sessions:
        title = shorten(clean_line(session.title or "(no title)"), WIDEST_TITLE)
        files = count(len(session.members), "file")
        print_text(f"{session.id}  {title}")
        print_text(f"  {files}, {size(session.bytes)}, {session.project or 'no project known'}")
    for one in plan.notes:
        note(clean_line(one))
    if not plan.redacted:
        note("Secrets, if there are any, are in it as they are.")
    if written is None:
        tell_dry_run()
        return
    print_text(f"Wrote {written}, {size(done.size)}")
    note(f"Take it in: steno import {written}")


def _document(plan: BundlePlan, done: Bundled, written: Path | None) -> BundleDocument:
    ids = [session.id for session in plan.sessions]
    one = ids[0] if len(ids) == 1 else None
    packed = sum(session.bytes for session in done.manifest.sessions)
    result = None
    if written is not None:
        result = BundleFile(session=one, path=str(written), bytes=done.size)
    return BundleDocument(
        source=_source(plan),
        result=result,
        redacted=plan.redacted,
        sessions=[_row(session) for session in done.manifest.sessions],
        changes=[ChangeRow(line=None, action="add", what=f"session {one}") for one in ids],
        saved=Saved(bytes=plan.bytes - packed, tokens=0),
        resume=_resume(plan),
        notes=list(plan.notes),
    )


def _source(plan: BundlePlan) -> SessionPlace:
    if len(plan.sessions) == 1:
        return SessionPlace(session=plan.sessions[0].id, path=str(plan.sessions[0].path))
    folders = [str(session.path.parent) for session in plan.sessions]
    return SessionPlace(session=None, path=os.path.commonpath(folders))


def _resume(plan: BundlePlan) -> SomeResume:
    from steno.edit.outlook import outlook_of
    from steno.session.session import load

    if len(plan.sessions) != 1:
        return some_resume()
    return some_resume(outlook_of(load(plan.sessions[0].path)))


def _row(session: BundledSession) -> BundledSessionRow:
    return BundledSessionRow(
        session=session.id,
        title=shield(session.title or "") or None,
        project=session.project,
        bytes=session.bytes,
        members=[
            MemberRow(name=one.name, role=one.role.value, size=one.size, sha256=one.sha256)
            for one in session.members
        ],
    )
