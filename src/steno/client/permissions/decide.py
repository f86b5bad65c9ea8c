"""Whether a tool call may run: allow, deny or ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from steno.client.permissions.bash import decide_bash
from steno.client.permissions.context import Decision, PermissionContext
from steno.client.permissions.files import READERS, WRITERS, decide_file
from steno.client.permissions.rule import matches_text
from steno.client.permissions.suggestions import for_domain, for_tool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steno.client.permissions.rule import Behavior

_ALWAYS_ASKS: Final = frozenset(("AskUserQuestion", "ExitPlanMode"))
"""Tools that are themselves a question to a person."""
_ORDER: Final[tuple[Behavior, ...]] = ("deny", "ask")


def decide(tool: str, given: Mapping[str, Any], context: PermissionContext) -> Decision:
    """Decide on a call: rules that deny come first, then those that ask, then what allows."""
    found = _decide(tool, given, context)
    if found.behavior == "ask" and context.mode == "dontAsk":
        return Decision("deny", f"it would have to be asked for: {found.reason}")
    return found


def _decide(tool: str, given: Mapping[str, Any], context: PermissionContext) -> Decision:
    if tool == "Bash":
        return decide_bash(given, context)
    if tool in WRITERS or tool in READERS:
        return decide_file(tool, given, context)
    fits = _fitting(tool, given)
    for behavior in _ORDER:
        for listed in context.about(tool, behavior):
            if fits(listed.rule.content) or listed.rule.content == "*":
                return listed.decision()
    if tool == "WebFetch" and _host(given) is None and _rules_domains(context):
        return Decision("ask", "it is not clear which domain the address is of")
    return _unruled(tool, given, context, fits)


def _rules_domains(context: PermissionContext) -> bool:
    rules = (one for behavior in _ORDER for one in context.about("WebFetch", behavior))
    return any(listed.rule.content is not None for listed in rules)


def _unruled(
    tool: str,
    given: Mapping[str, Any],
    context: PermissionContext,
    fits: Callable[[str | None], bool],
) -> Decision:
    if tool in _ALWAYS_ASKS:
        return Decision("ask", "it needs your answer")
    if context.mode == "bypassPermissions":
        return Decision("allow", "nothing is asked for in this mode")
    if any(fits(listed.rule.content) for listed in context.about(tool, "allow")):
        return Decision("allow", "a rule allows it")
    if tool == "WebFetch":
        host = _host(given)
        return Decision("ask", "it leaves this machine", for_domain(host) if host else ())
    if context.is_read_only and not tool.startswith("mcp__") and tool != "WebSearch":
        return Decision("allow", "it changes nothing")
    return Decision("ask", f"no rule allows {tool}", for_tool(tool))


def _fitting(tool: str, given: Mapping[str, Any]) -> Callable[[str | None], bool]:
    """Give a check whether the content of a rule is about a call."""
    if tool == "WebFetch":
        return lambda content: content is None or _is_domain(content, _host(given))
    if tool in ("Agent", "Task"):
        return lambda content: content is None or content == given.get("subagent_type")
    if tool == "Skill":
        return lambda content: content is None or _is_skill(content, given)
    return lambda content: content is None


def _host(given: Mapping[str, Any]) -> str | None:
    """Give the host of an address; None where readers of addresses could disagree."""
    url = given.get("url")
    if not isinstance(url, str) or any(letter in url for letter in "\\\t\r\n @"):
        return None
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return host.rstrip(".") if host and host.isascii() else None


def _is_domain(content: str, host: str | None) -> bool:
    kind, _, domain = content.partition(":")
    if kind != "domain" or host is None or not domain:
        return False
    domain = domain.casefold().rstrip(".")
    if domain == "*":
        return True
    if domain.startswith("*."):
        return host.endswith(domain[1:])
    return host == domain


def _is_skill(content: str, given: Mapping[str, Any]) -> bool:
    name = str(given.get("skill", "")).removeprefix("/")
    called = f"{name} {given.get('args') or ''}".strip()
    return content == name or matches_text(content.removeprefix("/"), called)
