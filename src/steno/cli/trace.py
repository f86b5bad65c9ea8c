"""``steno trace``: sessions as traces of OpenTelemetry and Langfuse, sent exactly once."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from steno.cli.options import Options, with_options

COMMANDS: Final = {
    "follow": "trace_follow.command",
    "forget": "trace_forget.command",
    "install": "trace_install.install",
    "show": "trace_show.command",
    "status": "trace_status.command",
    "sync": "trace_sync.command",
    "test": "trace_test.command",
    "uninstall": "trace_install.uninstall",
}
"""Where each command is; loaded when it is asked for."""


class TraceCommands(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands."""
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        del ctx
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(".")
        command = getattr(import_module(f"steno.cli.{module}"), name)
        assert isinstance(command, click.Command)  # noqa: S101 - our own table
        return command


@click.group("trace", cls=TraceCommands, short_help="Send sessions as traces, exactly once.")
@with_options
def command(options: Options) -> None:
    """Send sessions as traces to OpenTelemetry, Langfuse, Phoenix or MLflow, exactly once.

    A sink is named in the configuration (trace.sinks.NAME), by the environment
    (OTEL_EXPORTER_OTLP_ENDPOINT, LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY), or on the command
    line (--otlp URL). Begin with 'steno trace show @last', which sends nothing.
    """
    del options
