"""``steno merge``: what several writers left of one session becomes one conversation."""

from __future__ import annotations

from typing import Any

import click

from steno.cli.edits import carry_out, load_named, shared_options
from steno.cli.options import Options, with_options


@click.command("merge", short_help="Put parallel branches, or two copies, of a session in one row.")
@click.argument("session")
@click.argument("other", required=False)
@click.option(
    "--branch", "branches", type=int, multiple=True, metavar="N",
    help="Join this branch, too, though you left it yourself; may be repeated.",
)  # fmt: skip
@shared_options()
@with_options
def command(
    options: Options,
    session: str,
    *,
    other: str | None,
    branches: tuple[int, ...],
    in_place: bool,
    **asked: Any,
) -> int:
    """Put what several writers made of one session in one row, so that a resume sees all of it.

    Of one SESSION these are the branches of clients that ran at the same time. Where you went back
    or asked again, the branch that you left stays aside, unless --branch names it ('steno tree
    SESSION' shows the numbers).

    With OTHER, a copy of the session that went on elsewhere, both become one new session: what they
    share once, then the part that began first, then the other one.

    \b
    Examples:
      steno merge @last
      steno merge @last --in-place --yes
      steno merge 4f2a1c ~/laptop/.claude/projects/-work/4f2a1c….jsonl

    Exit codes: 0 done (also where there was nothing to merge), 2 wrong use or an error.
    """  # noqa: D301 - click reads the marks
    from steno.edit.merge import merge

    first = load_named(options, session)
    second = None if other is None else load_named(options, other)
    plan = merge(first, second, branches=branches, in_place=in_place)
    return carry_out(options, plan, **asked)
