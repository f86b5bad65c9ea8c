"""A plan: what it says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.clone import clone
from steno.edit.plan import Role
from steno.edit.trim import Trim, trim
from tests.edit.edited import CONVERSATION, in_home

if TYPE_CHECKING:
    from pathlib import Path


def test_saved_tokens_are_those_that_a_resume_sends_less(tmp_path: Path) -> None:
    """None for a copy, some for what is smaller."""
    session = in_home(tmp_path, *CONVERSATION)
    assert clone(session).saved_tokens == 0
    plan = trim(session, Trim(tool_calls=True))
    assert plan.saved_tokens == plan.before.tokens - plan.after.tokens > 0


def test_own_file_comes_last(tmp_path: Path) -> None:
    """So that a session is there complete, or not at all."""
    plan = clone(in_home(tmp_path, *CONVERSATION))
    assert plan.files[-1].role is Role.SESSION
    assert plan.files[-1].path == plan.result_path
