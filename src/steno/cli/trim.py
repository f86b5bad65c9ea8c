"""``steno trim``: take tool calls, results, thinking, images, noise or turns out of a session."""

from __future__ import annotations

import re
from typing import Any, Final

import click

from steno.cli.ages import as_age
from steno.cli.edits import carry_out, load_named, shared_options
from steno.cli.options import Options, with_options
from steno.cli.ranges import parse_range
from steno.cli.sizes import as_size

ALL_TOOLS: Final = ""
USUAL_PIXELS: Final = "1568"
"""To this the service scales larger images by itself."""
FEWEST_PIXELS: Final = 64
_PIXELS: Final = re.compile(r"\d{1,6}", re.ASCII)
AS_ASKED: Final = (
    "tool_results", "thinking", "images", "shrink_images", "progress", "keep_last", "older_than",
    "larger_than",
)  # fmt: skip
"""Options that the edit takes as they are."""


def _as_pixels(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    if _PIXELS.fullmatch(value.strip()) is None or int(value) < FEWEST_PIXELS:
        raise click.BadParameter(
            f"{value!r} is no number of pixels; write {USUAL_PIXELS}, or {FEWEST_PIXELS} at least. "
            "A session stands before the option."
        )
    return int(value)


@click.command("trim", short_help="Take tool calls, thinking, images or turns out of a session.")
@click.argument("session")
@click.option(
    "--tool-calls", "tools", is_flag=False, flag_value=ALL_TOOLS, metavar="[NAMES]",
    help="Tool calls with their results: all, or those of the named tools (Bash,Read).",
)  # fmt: skip
@click.option("--tool-results", is_flag=True, help="Results only; a short note takes their place.")
@click.option("--thinking", is_flag=True, help="The model's reasoning, in whole blocks.")
@click.option("--images", is_flag=True, help="Images; a short note takes their place.")
@click.option(
    "--shrink-images", is_flag=False, flag_value=USUAL_PIXELS, metavar="[PIXELS]",
    callback=_as_pixels,
    help="Make images smaller whose longer side has more pixels (1568). Takes Pillow: "
    "pip install 'steno[images]'.",
)  # fmt: skip
@click.option("--progress", is_flag=True, help="Lines of progress, and notes that are never sent.")
@click.option("--turns", metavar="A..B", help="Only in these turns; alone, the turns themselves.")
@click.option(
    "--keep-last", type=click.IntRange(min=0), default=0, metavar="N",
    help="Leave your last N turns as they are; alone, all earlier turns go.",
)  # fmt: skip
@click.option(
    "--older-than", metavar="AGE", callback=as_age,
    help="Only what came more than 30min, 2h, 3d or 2w before the session's last message, or "
    "before a time (2026-05-31T14:00, 2026-05-31, yesterday); alone, whole turns.",
)  # fmt: skip
@click.option(
    "--larger-than", metavar="SIZE", callback=as_size,
    help="Only calls, results and images that take more bytes as they are stored "
    "(500, 10k, 1.5MB).",
)  # fmt: skip
@shared_options()
@with_options
def command(options: Options, session: str, *, in_place: bool, **asked: Any) -> int:
    r"""Make a session smaller: take out what the model need not see again.

    A new session is written beside the old one, unless you say --in-place. Calls go with their
    results, links are mended, and signed thinking is kept byte for byte or goes as a whole block.
    The usage of what goes stays on record, so that costs are counted as before.

    --turns, --keep-last, --older-than and --larger-than restrict what goes, all at once. Size is
    that of a call's input and result (--tool-calls), of a result alone (--tool-results), or of
    an image in base64; it does not matter for thinking and progress.

    Put the session before --tool-calls and --shrink-images, or write --tool-calls=Bash,Read.

    \b
    Examples:
      steno trim @last --tool-results --older-than 2h
      steno trim @last --tool-calls=Bash,Read --larger-than 10k --keep-last 3
      steno trim @last --shrink-images --larger-than 1MB

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
        **{key: asked[key] for key in AS_ASKED},
    )
