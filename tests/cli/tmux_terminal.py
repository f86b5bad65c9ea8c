"""A terminal that a test can type at and look at: tmux, with a program in it."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self
from uuid import uuid4

import steno
from tests.cli.running import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Mapping

TMUX: Final = shutil.which("tmux")
PATIENCE: Final = 60.0
"""Seconds after which something will never be seen; a slow machine needs some of them."""
ENDED: Final = "ended with"


@dataclass(kw_only=True)
class Terminal:
    """One window of a size, in which steno runs."""

    arguments: tuple[object, ...]
    cwd: Path
    environ: Mapping[str, str]
    columns: int = 100
    rows: int = 40
    recorded: Path | None = None
    """Where all that the program writes to the terminal is kept, byte by byte."""
    _name: str = field(default_factory=lambda: f"steno-{uuid4().hex[:12]}")

    def __enter__(self) -> Self:
        """Start it."""
        source = str(Path(steno.__file__).parents[1])
        environ = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "SHELL": "/bin/bash",
            "PYTHONPATH": source,
            "PYTHONDONTWRITEBYTECODE": "1",
            **self.environ,
        }
        variables = [f"{key}={value}" for key, value in environ.items()]
        program = [sys.executable, "-c", PROGRAM, *map(str, self.arguments)]
        command = shlex.join(["env", "-i", *variables, *program])
        script = f"{command}; echo {ENDED} $?; exec sleep 600"
        size = ("-x", str(self.columns), "-y", str(self.rows))
        self._tmux("-f", "/dev/null", "new-session", "-d", *size, "-c", str(self.cwd), "-s", "s",
                   "sleep 0.2; " + script)  # fmt: skip
        if self.recorded is not None:
            self._tmux("pipe-pane", "-t", "s", f"cat > {shlex.quote(str(self.recorded))}")
        return self

    def __exit__(self, *_: object) -> None:
        """End it with all that runs in it."""
        self._tmux("kill-server")

    def type(self, text: str) -> None:
        """Type letters."""
        self._tmux("send-keys", "-t", "s", "-l", text)

    def press(self, *keys: str) -> None:
        """Press keys, by the names that tmux has for them."""
        for key in keys:
            self._tmux("send-keys", "-t", "s", key)
            time.sleep(0.1)

    def enter(self, text: str) -> None:
        """Type something and press Enter; a pause tells it from something pasted."""
        self.type(text)
        time.sleep(0.2)
        self.press("Enter")

    def paste(self, text: str) -> None:
        """Paste something, as terminals do that mark it."""
        self._tmux("set-buffer", text)
        self._tmux("paste-buffer", "-p", "-t", "s")

    @property
    def screen(self) -> str:
        """What is seen, with what scrolled away above it."""
        shown = self._tmux("capture-pane", "-p", "-S", "-2000", "-t", "s")
        return "\n".join(line.rstrip() for line in shown.split("\n")).rstrip()

    def wait_for(self, *texts: str) -> str:
        """Wait until all of some texts are seen; give the screen."""
        return self._wait(lambda screen: all(text in screen for text in texts), f"{texts} not seen")

    def wait_for_end(self, code: int) -> str:
        """Wait until the program has ended with a code."""
        return self.wait_for(f"{ENDED} {code}")

    def wait_until_idle(self) -> str:
        """Wait until nothing is being done and something can be typed."""
        return self._wait(
            lambda screen: "Esc interrupts" not in screen and "\n> " in screen, "never idle"
        )

    def _wait(self, is_there: object, problem: str) -> str:
        assert callable(is_there)
        until = time.monotonic() + PATIENCE
        screen = ""
        while time.monotonic() < until:
            screen = self.screen
            if is_there(screen):
                return screen
            time.sleep(0.05)
        raise AssertionError(f"{problem} on this screen:\n{screen}")

    def _tmux(self, *arguments: str) -> str:
        assert TMUX is not None
        done = subprocess.run(
            [TMUX, "-L", self._name, *arguments], capture_output=True, text=True, check=False
        )
        return done.stdout
