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


def test_a_shell_that_we_know_is_used() -> None:
    """The user's shell, if it is bash or zsh; bash otherwise."""
    assert shell_program({"SHELL": "/bin/bash"}) == "/bin/bash"
    assert shell_program({"SHELL": "/usr/bin/fish"}) == "/bin/bash"
    assert shell_program({}) == "/bin/bash"
