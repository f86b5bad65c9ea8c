"""June 2026: moon phases are planned, built, forked for an experiment, and once taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steno.testing.demo import cast, sources
from steno.testing.demo.cast import ask, end_turn, first_prompt, interactive, leave, slash
from steno.testing.file_tools import edit, glob, grep, read, write
from steno.testing.planning_tools import (
    ask_user,
    enter_plan_mode,
    exit_plan_mode,
    skill,
    task_create,
    task_list,
    task_update,
)
from steno.testing.session import think
from steno.testing.shell_tools import bash, bash_failed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.testing.session import SessionBuilder

PLAN = """# Moon phases beside the tides

1. `ebb/moon.py`: age and phase from the mean synodic month
2. a third column in the table, only when `--moon` is given
3. a test against six dates from the almanac of 1999
"""
MOON = f"{cast.EBB}/src/ebb/moon.py"
TABLE = f"{cast.EBB}/src/ebb/templates/table.html"


def sessions() -> Iterator[SessionBuilder]:
    """Yield the feature, the fork of it, and a rewind."""
    built = feature()
    yield leave(built, "open the pull request")
    yield fork_of(built)
    yield rewound()


def feature() -> SessionBuilder:
    """Plan mode, tasks, parallel reading, a failing test, two edits, a pull request."""
    s = interactive("moon", "2026-06-02T08:41:07Z", git_branch="feat/moon")
    _plan(s)
    _build(s)
    _publish(s)
    return s


def _plan(s: SessionBuilder) -> None:
    first_prompt(
        s,
        "Fishermen keep asking for the moon next to the tides. Plan it before you "
        "touch anything 🌒",
    )
    plan_file = "/home/mira/.claude/plans/quiet-humming-curlew.md"
    s.reply(think("They want a plan first, so plan mode it is."), enter_plan_mode())
    s.stamp = replace(s.stamp, slug="quiet-humming-curlew")
    s.attach(
        "plan_mode", reminderType="full", isSubAgent=False, planFilePath=plan_file, planExists=False
    )
    s.reply(
        "Three things to look at, all at once.",
        read(f"{cast.EBB}/src/ebb/almanac.py", sources.ALMANAC).after(0.9),
        read(TABLE, sources.TABLE_HTML).after(0.3),
        glob("tests/**/*.py", "tests/test_almanac.py", "tests/test_harmonics.py").after(0.5),
    )
    s.reply(ask_user("Should the moon always be shown?", "Moon", "Only with --moon", "Always"))
    s.reply("Then it stays out of the way by default.", exit_plan_mode(PLAN, plan_file))
    s.attach("plan_mode_exit", planFilePath=plan_file, planExists=True)
    cast.allow(s, "acceptEdits")


def _build(s: SessionBuilder) -> None:
    s.reply(
        task_create(1, "Write ebb.moon", "Age and phase of the moon", "Writing ebb.moon"),
        task_create(2, "Add the column", "Third column behind --moon", "Adding the column"),
    )
    s.reply(task_update(1, "pending", "in_progress"))
    (line, *_) = s.reply(write(MOON, sources.MOON))
    s.backup(MOON, 1, None, line)
    s.reply(
        "Now the dates of 1999.",
        bash_failed(
            "python3 -m pytest -q tests/test_moon.py",
            1,
            "FAILED tests/test_moon.py::test_blue_moon - assert 'waning gibbous' == 'full'"
            "\n1 failed, 5 passed in 0.12s",
            description="Run the moon tests",
        ),
    )
    s.reply(
        think(
            "31 March 1999 was full at 22:49. `round` on eighths puts the borders in the middle "
            "of each phase, which is right; the test asks for the next noon. The test is wrong."
        ),
        "Five of six. The sixth asks for noon on 1 April, fourteen hours after full moon: the "
        "test is off by a day, the code is not.",
        bash("python3 -m pytest -q", "17 passed in 0.55s", description="Run everything"),
    )
    old = "<tr><th>Time</th><th>Height</th></tr>"
    new = "<tr><th>Time</th><th>Height</th>{% if moon %}<th>Moon</th>{% endif %}</tr>"
    (line, *_) = s.reply(edit(TABLE, sources.TABLE_HTML, old, new))
    s.backup(TABLE, 1, sources.TABLE_HTML, line)
    s.attach("edited_text_file", filename=TABLE, snippet=f"2\t  {new}", displayPath="table.html")
    s.reply(task_update(1, "in_progress", "completed"), task_update(2, "pending", "completed"))
    s.attach("task_reminder", content=_tasks(), itemCount=2)
    s.reply(
        task_list(
            *({"id": t["id"], "subject": t["subject"], "status": t["status"]} for t in _tasks())
        )
    )
    s.reply(
        "The column is in and stays hidden unless asked for. **17 tests pass.**\n\n"
        "| date | phase |\n|---|---|\n| 2026-06-15 | new |\n| 2026-06-29 | full |"
    )
    end_turn(s, hook=True)
    s.loose("ai-title", sessionId=s.session_id, aiTitle="Moon phases beside the tides")


def _publish(s: SessionBuilder) -> None:
    ask(s, "run our tide check over it, then open the pull request", minutes=11)
    (line, *_) = s.reply(skill("tide-check", "SAN GRP KEL"))
    call = next(b for b in s.bodies("assistant") if b["uuid"] == line)["message"]["content"][0]
    s.user(
        [
            {
                "type": "text",
                "text": "Base folder of this skill: ~/.claude/skills/tide-check\n\n"
                "Compare each station with the printed table.",
            }
        ],
        isMeta=True,
        sourceToolUseID=call["id"],
    )
    s.attach("command_permissions", allowedTools=["Bash(ebb today:*)"])
    s.reply(
        bash(
            "ebb today SAN GRP KEL --moon",
            "SAN 04:12 3.9 m  waning gibbous\n"
            "GRP 04:40 3.6 m  waning gibbous\nKEL 03:58 3.1 m  waning gibbous",
        ),
        attributionSkill="tide-check",
    )
    s.reply(
        "All three within four minutes of print. Opening the pull request.",
        bash(
            "gh pr create --fill",
            "https://git.example.org/ebb/ebb/pull/57",
            gitOperation={"pr": {"number": 57, "action": "created"}},
        ),
    )
    s.loose(
        "pr-link",
        sessionId=s.session_id,
        prNumber=57,
        prUrl="https://git.example.org/ebb/ebb/pull/57",
        prRepository="ebb/ebb",
        timestamp=s.clock.now,
    )
    s.reply("It is number 57.")
    end_turn(s, hook=True)
    slash(s, "rename", "moon-phases", "Renamed to moon-phases")
    s.loose("custom-title", customTitle="moon-phases")
    s.loose("agent-name", agentName="moon-phases")


def fork_of(built: SessionBuilder) -> SessionBuilder:
    """Take the same chain under another id, and from there on another question."""
    s = built.fork("moon-fork")
    s.clock.wait(hours=3)
    s.loose("mode", mode="normal")
    ask(s, "In this copy only: what if we showed the moon as an emoji?")
    s.reply(
        think("A fork, so I can be playful."),
        "🌑🌒🌓🌔🌕🌖🌗🌘: eight phases, eight glyphs, and `NAMES` has the same length. One line:",
        edit(MOON, sources.MOON, "def age(t):", 'GLYPHS = "🌑🌒🌓🌔🌕🌖🌗🌘"\n\n\ndef age(t):'),
    )
    s.reply("It looks lovely in a terminal and terrible on the harbour master's printer.")
    end_turn(s)
    s.loose("custom-title", customTitle="moon-phases (emoji)")
    return leave(s, "In this copy only: what if we showed the moon as an emoji?")


def rewound() -> SessionBuilder:
    """Give an answer that nobody liked, and the branch that was taken instead."""
    s = interactive("rewind", "2026-06-04T16:05:44Z", model=cast.SONNET)
    first_prompt(s, "Name the new export format.")
    s.reply("**TideML**, an XML dialect with namespaces.")
    end_turn(s)
    kept = s.leaf
    ask(s, "go on then, write the schema", minutes=2)
    s.reply(write(f"{cast.EBB}/docs/tideml.xsd", '<schema xmlns="urn:tideml"/>\n'))
    s.reply("The schema has 340 lines so far, and we have not reached low water.")
    end_turn(s)
    s.rewind(str(kept))
    ask(s, "no. a CSV. call it .tide", minutes=5)
    s.reply(grep("csv", "src/ebb/", "src/ebb/export.py:4:import csv"))
    s.reply("`.tide` it is: one header, one row per turning point, UTC.")
    end_turn(s)
    return leave(s, "no. a CSV. call it .tide")


def _tasks() -> list[dict[str, object]]:
    return [
        {
            "id": "1",
            "subject": "Write ebb.moon",
            "description": "Age and phase of the moon",
            "activeForm": "Writing ebb.moon",
            "status": "completed",
            "blocks": ["2"],
            "blockedBy": [],
        },
        {
            "id": "2",
            "subject": "Add the column",
            "description": "Third column behind --moon",
            "activeForm": "Adding the column",
            "status": "completed",
            "blocks": [],
            "blockedBy": ["1"],
        },
    ]
