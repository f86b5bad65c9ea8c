"""Commands that only look: which ones, and with which options they would do more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.client.permissions.conditions import SAFE_OPERATORS
from steno.client.permissions.git import is_read_only_git
from steno.client.permissions.names import names
from steno.client.permissions.options import Parsed, listed, parsed
from steno.client.permissions.safe_options import SAFE

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

_FIND_ACTS: Final = re.compile(r"-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)")
_FIND_LOOKS: Final = names(
    "-amin -anewer -atime -cmin -cnewer -ctime -daystart -depth -empty -executable -false "
    "-fstype -gid -group -ignore_readdir_race -ilname -iname -inum -ipath -iregex -iwholename "
    "-links -lname -ls -maxdepth -mindepth -mmin -mount -mtime -name -newer -newermt -newerct "
    "-nogroup -noleaf -not -nouser -nowarn -o -or -a -and -path -perm -print -print0 -printf "
    "-prune -quit -readable -regex -regextype -samefile -size -true -type -uid -user -warn "
    "-wholename -writable -xdev -xtype -P -x -E -s -d"
)
"""Words of find that only look; ``-L`` and the like follow links."""
_PRINTED_LINES: Final = re.compile(r"(?:\d+|\$)(?:,(?:\d+|\$))?p(?:;(?:\d+|\$)(?:,(?:\d+|\$))?p)*")
_COUNTS: Final = re.compile(r"%[-+ #0-9.*']*[hlqjztL]*n")
_VERSION_TELLERS: Final = frozenset(("node", "python", "python3"))
_READS_ENVIRONMENT: Final = re.compile(r"env|ENV|import|include|modulemeta")


def is_read_only(words: Sequence[Word]) -> bool:
    """Say whether a command, taken alone, only looks."""
    name, rest = words[0].text, words[1:]
    special = _SPECIAL.get(name)
    if special is not None:
        return special(rest)
    return _has_safe_options(name, rest) is not None


def _has_safe_options(name: str, words: Sequence[Word]) -> Parsed | None:
    """Take the options apart; a word with wildcards in front may become one of any name."""
    if name not in SAFE:
        return None
    found = parsed(listed(SAFE[name]), words)
    return None if _may_become_option(words) else found


def _may_become_option(words: Sequence[Word]) -> bool:
    texts = [word.text for word in words]
    before = words[: texts.index("--")] if "--" in texts else words
    return any(word.wild and word.text[0] in "*?[-" for word in before)


def _is_quiet_find(words: Sequence[Word]) -> bool:
    if any(word.wild for word in words):
        return False
    return all(_is_find_word(word.text) for word in words)


def _is_find_word(text: str) -> bool:
    return (
        not text.startswith("-")
        or text in _FIND_LOOKS
        or re.fullmatch(r"-\d+\w?", text) is not None
    )


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
    found = _has_safe_options("date", words)
    return found is not None and all(word.text.startswith("+") for word in found.operands)


def _is_plain_jq(words: Sequence[Word]) -> bool:
    if any(_READS_ENVIRONMENT.search(word.text) for word in words):
        return False
    return _has_safe_options("jq", words) is not None


def _is_plain_man(words: Sequence[Word]) -> bool:
    return not any("/" in word.text for word in words) and bool(_has_safe_options("man", words))


def _is_plain_strings(words: Sequence[Word]) -> bool:
    """Refuse what stands for the words in a file: this program reads any ``@name`` so."""
    if any(word.text.startswith("@") for word in words):
        return False
    return _has_safe_options("strings", words) is not None


def _is_safe_printf(words: Sequence[Word]) -> bool:
    """Refuse what sets a variable: the option -v, and %n in the format."""
    if not words or words[0].text.startswith("-") or words[0].wild:
        return False
    return _COUNTS.search(words[0].text) is None


def _is_safe_test(words: Sequence[Word]) -> bool:
    """Refuse what makes the shell compute: a subscript in it could run a command."""
    return not any(word.wild or "[" in word.text or _is_other_operator(word.text) for word in words)


def _is_other_operator(text: str) -> bool:
    return text.startswith("-") and text not in ("-", *SAFE_OPERATORS)


def _is_plain_ps(words: Sequence[Word]) -> bool:
    """Refuse the letter that shows the environment of processes, which may hold keys."""
    found = _has_safe_options("ps", words)
    if found is None or any("env" in value for value in found.values("-o", "-O")):
        return False
    return all(re.fullmatch(r"[auxwfTlrgjshvcLmnS]+|[\d,]+", word.text) for word in found.operands)


def _is_anything(words: Sequence[Word]) -> bool:  # noqa: ARG001 - as the other checks
    return True


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
    "expr": _is_anything,
    "echo": _is_anything,
    "jq": _is_plain_jq,
    "man": _is_plain_man,
    "strings": _is_plain_strings,
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
