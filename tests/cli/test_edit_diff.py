"""A diff of an edit: where lines stand, what is different in them, and no secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.cli.edit_diff import LONGEST_LINE, diff_lines
from steno.edit.assemble import Edit, assemble
from steno.edit.clone import clone
from steno.edit.draft import Draft, set_content
from tests.edit.edited import CONVERSATION, in_home
from tests.session.transcripts import user
from tests.written import ONE, TWO

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "ghp_" + "k8Zq2Lw9XvB4nRt6YcM1pHs7JdG3fAe5UoQx"


def shown(draft: Draft) -> list[str]:
    """Give the diff of an edit in place, without the names of the files."""
    return list(diff_lines(assemble(Edit("x", draft), in_place=True)))[2:]


def test_headers_say_where_lines_stand(tmp_path: Path) -> None:
    """In both files, as every tool for diffs reads it."""
    draft = Draft(in_home(tmp_path, *CONVERSATION))
    draft.change(1, set_content([{"type": "text", "text": "changed"}]), "x")
    draft.remove(2, "x")
    draft.add(5, {"type": "mode"}, "x")
    draft.add(5, {"type": "tag"}, "x")
    draft.change(8, set_content([{"type": "text", "text": "changed"}]), "x")
    headers = [line for line in shown(draft) if line.startswith("@@")]
    assert headers == [
        "@@ -2 +2 @@", "@@ -3 +2,0 @@", "@@ -5,0 +5 @@", "@@ -5,0 +6 @@", "@@ -9 +10 @@",
    ]  # fmt: skip


@pytest.mark.parametrize("length", [10, 300, 5000, 3_000_000])
def test_difference_is_seen_wherever_it_stands(tmp_path: Path, length: int) -> None:
    """A long line is cut around it."""
    draft = Draft(in_home(tmp_path, user("a", "é" * length + "old words" + "y" * length)))
    draft.change(0, set_content("é" * length + "new words" + "y" * length), "x")
    _, old, new = shown(draft)
    assert "old words" in old
    assert "new words" in new
    assert max(len(old), len(new)) <= LONGEST_LINE + 1


@pytest.mark.parametrize("gap", [1, 30, 100, 9000])
def test_no_secret_is_cut_in_two_and_shown(tmp_path: Path, gap: int) -> None:
    """However near to the difference it stands."""
    words = "x " * 3000 + SECRET + " " * gap
    draft = Draft(in_home(tmp_path, user("a", words + "old " + SECRET)))
    draft.change(0, set_content(words + "new " + SECRET), "x")
    told = "".join(shown(draft))
    assert "new" in told
    assert not [at for at in range(len(SECRET) - 11) if SECRET[at : at + 12] in told]


@pytest.mark.parametrize("keep", [True, False])
def test_new_ids_are_told_with_an_example(tmp_path: Path, keep: bool) -> None:
    """A clone changes nothing else."""
    lines = [{**line, "sessionId": ONE} for line in CONVERSATION]
    plan = clone(in_home(tmp_path, *lines), keep_uuids=keep, new_id=TWO)
    told = list(diff_lines(plan))
    assert told[2].startswith("# every line gets")
    assert (told[3], ONE in told[4], TWO in told[5]) == ("@@ -1 +1 @@", True, True)
    assert len(told) == 6


def test_copy_with_changes_says_that_ids_are_new_too(tmp_path: Path) -> None:
    """Behind what changes."""
    draft = Draft(in_home(tmp_path, *CONVERSATION))
    draft.remove(8, "x")
    told = list(diff_lines(assemble(Edit("x", draft))))
    assert told[-1] == "# apart from that, every line gets new ids"
