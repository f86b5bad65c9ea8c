"""What a resume of a planned result will send, and which prompts it would lose unasked."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from steno.edit.outlook import outlook_of
from steno.session.session import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from steno.edit.draft import Draft
    from steno.edit.identity import NewIds
    from steno.edit.outlook import Outlook
    from steno.session.session import Session
    from steno.session.turns import Turn


_MOST: Final = 5
"""Lines that a note names."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What comes of a draft."""

    outlook: Outlook
    size: int
    lost: tuple[int | None, ...] = ()
    """Lines of prompts that a resume sends now and would not then, though nobody asked for it."""

    def notes(self) -> tuple[str, ...]:
        """Warn of prompts that would be lost."""
        if not self.lost:
            return ()
        told = [f"line {line}" for line in self.lost[:_MOST]]
        told += ["…"] if len(self.lost) > _MOST else []
        many = f"{len(self.lost):,} prompts ({', '.join(told)})"
        note = f"Beware: a resume would no longer send {many}, which this edit is not to take out"
        return (f"{note}; 'steno repair' may mend what leads to it.",)


def forecast(draft: Draft, result: Iterable[bytes], ids: NewIds | None) -> Forecast:
    """Write a result where nobody looks, and see what a resume of it sends."""
    with tempfile.TemporaryDirectory(prefix="steno-") as folder:
        path = Path(folder) / f"{ids.new if ids else draft.session.id}.jsonl"
        with path.open("wb") as file:
            file.writelines(result)
        session = load(path)
        lost = (draft.line(turn.row) for turn in _lost(draft, session, ids))
        return Forecast(outlook_of(session), path.stat().st_size, tuple(lost))


def _lost(draft: Draft, result: Session, ids: NewIds | None) -> list[Turn]:
    """Find the prompts that are sent now, stay in the file, and would not be sent then."""
    source = draft.session
    # A refusal is told of in other places.
    if source.chain is None or source.refusal is not None or result.refusal is not None:
        return []
    rows, sent = frozenset(source.chain.rows), _sent(result)
    missing = [
        turn
        for turn in source.turns
        if turn.is_human and turn.row in rows and not draft.is_out(turn.row)
        if _name(source.outline.uuids[turn.row], ids) not in sent
    ]
    # Word for word in a summary, or on a line that got another id, is sent as well.
    said = "\n".join(_texts(result.messages())) if missing else ""
    return [turn for turn in missing if turn.text and turn.text.strip() not in said]


def _sent(session: Session) -> frozenset[str | None]:
    rows = () if session.chain is None else session.chain.rows
    return frozenset(session.outline.uuids[row] for row in rows) - {None}


def _name(uuid: str | None, ids: NewIds | None) -> str | None:
    return uuid if uuid is None or ids is None else ids.uuid(uuid)


def _texts(messages: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for message in messages:
        content = message.get("content")
        if isinstance(content, str):
            yield content
        elif isinstance(content, list):
            yield from (
                block["text"]
                for block in content
                if isinstance(block, dict) and isinstance(block.get("text"), str)
            )
