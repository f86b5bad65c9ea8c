"""A shell command that runs: starting, watching, ending."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from steno.client import shell
from steno.client.shell import Shell, shell_program

if TYPE_CHECKING:
    from pathlib import Path

_ENVIRON = {"PATH": "/usr/bin:/bin"}


def test_exit_codes_of_signals_are_those_of_shells(tmp_path: Path) -> None:
    """A command that a signal ended has 128 and the number of the signal."""

    async def run() -> int | None:
        one = Shell("b1", tmp_path, "kill -9 $$")
        await one.start(tmp_path, _ENVIRON)
        await one.wait()
        return one.exit_code

    assert asyncio.run(run()) == 137


def test_too_much_output_ends_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that would fill the disk is ended."""
    monkeypatch.setattr(shell, "LARGEST_OUTPUT", 1000)

    async def run() -> bool:
        one = Shell("b1", tmp_path, "yes")
        await one.start(tmp_path, _ENVIRON)
        assert await one.watch(20)
        return one.overflowed

    assert asyncio.run(run())


def test_the_folder_at_the_end_is_known_and_nothing_is_left(tmp_path: Path) -> None:
    """Where the command ended is read once; the small file for it goes."""

    async def run() -> Path | None:
        one = Shell("b1", tmp_path / "out", "mkdir d; cd d")
        await one.start(tmp_path, _ENVIRON)
        await one.wait()
        where = one.new_cwd()
        one.forget_cwd()
        return where

    assert asyncio.run(run()) == tmp_path / "d"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["b1.output"]


def test_a_folder_of_somebody_else_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Output is not written where another user could have prepared something."""
    monkeypatch.setattr("steno.client.shell.os.getuid", lambda: 4711)
    with pytest.raises(PermissionError, match="another user"):
        asyncio.run(Shell("b1", tmp_path, "true").start(tmp_path, _ENVIRON))


def _fake(folder: Path, name: str) -> str:
    """Put a program there that does nothing."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("#!/bin/sh\n", "utf-8")
    (folder / name).chmod(0o700)
    return str(folder / name)


def test_only_bash_is_used(tmp_path: Path) -> None:
    """Commands are judged as bash reads them; in other shells the same words do other things."""
    assert shell_program({"SHELL": "/bin/bash"}) == "/bin/bash"
    assert shell_program({}) == "/bin/bash"
    for other in ("zsh", "fish", "sh"):
        assert shell_program({"SHELL": _fake(tmp_path, other)}) == "/bin/bash"
    assert shell_program({"SHELL": _fake(tmp_path, "bash")}) == str(tmp_path / "bash")


def test_bash_is_looked_for_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems have it in another folder; where there is none, nothing runs."""
    monkeypatch.setattr("steno.client.shell._BASH", str(tmp_path / "none"))
    with pytest.raises(FileNotFoundError, match="no bash"):
        shell_program({"PATH": str(tmp_path), "SHELL": _fake(tmp_path, "zsh")})
    found = _fake(tmp_path / "b", "bash")
    assert shell_program({"PATH": str(tmp_path / "b")}) == found


def test_settings_that_change_how_a_command_is_read_are_left_out(tmp_path: Path) -> None:
    """A command is judged by what its words mean without them."""
    (tmp_path / "elsewhere" / "d").mkdir(parents=True)
    (tmp_path / "d").mkdir()
    (tmp_path / "elsewhere" / "here").symlink_to(tmp_path)
    environ = _ENVIRON | {
        "CDPATH": str(tmp_path / "elsewhere"),
        "BASHOPTS": "extglob",
        "PWD": str(tmp_path / "elsewhere" / "here"),
    }

    async def run() -> bytes:
        one = Shell("b1", tmp_path / "out", "cd d && pwd; shopt extglob; exit 0")
        await one.start(tmp_path, environ)
        await one.wait()
        return one.piece(0, 1_000)

    assert asyncio.run(run()).split() == [str(tmp_path / "d").encode(), b"extglob", b"off"]
