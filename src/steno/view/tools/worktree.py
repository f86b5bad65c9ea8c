"""Git worktrees that were entered and left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.worktree import EnterWorktreeResult, ExitWorktreeResult
from steno.view.parts import FactsPart, Part, TextPart
from steno.view.tools.card import ToolCard
from steno.view.tools.contents import failure_parts
from steno.view.tools.wording import count, joined, short_path

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts


def build_enter(facts: ToolFacts) -> ToolCard:
    """Show the worktree that was made or entered."""
    result = facts.typed(EnterWorktreeResult)
    path = short_path(result.worktree_path or facts.text("path"), facts.cwd)
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=facts.text("name") or path,
        path="" if facts.text("name") else path,
        summary=result.worktree_branch or "",
        status=facts.status,
        parts=(
            *_known(("folder", result.worktree_path), ("branch", result.worktree_branch)),
            *_message(result.message),
            *failure_parts(facts),
        ),
    )


def build_exit(facts: ToolFacts) -> ToolCard:
    """Show the worktree that was left, and what was lost with it."""
    result = facts.typed(ExitWorktreeResult)
    path = short_path(result.worktree_path or "", facts.cwd)
    commits, files = result.discarded_commits, result.discarded_files
    lost = joined(
        count(commits, "commit") if commits else "",
        count(files, "changed file") if files else "",
    )
    action = result.action or facts.text("action")
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=path,
        path=path,
        summary=joined(action, f"lost {lost}" if lost else ""),
        status=facts.status,
        parts=(
            *_known(
                ("branch", result.worktree_branch),
                ("back in", result.restored_cwd or result.original_cwd),
            ),
            *_message(result.message),
            *failure_parts(facts),
        ),
    )


def _known(*pairs: tuple[str, str | None]) -> tuple[Part, ...]:
    known = tuple((name, value) for name, value in pairs if value)
    return (FactsPart(known),) if known else ()


def _message(message: str | None) -> tuple[Part, ...]:
    return (TextPart(message, "dim"),) if message else ()
