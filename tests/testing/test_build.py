"""The one door to the builders: a whole session in a few lines, and its small functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from steno import testing
from steno.format.decode import decode
from steno.format.validate import check
from steno.testing import build
from steno.testing.build import AgentTask, SessionBuilder, make_fork, make_session, make_subagent
from steno.testing.file_tools import read

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = st.text(st.characters(codec="utf-8"), max_size=80)


def test_every_promised_name_is_there() -> None:
    """What the module offers can be had."""
    assert [name for name in build.__all__ if not hasattr(build, name)] == []


def test_readme_example_makes_a_file(tmp_path: Path) -> None:
    """The example of the module's own documentation works."""
    session = SessionBuilder("tides", cwd="/home/mira/ebb")
    session.prompt("When is high water in Sandhaven?")
    session.reply(build.think("Look it up."), read("/home/mira/ebb/sandhaven.csv", "04:12"))
    session.reply("At 04:12 and 16:37.")
    lines = make_session(tmp_path, session).read_bytes().split(b"\n")[:-1]
    assert [decode(line).type for line in lines] == [
        "user", "assistant", "assistant", "user", "assistant",
    ]  # fmt: skip


def test_fork_has_the_uuids_of_its_original() -> None:
    """A fork is the same chain under another id."""
    session = SessionBuilder("s")
    session.prompt("hi")
    fork = make_fork(session)
    assert fork.session_id != session.session_id
    assert [b["uuid"] for b in fork.bodies()] == [b["uuid"] for b in session.bodies()]


def test_subagent_writes_its_own_lines() -> None:
    """The sub-agent's builder comes back with what it wrote."""
    session = SessionBuilder("s")
    session.prompt("hi")

    def work(child: SessionBuilder) -> str:
        child.reply("Seen.")
        return "Seen."

    child = make_subagent(session, AgentTask("Look", "Look."), work)
    assert [body["type"] for body in child.bodies()] == ["user", "assistant"]


PARTS = st.one_of(
    TEXTS,
    TEXTS.map(build.think),
    st.builds(read, st.just("/a"), TEXTS),
)


@given(st.lists(st.lists(PARTS, min_size=1, max_size=4), max_size=5), TEXTS)
def test_any_script_gives_a_sound_session(script: list[list[Any]], text: str) -> None:
    """Whatever is said, lines decode without findings, parents exist, calls are answered."""
    session = SessionBuilder("any")
    session.prompt(text)
    for parts in script:
        session.reply(*parts)
    entries = [decode(line + b"\n") for line in session.encode().split(b"\n")[:-1]]
    assert [check(entry) for entry in entries] == [()] * len(entries)
    uuids = [entry.body["uuid"] for entry in entries]
    assert len(set(uuids)) == len(uuids)
    assert {entry.body["parentUuid"] for entry in entries} - {None} <= set(uuids)
    calls = [b["id"] for e in entries for b in _blocks(e.body) if b["type"] == "tool_use"]
    results = [b["tool_use_id"] for e in entries for b in _blocks(e.body) if "tool_use_id" in b]
    assert sorted(calls) == sorted(results)


def _blocks(body: Any) -> list[dict[str, Any]]:
    content = body["message"]["content"]
    return content if isinstance(content, list) else []


def test_package_offers_the_builders() -> None:
    """The package itself has the names that tests need most."""
    assert [name for name in testing.__all__ if not hasattr(testing, name)] == []
    assert testing.SessionBuilder is SessionBuilder
