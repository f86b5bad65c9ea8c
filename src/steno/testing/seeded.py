"""Ids and times that look real and are always the same for the same seed."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Final

_BASE62: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BASE36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"

START: Final = "2026-03-02T09:00:00.000Z"
"""When a made-up session begins unless told otherwise."""


class Ids:
    """Ids in the client's own shapes.

    They come from a hash of seed, kind and number: the n-th uuid of a seed is the same on
    every machine, and asking for more of one kind changes no other.
    """

    def __init__(self, seed: str = "steno") -> None:
        """Take the seed."""
        self.seed = seed
        self._drawn: Counter[str] = Counter()

    def uuid(self, kind: str = "uuid") -> str:
        """Give a UUID of version 4, as lines, sessions and prompts have."""
        digits = self.digest(kind, 16).hex()
        variant = "89ab"[int(digits[16], 16) % 4]
        return (
            f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"
        )

    def message(self) -> str:
        """Give the id of an API message."""
        return f"msg_01{self._letters('message', 22, _BASE62)}"

    def request(self) -> str:
        """Give the id of an API request."""
        return f"req_011C{self._letters('request', 20, _BASE62)}"

    def tool_use(self) -> str:
        """Give the id of a tool call."""
        return f"toolu_01{self._letters('tool_use', 22, _BASE62)}"

    def server_tool_use(self) -> str:
        """Give the id of a call of a tool that the API runs itself."""
        return f"srvtoolu_01{self._letters('server_tool_use', 22, _BASE62)}"

    def agent(self) -> str:
        """Give the id of a sub-agent: ``a`` and 16 hexadecimal digits."""
        return f"a{self.digest('agent', 8).hex()}"

    def task(self) -> str:
        """Give the id of a background shell: ``b`` and 8 letters or digits."""
        return f"b{self._letters('task', 8, _BASE36)}"

    def hexadecimal(self, digits: int) -> str:
        """Give hexadecimal digits, as commits and older sub-agents are named."""
        return self.digest("hexadecimal", (digits + 1) // 2).hex()[:digits]

    def signature(self, length: int = 180) -> str:
        """Give what looks like the API's signature under a thinking block."""
        return base64.b64encode(self.digest("signature", length)).decode()

    def number(self, kind: str, below: int) -> int:
        """Give a number from 0 to below ``below``."""
        return int.from_bytes(self.digest(kind, 8)) % below

    def digest(self, kind: str, length: int) -> bytes:
        """Give the next ``length`` bytes of a kind."""
        number = self._drawn[kind]
        self._drawn[kind] += 1
        return hashlib.shake_256(f"{self.seed}/{kind}/{number}".encode()).digest(length)

    def _letters(self, kind: str, length: int, alphabet: str) -> str:
        return "".join(alphabet[byte % len(alphabet)] for byte in self.digest(kind, length))


class Clock:
    """A clock that moves only when told to."""

    def __init__(self, start: str = START) -> None:
        """Take the first time, ISO 8601."""
        self.time = datetime.fromisoformat(start).astimezone(UTC)

    @property
    def now(self) -> str:
        """The time as the client writes it: UTC, milliseconds, ``Z``."""
        return f"{self.time:%Y-%m-%dT%H:%M:%S}.{self.time.microsecond // 1000:03}Z"

    @property
    def milliseconds(self) -> int:
        """The time in milliseconds since 1970, as ``history.jsonl`` has it."""
        return (self.time - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)

    def tick(self, seconds: float = 1.0) -> str:
        """Move on and give the new time."""
        self.time += timedelta(milliseconds=round(seconds * 1000))
        return self.now

    def wait(self, *, minutes: float = 0, hours: float = 0, days: float = 0) -> str:
        """Move on by more."""
        return self.tick(60 * (minutes + 60 * (hours + 24 * days)))

    def go(self, moment: str) -> str:
        """Move to a given time; a made-up story may go back, as real files do."""
        self.time = datetime.fromisoformat(moment).astimezone(UTC)
        return self.now
