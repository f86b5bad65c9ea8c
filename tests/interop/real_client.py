"""Where the real client comes from: a binary that is there already, or the package of npm."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PACKAGE: Final = "@anthropic-ai/claude-code"
PINNED: Final = "2.1.197"
"""The version whose files this release knows down to the last key."""

_OUTSIDE: Final = dict(os.environ)
"""The environment before the tests hide it: npm finds its settings in the real home."""
_CACHE: Final = Path(
    _OUTSIDE.get("STENO_INTEROP_CACHE") or Path(__file__).resolve().parents[2] / "build" / "interop"
)
_OUT_OF_REACH: Final = [
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ENOTCACHED",
    "ENOTFOUND",
    "EPROTO",
    "ERR_SOCKET_TIMEOUT",
    "ETIMEDOUT",
    "E403",
    "E404",
    "ETARGET",
    "E502",
    "E503",
    "E504",
]
"""What npm says where the registry cannot be reached or does not offer the package."""
_PATIENCE: Final = 300


class UnavailableError(Exception):
    """The client cannot be had on this machine; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Client:
    """A binary of the real client."""

    binary: Path
    version: str


def given_client() -> Client | None:
    """Give the client that ``$CLAUDE_BIN`` names, if it names one."""
    named = _OUTSIDE.get("CLAUDE_BIN")
    return _client(Path(named).absolute()) if named else None


def pinned_client() -> Client:
    """Give the client of the pinned version."""
    given = given_client()
    return given if given and given.version == PINNED else _installed(PINNED)


def newest_client() -> Client:
    """Give the newest client, or another than the pinned one that was given."""
    given = given_client()
    if given and given.version != PINNED:
        return given
    return _installed(_npm("view", f"{PACKAGE}@latest", "version").strip())


def bare_environment(home: Path) -> dict[str, str]:
    """Give an environment in which the client finds nothing of this machine."""
    return {
        "HOME": str(home),
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }


def _client(binary: Path) -> Client:
    with tempfile.TemporaryDirectory() as home:
        told = subprocess.run(
            [str(binary), "--version"],
            env=bare_environment(Path(home)),
            cwd=home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout
    version = re.match(r"\d+\.\d+\.\d+", told)
    assert version, f"{binary} --version says {told!r}"
    return Client(binary, version[0])


def _installed(version: str) -> Client:
    """Give that version from the cache; where it is not in there, install it first."""
    folder = _CACHE / version
    if not _binaries(folder):
        _install(version, folder)
    client = _client(_binaries(folder)[0])
    assert client.version == version
    return client


def _binaries(folder: Path) -> list[Path]:
    """Find the binary, which lies in a package of its own for each kind of machine."""
    return sorted(folder.glob(f"node_modules/{PACKAGE}-*/claude"))


def _install(version: str, folder: Path) -> None:
    _CACHE.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=_CACHE, prefix=f".{version}-"))
    try:
        # The packages' scripts need not run: the binary is used where it was unpacked.
        options = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--include=optional"]
        _npm("install", "--prefix", str(scratch), *options, f"{PACKAGE}@{version}")
        if not _binaries(scratch):
            raise UnavailableError(f"npm has no binary of {PACKAGE} {version} for this machine")
        if not folder.exists():
            scratch.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _npm(*arguments: str) -> str:
    """Run npm as its user does; try again where the registry did not answer."""
    npm = shutil.which("npm", path=_OUTSIDE.get("PATH"))
    if npm is None:
        raise UnavailableError("needs npm to install the real client, or $CLAUDE_BIN to name it")
    said = ""
    for _ in range(2):
        ran = subprocess.run(
            [npm, *arguments],
            env=_OUTSIDE,
            cwd=tempfile.gettempdir(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
        if ran.returncode == 0:
            return ran.stdout
        said = ran.stderr
    code = re.search(r"^npm \S+ code (\S+)", said, re.MULTILINE)
    if code and code[1] in _OUT_OF_REACH:
        raise UnavailableError(f"needs {PACKAGE} from the npm registry, which says {code[1]}")
    raise AssertionError(f"npm {arguments[0]} failed:\n{said}")
