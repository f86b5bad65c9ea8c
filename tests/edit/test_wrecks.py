"""Wrecks of every kind: what can still be read is sent again, and nothing else changes."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.disk.discover import Home
from steno.edit.apply import apply
from steno.edit.repair import mendable, repair
from steno.edit.undo import undo
from steno.session.session import load, load_file
from steno.store.database import open_state
from tests.edit.conversations import conversation
from tests.edit.test_accounting import account
from tests.edit.test_repair import words
from tests.edit.wrecked_bytes import BYTES
from tests.edit.wrecked_records import RECORDS
from tests.session.transcripts import chained
from tests.written import ONE, place

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

WRECKS: Final = BYTES | RECORDS
SOURCES: Final = (1, 5, 7, 9, 16, 22, 25, 33, 34, 36)
"""Conversations with rewinds, parallel calls and compactions."""
TOO_FAR_GONE: Final = frozenset(
    {
        # A piece of a record is lost, and with it what it says or what it is.
        "cut_head", "overwrite_nul", "lose_bytes", "flip_bit", "spoil_bytes",
        # What remains is a file that somebody may have made by going back.
        "hang_in_a_circle", "lose_lines", "rotate", "move_some", "lose_boundary",
    }
)  # fmt: skip
"""Damages after which words may be readable that no resume is sure to send."""
HARMLESS: Final = frozenset({"call-without-result"})
"""Findings that stay where nothing is lost."""
UNREPAIRABLE: Final = {
    "null_message": {"no-message-id", "no-model"},
    "no_message": {"no-message-id", "no-model"},
    "text_message": {"no-message-id", "no-model"},
    "spoil_bytes": {"not-utf8"},
    "flip_bit": {"not-utf8"},
}
"""Findings of lines of which nothing is left, or that the client reads as well as they can be."""
MADE_READABLE: Final = frozenset(
    {
        "swap_halves", "break_one", "wrap_one", "wrap_all", "write_between", "insert_nul",
        "pretty_one", "pretty_all", "pretty_glued", "pretty_list", "list", "comma_inside",
        "as_python", "as_web_page", "in_quotes", "curly_quotes",
    }
)  # fmt: skip
"""Damages that hide replies from everybody who counts: these are counted once they are back."""


def clean(name: str) -> list[bytes]:
    """Give the lines of the conversation that a damage is done to."""
    return chained(conversation(SOURCES[sum(name.encode()) % len(SOURCES)]))


def wreck(name: str) -> bytes:
    """Damage a conversation."""
    return WRECKS[name](Random(name), clean(name))


def texts(messages: Iterable[dict[str, Any]]) -> str:
    """Give the words of all messages, one behind the other."""
    return "\n".join(words(messages))


def readable(name: str, said: set[str]) -> set[str]:
    """Give the words that still stand in a wreck, as they are written in JSON."""
    raw = wreck(name)
    content = raw.replace(b"\0", b"").decode("utf-8", "replace")
    return {word for word in said if json.dumps(word, ensure_ascii=False)[1:-1] in content}


def spoken(messages: Iterable[dict[str, Any]]) -> set[str]:
    """Give the prompts and answers of messages."""
    return {word for word in words(messages) if word.startswith(("prompt", "answer", "words"))}


def written(home: Path, name: str, content: bytes) -> Path:
    """Write a session with one sub-agent, both with the same content."""
    path = place(home, ONE)
    agent = path.with_suffix("") / "subagents" / f"agent-{name}.jsonl"
    for one in (path, agent):
        one.parent.mkdir(parents=True, exist_ok=True)
        one.write_bytes(content)
    return path


def tree(home: Path) -> dict[str, bytes]:
    """Give all files of a home."""
    return {str(path): path.read_bytes() for path in home.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", WRECKS)
def test_what_can_be_read_is_sent_again(name: str, tmp_path: Path) -> None:
    """No less than before, all words that still stand there, and no finding that can be mended."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(clean(name)))
    whole, known = load(path).messages(), {one.code for one in load(path).findings}
    path.write_bytes(wreck(name))
    before = words(load(path).messages()) & words(whole)
    plan = repair(load(path), in_place=True)
    assert plan.files[-1].content is not None
    path.write_bytes(b"".join(plan.files[-1].content()))
    mended = load(path)
    after = texts(mended.messages())
    assert [word for word in before if word not in after] == []
    if name not in TOO_FAR_GONE:
        assert [word for word in readable(name, spoken(whole)) if word not in after] == []
        left = {one.code for one in mended.findings if one.severity != "info"} & mendable()
        # What was compacted may stand behind the boundary, and nobody misses it there.
        known |= {"unreachable-history"} if mended.messages() == whole else set()
        assert left - known - HARMLESS - UNREPAIRABLE.get(name, set()) == set()
    assert repair(mended, in_place=True).changes == ()


@pytest.mark.parametrize("name", WRECKS)
def test_accounts_and_undo_are_exact(name: str, tmp_path: Path) -> None:
    """Tokens and cost of the home stay, in place or not, and an undo gives back every byte."""
    home, data = tmp_path / "home", tmp_path / "data"
    written(home, name, b"".join(clean(name)))
    ideal = account(home)
    written(home, name, wreck(name))
    files, before = tree(home), account(home)
    [file] = Home(home).sessions()
    done = apply(repair(load_file(file), in_place=len(name) % 2 == 0), data)
    after = account(home)
    assert after in (before, ideal) if name in MADE_READABLE else after == before
    with open_state(data, create=True) as state:
        undo(state, done.edit)
    assert tree(home) == files


@pytest.mark.parametrize("name", sorted(WRECKS)[::4])
def test_subagents_are_mended_as_sessions_are(name: str, tmp_path: Path) -> None:
    """The same damage in a sub-agent's file is mended in the same plan, and only once."""
    lines = [json.loads(line) for line in clean(name)]
    sidechain = chained([{**line, "isSidechain": True, "steno:placed": True} for line in lines])
    path = written(tmp_path, name, b"".join(clean(name)))
    agent = path.with_suffix("") / "subagents" / f"agent-{name}.jsonl"
    agent.write_bytes(WRECKS[name](Random(name), sidechain))
    plan = repair(load(path), in_place=True)
    assert {one.file for one in plan.changes} <= {agent}
    apply(plan, tmp_path / "data")
    assert path.read_bytes() == b"".join(clean(name))
    assert repair(load(path), in_place=True).changes == ()
