"""The console script ``steno-agent``: the console client as the official SDKs start it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steno.client.control import Control
    from steno.client.launch import Launched
    from steno.client.start_flags import StartFlags


ENDED = 143
"""The exit code where a signal ended us, as shells give it."""


def run() -> None:
    """Run the program; exit code 0, 1 after an error of the turn, 2 for wrong use."""
    _open_missing_streams()
    sys.exit(main(sys.argv[1:]))


def _open_missing_streams() -> None:
    """Open what we were started without: else the next file, a transcript even, takes its place."""
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def main(arguments: Sequence[str]) -> int:
    """Run with a command line; gives the exit code."""
    from steno.client.start_flags import parse_flags
    from steno.errors import StenoError

    try:
        flags = parse_flags(arguments)
        return _started(flags)
    except StenoError as error:
        _note(str(error), "error")
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        _note(f"the system refused something: {error}", "error")
        return 2


def _started(flags: StartFlags) -> int:
    from steno import __version__

    if flags.wants_version:
        _put(f"steno-agent {__version__}\n")
        return 0
    if flags.wants_help:
        from steno.client.start_flags import help_text

        _put(help_text() + "\n")
        return 0
    if not flags.is_print and not flags.is_streaming and sys.stdin.isatty():
        return _chat(flags)
    if flags.resume == "":
        from steno.errors import FlagError

        raise FlagError("--resume needs a session here: its id, title or path")
    import asyncio

    try:
        return asyncio.run(_served(flags))
    except asyncio.CancelledError:
        return ENDED


def _chat(flags: StartFlags) -> int:
    """Talk with a person; the flags mean the same."""
    from importlib import import_module

    chat: Any = import_module("steno.cli.chat")
    return int(chat.run_chat(flags))


async def _served(flags: StartFlags) -> int:
    """Answer prompts that a program gives: one of the command line, or many as JSON lines."""
    from steno.client.control import Control
    from steno.client.printing import Printed
    from steno.client.wire import Wire

    _listen_for_signals()
    streams = (flags.output_format or "text") == "stream-json"
    wire = Wire(0 if flags.is_streaming else None, 1)
    if streams and flags.is_streaming:
        return await Control(flags, wire, _launch, _note).run()
    return await Printed(flags, wire, _launch, _note).run(_prompt(flags))


def _listen_for_signals() -> None:
    """Let signals break off what goes on: what we started ends with us, what was said is kept."""
    import asyncio
    import contextlib
    import signal

    task = asyncio.current_task()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if task is not None and number is not None:
            with contextlib.suppress(NotImplementedError):  # Windows has no such signals
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)


def _launch(control: Control, given: Mapping[str, Any]) -> Launched:
    import os
    from pathlib import Path

    from steno.client.launch import Around, launch

    around = Around(
        environ=dict(os.environ),
        cwd=Path.cwd(),
        person=control.person,
        has_person=control.has_person,
        tell=control.telling.tell,
        note=_note,
        on_lines=control.telling.mirror if control.flags.session_mirror else None,
        outside=control.outside,
        given=given,
    )
    return launch(control.flags, around)


def _prompt(flags: StartFlags) -> str:
    """Give the prompt of the command line and what stands on stdin, one below the other."""
    from steno.errors import FlagError

    piped = "" if sys.stdin.isatty() else sys.stdin.buffer.read().decode("utf-8", "replace")
    parts = [part for part in (flags.prompt, piped.strip()) if part and part.strip()]
    if not parts:
        raise FlagError("there is no prompt: give one as an argument, or on stdin")
    return "\n\n".join(parts)


def _put(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _note(text: str, kind: str = "note") -> None:
    from steno.cli.terminal import clean

    sys.stderr.write(f"{kind}: {clean(text)}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    run()
