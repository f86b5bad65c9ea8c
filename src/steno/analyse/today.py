"""The tokens of one day, over all files that were written to on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk.transcript import scan
from steno.errors import UnreadableFileError
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.entry import parse_time
from steno.session.tokens import MessageTable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from pathlib import Path


def messages_since(paths: Iterable[Path], start: datetime) -> MessageTable:
    """Collect the API messages that came at or after ``start``, each once."""
    messages = MessageTable()
    for path in paths:
        try:
            _collect(path, start, messages)
        except UnreadableFileError:
            continue
    return messages


def _collect(path: Path, start: datetime, messages: MessageTable) -> None:
    for block in scan(path):
        for row in block.rows:
            message = row.message
            if row.kind != "assistant" or message is None or message.model == SYNTHETIC_MODEL:
                continue
            moment = parse_time(row.time or "")
            if moment is not None and moment >= start:
                messages.see(message, moment)
