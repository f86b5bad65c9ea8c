"""What was typed into the client, from ``history.jsonl``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from steno.disk.reader import FileRange, RawLine, read_lines
from steno.errors import UnreadableFileError
from steno.format import codec
from steno.format.charset import BOM
from steno.format.finding import Finding, finding
from steno.format.members import words_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class HistoryInput:
    """One thing that was typed."""

    line: int
    display: str
    """The text as the prompt showed it; pasted parts are named, not shown."""
    pasted: Mapping[str, Any]
    """What was pasted, by the number in the text."""
    timestamp: datetime | None
    project: str | None
    """The working directory of the client."""
    session_id: str | None
    """Missing in lines of early versions."""


def read_history(path: Path, findings: list[Finding] | None = None) -> Iterator[HistoryInput]:
    """Yield the inputs in the order of the file; a history that does not exist is empty.

    Lines that cannot be used are passed over and, if a list is given, told in ``findings``.
    """
    complaints = [] if findings is None else findings
    for line in _lines(path):
        read = _read_line(line.number, line.content)
        if isinstance(read, Finding):
            complaints.append(read)
        elif read is not None:
            yield read


def _lines(path: Path) -> Iterator[RawLine]:
    try:
        yield from read_lines(path)
    except UnreadableFileError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise


def _read_line(number: int, content: bytes | FileRange) -> HistoryInput | Finding | None:
    if isinstance(content, FileRange):
        return finding("huge-line", number)
    text = content.removeprefix(BOM).strip(b" \t\r\n\0")
    if not text:
        return None
    try:
        entry = codec.decode_json(text).value
    except codec.JsonRefusedError:
        return finding("bad-line" if content.endswith(b"\n") else "torn-line", number)
    if not isinstance(entry, dict) or not isinstance(entry.get("display"), str):
        return finding("wrong-shape", number, "A line of the history without a text.")
    return _input(number, entry)


def _input(number: int, entry: Mapping[str, Any]) -> HistoryInput:
    pasted = entry.get("pastedContents")
    return HistoryInput(
        line=number,
        display=entry["display"],
        pasted=pasted if isinstance(pasted, dict) else {},
        timestamp=time_from_ms(entry.get("timestamp")),
        project=words_in(entry, "project"),
        session_id=words_in(entry, "sessionId"),
    )


def time_from_ms(value: object) -> datetime | None:
    """Turn milliseconds since 1970 into a time; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return _EPOCH + timedelta(milliseconds=value)
    except (OverflowError, ValueError):
        return None
