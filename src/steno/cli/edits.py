"""What all commands share that change a session: the plan, the question, the document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from steno.catalog.resolve import resolve_session
from steno.cli.edit_diff import diff_lines
from steno.cli.edit_documents import document
from steno.cli.output import note, print_json, print_text, size
from steno.cli.terminal import clean_line
from steno.cli.writing import ask, tell_cut_off, tell_dry_run, tell_undo
from steno.session.session import load_file
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steno.cli.options import Options
    from steno.edit.apply import Applied
    from steno.edit.outlook import Outlook
    from steno.edit.plan import Plan
    from steno.session.session import Session

MOST_CHANGES: Final = 20
"""Changes that a plan lists for a person; ``--diff`` and ``--json`` give all."""


def shared_options(*, in_place: bool = True) -> Callable[[Any], Any]:
    """Give a command the options of every edit."""
    options = [
        click.option("--dry-run", is_flag=True, help="Show the plan, and write nothing."),
        click.option("--diff", is_flag=True, help="Show the lines that change, as a diff."),
        click.option("--yes", "-y", is_flag=True, help="Do not ask."),
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


def carry_out(options: Options, plan: Plan, **asked: bool) -> int:
    """Show a plan, ask, do it, and tell; give the exit code."""
    applied = settle(options, plan, **asked)
    if options.json:
        print_json(document(plan, applied))
    return 0


def settle(options: Options, plan: Plan, **asked: bool) -> Applied | None:
    """Show a plan, ask, and do it, telling a person of it; None for a dry run."""
    from steno.edit.apply import apply, refuse_live

    tell_cut_off(options)
    if not asked["dry_run"]:
        refuse_live(plan)
    if not options.json:
        _print_plan(plan, diff=asked["diff"])
    if asked["dry_run"]:
        if not options.json:
            tell_dry_run()
        return None
    question = "Change the session itself?" if plan.in_place else "Write the new session?"
    ask(question, yes=asked["yes"])
    applied = apply(plan, options.data)
    if not options.json:
        _tell(plan, applied)
    return applied


def _tell(plan: Plan, applied: Applied) -> None:
    print_text(f"{'Changed' if plan.in_place else 'Wrote'} session {applied.session}")
    print_text(f"  {applied.path}")
    note(f"Go on with it: claude --resume {applied.session}")
    tell_undo(applied.edit)


def _print_plan(plan: Plan, *, diff: bool) -> None:
    where = "in place" if plan.in_place else f"as new session {plan.result_id}"
    print_text(f"{plan.kind} {plan.source_id}, {where}")
    for line in _plan_lines(plan):
        print_text(f"  {line}")
    if diff:
        for line in diff_lines(plan):
            click.echo(line)


def _plan_lines(plan: Plan) -> Iterator[str]:
    if not plan.changes:
        yield "nothing in it changes" + ("" if plan.in_place else "; the copy only gets new ids")
    for one in plan.changes[:MOST_CHANGES]:
        place = "new" if one.line is None else f"line {one.line}"
        yield clean_line(f"{one.action} {place}: {one.what}")
    if len(plan.changes) > MOST_CHANGES:
        yield f"… and {len(plan.changes) - MOST_CHANGES:,} more; --diff shows all of them"
    others = len(plan.files) - 1
    if others:
        yield f"{count(others, 'file')} beside it {'changes' if plan.in_place else 'comes along'}"
    if plan.unseen:
        yield "the model will no longer see: " + ", ".join(plan.unseen)
    yield from plan.notes
    yield _resume_line(plan)
    if plan.saved_bytes:
        yield f"{size(abs(plan.saved_bytes))} {'smaller' if plan.saved_bytes > 0 else 'larger'}"


def _resume_line(plan: Plan) -> str:
    before, after = plan.before, plan.after
    if after.refusal is not None:
        return (
            f"a resume: {_sent(before)} now; the client would refuse the result ({after.refusal})"
        )
    if before == after:
        return f"a resume sends {_sent(after)}, as before"
    return f"a resume sends {_sent(before)} now, {_sent(after)} afterwards"


def _sent(outlook: Outlook) -> str:
    if outlook.refusal is not None:
        return f"nothing ({outlook.refusal})"
    return f"{count(outlook.messages, 'message')}, about {outlook.tokens:,} tokens"
