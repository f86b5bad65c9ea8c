"""What the model is told unasked: what others changed, and what is written down for folders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from steno.client import noticing
from steno.client.noticing import snippet_of
from steno.model.script import call
from tests.client.agents import Bench, ask
from tests.client.test_agent import run
from tests.client.test_memory import write

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent


def names(bench: Bench) -> list[str]:
    """Give the files whose words the model was told, in order."""
    held = [one for one in bench.attached() if one["type"] == "nested_memory"]
    return [one["displayPath"] for one in held]


def changes(bench: Bench) -> list[tuple[str, str]]:
    """Give the changes by others that the model was told of."""
    held = [one for one in bench.attached() if one["type"] == "edited_text_file"]
    return [(os.path.basename(one["filename"]), one["snippet"]) for one in held]  # noqa: PTH119


def project(bench: Bench) -> None:
    """Lay out a project with words in its folders."""
    write(bench.cwd / "CLAUDE.md", "ROOT @src/known.md")
    write(bench.cwd / "src" / "known.md", "KNOWN")
    write(bench.cwd / "src" / "CLAUDE.md", "SRC @../notes.md @known.md")
    write(bench.cwd / "notes.md", "NOTES")
    write(bench.cwd / "src" / "CLAUDE.local.md", "LOCAL")
    write(bench.cwd / "src" / ".claude" / "rules" / "all.md", "ALL")
    write(bench.cwd / "src" / ".claude" / "rules" / "py.md", "---\npaths: '*.py'\n---\nPY")
    write(bench.cwd / "src" / "deep" / "CLAUDE.md", "DEEP")
    write(bench.cwd / "src" / "deep" / "a.py", "1\n")
    write(bench.cwd / "src" / "b.txt", "2\n")
    write(bench.cwd / "other" / "CLAUDE.md", "OTHER")


def test_folders_that_the_model_comes_to(tmp_path: Path) -> None:
    """What is written down for the folders of a file is told with it, the outer ones first."""
    bench = Bench(folder=tmp_path)
    project(bench)
    bench.replies = [
        [call("Read", file_path=str(bench.cwd / "src/deep/a.py"))],
        [call("Read", file_path=str(bench.cwd / "src/b.txt"))],
        "Done.",
    ]

    async def work(agent: Agent) -> None:
        await ask(agent, "Look")
        told = ["CLAUDE.md", "CLAUDE.local.md", ".claude/rules/all.md", ".claude/rules/py.md"]
        here = [f"src/{name}" for name in told]
        assert names(bench) == [here[0], "notes.md", *here[1:], "src/deep/CLAUDE.md"]
        kinds = [one["content"]["type"] for one in bench.attached()]
        assert kinds == ["Project", "Project", "Local", "Project", "Project", "Project"]
        behind = [line["type"] for line in bench.lines()]
        assert behind.index("attachment", 5) > behind.index("user", 2)
        second, third = (str(request.messages) for request in bench.api.requests[1:])
        for word in ("SRC", "NOTES", "LOCAL", "ALL", "PY", "DEEP"):
            assert second.count(f"{word}\\n") + second.count(f"{word} @") == 1
            assert third.count(f"{word}\\n") + third.count(f"{word} @") == 1
        assert "OTHER" not in third

    run(bench, work)


def test_what_was_told_stays_where_it_is(tmp_path: Path) -> None:
    """Later requests begin with all that was in the ones before, so that caches serve."""
    bench = Bench(folder=tmp_path)
    project(bench)
    bench.replies = [
        [call("Write", file_path=str(bench.cwd / "new.txt"), content="a\n")],
        [call("Bash", command="echo b >> new.txt")],
        [call("Read", file_path=str(bench.cwd / "src/b.txt"))],
        "Done.",
        "Again.",
    ]

    async def work(agent: Agent) -> None:
        await ask(agent, "Look", "More")
        assert len(names(bench)) == 4
        assert changes(bench) == [("new.txt", "1\ta\n2\tb")]
        before: list[Any] = []
        for request in bench.api.requests:
            said = [_blocks(message) for message in request.messages]
            assert said[: len(before)] == before
            before = said

    run(bench, work)


def _blocks(message: Any) -> Any:
    """Give a message without its marks for caches."""
    content = message["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    plain = [{key: one[key] for key in one if key != "cache_control"} for one in blocks]
    return message["role"], plain


def test_a_mention_comes_to_a_folder_and_a_resume_knows_it(tmp_path: Path) -> None:
    """A mentioned file is a file that was read; after a resume nothing is told twice."""
    bench = Bench(folder=tmp_path, replies=["Seen."])
    project(bench)

    async def first(agent: Agent) -> None:
        await ask(agent, "See @other/CLAUDE.md and @src/b.txt")
        assert names(bench)[0] == "src/CLAUDE.md"
        assert "LOCAL" in str(bench.api.requests[0].messages)

    run(bench, first)
    read = [call("Read", file_path=str(bench.cwd / "src/deep/a.py"))]
    again = Bench(folder=tmp_path, replies=[read, "Done."], resume=bench.agent.recorder.session_id)

    async def second(agent: Agent) -> None:
        await ask(agent, "Go on")
        assert names(again) == ["src/.claude/rules/py.md", "src/deep/CLAUDE.md"]

    run(again, second)


def test_what_nobody_is_told(tmp_path: Path) -> None:
    """Files that failed to be read, empty words, links to elsewhere and agents: nothing is told."""
    secret = write(tmp_path / "secret.md", "KEY")
    bench = Bench(folder=tmp_path)
    write(bench.cwd / "empty" / "CLAUDE.md", "<!-- later -->\n")
    write(bench.cwd / "empty" / "a.py", "1")
    write(bench.cwd / "link" / "a.py", "1")
    (bench.cwd / "link" / "CLAUDE.md").symlink_to(secret)
    write(bench.cwd / "agent" / "CLAUDE.md", "AGENT")
    write(bench.cwd / "agent" / "a.py", "1")
    read = [call("Read", file_path=str(bench.cwd / "agent/a.py"))]
    bench.replies = [
        [call("Read", file_path=str(bench.cwd / "empty/a.py"))],
        [call("Read", file_path=str(bench.cwd / "link/a.py"))],
        [call("Read", file_path=str(bench.cwd / "agent/none.py"))],
        [call("Agent", prompt="Read")],
        read,
        "Read.",
        "Done.",
    ]

    async def work(agent: Agent) -> None:
        await ask(agent, "Look")
        assert names(bench) == []
        assert not any("KEY" in str(request.messages) for request in bench.api.requests)
        assert not any("AGENT" in str(request.messages) for request in bench.api.requests)

    run(bench, work)


def test_changes_by_others(tmp_path: Path) -> None:
    """A file that the model wrote and others changed is told of once, and may be edited then."""
    bench = Bench(folder=tmp_path)
    path = bench.cwd / "a.txt"
    bench.replies = [
        [call("Write", file_path=str(path), content="one\ntwo\nthree\n")],
        [call("Edit", file_path=str(path), old_string="one", new_string="ONE")],
        [call("Bash", command="sed -i.bak s/two/TWO/ a.txt")],
        [call("Edit", file_path=str(path), old_string="three", new_string="THREE")],
        "Done.",
        "Again.",
        "Gone.",
    ]

    async def work(agent: Agent) -> None:
        await ask(agent, "Write")
        assert changes(bench) == [("a.txt", "1\tONE\n2\tTWO\n3\tthree")]
        assert "2\\tTWO" in str(bench.api.requests[3].messages)
        assert [one.get("is_error") for one in bench.results()] == [None, None, False, None]
        path.write_text("four\n")
        os.utime(path, ns=(1, 1))
        await ask(agent, "And now?")
        assert changes(bench)[1:] == [("a.txt", "1\tfour")]
        path.unlink()
        await ask(agent, "And now?")
        assert len(changes(bench)) == 2

    run(bench, work)


def test_the_same_change_again(tmp_path: Path) -> None:
    """What others do a second time to what the model wrote again is told a second time."""
    bench = Bench(folder=tmp_path)
    path = bench.cwd / "a.txt"
    wrote = call("Write", file_path=str(path), content="one\n")
    formatted = [call("Bash", command="echo ONE > a.txt")]
    again = [call("Write", file_path=str(path), content="one\n")]
    bench.replies = [[wrote], formatted, again, formatted, "Done."]

    async def work(agent: Agent) -> None:
        await ask(agent, "Write")
        assert changes(bench) == [("a.txt", "1\tONE")] * 2

    run(bench, work)


@pytest.mark.parametrize("change", ["touch", "read", "own", "binary", "large"])
def test_what_is_no_change_by_others(tmp_path: Path, change: str) -> None:
    """A touched file, one that was only read, what our tools did, and what is no text."""
    bench = Bench(folder=tmp_path, replies=[])
    path = write(bench.cwd / "a.txt", "one\n")
    read = [call("Read", file_path=str(path))]
    wrote = [call("Write", file_path=str(path), content="two\n")]
    bench.replies = [read, *([] if change == "read" else [wrote]), "Done.", "Again."]

    async def work(agent: Agent) -> None:
        await ask(agent, "Write")
        match change:
            case "read":
                path.write_text("three\n")
            case "binary":
                path.write_bytes(b"a\0b")
            case "large":
                path.write_text("x" * (300 << 10))
        if change != "own":
            os.utime(path, ns=(1, 1))
        await ask(agent, "And now?")
        assert changes(bench) == []

    run(bench, work)


def test_changes_while_nobody_looked(tmp_path: Path) -> None:
    """After a resume a file that the model wrote is looked at again; the same is told once."""
    bench = Bench(folder=tmp_path)
    path = bench.cwd / "a.txt"
    bench.replies = [[call("Write", file_path=str(path), content="one\n")], "Done."]

    async def first(agent: Agent) -> None:
        await ask(agent, "Write")

    run(bench, first)
    path.write_text("one\ntwo\n")
    later = path.stat().st_mtime_ns + 10**9
    os.utime(path, ns=(later, later))
    for told in (1, 0):
        again = Bench(folder=tmp_path, replies=["Well."], resume=bench.agent.recorder.session_id)

        async def second(agent: Agent, bench: Bench = again, told: int = told) -> None:
            await ask(agent, "And now?")
            assert changes(bench) == [("a.txt", "1\tone\n2\ttwo")] * told

        run(again, second)


def test_a_compaction_forgets_what_was_written(tmp_path: Path) -> None:
    """What the model no longer knows is not told as changed."""
    bench = Bench(folder=tmp_path)
    path = bench.cwd / "a.txt"
    bench.replies = [
        [call("Write", file_path=str(path), content="one\n")],
        "Done.",
        "<summary>It is written.</summary>",
        "Well.",
    ]

    async def work(agent: Agent) -> None:
        await ask(agent, "Write", "/compact")
        path.write_text("two\n")
        os.utime(path, ns=(1, 1))
        await ask(agent, "And now?")
        assert changes(bench) == []

    run(bench, work)


def test_parts_of_a_change() -> None:
    """Changes far apart are shown apart, with some lines around each; long ones are cut."""
    before = "".join(f"line {number}\n" for number in range(1, 101))
    after = before.replace("line 20\n", "LINE\n").replace("line 80\n", "")
    first, second = snippet_of(before, after).split("\n...\n")
    assert first.split("\n")[0] == "12\tline 12"
    assert "20\tLINE" in first
    assert first.split("\n")[-1] == "28\tline 28"
    assert second.split("\n")[7:9] == ["79\tline 79", "80\tline 81"]
    cut = snippet_of("", "".join(f"{number}\n" for number in range(5000)))
    kept, _, told = cut.rpartition("\n")
    assert len(kept) <= noticing.LONGEST
    assert told == f"[cut: {5000 - kept.count(chr(10)) - 1} lines more]"
    assert snippet_of("", "x" * 10_000).startswith("1\txxx")
