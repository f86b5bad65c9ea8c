"""The program itself: finding commands, and turning trouble into messages and exit codes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

import steno
from steno.cli.command_table import ALIASES, COMMANDS, MEANT
from steno.format.finding import KINDS
from tests.cli.running import PATIENCE, PROGRAM, child_environment, run_child
from tests.written import ONE, place, user, write_lines

if TYPE_CHECKING:
    from tests.cli.running import Run

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals, pipes and /dev/full")

INTERRUPTED = """
import os, signal, sys
from steno.analyse import inventory
from steno.cli.entry import run

# Whoever starts the tests in the background has it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

def stretches(path, *arguments, **named):
    os.kill(os.getpid(), signal.SIGINT)
    yield from ()

inventory.stretches = stretches
run()
"""


def raising(error: BaseException) -> object:
    """Give a function that raises an error."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail


def test_version_is_printed(run: Run) -> None:
    """On one line of standard output."""
    answer = run("--version")
    assert (answer.code, answer.out, answer.err) == (0, f"steno {steno.__version__}\n", "")


def test_version_is_printed_among_other_options(run: Run) -> None:
    """The quick way and the long way say the same."""
    assert run("--json", "--version").out == run("--version").out


def test_help_names_every_command(run: Run) -> None:
    """And no alias."""
    answer = run("--help")
    assert answer.code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in answer.out
    assert "doctor" not in answer.out
    for option in ("--home", "--db", "--json", "--version"):
        assert option in answer.out


@pytest.mark.parametrize("name", [*COMMANDS, *ALIASES])
def test_every_command_has_help_with_the_shared_options(run: Run, name: str) -> None:
    """It is printed, not done, and no mark for click is left in it."""
    answer = run(name, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert all(option in answer.out for option in ("--home", "--db", "--json"))
    assert "\\b" not in answer.out
    assert "\b" not in answer.out


@pytest.mark.parametrize("name", ["@last", "2b622324", "some/where.jsonl"])
def test_session_in_the_place_of_a_command_is_hinted(run: Run, tmp_path: Path, name: str) -> None:
    """With the home that was given; a plain word is no session."""
    answer = run("--home", tmp_path, name)
    assert (answer.code, answer.out) == (2, "")
    assert f"Did you mean 'steno --home {tmp_path} show {name}'?" in answer.err
    assert "Did you mean" not in run("facade").err


@pytest.mark.parametrize("name", ["list", "stats", "tools", "turns"])
def test_commands_with_tables_say_how_these_look_to_a_program(run: Run, name: str) -> None:
    """In the same words."""
    assert "tab-separated below a line of headings" in " ".join(run(name, "--help").out.split())


@pytest.mark.parametrize("name", ["list", "show", "tools", "turns", "validate"])
def test_commands_that_may_find_nothing_tell_their_exit_code(run: Run, name: str) -> None:
    """A script goes by it."""
    assert "Exit code 1 if" in " ".join(run(name, "--help").out.split())


def test_doctor_is_validate(run: Run, demo: Path) -> None:
    """Under another name."""
    one, other = (run(name, "--json", "--home", demo) for name in ("doctor", "validate"))
    assert (one.code, one.document) == (other.code, other.document)


@pytest.mark.parametrize(
    ("name", "near"), [("lst", "list"), ("stat", "stats"), ("valida", "validate")]
)
def test_unknown_command_is_answered_with_a_hint(run: Run, name: str, near: str) -> None:
    """The one that was probably meant."""
    answer = run(name)
    assert (answer.code, answer.out) == (2, "")
    assert f"Did you mean '{near}'?" in answer.err


@pytest.mark.parametrize("word", MEANT)
def test_word_that_could_be_a_command_is_answered(run: Run, word: str) -> None:
    """With what does that here; every command that is named exists."""
    answer = run(word)
    assert (answer.code, MEANT[word] in answer.err) == (2, True)
    assert set(re.findall(r"'steno ([a-z]+)", MEANT[word])) <= COMMANDS.keys()


def test_command_like_no_other_is_answered_with_the_list(run: Run) -> None:
    """Without a guess."""
    answer = run("xyzzy")
    assert answer.code == 2
    assert "Did you mean" not in answer.err
    assert "steno --help" in answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["show"],
        ["show", "a", "b"],
        ["list", "--sort", "beauty"],
        ["list", "--since", "someday"],
        ["list", "--limit", "0"],
        ["show", "x", "--tail", "none"],
        ["validate", "--severity", "deadly"],
        ["history", "--nothing"],
        ["--nothing"],
        ["demo"],
        ["config", "nothing"],
        ["config", "set", "db"],
    ],
    ids=" ".join,
)
def test_wrong_use_exits_with_2(run: Run, arguments: list[str]) -> None:
    """With the usage and a message on standard error, and nothing on standard output."""
    answer = run(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("Usage: steno")
    assert "\nsteno: " in answer.err


def test_interrupt_is_no_traceback(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """130 is what shells expect."""
    write_lines(place(tmp_path, ONE), user())
    monkeypatch.setattr("steno.analyse.inventory.stretches", raising(KeyboardInterrupt()))
    answer = run("stats", "--home", tmp_path)
    assert (answer.code, answer.out) == (130, "")
    assert answer.err.strip() == "steno: stopped"


@posix
def test_real_interrupt_leaves_quietly(tmp_path: Path) -> None:
    """A signal in the middle of reading, in a process of its own."""
    write_lines(place(tmp_path, ONE), user())
    before = signal.getsignal(signal.SIGINT)
    answer = run_child("stats", "--home", tmp_path, code=INTERRUPTED)
    assert (answer.code, answer.out) == (130, "")
    assert answer.err.strip() == "steno: stopped"
    assert signal.getsignal(signal.SIGINT) is before


def test_broken_pipe_ends_quietly(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever in the printing it comes."""
    monkeypatch.setattr("steno.cli.list.print_json", raising(BrokenPipeError(32, "Broken pipe")))
    answer = run("list", "--json", "--home", tmp_path)
    assert (answer.code, answer.out, answer.err) == (0, "", "")


@posix
@pytest.mark.parametrize("arguments", [["show", "@last"], ["show", "--json", "@last"], ["stats"]])
def test_reader_that_has_had_enough_is_no_error(tmp_path: Path, arguments: list[str]) -> None:
    """As in ``steno stats | head -1``: exit code 0, not a word on standard error."""
    for number in range(40):
        session_id = f"{number:08}{ONE[8:]}"
        write_lines(place(tmp_path, session_id, "-x" * 40), *[user("long " * 100)] * 40)
    command = [sys.executable, "-c", PROGRAM, *arguments, "--home", str(tmp_path)]
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(
        command, stdout=writing, stderr=subprocess.PIPE, env=child_environment()
    ) as child:
        os.close(writing)
        _, errors = child.communicate(timeout=PATIENCE)
    assert (child.returncode, errors) == (0, b"")


@posix
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["list"], ["show", "@last"]])
def test_full_disk_behind_the_output_is_told(tmp_path: Path, arguments: list[str]) -> None:
    """A message and exit code 2, no traceback."""
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    write_lines(place(tmp_path, ONE), user())
    command = [sys.executable, "-c", PROGRAM, *arguments]
    environ = child_environment(CLAUDE_CONFIG_DIR=str(tmp_path))
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, env=environ, check=False, timeout=PATIENCE
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"steno: the system refused: No space left on device")
    assert b"Traceback" not in done.stderr


@posix
def test_closed_output_is_told(tmp_path: Path) -> None:
    """As after ``steno list >&-``."""
    script = f'"{sys.executable}" -c "{PROGRAM}" list --home "{tmp_path}" >&-'
    done = subprocess.run(
        ["sh", "-c", script], stderr=subprocess.PIPE, env=child_environment(), check=False
    )
    assert done.returncode == 2
    assert b"standard output is closed" in done.stderr


def test_output_that_is_not_utf8_shows_escapes(tmp_path: Path) -> None:
    """No traceback over a letter; JSON stays the same document."""
    write_lines(place(tmp_path, ONE), user("潮汐 é"))
    answer = run_child("list", "--home", tmp_path, PYTHONIOENCODING="latin-1")
    assert answer.code == 0
    assert "\\u6f6e\\u6c50 é".encode("latin-1") in answer.raw
    answer = run_child("list", "--json", "--home", tmp_path, PYTHONIOENCODING="latin-1")
    assert answer.document["sessions"][0]["title"] == "潮汐 é"


def test_other_errors_of_the_system_are_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it refuses, and wherever."""
    error = OSError(5, "Input/output error", "/some/where")
    monkeypatch.setattr("steno.cli.list.all_sessions", raising(error))
    answer = run("list", "--home", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert "steno: the system refused: /some/where: Input/output error." in answer.err


def test_list_draws_nothing_where_nobody_looks(demo: Path) -> None:
    """So that it starts quickly in scripts."""
    code = (
        "import sys\nfrom steno.cli.main import main\nmain(sys.argv[1:])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    answer = run_child("list", "--home", demo, code=code)
    assert "rich" not in answer.err.split()


def test_every_command_that_a_fix_names_exists() -> None:
    """What mends a finding can be typed."""
    named = {word for kind in KINDS.values() for word in re.findall(r"steno (\w+)", kind.fix)}
    assert named
    assert named <= COMMANDS.keys()


def test_missing_session_says_what_one_is(run: Run) -> None:
    """With where to look."""
    for command in ("show", "repair", "bundle"):
        answer = run(command)
        assert answer.code == 2
        assert "@last" in answer.err
    assert run("show", "-h").code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["relocate"], "--to PATH"),
        (["import"], "'steno bundle' wrote"),
        (["bundle", "x"], "-o work.steno.zip"),
        (["restore", "x"], "'steno turns SESSION' lists them"),
    ],
    ids=str,
)
def test_whatever_is_missing_is_explained(run: Run, arguments: list[str], told: str) -> None:
    """By what could stand there."""
    answer = run(*arguments)
    assert (answer.code, told in answer.err) == (2, True)
