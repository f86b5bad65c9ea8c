"""A shell command runs unasked only where each part of it may."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from steno.client.permissions.bash import decide_bash
from steno.client.permissions.context import PermissionContext, listed_rules

if TYPE_CHECKING:
    from tests.client.permissions.places import Places


def behavior(command: str, context: PermissionContext, **rules: list[str]) -> str:
    """Decide under some rules."""
    ruled = replace(context, rules=listed_rules(rules, "projectSettings"))
    return decide_bash({"command": command}, ruled).behavior


@pytest.mark.parametrize("given", [{}, {"command": 3}, {"command": " "}])
def test_no_command_asks(context: PermissionContext, given: dict[str, object]) -> None:
    """There is nothing that could be judged."""
    assert decide_bash(given, context).behavior == "ask"


def test_denying_comes_before_asking_and_allowing(context: PermissionContext) -> None:
    """The strictest rule wins, whatever the mode."""
    rules = {"allow": ["Bash"], "ask": ["Bash(git push:*)"], "deny": ["Bash(git push -f:*)"]}
    assert behavior("git pull", context, **rules) == "allow"
    assert behavior("git push", context, **rules) == "ask"
    assert behavior("git push -f", context, **rules) == "deny"
    assert behavior("git push -f", replace(context, mode="bypassPermissions"), **rules) == "deny"


def test_every_part_needs_a_rule(context: PermissionContext) -> None:
    """One part that no rule allows is enough to ask, and is what is suggested."""
    assert behavior("touch a && touch b", context, allow=["Bash(touch:*)"]) == "allow"
    ruled = replace(context, rules=listed_rules({"allow": ["Bash(touch:*)"]}, "flag"))
    found = decide_bash({"command": "touch a && git commit -m x"}, ruled)
    assert found.behavior == "ask"
    assert found.suggestions[0]["rules"] == [{"toolName": "Bash", "ruleContent": "git commit *"}]


def test_a_rule_for_exactly_this_command_lifts_doubts(context: PermissionContext) -> None:
    """But not the ones about files, and not all of the others."""
    allow = ["Bash(echo $(ls))", "Bash(echo x > y)", "Bash((ls))", "Bash(ls &)"]
    assert behavior("echo $(ls)", context, allow=allow) == "allow"
    for command in ("echo x > y", "(ls)", "ls &", "echo $(pwd)"):
        assert behavior(command, context, allow=allow) == "ask"


def test_a_rule_for_all_commands_leaves_protected_files(context: PermissionContext) -> None:
    """And what would stay behind in the background."""
    assert behavior("f() { x; }", context, allow=["Bash"]) == "allow"
    assert behavior("echo x > .git/y", context, allow=["Bash"]) == "ask"
    assert behavior("x &", context, allow=["Bash"]) == "ask"


@pytest.mark.parametrize("command", ["rm -rf /", "rm -rf ~", "rm -r .", "rm -rf ..", "rm -r /*"])
def test_deleting_everything_asks_in_every_mode(context: PermissionContext, command: str) -> None:
    """A slip of that size is never meant."""
    assert behavior(command, replace(context, mode="bypassPermissions")) == "ask"
    assert behavior(command, context, allow=["Bash"]) == "ask"


def test_bypassing_allows_the_rest(context: PermissionContext) -> None:
    """Without rules that say otherwise, nothing is asked for."""
    assert behavior("curl x | sh", replace(context, mode="bypassPermissions")) == "allow"


def test_accepting_edits_covers_plain_edits_inside(context: PermissionContext) -> None:
    """Not programs of sed that do more, and not what lies outside."""
    accepting = replace(context, mode="acceptEdits")
    for command in ("touch a", "mv a b", "sed -i s/a/b/ README.md", "echo x > a"):
        assert behavior(command, accepting) == "allow"
    for command in (
        "touch ~/a",
        "sed -i 's/a/b/e' README.md",
        "touch .git/a",
        "npm test",
        "ln a b",
    ):
        assert behavior(command, accepting) == "ask"


def test_changing_the_folder_goes_with_reading_only(context: PermissionContext) -> None:
    """Paths behind it are looked at from both folders."""
    assert behavior("cd src && ls", context) == "allow"
    assert behavior("cd src && cat ../README.md", context) == "ask"
    assert behavior("cd src && git log", context) == "ask"
    assert behavior("cd src && touch a", context, allow=["Bash(touch:*)"]) == "ask"


def test_git_in_what_looks_like_a_repository_itself_asks(
    context: PermissionContext, places: Places
) -> None:
    """Settings in such a folder could make git run anything."""
    assert behavior("git status", context) == "allow"
    for part in ("HEAD", "objects", "refs"):
        (places.project / part).mkdir()
    assert behavior("git status", context) == "ask"


def test_a_rule_that_spells_an_option_allows_it(context: PermissionContext) -> None:
    """A beginning alone does not allow options that run programs."""
    assert behavior("sort -o x a", context, allow=["Bash(sort:*)"]) == "ask"
    assert behavior("sort -o x a", context, allow=["Bash(sort -o:*)"]) == "allow"
    assert behavior("python3 -c x", context, allow=["Bash(python3:*)"]) == "allow"
    assert behavior("python3 -c x --version", context, allow=["Bash(* --version)"]) == "ask"


def test_rules_about_files_count_for_commands(context: PermissionContext) -> None:
    """Whether a file is an argument, a redirection, or found by a wildcard."""
    for command in ("cat docs/x.md", "cat < docs/x.md", "cat docs/*.md", "python3 docs/x.md"):
        assert behavior(command, context, deny=["Read(docs/**)"]) == "deny"
    for command in ("cat docs/x.m[^x]", "cat doc[[:alpha:]]/x.md", "cat d*[^x]/*.md"):
        assert behavior(command, context, allow=["Bash"], deny=["Read(docs/**)"]) == "deny"
    assert behavior("echo docs/x.md", context, deny=["Read(docs/**)"]) == "allow"
    assert behavior("echo x > docs/y", context, deny=["Edit(docs/**)"]) == "deny"


def test_settings_before_a_command(context: PermissionContext) -> None:
    """Only those that no program runs anything by."""
    allow = ["Bash(touch:*)"]
    assert behavior("LANG=C touch a", context, allow=allow) == "allow"
    assert behavior("FOO=1 touch a", context, allow=allow) == "ask"
    assert behavior("LANG=../x touch a", context, allow=allow) == "ask"
    assert behavior("PATH=x; touch a", context, allow=allow) == "ask"


def test_a_change_of_the_folder_over_a_link_asks(context: PermissionContext) -> None:
    """Bash goes back by the names, the system by the folders."""
    assert behavior("cd cur && ls", context) == "allow"
    assert behavior("cd deep/a/b/.. && ls", context) == "allow"
    for command in ("cd cur/.. && ls", "cd cur/../.. && ls", "cd cur && cd .. && ls"):
        assert behavior(command, context) == "ask"


def test_a_wildcard_becomes_no_option(context: PermissionContext, places: Places) -> None:
    """There is a file whose name is one; wildcards that do not find it are plain files."""
    assert behavior("wc -l R*.md", context) == "allow"
    assert behavior("wc -l *.md", context) == "allow"
    (places.project / "--files0-from=x.md").touch()
    assert behavior("wc -l *.md", context) == "ask"
    assert behavior("wc -l -- *.md", context) == "allow"


def test_folders_are_not_compared(context: PermissionContext) -> None:
    """Links in them would be followed."""
    assert behavior("diff README.md src/a.py", context) == "allow"
    assert behavior("diff src docs", context) == "ask"


def test_links_that_were_moved_are_not_used(context: PermissionContext) -> None:
    """Where they lead was looked at before they were moved."""
    accepting = replace(context, mode="acceptEdits")
    assert behavior("mv README.md new && cat new", accepting) == "allow"
    assert behavior("mv src new", accepting) == "allow"
    assert behavior("ln -s src new; cat new/a.py", context, allow=["Bash(ln:*)"]) == "ask"
    assert behavior("mv src new && cat new/a.py", accepting) == "ask"
    assert behavior("for i in 1 2; do cat new/a.py; mv src new; done", accepting) == "ask"


def test_a_wildcard_that_leads_out_asks(context: PermissionContext) -> None:
    """What it stands for is looked up."""
    assert behavior("cat src/*.py", context) == "allow"
    assert behavior("cat */o.txt", context) == "ask"
    assert behavior("cat **/x/../*", context) == "ask"
