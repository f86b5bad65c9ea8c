"""What is wrong in one session: its lines, and how they hold together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.format.finding import Finding, finding
from steno.session.file_findings import FileFindings, findings_of_end
from steno.session.finding_list import FindingList
from steno.session.structure import Noted, check_structure

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.format.drift import Drift
    from steno.format.entry import Entry
    from steno.session.session import Session


@dataclass(frozen=True, slots=True)
class Checkup:
    """What the check of one file found."""

    findings: tuple[Finding, ...]
    """By line; those of the whole file come first."""
    reachable: float | None = None
    """The share of the messages that a resume goes by; None where that is not known."""


class LineCheck:
    """Checks lines one by one as they are read."""

    def __init__(
        self,
        drift: Drift | None = None,
        *,
        name: str = "",
        progress: Callable[[int], object] | None = None,
    ) -> None:
        """Take what learns of the unknown, the file's name for it, and who is told of bytes."""
        self.findings = FindingList()
        self._told = FileFindings()
        self._messages = 0
        self._drift = drift
        self._name = name
        self._progress = progress

    def see(self, entry: Entry) -> None:
        """Take in one stored line."""
        self.findings.add(self._told.of(entry))
        for part in entry.parts:
            self._messages += isinstance(part, (UserEntry, AssistantEntry))
            if self._drift is not None:
                self._drift.see(part, f"{self._name}:{part.line}")
        if self._progress is not None:
            self._progress(entry.length)

    def finish(self) -> None:
        """Tell what is to be told at the end."""
        if not self._messages:
            self.findings.add([finding("no-messages", None)])


def check_session(session: Session) -> Checkup:
    """Check a loaded session; its lines are read once more."""
    lines, noted, row = LineCheck(), Noted(), 0
    for entry in session.entries:
        lines.see(entry)
        for part in entry.parts:
            noted.see(session.outline, row, part)
            row += 1
        row += not entry.parts
    if session.path is not None:
        lines.findings.add(findings_of_end(session.path))
    lines.finish()
    structure = check_structure(session, noted)
    lines.findings.add(structure.findings)
    return Checkup(lines.findings.all(), structure.reachable)
