"""``steno chat --demo``: a made-up model in a scratch folder, and a tour of what it shows."""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Final

from steno.model.exchange_scripted import ScriptedExchange
from steno.model.script import answer, call, say, think

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from steno.model.script import Reply, Request

MODEL: Final = "made-up-model"
PACE: Final = 0.03
"""Seconds between two pieces of an answer: as fast as one reads."""
PROMPTS: Final = (
    "What is in this folder?",
    "Run the check.",
    "Mend it.",
    "Is the same mistake anywhere else? Let an agent look.",
    "/compact",
)
GREET: Final = '''\
"""Greetings."""


def greet(name: str) -> str:
    return "Hello, " + naem
'''
CHECK: Final = """\
#!/bin/sh
# The check: the name has to be spelled right.
if grep -n naem greet.py; then
    echo "greet.py: 'naem' is not defined" >&2
    exit 1
fi
echo "1 check passed"
"""
README: Final = "# Greetings\n\nA small project to try steno chat on. `sh check.sh` checks it.\n"
OVER: Final = (
    "That was the tour; I am made up and know no more. `/help` shows what else there is, "
    "`/cost` and `/context` what it took, `/rewind` goes back, `/quit` leaves."
)
_SUMMARY: Final = (
    "<summary>A check failed for a misspelled name in greet.py; it was mended.</summary>"
)


def make_scratch(folder: Path) -> tuple[Path, Path]:
    """Make the project and the home of the tour; nothing outside of the folder is touched."""
    project, home = folder / "greetings", folder / "home"
    for each in (project, home, folder / "tmp"):
        each.mkdir(mode=0o700)
    (project / "greet.py").write_text(GREET, "utf-8")
    (project / "check.sh").write_text(CHECK, "utf-8")
    (project / "README.md").write_text(README, "utf-8")
    return project, home


def scratch_environ(folder: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """Give the variables of the tour: none of the user's own places, and no key."""
    kept = {name: environ[name] for name in ("PATH", "LANG", "LC_ALL", "TERM") if name in environ}
    return {
        **kept,
        "HOME": str(folder),
        "TMPDIR": str(folder / "tmp"),
        "CLAUDE_CODE_TMPDIR": str(folder / "tmp"),
        "STENO_CONFIG": str(folder / "config.toml"),
    }


def tour_exchange(project: Path, *, pace: float = PACE) -> ScriptedExchange:
    """Give the made-up model: it goes through its script, whatever it is asked."""
    return ScriptedExchange(
        chain(_script(project), repeat(answer(say(OVER)))), rules=_beside, pace=pace
    )


def _script(project: Path) -> Iterator[Reply]:
    greet, check = str(project / "greet.py"), "sh check.sh"
    yield [
        think("I should look at what there is before I say anything."),
        say("I look at the README first."),
        call("Read", file_path=str(project / "README.md")),
        call("Glob", pattern="*", path=str(project)),
    ]
    yield (
        "A **small project** with three files:\n\n"
        "| file | what it is |\n| --- | --- |\n"
        "| `greet.py` | one function |\n| `check.sh` | a check |\n| `README.md` | a few words |\n\n"
        "What I say comes as it is made, and is drawn when it is complete:\n\n"
        "```python\ngreet('you')  # 'Hello, you'\n```\n"
    )
    yield [
        say("The check is a command, so you are asked before it runs."),
        call("Bash", command=check, description="Run the check"),
    ]
    yield "It fails: `greet.py` says `naem` where it means `name`."
    yield [say("I read the file, and propose a change."), call("Read", file_path=greet)]
    yield [call("Edit", file_path=greet, old_string="naem", new_string="name")]
    yield [call("Bash", command=check, description="Run the check again")]
    yield "**Mended**, and the check passes."
    yield [
        say("An agent of its own looks, with a conversation of its own."),
        call(
            "Agent",
            description="Look for more",
            subagent_type="Explore",
            prompt="Look for the misspelling naem in all files.",
        ),
    ]
    yield "The agent found it only in the check itself. Next, `/compact` sums all of this up."


def _beside(request: Request) -> Reply | None:
    """Answer what the main conversation does not ask: a summary, and the sub-agent."""
    if request.body.get("tool_choice") == {"type": "none"}:
        return _SUMMARY
    if "Look for the misspelling" in _first_text(request.messages):
        asked = len(request.messages)
        if asked > 1:
            return "`naem` stands in check.sh, where it is looked for, and nowhere else."
        return [call("Grep", pattern="naem", output_mode="files_with_matches")]
    return None


def _first_text(messages: list[Any]) -> str:
    content = messages[0].get("content") if messages else ""
    if isinstance(content, str):
        return content
    return "\n".join(str(block.get("text", "")) for block in content)
