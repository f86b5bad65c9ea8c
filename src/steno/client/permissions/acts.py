"""What makes a command do more than a rule for its beginning meant to allow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.client.permissions.git import git_acts
from steno.client.permissions.read_only import find_acts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.client.permissions.word import Word

_RUNS: Final = {
    "grep": r"-[a-zA-Z]*R.*|--deref.*",
    "sort": r"--o.*|--com.*|-[a-zA-Z]*o.*",
    "rg": r"--pre(?:=.*)?|--hostname-bin.*",
    "fd": r"-[a-zA-Z]*[xX].*|--exec.*",
    "fdfind": r"-[a-zA-Z]*[xX].*|--exec.*",
    "tree": r"-[a-zA-Z]*[oR].*",
    "man": r"-[a-zA-Z]*[PHX].*|--pager.*|--html.*|--gxditview.*",
    "less": r"-[a-zA-Z]*[oOkT].*|--[lkt].*|\+.*",
    "more": r"\+.*",
    "tar": r"--[citruwv].*-(?:action|command|program|script|info).*|--rsh.*|--rmt.*"
    r"|--to-c.*|--use.*|--checkpoint.*|-[a-zA-Z]*[IF].*|--new-v.*|--info-s.*",
    "rsync": r"-[a-zA-Z]*e.*|--rsh.*|--rsync-path.*|--daemon|--config.*",
    "scp": r"-[a-zA-Z]*[oSF].*",
    "sftp": r"-[a-zA-Z]*[oSFb].*",
    "ssh": r"-[a-zA-Z]*[oFJEL].*",
    "vim": r"-[a-zA-Z]*[cSsuUwW].*|--cmd|--startuptime|\+.*",
    "vi": r"-[a-zA-Z]*[cSsuUwW].*|--cmd|\+.*",
    "view": r"-[a-zA-Z]*[cSsuUwW].*|--cmd|\+.*",
    "zip": r"-[a-zA-Z]*T.*|--unzip-command.*",
    "curl": r"-[a-zA-Z]*[oOKTDJc].*|--[ocrudf][urmpoeno].*",
    "wget": r"-[a-zA-Z]*[OPiaex].*|--.*(?:command|output|execute|askpass|config|directory).*",
    "tcpdump": r"-[a-zA-Z]*[zwW].*",
    "split": r"--filter.*",
    "date": r"-[a-zA-Z]*s.*|--set.*",
    "file": r"-[a-zA-Z]*C.*|--compile.*",
}
"""By command, the options that run another program, write a file of any name or follow links."""
_PROGRAM_TEXT: Final = {
    "python": r"-[a-zA-Z]*[cm].*|-",
    "python3": r"-[a-zA-Z]*[cm].*|-",
    "node": r"-[a-zA-Z]*[epri].*|--(?:eval|print|require|import|loader|experimental).*|-",
    "perl": r"-[a-zA-Z]*[eEMmIi].*|-",
    "ruby": r"-[a-zA-Z]*[erIi].*|-",
    "php": r"-[a-zA-Z]*[rBREd].*|-",
}
"""By interpreter, the options that take a program; a rule that names the interpreter means them."""
_SED_TEXT: Final = r"(?:[^/\n;\\|,]|\\[^\n;])*"
_SED_PLACE: Final = rf"(?:\d+|\$|/{_SED_TEXT}/)"
_SED_STEP: Final = (
    rf"(?:{_SED_PLACE}(?:,{_SED_PLACE})?)?!?"
    rf"(?:[pd=q]|s(?P<mark{{0}}>[/|,]){_SED_TEXT}(?P=mark{{0}}){_SED_TEXT}(?P=mark{{0}})[gIp\d]*)"
)
_SED_PLAIN: Final = re.compile(
    "|".join("; ?".join(_SED_STEP.format(n * 10 + k) for k in range(n)) for n in range(1, 5))
)
"""Scripts of sed that print, delete or replace lines, and nothing else."""
_AWK_ACTS: Final = re.compile(r"system\s*\(|getline|[|>]|@load|@include|\bclose\b|\bfflush\b")
_SED_OPTIONS: Final = re.compile(r"-[nErsuz]*i.*|--in.*|-[nErsuz]*f.*|--fi.*", re.DOTALL)


def acts(words: Sequence[Word]) -> bool:
    """Say whether the words make a command run another one or write where they like."""
    name, rest = words[0].text.rpartition("/")[2], words[1:]
    if name == "git":
        return git_acts(rest)
    if name == "find":
        return find_acts(rest)
    if name == "sed":
        return _sed_acts([word.text for word in rest])
    if name in ("awk", "gawk", "mawk", "nawk"):
        return any(_AWK_ACTS.search(word.text) or word.text.startswith("-") for word in rest)
    return name in _RUNS and _has(_RUNS[name], rest)


def _sed_acts(texts: list[str]) -> bool:
    if any(_SED_OPTIONS.fullmatch(text) for text in texts):
        return True
    named = [text for text in texts if not text.startswith("-")]
    if any(re.match(r"-[a-zA-Z]*e|--e", text) for text in texts):
        return not all(map(_SED_PLAIN.fullmatch, named))
    return not named or _SED_PLAIN.fullmatch(named[0]) is None


def runs_a_text(words: Sequence[Word]) -> bool:
    """Say whether an interpreter is given a program as a text."""
    name = words[0].text.rpartition("/")[2]
    return name in _PROGRAM_TEXT and _has(_PROGRAM_TEXT[name], words[1:])


def _has(pattern: str, words: Sequence[Word]) -> bool:
    bad = re.compile(pattern, re.DOTALL)
    return any(bad.fullmatch(word.text) or _may_be_option(word) for word in words)


def _may_be_option(word: Word) -> bool:
    """Say whether a wildcard could become an option: a file may have any name."""
    return word.wild and word.text[0] in "*?[-"
