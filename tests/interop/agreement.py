"""Where steno and the real client differ about a resume, said in one sentence."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import steno
from steno.session.refusal import Reason
from tests.interop.oracle_keys import exact_keys
from tests.interop.resuming import PROMPT, Denial
from tests.resume_keys import recorded_keys

if TYPE_CHECKING:
    from pathlib import Path

    from tests.interop.resuming import Attempt, Resumed

REASONS: Final = {
    Denial.NOTHING_FOUND: Reason.NO_CONVERSATION,
    Denial.TOO_LONG: Reason.TOO_LONG,
    Denial.CANNOT_LOAD: Reason.FAILED,
    Denial.TRIPS: Reason.BROKEN,
    Denial.HANGS: Reason.HANGS,
}
"""Why steno must refuse what the client denies; what it has against a name is no reason for us."""


def disagreement(attempt: Attempt, resumed: Resumed, folder: Path) -> str | None:
    """Say how steno differs from the client about a resume; None where they agree.

    They agree where they give the same reason not to, or ask the same model the same messages
    to the last key of each block.
    """
    session = _load(attempt, folder)
    refused = None if session.refusal is None else session.refusal.code
    if resumed.request is None:
        denied = resumed.denial and REASONS.get(resumed.denial)
        told = f"refused as {refused}, and the client says {resumed.said!r}"
        return None if refused is denied is not None else told
    if refused is not None:
        return f"refused as {refused}, and not by the client"
    asked = resumed.request["model"]
    if session.request_model != asked:
        return f"{session.request_model} would be asked, and the client asks {asked}"
    ours = exact_keys(session.messages(at=attempt.line))
    theirs = exact_keys(resumed.request["messages"], PROMPT)
    for number, (own, sent) in enumerate(zip_longest(ours, theirs), 1):
        if own != sent:
            return f"message {number} would be {own}, and the client sends {sent}"
    return None


def agrees_on_blocks(attempt: Attempt, resumed: Resumed, folder: Path) -> bool:
    """Say whether a client, whatever model it asks, sends the blocks that steno would send it."""
    session = _load(attempt, folder)
    if resumed.request is None or session.refusal is not None:
        return (resumed.request is None) is (session.refusal is not None)
    ours = session.messages(resumed.request["model"], at=attempt.line)
    return recorded_keys(ours) == recorded_keys(resumed.request["messages"], PROMPT)


def _load(attempt: Attempt, folder: Path) -> steno.Session:
    """Load the transcript as it was before the client went on with it."""
    path = folder / "session.jsonl"
    path.write_bytes(attempt.content)
    return steno.load(path)
