"""What is wrong in a file, as a value: a :class:`Finding` and the catalogue of its codes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """Something cannot be read, or a resume would lose it."""
    WARNING = "warning"
    """Readable, but a reader (the real client included) may stumble over it."""
    INFO = "info"
    """Worth knowing; nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What all findings of one code have in common."""

    severity: Severity
    """How much the gravest of them matter."""
    meaning: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong (or noteworthy) in one file."""

    code: str
    severity: str
    line: int | None
    """1-based line, or None where the whole file is meant."""
    message: str
    fix: str = ""


_LOOK_AT_BYTES: Final = "look at its bytes: steno show SESSION --raw LINE"
_READ_LINE: Final = "read the line: steno show SESSION --lines LINE --full"
_SEE_LINKS: Final = "see what hangs on what: steno tree SESSION --all"
_MEND: Final = "mend it: steno repair SESSION"
_NOTHING: Final = "nothing needs to be done"

KINDS: Final[dict[str, Kind]] = {
    "bad-line": Kind(
        Severity.ERROR,
        "A line that is no JSON object; the client passes over it.",
        f"{_MEND}; {_LOOK_AT_BYTES}",
    ),
    "torn-line": Kind(
        Severity.ERROR,
        "A line that was cut off in the middle of writing.",
        f"{_MEND}; {_LOOK_AT_BYTES}",
    ),
    "glued-line": Kind(
        Severity.ERROR,
        "Several records on one line; the client reads the first at most.",
        f"{_MEND}; {_LOOK_AT_BYTES}",
    ),
    "nul-bytes": Kind(
        Severity.ERROR,
        "NUL bytes, left by a crash or a full disk.",
        f"{_MEND}; {_LOOK_AT_BYTES}",
    ),
    "loose-json": Kind(
        Severity.WARNING,
        "Python-style JSON (NaN, Infinity) that the client refuses.",
        f"{_MEND}; {_READ_LINE}",
    ),
    "not-utf8": Kind(
        Severity.WARNING,
        "Bytes that are not UTF-8; read in the encoding that the message names.",
        f"{_MEND}; {_LOOK_AT_BYTES}",
    ),
    "too-deep": Kind(
        Severity.WARNING,
        "Nested too deeply to decode whole; the deepest values are kept as bytes.",
        _LOOK_AT_BYTES,
    ),
    "huge-line": Kind(
        Severity.INFO,
        "A line so long that it is skimmed and only read whole when asked for.",
        _LOOK_AT_BYTES,
    ),
    "blank-line": Kind(
        Severity.INFO,
        "An empty line; harmless.",
        _NOTHING,
    ),
    "bom": Kind(
        Severity.INFO,
        "A byte order mark at the head of the file; harmless.",
        _NOTHING,
    ),
    "crlf": Kind(
        Severity.INFO,
        "Lines that end in CR LF; harmless.",
        _NOTHING,
    ),
    "no-final-newline": Kind(
        Severity.INFO,
        "The last line has no newline; the client would glue its next record to it.",
        f"{_MEND}; end the file with a newline before the session is resumed",
    ),
    "no-type": Kind(
        Severity.INFO,
        "A line with no type of its own; its role says what it is.",
        f"{_MEND}; {_READ_LINE}",
    ),
    "wrong-shape": Kind(
        Severity.WARNING,
        "A known field that holds another kind of value than it should.",
        _READ_LINE,
    ),
    "no-timestamp": Kind(
        Severity.WARNING,
        "A message without a usable timestamp; if it is the last, the session cannot be resumed.",
        f"{_MEND}; {_READ_LINE}",
    ),
    "no-message-id": Kind(
        Severity.WARNING,
        "An assistant line without message.id; the client merges all such lines into one.",
        f"{_MEND}; {_READ_LINE}",
    ),
    "no-model": Kind(
        Severity.WARNING,
        "An assistant line without message.model; the client hangs on resume.",
        f"{_MEND}; {_READ_LINE}",
    ),
    "string-content": Kind(
        Severity.WARNING,
        "An assistant line whose content is a string; the client fails on resume.",
        f"{_MEND}; {_READ_LINE}",
    ),
    "no-uuid": Kind(
        Severity.WARNING,
        "A message without a uuid; nothing can hang on it.",
        f"{_MEND}; read them in the order of the file: steno show SESSION",
    ),
    "orphan-parent": Kind(
        Severity.WARNING,
        "A parentUuid that is nowhere in the file. Info where it is known that this cuts nothing, "
        "or where another finding tells what it cuts.",
        f"{_MEND}; {_SEE_LINKS}",
    ),
    "parent-cycle": Kind(
        Severity.ERROR,
        "Lines that hang on one another in a circle, or a line that hangs on itself: a resume "
        "loses history there, or sends it in the wrong order. Warning where it gets by.",
        f"{_MEND}; {_SEE_LINKS}",
    ),
    "repeated-uuid": Kind(
        Severity.WARNING,
        "A uuid that a later line has, too: the client goes by the later one. Info where both "
        "lines say the same, or the client could not read the earlier one anyway.",
        f"{_MEND}; {_READ_LINE}",
    ),
    "child-before-parent": Kind(
        Severity.INFO,
        "Lines that stand before the line that they hang on; readers have to link the whole file.",
        f"{_MEND}; {_NOTHING}",
    ),
    "call-without-result": Kind(
        Severity.WARNING,
        "A tool call whose result is missing although the model went on; a resume leaves the call "
        "out. Info where it was broken off, beside the active chain, and in a sub-agent's file.",
        f"{_MEND}; see what was called: steno tools SESSION",
    ),
    "result-without-call": Kind(
        Severity.WARNING,
        "A tool's result whose call is nowhere in the file; a resume leaves the result out. Info "
        "beside the active chain.",
        _READ_LINE,
    ),
    "repeated-result": Kind(
        Severity.WARNING,
        "A further result for a call that has one; a resume goes by the first. Info beside the "
        "active chain.",
        _READ_LINE,
    ),
    "unreachable-history": Kind(
        Severity.ERROR,
        "Messages that a resume does not see, because the links between the lines are broken.",
        f"{_MEND}; see where they part: steno tree SESSION; read all of it: steno show SESSION",
    ),
    "dead-branch": Kind(
        Severity.INFO,
        "Messages on a branch that the session has left, as a rewind leaves it; a resume does not "
        "see them.",
        "see the branches: steno tree SESSION",
    ),
    "not-resumable": Kind(
        Severity.ERROR,
        "The client would not resume this session, for the reason that the message gives.",
        f"{_MEND}; read it all the same: steno show SESSION, steno messages SESSION --full-history",
    ),
    "context-full": Kind(
        Severity.WARNING,
        "The context is full: the client refuses to resume the session unless it may compact it.",
        "make it shorter: steno compress SESSION; or resume it in a client that may compact it by "
        "itself (auto-compaction on)",
    ),
    "not-linked": Kind(
        Severity.INFO,
        "The file has too many lines to check how they hang together; each was checked by itself.",
        "read it in parts: steno show SESSION --lines A..B",
    ),
    "no-messages": Kind(
        Severity.INFO,
        "No user or assistant line; there is nothing to resume.",
        "see what it holds: steno stats SESSION",
    ),
    "lost-subagent": Kind(
        Severity.INFO,
        "A sub-agent file whose session is not in this home.",
        "read it by its path, which --json tells: steno show PATH",
    ),
    "expiring": Kind(
        Severity.INFO,
        "The client will soon delete this file (cleanupPeriodDays).",
        "raise cleanupPeriodDays in settings.json, or keep a copy",
    ),
    "live-writer": Kind(
        Severity.INFO,
        "A running client holds this session; its last turn may be unfinished.",
        "check it again when the client has ended",
    ),
    "unreadable": Kind(
        Severity.ERROR,
        "The file could not be read.",
        "see who may read the file, and whether it is still there",
    ),
}
"""Every code that a finding can carry, with its severity, its meaning and what can be done."""


def finding(
    code: str, line: int | None, detail: str = "", *, severity: Severity | None = None
) -> Finding:
    """Make the finding ``code`` for ``line``.

    ``detail`` replaces the general meaning; ``severity`` is given where this one matters less
    than the others of its code.
    """
    kind = KINDS[code]
    weight = (severity or kind.severity).value
    return Finding(code, weight, line, detail or kind.meaning, kind.fix)
