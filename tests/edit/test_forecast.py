"""What a resume of the result sends is known before; and no edit loses a prompt unasked."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.assemble import Edit, assemble
from steno.edit.clone import clone
from steno.edit.compress import Bands, compress
from steno.edit.draft import Draft, set_parent
from steno.edit.forecast import forecast
from steno.edit.redact import redact
from steno.edit.trim import Trim, trim
from steno.errors import UnresumableResultError
from steno.session.session import load
from tests.edit.conversations import SOME
from tests.edit.damages import clean, damaged
from tests.edit.edited import CONVERSATION, in_home, result_of
from tests.written import line_of, place

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.edit.plan import Plan
    from steno.session.session import Session

EDITS: dict[str, Callable[[Session], Plan]] = {
    "tool calls": lambda one: trim(one, Trim(tool_calls=True)),
    "thinking": lambda one: trim(one, Trim(thinking=True)),
    "results": lambda one: trim(one, Trim(tool_results=True, progress=True)),
    "compress": lambda one: compress(one, Bands(1, 1)),
    "redact": redact,
    "clone": clone,
}


UPSIDE_DOWN = 680
"""The seed of a damaged session whose last line stands first, and so on."""

WITHOUT_ID = 1462
"""The seed of one in which a line lost its id, and the next one its parent."""
BREAKING = [(1671, "tool calls"), (2081, "tool calls"), (2329, "thinking")]
"""Seeds of those in which an edit leads to lines that the client cannot take."""


def torn(seed: int) -> tuple[str, bytes]:
    """Give a session in which one line was cut off, with its id."""
    made = clean(seed)
    lines = [line_of(record) for record in made.records if isinstance(record, dict)]
    at = random.Random(seed).randrange(len(lines))
    lines[at] = lines[at][: len(lines[at]) * 2 // 3] + b"\n"
    return made.session_id, b"".join(lines)


def hurt(seed: int) -> tuple[str, bytes]:
    """Give a session that was damaged in one to three ways, with its id."""
    one = damaged(seed)
    return one.session_id, one.content


def written(home: Path, session_id: str, content: bytes) -> Session:
    """Write a session into a home and load it."""
    path = place(home, session_id)
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    return load(path)


def unsaid(session: Session, words: list[str]) -> list[str]:
    """Give what a resume does not send of some words."""
    said = str(session.messages())
    return [one for one in words if one not in said]


def keeps_every_prompt(session_id: str, content: bytes, *, may_refuse: bool = False) -> None:
    """Check for every edit that a resume of the result sends every prompt that it sends now.

    It ``may_refuse`` to make a session that the client could not resume.
    """
    with TemporaryDirectory() as folder:
        source = written(Path(folder), session_id, content)
        rows = () if source.chain is None else source.chain.rows
        prompts = [
            turn.text.strip()
            for turn in source.turns
            if turn.is_human and turn.text and turn.row in rows
        ]
        lost_already = unsaid(source, prompts)
        for name, edit in EDITS.items():
            try:
                plan = edit(source)
            except UnresumableResultError:
                assert may_refuse
                continue
            lost = set(unsaid(result_of(plan), prompts)) - set(lost_already)
            assert not lost, name
            assert not [note for note in plan.notes if "Beware" in note]


@SOME
@given(st.integers(0, 10**9))
def test_every_prompt_stays_where_a_line_was_torn(seed: int) -> None:
    """Though the line that lost its parent is one of those that go."""
    keeps_every_prompt(*torn(seed))


@SOME
@given(st.integers(0, 10**9))
def test_every_prompt_stays_in_a_damaged_session(seed: int) -> None:
    """Whatever is wrong in it."""
    keeps_every_prompt(*hurt(seed), may_refuse=True)


def test_line_that_has_no_id_gets_one() -> None:
    """Where something would hang on it only because the client guesses so."""
    keeps_every_prompt(*hurt(WITHOUT_ID))


@pytest.mark.parametrize(("seed", "edit"), BREAKING)
def test_no_edit_makes_a_session_that_cannot_be_resumed(
    tmp_path: Path, seed: int, edit: str
) -> None:
    """It says what to do first."""
    source = written(tmp_path, *hurt(seed))
    assert source.refusal is None
    with pytest.raises(UnresumableResultError, match="steno repair"):
        EDITS[edit](source)


@pytest.mark.parametrize("seed", [18, 26, 28, 36, 38, 60])
def test_cut_conversations_stay_whole(seed: int) -> None:
    """In each of these the row that hangs by a guess is a tool call."""
    keeps_every_prompt(*torn(seed))


def test_lines_the_wrong_way_round() -> None:
    """What says where such a session ends stands before the compaction, where it does not count."""
    keeps_every_prompt(*hurt(UPSIDE_DOWN))


@pytest.mark.parametrize("in_place", [True, False])
def test_prompt_that_would_be_lost_is_told(tmp_path: Path, in_place: bool) -> None:
    """Unless the edit is to take it out, or it stands in a summary."""
    source = in_home(tmp_path, *CONVERSATION)
    draft = Draft(source)
    draft.change(5, set_parent(None), "cut")
    (note,) = assemble(Edit("x", draft), in_place=in_place).notes
    assert "1 prompts (line 1)" in note
    assert not [one for one in trim(source, Trim(turns=(1, 1))).notes if "Beware" in one]


def test_many_prompts_are_not_all_named(tmp_path: Path) -> None:
    """The note stays short."""
    lines = [line for _ in range(8) for line in CONVERSATION]
    lines = [
        {**line, "uuid": f"{line['uuid']}-{at // 9}", "message": _said(line, at)}
        for at, line in enumerate(lines)
    ]
    draft = Draft(in_home(tmp_path, *lines))
    draft.change(len(lines) - 4, set_parent(None), "cut")
    found = forecast(draft, draft.lines(), None)
    assert len(found.lost) == 15
    assert "line 1, line 6, line 10, line 15, line 19, …" in found.notes()[0]


def _said(line: dict[str, object], at: int) -> dict[str, object]:
    message = line["message"]
    assert isinstance(message, dict)
    is_text = isinstance(message["content"], str)
    return {**message, "content": f"prompt number {at}!"} if is_text else message
