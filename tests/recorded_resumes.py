"""What the real client was recorded to send: for sessions of the corpus, and for made probes."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.resume_keys import Keys

SHARED: Final = Path(__file__).resolve().parents[2] / "shared"
_SESSIONS: Final = SHARED / "interop" / "resume_oracle.json"
_PROBES: Final = SHARED / "interop" / "probes.json.gz"


@dataclass(frozen=True, slots=True)
class Recorded:
    """One transcript, and what the client sent when it resumed it."""

    name: str
    content: bytes
    keys: Keys | None
    """None where the client sent nothing."""


@cache
def session_names() -> tuple[str, ...]:
    """Name the sessions of the corpus that were resumed; none where they are missing."""
    return tuple(_sessions())


@cache
def probe_names() -> tuple[str, ...]:
    """Name the probes; none where they are missing."""
    return tuple(_probes())


def recorded_session(name: str) -> Recorded:
    """Give a session of the corpus with what was recorded of it."""
    answer = _sessions()[name]
    return Recorded(name, (SHARED / "corpus" / name).read_bytes(), _keys(answer))


def probe(name: str) -> Recorded:
    """Give a probe with what was recorded of it."""
    answer = _probes()[name]
    # The recording wrote them out like this: a lone surrogate is a byte sequence of its own.
    content = answer["transcript"].encode("utf-8", "surrogatepass")
    return Recorded(name, content, _keys(answer))


@cache
def _sessions() -> dict[str, Any]:
    if not _SESSIONS.exists():
        return {}
    answers: dict[str, Any] = json.loads(_SESSIONS.read_bytes())
    return answers


@cache
def _probes() -> dict[str, Any]:
    if not _PROBES.exists():
        return {}
    return {probe["name"]: probe for probe in json.loads(gzip.decompress(_PROBES.read_bytes()))}


def _keys(answer: dict[str, Any]) -> Keys | None:
    if not answer["resumes"]:
        return None
    return [(role, tuple(keys)) for role, keys in answer["messages"]]


def or_skipped(names: Iterable[str]) -> list[Any]:
    """Give names as parameters of a test; one that is skipped where there are none."""
    found: list[Any] = list(names)
    reason = "needs what the real client was recorded to send, in ../shared/interop"
    return found or [pytest.param("", marks=pytest.mark.skip(reason=reason))]
