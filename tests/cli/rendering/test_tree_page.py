"""The tree of a session, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from steno.cli.rendering.paper import drawing_paper, plain_paper
from steno.cli.rendering.tree_page import DEEPEST, TreePage
from steno.session.session import load
from steno.testing.agent_tools import AgentTask, agent, agent_in_background, agent_in_file
from steno.testing.build import SessionBuilder, make_session
from steno.testing.shell_tools import bash
from steno.view.session_tree import SessionTree
from tests.cli.payloads import STYLES
from tests.held import calls, held, progress, prompt, result, says, system

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

TASK = AgentTask("Look around", "Look around the harbour.", "Explore")


def works(child: SessionBuilder) -> str:
    """Let a sub-agent call a tool."""
    child.reply(bash("ls quay", "boats"))
    return "Two boats."


def begins_another(child: SessionBuilder) -> str:
    """Let a sub-agent begin one of its own."""
    child.reply(agent(TASK, works, agent_id="inner"))
    return "Done."


def draw(session: Session, *, turns: bool = False, every_line: bool = False) -> list[str]:
    """Draw a session on plain paper, without the times at the right margin."""
    page = TreePage(SessionTree(session), plain_paper(), turns=turns, every_line=every_line)
    return [line.partition("  2026-")[0].rstrip() for line in page.draw()]


@pytest.fixture
def rewound() -> Session:
    """Give a session that was taken back once, with a call on either way."""
    return held(
        prompt("p", None, 0),
        calls("a", "p", 1),
        result("r", "a", 2),
        says("b", "r", 3),
        prompt("old", "b", 4),
        says("c", "old", 5),
        prompt("new", "b", 6),
        says("d", "new", 7),
    )


def test_stretches_and_partings_have_a_line_each(rewound: Session) -> None:
    """A branch is named where it begins."""
    assert draw(rewound) == [
        "● lines 1-4  1 turn · 1 call  prompt p",
        "┬ line 4: rewind: the conversation was taken back to here",
        "│ ○ branch 1  lines 5-6  1 turn  prompt old",
        "● lines 7-8  1 turn  prompt new",
    ]


def test_turns_can_be_named(rewound: Session) -> None:
    """Below their stretch, with what they led to."""
    lines = draw(rewound, turns=True)
    assert lines[1].split() == ["1", "prompt", "p", "2", "replies", "·", "1", "call"]
    assert lines[4].split() == ["│", "2", "prompt", "old", "1", "reply"]


def test_every_line_can_be_shown(rewound: Session) -> None:
    """With the line that it hangs on, where that is not the one above."""
    lines = draw(rewound, every_line=True)
    numbers = [word for line in lines for word in line.split()[:2] if word.isdigit()]
    assert numbers == ["1", "2", "3", "4", "5", "6", "7", "8"]
    (new,) = [line for line in lines if line.endswith("on line 4") and "prompt new" in line]
    assert new.split()[:1] == ["7"]
    assert "on line" not in next(line for line in lines if line.split()[0] == "2")


def test_fan_out_and_loose_lines_are_shown_with_every_line() -> None:
    """They are no branches, and nothing is left out."""
    session = held(
        {"type": "mode", "mode": "plan"},
        prompt("p", None, 0),
        calls("a", "p", 1, of="m"),
        calls("b", "a", 2, of="m"),
        b"not JSON\n",
        result("ra", "a", 3),
        result("rb", "b", 4),
        says("c", "rb", 5),
        {"type": "summary", "summary": "Tides"},
    )
    assert draw(session) == ["● lines 2-8  1 turn · 2 calls  prompt p"]
    lines = draw(session, every_line=True)
    assert [line.split()[0] for line in lines] == [
        "1", "●", "2", "3", "4", "5", "6", "7", "8", "9",
    ]  # fmt: skip
    assert lines[3].endswith("tool fan-out, 2 on it")
    assert "bad-line" in lines[5]
    assert lines[6].endswith("on line 3")
    assert lines[-1].endswith("Tides")


def test_compactions_divide(tmp_path: Path) -> None:
    """And say what they did; the small ones are counted."""
    session = SessionBuilder("compacted")
    session.prompt("Look.")
    kept = session.reply("Here.")[-1]
    session.system("microcompact_boundary", microcompactMetadata={"trigger": "auto"})
    session.compact("We looked.", trigger="manual", keep=[kept])
    session.prompt("Look again.")
    session.reply("There.")
    lines = draw(load(make_session(tmp_path, session)))
    assert lines[0] == "● lines 1-3  1 turn · old results cut 1 x  Look."
    assert lines[1].startswith("── line 4: compacted (manual) · ")
    assert " tokens · 1 message dropped · 1 message kept · a resume begins here ──" in lines[1]
    assert lines[2].startswith("● lines 4-7  1 turn")


def test_what_a_compaction_did_goes_on_in_a_second_rule(tmp_path: Path) -> None:
    """Rather than being cut."""
    session = SessionBuilder("compacted")
    session.prompt("Look.")
    kept = session.reply("Here.")[-1]
    session.compact("We looked.", trigger="manual", keep=[kept])
    tree = SessionTree(load(make_session(tmp_path, session)))
    rules = [line for line in TreePage(tree, drawing_paper(70)).draw() if line.startswith("──")]
    assert "…" not in "".join(rules)
    assert [cell_len(rule) for rule in rules] == [70, 70]
    assert "a resume begins here" in rules[1]


def test_words_stand_below_where_there_is_no_room(rewound: Session) -> None:
    """Whole, and behind the bars of their branch; else on the same line."""
    tree = SessionTree(rewound)
    wide = [line.rstrip() for line in TreePage(tree, drawing_paper(110)).draw()]
    narrow = [line.rstrip() for line in TreePage(tree, drawing_paper(50)).draw()]
    assert not any(line.endswith("prompt old") for line in wide)
    assert "│   prompt old" in narrow
    assert "  prompt new" in narrow


def test_sub_agents_stand_below_their_stretch(tmp_path: Path) -> None:
    """Nested ones are indented; each says what it was asked and how it went."""
    session = SessionBuilder("agents")
    session.prompt("Look.")
    session.reply(
        agent(TASK, begins_another, agent_id="outer-agent"), agent_in_background(TASK, works)
    )
    session.reply(agent_in_file(AgentTask("Stroll", "Stroll about."), works))
    session.reply("Done.")
    lines = draw(load(make_session(tmp_path, session)))
    assert [line.rpartition("  ")[0].rstrip() for line in lines[1:]] == [
        "  ↳ Explore: Look around  line 2, turn 1",
        "    ↳ Explore: Look around  line 2, turn 1",
        "  ↳ Explore: Look around  in the background · line 3, turn 1",
        "  ↳ general-purpose: Stroll  line 6, turn 1",
    ]
    told = [line.rpartition("  ")[2].split(" · ") for line in lines[1:]]
    assert [one[0] for one in told] == ["completed", "completed", "async launched", "completed"]
    assert all(one[1].endswith(" s") for one in told)
    assert told[0][2] == "outer-ag"
    inside = draw(load(make_session(tmp_path, session)), every_line=True)
    assert any("agent: tool" in line and line.startswith("      ") for line in inside)


def test_sub_agents_without_their_call_are_told_at_the_end(tmp_path: Path) -> None:
    """By what they were asked, where nothing else describes them."""
    session = SessionBuilder("agents")
    session.prompt("Look.")
    session.reply("No.")
    path = make_session(tmp_path, session)
    child = session.spawn("stray")
    child.user("Stroll about the harbour.")
    own = path.with_suffix("") / "subagents" / "agent-stray.jsonl"
    own.parent.mkdir(parents=True)
    own.write_bytes(child.encode())
    lines = draw(load(path))
    assert lines[1] == "sub-agents whose call is not known:"
    assert lines[2].startswith("↳ sub-agent: Stroll about the harbour.")
    assert lines[2].endswith("stray")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([prompt("x", "gone", 0), says("y", "x", 1)], "hangs on a line that is not in the file"),
        ([prompt("x", "y", 0), says("y", "x", 1)], "its lines hang on one another in a circle"),
    ],
)
def test_odd_beginnings_are_told(lines: list[dict[str, object]], told: str) -> None:
    """Also that of the branch that a resume goes by."""
    assert draw(held(*lines))[0] == f"branch 0 {told}"


def test_branches_on_their_own_are_dimmed_and_told() -> None:
    """They come in the order of the file."""
    session = held(prompt("p", None, 0), says("a", "p", 1), prompt("n", None, 2), says("o", "n", 3))
    assert draw(session) == [
        "branch 1 begins on its own",
        "○ lines 1-2  1 turn  prompt p",
        "● lines 3-4  1 turn  prompt n",
    ]


def test_file_of_a_sub_agent_is_not_dimmed() -> None:
    """No resume goes by it, and nothing else does either."""
    session = held(prompt("p", None, 0, isSidechain=True), says("a", "p", 1, isSidechain=True))
    assert draw(session) == ["● lines 1-2  1 turn  prompt p"]


def test_stretch_without_turns_and_calls_counts_its_lines() -> None:
    """It may be a single one."""
    session = held(prompt("p", None, 0), says("a", "p", 1), says("b", "p", 2))
    lines = draw(session)
    assert lines[0] == "● line 1  1 turn  prompt p"
    assert lines[1] == "┬ line 1: retry: answered more than once"
    assert lines[2] == "│ ○ branch 1  line 2  1 line  hi"


def test_ways_that_went_on_at_the_same_time_are_a_fork() -> None:
    """As several clients at once leave them."""
    session = held(
        prompt("p", None, 0), says("a", "p", 1),
        prompt("x", "a", 2), prompt("y", "a", 3),
        says("xx", "x", 4), says("yy", "y", 5),
    )  # fmt: skip
    assert draw(session)[1] == "┬ line 2: fork: went on in several ways at the same time"


def test_deep_nesting_is_not_indented_for_ever() -> None:
    """It says how deep it is instead."""
    levels = DEEPEST + 5
    lines = [prompt("p", None, 0), says("leave0", "p", 1)]
    for level in range(levels):
        # The longest way stays on its branch; the other one leaves it, and parts again.
        last = f"leave{level}"
        for number in range(2 * (levels - level) + 2):
            name = f"stay{level}-{number}"
            lines += [prompt(f"{name}?", last, len(lines)), says(name, f"{name}?", len(lines))]
            last = name
        lines.append(prompt(f"leave{level + 1}?", f"leave{level}", len(lines)))
        lines.append(says(f"leave{level + 1}", f"leave{level + 1}?", len(lines)))
    lines += [prompt("n", "p", len(lines)), says("o", "n", len(lines) + 1)]
    drawn = draw(held(*lines))
    assert any(line.startswith("│ " * DEEPEST + f"({DEEPEST + 3} deep)") for line in drawn)
    assert not any("│ " * (DEEPEST + 1) in line for line in drawn)


@pytest.mark.parametrize("width", [40, 80, 110])
def test_nothing_is_wider_than_the_paper(width: int) -> None:
    """Chinese characters take two columns."""
    words = "潮汐" * 80
    body = {"content": [{"type": "text", "text": words}]}
    session = held(
        prompt("p", None, 0, message={"role": "user", "content": words}),
        says("a", "p", 1, message=body),
        says("b", "p", 2, message=body),
        system("c", "b", 3, "compact_boundary", compactMetadata={"trigger": words}),
    )
    for every_line in (False, True):
        page = TreePage(
            SessionTree(session), drawing_paper(width, colours=True), every_line=every_line
        )
        lines = [STYLES.sub("", line) for line in page.draw()]
        assert all(cell_len(line) <= width for line in lines), lines


def test_dead_branches_are_dim_and_partings_coloured(rewound: Session) -> None:
    """On a terminal that has colours."""
    page = TreePage(SessionTree(rewound), drawing_paper(100, colours=True), every_line=True)
    lines = list(page.draw())
    (parting,) = [line for line in lines if "rewind" in line]
    assert "\x1b[35mline 4: rewind" in parting
    (dead,) = [line for line in lines if "prompt old" in line and " you " in line]
    assert "\x1b[2m     5" in dead
    (alive,) = [line for line in lines if "prompt new" in line and " you " in line]
    assert "\x1b[2m     7" not in alive


def test_signs_are_ascii_where_there_is_nothing_else(rewound: Session) -> None:
    """A terminal in another encoding would show question marks."""
    paper = plain_paper()
    paper.has_signs = False
    text = "\n".join(TreePage(SessionTree(rewound), paper).draw())
    assert text.replace("·", "").isascii()


def test_progress_lines_stay_with_their_call() -> None:
    """They hang on it beside the result."""
    session = held(
        prompt("p", None, 0), calls("a", "p", 1), progress("n", "a", 2), result("r", "a", 3),
        says("b", "r", 4),
    )  # fmt: skip
    assert draw(session) == ["● lines 1-5  1 turn · 1 call  prompt p"]
