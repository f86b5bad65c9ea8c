"""Sessions that were whole and then damaged, with what can still be had of each."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from steno.testing.session import SessionBuilder, think
from steno.testing.shell_tools import bash
from tests.written import line_of

if TYPE_CHECKING:
    from collections.abc import Callable

Body = dict[str, Any]
Line = Body | bytes

CHAIN: Final = ("user", "assistant", "system", "attachment")
MESSAGES: Final = ("user", "assistant")


def clean(seed: int) -> SessionBuilder:
    """Make a session of some turns: thinking, tools alone and in parallel, notes, a rewind."""
    rng = random.Random(f"clean {seed}")
    made = SessionBuilder(f"damages {seed}")
    for turn in range(rng.randint(4, 7)):
        made.clock.tick(rng.choice([1, 30, 90]))
        back = made.leaf
        _turn(made, rng, turn)
        if turn and turn < 4 and rng.random() < 0.15 and back is not None:
            made.rewind(back)
            made.clock.tick(40)
            _turn(made, rng, 100 + turn)
    if rng.random() < 0.3:
        made.loose("last-prompt", lastPrompt="the last", leafUuid=made.leaf)
    return made


def _turn(made: SessionBuilder, rng: random.Random, number: int) -> None:
    asked = made.prompt(f"question {number}: " + "why and how? " * 30)
    made.snapshot(asked)
    if rng.random() < 0.3:
        made.attach("todo_reminder", content=[], itemCount=0)
    if rng.random() < 0.5:
        runs = [
            bash(f"look {number} {n}", f"seen {number} {n}") for n in range(rng.choice([1, 2, 3]))
        ]
        thought = [think(f"thought {number}")] if rng.random() < 0.5 else []
        made.reply(*thought, f"looking {number}", *runs)
    made.reply(f"answer {number}: " + "because. " * 40)
    if rng.random() < 0.5:
        made.system("turn_duration", durationMs=1000, isMeta=False)


@dataclass(slots=True)
class Wreck:
    """A session while it is being damaged."""

    lines: list[Line]
    rng: random.Random
    lost: set[str] = field(default_factory=set)
    """The ids of the lines that nothing can bring back."""
    is_exact: bool = True
    """Whether a repair gives back just what was there, and not more or something like it."""
    wrap: list[Callable[[bytes], bytes]] = field(default_factory=list)
    """What happens to the bytes of the whole file in the end."""

    def bodies(self, *kinds: str) -> list[int]:
        """Give the places of whole records of some types."""
        return [
            at
            for at, line in enumerate(self.lines)
            if isinstance(line, dict) and line.get("type") in kinds and line.get("uuid")
        ]

    def pick(self, *kinds: str, following: bool = False) -> int | None:
        """Choose a record; one that is ``following`` hangs on the record before it."""
        places = self.bodies(*kinds)
        if following:
            places = [at for at in places if self.follows(at)]
        return self.rng.choice(places) if places else None

    def follows(self, at: int) -> bool:
        """Say whether a record hangs on the conversation's record before it."""
        before = [place for place in self.bodies(*CHAIN) if place < at]
        return bool(before) and self.at(before[-1]).get("uuid") == self.at(at).get("parentUuid")

    def at(self, place: int) -> Body:
        """Give a record."""
        line = self.lines[place]
        assert isinstance(line, dict)
        return line

    def put(self, place: int, **own: Any) -> None:
        """Give a record other members."""
        self.lines[place] = {**self.at(place), **own}

    def leave_out(self, place: int, key: str) -> None:
        """Take a member out of a record."""
        self.lines[place] = {k: v for k, v in self.at(place).items() if k != key}

    def put_message(self, place: int, **own: Any) -> None:
        """Give a record's message other members; None takes one out."""
        message = {**self.at(place)["message"], **own}
        kept = {key: value for key, value in message.items() if value is not None}
        self.put(place, message=kept)

    def encoded(self, place: int) -> bytes:
        """Give a line as bytes."""
        line = self.lines[place]
        return line if isinstance(line, bytes) else line_of(line)

    def content(self) -> bytes:
        """Give the whole file."""
        content = b"".join(self.encoded(at) for at in range(len(self.lines)))
        for wrap in self.wrap:
            content = wrap(content)
        return content

    def uuid(self) -> str:
        """Make up an id."""
        return str(UUID(int=self.rng.getrandbits(128), version=4))


@dataclass(frozen=True, slots=True)
class Damaged:
    """A damaged session, and what a repair is to bring back."""

    names: tuple[str, ...]
    session_id: str
    content: bytes
    ideal: bytes
    """The session as it was, without what nothing can bring back."""
    is_exact: bool


def damaged(seed: int) -> Damaged:
    """Damage a session in one to three ways."""
    rng = random.Random(f"damage {seed}")
    made = clean(seed)
    whole = [record for record in made.records if isinstance(record, dict)]
    wreck = Wreck(list(whole), rng)
    names = _chosen(rng)
    for name in names:
        DAMAGES[name](wreck)
    ideal = b"".join(map(line_of, without(whole, wreck.lost)))
    return Damaged(names, made.session_id, wreck.content(), ideal, wreck.is_exact)


def _chosen(rng: random.Random) -> tuple[str, ...]:
    """Choose damages: of those that change the same thing one, records before bytes."""
    names = rng.sample(list(DAMAGES), rng.choice([1, 1, 2, 3]))
    kinds: dict[str, str] = {}
    for name in names:
        kinds.setdefault(KIND_OF[name], name)
    return tuple(sorted(kinds.values(), key=list(DAMAGES).index))


def without(lines: list[Body], lost: set[str]) -> list[Body]:
    """Leave lines out, and hang what hung on them on what they hung on."""
    parents = {line["uuid"]: line.get("parentUuid") for line in lines if line.get("uuid")}

    def staying(uuid: str | None) -> str | None:
        while uuid in lost:
            uuid = parents.get(uuid)
        return uuid

    kept = [line for line in lines if line.get("uuid") not in lost]
    return [
        {**line, "parentUuid": staying(line["parentUuid"])} if line.get("parentUuid") else line
        for line in kept
    ]


# ── members ──


def _drop_leaf_time(wreck: Wreck) -> None:
    last = wreck.bodies(*MESSAGES)[-1]
    choice = wreck.rng.choice(["", "yesterday", 1_794_700_000_000])
    if choice == "":
        wreck.leave_out(last, "timestamp")
    else:
        wreck.put(last, timestamp=choice)


def _drop_model(wreck: Wreck) -> None:
    wreck.put_message(wreck.bodies("assistant")[-1], model=None)


def _drop_all_models(wreck: Wreck) -> None:
    # Thinking goes with the model that it is of.
    wreck.is_exact = False
    for at in wreck.bodies("assistant"):
        wreck.put_message(at, model=None)


def _drop_message_ids(wreck: Wreck) -> None:
    for at in wreck.bodies("assistant"):
        wreck.put_message(at, id=None)


def _write_content_as_string(wreck: Wreck) -> None:
    for at in wreck.bodies("assistant"):
        blocks = wreck.at(at)["message"]["content"]
        if blocks[0]["type"] == "text":
            wreck.put_message(at, content=blocks[0]["text"])


def _drop_type(wreck: Wreck) -> None:
    at = wreck.pick(*MESSAGES)
    if at is not None:
        wreck.leave_out(at, "type")


def _drop_message(wreck: Wreck) -> None:
    at = wreck.pick("user")
    if at is not None:
        wreck.lost.add(wreck.at(at)["uuid"])
        wreck.leave_out(at, "message")


def _drop_uuid(wreck: Wreck) -> None:
    at = wreck.pick(*MESSAGES)
    if at is not None:
        wreck.leave_out(at, "uuid")


# ── lines that make the client stumble ──


def _insert(wreck: Wreck, body: Body) -> None:
    """Put a line between two of the conversation."""
    at = wreck.pick("assistant", following=True)
    if at is None:
        return
    child = wreck.at(at)
    uuid = wreck.uuid()
    envelope = {key: child[key] for key in ("sessionId", "timestamp", "version", "isSidechain")}
    above = {"parentUuid": child["parentUuid"], "uuid": uuid}
    wreck.put(at, parentUuid=uuid)
    wreck.lines.insert(at, {**above, **envelope, **body})


def _attach_nothing(wreck: Wreck) -> None:
    _insert(wreck, {"type": "attachment"})


def _attach_context_as_string(wreck: Wreck) -> None:
    wreck.is_exact = False
    context = {"type": "hook_additional_context", "content": "from a hook", "hookEvent": "Stop"}
    _insert(wreck, {"type": "attachment", "attachment": context})


def _fall_back_to_nothing(wreck: Wreck) -> None:
    _insert(wreck, {"type": "system", "subtype": "model_refusal_fallback", "level": "info"})


# ── links ──


def _lose_parent(wreck: Wreck) -> None:
    at = wreck.pick(*CHAIN, following=True)
    if at is not None:
        wreck.put(at, parentUuid=wreck.uuid())


def _null_parent(wreck: Wreck) -> None:
    at = wreck.pick(*MESSAGES, following=True)
    if at is not None:
        wreck.put(at, parentUuid=None)


def _drop_parents(wreck: Wreck) -> None:
    # Which way a branch went is written nowhere else.
    linear = all(map(wreck.follows, wreck.bodies(*CHAIN)[1:]))
    for at in wreck.bodies(*CHAIN) if linear else ():
        wreck.leave_out(at, "parentUuid")


def _hang_in_a_circle(wreck: Wreck) -> None:
    at = wreck.pick("user", "assistant", following=True)
    if at is not None:
        below = [place for place in wreck.bodies(*MESSAGES) if place >= at][:4]
        wreck.put(at, parentUuid=wreck.at(wreck.rng.choice(below))["uuid"])


def _hang_on_an_unknown_type(wreck: Wreck) -> None:
    _insert(wreck, {"type": "hologram"})


# ── order ──


def _reverse(wreck: Wreck) -> None:
    wreck.lines.reverse()


def _swap_the_last_two(wreck: Wreck) -> None:
    places = wreck.bodies(*MESSAGES)[-2:]
    one, two = places
    wreck.lines[one], wreck.lines[two] = wreck.lines[two], wreck.lines[one]


def _note_late(wreck: Wreck) -> None:
    old = wreck.at(wreck.bodies("assistant")[0])
    late = {"type": "system", "subtype": "informational", "content": "late", "level": "info"}
    own = {"parentUuid": old["uuid"], "uuid": wreck.uuid(), "sessionId": old["sessionId"]}
    last = wreck.at(wreck.bodies(*MESSAGES)[-1])
    wreck.lines.append({**own, **late, "timestamp": last.get("timestamp")})


# ── copies ──


def _copy_to_the_end(wreck: Wreck) -> None:
    at = wreck.pick(*MESSAGES)
    if at is not None:
        wreck.lines.append(dict(wreck.at(at)))


def _copy_behind(wreck: Wreck) -> None:
    at = wreck.pick(*MESSAGES)
    if at is not None:
        wreck.lines.insert(at + 1, dict(wreck.at(at)))


def _say_otherwise(wreck: Wreck) -> None:
    wreck.is_exact = False
    texts = [at for at in wreck.bodies("assistant") if _is_text(wreck.at(at))]
    at = wreck.rng.choice(texts)
    other = json.loads(line_of(wreck.at(at)))
    other["message"]["content"] = [{"type": "text", "text": "said otherwise"}]
    wreck.lines.insert(at + 1, other)


def _is_text(body: Body) -> bool:
    content = body["message"]["content"]
    return isinstance(content, str) or content[0]["type"] == "text"


# ── bytes ──


def _tear_tail(wreck: Wreck) -> None:
    raw = wreck.encoded(wreck.pick(*MESSAGES) or 0).replace(b'"uuid":"', b'"uuid":"0')
    wreck.lines.append(raw[: wreck.rng.randint(20, 120)])


def _cut_last(wreck: Wreck) -> None:
    raw = wreck.encoded(len(wreck.lines) - 1)
    last = wreck.lines[-1]
    copies = [at for at in wreck.bodies(*CHAIN) if wreck.at(at)["uuid"] == _uuid(last)]
    cut = raw[: wreck.rng.randint(10, len(raw) - 5)]
    wreck.lines[-1] = cut
    is_alone = isinstance(last, dict) and last.get("uuid") and len(copies) == 1
    if is_alone and not _is_said(last, cut):
        wreck.lost.add(_uuid(last))


def _is_said(line: Line, cut: bytes) -> bool:
    """Say whether a message was cut off behind its words."""
    message = line.get("message") if isinstance(line, dict) else None
    if not isinstance(message, dict):
        return False
    return b'"content":' + line_of(message["content"])[:-1] + b"," in cut


def _uuid(line: Line) -> Any:
    return line.get("uuid") if isinstance(line, dict) else None


def _destroy(wreck: Wreck) -> None:
    at = wreck.pick(*MESSAGES, following=True)
    if at is not None:
        wreck.lost.add(wreck.at(at)["uuid"])
        wreck.lines[at] = b"{{{ no JSON any more\n"


def _glue(wreck: Wreck) -> None:
    for _ in range(wreck.rng.randint(1, 3)):
        at = wreck.rng.randrange(len(wreck.lines) - 1)
        wreck.lines[at] = wreck.encoded(at).rstrip(b"\n")


def _glue_to_a_torn_one(wreck: Wreck) -> None:
    at = wreck.rng.randrange(len(wreck.lines))
    wreck.lines[at] = b'{"parentUuid":null,"type":"user","message":{"role":"us' + wreck.encoded(at)


def _write_nul(wreck: Wreck) -> None:
    at = wreck.rng.randrange(len(wreck.lines))
    raw, nul = wreck.encoded(at), b"\0" * wreck.rng.randint(1, 600)
    inside = raw[:30] + nul + raw[30:]
    wreck.lines[at] = wreck.rng.choice(
        [nul + b"\n" + raw, nul + raw, raw[:-1] + nul + b"\n", inside]
    )


def _write_garbage(wreck: Wreck) -> None:
    at = wreck.rng.randrange(len(wreck.lines))
    wreck.lines.insert(
        at, wreck.rng.choice([b"what is this\n", b"[1,2]\n", b"\n", b" \t\n", b"}\n"])
    )


def _break_a_line(wreck: Wreck) -> None:
    at = wreck.rng.randrange(len(wreck.lines))
    raw = wreck.encoded(at)
    middle = wreck.rng.randint(2, len(raw) - 3)
    wreck.lines[at] = raw[:middle] + b"\n" + raw[middle:]


def _mark(wreck: Wreck) -> None:
    at = wreck.rng.choice([0, wreck.rng.randrange(len(wreck.lines))])
    wreck.lines[at] = b"\xef\xbb\xbf" + wreck.encoded(at)


def _write_not_a_number(wreck: Wreck) -> None:
    at = wreck.pick(*MESSAGES)
    if at is not None:
        wreck.lines[at] = wreck.encoded(at).rstrip(b"}\n") + b',"share":NaN}\n'


def _end_in_crlf(wreck: Wreck) -> None:
    wreck.wrap.append(lambda content: content.replace(b"\n", b"\r\n"))


def _write_utf16(wreck: Wreck) -> None:
    wreck.wrap.append(lambda content: content.decode("utf-8", "replace").encode("utf-16"))


def _lose_the_newline(wreck: Wreck) -> None:
    wreck.wrap.append(lambda content: content.rstrip(b"\n"))


_KINDS: Final[dict[str, tuple[Callable[[Wreck], None], ...]]] = {
    "leaf": (_drop_leaf_time,),
    "model": (_drop_model, _drop_all_models),
    "id": (_drop_message_ids,),
    "content": (_write_content_as_string, _drop_type, _drop_message),
    "stumble": (_attach_nothing, _attach_context_as_string, _fall_back_to_nothing),
    "link": (
        _lose_parent, _null_parent, _drop_parents, _hang_in_a_circle, _hang_on_an_unknown_type,
        _drop_uuid, _reverse, _swap_the_last_two, _note_late, _copy_to_the_end, _copy_behind,
        _say_otherwise, _destroy,
    ),
    "bytes": (
        _tear_tail, _cut_last, _glue, _glue_to_a_torn_one, _write_nul, _write_garbage,
        _break_a_line, _mark, _write_not_a_number,
    ),
    "file": (_end_in_crlf, _write_utf16, _lose_the_newline),
}  # fmt: skip
DAMAGES: Final = {
    damage.__name__.strip("_"): damage for damages in _KINDS.values() for damage in damages
}
"""Every damage by its name, in the order in which several are done."""
KIND_OF: Final = {
    damage.__name__.strip("_"): kind for kind, damages in _KINDS.items() for damage in damages
}
"""What a damage changes; of each of these a session gets one at most."""
