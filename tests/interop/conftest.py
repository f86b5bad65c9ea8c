"""The real client for the tests, what its runs leave behind, and reports."""

from __future__ import annotations

import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import pytest

from tests.interop import real_client
from tests.interop.lab import Lab, Workers
from tests.interop.real_client import Client, UnavailableError
from tests.interop.scenarios import all_scenarios, why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_REPORT: Final = pytest.StashKey[dict[str, list[str]]]()

_AT_A_TIME: Final = 2
"""Clients that run side by side, beside one that is typed at."""
_CREW: Final = 3
"""Clients that run side by side; one of them may be one that never ends."""


def pytest_configure(config: pytest.Config) -> None:
    """Begin with nothing to report."""
    config.stash[_REPORT] = {}


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Show what the tests had to report, passed or not."""
    for title, lines in config.stash.get(_REPORT, {}).items():
        terminalreporter.section(title)
        for line in lines:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def report(pytestconfig: pytest.Config) -> list[str]:
    """Give the lines that are shown when all tests are over, to add to them."""
    return pytestconfig.stash[_REPORT].setdefault("the newest client", [])


@pytest.fixture(scope="session")
def sink_report(pytestconfig: pytest.Config) -> list[str]:
    """Give the lines about real sinks that are shown when all tests are over."""
    return pytestconfig.stash[_REPORT].setdefault("what the sinks hold", [])


@pytest.fixture(scope="session")
def scripts(shared: Path) -> Path:
    """Give the folder of the scripts that run the client, or skip."""
    if sys.platform == "win32":
        pytest.skip("the scripts that run the real client speak POSIX")
    if shutil.which("git") is None:
        pytest.skip("needs git for the projects that the real client works in")
    return shared / "interop"


def _or_skip(find: Callable[[], Client]) -> Client:
    try:
        return find()
    except UnavailableError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def client(scripts: Path) -> Client:
    """Give the real client of the version that this release knows, or skip."""
    del scripts  # without them there is no need to install a client
    return _or_skip(real_client.pinned_client)


@pytest.fixture(scope="session")
def newest(scripts: Path) -> Client:
    """Give the newest real client, or skip."""
    del scripts
    return _or_skip(real_client.newest_client)


@pytest.fixture(scope="module")
def crew() -> Iterator[ThreadPoolExecutor]:
    """Give those who run clients; what still waits when the tests are over never begins."""
    with ThreadPoolExecutor(_CREW) as crew:
        yield crew
        crew.shutdown(wait=False, cancel_futures=True)


@pytest.fixture(scope="session")
def workers() -> Iterator[Workers]:
    """Give the workers; what still waits for them when the tests are over never begins."""
    with ThreadPoolExecutor(_AT_A_TIME) as crew, ThreadPoolExecutor(1) as typist:
        yield Workers(crew, typist)
        for pool in (crew, typist):
            pool.shutdown(wait=False, cancel_futures=True)


@pytest.fixture(scope="session")
def lab(
    client: Client, scripts: Path, workers: Workers, tmp_path_factory: pytest.TempPathFactory
) -> Lab:
    """Give the lab of the known client."""
    return Lab(client, scripts, tmp_path_factory.mktemp("lab"), workers, attempts=2)


@pytest.fixture(scope="session")
def captures(lab: Lab) -> Lab:
    """Give the same lab with all scenarios under way."""
    return _with_all_started(lab)


@pytest.fixture(scope="session")
def newest_captures(
    newest: Client, scripts: Path, workers: Workers, tmp_path_factory: pytest.TempPathFactory
) -> Lab:
    """Give the lab of the newest client with all scenarios under way."""
    return _with_all_started(Lab(newest, scripts, tmp_path_factory.mktemp("newest"), workers))


def _with_all_started(lab: Lab) -> Lab:
    for name, scenario in all_scenarios().items():
        if why_not(scenario) is None:
            lab.start(name, scenario)
    return lab
