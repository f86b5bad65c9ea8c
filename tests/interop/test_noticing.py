"""What the model is told unasked: in one scenario we write the attachments of the real client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import steno
from tests.interop.lab import Lab
from tests.interop.real_client import Client
from tests.interop.script import again, ask, call, reply, says, scenario
from tests.interop.sdks import our_program

if TYPE_CHECKING:
    from pathlib import Path

    from tests.interop.lab import Capture, Scenario, Workers

pytestmark = pytest.mark.interop

KINDS = ("nested_memory", "edited_text_file")


def unasked() -> Scenario:
    """Come to folders with words in them, and change a file behind the model's back."""
    tides = "".join(f"tide {number}\n" for number in range(1, 61))
    change = "sleep 1; sed -i 's/tide 20$/ebb/; 40d' tides.txt"
    files = {
        "CLAUDE.md": "Root.\n",
        ".claude/rules/all.md": "For all.\n",
        ".claude/rules/py.md": "---\npaths: sea/*.{py,pyi}\n---\nFor Python.\n",
        "sea/CLAUDE.md": "Sea. @../notes.md\n",
        "sea/CLAUDE.local.md": "Mine.\n",
        "sea/.claude/CLAUDE.md": "Hidden.\n",
        "sea/.claude/rules/own.md": "<!-- a note -->\nOwn.\n",
        "sea/deep/CLAUDE.md": "Deep.\n",
        "sea/deep/a.txt": "a\n",
        "sea/b.py": "b\n",
        "land/CLAUDE.md": "Land.\n",
        "land/c.txt": "c\n",
        "notes.md": "Notes.\n",
        "tides.txt": tides,
    }
    said = says(
        reply(call("Read", file_path="$CWD/sea/deep/a.txt")),
        reply(call("Read", file_path="$CWD/sea/b.py")),
        reply(call("Read", file_path="$CWD/tides.txt")),
        reply(call("Edit", file_path="$CWD/tides.txt", old_string="tide 1\n", new_string="low\n")),
        reply(call("Bash", command=change)),
        reply(call("Edit", file_path="$CWD/tides.txt", old_string="tide 2\n", new_string="high\n")),
        reply(call("Write", file_path="$CWD/new.txt", content="n\n")),
        reply("Done."),
        reply("Changed."),
    )
    later = {"shell": "sleep 1; echo more > new.txt"}
    return scenario([said], ask("See @land/c.txt."), later, again("And now?"), files=files)


@pytest.fixture(scope="module")
def both(
    lab: Lab, scripts: Path, workers: Workers, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Capture, Capture]:
    """Let the real client and ours go through the scenario."""
    folder = tmp_path_factory.mktemp("ours")
    ours = Lab(Client(our_program(folder), "ours"), scripts, folder, workers)
    for one in (lab, ours):
        one.start("unasked", unasked())
    return lab.capture("unasked"), ours.capture("unasked")


def told(capture: Capture) -> list[Any]:
    """Give the attachments of these kinds, and between which lines they stand."""
    (path,) = capture.transcripts()
    found: list[Any] = []
    for entry in steno.read(path):
        held = entry.body.get("attachment", {})
        if held.get("type") in KINDS:
            found.append(_plain(held, str(capture.folder.name), capture))
        elif entry.type in ("user", "assistant"):
            found.append(entry.type)
    return found


def _plain(held: Any, name: str, capture: Capture) -> Any:
    """Leave out where the project lay."""
    root = str(capture.folder.parent.parent / "work" / name / "proj")
    if isinstance(held, dict):
        return {key: _plain(value, name, capture) for key, value in held.items()}
    return held.replace(root, "") if isinstance(held, str) else held


def test_we_tell_what_the_real_client_tells(both: tuple[Capture, Capture]) -> None:
    """The same attachments, to the last key, in the same places."""
    theirs, ours = (told(one) for one in both)
    kinds = [one["type"] for one in theirs if isinstance(one, dict)]
    assert [kinds.count(kind) for kind in KINDS] == [8, 2]
    assert ours == theirs


def test_we_send_it_where_the_real_client_would(both: tuple[Capture, Capture]) -> None:
    """Each of our requests goes on from the one before: nothing is told in another place later."""
    before: list[Any] = []
    for body in both[1].requests:
        messages = [(one["role"], _texts(one["content"])) for one in body["messages"]]
        assert messages[: len(before)] == before
        before = messages


def _texts(content: Any) -> list[str]:
    blocks = [content] if isinstance(content, str) else content
    return [str({**one, "cache_control": None}) if isinstance(one, dict) else one for one in blocks]
