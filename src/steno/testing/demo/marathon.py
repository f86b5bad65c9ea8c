"""One long session over five days, resumed every morning and compacted twice (July 2026)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.testing.demo import cast, sources
from steno.testing.demo.cast import ask, end_turn, first_prompt, interactive, leave, slash
from steno.testing.file_tools import edit, grep, read
from steno.testing.session import think
from steno.testing.shell_tools import bash, bash_failed
from steno.testing.tokens import Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.testing.session import SessionBuilder

HARMONICS = f"{cast.EBB}/src/ebb/harmonics.py"
CONSTITUENTS = ("K2", "Q1", "P1", "M4", "MS4", "MN4", "SA", "SSA")
AT_MORNING = "2026-07-{day:02}T07:{minute:02}:00Z"


def sessions() -> Iterator[SessionBuilder]:
    """Yield the one session."""
    yield constituents()


def constituents() -> SessionBuilder:
    """Eight more constituents, one after the other, until the context is full. Twice."""
    s = interactive("marathon", "2026-07-20T07:30:00Z", git_branch="feat/thirteen")
    s.meter = Meter(weight=300)
    first_prompt(s, "We have five constituents. I want thirteen by Friday, one at a time, tested.")
    s.reply(
        think("Slow and steady. Read, add, test, repeat."),
        "Then let us start with K2.",
        read(HARMONICS, sources.HARMONICS),
    )
    text = sources.HARMONICS
    for number, name in enumerate(CONSTITUENTS[:4]):
        text = _add(s, name, text, number)
    _by_hand(s)
    _morning(s, 22, "Good morning. Where were we?")
    s.reply("Four done: K2, Q1, P1 and M4. Four to go, and the shallow-water ones are fiddly.")
    end_turn(s)
    for number, name in enumerate(CONSTITUENTS[4:6], start=4):
        text = _add(s, name, text, number)
    _by_itself(s)
    _morning(s, 23, "SA and SSA today, then we are done")
    for number, name in enumerate(CONSTITUENTS[6:], start=6):
        text = _add(s, name, text, number)
    _last_day(s)
    return leave(s, "thirteen! thank you")


def _add(s: SessionBuilder, name: str, text: str, number: int) -> str:
    """Add one constituent: a look, an edit, a test that fails on the harder ones, a test."""
    ask(s, f"next: {name}", minutes=9 + number)
    s.reply(
        think(f"{name} needs its speed, and a node factor that is not 1."),
        grep(name, "docs/doodson.md", f"docs/doodson.md:{40 + number}:{name}  see table 3"),
        bash("git status --short", "", description="Is the tree clean?").after(0.2),
    )
    old, new = '"O1": 13.943035', f'"{name}": {28.0 + number / 7:.6f}, "O1": 13.943035'
    (line, *_) = s.reply(edit(HARMONICS, text, old, new))
    s.backup(HARMONICS, number + 1, text, line)
    if number % 3 == 1:
        s.reply(
            bash_failed(
                "python3 -m pytest -q",
                1,
                f"FAILED test_{name.lower()}_at_sandhaven - off by 0.04 m\n1 failed",
                description="Test",
            )
        )
        s.reply("Four centimetres: I had the phase in local time. It is Greenwich, always.")
    s.reply(bash("python3 -m pytest -q", f"{18 + number} passed in 0.6{number}s"))
    s.reply(f"{name} is in. Sandhaven's residual falls by {(number * 5) % 7 + 2} mm.")
    end_turn(s, hook=number % 2 == 0)
    return text.replace(old, new, 1)


def _by_hand(s: SessionBuilder) -> None:
    """Compact because the user says so; what was typed for it follows the summary."""
    s.compact(
        "Goal: thirteen constituents in ebb.harmonics. Done: K2, Q1, P1, M4, each with a test. "
        "Phases are Greenwich phases, never local. Open: MS4, MN4, SA, SSA.",
        trigger="manual",
    )
    slash(s, "compact", "keep the lesson about Greenwich", "Compacted")
    s.attach(
        "file",
        filename=HARMONICS,
        content={
            "type": "text",
            "file": {
                "filePath": HARMONICS,
                "content": sources.HARMONICS,
                "numLines": 14,
                "startLine": 1,
                "totalLines": 14,
            },
        },
        displayPath="src/ebb/harmonics.py",
    )
    s.attach(
        "skill_listing", content="- tide-check", skillCount=1, isInitial=False, names=["tide-check"]
    )


def _by_itself(s: SessionBuilder) -> None:
    """Compact because the context is full; the new prompt and its answer stay in use."""
    asked = ask(s, "before the annual ones: explain SA to me like I am a harbour seal")
    (line, *_) = s.reply(
        "In summer the water is warm and takes up more room, so the whole sea "
        "stands a little higher. Your rock is a little smaller. 🦭"
    )
    s.compact(
        "Goal: thirteen constituents. Done: K2, Q1, P1, M4, MS4, MN4. Open: SA and SSA. The user "
        "likes explanations for seals.",
        keep=[asked, line],
    )
    s.attach("compact_file_reference", filename=HARMONICS, displayPath="src/ebb/harmonics.py")
    end_turn(s)


def _morning(s: SessionBuilder, day: int, greeting: str) -> None:
    """Resume the session: the same file, another day."""
    s.loose("last-prompt", lastPrompt=greeting, leafUuid=s.leaf)
    s.clock.go(AT_MORNING.format(day=day, minute=40 + day % 7))
    s.loose("mode", mode="normal")
    s.loose("permission-mode", permissionMode="acceptEdits")
    s.attach("date_change", newDate=f"2026-07-{day}")
    ask(s, greeting, minutes=1)


def _last_day(s: SessionBuilder) -> None:
    ask(s, "thirteen! thank you", minutes=30)
    s.reply(
        "Thirteen it is. From **19 cm** of residual down to **6 cm**, and most of what is left "
        "is weather. Enjoy Friday."
    )
    end_turn(s, hook=True)
    s.loose("custom-title", customTitle="Thirteen constituents by Friday")
