"""The strict Messages API of our tests, and the real client: neither finds fault with the other."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from steno.model.script import call, say, think, think_unseen
from steno.testing.messages_api import MessagesApi
from steno.testing.messages_faults import busy, drops, fails_within
from tests.interop.real_client import bare_environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop
SESSION = "7d4b2a52-3a0e-4b77-9a53-0d5a0b6c1f10"


def _ask(client: Client, api: MessagesApi, folder: Path, *arguments: str) -> dict[str, Any]:
    """Have the real client ask once, and give what it says of it."""
    (folder / "home").mkdir(exist_ok=True)
    ran = subprocess.run(
        [
            *[str(client.binary), "-p", *arguments],
            *["--output-format", "json", "--permission-mode", "bypassPermissions"],
        ],
        env=bare_environment(folder / "home") | api.environ | {"IS_SANDBOX": "1"},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    said: dict[str, Any] = json.loads(ran.stdout)
    return said


def test_real_client_is_answered_without_a_problem(client: Client, tmp_path: Path) -> None:
    """Thoughts, several calls, a sub-agent, a resumed session, and what may pass."""
    (tmp_path / "a.txt").write_text("hello\n", "utf-8")
    looks = [
        *[think("hm"), think_unseen("hm"), say("I look.")],
        *[call("Read", file_path=str(tmp_path / "a.txt")), call("Bash", command="echo there")],
    ]
    agent = {"description": "look", "prompt": "look around", "subagent_type": "general-purpose"}
    replies = [
        *[looks, busy(529, retry_after=0), drops(), fails_within("x", after=1)],
        *[[say("I send."), call("Agent", **agent)], [call("Bash", command="echo hi")], "Seen."],
        *["Done.", "Again."],
    ]
    with MessagesApi(replies, rules=lambda asked: None if asked.tools else "A title") as api:
        first = _ask(client, api, tmp_path, "read it", "--session-id", SESSION)
        second = _ask(client, api, tmp_path, "and again", "--resume", SESSION)
    assert api.problems == []
    assert (first["result"], second["result"]) == ("Done.", "Again.")
    assert "hello" in api.requests[1].last_text
