"""A tree that leaves out letters, or parts words as bash does not, is no base to judge by."""

from __future__ import annotations

import pytest

from steno.client.permissions.letters import check_letters
from steno.client.permissions.shell import tree_of
from steno.client.permissions.word import DoubtError


@pytest.mark.parametrize(
    "source",
    [
        *("ls", "ls # c", "# c", "ls;# c", "ls\n# c", "echo a#b", "echo 'a'\"b\"c", "a=b ls"),
        *("ls 2>&1 >x", "a&&b||c|d", "[ -f a ]", "if a; then b; fi", "  ls  ", "x;#c\n#d"),
        "cat <<'E'\nx\nE\n",
    ],
)
def test_what_bash_reads_alike_passes(source: str) -> None:
    """Blanks and signs part the words, and comments begin where bash begins them."""
    check_letters(tree_of(source), source.encode())


@pytest.mark.parametrize(
    "source",
    [
        *("[a]#;x", "[ a ]#;x", "[[ a ]]#x", "true && [a]#$(x)", "\\ #;x", "\\ #`x`", "\\\t#;x"),
        *("ls \\ #x", "[ a ]b", "ls 'a", "(ls"),
    ],
)
def test_what_bash_reads_otherwise_is_a_doubt(source: str) -> None:
    """For the parser some of these end with a comment; bash runs what stands in it."""
    with pytest.raises(DoubtError):
        check_letters(tree_of(source), source.encode())
