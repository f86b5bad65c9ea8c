"""Suggestions are worded as the SDKs expect them."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.client.permissions import suggestions


@pytest.mark.parametrize(
    ("command", "content"),
    [
        ("git commit -m x", "git commit *"),
        ("npm list", "npm list *"),
        ("touchx", "touchx"),
        ("ls /etc", "ls /etc"),
        ("touch p1", "touch *"),
        ("mkdir -p a/b", "mkdir *"),
        ("touch", "touch"),
        ("FOO=1 touch b", "FOO=1 touch b"),
        ("sudo ls", "sudo ls"),
        ("bash x", "bash x"),
    ],
)
def test_a_command_is_suggested_by_its_plain_words(command: str, content: str) -> None:
    """Two plain words open a family; anything else only itself."""
    rule = {"toolName": "Bash", "ruleContent": content}
    assert suggestions.for_commands([command, command]) == (
        {"type": "addRules", "rules": [rule], "behavior": "allow", "destination": "localSettings"},
    )


def test_nothing_is_suggested_for_nothing() -> None:
    """No command, no rule."""
    assert suggestions.for_commands([]) == ()


def test_files_and_pages_are_suggested() -> None:
    """Reading by folder, writing by mode, pages by domain, other tools by name."""
    assert suggestions.for_reading(Path("/a"))[0]["rules"] == [
        {"toolName": "Read", "ruleContent": "//a/**"}
    ]
    assert [one["type"] for one in suggestions.for_writing(Path("/a"))] == [
        "setMode",
        "addDirectories",
    ]
    assert len(suggestions.for_writing(None)) == 1
    assert suggestions.for_domain("a.org")[0]["rules"][0]["ruleContent"] == "domain:a.org"
    assert suggestions.for_tool("mcp__a__b")[0]["rules"] == [{"toolName": "mcp__a__b"}]
