"""Files are read inside the working folders, and written by a rule or a mode."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from steno.client.permissions.context import PermissionContext, listed_rules
from steno.client.permissions.files import decide_file

if TYPE_CHECKING:
    from tests.client.permissions.places import Places


def test_the_tools_for_searching_read_folders(context: PermissionContext, places: Places) -> None:
    """Without a folder they search the working folder; a pattern may lead out of it."""
    outside = str(places.outside)
    assert decide_file("Grep", {"pattern": "x"}, context).behavior == "allow"
    assert decide_file("Glob", {"pattern": "*"}, context).behavior == "allow"
    assert decide_file("Grep", {"pattern": "x", "path": outside}, context).behavior == "ask"
    assert decide_file("Glob", {"pattern": f"{outside}/*"}, context).behavior == "ask"
    assert decide_file("Glob", {"pattern": "../*"}, context).behavior == "ask"


@pytest.mark.parametrize("given", [{}, {"file_path": ""}, {"file_path": 3}, {"file_path": "a\0"}])
def test_a_path_that_leads_nowhere_asks(
    context: PermissionContext, given: dict[str, object]
) -> None:
    """Reading and writing alike."""
    accepting = replace(context, mode="acceptEdits")
    assert decide_file("Read", given, accepting).behavior == "ask"
    assert decide_file("Write", given, accepting).behavior == "ask"


def test_a_rule_for_a_tool_is_not_one_for_another(context: PermissionContext) -> None:
    """All of Edit is not Write; a path of Edit is."""
    whole = replace(context, rules=listed_rules({"allow": ["Edit"]}, "flag"))
    path = replace(context, rules=listed_rules({"allow": ["Edit(src/**)"]}, "flag"))
    given = {"file_path": "src/new"}
    assert decide_file("Edit", given, whole).behavior == "allow"
    assert decide_file("Write", given, whole).behavior == "ask"
    assert decide_file("Write", given, path).behavior == "allow"
    assert decide_file("NotebookEdit", {"notebook_path": "src/n"}, path).behavior == "allow"


def test_suggestions_name_the_folder(context: PermissionContext, places: Places) -> None:
    """Outside, the folder is what would have to be added."""
    path = str(places.outside / "o.txt")
    read = decide_file("Read", {"file_path": path}, context)
    write = decide_file("Write", {"file_path": path}, context)
    assert read.suggestions[0]["rules"][0]["ruleContent"] == f"/{places.outside}/**"
    assert write.suggestions[1]["directories"] == [str(places.outside)]


def test_files_of_our_own_may_be_written(context: PermissionContext, places: Places) -> None:
    """A plan lies in the protected folder of the client and is written in every mode."""
    plan = context.client_home / "plans" / "p.md"
    own = replace(context, mode="plan", own_files=(plan,))
    assert decide_file("Write", {"file_path": str(plan)}, own).behavior == "allow"
    assert decide_file("Write", {"file_path": str(places.home / "x")}, own).behavior == "ask"


def test_nothing_is_written_while_a_plan_is_made(context: PermissionContext) -> None:
    """Not even what a rule allows at other times."""
    rules = listed_rules({"allow": ["Write", "Edit(src/**)"]}, "flag")
    planning = replace(context, mode="plan", rules=rules)
    assert decide_file("Write", {"file_path": "src/x"}, planning).behavior == "ask"
    assert decide_file("Write", {"file_path": "src/x"}, replace(context, rules=rules)).behavior == (
        "allow"
    )


def test_bypassing_still_heeds_rules(context: PermissionContext) -> None:
    """Denying and asking come first."""
    rules = listed_rules({"deny": ["Edit(src/**)"], "ask": ["Read(docs)"]}, "flag")
    bypassing = replace(context, mode="bypassPermissions", rules=rules)
    assert decide_file("Write", {"file_path": "src/x"}, bypassing).behavior == "deny"
    assert decide_file("Read", {"file_path": "docs/x.md"}, bypassing).behavior == "ask"
    assert decide_file("Write", {"file_path": ".git/x"}, bypassing).behavior == "allow"


def test_a_rule_for_reading_covers_searching(context: PermissionContext, places: Places) -> None:
    """All of Read, or a path of it."""
    for rule in ("Read", f"Read(/{places.outside}/**)"):
        ruled = replace(context, rules=listed_rules({"allow": [rule]}, "flag"))
        given = {"pattern": "x", "path": str(places.outside / "deep")}
        assert decide_file("Grep", given, ruled).behavior == "allow"
