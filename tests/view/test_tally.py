"""What items add up to."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from steno.session.input_kind import InputKind
from steno.view.items import (
    HiddenItem,
    NoticeItem,
    NoticeKind,
    ParallelGroup,
    PromptItem,
    ReplyItem,
    ThinkingItem,
    ToolItem,
)
from steno.view.message_figures import NO_FIGURES, MessageFigures
from steno.view.tally import Tally
from steno.view.tools.card import ToolCard
from tests.view.test_items import NOON

FIRST = MessageFigures("a", "claude-x", 10, 0, 90, 5)
SECOND = MessageFigures("b", "claude-x", 10, 0, 190, 7)


def tool(name: str, status: Any = "ok", message: MessageFigures = FIRST) -> ToolItem:
    """Make a tool call of two seconds."""
    return ToolItem(
        rows=(1,), line=1, time=NOON, ended=NOON + timedelta(seconds=2), call_id="t",
        card=ToolCard(name, name, status=status), message=message,
    )  # fmt: skip


def test_nothing_adds_up_to_nothing() -> None:
    """No model, no time."""
    tally = Tally()
    assert (tally.tool_calls, tally.api_messages, tally.output_tokens) == (0, 0, 0)
    assert (tally.duration_ms, tally.last) == (None, None)


def test_messages_count_once() -> None:
    """Although several items come from one."""
    reply = ReplyItem(rows=(1,), line=1, time=NOON, text="x", message=FIRST)
    thought = ThinkingItem(rows=(1,), line=1, text="x", message=FIRST)
    tally = Tally([thought, reply, tool("Bash"), tool("Read", message=SECOND)])
    assert (tally.api_messages, tally.output_tokens) == (2, 12)
    assert tally.last is SECOND
    assert tally.duration_ms == 2000


def test_tools_count_by_name_and_outcome() -> None:
    """Those of a group, too."""
    group = ParallelGroup(rows=(1,), line=1, members=(tool("Bash", "error"), tool("Read")))
    tally = Tally([group, tool("Bash", "denied"), tool("Bash", "interrupted"), tool("Bash")])
    assert tally.tools == {"Bash": 4, "Read": 1}
    assert (tally.tool_calls, tally.failed) == (5, 3)


def test_messages_without_an_id_count_each() -> None:
    """Nothing says that they are one."""
    one, other = MessageFigures(output_tokens=1), MessageFigures(output_tokens=2)
    items = [ReplyItem(rows=(), line=1, text="x", message=m) for m in (one, one, other)]
    assert Tally(items).output_tokens == 3
    assert Tally(items).last is None


def test_prompts_errors_and_hidden_lines_count() -> None:
    """Hidden lines have no say in how long it took."""
    tally = Tally([
        PromptItem(rows=(0,), line=1, time=NOON, input_kind=InputKind.PLAIN, text="x"),
        NoticeItem(rows=(1,), line=2, notice=NoticeKind.API_ERROR, text="x", level="error"),
        NoticeItem(rows=(2,), line=3, notice=NoticeKind.INFO, text="x"),
        HiddenItem(rows=(3, 4), line=4, what="mode", time=NOON + timedelta(days=1)),
        ReplyItem(rows=(), line=1, text="x", message=NO_FIGURES),
    ])  # fmt: skip
    assert (tally.prompts, tally.errors, tally.hidden, tally.duration_ms) == (1, 1, 2, 0)


def test_time_ends_with_the_work() -> None:
    """Not with what was noted down the day after; a failure at the end belongs to it."""
    tomorrow = NOON + timedelta(days=1)
    noted = NoticeItem(rows=(1,), line=2, notice=NoticeKind.INFO, text="a new day", time=tomorrow)
    assert Tally([tool("Bash"), noted]).duration_ms == 2000
    later = NOON + timedelta(seconds=9)
    failed = NoticeItem(rows=(1,), line=2, notice=NoticeKind.API_ERROR, text="x", time=later)
    assert Tally([tool("Bash"), failed]).duration_ms == 9000
