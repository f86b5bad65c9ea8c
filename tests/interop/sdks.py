"""The official SDKs: where they come from, and how a script that uses one is run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.interop.real_client import UnavailableError, bare_environment

if TYPE_CHECKING:
    from collections.abc import Mapping

PYTHON_SDK: Final = "claude-agent-sdk"
PYTHON_VERSION: Final = "0.2.182"
NODE_SDK: Final = "@anthropic-ai/claude-agent-sdk"
NODE_VERSION: Final = "0.3.325"

_OUTSIDE: Final = dict(os.environ)
"""The environment before the tests hide it: pip and npm find their settings in the real home."""
_ROOT: Final = Path(__file__).resolve().parents[2]
_CACHE: Final = Path(_OUTSIDE.get("STENO_INTEROP_CACHE") or _ROOT / "build" / "interop")
_INSTALLS_WITHIN: Final = 1800
_RUNS_WITHIN: Final = 120
_OUT_OF_REACH: Final = re.compile(
    "No matching distribution|Could not find a version|name resolution|NewConnectionError|"
    "TimeoutError|ProxyError|unreachable|HTTP error 40[34]|code E(AI_AGAIN|CONN|HOST|NET|NOT|"
    r"TIMEDOUT|403|404|TARGET|50\d)"
)
"""What pip and npm say where the registry cannot be reached or does not offer the package."""


def python_with_sdk() -> Path:
    """Give a Python that has the SDK, in an environment of its own."""
    folder = _CACHE / "python-sdk"
    known = f"lib/python*/site-packages/claude_agent_sdk-{PYTHON_VERSION}.dist-info"
    if not any(folder.glob(known)):
        with _scratch(folder) as scratch:
            _run(sys.executable, "-m", "venv", str(scratch))
            pip = (str(scratch / "bin" / "python"), "-m", "pip", "install", "--quiet")
            _run(*pip, "--no-input", f"{PYTHON_SDK}=={PYTHON_VERSION}")
    return folder / "bin" / "python"


def node_with_sdk() -> tuple[str, Path]:
    """Give node, and the folder whose node_modules have the SDK; its own client is left out."""
    node = shutil.which("node", path=_OUTSIDE.get("PATH"))
    npm = shutil.which("npm", path=_OUTSIDE.get("PATH"))
    if node is None or npm is None:
        raise UnavailableError("needs node and npm for the TypeScript SDK")
    folder = _CACHE / f"node-sdk-{NODE_VERSION}"
    if not (folder / "node_modules" / NODE_SDK / "package.json").exists():
        with _scratch(folder) as scratch:
            options = ("--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional")
            package = f"{NODE_SDK}@{NODE_VERSION}"
            _run(npm, "install", "--prefix", str(scratch), *options, package)
    return node, folder


class _scratch:  # noqa: N801 - used as a context manager, like a function
    """A folder that takes the place of another when all went well."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Path:
        _CACHE.mkdir(parents=True, exist_ok=True)
        self._made = Path(tempfile.mkdtemp(dir=_CACHE, prefix=f".{self._folder.name}-"))
        return self._made

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._made.rename(self._folder)
        else:
            shutil.rmtree(self._made, ignore_errors=True)


def _run(*command: str) -> None:
    ran = subprocess.run(
        command,
        env=_OUTSIDE,
        cwd=tempfile.gettempdir(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_INSTALLS_WITHIN,
        check=False,
    )
    if ran.returncode and _OUT_OF_REACH.search(ran.stderr):
        raise UnavailableError(f"needs {command[-1]} from its registry")
    assert ran.returncode == 0, f"{command[-1]} cannot be installed:\n{ran.stderr[-3000:]}"


def our_program(folder: Path) -> Path:
    """Write a program that is ``steno-agent`` of this tree, whatever is installed."""
    program = folder / "steno-agent"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(_ROOT / 'src')!r})\n"
        "from steno.cli.agent import run\nrun()\n",
        "utf-8",
    )
    program.chmod(0o700)
    return program


def run_script(
    command: tuple[str, ...], home: Path, environment: Mapping[str, str], given: Mapping[str, Any]
) -> Any:
    """Run a script that takes what is given as JSON and prints what came of it as its last line."""
    ran = subprocess.run(
        [*command, json.dumps(given)],
        env=bare_environment(home) | {"IS_SANDBOX": "1", **environment},
        cwd=home / "project",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_RUNS_WITHIN,
        check=False,
    )
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr[-4000:]}"
    return json.loads(ran.stdout.strip().split("\n")[-1])
