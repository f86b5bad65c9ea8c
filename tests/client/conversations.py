"""Conversations of every kind, recorded as the client records them."""

from __future__ import annotations

import secrets
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from steno.client import attachments, lines, local_commands, loose_lines, summing, system_lines
from steno.client.attachments import HookEnd, HookRun
from steno.client.lines import ApiFailure
from steno.client.opening import Place, open_new
from steno.client.recorder import AgentMeta, Recorder
from steno.client.tool import ToolAnswer, failed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.client.lines import Body
    from steno.client.opening import Opened

MODEL: Final = "claude-opus-4-8"
MEMORY: Final = {
    "path": "/sea/CLAUDE.md",
    "type": "Project",
    "content": "Be brief.\n",
    "contentDiffersFromDisk": False,
}
IMAGE: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9"
    "QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

_numbers = count(1)
_OURS: Final = secrets.token_hex(4)
"""Tells the ids of this process from those of others that write to the same session."""


def text(words: str) -> Body:
    """Give a block of text."""
    return {"type": "text", "text": words}


def image() -> Body:
    """Give a picture of one pixel."""
    source = {"type": "base64", "media_type": "image/png", "data": IMAGE}
    return {"type": "image", "source": source}


def call(tool: str, **given: Any) -> Body:
    """Give a call of the model."""
    return {
        "type": "tool_use",
        "id": f"toolu_{_OURS}{next(_numbers):06}",
        "name": tool,
        "input": given,
    }


def message(*blocks: Body, **own: Any) -> Body:
    """Give a message of the model, as the API gives it."""
    is_calling = any(block["type"] == "tool_use" for block in blocks)
    return {
        "id": f"msg_{_OURS}{next(_numbers):06}",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": list(blocks),
        "stop_reason": "tool_use" if is_calling else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": 10,
            "cache_creation_input_tokens": 1200,
            "cache_read_input_tokens": 3400,
            "output_tokens": 42,
        },
        **own,
    }


def asks(recorder: Recorder, content: Any = "When is high water?") -> Body:
    """Record a prompt, as a program gives it."""
    recorder.begin_turn()
    words = content if isinstance(content, str) else None
    queue = (
        loose_lines.queue_operation(recorder.session_id, recorder.now(), "enqueue", words),
        loose_lines.queue_operation(recorder.session_id, recorder.now(), "dequeue"),
    )
    return recorder.append(*queue, lines.prompt(content, permission_mode="default"))[-1]


def replies(recorder: Recorder, *blocks: Body, **own: Any) -> list[Body]:
    """Record a message of the model."""
    request = f"req_{_OURS}{next(_numbers):06}"
    return recorder.append(*lines.reply(message(*blocks, **own), request_id=request))


def answers(recorder: Recorder, line: Body, answer: ToolAnswer) -> Body:
    """Record what came of the call on a line."""
    block = line["message"]["content"][0]
    draft = lines.tool_result(block["id"], answer, source=line["uuid"], tool=block["name"])
    return recorder.append(draft)[-1]


def read_answer(path: str, content: str) -> ToolAnswer:
    """Give what Read answers."""
    file = {"filePath": path, "content": content, "numLines": 1, "startLine": 1, "totalLines": 1}
    return ToolAnswer(f"1\t{content}", {"type": "text", "file": file})


def ends(recorder: Recorder) -> None:
    """Record the end of a run."""
    recorder.note_leaf()


def plain(recorder: Recorder) -> None:
    """Ask twice."""
    for words in ("When is high water?", "And low water? 🌊\nIn UTC, please."):
        asks(recorder, words)
        replies(recorder, text(f"At four, for {words}"))
    ends(recorder)


def thinking(recorder: Recorder) -> None:
    """Think before the answer, and between calls."""
    thought = {"type": "thinking", "thinking": "Tides.", "signature": "c2lnbmF0dXJl"}
    asks(recorder)
    calls = replies(recorder, thought, text("I look."), call("Read", file_path="/tide.txt"))
    answers(recorder, calls[-1], read_answer("/tide.txt", "04:12"))
    replies(recorder, {**thought, "thinking": "Four."}, text("At 04:12."))
    ends(recorder)


def parallel_tools(recorder: Recorder) -> None:
    """Call three tools at once, whose results come in another order."""
    asks(recorder)
    said = replies(
        recorder,
        text("Three at once."),
        call("Read", file_path="/tide.txt"),
        call("Bash", command="date", description="Now"),
        call("Grep", pattern="tide"),
    )
    kept = {"stdout": "noon", "stderr": "", "interrupted": False, "isImage": False}
    answers(recorder, said[3], ToolAnswer("tide.txt", {"mode": "content", "numFiles": 1}))
    answers(recorder, said[2], ToolAnswer("noon", kept))
    answers(recorder, said[1], read_answer("/tide.txt", "04:12"))
    replies(recorder, text("All read."))
    ends(recorder)


def errors(recorder: Recorder) -> None:
    """Let a tool fail, then the API, then ask again."""
    asks(recorder)
    said = replies(recorder, call("Bash", command="false", description="Fail"))
    answers(recorder, said[0], failed("Exit code 1"))
    failure = ApiFailure(
        text="API Error: 529 Overloaded", error="server_error", request_id="req_x", status=529
    )
    recorder.append(lines.api_error(failure, message_id="11111111-0000-4000-8000-00000000000e"))
    ends(recorder)
    asks(recorder, "Again?")
    replies(recorder, text("Now it works."))
    ends(recorder)


def subagent(recorder: Recorder) -> None:
    """Let an agent look, in a file of its own."""
    asks(recorder)
    said = replies(recorder, call("Agent", description="Look", prompt="Look.", subagent_type="x"))
    meta = AgentMeta(agent_type="x", description="Look", call_id=said[0]["message"]["id"])
    agent = recorder.subagent("a0123456789abcdef", meta)
    agent.append(lines.said("Look."))
    seen = agent.append(*lines.reply(message(call("Glob", pattern="*")), request_id="req_a",
                                     attribution={"attributionAgent": "x"}))  # fmt: skip
    answers(agent, seen[0], ToolAnswer("tide.txt", {"filenames": ["tide.txt"]}))
    agent.append(*lines.reply(message(text("A table.")), request_id="req_b",
                              attribution={"attributionAgent": "x"}), sync=True)  # fmt: skip
    agent.close()
    kept = {"status": "completed", "agentId": "a0123456789abcdef", "totalDurationMs": 5}
    answers(recorder, said[0], ToolAnswer([text("A table.")], kept))
    replies(recorder, text("It found a table."))
    ends(recorder)


def summed(trigger: Any, **own: Any) -> summing.Summed:
    """Give what a compaction came to."""
    return summing.Summed(
        trigger=trigger,
        summary="They spoke of tides.",
        tokens_before=9000,
        tokens_after=600,
        duration_ms=1200,
        **own,
    )


def manual_compaction(recorder: Recorder) -> None:
    """Sum up when asked to, with a file that is shown again, and go on."""
    thinking(recorder)
    content = read_answer("/tide.txt", "04:12").kept
    restored = [attachments.file("/tide.txt", content, "tide.txt")]
    summing.write_compaction(recorder, summed("manual", instructions="briefly", restored=restored))
    asks(recorder, "And now?")
    replies(recorder, text("We go on."))
    ends(recorder)


def auto_compaction(recorder: Recorder) -> None:
    """Sum up in the middle of two turns, right behind a prompt and right behind results."""
    parallel_tools(recorder)
    asks(recorder, "More?")
    summing.write_compaction(recorder, summed("auto"))
    said = replies(recorder, text("Both."), call("Glob", pattern="a"), call("Glob", pattern="b"))
    answers(recorder, said[2], ToolAnswer("b", {"filenames": ["b"]}))
    answers(recorder, said[1], ToolAnswer("a", {"filenames": ["a"]}))
    summing.write_compaction(recorder, summed("auto", dropped_before=8400))
    replies(recorder, text("Done."))
    ends(recorder)


def images(recorder: Recorder) -> None:
    """Show a picture, and let a tool show one."""
    asks(recorder, [text("Look:"), image()])
    said = replies(recorder, call("Read", file_path="/tide.png"))
    kept = {"type": "image", "file": {"base64": IMAGE, "type": "image/png", "originalSize": 70}}
    answers(recorder, said[0], ToolAnswer([image()], kept))
    replies(recorder, text("Seen."))
    ends(recorder)


def interrupted_tool(recorder: Recorder) -> None:
    """Break off while a tool runs, and ask something else."""
    asks(recorder)
    said = replies(recorder, text("I wait."), call("Bash", command="sleep 9", description="Wait"))
    answers(recorder, said[1], ToolAnswer("It was broken off.", "User rejected tool use", True))
    stopped = said[1]["message"]["id"]
    recorder.append(lines.interrupt(for_tool=True, message_id=stopped))
    ends(recorder)
    asks(recorder, "Something else.")
    replies(recorder, text("Gladly."))
    ends(recorder)


def interrupted_reply(recorder: Recorder) -> None:
    """Break off before anything was said."""
    plain(recorder)
    asks(recorder, "A long story.")
    recorder.append(lines.interrupt(for_tool=False))
    ends(recorder)


def unanswered(recorder: Recorder) -> None:
    """Ask, and never get an answer."""
    plain(recorder)
    asks(recorder, "Hello?")


def broken_off(recorder: Recorder) -> None:
    """End right behind a result, as after a crash."""
    plain(recorder)
    asks(recorder, "Look once more.")
    said = replies(recorder, call("Read", file_path="/tide.txt"))
    answers(recorder, said[0], read_answer("/tide.txt", "04:12"))


def call_without_result(recorder: Recorder) -> None:
    """End right behind a call, as after a crash while the tool ran."""
    plain(recorder)
    asks(recorder, "Look once more.")
    replies(recorder, text("I look."), call("Read", file_path="/tide.txt"))


def beside(recorder: Recorder) -> None:
    """Tell the model of much beside what is said, at a terminal."""
    run = HookRun(name="SessionStart:startup", event="SessionStart", call_id="SessionStart")
    end = HookEnd(command="echo ebb", stdout="ebb\n", stderr="", exit_code=0, duration_ms=5)
    recorder.begin_turn()
    recorder.hold(loose_lines.mode(recorder.session_id))
    recorder.hold(loose_lines.permission_mode(recorder.session_id, "default"))
    recorder.append(run.success(end), run.context(["It is ebb."]))
    typed = lines.prompt("Look.", permission_mode="default", source="typed", origin="human")
    asked = recorder.append(typed)[-1]
    recorder.append(
        loose_lines.snapshot(asked["uuid"], {}, asked["timestamp"]),
        attachments.skill_listing("- tide: tells tides", ["tide"]),
        attachments.nested_memory("/sea/CLAUDE.md", MEMORY, "sea/CLAUDE.md"),
    )
    said = replies(recorder, call("Bash", command="date", description="Now"))
    answers(recorder, said[0], ToolAnswer("noon", {"stdout": "noon", "stderr": ""}))
    recorder.append(attachments.queued_command("And quickly.", recorder.now(), origin="human"))
    replies(recorder, text("Noon."))
    hooks = system_lines.StopHooks(call_id="x", hooks=[{"command": "true", "durationMs": 1}])
    recorder.append(
        system_lines.stop_hook_summary(hooks),
        system_lines.turn_duration(900, recorder.position.messages),
        system_lines.local_command(local_commands.command_text("cost")),
        system_lines.local_command("<local-command-stdout>nothing</local-command-stdout>"),
    )
    ends(recorder)


def progress_lines(recorder: Recorder) -> None:
    """Tell of a running command as old clients did; the conversation does not hang on that."""
    asks(recorder)
    said = replies(recorder, call("Bash", command="ls", description="List"))
    name = said[0]["message"]["content"][0]["id"]
    recorder.append(loose_lines.bash_progress(name, "a", "a"))
    recorder.append(loose_lines.bash_progress(name, "b", "ab"))
    answers(recorder, said[0], ToolAnswer("ab", {"stdout": "ab", "stderr": ""}))
    recorder.append(loose_lines.hook_progress("Stop", "Stop", "true"))
    replies(recorder, text("Two files."))
    ends(recorder)


def commands(recorder: Recorder) -> None:
    """Use commands of the client: after ``/clear``, to look at something, and to change something.

    The last of them is the end, so that a resume answers in its place.
    """
    recorder.begin_turn()
    recorder.hold(*local_commands.cleared_lines())
    asks(recorder, "Is it ebb?")
    replies(recorder, text("It is."))
    recorder.append(*local_commands.shown_lines("cost", "", "all: $0.01"))
    recorder.append(attachments.edited_text_file("/sea/a.txt", "1\tlow\n2\thigh"))
    asks(recorder, "And now?")
    replies(recorder, text("Still."))
    ends(recorder)
    recorder.begin_turn()
    recorder.append(*local_commands.done_lines("model", "haiku", "haiku is asked from now on."))
    ends(recorder)


CONVERSATIONS: Final[dict[str, Callable[[Recorder], None]]] = {
    one.__name__: one
    for one in (
        plain, thinking, parallel_tools, errors, subagent, manual_compaction, auto_compaction,
        images, interrupted_tool, interrupted_reply, unanswered, broken_off, call_without_result,
        beside, commands, progress_lines,
    )
}  # fmt: skip


def recorded(name: str, folder: Path, **place: Any) -> Opened:
    """Record a conversation in a home of its own."""
    cwd = folder / "project"
    cwd.mkdir(parents=True, exist_ok=True)
    opened = open_new(Place(home=folder / "home", cwd=cwd, **place))
    with opened.recorder as recorder:
        CONVERSATIONS[name](recorder)
    return opened
