"""Results of the tools that enter and leave a git worktree."""

from __future__ import annotations

from steno.format.tool_results.result import ToolResult, keys
from steno.format.view import NAMED, flag, integer, text


class EnterWorktreeResult(ToolResult):
    """A worktree that was made or entered."""

    TOOLS = ("EnterWorktree",)
    EXACT = keys("message worktreePath worktreeBranch", "message worktreePath")

    message = text("message", since="2.1.197")
    """What happened, in words."""
    worktree_path = text("worktreePath", since="2.1.197")
    """Its folder."""
    worktree_branch = text("worktreeBranch", since="2.1.197")
    """Its branch."""


class ExitWorktreeResult(ToolResult):
    """A worktree that was left."""

    TOOLS = ("ExitWorktree",)
    MARKERS = keys("action worktreePath originalCwd")

    action = text("action", since="2.1.197")
    """``keep`` or ``remove``."""
    message = text("message", since="2.1.197")
    """What happened, in words."""
    original_cwd = text("originalCwd", since="2.1.197")
    """The folder that the session went back to."""
    worktree_path = text("worktreePath", since="2.1.197")
    """The worktree's folder."""
    worktree_branch = text("worktreeBranch", since="2.1.197")
    """The worktree's branch."""
    restored_cwd = text("restoredCwd", since="2.1.325")
    """The folder that it really went back to."""
    original_cwd_missing = flag("originalCwdMissing", since="2.1.325")
    """True where the folder that it came from is gone."""
    tmux_session_name = text("tmuxSessionName", since=NAMED)
    """The terminal session that went with it."""
    discarded_commits = integer("discardedCommits", since=NAMED)
    """Commits that were lost with it."""
    discarded_files = integer("discardedFiles", since=NAMED)
    """Changed files that were lost with it."""
