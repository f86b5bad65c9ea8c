"""Calls of tools that the real client and ours get alike, and the files that they are about."""

from __future__ import annotations

import json
from typing import Any, Final

from tests.interop.mcp_server import PICTURE
from tests.interop.script import Json, call

PREPARE: Final = r"""
printf 'one\ntwo' > nonl.txt
printf 'one\r\ntwo\r\nthree\r\n' > crlf.txt
printf '\357\273\277abc\ndef\n' > bom.txt
: > empty.txt
printf '\000\001\002' > bin.dat
printf 'caf\351\n' > latin.txt
seq -f 'line %g' 3000 > many.txt
seq -f 'row %g of a file that is too long' 9000 > big.txt
seq -f 'mid %g' 1500 > mid.txt
printf 'it\342\200\231s \342\200\234x\342\200\235\n' > quote.txt
printf 'a\nb\na\n' > dup.txt
printf '\tone\n\ttwo\n' > tabs.txt
ln -s README.md link.txt
mkdir -p src node_modules
printf 'def f():\n    return 1\n\nclass A:\n    pass\n' > src/a.py
printf 'import a\n' > src/b.py
printf 'function f() {}\nlet def = 1\n' > src/c.js
printf 'def nm\n' > node_modules/x.py
printf 'node_modules\nignored.py\n' > .gitignore
printf 'def ig\n' > ignored.py
printf 'def hidden\n' > .hidden
touch -d '2001-01-01' src/a.py; touch -d '2002-01-01' src/c.js; touch -d '2003-01-01' src/b.py
touch -d '2004-01-01' bom.txt; touch -d '2005-01-01' .hidden; touch -d '2006-01-01' ignored.py
touch -d '2007-01-01' node_modules/x.py
"""
"""What makes the files; both clients begin with the same."""

NOTEBOOK: Final = json.dumps(
    {
        "cells": [
            {
                "cell_type": "code",
                "id": "c1",
                "metadata": {},
                "source": ["print(1)\n", "2"],
                "outputs": [
                    {"output_type": "stream", "name": "stdout", "text": ["1\n"]},
                    {"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["t", "u"]},
                    {"output_type": "display_data", "data": {"image/png": PICTURE}, "metadata": {}},
                ],
                "execution_count": 1,
            },
            {"cell_type": "markdown", "id": "c2", "metadata": {}, "source": ["# t"]},
            {"cell_type": "code", "metadata": {}, "source": "", "outputs": []},
        ],
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
)


def _read(name: str, **more: Any) -> Json:
    return call("Read", file_path=f"$CWD/{name}", **more)


def _edit(name: str, old: str, new: str, **more: Any) -> Json:
    return call("Edit", file_path=f"$CWD/{name}", old_string=old, new_string=new, **more)


def _write(name: str, content: str) -> Json:
    return call("Write", file_path=f"$CWD/{name}", content=content)


def _cell(**given: Any) -> Json:
    return call("NotebookEdit", notebook_path="$CWD/n.ipynb", **given)


def _bash(command: str, **more: Any) -> Json:
    return call("Bash", command=command, **more)


def reading() -> list[Json]:
    """Read files of all kinds, and what cannot be read."""
    names = "README.md nonl.txt crlf.txt bom.txt empty.txt bin.dat latin.txt many.txt big.txt"
    names += " link.txt src n.ipynb READMI.md README.txt nodir/x.txt dot.png"
    return [
        *(_read(name) for name in names.split()),
        _read("README.md"),
        _read("many.txt", offset=2990),
        _read("many.txt", offset=5000),
        _read("many.txt", offset=10, limit=2),
        _read("many.txt", offset="3", limit="1"),
        _read("big.txt", limit=3),
        _read("big.txt", offset=8999, limit=30),
        call("Read", file_path="/dev/zero"),
        call("Read"),
        call("Read", file_path=3),
        _read("README.md", foo=1),
        _read("README.md", offset="x"),
        _read("README.md", limit=1.5),
        call("Read", file_path=""),
    ]


def changing() -> list[Json]:
    """Write and edit files, and what is refused."""
    return [
        _write("new/deep/x.txt", "hi\n"),
        _write("new/deep/x.txt", "hi2\n"),
        _write("README.md", "x"),
        _edit("README.md", "high", "HIGH"),
        _read("README.md"),
        _edit("README.md", "high", "HIGH"),
        _edit("README.md", "nothere", "x"),
        _edit("README.md", "HIGH", "HIGH"),
        _edit("missing.txt", "a", "b"),
        _edit("made.txt", "", "new file\n"),
        _edit("README.md", "", "x"),
        _read("crlf.txt"),
        _edit("crlf.txt", "two\nthree", "2\n3"),
        _bash("od -c crlf.txt"),
        _write("crlf.txt", "a\nb\n"),
        _read("bom.txt"),
        _edit("bom.txt", "abc", "ABC"),
        _bash("od -c bom.txt"),
        _read("quote.txt"),
        _edit("quote.txt", 'it\'s "x"', 'it\'s "y"'),
        _bash("cat quote.txt"),
        _read("dup.txt"),
        _edit("dup.txt", "a", "c"),
        _bash("echo z >> dup.txt"),
        _edit("dup.txt", "b", "c"),
        _write("dup.txt", "q"),
        _read("dup.txt"),
        _edit("dup.txt", "a", "c", replace_all=True),
        _read("tabs.txt"),
        _bash("touch tabs.txt"),
        _edit("tabs.txt", "\tone", "\tuno"),
        _edit("n.ipynb", "a", "b"),
        _read("link.txt"),
        _edit("link.txt", "low", "LOW"),
        _write("link.txt", "LOW"),
        _read("mid.txt"),
        _edit("mid.txt", "mid 3\n", "MID\n"),
        _write("mid.txt", "short"),
        _cell(new_source="x"),
        _read("n.ipynb"),
        _cell(new_source="x=1", cell_id="c1"),
        _cell(new_source="x=2", cell_id="c1", edit_mode="insert"),
        _cell(new_source="x=2", cell_id="c1", edit_mode="insert", cell_type="code"),
        _cell(new_source="", cell_id="c1", edit_mode="delete"),
        _cell(new_source="z", cell_id="nope"),
        _cell(new_source="z", cell_id="cell-9"),
        _cell(new_source="z", cell_id="c2", edit_mode="bad"),
        call("NotebookEdit", notebook_path="$CWD/README.md", new_source="x", cell_id="c"),
        call("Write", file_path="$CWD/a.txt"),
    ]


def running() -> list[Json]:
    """Run commands that end well, fail, move about, are silent, talk too much, take too long."""
    commands = (
        "echo hi", "true", "echo out; echo err >&2", "echo out; echo err >&2; exit 3", "false",
        "grep zzz README.md", "grep zzz nofile", "cat README.md | grep zzz",
        "diff many.txt mid.txt",
        "test 1 = 2", "cd src && pwd", "pwd", "cd /", "pwd", "echo x; cd /", "cd /tmp; exit 2",
        r"printf 'a\n\n\nb\n\n'", r"printf '\n\n  lead\n'", "cat", "tty; echo rc $?",
        "nosuchcommand", "echo 'unterminated", "export FOO=1; echo $FOO", "echo [$FOO]",
        r"printf '\033[31mred\033[0m\n'", r"printf '\377\376 bin\n'", "export A=1", "mkdir m1",
        "mkdir m2 || true", "echo hi > f.txt", "(sleep 20; echo late) & echo parent",
        "seq 1 6000; exit 4", "seq 1 6000", "seq 1 20000",
        "head -c 30001 /dev/zero | tr '\\0' 'x'", f"echo 'data:image/png;base64,{PICTURE}'",
    )  # fmt: skip
    return [
        *(_bash(command) for command in commands),
        _bash("sleep 0.1; echo early; sleep 9", timeout=1000),
        _bash("echo early; sleep 2", timeout=500),
        _bash("echo hi", run_in_background=True, description="bg"),
        _bash("echo hi", dangerouslyDisableSandbox=True),
        call("Bash"),
        call("TaskOutput", task_id="b00000000"),
        call("TaskStop", task_id="b00000000"),
        call("TaskStop"),
        call("KillShell", shell_id="b00000000"),
        call("BashOutput", bash_id="b00000000"),
    ]


def searching() -> list[Json]:
    """Search in all modes."""

    def grep(pattern: str, **more: Any) -> Json:
        return call("Grep", pattern=pattern, **more)

    content: Json = {"output_mode": "content"}
    return [
        grep("def"),
        grep("def", **content),
        grep("def", **content, **{"-n": False}),
        grep("def", output_mode="count"),
        grep("DEF", **content, **{"-i": True}),
        grep("class", **content, **{"-A": 1}, path="src"),
        grep("import|pass", **content, **{"-A": 1}, path="src"),
        grep("return|class", **content, **{"-C": 0}),
        grep("zzzz"),
        grep("zzzz", **content),
        grep("zzzz", output_mode="count"),
        grep("line 1", path="$CWD/many.txt", **content, head_limit=2),
        grep("line 1", path="$CWD/many.txt", **content, head_limit=2, offset=2),
        grep("line 1", path="$CWD/many.txt", **content),
        grep("line 1", path="$CWD/many.txt", output_mode="count"),
        grep("def", head_limit=1),
        grep("def", head_limit=0),
        grep("def", glob="*.py"),
        grep("def", glob="*.{py,js}"),
        grep("def", glob="*.py,*.js"),
        grep("def", glob="src/**"),
        grep("def", glob="!*.py"),
        grep("def", type="py"),
        grep(r"def.*\n.*return", multiline=True, **content),
        grep(r"def[\s\S]*?class", multiline=True, output_mode="count"),
        grep("def", path="$CWD/none"),
        grep("def", path="$CWD/src/a.py", **content),
        grep(r"\p{Lu}", path="src", **content),
        grep("def", path="src", **content, **{"-o": True}),
        grep("def", output_mode="bad"),
        call("Grep"),
        *(call("Glob", pattern=one) for one in ("**/*.py", "*.py", "src/*", "**/*.none", "?.py")),
        call("Glob", pattern="*.{py,js}", path="$CWD/src"),
        call("Glob", pattern="$CWD/src/*.py"),
        call("Glob", pattern="src"),
        call("Glob", pattern="[ab].py", path="src"),
        call("Glob", pattern="*", path="$CWD/none"),
        call("Glob", pattern="*", path="$CWD/README.md"),
    ]


def listing() -> list[Json]:
    """Keep a list of tasks."""

    def update(task: str, **more: Any) -> Json:
        return call("TaskUpdate", taskId=task, **more)

    return [
        call("TaskList"),
        call("TaskCreate", subject="One", description="first"),
        call("TaskCreate", subject="Two", description="second", activeForm="Doing two"),
        call("TaskList"),
        call("TaskGet", taskId="1"),
        update("1", status="in_progress", owner="ann"),
        update("2", addBlockedBy=["1"]),
        call("TaskList"),
        call("TaskGet", taskId="2"),
        call("TaskGet", taskId="1"),
        update("1", status="completed"),
        update("1", subject="Uno", description="d2", activeForm="f"),
        update("2", metadata={"k": None, "z": 1}),
        update("2", status="deleted"),
        update("9", status="completed"),
        call("TaskGet", taskId="9"),
        update("1"),
        call("TaskCreate", subject="Three", description="x"),
        update("3", addBlocks=["1"]),
        call("TaskList"),
        call("TaskCreate", subject=""),
        call("TaskGet", taskId=1),
        call("WebSearch", query="x"),
        call("WebFetch", url="not a url", prompt="p"),
        call("WebFetch", url="http://user:pw@example.com/", prompt="p"),
    ]


ALL: Final = {
    "reading": reading,
    "changing": changing,
    "running": running,
    "searching": searching,
    "listing": listing,
}
