"""Calls of git that run programs or write files are seen, however an option is spelled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.client.permissions.git_acts import git_acts
from steno.client.permissions.shell import parse

if TYPE_CHECKING:
    from steno.client.permissions.word import Word


def words(command: str) -> tuple[Word, ...]:
    """Give the words behind ``git``."""
    return parse(f"git {command}", "/h").commands[0].words[1:]


@pytest.mark.parametrize(
    "command",
    [
        *("log --output=x", "log --outp=x", "-c a=b log", "-ca=b log", "-C x -c a=b log"),
        *("fetch ext::x", "fetch --upl=x .", "clone -u x y", "clone -qu x y", "clone -qcx y"),
        *("rebase -ix y", "--no-pager rebase -x y", "-C sub rebase -x y", "difftool -yx y"),
        *("submodule foreach x", "bisect run x", "filter-branch x", "archive --remote=ext::x"),
        *(
            "config core.pager x",
            "config --global alias.a !x",
            "for-each-ref --format '%(signature)'",
        ),
        *("--git-d=x log", "log --format=%+G?", "grep -iOx y"),
    ],
)
def test_acts_are_seen(command: str) -> None:
    """What runs another program or writes a file of any name."""
    assert git_acts(words(command))


@pytest.mark.parametrize(
    "command",
    [
        *("log -p", "commit -m x", "push origin main", "diff -u", "switch -c x", "commit -c HEAD"),
        *("merge --strategy=ours x", "config user.name x", "bisect good", "submodule update"),
        *("rebase -i HEAD~2", "clone --depth 1 x", "fetch --all", "log --exclude=x", "grep -c x"),
        *("format-patch --to=x HEAD", "-C sub log", ""),
    ],
)
def test_plain_uses_are_no_acts(command: str) -> None:
    """A rule may allow them by their beginning."""
    assert not git_acts(words(command))
