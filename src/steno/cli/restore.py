"""``steno restore``: the files of a project as they were when a prompt was sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.edit_documents import ChangeRow, Saved, SessionPlace, SomeResume, some_resume
from steno.cli.edits import load_named
from steno.cli.file_diffs import file_diff
from steno.cli.masking import shield
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json, print_text, size
from steno.cli.terminal import clean_line
from steno.cli.writing import ask, tell_cut_off, tell_dry_run, tell_undo
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.edit.restore import Restore, RestoredFile
    from steno.session.session import Session

_ACTIONS: Final = {"create": "add", "change": "change", "delete": "remove"}
"""What an edit calls what a restore does with a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoredRow:
    """One file that the session changed."""

    path: str
    """As the session knows it."""
    action: str
    """``create``, ``change``, ``delete``, ``unchanged``, ``unknown`` or ``refused``."""
    bytes: int | None
    """How long it was then; null where there was none, or nothing is known."""
    source: str | None
    """Where that is from: ``backup``, ``inline``, ``before`` or ``after``; null if from nowhere."""
    target: str | None
    """Where it lies now; null outside of the project."""
    why: str
    """Why it is left alone, or what the reader should know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreDocument:
    """What ``steno restore --json`` prints."""

    schema: str = "steno.restore/1"
    session: str
    path: str
    at: str
    """The turn, the prompt, or ``end``."""
    root: str
    """The folder that the files are put back in."""
    number: int | None
    """By which it can be undone; null for a dry run, and where there was nothing to do."""
    files: list[RestoredRow] = field(default_factory=list)
    edit: str = "restore"
    source: SessionPlace
    result: SessionPlace | None
    """The session, which stays as it is, and the folder of ``root``; null for a dry run."""
    changes: list[ChangeRow] = field(default_factory=list)
    """One for each file that is written or removed."""
    saved: Saved
    resume: SomeResume
    """The same before and after."""


@click.command("restore", short_help="Put a project's files back as they were at a prompt.")
@click.argument("session")
@click.argument("files", nargs=-1)
@click.option(
    "--at", metavar="PROMPT", required=True,
    help="When: the number of a turn, the uuid of a prompt, or 'end' for what came of the session.",
)  # fmt: skip
@click.option(
    "--to", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Put them below this folder instead of the project's own.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@with_options
def command(
    options: Options,
    session: str,
    *,
    files: tuple[str, ...],
    to: Path | None,
    **asked: Any,
) -> int:
    """Put the files that a session changed back as they were when a prompt was sent.

    Their contents come from the client's own copies (file-history) and from what the tools told.
    Changes by shell commands, by sub-agents and by hand are known only as far as a copy was made
    after them. First you see a diff of every file; what cannot be known is named and left alone, as
    are links and all files outside of the project. 'steno undo' takes it back. A session that a
    running client has open is refused, as its tools may be at work on the files.

    With FILES only these, or those below a folder.

    \b
    Examples:
      steno restore @last --at 3 --dry-run
      steno restore @last --at 3 src/app.py
      steno restore 4f2a1c --at end --to /tmp/as-it-was

    Exit codes: 0 done (also where all is as it was), 2 wrong use or an error.
    """  # noqa: D301 - click reads the marks
    from steno.config import expanded
    from steno.edit.apply import refuse_live_sessions
    from steno.edit.restore import restore
    from steno.edit.restored import carry_out_restore

    tell_cut_off(options)
    folder = None if to is None else expanded(to)
    loaded = load_named(options, session)
    plan = restore(loaded, asked["at"], to=folder, names=files)
    if not asked["dry_run"]:
        refuse_live_sessions({plan.session.id}, plan.session.home)
    if not options.json:
        for line in _lines(plan):
            click.echo(shield(line))
    number = None
    if plan.planned and not asked["dry_run"]:
        ask(f"Put {count(len(plan.planned), 'file')} back?", yes=asked["yes"])
        number = carry_out_restore(plan, options.data)
    if options.json:
        print_json(document(plan, loaded, number, is_dry=asked["dry_run"]))
    else:
        _tell(plan, number)
    return 0


def document(
    plan: Restore, session: Session, number: int | None, *, is_dry: bool
) -> RestoreDocument:
    """Give a restore, done or not, as a document."""
    from steno.edit.outlook import outlook_of

    outlook = outlook_of(session)
    return RestoreDocument(
        session=plan.session.id,
        path=str(plan.session.path),
        at=plan.at,
        root=str(plan.root),
        number=number,
        files=[_row(file) for file in plan.files],
        source=SessionPlace(session=plan.session.id, path=str(plan.session.path)),
        result=None if is_dry else SessionPlace(session=plan.session.id, path=str(plan.root)),
        changes=[
            ChangeRow(line=None, action=_ACTIONS[file.action.value], what=str(file.target))
            for file in plan.planned
        ],
        saved=Saved(bytes=sum(map(_smaller, plan.planned)), tokens=0),
        resume=some_resume(outlook, outlook),
    )


def _smaller(file: RestoredFile) -> int:
    return len(file.old.content or b"") - len(file.new or b"")


def _row(file: RestoredFile) -> RestoredRow:
    return RestoredRow(
        path=file.path,
        action=file.action.value,
        bytes=None if file.new is None else len(file.new),
        source=file.source,
        target=None if file.target is None else str(file.target),
        why=file.why,
    )


def _lines(plan: Restore) -> Iterator[str]:
    """Give the diffs, and then what becomes of each file."""
    for file in plan.planned:
        yield from file_diff(str(file.target), file.old.content, file.new)
    if not plan.files:
        yield "The session changed no file."
    for file in plan.files:
        held = file.new if file.is_planned else None
        source = "" if held is None else f" from {file.source}, {size(len(held))}"
        why = file.why or ("it was not there then" if file.action == "delete" else "")
        why = f" ({why})" if why else ""
        yield clean_line(f"{file.action:>9}  {file.target or file.path}{source}{why}")


def _tell(plan: Restore, number: int | None) -> None:
    if not plan.planned:
        note("Nothing to put back.")
    elif number is None:
        tell_dry_run()
    else:
        print_text(f"Put back {count(len(plan.planned), 'file')} in {clean_line(str(plan.root))}")
        tell_undo(number)
