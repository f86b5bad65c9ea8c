"""Whatever is allowed without rules does no harm when a real bash runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client.permissions.fuzz import SECRET, Ground, commands, edits, harmed

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    """Give a folder to run commands in."""
    made = Ground(tmp_path)
    made.lay_out()
    return made


@pytest.mark.parametrize(
    ("command", "harm"),
    [
        ("pwn", "it ran a program"),
        ("cat file-out", "it read outside"),
        ("ls way-out", "it read outside"),
        ("echo x > y", "it wrote project/y"),
        ("echo x > ~/.bashrc", "it wrote home/.bashrc"),
        ("cat a.txt; sleep 0 | cat", None),
    ],
)
def test_harm_is_seen(ground: Ground, command: str, harm: str | None) -> None:
    """A run that saw no harm anywhere would show nothing."""
    assert ground.harm_of(command, edits=False) == harm
    assert ground.harm_of("true", edits=False) is None


@pytest.mark.parametrize(
    ("command", "harm"),
    [
        ("cp file-out y", "it copied from outside"),
        ("echo x > .git/y", "it wrote project/.git/y"),
        ("echo x > linked/a.txt", "it wrote outside/o.txt"),
        ("echo x > y; mv a.txt b", None),
    ],
)
def test_harm_by_edits_is_seen(ground: Ground, command: str, harm: str | None) -> None:
    """Edits inside are no harm."""
    assert ground.harm_of(command, edits=True) == harm
    assert SECRET not in (ground.project / "a.txt").read_text("utf-8")


def test_the_same_seed_gives_the_same_commands() -> None:
    """What was found once is found again."""
    assert list(commands(1, 50)) == list(commands(1, 50))
    assert list(edits(1, 50)) != list(edits(2, 50))


def test_what_is_allowed_does_no_harm(ground: Ground) -> None:
    """Nothing runs, nothing is written and nothing from outside is shown."""
    ran, found = harmed(ground, commands(seed=11, count=1_500), "default")
    assert found == []
    assert ran > 20


def test_what_is_allowed_as_an_edit_does_no_harm(ground: Ground) -> None:
    """Nothing outside and nothing protected is written, and nothing comes in from outside."""
    ran, found = harmed(ground, edits(seed=12, count=500), "acceptEdits")
    assert found == []
    assert ran > 20


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(10))
def test_nothing_of_very_many_does_harm(ground: Ground, seed: int) -> None:
    """The same with other commands, for minutes."""
    assert harmed(ground, commands(1_000 + seed, 5_000), "default")[1] == []
    assert harmed(ground, edits(2_000 + seed, 1_500), "acceptEdits")[1] == []
