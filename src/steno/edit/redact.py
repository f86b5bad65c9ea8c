"""Redact: secrets give way to placeholders, in every field, file and file name of a session."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from steno.disk import layout
from steno.disk.transcript import read
from steno.edit.assemble import Edit, assemble
from steno.edit.belongings import hashed_belongings
from steno.edit.draft import Draft
from steno.edit.plan import Role
from steno.edit.redacted_names import NewNames
from steno.edit.removal import Removal
from steno.edit.single_files import pieces
from steno.errors import UsageError
from steno.format.decode import whole
from steno.format.members import block_type
from steno.secrets.mask import Redactor
from steno.session.session import load
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from steno.disk.discover import SessionFile
    from steno.edit.plan import Plan
    from steno.secrets.scan import Scanner
    from steno.session.session import Session

    Body = Mapping[str, Any]

SIGNED: Final = frozenset({"thinking", "redacted_thinking"})
"""Blocks that nobody may alter: one with a secret goes as a whole."""


def redact(
    session: Session,
    scanner: Scanner | None = None,
    *,
    texts: Sequence[str] = (),
    in_place: bool = False,
    new_id: str | None = None,
) -> Plan:
    """Plan to put placeholders in the place of secrets; the same one for the same secret.

    ``texts`` are secrets as they stand, whatever the scanner makes of them.

    All files are looked through before the first is changed: a secret that stands somewhere
    with its name is known where it stands alone.
    """
    if session.file is None:
        raise UsageError("only a session in a file can be edited")
    redactor = Redactor(scanner)
    for text in texts:
        redactor.know(text)
    work = _Redaction(session, session.file, redactor, is_in_place=in_place)
    work.learn()
    # What is asked for stays out of the journal; how many secrets there were may stand there.
    found = {"secrets": redactor.known}
    work.mark()
    edit = Edit(
        "redact",
        work.draft,
        drafts=work.drafts,
        rewrites=work.rewrites,
        renamed=work.renamed,
        beside=work.beside,
        unseen=work.unseen(),
        notes=work.notes(),
        options=found,
    )
    return assemble(edit, in_place=in_place, new_id=new_id)


class _Redaction:
    """Goes through the files of a session twice: to learn its secrets, and to replace them."""

    def __init__(
        self, session: Session, file: SessionFile, redactor: Redactor, *, is_in_place: bool
    ) -> None:
        self.draft = Draft(session)
        self.drafts: dict[Path, Draft] = {}
        self.rewrites: dict[Path, Any] = {}
        self.renamed: dict[Path, str] = {}
        self._names = NewNames()
        self.signed = 0
        self._file = file
        self._redactor = redactor
        self._is_in_place = is_in_place
        self.beside = hashed_belongings(file)

    def learn(self) -> None:
        transcripts = [one.path for one in self.beside if one.role is Role.SUBAGENT]
        for path in (self._file.path, *transcripts):
            for entry in read(path):
                for part in entry.parts:
                    self._redactor.learn(whole(part).body)
                if not entry.parts or len(entry.parts) > 1:
                    self._redactor.learn_text(_text(entry.raw))
        for path in self._texts():
            self._redactor.learn_pieces(pieces(path))

    def _texts(self) -> Iterator[Path]:
        return (one.path for one in self.beside if one.role is not Role.SUBAGENT)

    def mark(self) -> None:
        self._mark_names()
        self._mark_rows(self.draft)
        for one in self.beside:
            if one.role is Role.SUBAGENT:
                inner = Draft(load(one.path))
                self._mark_rows(inner)
                self.drafts[one.path] = inner
        for path in self._texts():
            self._mark_text(path)
        if self._is_in_place and self._file.home is not None:
            self._mark_history(layout.history_path(self._file.home.path))

    def _mark_names(self) -> None:
        for one in self.beside:
            name = self._redactor.redact_text(one.path.name)
            if name != one.path.name:
                self.renamed[one.path] = self._names.add(name)

    def _redacted(self, value: Body) -> Body:
        redacted = self._redactor.redact_value(value)
        return redacted if redacted is value else self._names.apply(redacted)

    def _mark_rows(self, draft: Draft) -> None:
        removal = Removal(draft)
        for row, record in draft.session.rows_and_records():
            body = whole(record).body
            redacted = self._redacted(body)
            if redacted is body:
                continue
            draft.change(row, self._redacted, "secrets give way to placeholders")
            for index in _altered_signed(body, redacted):
                self.signed += 1
                removal.drop_block(row, index, "signed thinking with a secret goes as a whole")
        removal.finish()
        draft.mend_text(self._redacted_bytes, "secrets in a line that is no record")

    def _redacted_bytes(self, raw: bytes) -> bytes:
        text = _text(raw)
        redacted = self._names.apply(self._redactor.redact_text(text))
        return raw if redacted == text else redacted.encode("utf-8", "surrogateescape")

    def _mark_text(self, path: Path) -> None:
        if any(old != new for old, new in self._redactor.redact_pieces(pieces(path))):
            self.rewrites[path] = partial(self._rewritten, path)

    def _rewritten(self, path: Path) -> Iterator[bytes]:
        for _, new in self._redactor.redact_pieces(pieces(path)):
            named: str = self._names.apply(new)
            yield named.encode("utf-8", "surrogateescape")

    def _mark_history(self, path: Path) -> None:
        """Redact what was typed in this session, in the one history of the home."""
        if not path.is_file():
            return
        if any(old != new for old, new in self._history(path)):
            self.rewrites[path] = partial(self._rewritten_history, path)

    def _rewritten_history(self, path: Path) -> Iterator[bytes]:
        return (new for _, new in self._history(path))

    def _history(self, path: Path) -> Iterator[tuple[bytes, bytes]]:
        known = self._file.id.encode()
        for entry in read(path):
            raw = entry.raw
            yield raw, self._redacted_bytes(raw) if known in raw else raw

    def unseen(self) -> tuple[str, ...]:
        counts = self._redactor.counts
        return tuple(f"{name}" for name in sorted(counts))

    def notes(self) -> tuple[str, ...]:
        if self.draft.is_empty and not self.rewrites and not self.renamed:
            return ()
        notes = []
        if self.signed:
            held = ("signed block of thinking holds", "signed blocks of thinking hold")
            notes.append(f"{count(self.signed, *held)} a secret, and whole blocks go.")
        if self._is_in_place:
            notes.append("The old bytes, with the secrets, are kept for 'steno undo'.")
        else:
            notes.append("The original still holds the secrets; --in-place changes it.")
        notes.append("A secret that was shown to anybody is no secret: change it where it is used.")
        return tuple(notes)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _altered_signed(before: Body, after: Body) -> Iterator[int]:
    """Give the places of signed blocks that a redaction would alter."""
    old, new = (_content(body) for body in (before, after))
    for index, (block, redacted) in enumerate(zip(old, new, strict=False)):
        if block_type(block) in SIGNED and block != redacted:
            yield index


def _content(body: Body) -> list[Any]:
    message = body.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, list) else []
