"""Permissions change while the client runs, and in the settings files that are named."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from steno.client.permissions.context import PermissionContext, listed_rules
from steno.client.permissions.decide import decide
from steno.client.permissions.updates import apply_update, settings_file
from steno.errors import PermissionUpdateError

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.permissions.rule import Source

RULE = {"toolName": "Bash", "ruleContent": "touch:*"}


def update(kind: str, destination: str = "session", **own: Any) -> dict[str, Any]:
    """Give a change as the SDKs word it."""
    return {"type": kind, "destination": destination, **own}


def test_rules_come_and_go(context: PermissionContext) -> None:
    """A rule that is added decides the next call, and one that is removed does not."""
    add = update("addRules", rules=[RULE], behavior="allow")
    added = apply_update(apply_update(context, add), add)
    assert decide("Bash", {"command": "touch a"}, added).behavior == "allow"
    assert len(added.rules) == 1
    removed = apply_update(added, update("removeRules", rules=[RULE], behavior="allow"))
    assert decide("Bash", {"command": "touch a"}, removed).behavior == "ask"


def test_replacing_leaves_other_lists_alone(context: PermissionContext) -> None:
    """Only the rules of the same behaviour and place go."""
    rules = (
        *listed_rules({"allow": ["A"], "deny": ["B"]}, "session"),
        *listed_rules({"allow": ["C"]}, "userSettings"),
    )
    change = update("replaceRules", rules=[{"toolName": "D"}], behavior="allow")
    found = apply_update(replace(context, rules=rules), change)
    assert [str(one.rule) for one in found.rules] == ["B", "C", "D"]


def test_mode_and_folders(context: PermissionContext, tmp_path: Path) -> None:
    """They take effect at once; a folder is added only once."""
    assert apply_update(context, update("setMode", mode="plan")).mode == "plan"
    add = update("addDirectories", directories=[str(tmp_path)])
    added = apply_update(apply_update(context, add), add)
    assert added.more_folders == (tmp_path,)
    gone = apply_update(added, update("removeDirectories", directories=[str(tmp_path)]))
    assert gone.more_folders == ()


@pytest.mark.parametrize(
    ("destination", "path"),
    [
        ("localSettings", "project/.claude/settings.local.json"),
        ("projectSettings", "project/.claude/settings.json"),
        ("userSettings", "home/.claude/settings.json"),
    ],
)
def test_settings_files_are_written(
    context: PermissionContext, tmp_path: Path, destination: Source, path: str
) -> None:
    """What was in the file stays; lists are added to; nobody else may read it."""
    file = settings_file(context, destination)
    assert file == tmp_path / path
    file.write_text('{"x": 1, "permissions": {"allow": ["Bash(ls)"]}}', "utf-8")
    changes = [
        update("addRules", destination, rules=[RULE], behavior="allow"),
        update(
            "removeRules",
            destination,
            rules=[{"toolName": "Bash", "ruleContent": "ls"}],
            behavior="allow",
        ),
        update("replaceRules", destination, rules=[{"toolName": "Read"}], behavior="deny"),
        update("setMode", destination, mode="acceptEdits"),
        update("addDirectories", destination, directories=["/a", "/b"]),
        update("removeDirectories", destination, directories=["/a"]),
    ]
    for change in changes:
        context = apply_update(context, change)
    assert json.loads(file.read_text("utf-8")) == {
        "x": 1,
        "permissions": {
            "allow": ["Bash(touch:*)"],
            "deny": ["Read"],
            "defaultMode": "acceptEdits",
            "additionalDirectories": ["/b"],
        },
    }
    assert [one.source for one in context.rules] == [destination, destination]


def test_a_missing_settings_file_is_made(context: PermissionContext, tmp_path: Path) -> None:
    """Its folder, too, and private."""
    fresh = replace(context, root=tmp_path / "fresh")
    (tmp_path / "fresh").mkdir()
    apply_update(fresh, update("setMode", "localSettings", mode="plan"))
    file = tmp_path / "fresh" / ".claude" / "settings.local.json"
    assert json.loads(file.read_text("utf-8")) == {"permissions": {"defaultMode": "plan"}}
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "x"},
        update("addRules", "elsewhere", rules=[RULE], behavior="allow"),
        update("addRules", rules=[RULE], behavior="maybe"),
        update("addRules", rules="x", behavior="allow"),
        update("addRules", rules=[{"toolName": ""}], behavior="deny"),
        update("addRules", rules=[{"toolName": "Bash("}], behavior="allow"),
        update("setMode", mode="x"),
        update("addDirectories", directories=[3]),
    ],
)
def test_a_wrong_change_is_refused(context: PermissionContext, wrong: dict[str, Any]) -> None:
    """It says what is wrong, and nothing is written."""
    with pytest.raises(PermissionUpdateError, match="left as they are"):
        apply_update(context, wrong)


def test_strange_permissions_in_a_file_are_left_alone(context: PermissionContext) -> None:
    """A file that somebody else made sense of is not overwritten."""
    file = settings_file(context, "projectSettings")
    file.write_text('{"permissions": 3}', "utf-8")
    with pytest.raises(PermissionUpdateError):
        apply_update(context, update("setMode", "projectSettings", mode="plan"))
    assert file.read_text("utf-8") == '{"permissions": 3}'


def test_half_a_rule_in_a_file_is_kept(context: PermissionContext) -> None:
    """Another rule is added beside it: what is wrong in a file is for its owner to mend."""
    file = settings_file(context, "projectSettings")
    file.write_text('{"permissions": {"allow": ["Bash("]}}', "utf-8")
    apply_update(context, update("addRules", "projectSettings", rules=[RULE], behavior="allow"))
    assert json.loads(file.read_text("utf-8"))["permissions"]["allow"] == ["Bash(", "Bash(touch:*)"]
