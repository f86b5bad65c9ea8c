"""Runs of the hook as the client starts it, with a data folder of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import steno_hook

SESSION: Final = "5d0f9d4c-7b7e-4a55-9f0e-2c1d4b6a8e01"
COMMAND: Final = [sys.executable, "-c", "from steno_hook import run; run()"]
_SOURCE: Final = Path(steno_hook.__file__).parent


def told(event: str = "Stop", **own: Any) -> dict[str, Any]:
    """Make up what the client says."""
    return {
        "session_id": SESSION,
        "transcript_path": f"/home/mira/.claude/projects/-tides/{SESSION}.jsonl",
        "cwd": "/home/mira/tides",
        "prompt_id": "prompt-1",
        "hook_event_name": event,
        **own,
    }


@dataclass(frozen=True, slots=True)
class HookRuns:
    """A data folder, and runs of the hook that use it."""

    data: Path
    python_path: tuple[Path, ...] = ()
    """What is found before steno: such as another program of that name."""

    @property
    def folder(self) -> Path:
        """The folder of the spool."""
        return self.data / "steno" / steno_hook.FOLDER

    @property
    def spool(self) -> Path:
        """The file that the hook appends to."""
        return self.folder / steno_hook.SPOOL

    def environment(self, **more: str) -> dict[str, str]:
        """Give what the hook finds around it."""
        paths = [*self.python_path, _SOURCE]
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.data),
            "XDG_DATA_HOME": str(self.data),
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "PYTHONDONTWRITEBYTECODE": "1",
            steno_hook.SWITCH: steno_hook.SPOOL_ONLY,
            **more,
        }

    def start(self, **more: str) -> subprocess.Popen[bytes]:
        """Start a hook that waits for what the client says."""
        return subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment(**more),
            cwd=self.data,
        )

    def run(self, said: bytes | dict[str, Any], **more: str) -> None:
        """Run the hook to its end; it must be silent and content."""
        raw = said if isinstance(said, bytes) else json.dumps(said).encode()
        with self.start(**more) as process:
            assert process.communicate(raw, timeout=60) == (b"", b"")
        assert process.returncode == 0
