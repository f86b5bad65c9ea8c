"""``steno chat`` at a terminal, typed at and looked at, against the strict Messages API."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from steno.model.script import answer, call, say, think
from steno.session.session import load
from steno.testing.messages_api import MessagesApi
from steno.testing.messages_faults import slow
from tests.cli.payloads import SEQUENCES
from tests.cli.tmux_terminal import PATIENCE, TMUX, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.model.script import Reply

pytestmark = pytest.mark.skipif(TMUX is None, reason="needs tmux to type at the program")
MODEL = "claude-sonnet-4-5"


@dataclass
class Lab:
    """A folder, a home and a service for one test."""

    folder: Path
    api: MessagesApi | None = None
    environ: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the folders."""
        self.project, self.home = self.folder / "project", self.folder / "home" / ".claude"
        for each in (self.project, self.home):
            each.mkdir(parents=True)

    def serve(self, *replies: Reply) -> MessagesApi:
        """Begin to answer."""
        self.api = MessagesApi(replies)
        return self.api

    def chat(self, *arguments: object, **own: Any) -> Terminal:
        """Start the program at a terminal."""
        served = {} if self.api is None else self.api.environ
        environ = {
            "HOME": str(self.home.parent),
            "CLAUDE_CODE_TMPDIR": str(self.folder / "tmp"),
            "CLAUDE_CODE_MAX_RETRIES": "0",
            **served,
            **self.environ,
        }
        given = ("chat", "--model", MODEL, *arguments)
        return Terminal(arguments=given, cwd=self.project, environ=environ, **own)

    def sessions(self) -> list[Path]:
        """Give the transcripts, the oldest first."""
        found = (self.home / "projects").glob("*/*.jsonl")
        return sorted(found, key=lambda path: path.stat().st_mtime_ns)

    def lines(self, place: int = -1) -> list[dict[str, Any]]:
        """Give the lines of a transcript."""
        text = self.sessions()[place].read_text("utf-8")
        return [json.loads(line) for line in text.removesuffix("\n").split("\n")]

    def settled(self) -> None:
        """Check that the service found no fault, and that the newest session resumes."""
        assert self.api is not None
        assert self.api.problems == []
        assert load(self.sessions()[-1]).messages()


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """Give a lab, and end its service."""
    made = Lab(tmp_path)
    yield made
    if made.api is not None:
        made.api.close()


def test_a_prompt_is_answered_and_written_down(lab: Lab) -> None:
    """What is typed is asked, drawn and kept; leaving says how to go on."""
    lab.serve([think("Let me see."), say("Hello **you**.")])
    with lab.chat() as terminal:
        terminal.wait_for("/help shows commands and keys")
        terminal.enter("hi there")
        screen = terminal.wait_for("● Hello you.", "∴ Let me see.", "▌ hi there")
        assert "**" not in screen
        terminal.wait_until_idle()
        terminal.enter("/quit")
        terminal.wait_for("go on with 'steno chat --resume")
        terminal.wait_for_end(0)
    lab.settled()
    session = lab.sessions()[0]
    assert session.stat().st_mode & 0o777 == 0o600
    kinds = [line["type"] for line in lab.lines()]
    assert kinds[:2] == ["mode", "permission-mode"]
    asked = next(line for line in lab.lines() if line["type"] == "user")
    assert (asked["promptSource"], asked["origin"]) == ("typed", {"kind": "human"})
    typed = [json.loads(line) for line in (lab.home / "history.jsonl").read_text().splitlines()]
    assert [one["display"] for one in typed] == ["hi there", "/quit"]
    assert list((lab.home / "sessions").iterdir()) == []


def test_a_command_runs_only_when_it_is_allowed(lab: Lab) -> None:
    """Yes once runs it, yes for the session asks no more, and the card tells what came of it."""
    lab.serve(
        call("Bash", command="echo one > a.txt"),
        call("Bash", command="touch b.txt"),
        call("Bash", command="touch b.txt"),
        "All done.",
    )
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("make files")
        terminal.wait_for("│ echo one > a.txt", "May it run?")
        assert not (lab.project / "a.txt").exists()
        terminal.press("Enter")
        terminal.wait_for("│ touch b.txt", "May it run?")
        assert (lab.project / "a.txt").read_text() == "one\n"
        terminal.press("2")
        screen = terminal.wait_for("All done.")
        terminal.wait_until_idle()
        assert screen.count("│ touch b.txt") == 1
        terminal.press("C-d")
        terminal.wait_for_end(0)
    assert (lab.project / "b.txt").exists()
    assert not (lab.project / ".claude").exists()
    lab.settled()


def test_a_no_is_told_to_the_model_with_words_and_ends_the_turn_without(lab: Lab) -> None:
    """What to do instead goes to the model; Esc ends the turn; nothing was run."""
    api = lab.serve(
        call("Bash", command="touch a"), call("Bash", command="touch b"), "As you wish."
    )
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("do it")
        terminal.wait_for("│ touch a", "May it run?")
        terminal.press("Up")
        terminal.type("use mkdir")
        terminal.wait_for("> use mkdir")
        terminal.press("Enter")
        terminal.wait_for("│ touch b", "No: use mkdir", "May it run?")
        assert "the user said:\nuse mkdir" in api.requests[1].last_text
        terminal.press("Escape")
        terminal.wait_for("interrupted; say what to do instead")
        terminal.wait_until_idle()
        terminal.enter("then not")
        terminal.wait_for("As you wish.")
        terminal.press("C-c", "C-c")
        terminal.wait_for_end(0)
    assert [path.name for path in lab.project.iterdir()] == []
    results = [line for line in lab.lines() if "toolUseResult" in line]
    assert results[1]["toolUseResult"] == "User rejected tool use"
    lab.settled()


def test_a_change_is_shown_before_it_is_made(lab: Lab) -> None:
    """An edit is asked about with its diff, and told in a line afterwards."""
    file = lab.project / "a.py"
    file.write_text("def f():\n    return 1\n")
    lab.serve(
        call("Read", file_path=str(file)),
        call("Edit", file_path=str(file), old_string="return 1", new_string="return 2"),
        call("Write", file_path=str(lab.project / "new.txt"), content="fresh\n"),
        "Changed.",
    )
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("change it")
        terminal.wait_for("2 -     return 1", "2 +     return 2", "May it run?")
        assert file.read_text() == "def f():\n    return 1\n"
        terminal.press("1")
        terminal.wait_for("1 + fresh", "May it run?")
        terminal.press("2")
        screen = terminal.wait_for("● Changed.", "✓ Edit a.py  +1 -1")
        assert screen.count("return 2") == 1
        terminal.wait_for("edits without asking")
    assert file.read_text() == "def f():\n    return 2\n"
    lab.settled()


def test_esc_interrupts_an_answer_and_a_command(lab: Lab) -> None:
    """What came so far is seen, the transcript is whole, and the conversation goes on."""
    words = " ".join(f"word{number}" for number in range(400))
    lab.serve(
        slow(say(words), pace=0.05), call("Bash", command="sleep 60 && echo slept"), "Still here."
    )
    with lab.chat("--permission-mode", "bypassPermissions") as terminal:
        terminal.wait_for("asks for NOTHING")
        terminal.enter("talk")
        terminal.wait_for("word3", "Esc interrupts")
        terminal.press("Escape")
        terminal.wait_for("interrupted; say what to do instead")
        assert "word3" in terminal.wait_until_idle()
        terminal.enter("sleep")
        terminal.wait_for("… Bash", "sleep 60")
        terminal.press("C-c")
        terminal.wait_for("⊘ Bash")
        terminal.wait_until_idle()
        terminal.enter("there?")
        terminal.wait_for("Still here.")
    lab.settled()


def test_what_is_typed_while_the_model_works_is_heard_at_the_next_step(lab: Lab) -> None:
    """It waits in sight, goes to the model with the result, and is drawn where it was heard."""
    api = lab.serve(call("Bash", command="sleep 2"), "Heard you.")
    with lab.chat("--allowedTools", "Bash(sleep:*)") as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("wait a bit")
        terminal.wait_for("… Bash")
        terminal.enter("and hurry")
        terminal.wait_for("queued: and hurry")
        screen = terminal.wait_for("Heard you.", "▌ and hurry")
        assert screen.index("▌ and hurry") < screen.index("Heard you.")
    assert "and hurry" in api.requests[1].last_text
    assert "queued_command" in {
        line["attachment"]["type"] for line in lab.lines() if line["type"] == "attachment"
    }
    lab.settled()


def test_a_conversation_is_summed_up_and_goes_on(lab: Lab) -> None:
    """/compact asks for a summary with the person's words, and what follows builds on it."""
    api = lab.serve("First.", "Second.", "<summary>We counted.</summary>", "Third.")
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("one")
        terminal.wait_for("● First.")
        terminal.wait_until_idle()
        terminal.enter("two")
        terminal.wait_for("● Second.")
        terminal.wait_until_idle()
        terminal.enter("/compact keep the numbers")
        terminal.wait_for("summed up (manual)")
        terminal.wait_until_idle()
        terminal.enter("three")
        terminal.wait_for("● Third.")
    assert "keep the numbers" in api.requests[2].last_text
    assert "We counted." in str(api.requests[3].messages)
    assert "compact_boundary" in {line.get("subtype") for line in lab.lines()}
    lab.settled()


def test_a_session_is_taken_up_with_its_last_turns(lab: Lab) -> None:
    """By its id, as the last one, forked, and from a list; the model gets all that was said."""
    api = lab.serve("First.", "Second.", "Third.", "Fourth.")
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("remember seven")
        terminal.wait_for("● First.")
        terminal.wait_until_idle()
        terminal.enter("exit")
        terminal.wait_for_end(0)
    first = lab.sessions()[0]
    for arguments, reply in ((("--resume", first.stem), "Second."), (("-c",), "Third.")):
        with lab.chat(*arguments) as terminal:
            terminal.wait_for("remember seven", "● First.")
            terminal.enter("go on")
            terminal.wait_for(f"● {reply}")
            terminal.wait_until_idle()
            terminal.press("C-d")
            terminal.wait_for_end(0)
    assert [path.name for path in lab.sessions()] == [first.name]
    with lab.chat("--resume", "--fork-session") as terminal:
        terminal.wait_for("Which session?", "remember seven")
        terminal.press("Enter")
        terminal.wait_for("● Third.")
        terminal.wait_until_idle()
        terminal.enter("fork it")
        terminal.wait_for("● Fourth.")
    assert len(lab.sessions()) == 2
    assert all("remember seven" in str(request.messages) for request in api.requests)
    lab.settled()


def test_going_back_takes_words_and_files_back(lab: Lab) -> None:
    """/rewind leaves a branch behind, and brings the file to what it was at the prompt."""
    file = lab.project / "v.txt"
    write = {"file_path": str(file), "content": "v1\n"}
    again = {"file_path": str(file), "content": "v2\n"}
    api = lab.serve(
        call("Write", **write), "Wrote v1.", call("Write", **again), "Wrote v2.", "Otherwise."
    )
    with lab.chat("--permission-mode", "acceptEdits") as terminal:
        terminal.wait_for("/help shows")
        for prompt, reply in (("make v1", "Wrote v1."), ("make v2", "Wrote v2.")):
            terminal.enter(prompt)
            terminal.wait_for(f"● {reply}")
            terminal.wait_until_idle()
        assert file.read_text() == "v2\n"
        terminal.enter("/rewind")
        terminal.wait_for("Go back to before which prompt?", "▸ 2. make v2")
        terminal.press("Enter")
        terminal.wait_for("Take back what?", "3. Both")
        terminal.press("3")
        terminal.wait_for("taken back to here", "> make v2")
        assert file.read_text() == "v1\n"
        terminal.press("C-u")
        terminal.enter("make it otherwise")
        terminal.wait_for("● Otherwise.")
    assert "v2" not in str(api.requests[-1].messages)
    assert "Wrote v1." in str(api.requests[-1].messages)
    lab.settled()


def test_a_shell_command_is_written_as_the_real_client_does(lab: Lab) -> None:
    """``!command`` runs unasked, its output is shown, and the model answers to it."""
    api = lab.serve("I see.")
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("!echo out; echo err >&2")
        terminal.wait_for("! echo out", "● I see.")
    said = [line for line in lab.lines() if line["type"] == "user"]
    contents = [line["message"]["content"] for line in said]
    assert contents == [
        "<bash-input>echo out; echo err >&2</bash-input>",
        "<bash-stdout>out\nerr</bash-stdout><bash-stderr></bash-stderr>",
    ]
    assert all("promptId" not in line for line in said)
    assert "<bash-stdout>out" in api.requests[0].last_text
    lab.settled()


def test_no_sequence_of_model_or_tool_reaches_the_terminal(lab: Lab, tmp_path: Path) -> None:
    """Answers, thoughts, commands, output and diffs are shown with their escapes visible."""
    bad = "".join(SEQUENCES).encode("utf-8", "replace").decode()
    file = lab.project / "bad.txt"
    lab.serve(
        [think(f"think {bad}"), say(f"say {bad}"), call("Bash", command=f"echo '{bad}' | cat")],
        [call("Write", file_path=str(file), content=f"new {bad}\n")],
        f"```\n{bad}\n```\n<b>{bad}</b> &#27;[31m",
    )
    recorded = tmp_path / "recorded"
    with lab.chat(recorded=recorded, columns=200, rows=60) as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("hostile")
        terminal.wait_for("May it run?", "echo '")
        terminal.press("1")
        terminal.wait_for("bad.txt", "May it run?", "→ Yes, this once")
        terminal.press("Escape")
        terminal.wait_for("interrupted; say what to do instead")
        terminal.wait_until_idle()
        terminal.enter("again")
        terminal.wait_until_idle()
        terminal.wait_for("<b>\\x1b")
    raw = recorded.read_bytes().decode("utf-8", "replace")
    assert "\\x1b]0;owned" in raw
    for sequence in SEQUENCES:
        if "\x1b" in sequence and sequence not in ("\x1b[6n", "\x1b[31;1;5m"):
            assert sequence not in raw, repr(sequence)
    assert "owned\x07" not in raw
    assert "\x9b31m" not in raw


def test_keys_pasted_lines_mentions_and_modes(lab: Lab) -> None:
    """Several lines are one prompt, @ completes, Shift-Tab changes the mode, Ctrl-R finds."""
    (lab.project / "notes.md").write_text("seven\n")
    api = lab.serve("One.", "Two.")
    with lab.chat() as terminal:
        terminal.wait_for("asks before changes")
        terminal.press("BTab")
        terminal.wait_for("edits without asking")
        terminal.press("BTab")
        terminal.wait_for("plans, changes nothing")
        terminal.press("BTab")
        terminal.wait_for("asks before changes")
        terminal.paste("first\nsecond")
        terminal.press("M-Enter")
        terminal.type("third\\")
        terminal.press("Enter")
        terminal.type("see @not")
        terminal.wait_for("  notes.md")
        terminal.press("Tab", "Enter")
        terminal.wait_for("● One.")
        terminal.wait_until_idle()
        terminal.press("C-r")
        terminal.type("second")
        terminal.wait_for("search: second", "> first")
        terminal.press("Enter", "Enter")
        terminal.wait_for("● Two.")
    first = api.requests[0].last_text
    assert "first\nsecond\nthird\nsee @notes.md" in first
    assert "seven" in first
    lab.settled()


def test_commands_that_show_something(lab: Lab) -> None:
    """/help, /cost, /context, /permissions and /model answer without the model."""
    (lab.project / ".claude" / "commands").mkdir(parents=True)
    (lab.project / ".claude" / "commands" / "greet.md").write_text("Say hello to $ARGUMENTS.\n")
    api = lab.serve("Hello Bob.", "Hello from the new one.")
    with lab.chat() as terminal:
        terminal.wait_for(".claude/commands", "Do you trust this folder?")
        terminal.enter("y")
        terminal.wait_for("/help shows")
        terminal.enter("/help")
        terminal.wait_for("/greet", "Shift-Tab", "/rewind")
        terminal.enter("/permissions deny Bash(rm:*)")
        terminal.enter("/permissions")
        terminal.wait_for("deny", "Bash(rm:*)", "(session)")
        terminal.enter("/greet Bob")
        terminal.wait_for("▌ /greet Bob", "● Hello Bob.")
        terminal.wait_until_idle()
        terminal.enter("/cost")
        terminal.wait_for(MODEL, "of waiting for models")
        terminal.enter("/context")
        terminal.wait_for("System prompt", "of 200k tokens")
        terminal.enter("/model claude-opus-4-8")
        terminal.wait_for("claude-opus-4-8 is asked from now on")
        terminal.enter("/nosuch")
        terminal.wait_for("there is no command /nosuch")
        terminal.enter("hi")
        terminal.wait_for("● Hello from the new one.")
    assert [request.model for request in api.requests] == [MODEL, "claude-opus-4-8"]
    assert "Say hello to Bob." in api.requests[0].last_text
    lab.settled()


def test_clear_begins_another_session(lab: Lab) -> None:
    """What was said before is kept, and the model does not get it any more."""
    api = lab.serve("One.", "Two.")
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("about apples")
        terminal.wait_for("● One.")
        terminal.wait_until_idle()
        terminal.enter("/clear")
        terminal.wait_for("A new conversation")
        terminal.enter("about pears")
        terminal.wait_for("● Two.")
    assert len(lab.sessions()) == 2
    assert "apples" not in str(api.requests[1].messages)
    lab.settled()


def test_a_session_that_is_open_elsewhere_is_warned_of(lab: Lab) -> None:
    """Whoever takes up a session that another client holds is told so."""
    lab.serve("One.")
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("hi")
        terminal.wait_for("● One.")
        terminal.wait_until_idle()
        with lab.chat("--resume", lab.sessions()[0].stem) as other:
            other.wait_for("is open in another client")


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        pytest.param("key", "set ANTHROPIC_API_KEY", id="wrong-key"),
        pytest.param("model", "claude-nosuch-1-0", id="unknown-model"),
        pytest.param("network", "127.0.0.1:9", id="no-network"),
    ],
)
def test_a_model_that_cannot_be_asked_is_told_in_words(lab: Lab, reply: str, told: str) -> None:
    """The error is drawn, the prompt is kept, and the conversation can go on."""
    lab.api = MessagesApi(["Back again."], models=[MODEL])
    arguments: tuple[str, ...] = ()
    if reply == "key":
        lab.environ["ANTHROPIC_API_KEY"] = "sk-ant-wrong"
    elif reply == "network":
        lab.environ["ANTHROPIC_BASE_URL"] = "http://127.0.0.1:9"
    else:
        arguments = ("--model", "claude-nosuch-1-0")
    with lab.chat(*arguments) as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("hello")
        terminal.wait_for("✗", told)
        terminal.wait_until_idle()
        if reply == "model":
            terminal.enter(f"/model {MODEL}")
            terminal.wait_for("is asked from now on")
            terminal.enter("again")
            terminal.wait_for("● Back again.")
            terminal.wait_until_idle()
        terminal.enter("/quit")
        terminal.wait_for_end(0)
    assert any(line.get("isApiErrorMessage") for line in lab.lines())
    assert "hello" in str(load(lab.sessions()[0]).messages())


def test_a_home_that_cannot_be_written_is_told(lab: Lab) -> None:
    """Nothing is lost silently: the prompt is not asked, and the reason is shown."""
    api = lab.serve("never asked")
    (lab.home / "projects").write_text("no folder")
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("hello")
        terminal.wait_for("✗", "projects")
        terminal.wait_until_idle()
        terminal.enter("/quit")
        terminal.wait_for("ended with")
    assert api.requests == []


def test_questions_of_the_model_are_answered(lab: Lab) -> None:
    """AskUserQuestion is put with its answers; several may be marked, words may be one's own."""
    options = [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}]
    one = {"question": "Which colour?", "header": "Colour", "options": options}
    two = {"question": "Which others?", "header": "More", "options": options}
    questions = [{**one, "multiSelect": False}, {**two, "multiSelect": True}]
    api = lab.serve(call("AskUserQuestion", questions=questions), answer(say("Thanks.")))
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.enter("ask me")
        terminal.wait_for("Which colour?", "Blue", "cold")
        terminal.press("2")
        terminal.wait_for("Which others?")
        terminal.press("Space", "Down", "Space", "Enter")
        terminal.wait_for("● Thanks.")
    told = api.requests[1].last_text
    assert '"Which colour?"="Blue"' in told
    assert '"Which others?"="Red, Blue"' in told
    lab.settled()


def test_the_tour_plays_at_a_terminal(lab: Lab) -> None:
    """``--demo`` needs no key: Enter goes on, approvals are asked, nothing is left behind."""
    with lab.chat("--demo") as terminal:
        terminal.wait_for("A tour with a made-up model", "> What is in this folder?")
        terminal.press("Enter")
        terminal.wait_for("A small project", "> Run the check.")
        time.sleep(0.3)
        terminal.press("Enter")
        screen = terminal.wait_for("May it run?", "│ sh check.sh")
        assert str(lab.project) not in screen
        terminal.press("1")
        terminal.wait_for("✗ Bash: Run the check", "> Mend it.")
        terminal.press("C-c")
        time.sleep(0.3)
        terminal.press("C-c")
        terminal.wait_for_end(0)
    assert not (lab.home / "projects").exists()
    assert list(lab.project.iterdir()) == []


def test_a_closed_terminal_leaves_no_scratch_folder(lab: Lab) -> None:
    """The tour takes its folder away whoever ends it."""
    scratch = lab.folder / "scratch"
    scratch.mkdir()
    lab.environ["TMPDIR"] = str(scratch)
    with lab.chat("--demo") as terminal:
        terminal.wait_for("A tour with a made-up model", "> What is in this folder?")
        assert list(scratch.glob("steno-chat-*"))
    until = time.monotonic() + PATIENCE
    while list(scratch.iterdir()) and time.monotonic() < until:
        time.sleep(0.05)
    assert list(scratch.iterdir()) == []


def test_what_is_typed_while_busy_can_be_taken_back(lab: Lab) -> None:
    """It stands above the input, Up takes the last of it back, Esc all of it."""
    api = lab.serve(call("Bash", command="sleep 60"), "Never.")
    with lab.chat("--permission-mode", "bypassPermissions") as terminal:
        terminal.wait_for("asks for NOTHING")
        terminal.enter("wait")
        terminal.wait_for("Esc interrupts", "sleep 60")
        terminal.enter("one more thing")
        terminal.enter("/clear")
        terminal.wait_for("queued: one more thing", "queued: /clear")
        terminal.press("Up")
        terminal.wait_for("> /clear")
        terminal.press("C-u", "Escape")
        terminal.wait_for("interrupted; say what to do instead", "> one more thing")
    assert len(api.requests) == 1


def test_a_long_paste_is_named(lab: Lab) -> None:
    """Also in the echo; the model and the transcript get all of it."""
    api = lab.serve("Read it.")
    with lab.chat() as terminal:
        terminal.wait_for("/help shows")
        terminal.paste("\n".join(f"row {number}" for number in range(300)))
        terminal.wait_for("> [Pasted text #1 +300 lines]")
        terminal.press("Enter")
        screen = terminal.wait_for("▌ [Pasted text #1 +300 lines]", "● Read it.")
        assert "row 7" not in screen
    assert "row 0\nrow 1\n" in api.requests[0].last_text
    assert "row 299" in str(lab.lines())
    lab.settled()
