"""A context knows which rules are about a tool."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steno.client.permissions.context import PermissionContext, listed_rules

if TYPE_CHECKING:
    from pathlib import Path


def test_rules_of_a_settings_file_are_listed_with_their_source() -> None:
    """Lists by behaviour become rules; what is no text or no list is left out."""
    found = listed_rules({"allow": ["Bash", 3], "deny": "x", "ask": ["Read(a)"]}, "userSettings")
    assert [(str(one.rule), one.behavior, one.source) for one in found] == [
        ("Read(a)", "ask", "userSettings"),
        ("Bash", "allow", "userSettings"),
    ]


def test_a_rule_for_all_of_a_tool_is_found(context: PermissionContext) -> None:
    """Only a rule without content is about all of a tool."""
    ruled = replace(context, rules=listed_rules({"deny": ["Bash(x)", "Read"]}, "session"))
    assert ruled.whole("Bash", "deny") is None
    assert ruled.whole("Read", "deny") is not None
    assert ruled.whole("Read", "allow") is None
    assert len(list(ruled.about("Bash", "deny"))) == 1


def test_the_folder_of_settings_can_be_elsewhere(
    context: PermissionContext, tmp_path: Path
) -> None:
    """Unless told otherwise it is .claude in the home."""
    assert context.client_home == context.home / ".claude"
    assert replace(context, config_home=tmp_path).client_home == tmp_path
    assert replace(context, more_folders=(tmp_path,)).folders == (context.root, tmp_path)
