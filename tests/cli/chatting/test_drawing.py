"""What stays on the screen."""

from __future__ import annotations

from typing import Any

import pytest

from steno.cli.chatting.drawing import Drawing, shown_prompt
from steno.cli.rendering.paper import drawing_paper, plain_paper
from steno.client.events import CallBegan, Compacted, Recorded, Streamed, TurnEnded
from steno.client.lines import INTERRUPTED
from tests.cli.payloads import SEQUENCES

PAPER = drawing_paper(80)


def reply(*blocks: dict[str, Any], **own: Any) -> dict[str, Any]:
    """Make a line of the model's."""
    message = {"role": "assistant", "model": "claude-x", "content": list(blocks)}
    return {"type": "assistant", "message": {**message, **own.pop("message", {})}, **own}


def user(content: Any, **own: Any) -> dict[str, Any]:
    """Make a line of the user's."""
    return {"type": "user", "message": {"role": "user", "content": content}, **own}


def result(call_id: str, content: str, **own: Any) -> dict[str, Any]:
    """Make the line of a result."""
    block: dict[str, Any] = {"type": "tool_result", "tool_use_id": call_id, "content": content}
    if own.pop("is_error", False):
        block["is_error"] = True
    return user([block], **own)


def drawn(drawing: Drawing, *lines: dict[str, Any]) -> str:
    """Draw lines one after the other."""
    return "\n".join(text for line in lines for text in drawing.lines(Recorded(line=line)))


def ended(**own: Any) -> TurnEnded:
    """End a turn."""
    given: dict[str, Any] = {
        "subtype": "success", "text": "", "is_error": False, "duration_ms": 5000, "api_ms": 0,
        "num_turns": 1, "cost": None, **own,
    }  # fmt: skip
    return TurnEnded(**given)


def test_a_reply_is_drawn_and_on_plain_paper_left_as_it_is() -> None:
    """Markdown is for a terminal."""
    line = reply({"type": "text", "text": "**Hi** you"})
    assert "● Hi you" in drawn(Drawing(lambda: PAPER), line)
    assert "● **Hi** you" in drawn(Drawing(plain_paper), line)
    assert drawn(Drawing(plain_paper), reply({"type": "text", "text": " "})) == ""


def test_long_thoughts_are_folded() -> None:
    """The first lines, and how many more; nothing is said of options that are not here."""
    text = "\n".join(f"thought {number}" for number in range(20))
    shown = drawn(Drawing(lambda: PAPER), reply({"type": "thinking", "thinking": text}))
    assert "∴ thought 0" in shown
    assert "14 more lines" in shown
    assert "--depth" not in shown
    assert drawn(Drawing(lambda: PAPER), reply({"type": "thinking", "thinking": ""})) == ""


def test_a_call_is_drawn_with_its_result_and_time() -> None:
    """The card of steno show, with the first lines of output; tools stand close together."""
    drawing = Drawing(lambda: PAPER, "/work")
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}
    other = {"type": "tool_use", "id": "t2", "name": "Read", "input": {"file_path": "/work/a"}}
    assert drawn(drawing, reply(call), reply(other)) == ""
    drawing.lines(CallBegan(call_id="t1", tool="Bash", given={}), now=1.0)
    kept = {"stdout": "a\nb", "stderr": "", "interrupted": False}
    lines = drawing.lines(Recorded(line=result("t1", "a\nb", toolUseResult=kept)), now=3.0)
    assert lines[0] == ""
    assert "✓ Bash: ls" in lines[1]
    assert lines[1].endswith("2.0 s")
    assert "│ a" in lines[2]
    again = drawing.lines(Recorded(line=result("t2", "no such file", is_error=True)))
    assert again[0].startswith("✗ Read a")


def test_a_change_that_was_shown_is_not_shown_again() -> None:
    """After an approval the line of the call is enough."""
    given = {"file_path": "/a", "old_string": "one", "new_string": "two"}
    call = {"type": "tool_use", "id": "t1", "name": "Edit", "input": given}
    for seen, expected in ((set[str](), True), ({"t1"}, False)):
        drawing = Drawing(lambda: PAPER, seen=seen)
        assert ("+ two" in drawn(drawing, reply(call), result("t1", "done"))) is expected


def test_prompts_commands_and_news() -> None:
    """What was typed is drawn as it was typed; what the client put in is not drawn at all."""
    drawing = Drawing(lambda: PAPER)
    assert "▌ hello" in drawn(drawing, user("hello", promptSource="typed"))
    image = [{"type": "text", "text": "see [Image #1]"}, {"type": "image", "source": {}}]
    assert "▌ see [Image #1]" in drawn(drawing, user(image, promptSource="typed"))
    tags = "<command-name>/go</command-name>\n<command-args>a b</command-args>"
    assert "▌ /go a b" in drawn(drawing, user(tags))
    assert drawn(drawing, user("body", isMeta=True)) == ""
    assert drawn(drawing, user("summary", isCompactSummary=True)) == ""
    news = "<task-notification><summary>It ended</summary></task-notification>"
    told = drawn(drawing, user(news, promptSource="sdk", origin={"kind": "task-notification"}))
    assert "· It ended" in told


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<bash-input>ls</bash-input>", "! ls"),
        ("<bash-stdout>x</bash-stdout>", ""),
        ("<local-command-stdout>x</local-command-stdout>", ""),
        ("plain <b>", "plain <b>"),
    ],
)
def test_tags_are_not_shown(text: str, shown: str) -> None:
    """A prompt is shown as it was typed."""
    assert shown_prompt(text) == shown


def test_what_a_command_of_the_persons_put_out() -> None:
    """Both streams, close below the command; that there is nothing is told, too."""
    drawing = Drawing(lambda: PAPER)
    asked = user("<bash-input>ls</bash-input>")
    came = user("<bash-stdout>a\x1b[31m</bash-stdout><bash-stderr>b</bash-stderr>")
    assert drawn(drawing, asked, came) == "\n▌ ! ls\n  a\n  b"
    empty = user("<bash-stdout></bash-stdout><bash-stderr></bash-stderr>")
    assert drawn(drawing, empty) == "  (no output)"
    long = user("<bash-stdout>" + "x\n" * 99 + "</bash-stdout>")
    assert "more lines" in drawn(drawing, long)


def test_notices() -> None:
    """Interruptions, failures, hooks and compactions are told, each once."""
    drawing = Drawing(lambda: PAPER)
    assert "! interrupted" in drawn(drawing, user([{"type": "text", "text": INTERRUPTED}]))
    failure = {"message": {"model": "<synthetic>"}, "isApiErrorMessage": True}
    text = {"type": "text", "text": "Invalid API key"}
    told = drawn(drawing, reply(text, **failure, error="authentication_failed"))
    assert "✗ Invalid API key (leave, set ANTHROPIC_API_KEY" in told
    assert drawn(drawing, reply(text, message={"model": "<synthetic>"})) == ""
    attached = {"type": "attachment", "attachment": {"type": "queued_command", "prompt": "more"}}
    assert "▌ more" in drawn(drawing, attached)
    for held, words in (
        ({"type": "hook_system_message", "content": "mind"}, "· mind"),
        ({"type": "hook_stopped_continuation", "message": "enough"}, "a hook stopped it: enough"),
        ({"type": "max_turns_reached"}, "most turns"),
    ):
        assert words in drawn(drawing, {"type": "attachment", "attachment": held})
    warned = {"type": "system", "subtype": "informational", "content": "no", "level": "warning"}
    assert "! no" in drawn(drawing, warned)
    event = Compacted(trigger="auto", tokens_before=150_000)
    assert "summed up (auto) · 150k tokens before" in "\n".join(drawing.lines(event))


def test_the_end_of_a_turn_tells_what_it_took() -> None:
    """Short turns and failed ones do not; why it ended otherwise is told."""
    drawing = Drawing(lambda: PAPER)
    assert "5.0 s · 12 tokens" in "\n".join(drawing.lines(ended(usage={"output_tokens": 12})))
    assert drawing.lines(ended(duration_ms=100)) == []
    wrong = ended(subtype="error_max_turns", is_error=True, errors=("Reached the end",))
    assert "Reached the end" in "\n".join(drawing.lines(wrong))


def test_what_belongs_to_sub_agents_is_not_drawn() -> None:
    """Nor what streams: that is for what is going on."""
    drawing = Drawing(lambda: PAPER)
    line = reply({"type": "text", "text": "inner"})
    assert drawing.lines(Recorded(line=line, parent_call="t1")) == []
    assert drawing.lines(Streamed(event={})) == []


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_nothing_that_was_said_reaches_the_terminal(sequence: str) -> None:
    """Whatever stands in a line, and in whichever member of it."""
    drawing = Drawing(lambda: PAPER, "/work")
    bad = f"x{sequence}y"
    call = {"type": "tool_use", "id": "t", "name": bad, "input": {"command": bad, bad: bad}}
    lines = [
        reply({"type": "text", "text": bad}, {"type": "thinking", "thinking": bad}, call),
        result("t", bad, toolUseResult={"stdout": bad, "stderr": bad}),
        user(bad, promptSource="typed"),
        {"type": "attachment", "attachment": {"type": "hook_system_message", "content": bad}},
        {"type": "system", "subtype": "informational", "content": bad},
    ]
    shown = drawn(drawing, *lines).replace("\n", "")
    assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in shown)
