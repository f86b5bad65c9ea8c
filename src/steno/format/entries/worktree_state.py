"""``worktree-state``: the git worktree that the session works in."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import View, text, view


class WorktreeSession(View):
    """A worktree and where the session came from."""

    original_cwd = text("originalCwd", since="2.1.197")
    """The folder that the session was started in."""
    pre_enter_original_cwd = text("preEnterOriginalCwd", since="2.1.325")
    """That folder before the worktree was entered."""
    worktree_path = text("worktreePath", since="2.1.197")
    """The worktree's folder."""
    worktree_name = text("worktreeName", since="2.1.197")
    """Its name."""
    worktree_branch = text("worktreeBranch", since="2.1.197")
    """Its branch."""
    original_branch = text("originalBranch", since="2.1.197")
    """The branch that it was made from."""
    original_head_commit = text("originalHeadCommit", since="2.1.197")
    """The commit that it was made from."""
    extension_root = text("extensionRoot", since="2.1.325")
    """Known by its name alone; the same as ``originalCwd`` in the one line seen."""
    session_id = text("sessionId", since="2.1.197")
    """The session that made it."""


class WorktreeStateEntry(LooseEntry):
    """A worktree entered; null where it was left."""

    TAG = "worktree-state"
    SINCE = "2.1.197"

    worktree_session = view("worktreeSession", WorktreeSession, since="2.1.197")
    """The worktree."""
