"""Calls of sed: the scripts, the files, and whether they do no more than to show or edit these."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.client.permissions.options import listed, parsed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.client.permissions.word import Word

_OPTIONS: Final = listed(
    "-nErsuzb -l: -i? -e: -f@ --quiet --silent --regexp-extended --separate --unbuffered "
    "--null-data --binary --line-length: --in-place? --expression: --file@ --posix --sandbox"
)
_TEXT: Final = r"(?:[^/\n;\\|,]|\\[^\n;])*"
_PLACE: Final = rf"(?:\d+|\$|/{_TEXT}/)"
_STEP: Final = (
    rf"(?:{_PLACE}(?:,{_PLACE})?)?!?"
    rf"(?:[pd=q]|s(?P<mark{{0}}>[/|,]){_TEXT}(?P=mark{{0}}){_TEXT}(?P=mark{{0}})[gIp\d]*)"
)
_PLAIN: Final = re.compile(
    "|".join("; ?".join(_STEP.format(n * 10 + k) for k in range(n)) for n in range(1, 5))
)
"""Scripts that print, delete or replace lines, and nothing else."""
_WRITING: Final = re.compile(r"[\d,$/!\s]*w|s(.).*\1.*\1\w*w", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Sed:
    """A call of sed that is understood."""

    scripts: tuple[str, ...]
    files: tuple[Word, ...]
    """The files that are read or edited."""
    script_files: tuple[Word, ...]
    in_place: tuple[str, ...]
    """The ending of the copy, for each time that editing in place is asked for."""

    @property
    def edits(self) -> bool:
        """Whether it changes its files."""
        return bool(self.in_place)

    @property
    def is_plain(self) -> bool:
        """Whether its scripts only print, delete or replace lines."""
        return not self.script_files and all(map(_PLAIN.fullmatch, self.scripts))

    @property
    def is_plain_edit(self) -> bool:
        """Whether it writes nothing but its files, also where -i takes the word behind it.

        A copy that is kept could get the name of another file by its ending.
        """
        if not self.is_plain or any(self.in_place):
            return False
        return not (self.edits and any(_WRITING.match(word.text) for word in self.files[:1]))


def sed_of(words: Sequence[Word]) -> Sed | None:
    """Read the words behind ``sed``; None where one of them is not understood."""
    found = parsed(_OPTIONS, words)
    if found is None:
        return None
    scripts, files = found.values("-e", "--expression"), found.operands
    script_files = found.files
    if not scripts and not script_files:
        if not files or files[0].wild:
            return None
        scripts, files = [files[0].text], files[1:]
    in_place = found.values("-i", "--in-place")
    return Sed(tuple(scripts), files, script_files, tuple(in_place))
