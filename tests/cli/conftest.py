"""What the tests of commands share: running them, and a made-up home."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.cli.main import main
from steno.testing.demo import write_demo
from tests.cli.running import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.testing.sink_server import SinkServer
    from tests.cli.running import Run


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run the program in this process."""

    def run(*arguments: object) -> Answer:
        capsysbinary.readouterr()
        code = main([str(argument) for argument in arguments])
        printed = capsysbinary.readouterr()
        return Answer(code, printed.out, printed.err)

    return run


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the demo once; it is only read."""
    home = tmp_path_factory.mktemp("demo") / "home"
    write_demo(home)
    return home


@pytest.fixture(autouse=True)
def _own_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test a configuration of its own, which does not exist yet."""
    monkeypatch.setenv("STENO_CONFIG", str(tmp_path / "own" / "config.toml"))


@pytest.fixture
def sink(monkeypatch: pytest.MonkeyPatch) -> Iterator[SinkServer]:
    """Give a sink that takes traces; whoever sends to it tries three times, without a pause."""
    from steno.model.attempts import Attempts
    from steno.testing.sink_server import SinkServer

    pause = {1: 0.0, 2: 0.0}
    monkeypatch.setattr(Attempts, "pause", lambda _, attempt, __=None: pause.get(attempt))
    with SinkServer() as server:
        yield server
