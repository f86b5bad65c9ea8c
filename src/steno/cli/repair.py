"""``steno repair``: mend what ``steno validate`` finds."""

from __future__ import annotations

from typing import Any

import click

from steno.cli.edit_documents import EditsDocument, document
from steno.cli.edits import load_named, refuse_live_plan, settle, shared_options, wishes
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json
from steno.view.tools.wording import count


@click.command("repair", short_help="Mend a damaged session, so that a resume sees all of it.")
@click.argument("sessions", nargs=-1, required=True, metavar="SESSION...")
@click.option(
    "--only", multiple=True, metavar="CODE",
    help="Mend only this finding, by its code in 'steno validate'; may be repeated.",
)  # fmt: skip
@click.option(
    "--join-roots", is_flag=True,
    help="Also join a prompt that names no parent to what stands before it.",
)  # fmt: skip
@shared_options()
@with_options
def command(options: Options, sessions: tuple[str, ...], **asked: Any) -> int:
    """Mend what 'steno validate' finds in sessions, the smallest change first.

    Torn and glued lines, NUL bytes, wrong encodings, copies, lost and circular parents, lines out
    of order, and whatever else makes a resume fail or lose history. Nothing is mended where nothing
    is lost, and what a rewind left stays left. The files of sub-agents are mended, too. Bytes that
    are taken out go into quarantine.

    A new session is written beside the old one, unless you say --in-place.

    \b
    See first:      steno repair SESSION --dry-run --diff
    One finding:    steno repair SESSION --only orphan-parent
    Take it back:   steno undo

    A prompt in mid-file that names no parent may be a rewind to the very beginning. It is joined to
    what stands before it only where the next reply's tokens show that it went on from there, or
    with --join-roots. With --json and several sessions, 'edits' holds a document for each.

    Exit codes: 0 done (also where there was nothing to mend), 2 wrong use or an error.
    """  # noqa: D301 - click reads the marks
    from steno.edit.repair import repair

    wanted = {"only": asked["only"], "join_roots": asked["join_roots"]}
    chosen = wishes(asked)
    plans = []
    for name in sessions:
        plan = repair(load_named(options, name), **wanted, in_place=asked["in_place"])
        refuse_live_plan(plan, **chosen)
        plans.append(plan)
    done = []
    for plan in plans:
        try:
            done.append((plan, settle(options, plan, **chosen)))
        except click.Abort:
            if done:
                note(f"Mended before that: {count(len(done), 'session')}; that stays.")
            raise
    if options.json:
        documents = [document(plan, one.number, is_dry=one.is_dry) for plan, one in done]
        print_json(documents[0] if len(documents) == 1 else EditsDocument(edits=documents))
    return 0
