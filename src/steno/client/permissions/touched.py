"""The files that a shell command names: which ones it reads, which ones it writes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.client.permissions.names import names
from steno.client.permissions.read_only import PATHLESS
from steno.client.permissions.word import Word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.client.permissions.shell import Simple

WRITERS: Final = names(
    "touch mkdir rm rmdir mv cp ln tee chmod chown chgrp truncate install unlink shred mkfifo "
    "mknod split csplit"
)
ACCEPTED: Final = names("touch mkdir rm rmdir mv cp sed")
"""Those that ``acceptEdits`` lets pass inside the working folders."""
_PATTERN_FIRST: Final = names("grep egrep fgrep rg sed awk gawk mawk jq fd fdfind")
"""Commands whose first word that is no option is a pattern or a program."""
_READERS: Final = names(
    "ls cat head tail nl tac rev cut fold expand unexpand fmt paste comm cmp diff stat od "
    "hexdump strings tsort pr column wc du sort uniq grep egrep fgrep rg file tree jq md5sum "
    "sha1sum sha256sum sha512sum cksum sum base64 base32 xxd fd fdfind find sed awk gawk mawk "
    "less more join look bat zcat zless zgrep view"
)
_HARMLESS: Final = frozenset(("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "-"))
_SEPARATORS: Final = names("cut tr sort paste column awk")


@dataclass(frozen=True, slots=True)
class Touched:
    """A file that a command names."""

    text: str
    wild: bool
    writes: bool
    redirected: bool = False


def touched_by(command: Simple, words: Sequence[Word]) -> Iterator[Touched]:
    """Yield what a command reads and writes; ``words`` are its own without wrappers."""
    for redirect in command.redirects:
        if redirect.target.text not in _HARMLESS:
            yield Touched(
                redirect.target.text, redirect.target.wild, redirect.writes, redirected=True
            )
    if words:
        yield from _arguments(words)


def _arguments(words: Sequence[Word]) -> Iterator[Touched]:
    name, rest = words[0].text, words[1:]
    writes = name in WRITERS or (name == "sed" and edits_in_place(rest))
    if not writes and name not in _READERS and not (name == "git" and rest):
        return
    for word in _named(name, rest):
        if word.text not in _HARMLESS:
            yield Touched(word.text, word.wild, writes)


def _named(name: str, words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words that may name files, also inside of options."""
    expects_pattern = name in _PATTERN_FIRST and not _has_pattern_option(words)
    only_paths = False
    for word in words:
        if word.text == "--" and not only_paths:
            only_paths = True
        elif word.text.startswith("-") and not only_paths:
            yield from _in_option(name, word)
        elif expects_pattern:
            expects_pattern = False
        elif name != "find" or not word.text.startswith(("(", ")", "!")):
            yield word


def _has_pattern_option(words: Sequence[Word]) -> bool:
    return any(re.match(r"-[a-zA-Z]*[ef]|--(?:regexp|file|expression|from)", w.text) for w in words)


def _in_option(name: str, word: Word) -> Iterator[Word]:
    """Yield what may be a path in an option: ``--file=/x``, ``-f/x``, ``-rf../x``."""
    if name == "git":
        return
    for inner in _values(word.text):
        looks = "/" in inner or inner.startswith(("~", "..")) or name in WRITERS
        if inner and looks and not (name in _SEPARATORS and inner in ("/", "//")):
            yield Word(inner, inner, wild=word.wild)


def _values(text: str) -> Iterator[str]:
    """Yield what may be the value in an option; among short ones it may begin anywhere."""
    if text.startswith("--"):
        yield text.partition("=")[2]
        return
    letters = re.match(r"-[a-zA-Z]*", text)
    for at in range(2, (letters.end() if letters else 1) + 1):
        yield text[at:]


def edits_in_place(words: Sequence[Word]) -> bool:
    """Say whether a sed changes its files."""
    return any(re.match(r"-[nErsuz]*i|--in", word.text) for word in words)


def may_name(words: Sequence[Word]) -> Iterator[str]:
    """Yield every word that could name a file, for rules that deny."""
    if words and (words[0].text not in PATHLESS or words[0].text == "git"):
        for word in words[1:]:
            yield word.text
            yield word.text.rpartition("=")[2]
            yield word.text.rpartition(":")[2]
