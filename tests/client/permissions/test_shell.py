"""Scripts are taken apart into commands; what is not understood is a doubt."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.client.permissions.shell import parse


def texts(source: str) -> list[str]:
    """Give the commands of a script that is understood."""
    script = parse(source, "/home/mira")
    assert script.doubt is None
    return [simple.text for simple in script.commands]


@pytest.mark.parametrize(
    ("source", "commands"),
    [
        ("ls", ["ls"]),
        ("ls -l 'a b' # c", ["ls -l 'a b'"]),
        ("a; b && c || d | e |& f\ng", ["a", "b", "c", "d", "e", "f", "g"]),
        ("if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]),
        ("for i in 1 2; do a; done", ["a"]),
        ("while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]),
        ("! a", ["a"]),
        ("[[ -f x ]] && a", ["a"]),
        ("x=1; a", ["a"]),
        ("# only a comment", []),
        ("a <<'E'\ntext $(b)\nE", ["a"]),
        ("a 2>&1 < x > y", ["a"]),
        ("a <<< 'b'", ["a"]),
    ],
)
def test_every_command_is_found(source: str, commands: list[str]) -> None:
    """Lists, pipes and bodies are gone through in order."""
    assert texts(source) == commands


def test_redirections_and_settings_are_kept_apart() -> None:
    """They are no part of the command's text."""
    simple = parse("A=1 cmd x > out < in", "/h").commands[0]
    assert simple.text == "cmd x"
    assert simple.assignments == (("A", "1"),)
    assert [(one.target.text, one.writes) for one in simple.redirects] == [
        ("out", True),
        ("in", False),
    ]


@pytest.mark.parametrize(
    "source",
    [
        *("(ls)", "{ ls; }", "case x in x) ls;; esac", "f() { ls; }"),
        *("ls &", "ls & pwd", "select x in a; do ls; done"),
        *("ls \\\n-l", "ls\r", "ls\x00", "ls\u00a0", 'ls "', "ls ("),
        *("a <<E\nx\nE", "a > b c", "((1))", "a=(1)"),
        *("a+=1", "a[0]=1", "for ((;;)); do ls; done", "a <> b"),
        *("[[ -v x ]]", "[[ a[1] -eq 1 ]]", "ls \ud800"),
        *("[[ a =~ $(b) ]]", "a <<'E'\nx", "a >&b", "ls " + "x" * 20_000),
    ],
)
def test_what_is_not_understood_is_a_doubt(source: str) -> None:
    """Rather a question too many."""
    assert parse(source, "/h").doubt is not None


def test_the_background_is_told_apart() -> None:
    """It asks even where all commands are allowed."""
    assert parse("ls &", "/h").background
    assert not parse("(ls)", "/h").background


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40))
def test_any_text_gives_a_script(source: str) -> None:
    """Nothing that a model may write stops the client."""
    parse(source, "/h")
