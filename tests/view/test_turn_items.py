"""The items of a turn, in order."""

from __future__ import annotations

from typing import Any

from steno.testing.build import SessionBuilder, redacted, think
from steno.testing.shell_tools import bash
from steno.view.document import build_document
from steno.view.items import (
    HiddenItem,
    NoticeItem,
    NoticeKind,
    PromptItem,
    ReplyItem,
    ThinkingItem,
    ToolItem,
)
from tests.held import calls, progress, prompt, result, says
from tests.view.reading import every, items_in, items_of, one, session_of
from tests.written import user


def kinds(*lines: dict[str, Any] | bytes, hidden: bool = False) -> list[str]:
    """Name the items of some lines."""
    return [item.kind for item in items_in(*lines, hidden=hidden)]


def test_a_turn_is_told_as_it_was_lived() -> None:
    """Prompt, thought, words, call, words."""
    session = SessionBuilder("turn")
    session.prompt("go")
    session.reply(think("hm"), redacted("x"), "I look.", bash("ls"))
    session.reply("There.")
    items = items_of(build_document(session_of(session)))
    assert [item.kind for item in items] == [
        "prompt", "thinking", "thinking", "reply", "tool", "reply",
    ]  # fmt: skip
    thought, secret = every(ThinkingItem, items)
    assert (thought.text, thought.is_redacted) == ("hm", False)
    assert (secret.text, secret.is_redacted) == ("", True)
    first, last = every(ReplyItem, items)
    assert (first.text, last.text) == ("I look.", "There.")
    assert first.message is thought.message
    assert first.message is not last.message
    assert last.message.stop_reason == "end_turn"


def test_what_follows_a_call_is_told_behind_it() -> None:
    """Although a hook was written between call and result."""
    hook = {"type": "hook_success", "hookEvent": "PreToolUse", "stdout": "ok"}
    between = {"type": "attachment", "attachment": hook, "uuid": "h", "parentUuid": "a"}
    lines = [prompt("p", None, 0), calls("a", "p", 1), between, result("r", "a", 3)]
    assert kinds(*lines) == ["prompt", "tool", "notice"]


def test_empty_words_are_hidden() -> None:
    """A line is never lost, though."""
    empty = says("a", "p", 1, message={"content": [{"type": "text", "text": " \n"}]})
    nothing = says("b", "a", 2, message={"content": []})
    lines = [prompt("p", None, 0), empty, nothing]
    assert kinds(*lines) == ["prompt"]
    assert kinds(*lines, hidden=True) == ["prompt", "hidden", "hidden"]


def test_made_up_replies_are_hidden_and_errors_told() -> None:
    """The client writes both in the model's name."""
    filler = says("a", "p", 1, message={"model": "<synthetic>"})
    error = says("b", "a", 2, isApiErrorMessage=True, message={"model": "<synthetic>"})
    meta = says("c", "b", 3, isMeta=True)
    items = items_in(prompt("p", None, 0), filler, error, meta, hidden=True)
    assert [item.kind for item in items] == ["prompt", "hidden", "notice", "hidden"]
    assert one(NoticeItem, items).notice is NoticeKind.API_ERROR


def test_another_model_is_told() -> None:
    """Within a turn and from turn to turn, but not at the very first."""
    lines = [
        prompt("p", None, 0), says("a", "p", 1), says("b", "a", 2, message={"model": "claude-x"}),
        prompt("q", "b", 3), says("c", "q", 4, message={"model": "claude-y"}),
    ]  # fmt: skip
    texts = [item.text for item in every(NoticeItem, items_in(*lines))]
    assert texts == ["model: claude-x", "model: claude-y"]


def test_a_reply_that_was_cut_off_is_told() -> None:
    """Whatever the reason was."""
    cut = says("a", "p", 1, message={"stop_reason": "max_tokens"})
    notice = one(NoticeItem, items_in(prompt("p", None, 0), cut))
    assert (notice.text, notice.level) == ("the reply ended early: max_tokens", "warning")
    assert (notice.notice, notice.rows) == (NoticeKind.LIMIT, (1,))
    for usual in ("end_turn", "tool_use", None):
        line = says("a", "p", 1, message={"stop_reason": usual})
        assert every(NoticeItem, items_in(prompt("p", None, 0), line)) == []


def test_other_blocks_are_told() -> None:
    """Whatever they are."""
    strange = says("a", "p", 1, message={"content": [{"type": "hologram"}]})
    notice = one(NoticeItem, items_in(prompt("p", None, 0), strange))
    assert notice.text == "hologram in the reply"


def test_words_beside_results_are_told() -> None:
    """A prompt, or an interrupt."""
    answer = {"type": "tool_result", "tool_use_id": "toolu_a", "content": "done"}

    def beside(text: str) -> list[Any]:
        line = user([answer, {"type": "text", "text": text}], uuid="r", parentUuid="a")
        return items_in(prompt("p", None, 0), calls("a", "p", 1), line)

    assert every(PromptItem, beside("and stop"))[1].text == "and stop"
    stopped = one(NoticeItem, beside("[Request interrupted by user for tool use]"))
    assert (stopped.notice, stopped.level) == (NoticeKind.INTERRUPT, "warning")


def test_progress_is_hidden_in_one_item() -> None:
    """With all its rows."""
    items = items_in(
        prompt("p", None, 0), calls("a", "p", 1), progress("g", "a", 2), progress("h", "g", 3),
        result("r", "a", 4), hidden=True,
    )  # fmt: skip
    item = one(HiddenItem, items)
    assert (item.what, item.rows, item.line) == ("progress", (2, 3), 3)
    assert one(ToolItem, items).rows == (1, 4)


def test_a_result_of_a_subagents_call_belongs_nowhere() -> None:
    """Its call is told with the sub-agent."""
    items = items_in(
        prompt("p", None, 0), says("x", "p", 1), calls("a", "x", 2, isSidechain=True),
        result("r", "a", 3),
    )  # fmt: skip
    assert one(NoticeItem, items).notice is NoticeKind.RESULT
