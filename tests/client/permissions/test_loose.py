"""Rules that deny see commands wherever they stand."""

from __future__ import annotations

import pytest

from steno.client.permissions.loose import any_matches, commands_in


@pytest.mark.parametrize(
    "source",
    [
        *("rm a", "ls; rm a", "(rm a)", "{ rm a; }", "echo $(rm a)"),
        *("echo `rm a`", "cat <(rm a)"),
        *("f() { rm a; }; f", "if x; then rm a; fi", "r'm' a"),
        *('"rm" a', r"\rm a", r"r\m a", "/bin/rm a"),
        *("sudo rm a", "env A=b rm a", "X=1 rm a", "timeout 5 rm a"),
        *("xargs rm", "bash -c 'rm a'"),
        *("eval 'rm a'", "bash -c \"bash -c 'rm a'\""),
        *("find . -exec rm {} +", "rm a &", "rm\ta", "rm  a"),
        *("case x in x) rm a;; esac", 'echo "$(rm a)"'),
        *("cat <<E\n$(rm a)\nE", "ls | rm a", "! rm a"),
    ],
)
def test_a_denied_command_is_found(source: str) -> None:
    """No spelling, wrapper or nesting hides it."""
    assert any_matches("rm:*", list(commands_in(source, "/h")))


@pytest.mark.parametrize("source", ["echo rm", "rmdir a", "ls 'rm a'", "git rm-x", "cat rm", ""])
def test_other_commands_are_not_taken_for_it(source: str) -> None:
    """A word that is no command does not count."""
    assert not any_matches("rm:*", list(commands_in(source, "/h")))


def test_very_long_scripts_are_not_gone_through() -> None:
    """They ask anyway, for their length."""
    assert len(list(commands_in("ls;" * 100_000, "/h"))) == 1
