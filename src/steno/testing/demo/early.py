"""Summer and autumn 2025: a prototype in one file, written down by clients 1.0.x and 2.0.x."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steno.testing.agent_tools import AgentTask, agent, agent_in_file
from steno.testing.demo import cast, sources
from steno.testing.demo.pictures import tide_curve
from steno.testing.file_tools import (
    edit,
    glob,
    grep_files,
    image_block,
    list_folder,
    multi_edit,
    read,
    write,
)
from steno.testing.lines import make_snapshot
from steno.testing.planning_tools import exit_plan_mode, todo_write
from steno.testing.session import SessionBuilder, think
from steno.testing.shell_tools import bash, bash_in_background, bash_output, kill_shell
from steno.testing.tool_run import failed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.testing.lines import Body

SONNET_4 = "claude-sonnet-4-20250514"
SONNET_45 = "claude-sonnet-4-5-20250929"


def sessions() -> Iterator[SessionBuilder]:
    """Yield the sessions of that time."""
    yield cosine()
    yield sidechain()
    yield warm_up()
    yield flat_agents()


def cosine() -> SessionBuilder:
    """1.0.43: one cosine, the old tools, system lines without a subtype, bash mode."""
    s = SessionBuilder(
        "cosine",
        start="2025-07-05T19:12:00Z",
        cwd=cast.PROTOTYPE,
        version="1.0.43",
        model=SONNET_4,
    )
    s.loose("summary", session_id=None, summary="One Cosine Is Not a Tide", leafUuid=s.ids.uuid())
    path = f"{cast.PROTOTYPE}/tide.py"
    s.prompt("here is my whole tide model. it is one cosine. be kind")
    s.reply("Let me have a look.", list_folder(cast.PROTOTYPE, "tide.py", "notes.txt"))
    s.reply(read(path, sources.PROTOTYPE))
    todos: list[Body] = [
        {"content": "Add S2 beside M2", "status": "pending", "priority": "high", "id": "1"},
        {"content": "Print a table, not a list", "status": "pending", "priority": "low", "id": "2"},
    ]
    s.reply(
        think("They asked me to be kind. It is a good cosine: M2 alone gets within half a metre."),
        "It is a *good* cosine: M2 alone explains most of it. Two constituents get you springs "
        "and neaps.",
        todo_write([], todos),
    )
    edits = (
        ("    return 2.4 +", "    return 2.4 + 0.4 * math.cos(math.radians(30 * hours - 12)) +"),
        ("print(h, round(tide(h), 2))", 'print(f"{h:02}:00  {tide(h):.1f} m")'),
    )
    s.reply(multi_edit(path, sources.PROTOTYPE, *edits))
    tool_use_id = "toolu_01PostToolUseMultiEdit000"
    s.system(
        None,
        content="Running \x1b[1mPostToolUse:MultiEdit\x1b[22m...",
        isMeta=False,
        toolUseID=tool_use_id,
        level="info",
    )
    s.system(
        None,
        content="\x1b[1mPostToolUse:MultiEdit\x1b[22m completed successfully",
        isMeta=False,
        toolUseID=tool_use_id,
        level="info",
    )
    s.reply("Springs and neaps are in, and the hours line up.")
    s.user("<bash-input>python3 tide.py | head -4</bash-input>")
    s.user(
        "<bash-stdout>00:00  3.8 m\n01:00  3.5 m\n02:00  2.9 m\n03:00  2.2 m</bash-stdout>"
        "<bash-stderr></bash-stderr>"
    )
    picture = {"type": "text", "text": "the harbour master drew this. does it look like ours?"}
    s.prompt([image_block(tide_curve()), picture])
    s.reply("Very much so. His second high water is lower; that is N2, and we can add it next.")
    return s


def sidechain() -> SessionBuilder:
    """1.0.98: a sub-agent whose lines stand in the session's own file."""
    s = SessionBuilder(
        "sidechain",
        start="2025-09-03T08:02:11Z",
        cwd=cast.PROTOTYPE,
        version="1.0.98",
        git_branch="",
        model=SONNET_4,
    )
    s.prompt("Find out how the big tide programs store their constituents, then pick a format.")
    task = AgentTask(
        "Survey constituent files",
        "Look through vendor/ and tell me which file formats for harmonic constituents occur.",
        tool="Task",
    )

    def survey(child: SessionBuilder) -> str:
        child.reply(glob("vendor/**/*.h*", f"{cast.PROTOTYPE}/vendor/xt/sandhaven.hcs"))
        report = "One text format: name, amplitude in metres, phase in degrees. A CSV will do."
        child.reply(report)
        return report

    s.reply("I will send somebody to look.", agent_in_file(task, survey))
    s.reply("A plain CSV then: `constituent,amplitude,phase`. Nothing cleverer is needed.")
    s.prompt("do it")
    s.reply(
        failed(
            edit(f"{cast.PROTOTYPE}/tide.py", "", "SPEEDS", "speeds"),
            "File has not been read yet.",
            told="<tool_use_error>File has not been read yet.</tool_use_error>",
        )
    )
    s.reply("Right, reading comes first.", read(f"{cast.PROTOTYPE}/tide.py", sources.PROTOTYPE))
    s.reply("The table is in `constituents.csv` now.")
    return s


def warm_up() -> SessionBuilder:
    """2.0.37: nothing but the summaries of other sessions; there is nothing to resume."""
    s = SessionBuilder(
        "summaries", start="2025-11-13T08:51:10Z", cwd=cast.PROTOTYPE, version="2.0.37"
    )
    for title in ("Neaps, Springs and a Harbour Master", "CSV for Constituents"):
        s.loose("summary", session_id=None, summary=title, leafUuid=s.ids.uuid("leaf"))
    return s


def flat_agents() -> SessionBuilder:
    """2.0.42: queued blocks, tags of an editor, agents in files beside the session."""
    s = SessionBuilder(
        "flat",
        start="2025-11-17T23:50:06Z",
        cwd=cast.EBB,
        version="2.0.42",
        git_branch="first-light",
        model=SONNET_45,
    )
    opened = "<ide_opened_file>The editor shows /home/mira/ebb/README.md.</ide_opened_file>"
    blocks = [{"type": "text", "text": opened}, {"type": "text", "text": "Start the real thing."}]
    s.loose("queue-operation", operation="enqueue", timestamp=s.clock.now, content=blocks)
    s.loose("queue-operation", operation="dequeue", timestamp=s.clock.now)
    first = s.prompt(blocks)
    s.records.append(
        make_snapshot(first, {"README.md": "# tides\n\nTODO: everything.\n"}, s.clock.now)
    )
    s.reply(
        think("A package, tests, a README. Small."),
        "A package, then. I will plan it first.",
        exit_plan_mode(
            "# Plan\n\n1. `ebb.harmonics`\n2. `ebb.almanac`\n3. a command",
            "/home/mira/.claude/plans/salty-wading-tern.md",
        ),
    )
    s.stamp = replace(s.stamp, slug="salty-wading-tern")
    s.reply(write(f"{cast.EBB}/src/ebb/harmonics.py", sources.HARMONICS))
    s.records.append(
        make_snapshot(first, {"src/ebb/harmonics.py": ""}, s.clock.now, is_update=True)
    )
    _ask_two_agents(s)
    shell = "dce0af"
    s.reply(bash_in_background("python3 -m ebb serve", shell, description="Serve the table"))
    s.reply(bash_output(shell, "python3 -m ebb serve", "serving on :8017", s.clock.now))
    s.reply("It serves. Stopping it again.", kill_shell(shell))
    s.reply("The package stands: two modules, nine tests, one command.")
    s.loose("summary", session_id=None, summary="Ebb: the First Package", leafUuid=s.leaf)
    return s


def _ask_two_agents(s: SessionBuilder) -> None:
    def explore(child: SessionBuilder) -> str:
        child.reply(grep_files("datum", "src/ebb/harmonics.py", "docs/datums.md"))
        child.reply("Chart datum everywhere but in docs/datums.md, which says mean sea level.")
        return "Chart datum everywhere but in docs/datums.md, which says mean sea level."

    def test(child: SessionBuilder) -> str:
        child.reply(bash("python3 -m pytest -q", "9 passed in 0.41s"))
        child.reply("All nine pass.")
        return "All nine pass."

    look = AgentTask("Find datum mix-ups", "Which datum does each file use?", "Explore", "Task")
    run = AgentTask("Run the tests", "Run them and report.", tool="Task")
    s.reply(
        agent(look, explore, agent_id="3be551df", layout="flat"),
        agent(run, test, agent_id="41b9470d", layout="flat"),
    )
    s.reply("One document lies about its datum; the tests are green.")
