"""Lines of the conversation that are no words of either side, as notices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format.command_tags import parse_command_tags
from steno.format.content import FallbackBlock, FallbackModel
from steno.format.entries.user import UserKind
from steno.view.items import NoticeKind
from steno.view.notices.told import Told, printed, said, told_text
from steno.view.parts import JsonPart
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from steno.format.content import Block
    from steno.format.entries.assistant import AssistantEntry
    from steno.format.entries.user import UserEntry

HOOK_FEEDBACK: Final = "Stop hook feedback:"
"""How the client passes on to the model why a hook did not let it stop."""


def tell_user(entry: UserEntry) -> Told | None:
    """Tell of a user line that is neither a prompt nor a result; None where it is bookkeeping."""
    kind, text = entry.kind, entry.plain_text
    if kind is UserKind.INTERRUPT:
        return Told(NoticeKind.INTERRUPT, one_line(text).strip("[]"), "warning")
    if kind in (UserKind.COMMAND_OUTPUT, UserKind.BASH_OUTPUT):
        return _output(text)
    if kind is UserKind.COMPACT_SUMMARY:
        return Told(NoticeKind.SUMMARY, "summary of what came before", parts=said(text))
    if text.startswith(HOOK_FEEDBACK):
        words = text.removeprefix(HOOK_FEEDBACK).strip()
        return told_text(NoticeKind.HOOK, words, "a hook let the model go on", "warning")
    return None


def _output(text: str) -> Told | None:
    tags = parse_command_tags(text)
    parts = printed(tags.stdout, tags.bash_stdout, errors=(tags.stderr, tags.bash_stderr))
    return Told(NoticeKind.OUTPUT, "", parts=parts) if parts else None


def tell_api_error(entry: AssistantEntry) -> Told:
    """Tell of a request that failed for good."""
    text = entry.plain_text or entry.error or "the request failed"
    return told_text(NoticeKind.API_ERROR, text, level="error")


def tell_block(block: Block) -> Told:
    """Tell of a block that is neither text, thinking nor a tool's."""
    if isinstance(block, FallbackBlock):
        before, after = _model(block.origin), _model(block.to)
        text = f"{before or 'a model'} stopped, {after or 'another'} went on"
        return Told(NoticeKind.MODEL, text, "warning")
    what = one_line(block.type or "") or "something"
    return Told(NoticeKind.INFO, f"{what} in the reply", parts=(JsonPart(dict(block.body)),))


def _model(named: FallbackModel | str | None) -> str:
    return (named.model if isinstance(named, FallbackModel) else named) or ""
