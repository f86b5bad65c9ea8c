"""Commands that only look run unasked, unless an option makes them do more."""

from __future__ import annotations

import pytest

from steno.client.permissions.read_only import find_acts, is_read_only
from steno.client.permissions.shell import parse


@pytest.mark.parametrize(
    "command",
    [
        *(
            "ls -la",
            "cat a",
            "head -5 a",
            "wc -l a",
            "grep -rn x src",
            "rg x",
            "sort a",
            "cut -f1 a",
        ),
        *(
            "find . -name 'x'",
            "sed -n 1,5p a",
            "sed -n '1p;3p' a",
            "date",
            "date +%s",
            "date -d x +%s",
        ),
        *("hostname", "printf '%s' x", "test -f a", "expr 1 + 1", "git status", "node --version"),
        *(
            "docker ps",
            "ip addr",
            "man ls",
            "jq . a",
            "tree",
            "file a",
            "md5sum a",
            "ps aux",
            "ps -ef",
            "arch",
            "lsof -i",
            "fd x",
            "sort -- *",
        ),
    ],
)
def test_looking_is_known(command: str) -> None:
    """These change nothing."""
    assert is_read_only(parse(command, "/h").commands[0].words)


@pytest.mark.parametrize(
    "command",
    [
        *(
            "sort -o x a",
            "sort --out=x a",
            "sort *",
            "rg --pre x y",
            "find . -delete",
            "find . -exec x",
        ),
        *(
            "find -L .",
            "find *",
            "sed -i p a",
            "sed p a",
            "sed -n 'w x' a",
            "sed -n 1p -i",
            "sed -n",
        ),
        *(
            "date -s x",
            "date 0101",
            "hostname x",
            "printf -v a b",
            "printf 'a%n' PATH",
            "printf '%5ln' PATH",
            "printf",
            "test -v a",
            "history -c",
        ),
        *(
            "tree -o x",
            "man -P x y",
            "fd -x y",
            "md5sum -c x",
            "wc --files0-from=x",
            "jq -f x",
            "rm a",
        ),
        *("uniq a", "less a", "xargs ls", "env", "python3 x", "docker run x", "ss -K", "file -C"),
        *(
            "ps auxe",
            "ps -E",
            "arch x",
            "ifconfig lo down",
            "lsof -Db/x",
            "jq -n env",
            "man ./x",
            "base64 -o x",
        ),
    ],
)
def test_all_else_is_not(command: str) -> None:
    """An option that writes or runs something, however shortened, is no looking."""
    assert not is_read_only(parse(command, "/h").commands[0].words)


def test_acts_of_find_are_seen() -> None:
    """Some of its words run commands or write files."""
    assert find_acts(parse("find . -execdir x", "/h").commands[0].words)
    assert not find_acts(parse("find . -name x", "/h").commands[0].words)
