"""Prompts as items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.decode import decode
from steno.format.entries.user import UserEntry
from steno.session.input_kind import InputKind
from steno.view.prompts import media, opening_prompt, queued_prompt, words_beside_results
from tests.held import attachment, says
from tests.written import line_of, user

if TYPE_CHECKING:
    from steno.view.items import PromptItem

IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}


def opened(content: Any, kind: InputKind = InputKind.PLAIN, **own: Any) -> PromptItem:
    """Build the prompt of a line."""
    item = opening_prompt(7, decode(line_of(user(content, **own)), line=3), kind)
    assert item is not None
    return item


def test_words_are_told_from_what_the_editor_added() -> None:
    """Both are kept, apart."""
    item = opened("<ide_opened_file>a.py is open</ide_opened_file>Mend it")
    assert (item.text, item.context) == ("Mend it", ("a.py is open",))
    assert (item.rows, item.line, item.is_queued, item.sender) == ((7,), 3, False, "")
    assert item.time is not None


def test_pictures_come_with_the_prompt() -> None:
    """With their bytes."""
    item = opened([{"type": "text", "text": "this"}, IMAGE, {"type": "image"}], InputKind.IMAGE)
    assert [(part.media_type, part.data) for part in item.images] == [("image/png", "aGk=")]
    document = {"type": "document", "source": {"url": "https://x.example/a.pdf"}}
    (part,) = media(opened_blocks([document]))
    assert part.source == "https://x.example/a.pdf"


def opened_blocks(content: Any) -> Any:
    """Give the blocks of a user line."""
    entry = decode(line_of(user(content)))
    assert isinstance(entry, UserEntry)
    return entry.blocks


def test_sender_is_named_unless_it_is_a_person() -> None:
    """By its name, or else its id."""
    assert opened("x", origin={"kind": "human", "name": "Mira"}).sender == ""
    assert opened("x", origin={"kind": "peer", "name": "scout", "from": "a1"}).sender == "scout"
    assert opened("x", origin={"kind": "peer", "from": "a1"}).sender == "a1"
    assert opened("x", origin={"kind": "peer"}).sender == ""


def test_a_turn_may_begin_without_a_prompt() -> None:
    """Behind a summary."""
    assert opening_prompt(0, decode(line_of(user("x"))), InputKind.START) is None
    assert opening_prompt(0, decode(line_of(says("a", None, 0))), InputKind.PLAIN) is None


def queued(**own: Any) -> PromptItem:
    """Build the prompt of a queued_command."""
    line = attachment("a", None, 0, **{"type": "queued_command", **own})
    item = queued_prompt(4, decode(line_of(line)))
    assert item is not None
    return item


def test_queued_words_are_a_prompt() -> None:
    """As text, as blocks, as a command for the shell, as a task's notice."""
    plain = queued(prompt="<system-reminder>r</system-reminder>and this")
    assert (plain.text, plain.input_kind, plain.is_queued) == ("and this", InputKind.QUEUED, True)
    blocks = queued(prompt=[{"type": "text", "text": "see"}, IMAGE])
    assert (blocks.text, len(blocks.images)) == ("see", 1)
    assert queued(prompt="ls", commandMode="bash").input_kind is InputKind.BASH
    notice = "<task-notification><summary>done</summary></task-notification>"
    task = queued(prompt=notice, commandMode="prompt")
    assert (task.text, task.input_kind) == ("done", InputKind.TASK_NOTIFICATION)
    assert queued(origin={"kind": "peer", "from": "a1"}).sender == "a1"


def test_other_attachments_are_no_prompts() -> None:
    """Nor other lines."""
    assert queued_prompt(0, decode(line_of(attachment("a", None, 0)))) is None
    assert queued_prompt(0, decode(line_of(user("x")))) is None


def test_words_may_stand_beside_results() -> None:
    """Reminders are none."""
    block = {"type": "tool_result", "tool_use_id": "t", "content": "done"}
    entry = decode(line_of(user([block, {"type": "text", "text": " and stop "}])))
    assert isinstance(entry, UserEntry)
    item = words_beside_results(1, entry)
    assert item is not None
    assert (item.text, item.is_queued) == ("and stop", True)
    reminder = {"type": "text", "text": "<system-reminder>x</system-reminder>"}
    entry = decode(line_of(user([block, reminder])))
    assert isinstance(entry, UserEntry)
    assert words_beside_results(1, entry) is None
