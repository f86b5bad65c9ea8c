"""The files that a shell command names: which ones it reads, which ones it writes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.client.permissions.names import names
from steno.client.permissions.options import listed, parsed
from steno.client.permissions.read_only import PATHLESS
from steno.client.permissions.safe_options import SAFE
from steno.client.permissions.sed import sed_of
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
_PATTERN_OPTIONS: Final = ("regexp", "files", "expression", "from-file")
"""Options that give the pattern or make none needed; any beginning of a name counts."""
_GIT_FILE: Final = re.compile(
    r"(?:--(?:file|pathspec-from-file|contents|exclude-from|ignore-revs-file)=|-F)(.+)", re.DOTALL
)
_FLAT: Final = frozenset(("diff",))
_COPIERS: Final = names("cp mv install ln")
_HARMLESS: Final = frozenset(("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin"))
_SEPARATORS: Final = names("cut tr sort paste column awk")


@dataclass(frozen=True, slots=True)
class Touched:
    """A file that a command names."""

    text: str
    wild: bool
    writes: bool
    redirected: bool = False
    flat: bool = False
    """Whether it must be no folder: what lies in one is read, too, and links are followed."""


def touched_by(command: Simple, words: Sequence[Word]) -> Iterator[Touched]:
    """Yield what a command reads and writes; ``words`` are its own without wrappers."""
    for redirect in command.redirects:
        if redirect.target.text not in _HARMLESS:
            text, wild = _path(redirect.target), redirect.target.wild
            yield Touched(text, wild, redirect.writes, redirected=True)
    if words:
        yield from _arguments(words)


def _arguments(words: Sequence[Word]) -> Iterator[Touched]:
    name, rest = words[0].text, words[1:]
    writes = name in WRITERS or (name == "sed" and edits_in_place(rest))
    if not writes and name not in _READERS and not (name == "git" and rest):
        return
    named = {word.text: word for word in (*_named(name, rest), *_listed_files(name, rest))}
    for word in named.values():
        if word.text not in _HARMLESS:
            yield Touched(_path(word), word.wild, writes, flat=name in _FLAT)
    if name in _COPIERS:
        yield from _copies(rest)


def _path(word: Word) -> str:
    """Give a word as a path; the sign of the home folder is a plain letter in quotes."""
    return f"./{word.text}" if word.text.startswith("~") and not word.tilde else word.text


def _listed_files(name: str, words: Sequence[Word]) -> Iterator[Word]:
    """Yield the files in options that are known, and whatever unknown ones have as a value."""
    found = parsed(listed(SAFE[name]), words) if name in SAFE else None
    if found is not None:
        yield from found.files
    elif name in SAFE or name in _COPIERS:
        for word in words:
            value = word.text.partition("=")[2]
            if word.text.startswith("--") and value:
                yield Word(value, value, wild=word.wild)


def _copies(words: Sequence[Word]) -> Iterator[Touched]:
    """Yield what is written inside of a folder that is copied or moved to."""
    paths = [word.text for word in words if word.text == "-" or not word.text.startswith("-")]
    folders = [*paths[-1:], *_target_folders([word.text for word in words])]
    for folder in dict.fromkeys(folders):
        for path in paths:
            name = path.rstrip("/").rpartition("/")[2]
            if path != folder and name not in ("", ".", ".."):
                yield Touched(f"{folder}/{name}", wild=False, writes=True)


def _target_folders(texts: list[str]) -> Iterator[str]:
    for text, behind in zip(texts, (*texts[1:], ""), strict=True):
        if re.match(r"-[a-zA-Z]*t|--t", text):
            yield from (value for value in (*_values(text), behind) if value)


def _named(name: str, words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words that may name files, also inside of options."""
    expects_pattern = name in _PATTERN_FIRST and not _has_pattern_option(words)
    only_paths = False
    for word in words:
        if word.text == "--" and not only_paths:
            only_paths = True
        elif word.text.startswith("-") and word.text != "-" and not only_paths:
            yield from _in_option(name, word)
        elif expects_pattern:
            expects_pattern = False
        elif name != "find" or not word.text.startswith(("(", ")", "!")):
            yield word


def _has_pattern_option(words: Sequence[Word]) -> bool:
    return any(map(_gives_pattern, (word.text for word in words)))


def _gives_pattern(text: str) -> bool:
    if not text.startswith("--"):
        return re.match(r"-[a-zA-Z]*[ef]", text) is not None
    name = text[2:].partition("=")[0]
    return bool(name) and any(option.startswith(name) for option in _PATTERN_OPTIONS)


def _in_option(name: str, word: Word) -> Iterator[Word]:
    """Yield what may be a path in an option: ``--file=/x``, ``-f/x``, ``-rf../x``."""
    if name == "git":
        found = _GIT_FILE.fullmatch(word.text)
        if found is not None:
            yield Word(found[1], found[1], wild=word.wild)
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
    """Say whether a sed changes its files; one that is not understood may."""
    found = sed_of(words)
    return found is None or found.edits


def may_name(words: Sequence[Word]) -> Iterator[str]:
    """Yield every word that could name a file, for rules that deny."""
    if words and (words[0].text not in PATHLESS or words[0].text == "git"):
        for word in words[1:]:
            yield word.text
            yield word.text.rpartition("=")[2]
            yield word.text.rpartition(":")[2]
