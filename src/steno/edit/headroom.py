"""Room for a resume: a client refuses by the tokens that the last reply once took.

That figure is true for what was sent then, not for what an edit has left of it. Where it alone
would make the client refuse, the reply on the chain gets an id of its own and no usage, and a
line without content keeps the usage under the id that it was counted by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from steno.edit.draft import set_content, set_member, set_parent
from steno.edit.gaps import bridge_gaps
from steno.format.envelope_scan import EMPTIED
from steno.format.members import object_in
from steno.session.refusal import Reason, counts_tokens

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from steno.edit.draft import Draft

    Body = Mapping[str, Any]

SUFFIX: Final = "-shortened"
_COUNTS: Final = (
    "input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens",
)  # fmt: skip
NO_USAGE: Final = dict.fromkeys(_COUNTS, 0)


def make_headroom(draft: Draft, staying: Container[int] | None = None) -> None:
    """Take the usage off the last reply on the chain where it makes the client refuse.

    ``staying`` are the rows of the chain that the result goes by; all of them where not given.
    """
    refusal, chain = draft.session.refusal, draft.session.chain
    if refusal is None or refusal.code is not Reason.TOO_LONG or chain is None:
        return
    rows = [
        row for row in chain.rows if not draft.is_out(row) and (staying is None or row in staying)
    ]
    lines = draft.session.lines(rows)
    counted = {row for row, line in zip(rows, lines, strict=True) if counts_tokens(line)}
    if not counted:
        return
    bridge_gaps(draft, frozenset(rows))
    last = max(counted, key=rows.index)
    name = draft.outline.message_ids[last]
    for row in rows:
        # All lines of the message go together: one left behind would bring the others back.
        if row == last or (name is not None and draft.outline.message_ids[row] == name):
            _renew(draft, row, is_counted=row in counted)


def _renew(draft: Draft, row: int, *, is_counted: bool) -> None:
    """Give a line of a reply an id of its own and no usage."""
    if is_counted:
        _keep_usage(draft, row)
    draft.change(row, _without_usage, "its usage moves to a line of its own" if is_counted else "")


def _keep_usage(draft: Draft, row: int) -> None:
    body: Body = draft.session.record(row).body
    for op in (set_content([]), set_member(EMPTIED, value=True), set_parent(None)):
        body = op(body)
    draft.add(row, {**body, "uuid": str(uuid4())}, "the usage of a reply")


def _without_usage(body: Body) -> Body:
    message = object_in(body, "message") or {}
    own: dict[str, Any] = {}
    if message.get("usage") is not None:
        own["usage"] = NO_USAGE
    if message.get("id") is not None:
        own["id"] = f"{message['id']}{SUFFIX}"
    return {**body, "message": {**message, **own}}
