"""One conversation of six messages with one defect each: what docs/editing.md says of repair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.session.transcripts import (
    ABSENT,
    attachment,
    boundary,
    call,
    chained,
    line,
    moment,
    reply,
    result,
    system,
    text,
    thinking,
    user,
)
from tests.written import line_of

if TYPE_CHECKING:
    from tests.session.transcripts import Body

BOM: Final = b"\xef\xbb\xbf"


def talk(**other: Any) -> list[Body]:
    """Give the lines of the conversation; ``other`` are members of lines, by their names."""
    lines = [
        user("p1", "please read it", at=0),
        reply("t1", thinking("let me see"), of="m1", at=1),
        reply("w1", text("reading"), of="m1", at=2),
        reply("c1", call("toolu_1"), of="m1", at=3),
        user("r1", [result("toolu_1", "it says hello")], at=4),
        reply("a1", text("it is a greeting"), at=20),
        user("p2", "thank you", at=40),
        reply("a2", text("you are welcome"), at=60),
    ]
    uuids: list[str | None] = [None, "p1", "t1", "w1", "c1", "r1", "a1", "p2"]
    bodies = []
    for body, parent in zip(lines, uuids, strict=True):
        changed = {
            **body,
            "parentUuid": parent,
            "steno:placed": True,
            **other.get(body["uuid"], {}),
        }
        bodies.append({key: value for key, value in changed.items() if value is not ABSENT})
    return bodies


def stored(**other: Any) -> list[bytes]:
    """Give the stored lines of the conversation."""
    return chained(talk(**other))


def message(uuid: str, **own: Any) -> dict[str, Body]:
    """Change members of the message on a line; one that is absent goes."""
    body = next(body for body in talk() if body["uuid"] == uuid)
    merged = {**body["message"], **own}
    return {uuid: {"message": {key: v for key, v in merged.items() if v is not ABSENT}}}


def messages_of(*uuids: str, **own: Any) -> dict[str, Body]:
    """Do the same on several lines."""
    return {key: value for uuid in uuids for key, value in message(uuid, **own).items()}


def joined(*lines: bytes) -> bytes:
    """Give a file."""
    return b"".join(lines)


def with_line(place: int, raw: bytes) -> bytes:
    """Put a line before another one."""
    lines = stored()
    return joined(*lines[:place], raw, *lines[place:])


def changed_line(place: int, raw: bytes) -> bytes:
    """Put a line in the place of another one."""
    lines = stored()
    return joined(*lines[:place], raw, *lines[place + 1 :])


def between(body: Body) -> bytes:
    """Put a line into the conversation, before the second prompt."""
    own = {**body, "parentUuid": "a1", "timestamp": moment(21)}
    lines = stored(p2={"parentUuid": body["uuid"]})
    return joined(
        *lines[:6], line_of({k: v for k, v in own.items() if k != "steno:placed"}), *lines[6:]
    )


def kept(**listed: Any) -> bytes:
    """Compact the conversation, so that the last two messages are kept."""
    metadata = {"preservedMessages": {"anchorUuid": "s", **listed}}
    more = chained(
        [
            boundary("b", metadata=metadata, at=70),
            user("s", "a summary", parent="b", isCompactSummary=True, at=71),
            user("p3", "and now?", parent="s", at=80),
            reply("a3", text("now we go on"), parent="p3", at=90),
        ]
    )
    return joined(*stored(), *more)


_LINES: Final = stored()
_REPLIES: Final = ("t1", "w1", "c1", "a1", "a2")
_WORDS: Final = message("c1", content=[text("reading, with a call"), call("toolu_1")])

DEFECTS: Final[dict[str, tuple[bytes, int, int]]] = {
    "none": (joined(*_LINES), 6, 6),
    "torn last line": (joined(*_LINES, b'{"type":"user","mess'), 6, 6),
    "cut behind its words": (joined(*_LINES)[:-2], 5, 6),
    "halves in the wrong order": (
        changed_line(5, _LINES[5][30:-1] + b"\n" + _LINES[5][:30] + b"\n"), 2, 6,
    ),
    "list of records": (b"[" + b",".join(line[:-1] for line in _LINES) + b"]\n", 0, 6),
    "record that Python printed": (changed_line(5, repr(talk()[5]).encode() + b"\n"), 2, 6),
    "record over two lines": (changed_line(5, _LINES[5][:30] + b"\n" + _LINES[5][30:]), 2, 6),
    "glued lines": (joined(*_LINES[:5], _LINES[5][:-1], *_LINES[6:]), 1, 6),
    "NUL bytes": (with_line(5, b"\0" * 64 + b"\n"), 6, 6),
    "NUL bytes before a record": (changed_line(5, b"\0" * 64 + _LINES[5]), 2, 6),
    "bad line": (with_line(5, b"no record\n"), 6, 6),
    "byte order mark": (joined(BOM, *_LINES), 6, 6),
    "byte order mark inside": (changed_line(5, BOM + _LINES[5]), 2, 6),
    "NaN": (changed_line(5, _LINES[5][:-2] + b',"share":NaN}\n'), 2, 6),
    "UTF-16": (joined(*_LINES).decode().encode("utf-16"), 0, 6),
    "CR LF": (joined(*_LINES).replace(b"\n", b"\r\n"), 6, 6),
    "no newline at the end": (joined(*_LINES)[:-1], 6, 6),
    "no type": (joined(*stored(a1={"type": ABSENT})), 2, 6),
    "no uuid": (joined(*stored(a1={"uuid": ABSENT})), 2, 6),
    "copy at the end": (joined(*_LINES, _LINES[0]), 1, 6),
    "id of two": (
        joined(*_LINES[:6], line_of({**talk()[5], **message("a1", content=[text("or not")])["a1"]}),
               *_LINES[6:]), 6, 6,
    ),
    "lost parent": (joined(*stored(r1={"parentUuid": "gone"})), 6, 6),
    "lost parent after a while": (joined(*stored(p2={"parentUuid": "gone"})), 2, 6),
    "null parent": (joined(*stored(a1={"parentUuid": None})), 3, 6),
    "no parents": (
        joined(*stored(**{body["uuid"]: {"parentUuid": ABSENT} for body in talk()})), 1, 6,
    ),
    "circle": (joined(*stored(a1={"parentUuid": "a2"})), 3, 6),
    "back to front": (joined(*reversed(_LINES)), 1, 6),
    "late note": (
        joined(*_LINES, *chained([system("s", "informational", parent="p1", at=70)])),
        1, 6,
    ),
    "end at a sub-agent": (
        joined(*_LINES, *chained([
            user("x", isSidechain=True, parent=None, at=70),
            line("last-prompt", None, lastPrompt="x", leafUuid="x"),
        ])), 0, 6,
    ),
    "no time": (joined(*stored(a2={"timestamp": "yesterday"})), 0, 6),
    "no model": (joined(*stored(**message("a2", model=ABSENT))), 0, 6),
    "no message ids": (joined(*stored(**messages_of(*_REPLIES, id=ABSENT))), 3, 6),
    "string content": (joined(*stored(**message("a1", content="it is a greeting"))), 0, 6),
    "no message": (joined(*stored(p2={"message": ABSENT})), 0, 5),
    "attachment of nothing": (between(line("attachment", "x")), 0, 6),
    "hook's context": (
        between(attachment("x", "hook_additional_context", content="context")), 0, 6,
    ),
    "fallback": (between(system("x", "model_refusal_fallback")), 0, 6),
    "kept messages": (kept(uuids=["gone", "p2", "a2"], allUuids=["p2", "a2"]), 2, 4),
    "kept messages without a list": (kept(allUuids=["p2", "a2"]), 0, 4),
    "lost result": (
        joined(*stored(a1={"parentUuid": "c1"}, **_WORDS)[:4],
               *stored(a1={"parentUuid": "c1"})[5:]), 5, 6,
    ),
}  # fmt: skip
"""A file for each defect, and how many messages a resume sends of it before and after a repair."""
