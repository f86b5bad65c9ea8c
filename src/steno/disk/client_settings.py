"""The client's ``settings.json``: read it, and change single values of it without disturbing it."""

from __future__ import annotations

import copy
import difflib
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.disk import layout, peek
from steno.disk.writer import replace_file
from steno.errors import (
    ClientSettingsError,
    FileChangedError,
    UnreadableFileError,
    WriteFailedError,
)
from steno.format import codec, spans
from steno.format.charset import BOM
from steno.format.json_edit import edited, same

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.disk.discover import Home

    Settings = dict[str, Any]

DEFAULT_CLEANUP_DAYS: Final = 30
"""After so many days without a write the client deletes a transcript, unless told otherwise."""

_TOO_DEEP: Final = "it is nested too deeply"


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """A settings file as it was read."""

    path: Path
    raw: bytes | None
    """The bytes of the file; None where there is none."""
    values: Settings

    @property
    def cleanup_period_days(self) -> int:
        """Days after which the client deletes a transcript; 0 means that it keeps none."""
        days = self.values.get("cleanupPeriodDays")
        if isinstance(days, bool) or not isinstance(days, (int, float)) or not days >= 0:
            return DEFAULT_CLEANUP_DAYS
        return int(min(days, 10**6))


def read_settings(path: Path) -> ClientSettings:
    """Read a settings file; a missing or empty one has no values of its own."""
    raw = _read_bytes(path)
    text = (raw or b"").removeprefix(BOM)
    if not text.strip():
        return ClientSettings(path, raw, {})
    try:
        decoded = codec.decode_json(text)
    except codec.JsonRefusedError as error:
        raise ClientSettingsError(path, "it is not JSON") from error
    if decoded.loose:
        raise ClientSettingsError(path, "it has NaN or Infinity in it")
    if decoded.deep:
        raise ClientSettingsError(path, _TOO_DEEP)
    if not isinstance(decoded.value, dict):
        raise ClientSettingsError(path, "it is no JSON object")
    return ClientSettings(path, raw, decoded.value)


def _read_bytes(path: Path) -> bytes | None:
    try:
        clipped = peek.read_clipped(path, peek.OBJECT_LIMIT)
    except UnreadableFileError as error:
        if isinstance(error.__cause__, (FileNotFoundError, NotADirectoryError)):
            return None
        raise ClientSettingsError(path, error.reason) from error
    if clipped.truncated:
        raise ClientSettingsError(path, f"it is larger than {peek.OBJECT_LIMIT >> 20} MB")
    return clipped.content


def cleanup_period_days(home: Home) -> int:
    """Give the days after which the client deletes a transcript of this home."""
    return read_settings(layout.settings_path(home.path)).cleanup_period_days


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """A planned edit of a settings file: to look at, to apply, to take back."""

    path: Path
    before: bytes | None
    """The bytes that the plan was made from; None where there was no file."""
    after: bytes

    @property
    def changes_anything(self) -> bool:
        """Whether applying it would write."""
        return (self.before or b"") != self.after

    def diff(self) -> str:
        """Show the edit as a unified diff."""
        name = str(self.path)
        lines = difflib.unified_diff(_lines(self.before or b""), _lines(self.after), name, name)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)

    def apply(self) -> None:
        """Write it; FileChangedError if somebody changed the file since it was read."""
        if self.changes_anything:
            replace_file(self.path, self.after, expected_sha256=_digest(self.before))

    def undo(self) -> None:
        """Put the old bytes back; FileChangedError if somebody changed the file meanwhile."""
        if not self.changes_anything:
            return
        if self.before is None:
            self._remove()
        else:
            replace_file(self.path, self.before, expected_sha256=_digest(self.after))

    def _remove(self) -> None:
        if _read_bytes(self.path) != self.after:
            raise FileChangedError(self.path)
        try:
            self.path.unlink()
        except OSError as error:
            raise WriteFailedError(self.path, peek.reason_of(error)) from error


def edit_settings(path: Path, change: Callable[[Settings], Settings]) -> SettingsChange:
    """Plan an edit: ``change`` takes a copy of the values and returns what they should be.

    Only values that differ are encoded anew; every other byte of the file stays.
    """
    settings = read_settings(path)
    try:
        wanted = change(copy.deepcopy(settings.values))
        plan = SettingsChange(path, settings.raw, _edited(settings, wanted))
        _check(plan, wanted)
    except RecursionError as error:
        raise ClientSettingsError(path, _TOO_DEEP) from error
    return plan


def _edited(settings: ClientSettings, wanted: Settings) -> bytes:
    raw = settings.raw or b""
    if same(settings.values, wanted):
        return raw
    body = raw.removeprefix(BOM)
    bom = raw[: len(raw) - len(body)]
    return bom + edited(body if body.strip() else b"", settings.values, wanted)


def _check(change: SettingsChange, wanted: Settings) -> None:
    """Read the result back: an edit that says something else is never written."""
    text = change.after.removeprefix(BOM)
    if not text.strip() and not wanted:
        return
    if not spans.is_wellformed(text) or not same(codec.decode_json(text).value, wanted):
        raise ClientSettingsError(change.path, "the new values cannot be written into it")


def _digest(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()


def _lines(content: bytes) -> list[str]:
    text = content.decode("utf-8", "backslashreplace")
    return [f"{line}\n" for line in text.removesuffix("\n").split("\n")] if text else []
