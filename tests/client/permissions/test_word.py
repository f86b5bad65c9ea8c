"""Words mean what bash makes of them, or they are a doubt."""

from __future__ import annotations

import subprocess

import pytest

from steno.client.permissions.shell import parse

HOME = "/home/mira"


@pytest.mark.parametrize(
    "word",
    [
        *("a", "'a b'", '"a b"', "a'b'c", '"a"b', r"a\*b", r"a\.b", '"a\\"b"', "'a\"b'", '""'),
        *("''", "a-b=c", "$HOME/x", '"$HOME"', '" a  b "', "a#b", "{a", "HEAD@{1}", '"a\nb"'),
        *("'$x'", "a,b", "a:b", "@", "%", "+", '"#"', "'a'\"b\"c", '"\\a"', '"it\'s"'),
    ],
)
def test_words_are_read_as_bash_reads_them(word: str) -> None:
    """The text of a word is the argument that a real bash passes on."""
    script = parse(f"echo {word}", HOME)
    assert script.doubt is None
    got = subprocess.run(
        ["/bin/bash", "-c", f"printf %s {word}"],
        env={"HOME": HOME},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert script.commands[0].words[1].text == got


@pytest.mark.parametrize(
    "word",
    [
        *(
            "$x",
            "${x}",
            "$(a)",
            "`a`",
            "$'a'",
            '$"a"',
            "{a,b}",
            "{1..3}",
            "a{b,c}d",
            "=ls",
            "~root",
        ),
        *(r"a\ b", r"a\;b", "<(a)", '"$x"', '"$(a)"', '"`a`"', "$((x))", "$[1]", "a=~/x", "a:~/x"),
        *("@(a|b)", "$$", "$?", "$1", "~+", '"${x}"', "{'a',b}", '"a$"', '"a"{b,"c"}'),
    ],
)
def test_words_that_depend_on_something_are_a_doubt(word: str) -> None:
    """Whatever a shell puts in later is not known now."""
    assert parse(f"echo {word}", HOME).doubt is not None


def test_a_strange_home_is_not_put_in() -> None:
    """A home with blanks would become two words."""
    assert parse("echo $HOME", "/home/a b").doubt is not None


def test_computed_words_name_no_files() -> None:
    """What they are in the end is not what is looked at."""
    assert parse("echo $((1+1))", HOME).doubt is None
    assert parse("echo $((1+1))", HOME).commands[0].words[1].computed
    for source in ("cat $((1+1))", "cat < $((1+1))", "echo > $((1+1))"):
        assert parse(source, HOME).doubt is not None


def test_brackets_and_quotes_in_one_word_are_a_doubt() -> None:
    """Which of the brackets count is lost with the quotes."""
    assert parse("cat '[a]'*", HOME).doubt is not None
    assert parse("cat [a]*", HOME).doubt is None


def test_wildcards_and_homes_are_marked() -> None:
    """Only wildcards outside of quotes count."""
    words = parse("echo a* 'a*' ~/x", HOME).commands[0].words
    assert [word.wild for word in words] == [False, True, False, False]
    assert [word.tilde for word in words] == [False, False, False, True]
