"""Room for a resume: a client refuses by the tokens that the last reply once took.

That figure is true for what was sent then, not for what an edit has left of it. Where it alone
would make the client refuse, the reply on the chain gets an id of its own and no usage, and a
line without content keeps the usage under the id that it was counted by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.edit.draft import set_content, set_member, set_parent
from steno.format.envelope_scan import EMPTIED
from steno.format.members import object_in
from steno.session.refusal import Reason, counts_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.edit.draft import Draft

    Body = Mapping[str, Any]

SUFFIX: Final = "-shortened"
_COUNTS: Final = (
    "input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens",
)  # fmt: skip
NO_USAGE: Final = dict.fromkeys(_COUNTS, 0)


def make_headroom(draft: Draft) -> None:
    """Take the usage off the last reply on the chain where it makes the client refuse."""
    refusal, chain = draft.session.refusal, draft.session.chain
    if refusal is None or refusal.code is not Reason.TOO_LONG or chain is None:
        return
    lines = draft.session.lines(chain.rows)
    counted = [
        row
        for row, line in zip(chain.rows, lines, strict=True)
        if counts_tokens(line) and not draft.is_out(row)
    ]
    if not counted:
        return
    name = draft.outline.message_ids[counted[-1]]
    rows = [row for row in counted if draft.outline.message_ids[row] == name]
    for row in rows:
        _keep_usage(draft, row)
        draft.change(row, _without_usage, "its usage moves to a line of its own")


def _keep_usage(draft: Draft, row: int) -> None:
    body: Body = draft.session.record(row).body
    for op in (set_content([]), set_member(EMPTIED, value=True), set_parent(None)):
        body = op(body)
    draft.add(row, {**body, "uuid": f"{draft.outline.uuids[row]}{SUFFIX}"}, "the usage of a reply")


def _without_usage(body: Body) -> Body:
    message = object_in(body, "message") or {}
    own = {"id": f"{message.get('id')}{SUFFIX}", "usage": NO_USAGE}
    return {**body, "message": {**message, **own}}
