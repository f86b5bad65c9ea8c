"""The session builder: the chain, the turns, and what changes their course."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from steno.testing.file_tools import grep, read
from steno.testing.session import SessionBuilder, redacted, think
from steno.testing.shell_tools import bash
from steno.testing.tool_run import unanswered

FAST, SLOW = read("/fast", "x").after(0.2), read("/slow", "y").after(5)


def _session(**own: Any) -> SessionBuilder:
    session = SessionBuilder("s", **own)
    session.prompt("How high is the water?")
    return session


def _bodies(session: SessionBuilder, kind: str | None = None) -> list[dict[str, Any]]:
    return list(session.bodies(kind))


def test_same_seed_gives_the_same_bytes() -> None:
    """A session is a function of its seed and its script."""

    def build(seed: str) -> bytes:
        session = SessionBuilder(seed)
        session.prompt("hi")
        session.reply(think("hm"), "hello", bash("ls", "a"))
        return session.encode()

    assert build("a") == build("a")
    assert build("a") != build("b")


def test_each_line_hangs_on_the_one_before() -> None:
    """Without parallel calls the chain is a plain list."""
    session = _session()
    session.attach("date_change", newDate="2026-06-01")
    session.reply(think("hm"), "Reading.", FAST)
    session.reply("High.")
    session.system("turn_duration", durationMs=1, isMeta=False)
    lines = _bodies(session)
    assert [line["parentUuid"] for line in lines] == [None, *(x["uuid"] for x in lines[:-1])]
    assert sorted(line["timestamp"] for line in lines) == [line["timestamp"] for line in lines]


def test_parallel_calls_make_a_fork() -> None:
    """Each result hangs on its own call, in the order of completion; the next on the last."""
    session = _session()
    _, slow_call, fast_call = session.reply("Both.", SLOW, FAST)
    session.reply("Done.")
    first, second = [b for b in _bodies(session, "user") if "toolUseResult" in b]
    assert (first["parentUuid"], second["parentUuid"]) == (fast_call, slow_call)
    assert first["timestamp"] < second["timestamp"]
    assert first["sourceToolAssistantUUID"] == fast_call
    assert _bodies(session, "assistant")[-1]["parentUuid"] == second["uuid"]


def test_results_may_form_a_chain() -> None:
    """An old account has results that hang on one another."""
    session = _session()
    session.settings = replace(session.settings, results="chain")
    calls = session.reply(SLOW, FAST)
    first, second = [b for b in _bodies(session, "user") if "toolUseResult" in b]
    assert (first["parentUuid"], second["parentUuid"]) == (calls[-1], first["uuid"])


def test_results_may_share_a_line() -> None:
    """Another one has all results in one line."""
    session = _session()
    session.settings = replace(session.settings, results="one line")
    session.reply(SLOW, FAST)
    assert len(_bodies(session, "user")[-1]["message"]["content"]) == 2
    session.reply(unanswered(FAST))
    assert _bodies(session)[-1]["type"] == "assistant"


def test_unanswered_call_has_no_result() -> None:
    """What was never answered leaves no line; its neighbours do."""
    session = _session()
    session.reply(unanswered(FAST), SLOW)
    results = [b for b in _bodies(session, "user") if "toolUseResult" in b]
    assert [b["toolUseResult"]["file"]["filePath"] for b in results] == ["/slow"]


def test_turn_shares_one_prompt_id() -> None:
    """A prompt begins a turn; results belong to it; the next prompt begins another."""
    session = _session()
    session.reply(FAST)
    session.prompt("and now?")
    ids = [body["promptId"] for body in _bodies(session, "user")]
    assert ids[0] == ids[1] != ids[2]


@pytest.mark.parametrize(
    ("version", "keys"),
    [
        ("1.0.43", set[str]()),
        ("2.0.42", {"thinkingMetadata", "todos"}),
        ("2.1.29", {"thinkingMetadata", "todos", "permissionMode"}),
        ("2.1.114", {"permissionMode", "promptId"}),
        ("2.1.197", {"permissionMode", "promptId", "promptSource", "origin"}),
    ],
)
def test_prompt_has_the_keys_of_its_version(version: str, keys: set[str]) -> None:
    """What a prompt carries grew and changed over time."""
    (body,) = _bodies(_session(version=version))
    all_keys = {"thinkingMetadata", "todos", "permissionMode", "promptId", "promptSource", "origin"}
    assert all_keys & set(body) == keys


def test_script_prompts_have_no_origin() -> None:
    """A prompt of -p says where it came from, but not who sent it."""
    assert "origin" not in _bodies(_session(entrypoint="sdk-cli"))[0]


def test_stop_reason_follows_from_the_parts() -> None:
    """A call stops for the tool, a text ends the turn, a broken stream says nothing."""
    session = _session()
    session.reply(FAST)
    session.reply("Done.")
    session.reply("Brok", stop_reason=None)
    reasons = [body["message"]["stop_reason"] for body in _bodies(session, "assistant")]
    assert reasons == ["tool_use", "end_turn", None]


def test_thinking_is_signed_unless_it_has_a_signature() -> None:
    """Every thinking block carries a signature, as the API wants it back."""
    session = _session()
    session.reply(think("a"), think("b", ""), redacted("ZGF0YQ=="))
    blocks = [body["message"]["content"][0] for body in _bodies(session, "assistant")]
    assert blocks[0]["signature"]
    assert blocks[1]["signature"] == ""
    assert blocks[2] == {"type": "redacted_thinking", "data": "ZGF0YQ=="}


def test_rewind_branches_off() -> None:
    """After a rewind the older line has two children; nothing is taken away."""
    session = _session()
    (kept,) = session.reply("One.")
    session.prompt("bad idea")
    session.rewind(kept)
    session.prompt("good idea")
    assert [b["parentUuid"] for b in _bodies(session, "user")[1:]] == [kept, kept]


def test_compaction_keeps_what_it_is_told() -> None:
    """Preserved lines are named with the summary as their anchor; the slug appears."""
    session = _session()
    (answer,) = session.reply("High.")
    session.compact("The water is high.", keep=[answer])
    boundary, summary = _bodies(session)[-2:]
    metadata = boundary["compactMetadata"]
    assert boundary["logicalParentUuid"] == answer
    assert metadata["preservedMessages"] == {
        "anchorUuid": summary["uuid"], "uuids": [answer], "allUuids": [answer],
    }  # fmt: skip
    assert metadata["preservedSegment"]["anchorUuid"] == summary["uuid"]
    assert metadata["preTokens"] > metadata["postTokens"]
    assert boundary["slug"] == summary["slug"]
    assert session.leaf == summary["uuid"]


def test_old_compaction_says_less() -> None:
    """Older clients noted the trigger and the tokens, nothing else."""
    session = _session(version="2.1.14")
    session.compact("Short.", trigger="manual")
    assert set(_bodies(session)[-2]["compactMetadata"]) == {"trigger", "preTokens"}


def test_second_compaction_adds_up_what_was_dropped() -> None:
    """The count of dropped tokens is over all compactions."""
    session = _session()
    for _ in range(2):
        session.reply("Word.")
        session.compact("Short.")
    dropped = [
        body["compactMetadata"]["cumulativeDroppedTokens"] for body in _bodies(session, "system")
    ]
    assert 0 < dropped[0] < dropped[1]


def test_fork_copies_the_chain_under_another_id() -> None:
    """The same uuids, parents and times; another sessionId; no loose lines."""
    session = _session()
    session.loose("mode", mode="normal")
    session.raw(b"damage\n")
    session.reply("High.")
    fork = session.fork("fork")
    chain = [body for body in _bodies(session) if "uuid" in body]
    assert [{**body, "sessionId": session.session_id} for body in _bodies(fork)] == chain
    assert {body["sessionId"] for body in _bodies(fork)} == {fork.session_id}
    fork.prompt("elsewhere")
    assert _bodies(fork)[-1]["parentUuid"] == session.leaf
    assert len(_bodies(session)) == len(chain) + 1


def test_subagent_shares_the_session_but_not_the_ids() -> None:
    """A sub-agent's lines name the session and the agent, and begin a chain of their own."""
    session = _session()
    child = session.spawn("a1")
    child.user("Look.")
    child.reply(grep("x", "/"))
    lines = _bodies(child)
    assert {line["sessionId"] for line in lines} == {session.session_id}
    assert {line["agentId"] for line in lines} == {"a1"}
    assert lines[0]["parentUuid"] is None
    assert "toolUseResult" not in lines[-1]
    assert child.depth == 1


def test_backup_keeps_the_old_content() -> None:
    """A snapshot names the copy; a file that did not exist has none."""
    session = _session(cwd="/home/mira/ebb")
    session.backup("/home/mira/ebb/src/new.py", 1, None, "m")
    session.backup("/home/mira/ebb/src/old.py", 2, "old", "m")
    new, old = (
        body["snapshot"]["trackedFileBackups"] for body in _bodies(session, "file-history-snapshot")
    )
    assert new["src/new.py"]["backupFileName"] is None
    assert session.backups == {old["src/old.py"]["backupFileName"]: b"old"}
    assert old["src/old.py"]["backupFileName"].endswith("@v2")


def test_raw_bytes_stand_as_they_are() -> None:
    """Damage is written down without a change."""
    session = SessionBuilder()
    session.raw(b"\x00 torn")
    session.loose("mode", mode="normal")
    assert session.encode().startswith(b'\x00 torn{"type":"mode"')
