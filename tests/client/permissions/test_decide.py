"""Every tool is decided on: rules first, then the mode, then what it does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from steno.client.permissions.context import PermissionContext, listed_rules
from steno.client.permissions.decide import decide

if TYPE_CHECKING:
    from steno.client.permissions.context import Mode


def behavior(tool: str, given: dict[str, Any], context: PermissionContext, **rules: Any) -> str:
    """Decide under some rules."""
    return decide(tool, given, replace(context, rules=listed_rules(rules, "flag"))).behavior


def test_not_asking_denies_instead(context: PermissionContext) -> None:
    """In dontAsk nothing is asked, and what would be is denied with the reason."""
    quiet = replace(context, mode="dontAsk")
    found = decide("Write", {"file_path": "a"}, quiet)
    assert found.behavior == "deny"
    assert "write a file" in found.reason
    assert decide("Read", {"file_path": "README.md"}, quiet).behavior == "allow"


@pytest.mark.parametrize("mode", ["default", "acceptEdits", "plan"])
def test_plain_tools(context: PermissionContext, mode: Mode) -> None:
    """What changes nothing runs; a tool of a server asks, and so does the network."""
    moded = replace(context, mode=mode, is_read_only=True)
    assert decide("TaskList", {}, moded).behavior == "allow"
    for tool in ("mcp__lab__text", "WebSearch", "WebFetch", "AskUserQuestion", "ExitPlanMode"):
        assert decide(tool, {}, moded).behavior == "ask"
    assert decide("Unknown", {}, replace(moded, is_read_only=False)).behavior == "ask"


def test_questions_are_asked_even_when_bypassing(context: PermissionContext) -> None:
    """They are the point of those tools."""
    bypassing = replace(context, mode="bypassPermissions")
    assert decide("AskUserQuestion", {}, bypassing).behavior == "ask"
    assert decide("mcp__lab__text", {}, bypassing).behavior == "allow"


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("https://a.org/x", "allow"),
        ("http://A.ORG:80", "allow"),
        ("https://a.org./", "allow"),
        ("https://x.b.org", "allow"),
        ("https://b.org", "ask"),
        ("https://xb.org", "ask"),
        ("https://a.org.evil.org", "ask"),
        ("https://a.org@evil.org", "ask"),
        ("https://evil.org#a.org", "ask"),
        ("https://a.org\\@evil.org", "ask"),
        ("https://[", "ask"),
        ("https://\u0430.org", "ask"),
        (3, "ask"),
    ],
)
def test_domains(context: PermissionContext, url: Any, wanted: str) -> None:
    """A domain is the whole host, a star is what stands before its dot."""
    allow = ["WebFetch(domain:a.org)", "WebFetch(domain:*.b.org)", "WebFetch(x)"]
    assert behavior("WebFetch", {"url": url}, context, allow=allow) == wanted


def test_an_unclear_address_does_not_pass_by_a_denied_domain(context: PermissionContext) -> None:
    """Not even where all pages are allowed, or nothing is asked for."""
    rules = {"allow": ["WebFetch"], "deny": ["WebFetch(domain:a.org)"]}
    given = {"url": "https://x@a.org"}
    assert behavior("WebFetch", given, context, **rules) == "ask"
    bypassing = replace(context, mode="bypassPermissions")
    assert behavior("WebFetch", given, bypassing, **rules) == "ask"
    assert behavior("WebFetch", {"url": "https://a.org"}, bypassing, **rules) == "deny"
    assert behavior(
        "WebFetch", {"url": "https://b.org"}, context, allow=["WebFetch(domain:*)"]
    ) == ("allow")


def test_agents_and_skills_are_ruled_by_name(context: PermissionContext) -> None:
    """A skill's rule may say what stands behind its name, too."""
    free = replace(context, is_read_only=True)
    assert behavior("Agent", {"subagent_type": "Explore"}, free, deny=["Task(Explore)"]) == "deny"
    assert behavior("Agent", {"subagent_type": "Plan"}, free, deny=["Task(Explore)"]) == "allow"
    assert behavior("Skill", {"skill": "tide"}, free, deny=["Skill(tide)"]) == "deny"
    assert behavior("Skill", {"skill": "tide", "args": "x"}, free, ask=["Skill(tide:*)"]) == "ask"
    assert behavior("Skill", {"skill": "wave"}, free, ask=["Skill(tide:*)"]) == "allow"


def test_rules_of_servers(context: PermissionContext) -> None:
    """A wildcard for servers denies, but does not allow."""
    tool = "mcp__lab__text"
    assert behavior(tool, {}, context, allow=["mcp__lab"]) == "allow"
    assert behavior(tool, {}, context, allow=["mcp__*"]) == "ask"
    assert behavior(tool, {}, context, allow=["mcp__*"], deny=["mcp__*"]) == "deny"
    assert behavior(tool, {}, context, allow=["mcp__lab__text(*)"]) == "ask"
    assert behavior(tool, {}, context, allow=["mcp__lab"], deny=["mcp__lab__text(*)"]) == "deny"


def test_shell_commands_and_files_have_their_own_ways(context: PermissionContext) -> None:
    """They are handed on."""
    assert decide("Bash", {"command": "ls"}, context).behavior == "allow"
    assert decide("Read", {"file_path": "/etc/passwd"}, context).behavior == "ask"
