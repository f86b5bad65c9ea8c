"""What the items of a turn or of a whole conversation add up to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from steno.view.items import (
    HiddenItem,
    NoticeItem,
    NoticeKind,
    PromptItem,
    ReplyItem,
    ThinkingItem,
    tools_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from steno.view.items import AnyItem
    from steno.view.message_figures import MessageFigures


_WORK: Final = frozenset({
    NoticeKind.API_ERROR, NoticeKind.INTERRUPT, NoticeKind.LIMIT, NoticeKind.RETRY,
})  # fmt: skip
"""Notices that tell of the work itself: the time until then counts."""


class Tally:
    """Counts items as they come by."""

    def __init__(self, items: Iterable[AnyItem] = ()) -> None:
        """Count some items; more may follow."""
        self.prompts = 0
        self.tools: Counter[str] = Counter()
        """The tool calls by the tool's name."""
        self.failed = 0
        """Calls that failed, were refused or were stopped."""
        self.errors = 0
        """Notices of errors."""
        self.hidden = 0
        """Lines that a reader is spared."""
        self.output_tokens = 0
        self.last: MessageFigures | None = None
        """The last API message that tells how full the context was."""
        self.started: datetime | None = None
        self.ended: datetime | None = None
        self._messages: dict[object, int] = {}
        for item in items:
            self.see(item)

    @property
    def tool_calls(self) -> int:
        """How many tools were called."""
        return self.tools.total()

    @property
    def api_messages(self) -> int:
        """How many different API messages answered."""
        return len(self._messages)

    @property
    def duration_ms(self) -> int | None:
        """From the first item to the last, without what was noted down long after the work."""
        if self.started is None or self.ended is None:
            return None
        return round((self.ended - self.started).total_seconds() * 1000)

    def see(self, item: AnyItem) -> None:
        """Count an item."""
        if isinstance(item, HiddenItem):
            self.hidden += len(item.rows)
            return
        if not isinstance(item, NoticeItem) or item.notice in _WORK:
            self._see_time(item.time)
        self.prompts += isinstance(item, PromptItem)
        if isinstance(item, NoticeItem):
            self.errors += item.level == "error"
        for tool in tools_in(item):
            self.tools[tool.card.tool] += 1
            self.failed += tool.card.status in ("error", "denied", "interrupted")
            self._see_time(tool.ended)
            self._see_message(tool.message)
        if isinstance(item, (ReplyItem, ThinkingItem)):
            self._see_message(item.message)

    def _see_time(self, time: datetime | None) -> None:
        if time is not None:
            self.started = time if self.started is None else min(self.started, time)
            self.ended = time if self.ended is None else max(self.ended, time)

    def _see_message(self, message: MessageFigures) -> None:
        key = message.id or id(message)
        if key not in self._messages:
            self._messages[key] = 1
            self.output_tokens += message.output_tokens
        if message.context_tokens:
            self.last = message
