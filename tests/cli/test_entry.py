"""The console script."""

from __future__ import annotations

import runpy
import sys
from typing import TYPE_CHECKING

import pytest

import steno
from steno.cli import entry
from tests.cli.running import run_child

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LINE = f"steno {steno.__version__}\n"


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Start the program with a command line of its own."""

    def start(*arguments: str) -> None:
        monkeypatch.setattr(sys, "argv", ["steno", *arguments])
        entry.run()

    return start


def test_program_ends_with_the_exit_code_of_its_command(
    start: Callable[..., None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its arguments come from the command line."""
    with pytest.raises(SystemExit) as ended:
        start("list", "--home", str(tmp_path))
    assert ended.value.code == 1
    assert "no sessions" in capsys.readouterr().err


def test_version_is_printed_at_once(
    start: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without going through the command line's own machinery."""
    start("--version")
    assert capsys.readouterr().out == entry.version_line() + "\n" == LINE


def test_version_that_cannot_be_printed_is_told(
    start: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As with any other command."""
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as ended:
        start("--version")
    assert ended.value.code == 2
    assert "standard output is closed" in capsys.readouterr().err


def test_version_imports_nothing_heavy() -> None:
    """It answers before anybody can wait; nor is a configuration read."""
    code = (
        "import sys\nsys.argv = ['steno', '--version']\n"
        "from steno.cli.entry import run\nrun()\nprint(*sys.modules, file=sys.stderr)"
    )
    answer = run_child(code=code)
    assert answer.out == LINE
    assert not set(answer.err.split()) & {"click", "rich", "msgspec", "tomllib", "steno.disk"}


def test_options_import_neither_drawing_nor_reading() -> None:
    """The options of a command are known before its work begins."""
    code = (
        "import sys\nfrom steno.cli.main import main\nmain(['--json', '--version'])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    answer = run_child(code=code)
    assert answer.out == LINE
    assert "click" in answer.err.split()
    assert not set(answer.err.split()) & {"rich", "msgspec", "tomllib", "steno.disk"}


def test_package_can_be_run_as_a_module(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``python -m steno`` is the same program; importing it runs nothing."""
    monkeypatch.setattr(sys, "argv", ["steno", "--version"])
    runpy.run_module("steno", run_name="__main__")
    assert capsys.readouterr().out == LINE
    runpy.run_module("steno.__main__", run_name="imported")
    assert capsys.readouterr().out == ""
