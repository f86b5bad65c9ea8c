"""Messages in a row become one: merging, pairing and pruning before they are sent.

Rules 22 to 28 of what the real client does (``docs/resume.md``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

Block = dict[str, Any]

NO_CONTENT: Final = "(no content)"
"""What the client writes where nothing is left of a message."""
MISSING_RESULT: Final = "[Tool result missing due to internal error]"
INTERRUPTED_CALL: Final = "[Tool use interrupted]"
REFERENCES_REMOVED: Final = "[Tool references removed - tool search not enabled]"
MOST_IMAGES: Final = 100
IMAGES_KEPT: Final = 80


@dataclass(slots=True)
class Draft:
    """A message on its way: its role, its blocks, and where it came from."""

    role: str
    blocks: list[Block]
    message_id: object = None
    thinned: bool = False
    """Thinking was taken out of it."""
    plain: bool = False
    """Its content is a string as long as nothing is joined to it."""

    @classmethod
    def user(cls, blocks: list[Block]) -> Draft:
        """Make a message of the user's side."""
        return cls("user", blocks)

    @classmethod
    def prompt(cls, text: str) -> Draft:
        """Make a message of the user's side that is one string."""
        return cls("user", [text_block(text)], plain=True)

    @classmethod
    def filler(cls) -> Draft:
        """Make a reply of the client's own that parts two user messages; its text is left out."""
        return cls("assistant", [{"type": OWN_WORDS}], message_id=object())

    @classmethod
    def reply(cls, blocks: list[Block], message_id: object, *, thinned: bool = False) -> Draft:
        """Make a part of a model's reply."""
        return cls("assistant", blocks, message_id, thinned)

    @classmethod
    def reminder(cls, images: list[Block]) -> Draft:
        """Make a reminder of the client's own; its text is left out, its images are not."""
        return cls("user", [{"type": OWN_WORDS}, *images])

    def holds(self, kind: str) -> bool:
        """Say whether it has a block of a type."""
        return any(block.get("type") == kind for block in self.blocks)


OWN_WORDS: Final = "steno:own-words"
"""The type of a block that stands for the client's own words until the messages are merged."""


def merge(drafts: Iterable[Draft]) -> list[dict[str, Any]]:
    """Give the messages that drafts become."""
    messages = join_users(drop_thinned(join(drafts)))
    for message in messages:
        if message.role == "assistant":
            message.blocks = calls_last(without_fallbacks(message.blocks))
    messages = pair(messages)
    for message in messages:
        kept = [block for block in message.blocks if block.get("type") != OWN_WORDS]
        message.blocks = [plain_result(block) for block in kept]
    prune_images(messages)
    return [as_sent(message) for message in messages if message.blocks]


def as_sent(message: Draft) -> dict[str, Any]:
    """Give a message as the API takes it."""
    is_string = message.plain and len(message.blocks) == 1
    content = message.blocks[0]["text"] if is_string else message.blocks
    return {"role": message.role, "content": well_formed(content)}


def well_formed(value: Any) -> Any:
    """Replace halves of surrogate pairs, which cannot be sent, as the client does."""
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value)
    if isinstance(value, list):
        return [well_formed(item) for item in value]
    if isinstance(value, dict):
        return {key: well_formed(item) for key, item in value.items()}
    return value


_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def join(drafts: Iterable[Draft]) -> list[Draft]:
    """Join parts of one API message (rule 22) and user messages in a row (rule 23)."""
    joined: list[Draft] = []
    for draft in drafts:
        if draft.role == "assistant":
            earlier = _same_message(joined, draft.message_id)
            if earlier is not None:
                earlier.blocks += draft.blocks
                earlier.thinned |= draft.thinned
                continue
            joined.append(draft)
        else:
            join_user(joined, draft)
    return joined


def join_users(messages: Iterable[Draft]) -> list[Draft]:
    """Join user messages between which a reply has gone."""
    joined: list[Draft] = []
    for message in messages:
        if message.role == "user":
            join_user(joined, message)
        else:
            joined.append(message)
    return joined


def join_user(joined: list[Draft], draft: Draft) -> None:
    """Add a user message: to the one before it, where that is a user message too (rule 23)."""
    if joined and joined[-1].role == "user":
        joined[-1].blocks = _joined(joined[-1].blocks, draft.blocks)
        joined[-1].plain = False
    else:
        joined.append(draft)


def _same_message(joined: list[Draft], message_id: object) -> Draft | None:
    """Search back for a part of the same API message, over replies and tool results."""
    for earlier in reversed(joined):
        if earlier.role == "assistant":
            if earlier.message_id == message_id:
                return earlier
        elif not earlier.holds("tool_result"):
            return None
    return None


def _joined(first: list[Block], second: list[Block]) -> list[Block]:
    """Join two user messages: results first, and a newline between texts."""
    if first[-1:] and second[:1] and _is_text(first[-1]) and _is_text(second[0]):
        first = [*first[:-1], first[-1] | {"text": f"{first[-1]['text']}\n"}]
    both = first + second
    return [b for b in both if _is_result(b)] + [b for b in both if not _is_result(b)]


def _is_text(block: Block) -> bool:
    return block.get("type") == "text" and isinstance(block.get("text"), str)


def _is_result(block: Block) -> bool:
    return block.get("type") == "tool_result"


def drop_thinned(messages: list[Draft]) -> list[Draft]:
    """Drop replies of which only white space is left without their thinking (rule 30)."""
    return [
        message
        for message in messages
        if not (message.thinned and all(_is_blank(block) for block in message.blocks))
    ]


def _is_blank(block: Block) -> bool:
    return _is_text(block) and not block["text"].strip()


def without_fallbacks(blocks: list[Block]) -> list[Block]:
    """Leave out fallback blocks and server tools without their result (rule 25)."""
    answered = {block.get("tool_use_id") for block in blocks}
    kept = [
        block
        for block in blocks
        if block.get("type") != "fallback"
        and not (block.get("type") == "server_tool_use" and block.get("id") not in answered)
    ]
    # The client writes the citations only here.
    return kept or [text_block(NO_CONTENT) | {"citations": []}]


def text_block(text: str) -> Block:
    """Make a text block."""
    return {"type": "text", "text": text}


def calls_last(blocks: list[Block]) -> list[Block]:
    """Move tool calls behind everything else (rule 24)."""
    calls = [block for block in blocks if block.get("type") == "tool_use"]
    return [block for block in blocks if block.get("type") != "tool_use"] + calls


def pair(messages: list[Draft]) -> list[Draft]:
    """Give each call one result right behind it, and each result its call before it (rule 26)."""
    paired: list[Draft] = []
    used: set[object] = set()
    calls: list[object] = []
    for message in messages:
        if message.role == "assistant":
            if calls:
                paired.append(Draft.user([_missing(call) for call in calls]))
            message.blocks, calls = _first_uses(message.blocks, used)
        else:
            message.blocks = _answers(message.blocks, calls, first=not paired)
            calls = []
        if message.blocks:
            paired.append(message)
    if calls:
        paired.append(Draft.user([_missing(call) for call in calls]))
    return paired


def _first_uses(blocks: list[Block], used: set[object]) -> tuple[list[Block], list[object]]:
    """Leave out calls whose id was used before, and list the ids of the others."""
    kept: list[Block] = []
    calls: list[object] = []
    for block in blocks:
        if block.get("type") == "tool_use":
            if block.get("id") in used:
                continue
            used.add(block.get("id"))
            calls.append(block.get("id"))
        kept.append(block)
    return kept or [text_block(INTERRUPTED_CALL)], calls


def _answers(blocks: list[Block], calls: list[object], *, first: bool) -> list[Block]:
    """Keep the first result of each call, and put one in front where it is missing."""
    open_calls = list(calls)
    kept: list[Block] = []
    for block in blocks:
        if _is_result(block):
            if block.get("tool_use_id") not in open_calls:
                continue
            open_calls.remove(block.get("tool_use_id"))
        kept.append(block)
    kept = [_missing(call) for call in open_calls] + kept
    if not kept and not first:
        return [text_block(NO_CONTENT)]
    return kept


def _missing(call: object) -> Block:
    return {
        "type": "tool_result",
        "tool_use_id": call,
        "content": MISSING_RESULT,
        "is_error": True,
    }


def plain_result(block: Block) -> Block:
    """Leave tool references out of a result, and all but text out of an error (rule 27)."""
    content = block.get("content")
    if not _is_result(block) or not isinstance(content, list):
        return block
    kept = [part for part in content if not _is_reference(part)]
    if len(kept) < len(content) and not kept:
        kept = [text_block(REFERENCES_REMOVED)]
    if block.get("is_error"):
        kept = [part for part in kept if isinstance(part, dict) and part.get("type") == "text"]
    return block | {"content": kept}


def _is_reference(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") == "tool_reference"


def prune_images(messages: list[Draft]) -> None:
    """Leave out the oldest images where there are more than the client sends (rule 28)."""
    count = sum(_count_images(message.blocks) for message in messages)
    surplus = count - IMAGES_KEPT if count > MOST_IMAGES else 0
    for message in messages:
        if surplus <= 0:
            return
        message.blocks, surplus = _without_images(message.blocks, surplus)


def _count_images(blocks: list[Block]) -> int:
    count = 0
    for block in blocks:
        count += block.get("type") == "image"
        content = block.get("content")
        if _is_result(block) and isinstance(content, list):
            count += _count_images([part for part in content if isinstance(part, dict)])
    return count


def _without_images(blocks: list[Block], surplus: int) -> tuple[list[Block], int]:
    kept: list[Block] = []
    for block in blocks:
        content = block.get("content")
        if surplus and block.get("type") == "image":
            surplus -= 1
        elif surplus and _is_result(block) and isinstance(content, list):
            left, surplus = _without_images([p for p in content if isinstance(p, dict)], surplus)
            kept.append(block | {"content": left})
        else:
            kept.append(block)
    return kept, surplus
