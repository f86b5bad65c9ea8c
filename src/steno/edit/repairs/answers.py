"""Calls whose result is lost while the model went on: the words beside them are lost, too.

The client leaves a reply's line out when none of its calls has a result. Where nothing but the
call is on it, nobody misses it. Where the model also said something there, a result that says
that it is lost brings the words back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.edit.draft import set_parent
from steno.format.content import CALL_TYPES
from steno.format.members import block_type
from steno.session.line import blocks_of, is_text, text_of
from steno.session.outline import HAS_CALL, HAS_RESULT, MESSAGE_KINDS
from steno.session.structure import Noted, lost_calls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.edit.repairs.workpiece import Workpiece

LOST_RESULT: Final = "[The result of this call was lost.]"
_ENVELOPE: Final = (
    "isSidechain", "userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug",
    "timestamp",
)  # fmt: skip
"""Members of a line that its neighbours have, too."""


def mend_answers(work: Workpiece) -> None:
    """Answer the calls that take words along."""
    session, chain = work.session, work.session.chain
    if chain is None:
        return
    noted = Noted()
    halves = [
        row
        for row in session.outline.rows_of(*MESSAGE_KINDS)
        if session.outline.has(row, HAS_CALL | HAS_RESULT)
    ]
    for row, record in zip(halves, session.records(halves), strict=True):
        noted.see(session.outline, row, record)
    unanswered = {(call.row, call.id) for call in noted.calls.unpaired(session.outline).calls}
    for row in sorted(lost_calls(session.outline, noted, chain.rows)):
        calls = _calls(work, row)
        # The client leaves the line out only where none of its calls has a result.
        if _has_words(work, row) and all((row, name) in unanswered for name in calls):
            _answer(work, row, calls)


def _calls(work: Workpiece, row: int) -> list[str]:
    ids = (block.get("id") for block in _blocks(work, row) if block_type(block) in CALL_TYPES)
    return [name for name in ids if isinstance(name, str)]


def _has_words(work: Workpiece, row: int) -> bool:
    return any(is_text(block) and text_of(block).strip() for block in _blocks(work, row))


def _answer(work: Workpiece, row: int, calls: list[str]) -> None:
    outline, body, uuid = work.outline, work.body(row), work.new_uuid(row)
    content = [
        {"type": "tool_result", "tool_use_id": name, "content": LOST_RESULT, "is_error": True}
        for name in calls
    ]
    line: Mapping[str, Any] = {
        "parentUuid": outline.uuids[row],
        **{key: body[key] for key in _ENVELOPE if key in body},
        "type": "user",
        "message": {"role": "user", "content": content},
        "uuid": uuid,
    }
    for child, parent in enumerate(outline.parents):
        if parent == row:
            work.change(child, set_parent(uuid), "it follows the result that says it is lost")
    told = f"the call on line {work.line(row)} is answered: its result is lost"
    work.add_behind(row, line, told)


def _blocks(work: Workpiece, row: int) -> list[dict[str, Any]]:
    message = work.body(row).get("message")
    return blocks_of(message.get("content")) if isinstance(message, dict) else []
