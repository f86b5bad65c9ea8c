"""System lines where older conversation gave way to a summary."""

from __future__ import annotations

from steno.format.entries.system.entry import SystemEntry
from steno.format.view import NAMED, View, integer, mapping, text, texts, view


class PreservedSegment(View):
    """A stretch of older lines that stays in use, by its ends."""

    head_uuid = text("headUuid", since="2.1.197")
    """Its first line."""
    anchor_uuid = text("anchorUuid", since="2.1.197")
    """The line behind which it is replayed: the summary."""
    tail_uuid = text("tailUuid", since="2.1.197")
    """Its last line."""


class PreservedMessages(View):
    """Older lines that stay in use, one by one; they stand before the boundary."""

    anchor_uuid = text("anchorUuid", since="2.1.197")
    """The line behind which they are replayed: the summary."""
    uuids = texts("uuids", since="2.1.197")
    """The lines, in the order of their replay; one missing and none is replayed."""
    all_uuids = texts("allUuids", since="2.1.197")
    """The same with lines that are not sent; a resume does not look at it."""


class CompactMetadata(View):
    """How a compaction came about and what it left."""

    trigger = text("trigger", since="2.0.76")
    """``manual`` or ``auto``."""
    pre_tokens = integer("preTokens", since="2.0.76")
    """Tokens in the context before."""
    post_tokens = integer("postTokens", since="2.1.197")
    """Tokens in the context after."""
    duration_ms = integer("durationMs", since="2.1.197")
    """How long it took."""
    cumulative_dropped_tokens = integer("cumulativeDroppedTokens", since="2.1.197")
    """Tokens dropped by this and all earlier compactions."""
    preserved_segment = view("preservedSegment", PreservedSegment, since="2.1.197")
    """What stays in use, by its ends; read only where there are no ``preservedMessages``."""
    preserved_messages = view("preservedMessages", PreservedMessages, since="2.1.197")
    """What stays in use, line by line."""
    running_turn_prompt = mapping("runningTurnPrompt", since="2.1.325")
    """There where a turn was under way; an empty object in every line seen."""
    pre_compact_discovered_tools = texts("preCompactDiscoveredTools", since=NAMED)
    """The tools that a tool search had found before."""


class CompactBoundaryEntry(SystemEntry):
    """A compaction: what stands before it in the chain is no longer sent."""

    SUBTYPE = "compact_boundary"
    SINCE = "2.0.76"

    logical_parent_uuid = text("logicalParentUuid", since="2.0.76")
    """The line that it follows in truth (``parentUuid`` is null); not always in the file."""
    compact_metadata = view("compactMetadata", CompactMetadata, since="2.0.76")
    """How it came about and what it left."""


class MicrocompactMetadata(View):
    """What a small compaction took out."""

    trigger = text("trigger", since="2.1.12", until="2.1.22")
    """``auto``."""
    pre_tokens = integer("preTokens", since="2.1.12", until="2.1.22")
    """Tokens in the context before."""
    tokens_saved = integer("tokensSaved", since="2.1.12", until="2.1.22")
    """Tokens that were freed."""
    compacted_tool_ids = texts("compactedToolIds", since="2.1.12", until="2.1.22")
    """The calls whose results are no longer sent whole."""
    cleared_attachment_uuids = texts("clearedAttachmentUUIDs", since="2.1.12", until="2.1.22")
    """The attachments that are no longer sent."""


class MicrocompactBoundaryEntry(SystemEntry):
    """A small compaction: old tool results were cut; a resume does not look at it."""

    SUBTYPE = "microcompact_boundary"
    SINCE = "2.1.12"
    UNTIL = "2.1.22"

    microcompact_metadata = view(
        "microcompactMetadata", MicrocompactMetadata, since="2.1.12", until="2.1.22"
    )
    """What was taken out."""
