"""How a turn stands: who answered, whether it came to its end, what broke it off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format.content import RedactedThinkingBlock, ThinkingBlock, ToolUseBlock
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.entries.user import UserKind

if TYPE_CHECKING:
    from steno.format.entries.assistant import AssistantEntry
    from steno.format.entries.user import UserEntry

PAUSED: Final = "pause_turn"
"""The ``stop_reason`` of a reply that the API will go on with."""
_OUTPUT: Final = frozenset({UserKind.COMMAND_OUTPUT, UserKind.BASH_OUTPUT})
_WORDLESS: Final = (ThinkingBlock, RedactedThinkingBlock)


class TurnState:
    """What the lines of a turn, seen in order, say of it."""

    def __init__(self, *, local: bool = False) -> None:
        """Begin; a ``local`` command needs no reply unless its body is sent to the model."""
        self.complete = local
        self.interrupted = False
        self.error = False
        self.message_ids: set[str] = set()
        self._local = local
        self._broken_off = False
        self._reply: str | None = None
        self._has_words = False
        self._asks = False

    def see_user(self, record: UserEntry) -> bool:
        """Take in a user line of the running turn; say whether the turn went on with it."""
        kind = record.kind
        if record.interrupted_by_shutdown or kind is UserKind.INTERRUPT:
            self.interrupted = self._broken_off = True
            self.complete = False
        elif record.tool_ends_turn:
            self.complete = True
        elif kind in _OUTPUT and self._local:
            self._local = False
        elif kind is UserKind.META and self._local and not isinstance(record.content, str):
            # The body of a command comes as blocks; caveats and reminders are strings.
            self.complete = self._local = False
        return kind not in (UserKind.META, UserKind.COMPACT_SUMMARY)

    def see_reply(self, record: AssistantEntry, message_id: str | None) -> bool:
        """Take in a line of a reply; say whether it is more than a filler of the client."""
        message = record.message
        if record.is_api_error_message:
            self.complete, self.error = False, True
            self._broken_off = True
            return True
        if record.is_meta or (message is not None and message.model == SYNTHETIC_MODEL):
            return False
        if message_id is not None:
            self.message_ids.add(message_id)
        self._see_blocks(record, message_id)
        paused = message is not None and message.stop_reason == PAUSED
        self.complete = self._has_words and not self._asks and not paused
        self.error = self._broken_off = False
        return True

    def see_duration(self) -> None:
        """Take in that the client measured the turn, which it does at the end of one."""
        self.complete = not self._broken_off

    def _see_blocks(self, record: AssistantEntry, message_id: str | None) -> None:
        if message_id is None or message_id != self._reply:
            self._reply, self._has_words, self._asks = message_id, False, False
        for block in record.blocks:
            self._has_words |= not isinstance(block, _WORDLESS)
            self._asks |= isinstance(block, ToolUseBlock)
