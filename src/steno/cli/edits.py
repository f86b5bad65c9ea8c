"""What all commands share that change a session: the plan, the question, the document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from steno.catalog.resolve import resolve_session
from steno.cli.edit_diff import diff_lines
from steno.cli.edit_documents import document
from steno.cli.edit_note import given_note, note_option
from steno.cli.output import note, print_json, print_text
from steno.cli.plan_text import plan_lines
from steno.cli.writing import (
    YES_HELP,
    ask,
    refuse_unseen,
    tell_cut_off,
    tell_dry_run,
    tell_resume,
    tell_undo,
)
from steno.errors import LiveSessionError, UsageError
from steno.session.session import load_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steno.cli.options import Options
    from steno.edit.apply import Applied
    from steno.edit.plan import Plan
    from steno.session.session import Session


NOTHING_DONE: Final = "Nothing to do: nothing was written."
EVEN_IF_LIVE: Final = (
    "--dry-run shows the plan all the same, and --even-if-live copies what is in the file now."
)


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of a plan."""

    number: int | None
    """By which it can be undone; None for a dry run, and where there was nothing to do."""
    is_dry: bool = False


def shared_options(*, in_place: bool = True) -> Callable[[Any], Any]:
    """Give a command the options of every edit."""
    live = "Copy a session that a client has open, as far as it is written; not with --in-place."
    options: list[Callable[[Any], Any]] = [
        click.option("--dry-run", is_flag=True, help="Show the plan, and write nothing."),
        click.option("--diff", is_flag=True, help="Show the lines that change, as a diff."),
        click.option("--yes", "-y", is_flag=True, help=YES_HELP),
        note_option,
        click.option("--even-if-live", is_flag=True, help=live),
    ]
    if in_place:
        help_ = "Change the session itself; its old bytes are kept for 'steno undo'."
        options.insert(1, click.option("--in-place", is_flag=True, help=help_))

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def load_named(options: Options, name: str) -> Session:
    """Load the session that the user names."""
    return load_file(resolve_session(name, options.homes))


def wishes(asked: Mapping[str, Any]) -> dict[str, bool]:
    """Give what the user wants of every edit, out of all that a command was asked."""
    return {key: asked[key] for key in ("dry_run", "diff", "yes", "even_if_live")}


def carry_out(options: Options, plan: Plan, **asked: bool) -> int:
    """Show a plan, ask, do it, and tell; give the exit code."""
    settled = settle(options, plan, **asked)
    if options.json:
        print_json(document(plan, settled.number, is_dry=settled.is_dry))
    return 0


def settle(options: Options, plan: Plan, **asked: bool) -> Settled:
    """Show a plan, ask, and do it, telling a person of it."""
    from steno.edit.apply import apply

    tell_cut_off(options)
    refuse_unseen(options, yes=asked["yes"], dry_run=asked["dry_run"])
    refuse_live_plan(plan, **asked)
    if not options.json:
        _print_plan(plan, diff=asked["diff"])
    if asked["dry_run"]:
        if not options.json:
            tell_dry_run()
        return Settled(None, is_dry=True)
    if is_idle(plan):
        if not options.json:
            note(NOTHING_DONE)
        return Settled(None)
    ask(_question(plan), yes=asked["yes"])
    applied = apply(plan, options.data, note=given_note(), even_if_live=asked["even_if_live"])
    if not options.json:
        _tell(plan, applied)
    return Settled(applied.edit)


def refuse_live_plan(plan: Plan, **asked: bool) -> None:
    """Refuse a session that a client has open, unless it is only looked at or copied on demand."""
    from steno.edit.apply import refuse_live

    if asked["even_if_live"] and plan.in_place:
        raise UsageError("--even-if-live is for copies; leave --in-place out.")
    if asked["dry_run"] or asked["even_if_live"]:
        return
    try:
        refuse_live(plan)
    except LiveSessionError as problem:
        advice = "--dry-run shows the plan all the same." if plan.in_place else EVEN_IF_LIVE
        raise LiveSessionError(problem.session, problem.pid, advice) from None


def is_idle(plan: Plan) -> bool:
    """Say whether a plan would write a session over itself; a copy is written all the same."""
    is_same = not plan.changes and len(plan.files) == 1 and not plan.removed
    return plan.in_place and is_same and next(iter(plan.differences()), None) is None


def _question(plan: Plan) -> str:
    if plan.in_place:
        return "Change the session itself?"
    return (
        "Write the new session?" if plan.changes else "Nothing changes. Write a copy all the same?"
    )


def _tell(plan: Plan, applied: Applied) -> None:
    from steno.edit.project_path import project_path

    print_text(f"{'Changed' if plan.in_place else 'Wrote'} session {applied.session}")
    print_text(f"  {applied.path}")
    file = plan.guarded[0]
    tell_resume(applied.session, file.home, project_path(file))
    tell_undo(applied.edit)


def _print_plan(plan: Plan, *, diff: bool) -> None:
    for line in plan_lines(plan):
        print_text(line)
    if diff:
        for line in diff_lines(plan):
            click.echo(line)
