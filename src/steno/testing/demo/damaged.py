"""A session with everything that can be wrong with a file, and some that look wrong and are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.encode import new_line
from steno.testing.demo import cast, sources
from steno.testing.demo.cast import end_turn, first_prompt, interactive, leave
from steno.testing.file_tools import read
from steno.testing.lines import Link, make_user
from steno.testing.session import SessionBuilder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.testing.lines import Body

ESCAPES = (
    "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[0m \x9b5m \u202egnp.exe\u202c a\rb \x08\x08 "
    "\u2066x\u2069"
)
"""Control sequences that must never reach a terminal."""
MARKUP = (
    '<script>alert("tide")</script><img src=x onerror=alert(1)> [link](javascript:alert(1)) '
    "</textarea><svg onload=alert(2)> &lt;b&gt; {{7*7}} ${7*7}"
)
"""Markup that must never run on a page."""


def sessions() -> Iterator[SessionBuilder]:
    """Yield the damaged session, one of guesses, an empty one, and one of garbage alone."""
    yield shipwreck()
    yield guesses()
    yield _empty("empty", "2026-07-30T05:00:00Z")
    garbage = _empty("garbage", "2026-07-31T05:00:00Z")
    garbage.raw(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR this is no transcript\n")
    yield garbage


def shipwreck() -> SessionBuilder:
    """Write a session while the disk fills up, the network folder hiccups and editors help."""
    s = interactive("shipwreck", "2026-08-01T23:10:00Z", cast.EBB, model=cast.SONNET)
    s.records.insert(0, b"\xef\xbb\xbf" + _encoded(s.records.pop(0)))
    asked = first_prompt(s, "The disk is full and the cat is on the keyboard. Table for SAN?")
    s.reply(read(f"{cast.EBB}/data/stations.csv", sources.STATIONS))
    s.reply("High water at 04:12 and 16:37.")
    end_turn(s)
    _hostile_text(s)
    _odd_bytes(s, asked)
    _odd_chain(s, asked)
    _torn(s)
    return s


def guesses() -> SessionBuilder:
    """Show what is known by its name alone, in a session that no client can take up again.

    The keys that these two attachments really have were never seen, so a client fails on them;
    and where a line says that the model ended the session, 2.1.325 refuses to go on.
    """
    s = interactive("guesses", "2026-08-02T07:45:00Z", cast.EBB, model=cast.SONNET)
    first_prompt(s, "Do not resume this one: parts of it are guesses. What do these lines do?")
    s.reply("I can see a file, but not which lines of it you mean.")
    s.attach("selected_lines_in_ide", filename=f"{cast.EBB}/data/stations.csv")
    s.attach("tool_search_usage_reminder")
    s.reply("Nor do I know what I am reminded of. I had better stop here.")
    end_turn(s)
    s.loose("ended-by-model")
    return leave(s, "Do not resume this one: parts of it are guesses.")


def _hostile_text(s: SessionBuilder) -> None:
    s.prompt(f"what does this do? {ESCAPES}")
    s.reply(f"Nothing good: {ESCAPES}")
    s.prompt(MARKUP)
    s.reply(f"Please do not put that on the page:\n\n{MARKUP}")


def _odd_bytes(s: SessionBuilder, asked: str) -> None:
    s.raw(b"this is no JSON at all\n")
    s.raw(b"\n")
    s.raw(b"\0" * 512 + b"\n")
    s.raw(_line(s, "from an editor on Windows").rstrip(b"\n") + b"\r\n")
    s.raw(_line(s, "two on").rstrip(b"\n") + _line(s, "one line"))
    s.raw(_line(s, "今天满潮几点？").decode().encode("gbk"))
    s.raw(_line(s, "half a fish @@ and half @@").replace(b"@@", b"\\ud83d"))
    s.raw(_line(s, "raw half @@").replace(b"@@", b"\xed\xa0\xbd"))
    s.raw(
        new_line(
            {
                "type": "system",
                "subtype": "turn_duration",
                "durationMs": 0,
                "parentUuid": asked,
                "uuid": s.ids.uuid(),
            }
        ).replace(b":0,", b":NaN,")
    )
    s.raw(_line(s, "twice").replace(b'"type":"user"', b'"type":"user","type":"user"'))
    s.raw(b'["an","array"]\n')
    s.raw(b'{"type":42,"message":"not an object","uuid":["x"],"timestamp":7}\n')
    s.raw(_line(s, "line separators \u2028 \u2029 \x85 inside"))


def _odd_chain(s: SessionBuilder, asked: str) -> None:
    again = next(body for body in s.bodies("user") if body["uuid"] == asked)
    s.raw(new_line({**again, "message": {"role": "user", "content": "the same uuid, edited"}}))
    lost = Link(s.ids.uuid(), s.ids.uuid("nowhere"), s.clock.tick(90))
    s.put(make_user("hello? is anybody there? my parent is gone", link=lost, stamp=s.stamp))
    s.reply("I am. We seem to have lost everything before this.")
    for body in list(s.bodies("assistant"))[-1:]:
        s.raw(
            new_line(
                {
                    **body,
                    "uuid": s.ids.uuid(),
                    "timestamp": None,
                    "message": {"role": "assistant", "content": "a string, no id, no model"},
                }
            )
        )


def _torn(s: SessionBuilder) -> None:
    """End in the middle of a line, as a crash does."""
    whole = _line(s, "and then the lights went out, right in the mid")
    s.raw(whole[: whole.index(b"in the mid") + 10])


def _line(s: SessionBuilder, text: str) -> bytes:
    return new_line(make_user(text, link=s.link(), stamp=s.stamp))


def _encoded(record: Body | bytes) -> bytes:
    return record if isinstance(record, bytes) else new_line(record)


def _empty(seed: str, start: str) -> SessionBuilder:
    return SessionBuilder(seed, start=start, cwd=cast.EBB)
