"""What our recorder writes, the real client goes on with: the whole history, in every way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pytest

import steno
from steno.client.opening import Place, open_resumed
from steno.disk.layout import project_slug
from tests.client.conversations import CONVERSATIONS, asks, ends, recorded, replies, text
from tests.client.line_keys import KEYS, shapes
from tests.interop.agreement import disagreement
from tests.interop.lab import TMUX
from tests.interop.oracle_keys import exact_keys
from tests.interop.resuming import PROMPT, Attempt, Resumer
from tests.interop.sampling import sample
from tests.interop.script import call, reply, says, scenario

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from tests.interop.lab import Lab, Scenario
    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

NAMES: Final = sample(list(CONVERSATIONS), 3)
WAYS: Final = ("--resume", "--continue", "--fork-session", "--resume-session-at")
SHOWING: Final = (
    "05_agent", "07_api_error", "08_compact_manual", "09_resume_fork", "10_slash", "12_hooks",
    "20_tui_basic", "22_tui_rewind", "made_compaction_when_full", "made_hooks",
    "made_hooks_that_stop", "made_limits", "made_mcp", "made_pictures", "made_planning_tools",
    "made_plans", "made_starts", "made_typing", "made_worktree",
)  # fmt: skip
"""The scenarios that, with one more, show every kind of line that we can write."""


def attempt(name: str, way: str, folder: Path) -> Attempt:
    """Record a conversation and lay it where the client looks for its own."""
    session, project = str(uuid4()), folder / "project"
    ours = recorded(name, folder / "ours").path
    path = folder / "home" / ".claude" / "projects" / project_slug(str(project))
    arguments = {
        "--resume": ("--resume", session),
        "--continue": ("--continue",),
        "--fork-session": ("--resume", session, "--fork-session"),
        "--resume-session-at": ("--resume", session, "--resume-session-at", middle(ours)),
    }[way]
    place = path / f"{session}.jsonl"
    return Attempt(ours.read_bytes(), place, folder / "home", project, arguments)


def middle(path: Path) -> str:
    """Give the uuid of a whole reply in the middle of what a resume goes by."""
    session = steno.load(path)
    assert session.chain is not None
    said = [line for line in session.lines(session.chain.rows) if line.is_reply]
    whole = [line for line in said if line.holds("text") and not _goes_on(line, said)]
    return str(whole[(len(whole) - 1) // 2].body["uuid"])


def _goes_on(line: Any, said: list[Any]) -> bool:
    return [one for one in said if one.message_id == line.message_id][-1] is not line


@pytest.fixture(scope="module")
def resumer(
    client: Client, scripts: Path, crew: Executor, tmp_path_factory: pytest.TempPathFactory
) -> Resumer:
    """Give the client with all resumes under way."""
    resumer = Resumer(client, scripts, tmp_path_factory.mktemp("resumed"), crew)
    for name in NAMES:
        for way in WAYS:
            full = f"{name} {way}"
            resumer.start(full, attempt(name, way, resumer.folder_for(full)))
    return resumer


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
def test_real_client_goes_on_with_what_we_wrote(
    name: str, way: str, resumer: Resumer, tmp_path: Path
) -> None:
    """It sends what session.messages() says, to the last key, however it is resumed."""
    full = f"{name} {way}"
    resumed = resumer.resumed(full)
    assert resumed.request is not None, resumed.said
    differing = disagreement(resumer.attempt(full), resumed, tmp_path)
    assert differing is None


@pytest.mark.parametrize("name", NAMES)
def test_we_take_turns_with_the_real_client(
    name: str, client: Client, scripts: Path, crew: Executor, tmp_path: Path
) -> None:
    """We begin, it goes on, we go on, it goes on: each sees all that was said before."""
    resumer = Resumer(client, scripts, tmp_path / "resumed", crew)
    ours = recorded(name, tmp_path / "ours").path
    content, folder = ours.read_bytes(), resumer.folder_for("first")
    # The client goes on in the file that it is given where that is named as its own are.
    path = folder / ours.name
    arguments = ("--resume", str(path))
    first = Attempt(content, path, folder / "home", folder / "project", arguments)
    resumer.start("first", first)
    assert resumer.resumed("first").request is not None
    place = Place(home=tmp_path / "home", cwd=tmp_path)
    opened = open_resumed(place, str(first.path))
    before = opened.messages_for(str(opened.model))
    assert PROMPT in str(before[-2])
    with opened.recorder as recorder:
        asks(recorder, "Our turn again.")
        replies(recorder, text("Gladly."))
        ends(recorder)
    written = first.path.read_bytes()
    assert written.startswith(content)
    assert steno.load(first.path).messages()[: len(before)] == before
    resumer.start("second", Attempt.by_path(written, resumer.folder_for("second")))
    sent = resumer.resumed("second").request["messages"]
    assert exact_keys(sent, PROMPT) == exact_keys(steno.load(first.path).messages(), PROMPT)
    assert "Our turn again." in str(sent)


def busy_terminal() -> Scenario:
    """Say something while a tool runs, and let a Stop hook speak: only at a terminal."""
    hook = {"hooks": [{"type": "command", "command": "echo stopped"}]}
    sleep = call("Bash", command="sleep 6", description="Sleep")
    typed = [{"text": "please wait", "pause": 0.6}, {"keys": ["Enter"]}, {"sleep": 2}]
    typed += [{"text": "meanwhile", "pause": 0.6}, {"keys": ["Enter"]}]
    return scenario(
        [says(reply(sleep), *(reply("All is well."),) * 2)],
        {
            "args": ["--session-id", "$SID1", "--permission-mode", "bypassPermissions"],
            "actions": [
                {"wait": "❯|>", "timeout": 20},
                {"sleep": 1},
                *typed,
                {"wait": "All is well", "timeout": 30},
                {"sleep": 2},
                {"keys": ["C-c", "C-c"]},
            ],
        },
        home_files={".claude/settings.json": {"hooks": {"Stop": [hook]}}},
    )


@pytest.fixture(scope="module")
def shapes_seen(captures: Lab) -> set[str]:
    """Give the keys of all objects in what the client writes, each list in its order."""
    if TMUX is None:
        pytest.skip("needs tmux to type at the client")
    captures.start("busy_terminal", busy_terminal())
    seen: set[str] = set()
    for name in (*SHOWING, "busy_terminal"):
        for path in captures.capture(name).transcripts():
            for entry in steno.read(path):
                seen.update(shapes(entry.body))
    return seen


def test_our_keys_are_those_of_the_real_client(shapes_seen: set[str]) -> None:
    """Every kind of line, and every object in one, has the names and the order that it has."""
    strange = {kind: keys for kind, keys in KEYS.items() if keys not in shapes_seen}
    assert strange == {}
