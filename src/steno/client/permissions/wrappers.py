"""Programs that run another one: what is left when they are taken away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.client.permissions.names import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.client.permissions.word import Word

_OPTIONS: Final = {
    "timeout": re.compile(
        r"--foreground|--preserve-status|-v|--verbose|--kill-after=\S+|--signal=\w+"
    ),
    "nice": re.compile(r"-\d+|-n-?\d+|--adjustment=-?\d+"),
    "nohup": re.compile(r"(?!)"),
    "stdbuf": re.compile(r"-[ioe][0L]|-[ioe]\d+\w?|--(?:input|output|error)=\w+"),
    "time": re.compile(r"-p"),
    "command": re.compile(r"(?!)"),
}
"""By wrapper, the options that stand in one word."""
_WITH_VALUE: Final = {
    "timeout": {"-s": r"\w+", "-k": r"[\d.]+[smhd]?"},
    "nice": {"-n": r"-?\d+"},
    "stdbuf": {"-i": r"\w+", "-o": r"\w+", "-e": r"\w+"},
}
_POSITIONAL: Final = {"timeout": re.compile(r"[\d.]+[smhd]?")}

RUNS_OTHERS: Final = names(
    "timeout nice nohup stdbuf time command builtin env sudo doas su exec xargs parallel "
    "setsid ionice chrt taskset watch busybox chroot unshare nsenter flock script strace "
    "ltrace gdb runuser pkexec systemd-run at batch nsenter fakeroot proot catchsegv setarch "
    "linux32 linux64 prlimit numactl rlwrap unbuffer expect ssh caffeinate eval coproc"
)
"""Everything known to run its arguments; only for rules that deny or ask."""
SHELLS: Final = names("sh bash dash zsh ksh ash fish mksh eval")
EVALUATES: Final = names(
    "eval exec source . trap alias unalias enable let coproc builtin bind complete compgen "
    "mapfile readarray read hash set shopt export declare typeset local readonly unset "
    "fc setopt unsetopt emulate zmodload autoload zcompile noglob nocorrect sched"
)
"""Built-in commands that change what later words mean, or run their arguments as code."""


def unwrapped(words: Sequence[Word]) -> Sequence[Word]:
    """Take harmless wrappers away, as long as every word of theirs is understood."""
    while words and words[0].text in _OPTIONS:
        inner = _inside(words)
        if not inner:
            return words
        words = inner
    return words


def _inside(words: Sequence[Word]) -> Sequence[Word]:
    name, at = words[0].text, 1
    while at < len(words) and words[at].text.startswith("-"):
        taken = _option_length(name, words, at)
        if not taken:
            return ()
        at += taken
    if name in _POSITIONAL:
        if at >= len(words) or not _POSITIONAL[name].fullmatch(words[at].text):
            return ()
        at += 1
    return words[at:]


def _option_length(name: str, words: Sequence[Word], at: int) -> int:
    text = words[at].text
    if _OPTIONS[name].fullmatch(text):
        return 1
    value = _WITH_VALUE.get(name, {}).get(text)
    if value is None or at + 1 >= len(words) or not re.fullmatch(value, words[at + 1].text):
        return 0
    return 2


def suffixes(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield a command and whatever it might run of its own words, for rules that deny."""
    yield texts
    name = texts[0].rpartition("/")[2] if texts else ""
    if name in RUNS_OTHERS or name in SHELLS:
        for at in range(1, len(texts)):
            if not texts[at].startswith("-"):
                yield texts[at:]
    for at, text in enumerate(texts[:-1]):
        if re.fullmatch(r"-(?:exec|execdir|ok|okdir|x|X)|--exec(?:-batch)?", text):
            yield texts[at + 1 :]
