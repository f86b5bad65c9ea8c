"""Ids of traces and spans, made of the transcript alone, so that sending twice adds nothing."""

from __future__ import annotations

import hashlib
from typing import Final

VERSION: Final = "steno-trace-1"
"""Part of every seed: ids of another rule would be other ids."""
TRACE_BYTES: Final = 16
SPAN_BYTES: Final = 8


def trace_id(*seed: str) -> str:
    """Give the id of a trace as 32 hexadecimal digits."""
    return _digest("trace", seed, TRACE_BYTES)


def span_id(*seed: str) -> str:
    """Give the id of a span as 16 hexadecimal digits."""
    return _digest("span", seed, SPAN_BYTES)


def _digest(kind: str, seed: tuple[str, ...], size: int) -> str:
    """Hash a seed; lengths go before the parts, so that no two seeds read the same."""
    parts = (VERSION, kind, *seed)
    told = "".join(f"{len(part)}:{part}" for part in parts)
    digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).digest()[:size]
    # All zeros is no id at all by the rules of OpenTelemetry.
    return (digest if any(digest) else b"\1" * size).hex()
