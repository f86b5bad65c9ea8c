"""Redaction: no secret is left anywhere, the same one reads the same everywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.apply import apply
from steno.edit.redact import redact
from steno.edit.undo import undo
from steno.errors import UsageError
from steno.secrets import windows
from steno.secrets.scan import Scanner
from steno.session.session import load
from steno.store.database import open_state
from tests.edit.conversations import SOME, conversations
from tests.edit.edited import CONVERSATION, in_home, result_of, told
from tests.edit.test_apply import snapshot
from tests.session.transcripts import call, image, result, session, text, thinking, user
from tests.written import ONE, TWO, line_of, write_lines

if TYPE_CHECKING:
    from tests.session.transcripts import Body

SECRET = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
OTHER = "gl" + "pat-" + "Zx9Yw8Vu7Ts6Rq5Po4Nm"

EVERYWHERE: tuple[Body | bytes, ...] = (
    user("a", f"my token is {SECRET}"),
    told("b", text(f"I use {SECRET}"), call("c", input={"command": f"curl -H 'x: {SECRET}'"})),
    user("r", [result("c", f"ok {OTHER}")], toolUseResult={"stdout": OTHER, SECRET: 1}),
    {"type": "queue-operation", "operation": "enqueue", "content": f"{OTHER}!"},
    {"type": "file-history-snapshot", "snapshot": {"trackedFileBackups": {f"/{SECRET}/a": {}}}},
    b'{"type":"user","message":{"content":"' + SECRET.encode() + b"\n",
    told("z"),
)


def home_with(folder: Path, *lines: Body | bytes) -> Any:
    """Write a session with secrets in it and around it."""
    source = in_home(folder / "home", *lines)
    assert source.path is not None
    inside = source.path.with_suffix("")
    agent = {**user("s", f"use {OTHER}"), "sessionId": ONE, "isSidechain": True, "agentId": "x"}
    write_lines(inside / "subagents" / "agent-x.jsonl", line_of(agent))
    write_lines(inside / "tool-results" / "big.txt", f"export TOKEN={SECRET}\n".encode())
    write_lines(inside / "tool-results" / f"{SECRET}.txt", b"nothing")
    write_lines(folder / "home" / "file-history" / ONE / "0123456789abcdef@v1", SECRET.encode())
    typed = {"display": f"my token is {SECRET}", "sessionId": ONE}
    write_lines(folder / "home" / "history.jsonl", line_of(typed), line_of({"display": "x"}))
    return load(source.path)


def test_copy_holds_no_secret(tmp_path: Path) -> None:
    """In no file of it, and in no name; the original is as it was."""
    source = home_with(tmp_path, *EVERYWHERE)
    before = snapshot(tmp_path / "home")
    plan = redact(source, new_id=TWO)
    apply(plan, tmp_path / "data")
    after = snapshot(tmp_path / "home")
    assert {name: after[name] for name in before} == before
    new = {name: content for name, content in after.items() if name not in before}
    assert len(new) == 5
    for name, content in new.items():
        for secret in (SECRET, OTHER):
            assert secret not in name
            assert secret.encode() not in content, name
    assert SECRET not in repr(plan.changes) + repr(plan.notes) + repr(plan.unseen)


def test_in_place_nothing_is_left_in_the_home(tmp_path: Path) -> None:
    """What was typed in it neither; and it can be undone."""
    source = home_with(tmp_path, *EVERYWHERE)
    before = snapshot(tmp_path / "home")
    done = apply(redact(source, in_place=True), tmp_path / "data")
    after = snapshot(tmp_path / "home")
    assert not [name for name, content in after.items() if SECRET.encode() in content]
    assert not [name for name in after if SECRET in name]
    typed = line_of({"display": "typed since"})
    with (tmp_path / "home" / "history.jsonl").open("ab") as file:
        file.write(typed)
    with open_state(tmp_path / "data", create=True) as state:
        undo(state, done.edit)
    before["history.jsonl"] += typed
    assert snapshot(tmp_path / "home") == before


def test_same_secret_has_the_same_placeholder(tmp_path: Path) -> None:
    """So that the session stays readable; and a second time nothing is found."""
    after = result_of(redact(home_with(tmp_path, *EVERYWHERE)))
    said = after.messages()
    first, second = said[0]["content"][0]["text"], said[1]["content"][0]["text"]
    assert first.removeprefix("my token is ") == second.removeprefix("I use ")
    assert "REDACTED" in first
    assert redact(after).changes == ()


def test_signed_thinking_goes_as_a_whole(tmp_path: Path) -> None:
    """It is never altered; what is clean stays byte for byte."""
    lines = (
        user("a"), told("b", thinking(f"the token is {SECRET}"), text("x")),
        told("c", thinking("nothing"), text("y")),
    )  # fmt: skip
    plan = redact(in_home(tmp_path, *lines))
    blocks = [block for m in result_of(plan).messages() for block in m["content"]]
    assert [block for block in blocks if block["type"] == "thinking"] == [thinking("nothing")]
    assert "1 signed block of thinking holds a secret" in plan.notes[0]


def test_clean_session_is_only_copied(tmp_path: Path) -> None:
    """No change, no note."""
    plan = redact(in_home(tmp_path, *CONVERSATION, user("i", [image("A" * 400)])))
    assert (plan.changes, plan.notes, plan.unseen) == ((), (), ())


def test_own_patterns_and_what_is_allowed(tmp_path: Path) -> None:
    """As the scanner says."""
    source = in_home(tmp_path, user("a", f"ticket ACME-1234 {SECRET}"), told("b"))
    scanner = Scanner([SECRET], {"ticket": r"ACME-\d+"})
    said = result_of(redact(source, scanner)).messages()[0]["content"][0]["text"]
    assert SECRET in said
    assert "ACME" not in said


@SOME
@given(conversations, st.integers(0, 20))
def test_usage_and_links_hold(lines: list[Body], at: int) -> None:
    """Wherever a secret stands."""
    planted = json.loads(json.dumps(lines).replace("answer", f"{SECRET} answer", at + 1))
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *planted)
        plan = redact(source)
        after = result_of(plan)
        assert after.usage == source.usage
        assert list(after.outline.parents) == list(source.outline.parents)
        assert SECRET not in plan.result_path.read_text("utf-8")
        assert len(after.messages()) == len(source.messages())


def test_entries_that_are_only_at_hand_are_refused() -> None:
    """There is no file to write beside."""
    with pytest.raises(UsageError, match="in a file"):
        redact(session(user("a")))


@pytest.mark.parametrize("in_place", [True, False])
def test_path_of_a_result_still_leads_to_it(tmp_path: Path, in_place: bool) -> None:
    """Though a secret in the name of the file gave way to a placeholder."""
    name = f"out-{SECRET}.txt"
    source = in_home(tmp_path / "home", user("a"))
    assert source.path is not None
    kept = source.path.with_suffix("") / "tool-results" / name
    write_lines(kept, b"much")
    words = f"<persisted-output>\nFull output saved to: {kept}\n</persisted-output>"
    source = in_home(
        tmp_path / "home", user("a"), told("b", call("c")), user("r", [result("c", words)]),
        told("z"), f"no record: {kept}\n".encode(),
    )  # fmt: skip
    apply(plan := redact(source, in_place=in_place), tmp_path / "data")
    lines = load(plan.result_path).entries
    said = lines[2].body["message"]["content"][0]["content"]
    assert Path(said.split("\n")[1].partition(": ")[2]).read_bytes() == b"much"
    assert Path(lines[4].raw.decode().strip().partition(": ")[2]).read_bytes() == b"much"
    assert SECRET.encode() not in plan.result_path.read_bytes()


def test_no_spelling_hides_a_secret(tmp_path: Path) -> None:
    """Characters as numbers, strings in strings, quotes: in lines, side files and history."""
    numbers = "".join(f"\\u{ord(sign):04x}" for sign in SECRET)
    words = 'hunt3r-9\\"x!q'
    lines = (
        user("a", f'{{"note": "{numbers}"}}'), told("b", text(json.dumps({"password": words}))),
        user("c", [result("c", "x")], toolUseResult={"name": "DB_PASSWORD", "value": words}),
        b'{"type":"user","message":{"content":"' + numbers.encode() + b"\n",
        user("d", f"mysql -u root -p{words[:8]}"), told("z"),
    )  # fmt: skip
    source = in_home(tmp_path / "home", *lines)
    assert source.path is not None
    beside = source.path.with_suffix("") / "tool-results" / "x.json"
    write_lines(beside, f'{{"a": "{numbers}", "b": {json.dumps(words)}}}'.encode())
    typed = f'{{"display": "{numbers}", "sessionId": "{ONE}"}}\n'
    (tmp_path / "home" / "history.jsonl").write_text(typed)
    apply(redact(load(source.path), in_place=True), tmp_path / "data")
    for name, content in snapshot(tmp_path / "home").items():
        plain = re.sub(rb"\\{1,3}u00(..)", lambda found: bytes.fromhex(found[1].decode()), content)
        assert SECRET.encode() not in plain, name
        assert b"hunt3r" not in plain, name


def test_side_file_of_any_size_is_redacted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Window by window; what is no text stays byte for byte."""
    monkeypatch.setattr(windows, "WINDOW", 2000)
    source = home_with(tmp_path, *EVERYWHERE)
    assert source.path is not None
    path = source.path.with_suffix("") / "tool-results" / "long.bin"
    gap = b"\xff\xfe \xc3\xa9 " * 9000
    path.write_bytes(gap + SECRET.encode() + gap + b"say hunt3r-9x" + gap + b"pwd=hunt3r-9x")
    plan = redact(load(source.path), in_place=True)
    apply(plan, tmp_path / "data")
    token, word = rb"\[REDACTED:github-token:\d\]", rb"\[REDACTED:password:1\]"
    expected = re.escape(gap).join([b"", token, b"say " + word, b"pwd=" + word])
    assert re.fullmatch(expected, path.read_bytes())
