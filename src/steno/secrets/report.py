"""What is told of the secrets of sessions: where they are and how many, never what they are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.disk.backups import backups_of
from steno.disk.layout import history_path, meta_path
from steno.disk.results import tool_result_files
from steno.errors import UnreadableFileError
from steno.secrets.files import find_in_name, find_in_text, find_in_transcript
from steno.secrets.mask import masked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from steno.disk.discover import Home, SessionFile
    from steno.secrets.files import Found, Progress
    from steno.secrets.scan import Scanner

MOST_LINES: Final = 5
"""How many line numbers are told of one kind of secret in one file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretFinding:
    """All secrets of one kind in one file."""

    rule: str
    family: str
    severity: str
    file: str
    line: int
    """The first line that holds one; 0 where it is in the name of the file."""
    lines: list[int]
    """The first few of them."""
    field: str
    """The path of the first one within its line; empty in a file of plain text, ``(file name)``
    where it is in the name of the file."""
    mask: str
    """What all secrets of this kind begin with."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSecrets:
    """The secrets of one session, in all files that belong to it."""

    id: str
    path: str
    findings: list[SecretFinding]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSecrets:
    """The secrets of a file that belongs to no session."""

    path: str
    findings: list[SecretFinding]


class Part(NamedTuple):
    """A file that is looked at."""

    path: Path
    size: int
    is_transcript: bool


def parts_of(session: SessionFile) -> list[Part]:
    """List the files of a session: transcripts, the notes of sub-agents, results, backups."""
    parts = [Part(session.path, session.size, is_transcript=True)]
    for agent in session.subagents:
        parts.append(Part(agent.path, agent.size, is_transcript=True))
        note = meta_path(agent.path)
        if note.is_file():
            parts.append(Part(note, 0, is_transcript=False))
    parts += (
        Part(each.path, each.size, is_transcript=False) for each in tool_result_files(session)
    )
    if session.home is not None:
        kept = backups_of(session.home, session.id)
        parts += (Part(each.path, each.size, is_transcript=False) for each in kept)
    return parts


def history_of(home: Home) -> Part | None:
    """Give the home's history, if there is one."""
    path = history_path(home.path)
    return Part(path, path.stat().st_size, is_transcript=True) if path.is_file() else None


@dataclass(slots=True)
class Inspector:
    """Looks at files one after another."""

    scanner: Scanner
    progress: Progress = None
    troubled: Callable[[UnreadableFileError], object] | None = None
    """Who is told of a file that cannot be read."""
    totals: Counter[str] = field(default_factory=Counter)
    """Secrets by rule."""

    def session(self, session: SessionFile, parts: Iterable[Part]) -> SessionSecrets:
        """Look at all files of a session."""
        return SessionSecrets(
            id=session.id,
            path=self._named(session.path),
            findings=[found for part in parts for found in self.findings(part)],
        )

    def file(self, part: Part) -> FileSecrets:
        """Look at one file."""
        return FileSecrets(path=self._named(part.path), findings=self.findings(part))

    def findings(self, part: Part) -> list[SecretFinding]:
        """Sum up the secrets of one file by rule."""
        groups: dict[str, list[Found]] = {}
        counts: Counter[str] = Counter()
        for found in self._found(part):
            counts[found.rule.name] += 1
            kept = groups.setdefault(found.rule.name, [])
            if len(kept) < MOST_LINES and found.line not in [each.line for each in kept]:
                kept.append(found)
        self.totals.update(counts)
        file = self._named(part.path)
        return [_summed(file, groups[name], counts[name]) for name in groups]

    def _named(self, path: Path) -> str:
        """Give a path to show: it may hold a secret itself."""
        return masked(str(path), self.scanner.find(str(path)))

    def _found(self, part: Part) -> Iterator[Found]:
        yield from find_in_name(part.path, self.scanner)
        find = find_in_transcript if part.is_transcript else find_in_text
        try:
            yield from find(part.path, self.scanner, self.progress)
        except UnreadableFileError as error:
            if self.troubled is not None:
                self.troubled(error)


def _summed(file: str, found: list[Found], count: int) -> SecretFinding:
    first = found[0]
    return SecretFinding(
        rule=first.rule.name,
        family=first.rule.family,
        severity=first.rule.severity.value,
        file=file,
        line=first.line,
        lines=[each.line for each in found],
        field=first.field,
        mask=first.mask,
        count=count,
    )
