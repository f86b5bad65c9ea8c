"""Commands that only look: which ones, and with which options they would do more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.client.permissions.git import is_read_only_git
from steno.client.permissions.names import names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from steno.client.permissions.word import Word

PATHLESS: Final = names(
    "echo printf true false pwd whoami id uname uptime free nproc arch groups locale cal "
    "numfmt seq basename dirname sleep expr which type help history hostname date ps pgrep "
    "netstat ss lsof df tr man docker ip ifconfig tput readlink realpath "
    "hash jobs git :"
)
"""Commands whose arguments name no file that is read."""

_PLAIN: Final = names(
    "ls cat head tail nl tac rev cut tr fold expand unexpand fmt paste comm cmp diff stat df "
    "od hexdump strings basename dirname seq readlink realpath echo true false pwd whoami id "
    "uname uptime free nproc groups locale cal numfmt tsort pr column sleep which type "
    "help pgrep netstat fgrep egrep :"
)
"""Those that look and do nothing else, whatever their options."""

_BAD_OPTIONS: Final = {
    "wc": r"--f.*",
    "du": r"--f.*|--e.*|-[a-zA-Z]*X.*",
    "sort": r"--o.*|--c.*|--f.*|--t.*|-[a-zA-Z]*[oT].*",
    "grep": r"--d.*|--r.*|-[a-zA-Z]*[R].*",
    "rg": r"--pre.*|--hostname-bin.*|--search-zip|--follow|-[a-zA-Z]*[zL].*",
    "file": r"--c.*|--f.*|--m.*|--u.*|-[a-zA-Z]*[CfmzZ].*",
    "tree": r"-[a-zA-Z]*[oRl].*|--fromfile|--info|--gitfile.*|--infofile.*",
    "jq": r"-[a-zA-Z]*[LfC].*|--from-file.*|--library-path.*|--slurpfile|--rawfile|--argfile"
    r"|.*(?:env|ENV|import|include).*",
    "md5sum": r"--c.*|-[a-zA-Z]*c.*",
    "sha1sum": r"--c.*|-[a-zA-Z]*c.*",
    "sha256sum": r"--c.*|-[a-zA-Z]*c.*",
    "sha512sum": r"--c.*|-[a-zA-Z]*c.*",
    "base64": r"--[fo].*|-[a-zA-Z]*o.*",
    "fd": r"-[a-zA-Z]*[xXLl].*|--e.*|--f.*|--l.*",
    "fdfind": r"-[a-zA-Z]*[xXLl].*|--e.*|--f.*|--l.*",
    "man": r"-[a-zA-Z]*[PHTXCMlL7].*|--[phtgclmr].*|.*/.*",
    "ss": r"-[a-zA-Z]*[KDFN].*|--[kdfn].*",
}
"""By command, options that write, run something or follow names in files, however shortened."""

_FIND_ACTS: Final = re.compile(r"-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)")
_FIND_FOLLOWS: Final = frozenset(("-L", "-H", "-follow", "-files0-from"))
_PRINTED_LINES: Final = re.compile(r"(?:\d+|\$)(?:,(?:\d+|\$))?p(?:;(?:\d+|\$)(?:,(?:\d+|\$))?p)*")
_VERSION_TELLERS: Final = frozenset(("node", "python", "python3"))


def is_read_only(words: Sequence[Word]) -> bool:
    """Say whether a command, taken alone, only looks."""
    name, rest = words[0].text, words[1:]
    if name in _PLAIN:
        return True
    if name in _BAD_OPTIONS:
        return not _has_bad_option(name, rest)
    special = _SPECIAL.get(name)
    return special is not None and special(rest)


def _has_bad_option(name: str, words: Sequence[Word]) -> bool:
    """Look for options; a word with wildcards in front may become one of any name."""
    bad = re.compile(_BAD_OPTIONS[name], re.DOTALL)
    for word in words:
        if word.text == "--":
            return False
        if bad.fullmatch(word.text) or (word.wild and word.text[0] in "*?[-"):
            return True
    return False


def _is_quiet_find(words: Sequence[Word]) -> bool:
    if any(word.wild for word in words):
        return False
    return not any(_FIND_ACTS.match(word.text) or word.text in _FIND_FOLLOWS for word in words)


def find_acts(words: Sequence[Word]) -> bool:
    """Say whether a find does more than to find."""
    return any(_FIND_ACTS.match(word.text) for word in words)


def _is_printing_sed(words: Sequence[Word]) -> bool:
    texts = [word.text for word in words]
    if len(texts) < 2 or texts[0] not in ("-n", "-nE", "-nr", "-En", "-rn"):  # noqa: PLR2004
        return False
    if not _PRINTED_LINES.fullmatch(texts[1]):
        return False
    return not any(word.text.startswith("-") or word.wild for word in words[2:])


def _is_asking_date(words: Sequence[Word]) -> bool:
    allowed = re.compile(
        r"\+.*|-u|--utc|-R|-I\w*|--iso-8601(?:=\w+)?|--rfc-\w+=\w+|-d.+", re.DOTALL
    )
    texts = [word.text for word in words]
    joined = [text for at, text in enumerate(texts) if at == 0 or texts[at - 1] != "-d"]
    return all(allowed.fullmatch(text) or text == "-d" for text in joined)


def _is_safe_printf(words: Sequence[Word]) -> bool:
    return bool(words) and not words[0].text.startswith("-") and not words[0].wild


def _is_safe_test(words: Sequence[Word]) -> bool:
    """Refuse what makes the shell compute: a subscript in it could run a command."""
    return not any("[" in word.text or word.text in ("-v", "-R", "-o") for word in words)


def _is_plain_ps(words: Sequence[Word]) -> bool:
    """Refuse the letter that shows the environment of processes, which may hold keys."""
    return not any(re.search(r"^-.*E|^[^-].*e|^e", word.text) for word in words)


def _is_bare(words: Sequence[Word]) -> bool:
    return not words


def _is_version(words: Sequence[Word]) -> bool:
    return [word.text for word in words] in (["--version"], ["-v"], ["-V"])


def _shows(*ways: str) -> Callable[[Sequence[Word]], bool]:
    """Give a check that the words are one of some ways, exactly."""
    return lambda words: " ".join(word.raw for word in words) in ways


_SPECIAL: Final[dict[str, Callable[[Sequence[Word]], bool]]] = {
    "find": _is_quiet_find,
    "sed": _is_printing_sed,
    "date": _is_asking_date,
    "printf": _is_safe_printf,
    "test": _is_safe_test,
    "expr": _is_safe_test,
    "git": is_read_only_git,
    "hostname": _is_bare,
    "history": _is_bare,
    "arch": _is_bare,
    "ps": _is_plain_ps,
    "lsof": _shows("", "-i", "-nP", "-i -P -n", "-nP -iTCP -sTCP:LISTEN"),
    "ifconfig": _shows("", "-a"),
    "docker": _shows("ps", "ps -a", "images"),
    "ip": _shows("addr", "a", "addr show", "link", "route"),
    "tput": _shows("cols", "lines", "colors"),
    **dict.fromkeys(_VERSION_TELLERS, _is_version),
}
