"""Whether a session can be resumed, told from what was noted while its lines were read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.disk import reader
from steno.session.refusal import MOST_TOKENS, Reason
from steno.session.resumable import Stumbling, find_refusal
from steno.session.session import load
from tests.recorded_resumes import probe, probe_names
from tests.session.transcripts import (
    Body,
    attachment,
    boundary,
    call,
    reply,
    result,
    session,
    text,
    user,
    write,
)

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.refusal import Refusal
    from steno.session.session import Session

SMALL = {"usage": {"input_tokens": 1}}
FULL = {"usage": {"input_tokens": MOST_TOKENS + 1}}


def judged(loaded: Session) -> Refusal | None:
    """Judge a session by what is noted of its lines."""
    noted = Stumbling()
    for row, record in loaded.rows_and_records():
        noted.see(loaded.outline, row, record)
    return find_refusal(loaded, noted)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([user("a"), reply("b")], None),
        ([], Reason.NO_CONVERSATION),
        ([user("a"), reply("b", timestamp="yesterday")], Reason.NO_CONVERSATION),
        ([user("a"), {"type": "user", "uuid": "b"}, reply("c")], Reason.FAILED),
        ([user("a"), attachment("b", attachment=None), reply("c")], None),
        ([user("a"), {"type": "attachment", "uuid": "b"}, reply("c")], Reason.FAILED),
        ([user("a"), reply("b", message={"content": "text"}), user("c")], Reason.BROKEN),
        ([user("a"), reply("b", model=None)], Reason.HANGS),
        ([user("a"), reply("b", model=None), reply("c")], None),
        ([user("a"), reply("b", model=None), user("c"), reply("d", model="<synthetic>")], None),
        ([user("a"), reply("b", message=FULL)], Reason.TOO_LONG),
        ([user("a"), reply("b", message=FULL), reply("c", model="<synthetic>")], Reason.TOO_LONG),
        ([user("a"), reply("b", message=FULL), user("c"), reply("d", message=SMALL)], None),
        ([user("a"), reply("b", message=FULL), user("c"), reply("d")], Reason.TOO_LONG),
        ([user("a"), boundary(metadata={"preservedMessages": {"allUuids": []}}), user("b")],
         Reason.FAILED),
        ([user("a"), boundary(metadata={}), user("b")], None),
    ],
)  # fmt: skip
def test_verdict_is_that_of_the_whole_chain(lines: list[Body], reason: Reason | None) -> None:
    """With the same message and the same line."""
    loaded = session(*lines)
    refusal = judged(loaded)
    assert (None if refusal is None else refusal.code) == reason
    assert refusal == loaded.refusal


def test_flaw_beside_the_chain_is_none() -> None:
    """Nobody looks at a line of a branch that was left."""
    broken = reply("b", text("x"), message={"content": "text"})
    loaded = session(user("a"), broken, user("c", parent="a"), reply("d"))
    assert judged(loaded) is None is loaded.refusal


def test_first_flaw_of_the_chain_is_told() -> None:
    """In the order in which the client goes, whatever the order in the file."""
    lines: list[Any] = [
        user("a"),
        reply("b", call("1"), of="m"),
        reply("c", call("2"), of="m"),
        user("d", [result("2")]),
        user("e", {}, parent="d"),
        reply("f", message={"content": 7}),
    ]
    loaded = session(*lines)
    refusal = judged(loaded)
    assert refusal is not None
    assert refusal == loaded.refusal
    assert refusal.line == 5


@pytest.mark.parametrize("own", [{}, {"model": None}, {"message": FULL}])
def test_huge_reply_is_judged_without_being_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: Body
) -> None:
    """By its model and tokens, which are kept of a line of any length."""
    monkeypatch.setattr(reader, "HUGE", 1 << 20)
    long = reply("b", text("x" * (3 << 20)), **own)
    loaded = load(write(tmp_path / "a.jsonl", user("a"), long))
    expected = loaded.refusal
    noted = Stumbling()
    for row, record in loaded.rows_and_records():
        noted.see(loaded.outline, row, record)
    assert list(noted.huge) == [1]
    monkeypatch.setattr(type(loaded), "lines", None)
    assert find_refusal(loaded, noted) == expected
    assert (expected is None) == (not own)


def test_verdict_agrees_on_every_probe_and_every_file_of_the_corpus(
    corpus: Path, tmp_path: Path
) -> None:
    """The probes show each way in which a resume fails."""
    reasons = set()
    for name in probe_names():
        path = tmp_path / "probe.jsonl"
        path.write_bytes(probe(name).content)
        loaded = load(path)
        assert judged(loaded) == loaded.refusal, name
        reasons.add(None if loaded.refusal is None else loaded.refusal.code)
    for path in sorted(corpus.rglob("*.jsonl")):
        loaded = load(path)
        assert judged(loaded) == loaded.refusal, path
    assert reasons >= {None, Reason.NO_CONVERSATION, Reason.FAILED, Reason.TOO_LONG}
