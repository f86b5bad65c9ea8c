"""A plan as a person reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.cli.plan_text import MOST_GROUPS, change_lines, plan_lines, resume_line
from steno.edit.clone import clone
from steno.edit.compress import Bands, compress
from steno.edit.draft import Change
from steno.edit.outlook import Outlook
from steno.edit.trim import Trim, trim
from tests.edit.edited import CONVERSATION, in_home, told
from tests.session.transcripts import user

if TYPE_CHECKING:
    from pathlib import Path


def sends(tokens: int, refusal: str | None = None) -> Outlook:
    """Make what a resume comes to."""
    return Outlook(1, tokens, 1.0, refusal)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (sends(89400), sends(24100), "a resume sends about 89,400 -> 24,100 tokens (-73 %)"),
        (sends(582), sends(617), "a resume sends about 582 -> 617 tokens (+6 %)"),
        (sends(1000), sends(999), "a resume sends about 1,000 -> 999 tokens (-<1 %)"),
        (sends(1000), sends(1001), "a resume sends about 1,000 -> 1,001 tokens (+<1 %)"),
        (sends(0), sends(1), "a resume sends about 0 -> 1 token"),
        (sends(7), sends(7), "a resume sends about 7 tokens, as before"),
        (
            sends(0, "x"),
            sends(3),
            "a resume sends about 3 tokens afterwards; now the client refuses it (x)",
        ),
        (
            sends(3),
            sends(0, "y"),
            "the client would refuse to resume the result (y); now it sends about 3 tokens",
        ),
        (sends(0, "x"), sends(0, "y"), "the client would refuse to resume the result (y)"),
    ],
)
def test_what_a_resume_sends(before: Outlook, after: Outlook, line: str) -> None:
    """In tokens, with the share of them; and where the client refuses, that it does."""
    assert resume_line(before, after) == line


def test_alike_changes_are_told_once() -> None:
    """By the lines that they are about; what is about no line stands by itself."""
    cut = [Change(line, "remove", "cut") for line in range(43, 171)]
    some = [Change(line, "change", "shorter") for line in (2, 5, 9)]
    rest = [Change(None, "change", "a new id"), Change(None, "add", "x"), Change(1, "change", "y")]
    assert list(change_lines([*cut, *some, *rest])) == [
        "remove lines 43-170 (128): cut",
        "change 3 lines between 2 and 9: shorter",
        "a new id",
        "add 1 line: x",
        "change line 1: y",
    ]
    many = [Change(line, "change", f"{line}") for line in range(1, MOST_GROUPS + 3)]
    assert list(change_lines(many))[-1] == "… and 2 more changes; --diff shows every line"


def test_figures_stand_before_the_changes(tmp_path: Path) -> None:
    """Below what it is about: the session's title and folder; an id that is not final is not."""
    session = in_home(tmp_path, user("p0", "Mend\x1b the boat", cwd="/work/boat"), *CONVERSATION)
    plan = trim(session, Trim(tool_calls=True))
    lines = list(plan_lines(plan))
    assert lines[0] == "trim 11111111  Mend\\x1b the boat  (/work/boat)"
    assert lines[1] == "  as a new session; this one stays as it is"
    assert lines[2].startswith("  a resume sends about ")
    assert lines[3] == "  the model will no longer see: 2 tool calls"
    assert lines[-1].endswith(" smaller")
    assert plan.result_id not in "\n".join(lines)


def test_nothing_to_do_is_told(tmp_path: Path) -> None:
    """In place and as a copy."""
    session = in_home(tmp_path, *CONVERSATION)
    copy = list(plan_lines(trim(session, Trim(images=True))))
    assert "  nothing in it changes; a copy only gets new ids" in copy
    own = list(plan_lines(trim(session, Trim(images=True), in_place=True)))
    assert own[1] == "  in place"
    assert own[-1] == "  nothing in it changes"


def test_files_beside_it_are_counted(tmp_path: Path) -> None:
    """One comes, several come."""
    session = in_home(tmp_path, *CONVERSATION)
    assert session.path is not None
    folder = session.path.with_suffix("") / "tool-results"
    folder.mkdir(parents=True)
    (folder / "a.txt").write_text("a")
    assert "  1 file beside it comes along" in list(plan_lines(clone(session)))
    (folder / "b.txt").write_text("b")
    assert "  2 files beside it come along" in list(
        plan_lines(clone(in_home(tmp_path, *CONVERSATION)))
    )


def test_larger_file_of_a_compression_is_explained(tmp_path: Path) -> None:
    """The old turns are still in it."""
    words = told("z", {"type": "text", "text": "many words " * 3000})
    session = in_home(tmp_path, user("p0"), words, *CONVERSATION)
    last = list(plan_lines(compress(session, Bands(keep_last=1))))[-1]
    assert last.endswith(" larger: the old turns stay in it, unseen")
