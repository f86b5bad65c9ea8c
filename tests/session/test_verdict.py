"""What a resume would come to: the first reason against it, and the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.session.refusal import MOST_TOKENS, Reason, Refusal
from steno.session.verdict import first_refusal, judge
from tests.session.transcripts import Body, boundary, reply, session, user

if TYPE_CHECKING:
    from steno.session.chain import Chain

SONNET = "claude-sonnet-4-6"
FULL = {"usage": {"input_tokens": MOST_TOKENS + 1}}
NO_LIST = boundary("k", metadata={"preservedMessages": {"uuids": None}})
NO_MESSAGE: Body = {"type": "user", "uuid": "m", "parentUuid": "a"}
BROKEN = reply("x", message={"content": "text"})
OTHER = Refusal(Reason.HANGS, "The client hangs on line 7: a test.", 7)


def refusal_of(*lines: Body) -> tuple[Reason, int | None] | None:
    """Judge lines by all of them."""
    loaded = session(*lines)
    rows = () if loaded.chain is None else loaded.chain.rows
    refusal = judge(loaded, loaded.lines(rows)).refusal
    return None if refusal is None else (refusal.code, refusal.line)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([user("a"), reply("b")], None),
        ([reply("b", message=FULL)], (Reason.TOO_LONG, None)),
        ([BROKEN, reply("b", message=FULL)], (Reason.BROKEN, 1)),
        ([user("a"), NO_MESSAGE, BROKEN], (Reason.FAILED, 2)),
        ([user("a"), NO_LIST, NO_MESSAGE, BROKEN], (Reason.FAILED, 2)),
        ([user("a"), NO_LIST, reply("b", timestamp="never")], (Reason.NO_CONVERSATION, 3)),
    ],
)
def test_first_reason_counts(lines: list[Body], told: Any) -> None:
    """Of several things that are wrong the one that the client stumbles over first is told."""
    assert refusal_of(*lines) == told


def test_lines_are_judged_only_where_there_is_a_chain_without_fault() -> None:
    """The costly look into the chain is the last one."""
    asked: list[Chain] = []

    def judge_lines(chain: Chain) -> Refusal:
        asked.append(chain)
        return OTHER

    assert first_refusal(session(user("a"), reply("b")), judge_lines) == OTHER
    assert len(asked) == 1
    for fault in ([], [user("a"), NO_MESSAGE, reply("b")]):
        refused = first_refusal(session(*fault), judge_lines)
        assert refused not in (None, OTHER)
    assert len(asked) == 1


def test_model_of_what_was_compacted_away_still_counts() -> None:
    """A chain without a reply asks the model that spoke before the compaction."""
    lines = [user("a"), reply("b", model=SONNET), boundary(parent="b"), user("c")]
    loaded = session(*lines)
    assert loaded.chain is not None
    sent = loaded.lines(loaded.chain.rows)
    assert not any(line.is_reply for line in sent)
    assert judge(loaded, sent).model == SONNET


def test_session_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking for messages, refusal and model reads the chain for the verdict a single time."""
    judged: list[int] = []

    def counting(loaded: Any, lines: Any) -> Any:
        judged.append(len(lines))
        return judge(loaded, lines)

    monkeypatch.setattr("steno.session.session.judge", counting)
    loaded = session(user("a"), reply("b"))
    assert loaded.messages()
    assert loaded.refusal is None
    assert loaded.request_model
    assert judged == [2]
