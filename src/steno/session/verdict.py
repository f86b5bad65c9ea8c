"""What a resume would come to: whether the client would refuse, and which model it would ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.session.models import last_model, request_model
from steno.session.refusal import (
    Refusal,
    refuse_compaction,
    refuse_content,
    refuse_length,
    refuse_lines,
    refuse_missing_message,
)
from steno.session.spoken import spoken_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from steno.session.chain import Chain
    from steno.session.line import Line
    from steno.session.session import Session


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the lines of the chain say of a resume."""

    refusal: Refusal | None
    """Why the client would not resume the session; None where it would."""
    model: str
    """The model that it would ask."""


def judge(session: Session, lines: Sequence[Line]) -> Verdict:
    """Look at the lines of the chain once: for what is wrong with them, and for the model."""
    chain = session.chain
    model = last_model(spoken_lines(lines))
    if model is None and chain is not None:
        # What was compacted away is not sent, but the client still asks the same model.
        model = last_model(spoken_lines(session.lines(chain.path[: chain.start])))

    def judge_lines(chain: Chain) -> Refusal | None:
        numbers = [session.outline.line(row) for row in chain.rows]
        return refuse_content(lines, numbers) or refuse_length(lines)

    return Verdict(first_refusal(session, judge_lines), request_model(model))


def first_refusal(
    session: Session, judge_lines: Callable[[Chain], Refusal | None]
) -> Refusal | None:
    """Give the first reason in the client's order; ``judge_lines`` looks into the chain."""
    chain, boundary = session.chain, session.boundary
    refused = refuse_lines(session.outline, chain)
    if refused is not None or chain is None:
        return refused
    if boundary is not None:
        refused = refuse_compaction(boundary[1], session.outline.line(boundary[0]))
    return refused or refuse_missing_message(session.lines_without_message()) or judge_lines(chain)
