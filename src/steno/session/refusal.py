"""Why the real client would not resume a session (rules 33 to 35 of ``docs/resume.md``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.session.models import is_offered
from steno.session.outline import MESSAGE_KINDS, NO_MESSAGE, ROOT, SIDECHAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from steno.session.chain import Chain
    from steno.session.line import Line
    from steno.session.links import Links
    from steno.session.outline import Outline


class Reason(StrEnum):
    """The ways in which a resume ends without a request."""

    NO_CONVERSATION = "no-conversation"
    """The client says "No conversation found"."""
    FAILED = "failed"
    """The client says "Failed to resume session"."""
    BROKEN = "broken"
    """The client starts, but breaks on what it is about to send."""
    HANGS = "hangs"
    """The client never gets to a request."""
    TOO_LONG = "too-long"
    """The client says "Prompt is too long"."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a session does not resume."""

    code: Reason
    message: str
    """What the client does, why, and what can be done about it."""
    line: int | None = None
    """The line at fault, where one is."""


MOST_TOKENS: Final = 175_400
"""Tokens of the last reply beyond which a resume is refused (175,300 passed, 175,500 did not)."""
MOST_TOKENS_OF_DEFAULT: Final = 974_600
"""The same where the client falls back to its default model, which it gives a longer context."""


def refuse_lines(outline: Outline, chain: Chain | None) -> Refusal | None:
    """Refuse what has no conversation to resume (rule 33)."""
    if chain is None:
        return Refusal(
            Reason.NO_CONVERSATION,
            "No conversation found: the file has no line to go on from, outside of sidechains.",
        )
    line = outline.line(chain.leaf)
    if outline.has(chain.leaf, SIDECHAIN):
        return Refusal(
            Reason.NO_CONVERSATION,
            f"No conversation found: the last-prompt line points at line {line}, a sub-agent's.",
            line,
        )
    if outline.time(chain.leaf) is None:
        return Refusal(
            Reason.NO_CONVERSATION,
            f"No conversation found: line {line}, the last message, has no usable timestamp.",
            line,
        )
    return None


def refuse_compaction(metadata: Mapping[str, Any], line: int) -> Refusal | None:
    """Refuse a boundary that lists all messages but not which to keep (rule 12)."""
    listed = metadata.get("preservedMessages")
    if isinstance(listed, dict) and not isinstance(listed.get("uuids"), list):
        return Refusal(
            Reason.FAILED,
            f"Failed to resume session: the compaction on line {line} has no list of the "
            "messages that it kept.",
            line,
        )
    return None


def lines_without_message(links: Links, chain: Chain) -> Iterator[int]:
    """Yield the numbers of the user and assistant lines that lack a message which is needed.

    On the path every message is. Beside it those are where there are replies of which parts may
    be missing (rule 13): of other replies, and of the user's lines that hang on anything.
    """
    outline, path = links.outline, set(chain.path)
    looks_beside = any(outline.kind(row) == "assistant" for row in path)
    for row in sorted(links.rows):
        if outline.has(row, NO_MESSAGE) and outline.kind(row) in MESSAGE_KINDS:
            hangs = outline.kind(row) == "assistant" or outline.parents[row] != ROOT
            if row in path or (looks_beside and hangs):
                yield outline.line(row)


def refuse_missing_message(lines: Iterable[int]) -> Refusal | None:
    """Refuse a file with lines that lack a message which is needed (rule 35)."""
    line = next(iter(lines), None)
    if line is None:
        return None
    return Refusal(Reason.FAILED, f"Failed to resume session: line {line} has no message.", line)


def refuse_content(lines: Sequence[Line], numbers: Sequence[int]) -> Refusal | None:
    """Refuse a chain with a line that breaks the client or makes it hang (rule 35)."""
    for line, number in zip(lines, numbers, strict=True):
        refused = refuse_line(line, number)
        if refused is not None:
            return refused
    replies = [pair for pair in zip(lines, numbers, strict=True) if pair[0].is_reply]
    return refuse_last_reply(*replies[-1]) if replies else None


def refuse_line(line: Line, number: int) -> Refusal | None:
    """Refuse a line that breaks the client or makes it hang, wherever on the chain it stands."""
    content = line.message.get("content")
    if line.kind == "assistant" and not _are_blocks(content):
        return _broken(number, "the content of a reply is no list of blocks")
    if line.kind == "user" and not _is_content(content):
        return _broken(number, "a user message has no content")
    if line.kind == "attachment" and not isinstance(line.body.get("attachment"), dict):
        return Refusal(
            Reason.FAILED,
            f"Failed to resume session: line {number} is an attachment of nothing.",
            number,
        )
    if line.is_local_command and not _is_words(line.body.get("content")):
        return _broken(number, "the words of a local command are neither text nor blocks")
    if line.subtype == "hook_additional_context" and _is_text_context(line.body):
        return _broken(number, "the context that a hook added is a string, not a list")
    if line.subtype == "model_refusal_fallback" and not _names_model(line.body):
        return _hangs(number, "a change of the model does not name the one that took over")
    return None


def refuse_last_reply(line: Line, number: int) -> Refusal | None:
    """Refuse a chain whose last reply does not name its model."""
    if isinstance(line.message.get("model"), str):
        return None
    return _hangs(number, "the last reply does not name its model")


def _are_blocks(content: object) -> bool:
    return isinstance(content, list) and all(isinstance(block, dict) for block in content)


def _is_content(content: object) -> bool:
    return isinstance(content, (str, list))


def _is_words(content: object) -> bool:
    return _is_content(content) or content in (None, False)


def _is_text_context(body: Mapping[str, Any]) -> bool:
    attachment = body.get("attachment")
    return isinstance(attachment, dict) and isinstance(attachment.get("content"), str)


def _names_model(body: Mapping[str, Any]) -> bool:
    return isinstance(body.get("fallbackModel"), str)


def _broken(number: int, why: str) -> Refusal:
    return Refusal(Reason.BROKEN, f"The client breaks on line {number}: {why}.", number)


def _hangs(number: int, why: str) -> Refusal:
    return Refusal(Reason.HANGS, f"The client hangs on line {number}: {why}.", number)


def refuse_length(lines: Sequence[Line]) -> Refusal | None:
    """Refuse a chain whose last reply with a usage says that the context is full (rule 34)."""
    for line in reversed(lines):
        if not counts_tokens(line):
            continue
        tokens = _tokens(line.message.get("usage"))
        is_known = is_offered(str(line.message.get("model")))
        most = MOST_TOKENS if is_known else MOST_TOKENS_OF_DEFAULT
        if tokens <= most:
            return None
        return Refusal(
            Reason.TOO_LONG,
            f"Prompt is too long: the last reply counts {tokens:,} tokens, and the client "
            f"refuses from about {most:,} on. With auto-compaction on it may compact instead; "
            "--full-history prints the messages all the same.",
        )
    return None


def counts_tokens(line: Line) -> bool:
    """Say whether a line is a reply of a model that tells its usage."""
    model = line.message.get("model") if line.is_reply else None
    has_usage = line.message.get("usage") is not None
    return isinstance(model, str) and model != SYNTHETIC_MODEL and has_usage


def _tokens(usage: object) -> int:
    if not isinstance(usage, dict):
        return 0
    keys = (
        "input_tokens",
        "cache_creation_input_tokens",
        "cache_read_input_tokens",
        "output_tokens",
    )
    figures = [usage.get(key) for key in keys]
    # No number is too large or too odd for a file; figures beyond the bound say nothing more.
    return sum(
        int(max(0, min(figure, _MOST_COUNTED)))
        for figure in figures
        if isinstance(figure, (int, float))
    )


_MOST_COUNTED: Final = 10**12
