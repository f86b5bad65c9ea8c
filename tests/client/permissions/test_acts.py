"""Options that run other programs are seen, so that a rule for a beginning does not allow them."""

from __future__ import annotations

import pytest

from steno.client.permissions.acts import acts, runs_a_text
from steno.client.permissions.shell import parse


@pytest.mark.parametrize(
    "command",
    [
        *("sort -o x a", "tar xf a --checkpoint-action=exec=x", "rsync -e x a b", "man -P x y"),
        *("sed -n 'w x' a", "sed 's/a/b/e' a", "sed -i p a", "awk '{print > \"x\"}' a", "awk -f x"),
        *(
            "find . -delete",
            "git log --output=x",
            "less +!x a",
            "vim -c x a",
            "ssh -o x y",
            "tar cf a *",
        ),
        *("curl -o x y", "/usr/bin/sort -o x a"),
    ],
)
def test_acts_are_seen(command: str) -> None:
    """Each of these could write any file or run any program."""
    assert acts(parse(command, "/h").commands[0].words)


@pytest.mark.parametrize(
    "command",
    ["sort a", "tar tf a", "sed -n 1,5p a", "awk '{print $1}' a", "ls *", "npm run x", "rg x"],
)
def test_plain_commands_do_not_act(command: str) -> None:
    """A rule for their beginning is enough."""
    assert not acts(parse(command, "/h").commands[0].words)


def test_programs_given_as_text_are_seen() -> None:
    """An interpreter with a program in its words runs anything."""
    assert runs_a_text(parse("python3 -c x", "/h").commands[0].words)
    assert not runs_a_text(parse("python3 x.py", "/h").commands[0].words)
    assert not runs_a_text(parse("ls -c", "/h").commands[0].words)
