"""``steno trim``: take tool calls, results, thinking, images, noise or turns out of a session."""

from __future__ import annotations

from typing import Any

import click

from steno.cli.edits import carry_out, load_named, shared_options
from steno.cli.options import Options, with_options
from steno.cli.ranges import parse_range

ALL_TOOLS = ""


@click.command("trim", short_help="Take tool calls, thinking, images or turns out of a session.")
@click.argument("session")
@click.option(
    "--tool-calls", "tools", is_flag=False, flag_value=ALL_TOOLS, metavar="[NAMES]",
    help="Tool calls with their results: all, or those of the named tools (Bash,Read).",
)  # fmt: skip
@click.option("--tool-results", is_flag=True, help="Results only; a short note takes their place.")
@click.option("--thinking", is_flag=True, help="The model's reasoning, in whole blocks.")
@click.option("--images", is_flag=True, help="Images; a short note takes their place.")
@click.option("--progress", is_flag=True, help="Lines of progress, and notes that are never sent.")
@click.option("--turns", metavar="A..B", help="Only in these turns; alone, the turns themselves.")
@click.option(
    "--keep-last", type=click.IntRange(min=0), default=0, metavar="N",
    help="Leave your last N turns as they are; alone, all earlier turns go.",
)  # fmt: skip
@shared_options()
@with_options
def command(options: Options, session: str, *, in_place: bool, **asked: Any) -> int:
    """Make a session smaller: take out what the model need not see again.

    A new session is written beside the old one, unless you say --in-place. Calls go with their
    results, links are mended, and signed thinking is kept byte for byte or goes as a whole block.
    The usage of what goes stays on record, so that costs are counted as before.

    Put the session before --tool-calls, or write --tool-calls=Bash,Read.

    Exit codes: 0 done (also where there was nothing to take out), 2 wrong use or an error.
    """
    from steno.edit.trim import trim

    loaded = load_named(options, session)
    plan = trim(loaded, _what(asked), in_place=in_place)
    chosen = {key: asked[key] for key in ("dry_run", "diff", "yes")}
    return carry_out(options, plan, **chosen)


def _what(asked: dict[str, Any]) -> Any:
    from steno.edit.trim import Trim

    tools = asked["tools"]
    names = [] if tools is None else [name.strip() for name in tools.split(",")]
    return Trim(
        tool_calls=tools is not None,
        tools=frozenset(filter(None, names)),
        turns=None if asked["turns"] is None else parse_range("--turns", asked["turns"]),
        **{key: asked[key] for key in ("tool_results", "thinking", "images", "progress")},
        keep_last=asked["keep_last"],
    )
