"""``steno chat``: talk with a model that reads, runs and changes things, in a terminal."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.options import Options, with_options
from steno.cli.output import note
from steno.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steno.cli.chatting.desk import Desk
    from steno.cli.chatting.talk import Talk
    from steno.client.start_flags import StartFlags

MODES: Final = ("default", "acceptEdits", "plan", "dontAsk", "bypassPermissions")
"""The words of :data:`steno.client.permissions.context.Mode`, which is loaded when needed."""


@click.command("chat", short_help="Talk with a model that works in this folder.")
@click.argument("prompt", required=False, default="")
@click.option(
    "-r", "--resume", is_flag=False, flag_value="", default=None, metavar="[ID]",
    help="Go on with a session: an id, a title or a path; without one, choose from a list.",
)  # fmt: skip
@click.option(
    "-c", "--continue", "continues", is_flag=True,
    help="Go on with the last session of this folder.",
)  # fmt: skip
@click.option(
    "--fork-session", "fork_session", is_flag=True,
    help="With --resume or --continue: go on in a session of its own.",
)  # fmt: skip
@click.option("--session-id", metavar="UUID", help="Give the new session this id.")
@click.option("--model", metavar="NAME", help="The model to ask.")
@click.option(
    "--permission-mode", type=click.Choice(MODES),
    help="What is asked about; Shift-Tab changes it later.",
)  # fmt: skip
@click.option(
    "--add-dir", "add_dirs", multiple=True, metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    help="A further folder that may be worked in; may be repeated.",
)  # fmt: skip
@click.option("--settings", metavar="FILE|JSON", help="Further settings: a file, or JSON.")
@click.option(
    "--allowedTools", "--allowed-tools", "allowed_tools", multiple=True, metavar="RULES",
    help="What may run unasked, such as 'Bash(git log:*),Edit'; may be repeated.",
)  # fmt: skip
@click.option(
    "--disallowedTools", "--disallowed-tools", "disallowed_tools", multiple=True, metavar="RULES",
    help="What may not run at all; may be repeated.",
)  # fmt: skip
@click.option(
    "--progress-lines", is_flag=True,
    help="Write down news of running tools, as clients up to 2.1.81 did.",
)  # fmt: skip
@click.option(
    "--demo", is_flag=True,
    help="A tour with a made-up model in a scratch folder: no key, no network, nothing is kept.",
)  # fmt: skip
@with_options
def command(options: Options, **asked: Any) -> int:
    """Talk with a model that reads, runs and changes things in this folder.

    It asks before anything is changed, and writes the conversation down as Claude Code does: either
    goes on with a session of the other. The key is ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN).

    Inside, /help lists the commands and keys. Enter sends, Esc interrupts, Shift-Tab changes what
    is asked about, @ mentions a file, ! runs a command of your own, /quit leaves.

    On a terminal that cannot draw, and where there is none, it takes one prompt per line and
    writes plain text; where nobody can be asked, what needs a yes is denied. Exit code 1 if the
    last answer failed there.
    """
    is_demo = asked.pop("demo")
    if options.json:
        raise UsageError("a conversation is no document: 'steno-agent -p' is for programs.")
    _check(asked)
    flags = _flags(asked)
    return asyncio.run(_play(flags)) if is_demo else _talk(flags, options.homes[0].path)


def run_chat(flags: StartFlags) -> int:
    """Talk as ``steno-agent`` was told to; it has the flags already."""
    return _talk(flags, Options().homes[0].path)


def _check(asked: Mapping[str, Any]) -> None:
    if asked["resume"] is not None and asked["continues"]:
        raise UsageError("--resume and --continue do not go together; give one of them.")
    goes_on = asked["resume"] is not None or asked["continues"]
    if asked["fork_session"] and not goes_on:
        raise UsageError("--fork-session goes with --resume or --continue; give one of them.")
    if asked["session_id"] and goes_on and not asked["fork_session"]:
        raise UsageError("--session-id is for a new session; add --fork-session, or leave it out.")


def _flags(asked: Mapping[str, Any]) -> StartFlags:
    from steno.client.definitions import names_in
    from steno.client.start_flags import StartFlags

    rules = {
        name: tuple(rule for text in asked[name] for rule in names_in(text))
        for name in ("allowed_tools", "disallowed_tools")
    }
    return StartFlags(**{**asked, **rules})


def _talk(flags: StartFlags, home: Path) -> int:
    from steno.cli.chatting.desk import Desk
    from steno.config import load_config
    from steno.errors import NoKeyError
    from steno.model.exchange_choose import open_exchange

    environ, cwd = dict(os.environ), Path.cwd()
    try:
        exchange = open_exchange(environ, load_config())
    except NoKeyError as error:
        error.args = (f"{error} 'steno chat --demo' needs none: it plays a made-up model.",)
        raise
    desk = Desk(home=home, cwd=cwd, environ=environ, exchange=exchange, flags=flags)
    _ask_for_trust(desk)
    return asyncio.run(_converse(desk))


def _ask_for_trust(desk: Desk) -> None:
    """Let what a folder brings along count only where the person says so."""
    from steno.client.client_config import trust

    held_back = desk.untrusted()
    if not held_back:
        return
    names = ", ".join(held_back)
    if not _is_asked():
        note(f"steno: the folder is not trusted, so that these do not count: {names}.")
        return
    note(f"steno: this folder brings along what can run commands or tell the model: {names}.")
    if click.confirm("Do you trust this folder?", default=False, err=True):
        trust(desk.cwd, os.environ)
        desk.trusted = True
    else:
        note(f"steno: left out, until you trust the folder: {names}.")


async def _play(flags: StartFlags) -> int:
    """Play the tour; the folder is taken away while signals are still heeded, not obeyed."""
    from dataclasses import replace

    from steno.cli.chatting.desk import Desk
    from steno.cli.chatting.tour import (
        MODEL,
        PROMPTS,
        make_scratch,
        scratch_environ,
        tour_exchange,
    )

    with TemporaryDirectory(prefix="steno-chat-") as scratch:
        folder = _real(scratch)
        project, home = make_scratch(folder)
        desk = Desk(
            home=home,
            cwd=project,
            environ=scratch_environ(folder, os.environ),
            exchange=tour_exchange(project, **({} if _draws() else {"pace": 0.0})),
            flags=replace(flags, model=flags.model or MODEL),
        )
        return await _converse(desk, PROMPTS)


def _real(folder: str) -> Path:
    return Path(folder).resolve()


async def _converse(desk: Desk, script: Sequence[str] = ()) -> int:
    from steno.cli.chatting.talk import Talk

    try:
        desk.open_servers()
        talk = Talk(desk, desk.open())
        _leave_on_signals(talk)
        if _draws():
            await _draw(talk, script)
            return 0
        return await _print(talk, script)
    finally:
        await desk.close()


async def _draw(talk: Talk, script: Sequence[str]) -> None:
    from steno.cli.chatting.screen import Screen
    from steno.cli.chatting.welcome import welcome_lines
    from steno.client.typed_history import recall

    talk.script.extend(script)
    screen = Screen(talk, recall(talk.desk.home, str(talk.desk.cwd)))
    talk.face = screen
    screen.put(welcome_lines(screen.paper, talk, is_tour=bool(script)))
    showing = asyncio.ensure_future(screen.run())
    working = asyncio.ensure_future(talk.run())
    try:
        await asyncio.wait({showing, working}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        talk.leave()
        await working
        screen.close()
        await showing
    if not script:
        _say_how_to_go_on(talk)


def _say_how_to_go_on(talk: Talk) -> None:
    if talk.agent.recorder.path.is_file():
        note(f"steno: go on with 'steno chat --resume {talk.agent.recorder.session_id}'.")


def _leave_on_signals(talk: Talk) -> None:
    """Leave in good order when the terminal is closed, or somebody ends the program."""
    for number in (signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            asyncio.get_running_loop().add_signal_handler(number, talk.leave)


async def _print(talk: Talk, script: Sequence[str]) -> int:
    from steno.cli.chatting.plain import Plain

    is_asked = _is_asked()
    where = "this terminal cannot draw" if sys.stdout.isatty() else "standard output is no terminal"
    who = "" if is_asked or script else "; what would need a yes is denied"
    note(f"steno: {where}: plain text, one prompt per line{who}.")
    played = list(script) if script and not is_asked else None
    talk.script.extend(script if played is None else ())
    plain = Plain(talk, sys.stdin, asks=is_asked, played=played)
    talk.face = plain
    working = asyncio.ensure_future(talk.run())
    stops = plain.break_off if is_asked else talk.break_off
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stops)
    await plain.run()
    await working
    if is_asked and not script:
        _say_how_to_go_on(talk)
    return 1 if talk.is_failed else 0


def _draws() -> bool:
    """Say whether there is a terminal that can draw, and somebody at it."""
    is_dumb = os.environ.get("TERM", "") in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and not is_dumb


def _is_asked() -> bool:
    """Say whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()
