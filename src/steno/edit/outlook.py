"""What a resume of a session comes to, in figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.edit.image_size import TOKENS_PER_IMAGE, tokens_of_image
from steno.format.members import block_type
from steno.session.reach import reachable_share
from steno.session.refusal import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from steno.session.session import Session

BYTES_PER_TOKEN: Final = 4
"""A rule of thumb for English and code; nobody but the model's own service knows better."""
_WIDE: Final = 0x2E80
"""From here on a character is about a token: Chinese, Japanese and Korean."""


_GRIEF: Final = frozenset({Reason.FAILED.value, Reason.BROKEN.value, Reason.HANGS.value})


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a resume sends, and how much of the conversation that is."""

    messages: int
    tokens: int
    """An estimate; see :data:`BYTES_PER_TOKEN`."""
    reachable: float | None
    """The share of the session's messages that a resume goes by; None where there are none."""
    refusal: str | None = None
    """Why the client would refuse, in its own code; None where it would not."""

    @property
    def breaks(self) -> bool:
        """Whether the client would come to grief, and not only find nothing, or too much."""
        return self.refusal in _GRIEF


def outlook_of(session: Session) -> Outlook:
    """Say what a resume of a session comes to."""
    messages = session.messages()
    refusal = session.refusal
    share = 0.0 if refusal is not None else reachable_share(session.outline, session.chain)
    return Outlook(
        len(messages),
        estimate_tokens(messages),
        share,
        None if refusal is None else refusal.code.value,
    )


def estimate_tokens(messages: Iterable[Mapping[str, Any]]) -> int:
    """Estimate how many tokens messages take."""
    return sum(_tokens(message.get("content")) for message in messages)


def _tokens(value: object) -> int:
    if isinstance(value, str):
        wide = 0 if value.isascii() else sum(ord(char) >= _WIDE for char in value)
        return wide + -(-(len(value) - wide) // BYTES_PER_TOKEN)
    if isinstance(value, list):
        return sum(map(_tokens, value))
    if isinstance(value, dict):
        if block_type(value) in ("image", "document"):
            return TOKENS_PER_IMAGE if value["type"] == "document" else tokens_of_image(value)
        members = (member for key, member in value.items() if key != "signature")
        return sum(map(_tokens, members))
    return 0 if value is None else 1
