"""What a card is made of, before any markup: text, code, output, diffs, lists, pictures.

A surface (terminal, page, Markdown, console client) draws each kind of part in its own way and
may fold what is long; the parts themselves always hold everything. ``kind`` names the class for
surfaces that choose by a word, such as templates.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

TextStyle = Literal["plain", "markdown", "error", "dim"]
LineKind = Literal[" ", "+", "-", "\\"]


@dataclass(frozen=True, slots=True)
class TextPart:
    """Words: prose, Markdown, an error, or a remark in the background."""

    kind: ClassVar[str] = "text"

    text: str = field(repr=False)
    style: TextStyle = "plain"
    heading: str = ""
    """What it is, where the card holds several texts: Prompt, Answer, …"""


@dataclass(frozen=True, slots=True)
class CodePart:
    """Source code or anything else to be set in one width, with its language."""

    kind: ClassVar[str] = "code"

    text: str = field(repr=False)
    language: str = ""
    """The language in lower case as highlighters name it (``python``), or nothing."""
    path: str = ""
    """The file that it stands in, as recorded."""
    first_line: int | None = None
    """The number of its first line in that file; None where lines have no number."""
    heading: str = ""

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return line_count(self.text)


@dataclass(frozen=True, slots=True)
class OutputPart:
    """What a program printed."""

    kind: ClassVar[str] = "output"

    text: str = field(repr=False)
    is_error: bool = False
    """True for the error output, and for what a failed command printed."""
    heading: str = ""
    kept_in: str = ""
    """The file that holds the whole output where this is only its beginning."""
    kept_bytes: int | None = None
    """The size of that file."""

    @property
    def lines(self) -> int:
        """How many lines are shown here."""
        return line_count(self.text)


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff."""

    kind: LineKind
    """Kept, added, removed, or (``\\``) a remark such as a missing newline at the end."""
    text: str
    old_number: int | None = None
    """Its number before the change; None for an added line, and where nobody knows."""
    new_number: int | None = None
    """Its number after the change; None for a removed line, and where nobody knows."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """One changed stretch of a file."""

    old_start: int | None
    """The first line before; None where the place in the file is not known."""
    old_lines: int
    new_start: int | None
    """The first line after; None where the place in the file is not known."""
    new_lines: int
    lines: tuple[DiffLine, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class DiffPart:
    """A change of one file."""

    kind: ClassVar[str] = "diff"

    path: str
    hunks: tuple[Hunk, ...]
    language: str = ""
    heading: str = ""

    @property
    def added(self) -> int:
        """How many lines were added."""
        return self._count("+")

    @property
    def removed(self) -> int:
        """How many lines were removed."""
        return self._count("-")

    def _count(self, kind: LineKind) -> int:
        return sum(line.kind == kind for hunk in self.hunks for line in hunk.lines)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a list of things to do."""

    text: str
    status: str
    """``pending``, ``in_progress``, ``completed``, or whatever else was written."""
    note: str = ""
    """A priority, an owner, or what it waits for."""
    changed: bool = False
    """True where this very call added it or changed its status."""


@dataclass(frozen=True, slots=True)
class ChecklistPart:
    """Things to do, each with its status."""

    kind: ClassVar[str] = "checklist"

    steps: tuple[Step, ...]
    heading: str = ""

    @property
    def done(self) -> int:
        """How many are done."""
        return sum(step.status == "completed" for step in self.steps)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to choose from."""

    label: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """A question to the user, the answers to choose from, and the one that was given."""

    kind: ClassVar[str] = "question"

    question: str
    choices: tuple[Choice, ...] = ()
    answer: str = ""
    """What was answered, word for word; empty where nothing was (yet)."""
    note: str = ""
    """What the user added."""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """An address with its title."""

    url: str
    title: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LinksPart:
    """Addresses."""

    kind: ClassVar[str] = "links"

    links: tuple[Link, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class ListPart:
    """Short texts, one below the other: files, names."""

    kind: ClassVar[str] = "list"

    entries: tuple[str, ...] = field(repr=False)
    are_paths: bool = False
    """True where they are files or folders, as recorded."""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class FactsPart:
    """Short texts, each behind its name."""

    kind: ClassVar[str] = "facts"

    pairs: tuple[tuple[str, str], ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class TablePart:
    """Rows of short texts; each row has as many as there are columns."""

    kind: ClassVar[str] = "table"

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class MediaPart:
    """A picture or a document."""

    kind: ClassVar[str] = "media"

    media_type: str
    """The MIME type as recorded; empty where none is."""
    data: str = field(default="", repr=False)
    """Its bytes as base64, the very string of the transcript; empty where they lie elsewhere."""
    source: str = ""
    """The file or the address that it comes from."""
    width: int | None = None
    height: int | None = None
    heading: str = ""

    @property
    def is_image(self) -> bool:
        """Whether it is a picture."""
        return self.media_type.startswith("image/")

    @property
    def size(self) -> int:
        """How many bytes the base64 text stands for."""
        padding = 2 if self.data.endswith("==") else 1 if self.data.endswith("=") else 0
        return max(0, len(self.data) * 3 // 4 - padding)


@dataclass(frozen=True, slots=True)
class JsonPart:
    """A JSON value as it was recorded."""

    kind: ClassVar[str] = "json"

    value: Any = field(repr=False)
    heading: str = ""


Part = (
    TextPart
    | CodePart
    | OutputPart
    | DiffPart
    | ChecklistPart
    | QuestionPart
    | LinksPart
    | ListPart
    | FactsPart
    | TablePart
    | MediaPart
    | JsonPart
)
"""Everything that may stand in a card."""


def line_count(text: str) -> int:
    """Count the lines of a text; a newline at its very end begins none."""
    if not text:
        return 0
    return text.count("\n") + (not text.endswith("\n"))
