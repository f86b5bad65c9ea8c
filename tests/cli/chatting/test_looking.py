"""What commands show."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.cli.chatting import looking
from steno.cli.rendering.paper import drawing_paper
from tests.cli.chatting.bench import MODEL, TalkBench, say

if TYPE_CHECKING:
    from pathlib import Path

PAPER = drawing_paper(100)


def test_help_has_commands_and_keys() -> None:
    """A command of the folder's own stands among them."""
    text = "\n".join(looking.help_lines(PAPER, {"help": "this", "mine": "of \x1b[31mmy own"}))
    assert "/mine" in text
    assert "Shift-Tab" in text
    assert "\x1b" not in text


def test_cost_context_and_permissions(tmp_path: Path) -> None:
    """Tokens by model, what fills the context, and the rules with where they stand."""
    bench = TalkBench(tmp_path, ["Hello."])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "hi")
            cost = "\n".join(looking.cost_lines(PAPER, talk.agent))
            assert MODEL in cost
            assert "$" in cost
            context = "\n".join(await looking.context_lines(PAPER, talk.agent))
            assert "System prompt" in context
            assert "of 200k tokens" in context
            talk.agent.shared.judge.apply([looking.rule_change("deny", "Bash(rm:*)")])
            rules = "\n".join(looking.permission_lines(PAPER, talk.agent))
            assert "Bash(rm:*)" in rules
            assert str(bench.cwd) in rules

    asyncio.run(go())


def test_a_rule_is_read_with_and_without_content() -> None:
    """``Bash`` is all of it, ``Bash(ls)`` a part."""
    assert looking.rule_change("allow", "Bash")["rules"] == [{"toolName": "Bash"}]
    rules = looking.rule_change("allow", "Bash(ls -l)")["rules"]
    assert rules == [{"toolName": "Bash", "ruleContent": "ls -l"}]
