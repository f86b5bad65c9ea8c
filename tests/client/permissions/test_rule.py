"""Rules are read as people write them, and fit what they say."""

from __future__ import annotations

import pytest

from steno.client.permissions.rule import Rule, matches_text, names_tool, parse_rule, rule_of
from steno.errors import PermissionRuleError


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Bash", Rule("Bash")),
        ("Bash(*)", Rule("Bash")),
        ("Bash(git log:*)", Rule("Bash", "git log:*")),
        ("Bash(npm run *)", Rule("Bash", "npm run *")),
        ("Bash(f() { ls; })", Rule("Bash", "f() { ls; }")),
        ("Read(./src/**)", Rule("Read", "./src/**")),
        ("Edit(//abs/**)", Rule("Edit", "//abs/**")),
        ("Write(~/x)", Rule("Write", "~/x")),
        ("WebFetch(domain:example.com)", Rule("WebFetch", "domain:example.com")),
        ("mcp__server", Rule("mcp__server")),
        ("mcp__server__*", Rule("mcp__server__*")),
        ("Task(Explore)", Rule("Agent", "Explore")),
        ("Skill(tide)", Rule("Skill", "tide")),
    ],
)
def test_rules_are_read(text: str, rule: Rule) -> None:
    """Name and content are parted at the brackets; all of a tool is a rule without content."""
    assert parse_rule(text) == rule


@pytest.mark.parametrize(
    "text",
    ["", "  ", "Bash(", "Bash)", "Bash(ls", "Bash(ls) x", "(ls)", " (ls)", "Bash()", "Bash( )"],
)
def test_what_is_no_rule_is_refused(text: str) -> None:
    """Nobody knows what half a rule is about: it is never taken for all of a tool."""
    with pytest.raises(PermissionRuleError, match="no permission rule"):
        parse_rule(text)


@pytest.mark.parametrize(
    ("rule", "tool", "widely", "fits"),
    [
        ("bash", "Bash", True, True),
        ("bash", "Bash", False, False),
        ("task", "Agent", True, True),
        ("webfetch", "WebFetch", True, True),
        ("bashes", "Bash", True, False),
    ],
)
def test_a_name_in_other_letters_is_enough_to_deny(
    rule: str, tool: str, widely: bool, fits: bool
) -> None:
    """Who denies ``bash`` means Bash; nothing is allowed by a name that is not the tool's."""
    assert names_tool(parse_rule(rule), tool, widely=widely) is fits


@pytest.mark.parametrize("text", ["Bash", "Bash(git log:*)", "mcp__a__b"])
def test_rules_are_written_as_they_were_read(text: str) -> None:
    """A rule as text is the text that it came from, and the SDK's wording gives it again."""
    assert str(parse_rule(text)) == text
    assert rule_of(parse_rule(text).named()) == parse_rule(text)


@pytest.mark.parametrize(
    ("rule", "tool", "fits"),
    [
        ("mcp__lab", "mcp__lab__text", True),
        ("mcp__la", "mcp__lab__text", False),
        ("mcp__lab__*", "mcp__lab__text", True),
        ("mcp__lab__t*", "mcp__lab__failure", False),
        ("mcp__lab__text", "mcp__lab__text2", False),
        ("Bash", "BashOutput", False),
        ("*", "Bash", False),
        ("Agent", "Task", True),
    ],
)
def test_rules_name_tools(rule: str, tool: str, fits: bool) -> None:
    """A server's name stands for its tools; nothing else stands for more than it says."""
    assert names_tool(parse_rule(rule), tool) is fits


@pytest.mark.parametrize(
    ("content", "text", "fits"),
    [
        ("touch:*", "touch", True),
        ("touch:*", "touch a", True),
        ("touch:*", "touchx", False),
        ("touch *", "touch", True),
        ("touch *", "touchx", False),
        ("git * main", "git push main", True),
        ("git * main", "git main", False),
        ("make build", "make build", True),
        ("make build", "make build x", False),
        ("* --version", "node --version", True),
        (r"echo \*", "echo *", True),
        (r"echo \*", "echo x", False),
        ("a.c", "abc", False),
    ],
)
def test_contents_fit_texts(content: str, text: str, fits: bool) -> None:
    """A beginning ends at a word; a star stands for anything; all else is literal."""
    assert matches_text(content, text) is fits


def test_only_exact_contents_fit_where_beginnings_do_not_count() -> None:
    """Rules with wildcards can be left out."""
    assert matches_text("ls", "ls", prefix=False)
    assert not matches_text("ls:*", "ls", prefix=False)
    assert not matches_text("ls *", "ls", prefix=False)
