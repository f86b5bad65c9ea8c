"""What tells one session from another at a glance, from the two ends of its file."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from steno.disk.reader import tail_offset
from steno.disk.transcript import read
from steno.format.entries.ai_title import AiTitleEntry
from steno.format.entries.custom_title import CustomTitleEntry
from steno.format.entries.user import UserEntry, UserKind
from steno.format.envelope import ChainEntry
from steno.format.prompt import persons_words

if TYPE_CHECKING:
    from pathlib import Path

    from steno.format.entry import Entry

HEAD_LINES: Final = 200
"""How many lines are read from the front, at most."""
TAIL_LINES: Final = 20
"""How many lines are read from the end."""
LONGEST_TITLE: Final = 200
"""Characters of a prompt that serve as a title."""


@dataclass(slots=True)
class Headline:
    """The first prompt, the place, and the names of a session."""

    prompt: str | None = None
    """The first words of the person, without what the IDE added."""
    is_bare_command: bool = False
    """Whether that is a command without arguments, such as ``/clear``, which says little."""
    cwd: str | None = None
    branch: str | None = None
    slug: str | None = None
    custom_title: str | None = None
    """The name that the person gave it; the client writes it again near the end."""
    ai_title: str | None = None
    """The name that the model gave it."""

    @property
    def title(self) -> str | None:
        """The best name that the two ends of the file tell."""
        return self.custom_title or self.ai_title or self.prompt or self.slug

    @property
    def is_settled(self) -> bool:
        """Whether the front of the file has told all that is looked for there."""
        return self.prompt is not None and not self.is_bare_command and self.cwd is not None

    def see_head(self, entry: Entry) -> None:
        """Learn from a line near the front: the first of each counts."""
        if isinstance(entry, ChainEntry):
            self.cwd = self.cwd or entry.cwd
            self.slug = self.slug or entry.slug
            self.branch = self.branch or entry.git_branch
        if isinstance(entry, UserEntry) and (self.prompt is None or self.is_bare_command):
            self._see_prompt(entry)
        self._see_names(entry)

    def _see_prompt(self, entry: UserEntry) -> None:
        """Take the first words that say what the session is about, a bare command if none do."""
        words = prompt_text(entry)
        is_bare = entry.kind is not UserKind.PROMPT and words is not None and " " not in words
        if words is not None and (self.prompt is None or not is_bare):
            self.prompt, self.is_bare_command = words, is_bare

    def see_tail(self, entry: Entry) -> None:
        """Learn from a line near the end: the last of each counts."""
        if isinstance(entry, ChainEntry):
            self.branch = entry.git_branch or self.branch
            self.slug = entry.slug or self.slug
            self.cwd = self.cwd or entry.cwd
        self._see_names(entry)

    def _see_names(self, entry: Entry) -> None:
        if isinstance(entry, CustomTitleEntry):
            self.custom_title = entry.custom_title or self.custom_title
        elif isinstance(entry, AiTitleEntry):
            self.ai_title = entry.ai_title or self.ai_title


def read_headline(path: Path) -> Headline:
    """Read the two ends of a transcript."""
    headline = Headline()
    for entry in islice(read(path), HEAD_LINES):
        for part in entry.parts:
            headline.see_head(part)
        if headline.is_settled:
            break
    for entry in read(path, tail_offset(path, TAIL_LINES)):
        for part in entry.parts:
            headline.see_tail(part)
    return headline


def prompt_text(entry: UserEntry) -> str | None:
    """Give the person's own words of a line, short enough for a title; None where it has none."""
    words = None if entry.is_sidechain else persons_words(entry)
    return " ".join((words or "")[: 20 * LONGEST_TITLE].split())[:LONGEST_TITLE] or None
