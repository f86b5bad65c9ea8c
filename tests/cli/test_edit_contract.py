"""Every command that edits prints the keys that all of them promise, planned and done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.cli.test_documents import misfits
from tests.edit.edited import CONVERSATION, in_home, told
from tests.edit.test_redact import SECRET
from tests.edit.worked import Worked
from tests.session.transcripts import user
from tests.written import ONE, THREE, TWO

if TYPE_CHECKING:
    from tests.cli.running import Run

SCHEMAS: Final = Path(__file__).resolve().parents[2] / "docs" / "schemas"
KEYS: Final = {"schema", "edit", "source", "result", "changes", "saved", "resume"}


COMMANDS: Final[dict[str, list[str]]] = {
    "clone": [ONE],
    "fork": [ONE, "--at", "1"],
    "trim": [ONE, "--tool-calls=Bash"],
    "compress": [ONE, "--keep-last", "0"],
    "redact": [ONE, "--in-place"],
    "repair": [ONE],
    "relocate": [ONE, "--to", "/srv/elsewhere"],
    "merge": [ONE],
    "bundle": [ONE, "-o", "FOLDER/x.zip"],
    "import": ["FOLDER/ready.zip"],
    "undo": [],
    "restore": [TWO, "--at", "1"],
}
SEVERAL: Final[dict[str, list[str]]] = {
    "relocate": ["/tmp/project", "/srv/made"],
    "bundle": [ONE, TWO, "-o", "FOLDER/x.zip"],
    "import": ["FOLDER/both.zip"],
}
"""The same for several sessions at once."""
NOTHING: Final[dict[str, list[str]]] = {
    "undo": ["--list"],
    "restore": [TWO, "--at", "end"],
    "trim": [ONE, "--images"],
}
"""The same where there is nothing to do."""


@pytest.fixture
def places(run: Run, tmp_path: Path) -> list[object]:
    """Write sessions to edit, bundles of them, and an edit to take back."""
    made = Worked(tmp_path / "home", tmp_path / "project")
    (made.project / "a.txt").write_bytes(b"old words\n")
    made.ask()
    made.edit("a.txt", "new")
    own = made.session().path
    assert own is not None
    own.rename(own.with_name(f"{TWO}.jsonl"))
    backups = made.home / "file-history"
    (backups / ONE).rename(backups / TWO)
    long = told("z", {"type": "text", "text": "many words " * 2000})
    lines = [*CONVERSATION, long, user("s", f"it is {SECRET}")]
    for name in (ONE, THREE):
        there = {"cwd": "/tmp/project"}
        in_home(made.home, *({**line, **there} for line in lines), session_id=name)
    places = ["--home", made.home, "--db", tmp_path / "data"]
    run("bundle", ONE, "-o", tmp_path / "ready.zip", *places)
    run("bundle", ONE, TWO, "-o", tmp_path / "both.zip", *places)
    run("trim", ONE, "--thinking", "--in-place", *places)
    return places


def printed(run: Run, places: list[object], command: str, arguments: list[str]) -> Any:
    """Run a command, and check its document against its schema."""
    folder = str(Path(str(places[3])).parent)
    replaced = [argument.replace("FOLDER", folder) for argument in arguments]
    answer = run(command, *replaced, "--json", *places)
    assert answer.code == 0, answer.err
    document = answer.document
    assert document["schema"] == f"steno.{command}/1"
    schema = json.loads((SCHEMAS / f"command-{command}-1.json").read_text("utf-8"))
    assert misfits(document, schema, schema.get("$defs", {}), command) == []
    assert document.keys() >= KEYS
    assert document["edit"] == command
    assert document["saved"].keys() >= {"bytes", "tokens"}
    assert document["resume"].keys() >= {"before", "after"}
    assert all(row.keys() >= {"line", "action", "what"} for row in document["changes"])
    return document


@pytest.mark.parametrize("command", COMMANDS)
def test_one_session(run: Run, places: list[object], command: str) -> None:
    """The result is null for a dry run, and else a session and where it is."""
    dry = printed(run, places, command, [*COMMANDS[command], "--dry-run"])
    assert dry["result"] is None
    assert dry["source"].keys() >= {"session", "path"}
    assert dry["changes"] or command in ("clone", "merge", "repair")
    done = printed(run, places, command, COMMANDS[command])
    assert done["result"].keys() >= {"session", "path"}
    assert Path(done["result"]["path"]).exists()
    assert done["source"] == dry["source"] or command == "import"
    assert (len(done["changes"]), done["saved"], done["resume"]) == (
        len(dry["changes"]), dry["saved"], dry["resume"],
    )  # fmt: skip
    sent = done["resume"]["before"] or done["resume"]["after"]
    assert sent.keys() >= {"messages", "tokens", "reachable", "refusal"}


@pytest.mark.parametrize("command", SEVERAL)
def test_several_sessions(run: Run, places: list[object], command: str) -> None:
    """No one session can be named; the keys are there all the same."""
    dry = printed(run, places, command, [*SEVERAL[command], "--dry-run"])
    done = printed(run, places, command, SEVERAL[command])
    assert (dry["result"], done["source"]["path"]) == (None, dry["source"]["path"])
    assert Path(done["result"]["path"]).exists()
    assert (done["source"]["session"], done["result"]["session"]) == (None, None)
    assert done["resume"] == {"before": None, "after": None}


@pytest.mark.parametrize("command", NOTHING)
def test_nothing_to_do(run: Run, places: list[object], command: str) -> None:
    """Without changes, and a copy is written all the same."""
    done = printed(run, places, command, NOTHING[command])
    assert done["changes"] == []
    assert (done["result"] is None) == (command == "undo")
