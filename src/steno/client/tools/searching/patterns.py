"""Patterns of ripgrep put as those of Python; what ripgrep refuses is refused here, too."""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import lru_cache
from typing import Final

_QUANTIFIER: Final = re.compile(r"\{\d+(?:,\d*)?\}|\{,\d+\}")
_PROPERTY: Final = re.compile(r"\\([pP])(?:\{(\^?)(\w+)\}|(\w))")
_POSIX: Final = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "ascii": "\\x00-\\x7f",
    "blank": "\\t ",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-/:-@\\[-`{-~",
    "space": "\\t\\n\\v\\f\\r ",
    "upper": "A-Z",
    "word": "0-9A-Za-z_",
    "xdigit": "0-9A-Fa-f",
}
_POSIX_CLASS: Final = re.compile(r"\[:(\^?)(\w+):\]")
_UNSUPPORTED: Final = ("(?=", "(?!", "(?<=", "(?<!", "(?>", "(?(")


class PatternError(ValueError):
    """A pattern that cannot be searched for."""

    def __init__(self, pattern: str, reason: str) -> None:
        """Take the pattern and what is wrong with it."""
        super().__init__(f"regex parse error:\n    (?:{pattern})\nerror: {reason}")


def compiled(pattern: str, *, ignore_case: bool, multiline: bool) -> re.Pattern[str]:
    """Compile a pattern of ripgrep; a :class:`PatternError` says what is wrong with it."""
    flags = re.MULTILINE | (re.IGNORECASE if ignore_case else 0) | (re.DOTALL if multiline else 0)
    try:
        return re.compile(_translated(pattern), flags)
    except re.error as error:
        raise PatternError(pattern, str(error)) from error
    except (OverflowError, RecursionError) as error:
        raise PatternError(pattern, "it is too large") from error


def _translated(pattern: str) -> str:
    out, at, in_class = "", 0, False
    while at < len(pattern):
        piece, at, in_class = _piece(pattern, at, in_class=in_class)
        out += piece
    return out


def _piece(pattern: str, at: int, *, in_class: bool) -> tuple[str, int, bool]:
    char = pattern[at]
    if char == "\\":
        return (*_escape(pattern, at, in_class=in_class), in_class)
    if in_class:
        return _in_class(pattern, at)
    if char == "[":
        end = at + (2 if pattern[at + 1 : at + 2] == "^" else 1)
        literal = pattern[end : end + 1] == "]"
        return pattern[at:end] + ("\\]" if literal else ""), end + literal, True
    if char == "(":
        return (*_group(pattern, at), False)
    if char == "{":
        return (*_repetition(pattern, at), False)
    return char, at + 1, False


def _in_class(pattern: str, at: int) -> tuple[str, int, bool]:
    posix = _POSIX_CLASS.match(pattern, at)
    if posix is not None and posix[2] in _POSIX and not posix[1]:
        return _POSIX[posix[2]], posix.end(), True
    if pattern.startswith(("&&", "--", "~~"), at) or pattern[at] == "[":
        if pattern[at] == "[":
            raise PatternError(pattern, "a class within a class needs ripgrep itself")
        raise PatternError(pattern, "operations on classes need ripgrep itself")
    return pattern[at], at + 1, pattern[at] != "]"


def _group(pattern: str, at: int) -> tuple[str, int]:
    if pattern.startswith(_UNSUPPORTED, at):
        raise PatternError(
            pattern, "look-around, including look-ahead and look-behind, is not supported"
        )
    if pattern.startswith("(?<", at):
        return "(?P<", at + 3
    return "(", at + 1


def _repetition(pattern: str, at: int) -> tuple[str, int]:
    match = _QUANTIFIER.match(pattern, at)
    if match is None:
        raise PatternError(pattern, "repetition quantifier expects a valid decimal")
    return match[0], match.end()


def _escape(pattern: str, at: int, *, in_class: bool) -> tuple[str, int]:
    named = _PROPERTY.match(pattern, at)
    if named is not None:
        inside = _property(named[3] or named[4], pattern)
        negated = (named[1] == "P") != bool(named[2])
        if in_class and negated:
            raise PatternError(pattern, "a negated property within a class needs ripgrep itself")
        return (inside if in_class else f"[{'^' if negated else ''}{inside}]"), named.end()
    following = pattern[at + 1 : at + 2]
    if following.isdigit():
        raise PatternError(pattern, "backreferences are not supported")
    if following == "z":
        return "\\Z", at + 2
    if following.isalpha() and following not in "AbBdDfnrsStvwWxuUaP":
        raise PatternError(pattern, "unrecognized escape sequence")
    if following and not following.isalnum():
        return re.escape(following), at + 2
    return pattern[at : at + 2], at + 2


@lru_cache(maxsize=32)
def _property(name: str, pattern: str) -> str:
    """Give the characters of a general category as the inside of a class."""
    wanted = {"Letter": "L", "Uppercase": "Lu", "Lowercase": "Ll", "Number": "N"}.get(name, name)
    spans: list[list[int]] = []
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code)).startswith(wanted):
            if spans and spans[-1][1] == code - 1:
                spans[-1][1] = code
            else:
                spans.append([code, code])
    if not spans:
        raise PatternError(pattern, f"Unicode property not found: {name}")
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in spans)
