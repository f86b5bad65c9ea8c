"""What programs that rewrite transcripts make of their records: members lost, wrong or twice."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from tests.written import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    Body = dict[str, Any]
    Lines = list[bytes]
    Damage = Callable[[Random, Lines], bytes]
    Choice = Callable[[Body], bool]


def _is_message(body: Body) -> bool:
    return body.get("type") in ("user", "assistant")


def _is_reply(body: Body) -> bool:
    return body.get("type") == "assistant"


def _has_result(body: Body) -> bool:
    return _is_message(body) and "tool_result" in _types(body)


def _has_call(body: Body) -> bool:
    return _is_message(body) and "tool_use" in _types(body)


def _types(body: Body) -> set[str]:
    content = body["message"].get("content")
    return {block["type"] for block in content} if isinstance(content, list) else set()


def _changed(
    name: str, change: Callable[[Body], object], choice: Choice = _is_message, *, most: int | None
) -> Damage:
    """Make a damage that changes some lines; all where there is no ``most``."""

    def damage(rng: Random, lines: Lines) -> bytes:
        bodies = [json.loads(line) for line in lines]
        places = [at for at, body in enumerate(bodies) if choice(body)]
        chosen = places if most is None else rng.sample(places, min(most, len(places)))
        for at in chosen:
            change(bodies[at])
        return b"".join(map(line_of, bodies))

    damage.__name__ = name
    return damage


def _without(key: str, *, inside: bool = False) -> Callable[[Body], object]:
    return lambda body: (body["message"] if inside else body).pop(key, None)


def _set(key: str, value: object, *, inside: bool = False) -> Callable[[Body], object]:
    return lambda body: (body["message"] if inside else body).update({key: value})


def _number_time(body: Body) -> None:
    hours, minutes, rest = body["timestamp"][11:-1].split(":")
    seconds = int(hours) * 3600 + int(minutes) * 60 + float(rest)
    body["timestamp"] = int((1_772_409_600 + seconds) * 1000)


def _dump_content(body: Body) -> None:
    body["message"]["content"] = json.dumps(body["message"]["content"])


def _hang_on_itself(body: Body) -> None:
    body["parentUuid"] = body["uuid"]


def _relinked(rng: Random, lines: Lines, name: str, later: Callable[[int, int], bool]) -> bytes:
    bodies = [json.loads(line) for line in lines]
    at = rng.choice([at for at, body in enumerate(bodies) if _is_message(body)])
    others = [other for other, body in enumerate(bodies) if body.get("uuid") and later(other, at)]
    bodies[at][name] = bodies[rng.choice(others or [at])]["uuid"]
    return b"".join(map(line_of, bodies))


def _hang_in_a_circle(rng: Random, lines: Lines) -> bytes:
    return _relinked(rng, lines, "parentUuid", lambda other, at: other > at)


def _lose_lines(rng: Random, lines: Lines) -> bytes:
    at = rng.randrange(len(lines) - 5)
    return b"".join(lines[:at] + lines[at + rng.choice([1, 1, 2, 5]) :])


def _taken_out(rng: Random, lines: Lines, choice: Choice) -> bytes:
    """Take a line out, and hang what hung on it on its parent."""
    bodies = [json.loads(line) for line in lines]
    places = [body for body in bodies if choice(body)]
    gone = rng.choice(places) if places else {}
    return b"".join(map(line_of, _hung_over(bodies, gone)))


def _hung_over(bodies: list[Body], gone: Body) -> Iterator[Body]:
    for body in bodies:
        if gone and body.get("parentUuid") == gone["uuid"]:
            body["parentUuid"] = gone["parentUuid"]
        if body is not gone:
            yield body


def _lose_result(rng: Random, lines: Lines) -> bytes:
    return _taken_out(rng, lines, _has_result)


def _lose_call(rng: Random, lines: Lines) -> bytes:
    return _taken_out(rng, lines, _has_call)


def _result_twice(rng: Random, lines: Lines) -> bytes:
    bodies = [json.loads(line) for line in lines]
    at = rng.choice([at for at, body in enumerate(bodies) if _has_result(body)] or [0])
    first = bodies[at]
    second = {**first, "uuid": first["uuid"][:-4] + "ffff", "parentUuid": first["uuid"]}
    for body in bodies:
        if body.get("parentUuid") == first["uuid"]:
            body["parentUuid"] = second["uuid"]
    return b"".join(map(line_of, [*bodies[: at + 1], second, *bodies[at + 1 :]]))


def _result_first(rng: Random, lines: Lines) -> bytes:
    bodies = [json.loads(line) for line in lines]
    at = rng.choice([at for at, body in enumerate(bodies) if _has_result(body)] or [1])
    before = max(0, at - rng.choice([1, 2, 3]))
    rest = lines[:at] + lines[at + 1 :]
    return b"".join([*rest[:before], lines[at], *rest[before:]])


def _lose_boundary(_: Random, lines: Lines) -> bytes:
    kept = [line for line in lines if json.loads(line).get("subtype") != "compact_boundary"]
    return b"".join(kept)


def _grown_copy(rng: Random, lines: Lines) -> bytes:
    """Write a reply again, at the end, with more tokens than the first time."""
    body = rng.choice([body for body in map(json.loads, lines) if _is_reply(body)])
    body["message"]["usage"] = {"input_tokens": 1, "output_tokens": 10**6}
    return b"".join([*lines, line_of(body)])


_ALL: Final = (
    *(
        _changed(f"no_{key}", _without(key), most=2)
        for key in ("uuid", "parentUuid", "sessionId", "timestamp", "type", "message")
    ),
    *(
        _changed(f"no_{key}_anywhere", _without(key), lambda _: True, most=None)
        for key in ("uuid", "parentUuid", "timestamp", "type")
    ),
    *(_changed(f"no_{key}", _without(key, inside=True), most=1) for key in ("role", "content")),
    *(
        _changed(f"no_{key}", _without(key, inside=True), _is_reply, most=1)
        for key in ("id", "model", "usage")
    ),
    *(
        _changed(f"no_{key}_anywhere", _without(key, inside=True), _is_reply, most=None)
        for key in ("id", "model")
    ),
    _changed("empty_id", _set("id", "", inside=True), _is_reply, most=None),
    _changed("number_time", _number_time, most=None),
    _changed("number_uuid", _set("uuid", 17), most=1),
    _changed("number_parent", _set("parentUuid", 17), most=1),
    _changed("number_type", _set("type", 7), most=1),
    _changed("null_parent", _set("parentUuid", None), most=1),
    _changed("own_parent", _hang_on_itself, most=1),
    _changed("other_session", _set("sessionId", "99999999-0000-4000-8000-000000000009"), most=1),
    _changed("null_message", _set("message", None), most=1),
    _changed("text_message", _set("message", "text"), most=1),
    _changed("null_content", _set("content", None, inside=True), most=1),
    _changed("number_content", _set("content", 7, inside=True), most=1),
    _changed("object_content", _set("content", {}, inside=True), most=1),
    _changed("dumped_content", _dump_content, most=1),
    _changed("other_role", _set("role", "system", inside=True), most=1),
    _hang_in_a_circle, _lose_lines, _lose_result, _lose_call, _result_twice, _result_first,
    _lose_boundary, _grown_copy,
)  # fmt: skip
RECORDS: Final[dict[str, Damage]] = {one.__name__.strip("_"): one for one in _ALL}
"""Every damage by its name."""
