"""Messages in a row become one: merging, pairing and pruning before they are sent.

Rules 22 to 28 of what the real client does (``docs/resume.md``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.session.line import NO_CONTENT, Block, id_of, is_blank, is_result, is_text, text_block

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

MISSING_RESULT: Final = "[Tool result missing due to internal error]"
INTERRUPTED_CALL: Final = "[Tool use interrupted]"
REFERENCES_REMOVED: Final = "[Tool references removed - tool search not enabled]"
MOST_IMAGES: Final = 100
IMAGES_KEPT: Final = 80
OWN_WORDS: Final = "steno:own-words"
"""The type of a block that stands for the client's own words until the messages are merged."""


@dataclass(slots=True)
class Draft:
    """A message on its way: its role, its blocks, and where it came from."""

    role: str
    blocks: list[Block]
    message_id: Hashable = None
    is_plain: bool = False
    """Its content is a string as long as nothing is joined to it."""
    is_blank: bool = False
    """It is white space, which goes when anything is joined to it."""
    is_joined: bool = False
    """It was several messages of the user's side."""

    @classmethod
    def user(cls, blocks: list[Block]) -> Draft:
        """Make a message of the user's side."""
        return cls("user", blocks)

    @classmethod
    def prompt(cls, text: str) -> Draft:
        """Make a message of the user's side that is one string."""
        return cls("user", [text_block(text)], is_plain=True)

    @classmethod
    def filler(cls) -> Draft:
        """Make a reply of the client's own that parts two user messages; its text is left out."""
        return cls("assistant", [{"type": OWN_WORDS}], message_id=object())

    @classmethod
    def reply(cls, blocks: list[Block], message_id: Hashable, *, is_blank: bool = False) -> Draft:
        """Make a part of a model's reply."""
        return cls("assistant", blocks, message_id, is_blank=is_blank)

    def extend(self, other: Draft) -> None:
        """Add another part of the same reply; one that is white space goes (rule 15)."""
        if self.is_blank:
            self.blocks, self.is_blank = other.blocks, other.is_blank
        elif not other.is_blank:
            self.blocks += other.blocks

    def join(self, other: Draft) -> None:
        """Join another user message: results first, blank texts out, a newline between texts."""
        mine = self.blocks if self.is_joined else _without_blanks(self.blocks)
        others = _without_blanks(other.blocks)
        if mine and others and is_text(mine[-1]) and is_text(others[0]):
            mine[-1] = mine[-1] | {"text": f"{mine[-1]['text']}\n"}
        mine += others
        if not self.is_joined or other.holds("tool_result"):
            mine.sort(key=is_result, reverse=True)
        self.blocks, self.is_joined, self.is_plain = mine, True, False

    @classmethod
    def reminder(cls, images: list[Block]) -> Draft:
        """Make a reminder of the client's own; its text is left out, its images are not."""
        return cls("user", [{"type": OWN_WORDS}, *images])

    def holds(self, kind: str) -> bool:
        """Say whether it has a block of a type."""
        return any(block.get("type") == kind for block in self.blocks)


def merge(drafts: Iterable[Draft]) -> list[dict[str, Any]]:
    """Give the messages that drafts become."""
    messages = join(drafts)
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
    is_string = message.is_plain and len(message.blocks) == 1
    content = message.blocks[0]["text"] if is_string else message.blocks
    return {"role": message.role, "content": well_formed(content)}


def well_formed(value: Any) -> Any:
    """Replace halves of surrogate pairs, which cannot be sent, as the client does."""
    copy: list[Any] = [value]
    waiting: list[Any] = [copy]
    # No recursion: a value may be nested as deeply as a decoder allows.
    while waiting:
        holder = waiting.pop()
        for key, item in enumerate(holder) if isinstance(holder, list) else holder.items():
            if isinstance(item, str) and not item.isascii():
                holder[key] = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", item)
            elif isinstance(item, (list, dict)):
                holder[key] = item.copy()
                waiting.append(holder[key])
    return copy[0]


_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def join(drafts: Iterable[Draft]) -> list[Draft]:
    """Join parts of one API message (rule 22) and user messages in a row (rule 23)."""
    joined: list[Draft] = []
    within_reach: dict[Hashable, Draft] = {}
    for draft in drafts:
        if draft.role == "user":
            join_user(joined, draft)
            continue
        # A part may follow replies and tool results, but no other word of the user's side.
        if joined and joined[-1].role == "user" and not joined[-1].holds("tool_result"):
            within_reach.clear()
        earlier = within_reach.setdefault(draft.message_id, draft)
        if earlier is draft:
            joined.append(draft)
        else:
            earlier.extend(draft)
    return joined


def join_user(joined: list[Draft], draft: Draft) -> None:
    """Add a user message: to the one before it, where that is a user message too (rule 23)."""
    if joined and joined[-1].role == "user":
        joined[-1].join(draft)
    else:
        joined.append(draft)


def _without_blanks(blocks: list[Block]) -> list[Block]:
    return [block for block in blocks if not is_blank(block)]


def without_fallbacks(blocks: list[Block]) -> list[Block]:
    """Leave out fallback blocks and server tools without their result (rule 25)."""
    answered = {id_of(block.get("tool_use_id")) for block in blocks}
    kept = [
        block
        for block in blocks
        if block.get("type") != "fallback"
        and not (block.get("type") == "server_tool_use" and id_of(block.get("id")) not in answered)
    ]
    # The client writes the citations only here.
    return kept or [text_block(NO_CONTENT) | {"citations": []}]


def calls_last(blocks: list[Block]) -> list[Block]:
    """Move tool calls behind everything else (rule 24)."""
    calls = [block for block in blocks if block.get("type") == "tool_use"]
    return [block for block in blocks if block.get("type") != "tool_use"] + calls


def pair(messages: list[Draft]) -> list[Draft]:
    """Give each call one result right behind it, and each result its call before it (rule 26)."""
    paired: list[Draft] = []
    used: set[Hashable] = set()
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


def _first_uses(blocks: list[Block], used: set[Hashable]) -> tuple[list[Block], list[object]]:
    """Leave out calls whose id was used before, and list the ids of the others."""
    kept: list[Block] = []
    calls: list[object] = []
    for block in blocks:
        if block.get("type") == "tool_use":
            name = id_of(block.get("id"))
            if name in used:
                continue
            used.add(name)
            calls.append(block.get("id"))
        kept.append(block)
    return kept or [text_block(INTERRUPTED_CALL)], calls


def _answers(blocks: list[Block], calls: list[object], *, first: bool) -> list[Block]:
    """Keep the first result of each call, and put one in front where it is missing."""
    open_calls = list(calls)
    kept: list[Block] = []
    for block in blocks:
        if is_result(block):
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
    if not is_result(block) or not isinstance(content, list):
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
    return sum(_is_image(block) + sum(map(_is_image, _parts(block))) for block in blocks)


def _without_images(blocks: list[Block], surplus: int) -> tuple[list[Block], int]:
    kept: list[Block] = []
    for block in blocks:
        if surplus and _is_image(block):
            surplus -= 1
        elif surplus and any(map(_is_image, _parts(block))):
            left, surplus = _without_first_images(_parts(block), surplus)
            kept.append(block | {"content": left})
        else:
            kept.append(block)
    return kept, surplus


def _without_first_images(parts: list[Any], surplus: int) -> tuple[list[Any], int]:
    kept: list[Any] = []
    for part in parts:
        if surplus and _is_image(part):
            surplus -= 1
        else:
            kept.append(part)
    return kept, surplus


def _parts(block: Block) -> list[Any]:
    """Give the parts of a result; none of any other block."""
    content = block.get("content")
    return content if is_result(block) and isinstance(content, list) else []


def _is_image(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") == "image"
