"""The program ``steno``: finds the command, and turns errors into messages and exit codes."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import traceback
from importlib import import_module
from typing import Any, Final

import click

from steno.cli.command_table import ALIASES, COMMANDS, GROUPS, MEANT
from steno.cli.entry import version_line
from steno.cli.notes import hinted, remember_places, wrapped
from steno.cli.options import Options, with_options
from steno.cli.terminal import clean
from steno.errors import StenoError, SystemRefusedError

_SESSION: Final = re.compile(r"@\w*|.*\.jsonl|(?=.*\d)[0-9a-f-]{4,36}")
"""What names a session, and no command: @last, a path, an id or the beginning of one."""


class Commands(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, without their aliases."""
        del ctx
        return sorted(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in groups, each with its short help; none is loaded for it."""
        del ctx
        for group, entries in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(name, entry.about) for name, entry in entries.items()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        del ctx
        entry = COMMANDS.get(ALIASES.get(cmd_name, cmd_name))
        if entry is None:
            return None
        command = import_module(f"steno.cli.{entry.module}").command
        assert isinstance(command, click.Command)  # noqa: S101 - our own table
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one was probably meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            # The group's own function, which would do it, has not run yet.
            remember_places(ctx, ctx.params.get("home", ()), ctx.params.get("db"))
            near = get_close_matches(args[0], [*COMMANDS, *ALIASES], 1)
            meant = f"steno show {args[0]}" if _is_session(args[0]) else "".join(near)
            hint = f" Did you mean '{meant}'?" if meant else ""
            hint = f" {MEANT[args[0]]}" if args[0] in MEANT else hint
            message = f"{error.message}{hint} 'steno --help' lists the commands."
            raise click.UsageError(hinted(message), ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that has had enough (head, a pager) is no error."""
        try:
            return super().invoke(ctx)
        except StenoError as error:
            # Only here it is known which places were given.
            error.args = (hinted(str(error)),)
            raise
        except BrokenPipeError:
            _discard_output()
            return 0


def _is_session(word: str) -> bool:
    """Say whether a word in the place of a command looks like the name of a session."""
    return _SESSION.fullmatch(word) is not None


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    if asked:
        click.echo(version_line())
        ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version,
    help="Show the version and exit.",
)  # fmt: skip
@with_options
def steno(options: Options) -> None:
    """Read, count, check, edit and trace the transcripts of Claude Code.

    Without a command: recent sessions, today's usage, and what to do next.

    A SESSION is an id, the beginning of one, a title, a slug, a path to a .jsonl file,
    or @last.

    An edit shows its plan first (--dry-run), writes a new session beside the old one unless you
    say --in-place, and is taken back by 'steno undo'.
    """
    if click.get_current_context().invoked_subcommand is None:
        from steno.cli.overview import show_overview

        show_overview(options)


def main(arguments: list[str]) -> int:
    """Run one command and give its exit code."""
    if sys.stdout is None:
        _complain("steno: standard output is closed; nothing can be printed.")
        return 2
    try:
        _prepare_streams()
        result = steno.main(args=arguments, prog_name="steno", standalone_mode=False)
    except StenoError as error:
        _complain(f"steno: {error}")
        return error.exit_code
    except click.ClickException as error:
        _complain(_click_message(error))
        return 2
    except (click.Abort, KeyboardInterrupt) as stop:
        _complain(f"steno: {str(stop) or 'stopped'}")
        return 130
    except OSError as error:
        _discard_output()
        _complain(f"steno: {SystemRefusedError(error)}")
        return SystemRefusedError.exit_code
    except Exception:  # noqa: BLE001 - a bug of ours must not look like a finding
        traceback.print_exc()
        _complain("steno: this is a bug in steno; the lines above say where.")
        return 2
    return result if isinstance(result, int) else 0


def _prepare_streams() -> None:
    """Have a terminal or file that is not UTF-8 show what it cannot hold as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _click_message(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    usage = f"{context.get_usage()}\n" if context is not None else ""
    return f"{usage}steno: {error.format_message()}{_advice(error)}"


_SESSIONS: Final = "Give an id, a title, a path or @last; 'steno list' shows what there is."
_MISSING: Final = {
    "session": _SESSIONS,
    "sessions": _SESSIONS,
    "name": "Give the path that the project had, and the new one; or a session and --to PATH.",
    "file": "Give a file that 'steno bundle' wrote.",
    "output": "Give the file to write, such as -o work.steno.zip.",
    "at": "Give the number of a turn, -1 for your last prompt; 'steno turns SESSION' lists them.",
}
"""What may stand where something is missing, by the name of the parameter."""


def _advice(error: click.ClickException) -> str:
    """Say what could stand where something is missing."""
    parameter = error.param if isinstance(error, click.MissingParameter) else None
    told = None if parameter is None else _MISSING.get(parameter.name or "")
    return "" if told is None else f" {hinted(told)}"


def _discard_output() -> None:
    """Keep Python from failing once more when it flushes the output at exit."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str) -> None:
    click.echo(wrapped(clean(text), sys.stderr), err=True)
