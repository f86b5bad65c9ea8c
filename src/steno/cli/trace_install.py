"""``steno trace install`` and ``uninstall``: the hook in the client's settings."""

from __future__ import annotations

import hashlib
import os
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steno.cli.masking import shield
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json, print_text
from steno.cli.terminal import clean
from steno.cli.writing import ask, one_home, tell_dry_run, tell_undo
from steno.disk import layout
from steno.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.disk.client_settings import SettingsChange


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceInstallDocument:
    """What ``steno trace install --json`` prints."""

    schema: str = "steno.trace.install/1"
    path: str
    """The settings file."""
    changed: bool
    """Whether the settings differ from what is wanted; with --dry-run nothing was written."""
    number: int | None
    """By which it can be undone; null for a dry run, and where there was nothing to do."""
    events: list[str] = field(default_factory=list)
    """The events at which the hook runs afterwards."""
    command: str | None = None
    """The command line of the hook; null for ``uninstall``."""
    diff: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceUninstallDocument(TraceInstallDocument):
    """What ``steno trace uninstall --json`` prints."""

    schema: str = "steno.trace.uninstall/1"


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is to be done to which settings, in words."""

    kind: str
    document: type[TraceInstallDocument]
    change: SettingsChange
    question: str
    done: str
    idle: str
    events: tuple[str, ...]
    command: str | None = None


def _scoped(function: Any) -> Any:
    """Give a command the options that say whose settings are meant."""
    options: tuple[Callable[[Any], Any], ...] = (
        click.option("--project", is_flag=True, help="In .claude/settings.json of this folder."),
        click.option(
            "--local", is_flag=True, help="In .claude/settings.local.json of this folder."
        ),
        click.option("--dry-run", is_flag=True, help="Show the change, and write nothing."),
        click.option("--yes", "-y", is_flag=True, help="Do not ask."),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.command("install", short_help="Let the client tell of every turn that ends.")
@_scoped
@with_options
def install(options: Options, *, project: bool, local: bool, **asked: bool) -> int:
    """Put steno-hook into the client's settings, so that each turn is sent when it ends.

    It runs at Stop, SubagentStop and SessionEnd, takes a few hundredths of a second, and never
    stands in the client's way: it notes what happened and starts the exporter apart from itself.
    First you see the change; everything else in the settings stays as it is. STENO_HOOK=off in
    the environment switches the hook off.

    'steno trace uninstall' takes it out again, 'steno undo' puts the old bytes back.

    Exit codes: 0 done (also where it is there already), 2 wrong use or an error.
    """
    from steno.trace.settings import EVENTS, hook_command, is_switched_off, plan_install

    path, command = _settings(options, project=project, local=local), hook_command()
    _refuse_typo(options, path)
    wish = _Wish(
        kind="trace install",
        document=TraceInstallDocument,
        change=plan_install(path, command),
        question="Change the settings?",
        done="The client runs the hook from its next start on.",
        idle=f"The hook is there already, in {path}.",
        events=EVENTS,
        command=command,
    )
    code = _carry_out(options, wish, **asked)
    if is_switched_off(path):
        note(f'"disableAllHooks" in {path} is true: the client will not run it.')
    _warn(options, command, is_shared=project)
    return code


def _refuse_typo(options: Options, path: Path) -> None:
    """Make no new home because one was misspelt."""
    if options.home and not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent}. Check --home, or make it first.")


def _warn(options: Options, command: str, *, is_shared: bool) -> None:
    """Tell of what would keep the hook from sending anything, or others from using it."""
    from steno.trace.sinks import sink_names

    if not sink_names(options.config, os.environ):
        note(
            "No sink is set up yet, so nothing is sent: 'steno trace --help' says how to name one."
        )
    if options.db is not None:
        note("The hook knows nothing of --db: 'steno config set db FOLDER' holds for it, too.")
    if is_shared and Path(shlex.split(command)[0]).is_absolute():
        note(f"{command} is a path of this machine; others who share the file need their own.")


@click.command("uninstall", short_help="Take the hook out of the client's settings.")
@_scoped
@with_options
def uninstall(options: Options, *, project: bool, local: bool, **asked: bool) -> int:
    """Take steno-hook out of the client's settings; all other hooks stay.

    Exit codes: 0 done (also where it is not there), 2 wrong use or an error.
    """
    from steno.trace.settings import plan_uninstall, shared_commands

    path = _settings(options, project=project, local=local)
    wish = _Wish(
        kind="trace uninstall",
        document=TraceUninstallDocument,
        change=plan_uninstall(path),
        question="Change the settings?",
        done="The hook is gone.",
        idle="The hook is not there.",
        events=(),
    )
    code = _carry_out(options, wish, **asked)
    for one in shared_commands(path):
        note(f"Left alone, as it runs other things, too: {shield(clean(one))}")
    return code


def _settings(options: Options, *, project: bool, local: bool) -> Path:
    if project and local:
        raise UsageError("--project and --local name two files; give one of them.")
    if not project and not local:
        return layout.settings_path(one_home(options).path)
    folder = Path.cwd() / ".claude"
    return folder / ("settings.local.json" if local else "settings.json")


def _carry_out(options: Options, wish: _Wish, *, dry_run: bool, yes: bool) -> int:
    """Show a change, ask, write it, and tell."""
    change, number = wish.change, None
    if not options.json:
        click.echo(shield(clean(change.diff())), nl=False)
    if change.changes_anything and not dry_run:
        ask(wish.question, yes=yes)
        number = _written(change, wish.kind, options.data)
    if options.json:
        print_json(_document(wish, number))
    elif number is not None:
        print_text(wish.done)
        tell_undo(number)
    elif change.changes_anything:
        tell_dry_run()
    else:
        print_text(wish.idle)
    return 0


def _written(change: SettingsChange, kind: str, data: Path) -> int:
    """Write the settings as one edit of the journal, and give its number."""
    from steno.edit.apply import perform
    from steno.edit.plan import Batch, PlannedFile, Role
    from steno.store.edit_rows import EditFacts

    # An undo of new settings removes the file: never a link that led to it.
    path = Path(os.path.realpath(change.path))
    before = None if change.before is None else hashlib.sha256(change.before).hexdigest()
    facts = EditFacts(
        kind=kind, source_path=str(path), source_sha256=before, result_path=str(path), in_place=True
    )
    file = PlannedFile(Role.OTHER, path, lambda: (change.after,), before)
    # Settings are not about a session: whoever might read them still may.
    sources = {} if before is None else {path: before}
    return perform(Batch(facts, sources, (file,), is_private=False), data)


def _document(wish: _Wish, number: int | None) -> TraceInstallDocument:
    return wish.document(
        path=str(wish.change.path),
        changed=wish.change.changes_anything,
        number=number,
        events=list(wish.events),
        command=wish.command,
        diff=shield(wish.change.diff()),
    )
