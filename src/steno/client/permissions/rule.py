"""A permission rule as people write it: ``Bash(git log:*)``, ``Read(./src/**)``, ``mcp__lab``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import translate
from typing import TYPE_CHECKING, Any, Final, Literal

from steno.errors import PermissionRuleError

if TYPE_CHECKING:
    from collections.abc import Mapping

Behavior = Literal["allow", "deny", "ask"]
Source = Literal["cli", "flag", "session", "localSettings", "projectSettings", "userSettings"]

_OLD_NAMES: Final = {"Task": "Agent", "MultiEdit": "Edit", "LS": "Read"}
"""Names that rules written for older clients use."""
_WITH_CONTENT: Final = re.compile(r"([^()]*)\((.*)\)", re.DOTALL)
_ANYTHING: Final = ("", "*")
_PREFIX: Final = ":*"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: a tool, and what of it; no content stands for all of it."""

    tool: str
    content: str | None = None

    def __str__(self) -> str:
        return self.tool if self.content is None else f"{self.tool}({self.content})"

    def named(self) -> dict[str, str]:
        """Give it as the SDKs word it."""
        content = {} if self.content is None else {"ruleContent": self.content}
        return {"toolName": self.tool, **content}


def parse_rule(text: str) -> Rule:
    """Read a rule; what has no brackets is the name of a tool, and half a rule is none."""
    told = text.strip()
    found = _WITH_CONTENT.fullmatch(told)
    if problem := _problem(told, found):
        raise PermissionRuleError(text, problem)
    if found is None:
        return Rule(_current(told))
    tool, content = _current(found[1].strip()), found[2]
    every = content in _ANYTHING and not tool.startswith("mcp__")
    return Rule(tool) if every else Rule(tool, content)


def _problem(told: str, found: re.Match[str] | None) -> str:
    if not told:
        return "it is empty"
    if found is None:
        is_half = "(" in told or ")" in told
        return "it has to end at the bracket that closes its content" if is_half else ""
    if not found[1].strip():
        return "no tool stands before its brackets"
    return "" if found[2].strip() else f"{found[1].strip()} alone is all of the tool"


def rule_of(named: Mapping[str, Any]) -> Rule:
    """Read a rule as the SDKs word it."""
    content = named.get("ruleContent")
    tool = _current(str(named.get("toolName", "")))
    return Rule(tool, None if content in (None, *_ANYTHING) else str(content))


def _current(tool: str) -> str:
    return _OLD_NAMES.get(tool, tool)


def names_tool(rule: Rule, tool: str, *, widely: bool = True) -> bool:
    """Say whether a rule is about a tool; ``mcp__server`` is about all tools of a server.

    ``widely`` lets a wildcard stand for servers, too, and a name in other letters for the tool:
    enough to deny, too much to allow.
    """
    if rule.tool == _current(tool) or (widely and rule.tool.casefold() in _small_names(tool)):
        return True
    if not rule.tool.startswith("mcp__") or not tool.startswith("mcp__"):
        return False
    if "*" in rule.tool:
        if not widely and "*" in rule.tool.partition("__")[2].partition("__")[0]:
            return False
        return _wildcard(rule.tool).fullmatch(tool) is not None
    return "__" not in rule.tool[len("mcp__") :] and tool.startswith(f"{rule.tool}__")


def _small_names(tool: str) -> set[str]:
    now = _current(tool)
    return {name.casefold() for name in (now, *(old for old in _OLD_NAMES if _current(old) == now))}


def _wildcard(pattern: str) -> re.Pattern[str]:
    literal = pattern.replace("[", "[[]").replace("?", "[?]")
    return re.compile(translate(literal))


def matches_text(content: str, text: str, *, prefix: bool = True) -> bool:
    """Say whether the content of a rule fits a text: exactly, as ``x:*``, or with wildcards.

    ``x *`` fits ``x`` alone too, and ``x:*`` fits ``x`` and ``x`` with anything behind a space.
    """
    if content.endswith(_PREFIX):
        start = content[: -len(_PREFIX)]
        return prefix and (text == start or text.startswith(f"{start} "))
    if not _has_wildcard(content):
        return text == _unescaped(content)
    return prefix and _pattern(content).fullmatch(text) is not None


def _has_wildcard(content: str) -> bool:
    return re.search(r"(?<!\\)(?:\\\\)*\*", content) is not None


def _unescaped(content: str) -> str:
    return content.replace(r"\*", "*").replace(r"\\", "\\")


def _pattern(content: str) -> re.Pattern[str]:
    """Make a pattern of a content with wildcards; a last `` *`` may stand for nothing at all."""
    body, tail = content, ""
    if content.endswith(" *") and content.count("*") == 1:
        body, tail = content[:-2], r"(?: .*)?"
    parts = re.split(r"(\\\*|\\\\|\*)", body)
    return re.compile("".join(map(_piece, parts)) + tail, re.DOTALL)


def _piece(part: str) -> str:
    if part == "*":
        return ".*"
    return re.escape(_unescaped(part))
