"""Git only looks where all options are known to look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.client.permissions.git import is_read_only_git
from steno.client.permissions.shell import parse

if TYPE_CHECKING:
    from steno.client.permissions.word import Word


def words(command: str) -> tuple[Word, ...]:
    """Give the words behind ``git``."""
    return parse(f"git {command}", "/h").commands[0].words[1:]


@pytest.mark.parametrize(
    "command",
    [
        *(
            "status",
            "log",
            "log --oneline -5",
            "log -n 3 --stat",
            "diff HEAD~1 -- src",
            "show HEAD",
        ),
        *("branch", "branch -a", "branch --show-current", "tag", "tag -l", "remote", "remote -v"),
        *(
            "stash list",
            "worktree list",
            "config --get user.name",
            "reflog",
            "grep -n x",
            "blame a",
        ),
        *("log --format=%H", "diff --name-only main...HEAD", "ls-files -m", "rev-parse HEAD"),
    ],
)
def test_looking_is_known(command: str) -> None:
    """These change nothing and run nothing else."""
    assert is_read_only_git(words(command))


@pytest.mark.parametrize(
    "command",
    [
        *("push", "commit -m x", "log --output=x", "log --outp=x", "diff --ext-diff", "grep -O x"),
        *("grep -nOx y", "branch x", "branch -D x", "branch -a -D x", "tag x", "remote add a b"),
        *(
            "-C . log",
            "-c a=b log",
            "--no-pager log",
            "stash",
            "reflog expire",
            "config a b",
            "log *",
        ),
        *(
            "log --format=%+G?",
            "for-each-ref --format='%(signature)'",
            "grep -ffoo",
            "ls-files -Xfoo",
        ),
        *("log --format=%G?", "ls-remote", "fetch", "show ext::x", "config --get-all a b"),
    ],
)
def test_all_else_is_not(command: str) -> None:
    """Unknown options, shortened ones and subcommands that write are no looking."""
    assert not is_read_only_git(words(command))


def test_nothing_behind_git_is_no_looking() -> None:
    """Git alone prints help; nobody needs that."""
    assert not is_read_only_git(())
