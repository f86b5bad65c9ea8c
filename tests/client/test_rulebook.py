"""The rules of a session as they change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.client.client_config import load_client_config
from steno.client.rulebook import Rulebook, is_hidden, open_rulebook, rules_of
from steno.client.tools.bash import Bash
from steno.client.tools.read import Read
from steno.errors import PermissionRuleError
from tests.client.agents import Bench
from tests.client.test_client_config import settings

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import Tool


def decided(book: Rulebook, folder: Path, tool: Tool, **given: Any) -> str:
    """Decide on a call in a session of ours."""
    import asyncio

    async def go() -> str:
        async with Bench(folder=folder) as agent:
            return book.decide(tool, given, agent.context).behavior

    return asyncio.run(go())


def book(folder: Path, *, flag: str | None = None, **own: Any) -> Rulebook:
    """Open the rules of settings and of a command line."""
    project = folder / "project"
    config = load_client_config(folder / "home" / ".claude", project, trusted=True, flag=flag)
    rules = rules_of(config, **own)
    return open_rulebook("default", rules, project, home=folder / "home" / ".claude")


def test_settings_and_flags_decide(tmp_path: Path) -> None:
    """Rules of a file and of the command line count together; a no is stronger."""
    settings(tmp_path / "project" / ".claude" / "settings.json", permissions={"allow": ["Bash"]})
    rules = book(tmp_path)
    assert decided(rules, tmp_path, Bash(), command="touch a") == "allow"
    strict = book(tmp_path, disallowed=["Bash(touch *)"])
    assert decided(strict, tmp_path, Bash(), command="touch a") == "deny"


def test_without_a_rule_it_is_asked(tmp_path: Path) -> None:
    """Changing something is asked for, reading within the folder is not."""
    rules = book(tmp_path)
    assert decided(rules, tmp_path, Bash(), command="touch a") == "ask"
    inside = str(tmp_path / "project" / "a.txt")
    assert decided(rules, tmp_path, Read(), file_path=inside) == "allow"


def test_rules_may_be_added(tmp_path: Path) -> None:
    """What a person allows with an answer is allowed from then on."""
    rules = book(tmp_path)
    rule = {"toolName": "Bash", "ruleContent": "touch *"}
    rules.apply([{"type": "addRules", "rules": [rule], "behavior": "allow"}])
    assert decided(rules, tmp_path, Bash(), command="touch a") == "allow"


def test_what_is_granted_is_taken_back(tmp_path: Path) -> None:
    """A command may do what it needs until the next turn; a rule that denies is stronger."""
    rules = book(tmp_path, disallowed=["Bash(rm *)"])
    rules.grant(["Bash(mkdir *)", "Bash(rm *)"])
    assert decided(rules, tmp_path, Bash(), command="mkdir b") == "allow"
    assert decided(rules, tmp_path, Bash(), command="rm b") == "deny"
    rules.grant(())
    assert decided(rules, tmp_path, Bash(), command="mkdir b") == "ask"


def test_modes_change(tmp_path: Path) -> None:
    """A mode holds until the next one."""
    rules = book(tmp_path)
    rules.set_mode("bypassPermissions")
    assert rules.mode == "bypassPermissions"
    assert decided(rules, tmp_path, Bash(), command="touch a") == "allow"


def test_files_that_may_not_be_read_are_hidden(tmp_path: Path) -> None:
    """A rule that denies reading hides what it is about, also behind a link, and nothing else."""
    settings(
        tmp_path / "project" / ".claude" / "settings.json",
        permissions={
            "deny": ["Read(./.env)", "Read(priv/**)", "Grep(logs/**)"],
            "ask": ["Read(a)"],
        },
    )
    rules, cwd = book(tmp_path), tmp_path / "project"
    (cwd / ".env").write_text("x")
    (cwd / "link").symlink_to(".env")
    hidden = [
        name for name in (".env", "link", "priv/a/b", "a", "env") if rules.hides("Glob", cwd / name)
    ]
    assert hidden == [".env", "link", "priv/a/b"]
    assert rules.hides("Grep", cwd / "logs" / "x")
    assert not rules.hides("Glob", cwd / "logs" / "x")


def test_a_no_in_other_letters_counts(tmp_path: Path) -> None:
    """``bash`` on the command line or in settings denies Bash, even where nothing is asked."""
    for rules in (
        book(tmp_path, disallowed=["bash"]),
        book(tmp_path, flag='{"permissions": {"deny": ["bash"]}}'),
    ):
        rules.set_mode("bypassPermissions")
        assert decided(rules, tmp_path, Bash(), command="touch a") == "deny"


def test_half_a_rule_of_the_command_line_is_refused(tmp_path: Path) -> None:
    """Neither a yes nor a no of it is guessed at."""
    with pytest.raises(PermissionRuleError):
        book(tmp_path, allowed=["Bash("])
    with pytest.raises(PermissionRuleError):
        book(tmp_path, disallowed=["Bash("])


def test_a_command_is_not_granted_half_a_rule(tmp_path: Path) -> None:
    """What its definition gets wrong is left out; the rest is granted."""
    rules = book(tmp_path)
    rules.grant(["Bash(", "Bash(touch *)"])
    assert decided(rules, tmp_path, Bash(), command="touch a") == "allow"
    assert decided(rules, tmp_path, Bash(), command="mkdir a") == "ask"


@pytest.mark.parametrize(
    ("disallowed", "hidden"),
    [("bash", True), ("Bash", True), ("Bash(*)", True), ("Bash(ls)", False), ("Read", False)],
)
def test_tools_that_may_not_run_are_hidden(disallowed: str, hidden: bool) -> None:
    """A model is not offered what is denied as a whole."""
    assert is_hidden("Bash", [disallowed]) is hidden
    assert is_hidden("mcp__lab__text", ["mcp__lab"])
