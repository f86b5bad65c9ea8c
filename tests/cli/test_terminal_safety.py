"""On a real terminal nothing that came out of a transcript is obeyed, whatever field it was in."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from steno.cli.show import DEPTHS
from tests.cli.hostile_session import SESSION, Hostile, write_hostile
from tests.cli.payloads import HARMFUL, PAYLOADS, STYLES, marked, marks_in
from tests.cli.running import Answer, run_child, run_on_terminal
from tests.written import place, reply, user, write_lines

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

ALL = set(range(len(PAYLOADS)))
MARKED = [marked(number, payload) for number, payload in enumerate(PAYLOADS)]
COLOUR = {"TERM": "xterm-256color"}
EVERYTHING = "eeeeeeee-0000-4000-8000-00000000000e"
"""The session that has every payload in every field of its lines."""
CALLS = "cccccccc-0000-4000-8000-00000000000c"
"""The session that has every payload in turns, tool calls, sub-agents and compactions."""

UNDRAWN = {"subtype", "mode-of-a-prompt", "answer"}
"""Fields that are kept with the items but that no drawing shows."""

BLOCKS: dict[str, Any] = {
    "text": lambda evil: {"type": "text", "text": evil},
    "thinking": lambda evil: {"type": "thinking", "thinking": evil},
    "name of a tool": lambda evil: {"type": "tool_use", "id": "t", "name": evil, "input": {}},
    "command": lambda evil: {"type": "tool_use", "name": "Bash", "input": {"command": evil}},
    "argument": lambda evil: {"type": "tool_use", "name": "Odd", "input": {evil: 1}},
    "result": lambda evil: {"type": "tool_result", "tool_use_id": "t", "content": evil},
    "result's text": lambda evil: {
        "type": "tool_result", "content": [{"type": "text", "text": evil}], "is_error": True,
    },
    "media type": lambda evil: {"type": "image", "source": {"media_type": evil}},
    "type of a block": lambda evil: {"type": evil},
}  # fmt: skip
LINES: dict[str, Any] = {
    "prompt": user,
    "type": lambda evil: {"type": evil, "content": "x"},
    "subtype": lambda evil: {"type": "system", "subtype": evil, "content": evil},
    "attachment": lambda evil: {"type": "attachment", "attachment": {"type": evil}},
    "progress": lambda evil: {"type": "progress", "data": {"type": evil}},
    "operation": lambda evil: {"type": "queue-operation", "operation": evil},
    "title": lambda evil: {"type": "custom-title", "customTitle": evil},
    "model's title": lambda evil: {"type": "ai-title", "aiTitle": evil},
    "summary": lambda evil: {"type": "summary", "summary": evil},
    "uuid": lambda evil: user("x", uuid=evil, parentUuid=f"no {evil}"),
    "unknown key": lambda evil: user("x", **{evil: 1}),
    "stop reason": lambda evil: reply(message={"stop_reason": evil}),
    "model": lambda evil: reply(message={"model": evil, "id": evil}),
    "bad line": lambda evil: evil.encode("utf-8", "replace").replace(b"\n", b" ") + b"\n",
    "bytes": lambda evil: b"\x9b\x1b" + evil.encode("utf-16-le", "surrogatepass")[:7] + b"\n",
    **{name: lambda evil, make=make: reply(message={"content": [make(evil)]})
       for name, make in BLOCKS.items()},
}  # fmt: skip


def turn_of(number: int, evil: str) -> list[dict[str, Any]]:
    """Make a turn that hangs on the one before: a prompt, a call, its result, a way not taken."""
    prompt, call, result, other = (f"{kind}{number}{evil}" for kind in ("p", "c", "r", "o"))
    tool = {"type": "tool_use", "id": call, "name": evil, "input": {"command": evil, evil: evil}}
    answer = {"type": "tool_result", "tool_use_id": call, "content": evil, "is_error": True}
    told = {"agentId": f"agent {evil}", "agentType": evil, "description": evil, "status": evil}
    before = f"r{number - 1}{MARKED[number - 1]}" if number else None
    when = {"sessionId": CALLS, "forkedFrom": {"sessionId": evil, "messageUuid": evil}}
    return [
        user(evil, uuid=prompt, parentUuid=before, timestamp=moment(4 * number), **when),
        reply(f"m{number}", message={"content": [tool]}, uuid=call, parentUuid=prompt,
              timestamp=moment(4 * number + 1), **when),
        user([answer], uuid=result, parentUuid=call, timestamp=moment(4 * number + 2),
             toolUseResult={**told, "prompt": evil, "content": []}, **when),
        user(f"not taken {evil}", uuid=other, parentUuid=prompt, timestamp=moment(4 * number + 3)),
    ]  # fmt: skip


def moment(seconds: int) -> str:
    """Give a time so many seconds after a beginning."""
    return f"2026-01-03T10:{seconds // 60:02}:{seconds % 60:02}.000Z"


def compaction_of(number: int, evil: str) -> dict[str, Any]:
    """Make a compaction on a way of its own, begun by a payload."""
    metadata = {"trigger": evil, "preTokens": 1}
    return {
        "type": "system", "subtype": "compact_boundary", "uuid": f"b{number}{evil}",
        "parentUuid": None, "timestamp": moment(number), "compactMetadata": metadata,
    }  # fmt: skip


def session_of(number: int, evil: str) -> list[dict[str, Any]]:
    """Make a session whose title, place and version are one payload."""
    where = {"cwd": f"/home/{evil}", "gitBranch": evil, "version": evil, "slug": evil}
    named = {"sessionId": f"{number:03}{evil}", **where}
    return [user(evil, **named), reply(f"m{number}", message={"stop_reason": evil}, **named)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a home in which every payload is in every place that reaches a terminal."""
    home = tmp_path_factory.mktemp("hostile") / f"home {MARKED[31 - 2]}"
    for number, evil in enumerate(MARKED):
        # Names of files may hold anything but these two.
        name = evil.replace("/", "").replace("\x00", "")
        path = place(home, f"odd {name}", f"-project {name}")
        write_lines(encodable(path), *session_of(number, evil))
    lost = place(home, "x").parent / encodable(Path(f"agent-{MARKED[27]}.jsonl"))
    write_lines(lost, user(sessionId="nobody"), b"bad\n")
    lines = [make(evil) for make in LINES.values() for evil in MARKED]
    write_lines(place(home, EVERYTHING), *lines, seconds=4_000_000_000)
    write_hostile(home)
    marked_turns = [line for number, evil in enumerate(MARKED) for line in turn_of(number, evil)]
    compacted = [compaction_of(number, evil) for number, evil in enumerate(MARKED)]
    write_lines(place(home, CALLS), *compacted, *marked_turns, seconds=3_000_000_000)
    typed = [{"display": evil, "project": evil, "sessionId": evil[:8]} for evil in MARKED]
    write_lines(home / "history.jsonl", *typed)
    return home


def encodable(path: Path) -> Path:
    """Give a path that the system can hold: most lone surrogates stand for no byte."""
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return Path(str(path).encode("utf-8", "replace").decode())
    return path


def shown(answer: Answer) -> str:
    """Give what the terminal got, which has to be UTF-8, without the drawing's own styles."""
    return STYLES.sub("", answer.out)


COMMANDS: dict[str, tuple[list[str], bool]] = {
    "overview": ([], False),
    "overview as JSON": (["--json"], False),
    "list": (["list", "--all"], True),
    "list as JSON": (["list", "--all", "--json"], True),
    "stats": (["stats"], True),
    "stats as JSON": (["stats", "--json"], True),
    "validate": (["validate", "--no-pager"], False),
    "validate as JSON": (["validate", "--json"], True),
    "show": (["show", EVERYTHING, "--no-pager", "--entries"], True),
    "show in full": (["show", EVERYTHING, "--no-pager", "--entries", "--full"], True),
    "show as JSON": (["show", EVERYTHING, "--entries", "--json"], True),
    "show turns": (["show", EVERYTHING, "--no-pager"], True),
    **{
        f"show {depth}": (["show", SESSION, "--no-pager", "--depth", depth], True)
        for depth in DEPTHS
    },
    "show all as JSON": (["show", SESSION, "--depth", "full", "--json"], True),
    "turns": (["turns", CALLS], True),
    "turns as JSON": (["turns", CALLS, "--json"], True),
    "turns of everything": (["turns", EVERYTHING], False),
    "tools": (["tools", CALLS], True),
    "tools of the home": (["tools", "--all"], True),
    "tools as JSON": (["tools", "--json"], True),
    "tools summed up": (["tools", CALLS, "--summary", "--files"], True),
    "tree": (["tree", CALLS, "--no-pager"], True),
    "tree with turns": (["tree", CALLS, "--no-pager", "--turns"], True),
    "tree of all lines": (["tree", EVERYTHING, "--no-pager", "--all"], True),
    "tree as JSON": (["tree", CALLS, "--json"], True),
    "messages": (["messages", CALLS, "--full-history"], True),
    "history": (["history", "--all"], True),
    "history as JSON": (["history", "--all", "--json"], True),
}
"""Commands, and whether every single payload has to turn up in their output."""


def test_there_are_enough_cases() -> None:
    """The promise is 500 payloads; a case is one payload in one field."""
    assert len(PAYLOADS) > 100
    fields_of_sessions = 5
    fields_of_history = 2
    assert len(PAYLOADS) * (len(LINES) + fields_of_sessions + fields_of_history) > 3000


@pytest.mark.parametrize("name", COMMANDS)
def test_no_payload_reaches_the_terminal(home: Path, name: str) -> None:
    """Each becomes visible text; the terminal is so wide that nothing is cut."""
    arguments, complete = COMMANDS[name]
    answer = run_on_terminal(*arguments, "--home", home, columns=20_000, environ=COLOUR)
    text = shown(answer)
    assert answer.code in (0, 1)
    assert "Traceback" not in text
    assert HARMFUL.findall(text) == []
    if complete:
        assert marks_in(text) == ALL
    if "--json" in arguments:
        assert json.loads(text)


def test_every_field_turns_up_in_full(home: Path) -> None:
    """So the test above is about all of them."""
    document = run_child("show", EVERYTHING, "--entries", "--json", "--home", home).document
    told = [entry["text"] + entry["kind"] + str(entry["uuid"]) for entry in document["entries"]]
    fields = len(LINES)
    assert len(told) == fields * len(PAYLOADS)
    evident = 0
    for number, name in enumerate(LINES):
        part = told[number * len(PAYLOADS) : (number + 1) * len(PAYLOADS)]
        evident += marks_in("".join(part)) == ALL
        assert part, name
    assert evident >= fields - 6


def test_pager_gets_harmless_text(home: Path) -> None:
    """It passes on what it gets."""
    pager = {"PAGER": "cat"}
    for name in (EVERYTHING, SESSION):
        answer = run_on_terminal("show", name, "--home", home, environ=pager, columns=20_000)
        assert HARMFUL.findall(shown(answer)) == []
        assert marks_in(shown(answer)) == ALL


def test_every_field_of_a_session_is_drawn(home: Path) -> None:
    """At full depth, so that the tests above are about all of them."""
    answer = run_on_terminal(
        "show", SESSION, "--no-pager", "--depth", "full", "--home", home, columns=20_000
    )
    drawn = set(re.findall("@([^@<]+)@", shown(answer)))
    assert len(Hostile.fields) > 90
    assert Hostile.fields - drawn == UNDRAWN


@pytest.mark.parametrize("columns", [30, 80, 140])
def test_narrow_terminals_get_harmless_text(home: Path, columns: int) -> None:
    """Cut and folded as it may be."""
    answer = run_on_terminal(
        "show", SESSION, "--no-pager", "--home", home, columns=columns, environ=COLOUR
    )
    assert answer.code == 0
    assert HARMFUL.findall(shown(answer)) == []


def test_colour_of_the_terminal_makes_no_difference(home: Path) -> None:
    """Nor does a terminal that can do nothing."""
    for environ in ({"TERM": "dumb"}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}):
        text = shown(run_on_terminal("list", "--home", home, environ=environ))
        assert HARMFUL.findall(text) == []
        assert marks_in(text)


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "\x1b]0;nobody\x07"],
        ["show", "\x1b]0;owned\x07.jsonl"],
        ["stats", "/no/\u202esuch\x9b/file.jsonl"],
        ["\x1b[2Jlist"],
        ["list", "--sort", "\x1b[2J"],
        ["list", "--home", "same=/\x1b[2J", "--home", "same=/\x1b[3J"],
        ["config", "get", "\x1b[2J"],
        ["show", EVERYTHING, "--lines", "\x1b[2J"],
        ["turns", "\x1b]0;nobody\x07"],
        ["tools", "\x1b]0;nobody\x07"],
        ["tools", "--since", "\x1b[2J"],
        ["tree", "\x1b]0;nobody\x07"],
        ["messages", CALLS, "--at", "\x1b[2J"],
    ],
    ids=ascii,
)
def test_error_messages_are_harmless(home: Path, arguments: list[str]) -> None:
    """Also where they repeat what they were given."""
    where = [] if "--home" in arguments else ["--home", str(home)]
    answer = run_on_terminal(*arguments, *where)
    assert answer.code == 2
    assert HARMFUL.findall(shown(answer)) == []
    assert "steno: " in answer.out


def test_candidates_of_an_ambiguous_name_are_harmless(tmp_path: Path) -> None:
    """They are names of files and ids from inside them."""
    for number in range(2):
        evil = MARKED[27 + number]
        write_lines(place(tmp_path, f"odd{number}"), user(sessionId=f"same{evil}"))
    answer = run_on_terminal("show", "same", "--home", tmp_path)
    assert answer.code == 2
    assert HARMFUL.findall(shown(answer)) == []
    assert marks_in(answer.out) == {27, 28}


@pytest.mark.parametrize("number", range(1, 40, 3))
def test_raw_lines_are_harmless_on_a_terminal(tmp_path: Path, number: int) -> None:
    """Byte for byte goes to files and pipes alone."""
    lines = [evil.encode("utf-8", "surrogatepass") + b"\x9b\xff\n" for evil in MARKED[25:65]]
    path = write_lines(tmp_path / "a.jsonl", *lines)
    answer = run_on_terminal("show", path, "--raw", str(number))
    assert HARMFUL.findall(shown(answer)) == []
    assert marks_in(answer.out) == {24 + number}
    assert run_child("show", path, "--raw", str(number)).raw == lines[number - 1]
