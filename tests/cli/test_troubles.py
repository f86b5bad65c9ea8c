"""Every command on what it cannot or can hardly read: a clear message, the right exit code."""

from __future__ import annotations

import errno
import os
import random
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.running import act_after
from tests.written import ONE, THREE, TWO, line_of, place, reply, user, write_lines

if TYPE_CHECKING:
    from tests.cli.running import Answer, Run

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fifos and permissions of POSIX")

ON_A_SESSION = [["stats"], ["validate"], ["doctor"], ["show"], ["show", "--raw", "1"]]
"""Commands that take a SESSION; it is put behind their name."""
ON_A_HOME = [["list"], ["stats"], ["validate"], ["show", "@last"], []]
"""Commands that go through a home."""
BINARY = random.Random(7).randbytes(5000) + b"\n\x00\x00\x00\n" + bytes(range(256))


def on(command: list[str], name: object) -> list[object]:
    """Put a session's name behind a command's name."""
    return [command[0], name, *command[1:]]


def deny(monkeypatch: pytest.MonkeyPatch, denied: Path, code: int = errno.EACCES) -> None:
    """Have the system refuse to open one file; the tests may run as root, who may everything."""
    real = os.open

    def open_(path: Any, *arguments: Any, **more: Any) -> int:
        if os.fspath(path) == os.fspath(denied):
            raise OSError(code, os.strerror(code), os.fspath(path))
        return real(path, *arguments, **more)

    monkeypatch.setattr("steno.disk.peek.os.open", open_)


def assert_refused(answer: Answer, *told: object) -> None:
    """Exit code 2, nothing on standard output, one message that says all."""
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("steno: ")
    for part in told:
        assert str(part) in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("command", ON_A_SESSION, ids=str)
def test_missing_path(run: Run, tmp_path: Path, command: list[str]) -> None:
    """The message names it."""
    path = tmp_path / "no" / "such.jsonl"
    assert_refused(run(*on(command, path)), f"cannot read {path}: there is no such file")


@pytest.mark.parametrize("command", ON_A_SESSION, ids=str)
def test_folder_instead_of_a_file(run: Run, tmp_path: Path, command: list[str]) -> None:
    """Named as a path or like a transcript."""
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    for path in (tmp_path, folder):
        assert_refused(run(*on(command, path)), f"cannot read {path}: it is a folder")


@posix
@pytest.mark.parametrize("command", ON_A_SESSION, ids=str)
def test_fifo_does_not_hang(run: Run, tmp_path: Path, command: list[str]) -> None:
    """Nobody would ever write to it."""
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    assert_refused(run(*on(command, path)), f"cannot read {path}: it is no regular file")


@posix
@pytest.mark.parametrize("command", ON_A_SESSION, ids=str)
@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may read everything")
def test_file_without_permission(run: Run, tmp_path: Path, command: list[str]) -> None:
    """Told in plain words."""
    path = write_lines(tmp_path / "a.jsonl", user())
    path.chmod(0)
    assert_refused(run(*on(command, path)), f"cannot read {path}: you have no permission")


@pytest.mark.parametrize("command", ON_A_SESSION, ids=str)
def test_file_that_the_system_refuses(
    run: Run, tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the reason."""
    path = write_lines(tmp_path / "a.jsonl", user())
    deny(monkeypatch, path)
    assert_refused(run(*on(command, path)), f"cannot read {path}: you have no permission")
    deny(monkeypatch, path, errno.EIO)
    assert_refused(run(*on(command, path)), f"cannot read {path}: input/output error")


@pytest.mark.parametrize("command", ON_A_SESSION, ids=str)
def test_unknown_session(run: Run, tmp_path: Path, command: list[str]) -> None:
    """The message says where was looked, and what to try."""
    answer = run(*on(command, "no-such-session"), "--home", tmp_path)
    assert_refused(answer, "no-such-session", f"'steno --home {tmp_path} list'", "@last")
    assert_refused(run(*on(command, "@last"), "--home", tmp_path), "@last")


@pytest.mark.parametrize("command", ON_A_SESSION, ids=str)
def test_ambiguous_beginning_lists_the_candidates(
    run: Run, tmp_path: Path, command: list[str]
) -> None:
    """With id, path, time and title, and what to do."""
    one, other = ONE, ONE[:-1] + "7"
    write_lines(place(tmp_path, one), user("Mend\nthe boat"), seconds=1000)
    write_lines(place(tmp_path, other, "-elsewhere"), user())
    answer = run(*on(command, ONE[:8]), "--home", tmp_path)
    modified = datetime.fromtimestamp(1000).astimezone()
    assert f"  {modified:%Y-%m-%d %H:%M}  Mend the boat\n" in answer.err
    assert_refused(answer, "could be any of 2 sessions", "longer id or the path")
    assert f"\n  {one}  " in answer.err
    assert f"\n    {place(tmp_path, one)}\n" in answer.err
    assert f"\n  {other}  " in answer.err
    assert f"\n    {place(tmp_path, other, '-elsewhere')}\n" in answer.err


@pytest.mark.parametrize(
    ("content", "findings"),
    [
        (b"", {"no-messages"}),
        (b"\n\n", {"no-messages", "blank-line"}),
        (line_of(user())[:-9], {"no-messages", "torn-line", "no-final-newline"}),
        (line_of(user()) + line_of(reply())[:40], {"torn-line", "no-final-newline"}),
    ],
    ids=["empty", "blank", "half-written", "half-written at the end"],
)
def test_hardly_anything_to_read(
    run: Run, tmp_path: Path, content: bytes, findings: set[str]
) -> None:
    """Is read as far as it goes, and told by ``validate``."""
    path = place(tmp_path, ONE)
    write_lines(path, content)
    assert run("show", path).code == 0
    assert run("list", "--home", tmp_path).code == 0
    assert run("--home", tmp_path).code == 0
    (row,) = run("stats", "--json", path).document["sessions"]
    unfinished = bool(content) and not content.endswith(b"\n")
    assert (row["bytes"], row["lines"]) == (len(content), content.count(b"\n") + unfinished)
    answer = run("validate", "--json", path)
    assert answer.document["totals"].keys() == findings
    assert answer.code == (1 if "torn-line" in findings else 0)


def test_binary_file(run: Run, tmp_path: Path) -> None:
    """Is no transcript, but stops nobody; every line of it is accounted for."""
    path = write_lines(place(tmp_path, ONE), BINARY)
    for command in ([], ["list"], ["stats"], ["show", ONE], ["show", ONE, "--full"]):
        assert run(*command, "--home", tmp_path).code == 0, command
    answer = run("validate", "--json", path)
    lines = BINARY.count(b"\n") + 1
    told = {found["line"] for found in answer.document["sessions"][0]["findings"]}
    assert answer.code == 1
    assert told - {None} == set(range(1, lines + 1))
    raw = [run("show", path, "--raw", number).raw for number in range(1, lines + 1)]
    assert b"".join(raw) == BINARY


@pytest.mark.parametrize("command", ON_A_HOME, ids=str)
def test_home_goes_on_without_what_cannot_be_read(
    run: Run, tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are read; what was left out is told, as a finding by ``validate``."""
    write_lines(place(tmp_path, ONE), user("sound"), seconds=200)
    denied = write_lines(place(tmp_path, TWO), user("denied"), seconds=100)
    deny(monkeypatch, denied)
    answer = run(*command, "--home", tmp_path)
    assert answer.code == (1 if command == ["validate"] else 0)
    assert ("sound" in answer.out) or command[:1] in (["stats"], ["validate"])
    if command[:1] != ["show"]:
        assert f"cannot read {denied}: you have no permission" in answer.err + answer.out


@posix
@pytest.mark.parametrize("command", [["list"], ["stats"], ["validate"], []], ids=str)
def test_odd_things_in_a_home_are_told(run: Run, tmp_path: Path, command: list[str]) -> None:
    """Folders, pipes and dead links that are named like sessions."""
    write_lines(place(tmp_path, ONE), user("sound"))
    place(tmp_path, TWO).mkdir()
    os.mkfifo(place(tmp_path, THREE))
    place(tmp_path, "dead").symlink_to(tmp_path / "nothing")
    answer = run(*command, "--home", tmp_path)
    assert answer.code == 0
    for path, reason in (
        (place(tmp_path, TWO), "it is no regular file"),
        (place(tmp_path, THREE), "it is no regular file"),
        (place(tmp_path, "dead"), "it is a link to nothing"),
    ):
        assert f"steno: passed over {path}: {reason}\n" in answer.err


@pytest.mark.parametrize("command", [["list"], ["stats"], ["validate"], []], ids=str)
def test_home_that_is_no_folder_is_told(run: Run, tmp_path: Path, command: list[str]) -> None:
    """A file, or a home whose ``projects`` is one."""
    file = tmp_path / "file"
    file.write_text("x")
    (tmp_path / "projects").write_text("x")
    for home, path in ((file, file / "projects"), (tmp_path, tmp_path / "projects")):
        answer = run(*command, "--home", home)
        assert answer.code == (1 if command == ["list"] else 0)
        assert f"steno: passed over {path}: it is not a folder" in answer.err


@pytest.mark.parametrize("command", [["list"], ["stats"], ["validate"], []], ids=str)
def test_closed_folder_is_told(
    run: Run, tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rather than taken for an empty one."""
    write_lines(place(tmp_path, ONE), user())
    closed = tmp_path / "projects"
    real = os.scandir

    def scandir(path: Any) -> Any:
        if Path(path) == closed:
            raise PermissionError(errno.EACCES, "denied", str(path))
        return real(path)

    monkeypatch.setattr("steno.disk.walk.os.scandir", scandir)
    answer = run(*command, "--home", tmp_path)
    assert f"steno: passed over {closed}: you have no permission" in answer.err


@pytest.mark.parametrize("command", ["stats", "validate"])
def test_file_that_vanishes_after_it_was_found(
    run: Run, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the choice and the reading."""
    gone = write_lines(place(tmp_path, ONE), user())
    write_lines(place(tmp_path, TWO), user())
    act_after(monkeypatch, f"steno.cli.{command}.select", gone.unlink)
    answer = run(command, "--json", "--home", tmp_path)
    assert answer.code == (1 if command == "validate" else 0)
    assert f"cannot read {gone}: there is no such file" in answer.err + answer.out
    assert TWO in {row["id"] for row in answer.document["sessions"]}


def test_session_that_vanishes_before_it_is_shown(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One session was asked for, so that is an error."""
    path = write_lines(place(tmp_path, ONE), user())
    act_after(monkeypatch, "steno.cli.show.resolve_session", path.unlink)
    for arguments in ([], ["--json"], ["--raw", "1"], ["--tail", "1"]):
        write_lines(path, user())
        answer = run("show", ONE, *arguments, "--home", tmp_path)
        assert_refused(answer, f"cannot read {path}: there is no such file")


def test_endless_line_in_a_home(run: Run, tmp_path: Path) -> None:
    """Deeply nested, and glued a thousand times."""
    deep = b'{"type":"user","x":' + b"[" * 20_000 + b"]" * 20_000 + b"}\n"
    glued = line_of(user()).rstrip() * 1000 + b"\n"
    write_lines(place(tmp_path, ONE), deep, glued)
    for command in ([], ["list"], ["stats"], ["show", ONE], ["show", ONE, "--json"]):
        assert run(*command, "--home", tmp_path).code == 0, command
    document = run("validate", "--json", "--home", tmp_path).document
    assert document["totals"].keys() >= {"too-deep", "glued-line"}
