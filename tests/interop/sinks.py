"""Real sinks on loopback: where they come from, how they are started, and how they end."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx

from tests.interop import until_closed
from tests.interop.real_client import UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_OUTSIDE: Final = dict(os.environ)
"""The environment before the tests hide it: pip finds its settings in the real home."""
_CACHE: Final = Path(
    _OUTSIDE.get("STENO_INTEROP_CACHE") or Path(__file__).resolve().parents[2] / "build" / "interop"
)
_INSTALLS_WITHIN: Final = 1800
_STARTS_WITHIN: Final = 300
_OUT_OF_REACH: Final = (
    "No matching distribution found",
    "Could not find a version",
    "Temporary failure in name resolution",
    "NewConnectionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "Network is unreachable",
    "HTTP error 403",
    "HTTP error 404",
)
"""What pip says where the registry cannot be reached or does not offer the package."""


@dataclass(frozen=True, slots=True)
class Program:
    """A sink as a package of the registry, pinned to the version that was measured."""

    name: str
    package: str
    version: str
    arguments: tuple[str, ...]
    """How Python starts it; {port}, {grpc} and {folder} are filled in."""
    environment: Mapping[str, str]
    """The same for variables."""
    health: str
    """A path that answers when it is ready."""


PHOENIX: Final = Program(
    name="phoenix",
    package="arize-phoenix",
    version="20.26.1",
    arguments=("-m", "phoenix.server.main", "serve"),
    environment={
        "PHOENIX_WORKING_DIR": "{folder}",
        "PHOENIX_HOST": "127.0.0.1",
        "PHOENIX_PORT": "{port}",
        "PHOENIX_GRPC_PORT": "{grpc}",
        "PHOENIX_TELEMETRY_ENABLED": "false",
        "PHOENIX_ALLOW_EXTERNAL_RESOURCES": "false",
        "PHOENIX_DISABLE_AGENT_ASSISTANT": "true",
    },
    health="/healthz",
)
MLFLOW: Final = Program(
    name="mlflow",
    package="mlflow",
    version="3.17.2",
    arguments=(
        "-m", "mlflow", "server", "--host", "127.0.0.1", "--port", "{port}", "--workers", "1",
        "--backend-store-uri", "sqlite:///{folder}/mlflow.db",
        "--artifacts-destination", "{folder}/artifacts",
    ),
    environment={
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "DO_NOT_TRACK": "true",
        "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",
    },
    health="/health",
)  # fmt: skip


@contextmanager
def running(program: Program, folder: Path) -> Iterator[str]:
    """Run a sink on loopback that keeps all it has in a folder; give its address."""
    python = _installed(program)
    port, grpc = _free_ports(2)
    filled = {"port": port, "grpc": grpc, "folder": folder}
    arguments = [part.format(**filled) for part in program.arguments]
    # Nothing of this machine: no proxy, no key, no settings.
    environment = {"HOME": str(folder), "PATH": f"{python.parent}:/usr/bin:/bin", "LANG": "C.UTF-8"}
    for name, value in program.environment.items():
        environment[name] = value.format(**filled)
    log, url = folder / "server.log", f"http://127.0.0.1:{port}"
    with log.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, until_closed.__file__, str(python), *arguments],
            env=environment,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_until_ready(process, url + program.health, log)
        yield url
    finally:
        process.communicate()


def _wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    until = time.monotonic() + _STARTS_WITHIN
    while time.monotonic() < until:
        assert process.poll() is None, f"the sink ended:\n{log.read_text()[-3000:]}"
        try:
            if httpx.get(url, timeout=30, trust_env=False).status_code == httpx.codes.OK:
                return
        except httpx.HTTPError:
            time.sleep(0.5)
    raise AssertionError(f"the sink is not ready:\n{log.read_text()[-3000:]}")


def _free_ports(count: int) -> list[int]:
    """Find ports that nobody listens on, all of them different."""
    found = [socket.socket() for _ in range(count)]
    for one in found:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in found]
    for one in found:
        one.close()
    return ports


def _installed(program: Program) -> Path:
    """Give the Python of the sink's own environment; where there is none, make it first."""
    folder = _CACHE / program.name
    if not _holds(folder, program):
        _install(program, folder)
    return folder / "bin" / "python"


def _holds(folder: Path, program: Program) -> bool:
    told = f"{program.package.replace('-', '_')}-{program.version}.dist-info"
    # pip writes the package that was asked for after all that it needs.
    return any(folder.glob(f"lib/python*/site-packages/{told}"))


def _install(program: Program, folder: Path) -> None:
    _CACHE.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=_CACHE, prefix=f".{program.name}-"))
    try:
        _run(sys.executable, "-m", "venv", str(scratch))
        pip = (str(scratch / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-input")
        _run(*pip, "--disable-pip-version-check", f"{program.package}=={program.version}")
        if folder.exists():
            shutil.rmtree(folder)
        scratch.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _run(*command: str) -> None:
    """Run a command as its user does."""
    try:
        ran = subprocess.run(
            command,
            env=_OUTSIDE,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_INSTALLS_WITHIN,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise UnavailableError(f"needs {command[-1]}, which takes too long to install") from error
    if ran.returncode == 0:
        return
    if any(words in ran.stderr for words in _OUT_OF_REACH):
        raise UnavailableError(f"needs {command[-1]} from the Python registry")
    raise AssertionError(f"{command[-1]} cannot be installed:\n{ran.stderr[-3000:]}")
