"""Token counts that add up: usage objects of every version, and a meter that fills them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

CHARACTERS_PER_TOKEN: Final = 4
PLACEHOLDER_OUTPUT: Final = 2
"""What ``output_tokens`` says while a reply is still streaming."""
MOST_HIDDEN: Final = 5
"""How many times what is shown of a reply its hidden reasoning may come to."""
SYSTEM_PROMPT: Final = 14_200
"""Tokens that the client's own prompt and tools take up, about."""

_TIERS_SINCE: Final = (1, 0, 98)
_GEOGRAPHY_SINCE: Final = (2, 1, 17)
_NORMALISED_SINCE: Final = (2, 1, 90)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one API message."""

    input: int = 4
    output: int = 120
    cache_read: int = 0
    cache_5m: int = 0
    cache_1h: int = 0
    web_searches: int = 0
    web_fetches: int = 0
    tier: str | None = "standard"
    speed: str = "standard"


def usage_of(tokens: Tokens, release: tuple[int, ...]) -> dict[str, Any]:
    """Give the finished usage object as a client of that release stores it."""
    if release >= _NORMALISED_SINCE:
        return _normalised(tokens)
    return _as_streamed(tokens, release, tokens.output)


def usage_while_streaming(tokens: Tokens, release: tuple[int, ...]) -> dict[str, Any]:
    """Give what stood on the first lines of a reply that was still streaming."""
    return _as_streamed(tokens, release, PLACEHOLDER_OUTPUT)


def _as_streamed(tokens: Tokens, release: tuple[int, ...], output: int) -> dict[str, Any]:
    usage: dict[str, Any] = {
        "input_tokens": tokens.input,
        "cache_creation_input_tokens": tokens.cache_5m + tokens.cache_1h,
        "cache_read_input_tokens": tokens.cache_read,
    }
    if release >= _TIERS_SINCE:
        usage["cache_creation"] = {
            "ephemeral_5m_input_tokens": tokens.cache_5m,
            "ephemeral_1h_input_tokens": tokens.cache_1h,
        }
    usage |= {"output_tokens": output, "service_tier": tokens.tier}
    if release >= _GEOGRAPHY_SINCE:
        usage["inference_geo"] = "not_available"
    return usage


def _normalised(tokens: Tokens) -> dict[str, Any]:
    written = tokens.cache_5m + tokens.cache_1h
    return {
        "input_tokens": tokens.input,
        "cache_creation_input_tokens": written,
        "cache_read_input_tokens": tokens.cache_read,
        "output_tokens": tokens.output,
        "server_tool_use": {
            "web_search_requests": tokens.web_searches,
            "web_fetch_requests": tokens.web_fetches,
        },
        "service_tier": tokens.tier,
        "cache_creation": {
            "ephemeral_1h_input_tokens": tokens.cache_1h,
            "ephemeral_5m_input_tokens": tokens.cache_5m,
        },
        "inference_geo": "not_available" if tokens.tier else None,
        "iterations": [_iteration(tokens, written)] if tokens.tier else None,
        "speed": tokens.speed if tokens.tier else None,
    }


def _iteration(tokens: Tokens, written: int) -> dict[str, Any]:
    return {
        "input_tokens": tokens.input,
        "output_tokens": tokens.output,
        "cache_read_input_tokens": tokens.cache_read,
        "cache_creation_input_tokens": written,
        "cache_creation": {
            "ephemeral_5m_input_tokens": tokens.cache_5m,
            "ephemeral_1h_input_tokens": tokens.cache_1h,
        },
        "type": "message",
    }


class Meter:
    """Follows a conversation and says what each reply would have cost."""

    def __init__(
        self, *, long_cache: bool = True, system_prompt: int = SYSTEM_PROMPT, weight: int = 1
    ) -> None:
        """Take whether the cache is kept for an hour, as in main sessions, or five minutes.

        A ``weight`` makes what is heard count for more, as if much was left out of the story.
        """
        self._long_cache = long_cache
        self._weight = weight
        self._cached = 0
        self._fresh = system_prompt
        self.dropped = 0
        """Tokens that compactions took away so far."""
        self.spent = 0
        """All tokens of all replies so far."""
        self.last: Tokens | None = None

    @property
    def context(self) -> int:
        """How many tokens the next request would carry."""
        return self._cached + self._fresh

    def hear(self, content: object) -> None:
        """Take in what the next request will add."""
        self._fresh += max(1, self._weight * _characters(content) // CHARACTERS_PER_TOKEN)

    def reply(self, content: object, **own: Any) -> Tokens:
        """Count a reply; ``own`` are fields of :class:`Tokens`."""
        said = _characters(content) * min(self._weight, MOST_HIDDEN)
        output = 12 + said // CHARACTERS_PER_TOKEN
        written = {"cache_1h" if self._long_cache else "cache_5m": self._fresh}
        tokens = Tokens(**{"output": output, "cache_read": self._cached, **written, **own})
        self._cached += self._fresh
        self._fresh = tokens.output
        self.spent += tokens.input + tokens.cache_read + sum(written.values()) + tokens.output
        self.last = tokens
        return tokens

    def forget(self, kept: int) -> None:
        """Begin anew after a compaction that keeps ``kept`` tokens."""
        self.dropped += max(0, self.context - kept)
        self._cached, self._fresh = SYSTEM_PROMPT, kept


def _characters(content: object) -> int:
    if isinstance(content, str):
        return len(content)
    if isinstance(content, dict):
        return sum(_characters(part) for part in _spoken(content).values())
    if isinstance(content, list | tuple):
        return sum(_characters(part) for part in content)
    return 4


def _spoken(block: Mapping[str, object]) -> Mapping[str, object]:
    """Leave out what costs no tokens by its length: signatures and pictures."""
    return {key: part for key, part in block.items() if key not in {"signature", "data"}}
