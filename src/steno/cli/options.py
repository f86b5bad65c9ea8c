"""The options that every command takes, before its name or behind it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.notes import remember_places

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from steno.config import Config
    from steno.disk.discover import Home


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asked for, whichever command it is."""

    home: tuple[str, ...] = ()
    db: Path | None = None
    json: bool = False

    @property
    def config(self) -> Config:
        """Our configuration."""
        from steno.config import load_config

        return load_config()

    @property
    def homes(self) -> tuple[Home, ...]:
        """The homes to read: of the command line, else the environment, else the configuration.

        On the command line a label of the configuration stands for its folder. Their paths are
        absolute, for what is on record of them has to hold in every folder.
        """
        from steno.config import absolute
        from steno.disk.discover import Home, homes_from

        homes = homes_from(self._home_options(), os.environ)
        return tuple(Home(absolute(home.path), home.label) for home in homes)

    def _home_options(self) -> Sequence[str]:
        configured = self.config.get("homes") or {}
        if self.home:
            return [_labelled(home, configured) for home in self.home]
        return () if os.environ.get("CLAUDE_CONFIG_DIR") else self.config.home_options()

    @property
    def data(self) -> Path:
        """The folder for index and state, by its absolute path."""
        from steno.config import absolute, data_folder, expanded

        configured = self.config.get("db")
        if self.db is not None:
            return absolute(self.db)
        return absolute(expanded(configured)) if configured else data_folder()


def _labelled(home: str, configured: Mapping[str, str]) -> str:
    return f"{home}={configured[home]}" if home in configured else home


_SHARED: Final = (
    click.option(
        "--home",
        multiple=True,
        metavar="[LABEL=]DIR",
        help="Read this home, or the configured one of that label; may be repeated. "
        "Default: $CLAUDE_CONFIG_DIR, the configured homes, or ~/.claude.",
    ),
    click.option(
        "--db",
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="Keep index and state in this folder.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
)


def with_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the shared options; it gets them, merged, as its first argument."""

    @click.pass_context
    def command(
        context: click.Context,
        /,
        home: tuple[str, ...],
        db: Path | None,
        as_json: bool,  # noqa: FBT001 - click passes it by name
        **rest: Any,
    ) -> Any:
        before = context.obj if isinstance(context.obj, Options) else Options()
        context.obj = replace(
            before, home=before.home + home, db=db or before.db, json=as_json or before.json
        )
        remember_places(context, context.obj.home, context.obj.db)
        return context.invoke(function, context.obj, **rest)

    wrapped: Callable[..., Any] = update_wrapper(command, function)
    # Where click sees this mark it leaves lines as they are; a docstring spells it out.
    wrapped.__doc__ = (function.__doc__ or "").replace("\\b\n", "\b\n")
    for option in reversed(_SHARED):
        wrapped = option(wrapped)
    return wrapped
