"""What the model saw of a result, as parts: texts, JSON, pictures, documents, names of tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.disk.results import persisted_path
from steno.format.content import (
    Block,
    DocumentBlock,
    ImageBlock,
    Source,
    TextBlock,
    ToolReferenceBlock,
)
from steno.view.parts import JsonPart, ListPart, MediaPart, OutputPart, Part, TextPart
from steno.view.tools.facts import json_in
from steno.view.tools.outcome import USER_REFUSED, reason_of_refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.view.tools.facts import ToolFacts

KEPT_OPENING: Final = "<persisted-output>"
KEPT_CLOSING: Final = "</persisted-output>"
TOO_LONG: Final = "Error: result ("
"""How the result of an MCP tool begins that was too long for the transcript."""
POINTER_WITHIN: Final = 2000
"""Characters within which such a result names its file."""
DATA_URL: Final = "data:"
BASE64_MARK: Final = ";base64,"


def result_parts(facts: ToolFacts) -> tuple[Part, ...]:
    """Give all that the model saw; a failure as a failure."""
    if facts.status in ("error", "denied", "interrupted"):
        return (*failure_parts(facts), *_without_text(facts))
    if isinstance(facts.result, str):
        return text_parts(facts.result)
    if isinstance(facts.result, list):
        return (*block_parts(facts.blocks), *_strangers(facts.result))
    return () if facts.result is None else (JsonPart(facts.result, "Result"),)


def _without_text(facts: ToolFacts) -> tuple[Part, ...]:
    return block_parts(block for block in facts.blocks if not isinstance(block, TextBlock))


def _strangers(blocks: Iterable[Any]) -> tuple[Part, ...]:
    # What is no block at all belongs to no class, yet it is there and must be seen.
    return tuple(JsonPart(value) for value in blocks if not isinstance(value, dict))


def failure_parts(facts: ToolFacts) -> tuple[Part, ...]:
    """Say why a call did not do what it should; nothing where it did, or still runs."""
    if facts.status not in ("error", "denied", "interrupted"):
        return ()
    error = facts.error_text.strip("\n")
    if facts.status == "denied" and error.startswith(USER_REFUSED):
        reason = reason_of_refusal(error)
        return (TextPart(reason, "error", "The user said"),) if reason else ()
    return (TextPart(error, "error"),) if error else ()


def text_parts(text: str) -> tuple[Part, ...]:
    """Give a text: as JSON where it is that, with the file that holds the rest where one does."""
    if not text.strip():
        return ()
    value = json_in(text)
    if value is not None:
        return (JsonPart(value),)
    return (output_part(text),)


def output_part(text: str, *, is_error: bool = False, heading: str = "") -> OutputPart:
    """Give printed text; where the client kept the whole in a file, the beginning and the file."""
    if not text.startswith((KEPT_OPENING, TOO_LONG)):
        return OutputPart(text.strip("\n"), is_error=is_error, heading=heading)
    kept_in = persisted_path(text[:POINTER_WITHIN]) or ""
    inside = text.removeprefix(KEPT_OPENING).rstrip().removesuffix(KEPT_CLOSING).strip("\n")
    _, _, preview = inside.partition("\n\n")
    shown = preview.partition("\n")[2] if preview.startswith("Preview") else inside
    return OutputPart(shown, is_error=is_error, heading=heading, kept_in=kept_in)


def block_parts(blocks: Iterable[Block]) -> tuple[Part, ...]:
    """Give the parts of blocks in their order; names of tools are put together."""
    parts: list[Part] = []
    tools: list[str] = []
    for block in blocks:
        if isinstance(block, ToolReferenceBlock):
            tools.append(block.tool_name or "")
        else:
            parts += _of_block(block)
    return (*parts, ListPart(tuple(tools), heading="Tools")) if tools else tuple(parts)


def _of_block(block: Block) -> tuple[Part, ...]:
    if isinstance(block, TextBlock):
        return text_parts(block.text or "")
    if isinstance(block, (ImageBlock, DocumentBlock)) and (source := block.source) is not None:
        title = (block.title or "") if isinstance(block, DocumentBlock) else ""
        return (_media(source, title),)
    return (JsonPart(block.body),)


def _media(source: Source, title: str) -> Part:
    if source.type == "text":
        return TextPart(source.data or "", heading=title)
    where = source.url or source.file_id or title
    return MediaPart(source.media_type or "", source.data or "", where)


def media_in_data_url(text: str) -> MediaPart | None:
    """Read a picture that was printed as a data URL; None where it is none."""
    head, mark, data = text.strip().partition(BASE64_MARK)
    if not mark or not head.startswith(DATA_URL):
        return None
    return MediaPart(head.removeprefix(DATA_URL), data)


def markdown_parts(text: str, heading: str = "") -> tuple[Part, ...]:
    """Give Markdown, or nothing where there is none."""
    return (TextPart(text.strip("\n"), "markdown", heading),) if text.strip() else ()
