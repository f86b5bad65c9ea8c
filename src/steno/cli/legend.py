"""The marks of a drawn session, explained below the help of the command that draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steno.cli.rendering.signs import ASCII, SIGNS, takes_signs

if TYPE_CHECKING:
    from steno.cli.rendering.signs import Signs


def legend(signs: Signs) -> list[tuple[str, str]]:
    """Give each mark with what it means."""
    group = " ".join(sign.strip() for sign in (signs.first, signs.between, signs.last))
    ways = f"{signs.active.strip()} {signs.other.strip()}"
    steps = " ".join(sign.strip() for sign in (signs.done, signs.doing, signs.open))
    told = [
        (signs.prompt, "what was asked"),
        (signs.reply, "what the model said"),
        (signs.thinking, "what it thought"),
        (f"{signs.ok.strip()} {signs.error.strip()}", "a tool call that worked, one that failed"),
        (signs.denied, "a call that was not allowed"),
        (f"{signs.interrupted.strip()} {signs.running.strip()}", "one that was stopped or runs"),
        (group, "calls that one reply made together; what a program printed"),
        (signs.agent, "a sub-agent"),
        (f"{signs.branch.strip()} {ways}", "where it parts: the way shown, another one"),
        (steps, "a step that is done, begun, open"),
        (f"{signs.info.strip()} {signs.warning.strip()}", "something beside it, a warning"),
    ]  # fmt: skip
    return [(marks.strip(), meaning) for marks, meaning in told]


class WithLegend(click.Command):
    """A command whose help ends with the marks that it draws."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the marks below the options."""
        with formatter.section("Marks"):
            formatter.write_dl(legend(SIGNS if takes_signs() else ASCII))
        super().format_epilog(ctx, formatter)
