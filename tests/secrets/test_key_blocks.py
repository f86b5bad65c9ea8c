"""Private keys in their armour."""

from __future__ import annotations

from random import Random

import pytest

from steno.secrets.key_blocks import LONGEST_BLOCK, find_blocks
from tests.secrets.made_more import body
from tests.secrets.made_secrets import pem

KEY = "PRIVATE " + "KEY"
RNG = Random(5)


def found(text: str) -> list[str]:
    """Give what is found in a text."""
    small = text.encode("ascii", "replace").lower()
    return [text[hit.start : hit.end] for hit in find_blocks(text, small)]


@pytest.mark.parametrize("kind", [KEY, f"RSA {KEY}", f"OPENSSH {KEY}", f"PGP {KEY} BLOCK"])
@pytest.mark.parametrize("newline", ["\n", "\\n", "\r\n", " "])
def test_block_is_found_whole(kind: str, newline: str) -> None:
    """Two of them are two, and what stands between is left alone."""
    one, two = pem(RNG, kind, newline), pem(RNG, kind, newline)
    assert found(f"x {one} between {two} y") == [one, two]


def test_old_armour_is_known() -> None:
    """With four dashes and spaces."""
    block = f"---- BEGIN SSH2 {KEY} ----\n{body(RNG)}\n---- END SSH2 {KEY} ----"
    assert found(f"a\n{block}\nb") == [block]


@pytest.mark.parametrize("before", ["", "+", "     7\t", "    12→", "> "])
def test_key_that_is_cut_off_is_found_to_its_last_line(before: str) -> None:
    """Behind line numbers and the signs of a diff."""
    lines = [f"-----BEGIN {KEY}-----", *body(RNG).split("\n")]
    text = "\n".join(before + line for line in lines)
    (hit,) = found(f"{text}\nand so on")
    assert hit.endswith(lines[-1])


@pytest.mark.parametrize(
    "text",
    [
        f"-----BEGIN {KEY}-----\n-----END {KEY}-----", f"the line -----BEGIN {KEY}----- begins it",
        "a private key", f"-----BEGIN {KEY}-----\n...\n-----END {KEY}-----",
        "-----BEGIN PUBLIC KEY-----\n" + "QUJD" * 30 + "\n-----END PUBLIC KEY-----",
    ],
)  # fmt: skip
def test_armour_without_a_key_is_none(text: str) -> None:
    """Nor is a public one."""
    assert found(text) == []


def test_putty_has_lines_of_its_own() -> None:
    """Only those that are private."""
    text = f"Public-Lines: 1\nAAAA\nPrivate-Lines: 13\n{body(RNG)}\nPrivate-MAC: 00"
    (hit,) = found(text)
    assert hit.strip() == text.partition("13\n")[2].partition("\nPrivate")[0]


def test_end_is_not_looked_for_for_ever() -> None:
    """An armour far behind is another one's."""
    text = f"-----BEGIN {KEY}-----\n{' ' * LONGEST_BLOCK}{'QUJD' * 30}\n-----END {KEY}-----"
    assert found(text) == []
