"""Results of the tools that enter and leave a git worktree; no real line of ours showed one."""

from __future__ import annotations

from steno.format.tool_results.result import ToolResult, keys
from steno.format.view import NAMED, integer, text


class EnterWorktreeResult(ToolResult):
    """A worktree that was made or entered."""

    TOOLS = ("EnterWorktree",)
    EXACT = keys("message worktreePath worktreeBranch", "message worktreePath")

    message = text("message", since=NAMED)
    """What happened, in words."""
    worktree_path = text("worktreePath", since=NAMED)
    """Its folder."""
    worktree_branch = text("worktreeBranch", since=NAMED)
    """Its branch."""


class ExitWorktreeResult(ToolResult):
    """A worktree that was left."""

    TOOLS = ("ExitWorktree",)
    MARKERS = keys("action worktreePath originalCwd")

    action = text("action", since=NAMED)
    """``keep`` or ``remove``."""
    message = text("message", since=NAMED)
    """What happened, in words."""
    original_cwd = text("originalCwd", since=NAMED)
    """The folder that the session went back to."""
    worktree_path = text("worktreePath", since=NAMED)
    """The worktree's folder."""
    worktree_branch = text("worktreeBranch", since=NAMED)
    """The worktree's branch."""
    discarded_commits = integer("discardedCommits", since=NAMED)
    """Commits that were lost with it."""
    discarded_files = integer("discardedFiles", since=NAMED)
    """Changed files that were lost with it."""
