"""Homes and results for the tests of edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.session.session import load
from tests.session.transcripts import Body, call, chained, reply, result, thinking, user
from tests.written import ONE, place

if TYPE_CHECKING:
    from pathlib import Path

    from steno.disk.discover import Home
    from steno.edit.plan import Plan
    from steno.session.session import Session

USED: Final = {"input_tokens": 10, "output_tokens": 20}


def told(uuid: str, *blocks: Any, **own: Any) -> Body:
    """Make a line of a reply that tells its usage."""
    message = {"usage": USED, "stop_reason": "end_turn", **own.pop("message", {})}
    return reply(uuid, *blocks, message=message, **own)


CONVERSATION: Final[tuple[Body, ...]] = (
    user("p1"),
    told("t1", thinking("x"), of="m1"),
    told("c1", call("call-1"), of="m1"),
    user("r1", [result("call-1")], toolUseResult={"stdout": "done"}),
    told("a1"),
    user("p2"),
    told("c2", call("call-2", "Read")),
    user("r2", [result("call-2")]),
    told("a2"),
)
"""Two turns with a call each, one of them in a message with thinking."""


def in_home(home: Path, *lines: Body | bytes, session_id: str = ONE) -> Session:
    """Write a session into a home and load it."""
    path = place(home, session_id)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(chained(lines)))
    return load(path)


def home_of(session: Session) -> Home:
    """Give the home that a session lies in."""
    assert session.file is not None
    assert session.file.home is not None
    return session.file.home


def result_of(plan: Plan) -> Session:
    """Write the session that a plan makes where it belongs, and load it."""
    own = next(file for file in plan.files if file.path == plan.result_path)
    assert own.content is not None
    content = b"".join(own.content())
    plan.result_path.write_bytes(content)
    return load(plan.result_path)
