"""Worktrees: entered and left."""

from __future__ import annotations

from steno.view.parts import FactsPart, TextPart
from tests.view.calls import HERE, card, only

RECORD = {"worktreePath": f"{HERE}/.w/try", "worktreeBranch": "try", "message": "There."}


def test_entered_worktree_is_named() -> None:
    """By its name or its folder, with its branch."""
    built = card("EnterWorktree", {}, structured=RECORD)
    assert (built.title, built.path, built.summary) == ("EnterWorktree .w/try", ".w/try", "try")
    assert only(built, FactsPart).pairs == (("folder", f"{HERE}/.w/try"), ("branch", "try"))
    assert only(built, TextPart) == TextPart("There.", "dim")
    built = card("EnterWorktree", {"name": "try"}, finished=False)
    assert (built.title, built.path, built.parts) == ("EnterWorktree try", "", ())


def test_left_worktree_says_what_was_lost() -> None:
    """Kept or removed, and where the session went back to."""
    record = {**RECORD, "action": "remove", "originalCwd": HERE, "discardedCommits": 2,
              "discardedFiles": 1}  # fmt: skip
    built = card("ExitWorktree", {"action": "remove"}, structured=record)
    assert (built.title, built.summary) == (
        "ExitWorktree .w/try",
        "remove · lost 2 commits · 1 changed file",
    )
    assert only(built, FactsPart).pairs == (("branch", "try"), ("back in", HERE))
    assert card("ExitWorktree", {"action": "keep"}, finished=False).summary == "keep"
