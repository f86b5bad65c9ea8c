"""Made-up commands from risky pieces, and a real bash that shows what they do."""

from __future__ import annotations

import contextlib
import os
import random
import shlex
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from steno.client.permissions.context import PermissionContext
from steno.client.permissions.decide import decide
from steno.client.permissions.safe_options import SAFE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.client.permissions.context import Mode

SECRET: Final = "kept-outside-7f3a"  # noqa: S105 - nothing of anybody
"""What stands outside, and must come to light nowhere."""
_SECONDS: Final = 3
_PAYLOADS: Final = (
    *("pwn", "\npwn\n", "`pwn`", "$(pwn)", ";pwn", "|pwn", "&&pwn", "&pwn", "||pwn", "<(pwn)"),
    *(">P", "> P", "pwn\tx", "{ pwn;}", "(pwn)", '"$(pwn)"', "'$(pwn)'", "${x:=`pwn`}", "&>P"),
    *("$((a[`pwn`]))", "((a[$(pwn)]))", "#pwn", "\n#x\npwn", ">&P", "1>P", "<>P", ">|P"),
    *("{x}>P", "2>P", "'a[$(pwn)]'", "x='a[$(pwn)]';", "cat file-out", "cat sub/link"),
)
_PIECES: Final = (
    ("#", " #", "\\ ", "\\ #", "\\\t", "\\#", "\\\\", "\\\n", "\\'", '\\"', "\\"),
    ("[a]", "[ a ]", "[[ a ]]", "[[ ", " ]]", "[ ", " ]", "[[ x -ge 0 ]]", "[[ 0 -lt x ]]"),
    ("[ a > P ]", "[ a && pwn ]", "[ a", "a ]", "[a ", "[[ -v ", "test ", " -ge ", " -o ", " -v "),
    (";", "&", "|", "&&", "||", "\n", "\r", "\t", "; ", " && ", " | ", "!", "! ", "time "),
    ("'", '"', "`", "$", "$'a'", '$"a"', "$'\\'' ", "'a'", '"a"', "${", "$((", "))", "$a", "~"),
    ("<<'E'\n", "<<E\n", "<<-'E'\n", "\nE\n", "\n E\n", "\n\tE\n", "\nE \n", "E", "<<<"),
    ('<<"E"\n', " <<'E' ", "<<'E'|cat\n", "<<'E';", "<<'E' #", "<<''\n", "\nE", "x\nE\n"),
    ("(", ")", "{", "}", "{ ", "; }", "((", "@(", "!(", "+(", "*", "?", "x[", "]", "=", "=~ "),
    (
        "if true; then ",
        "; fi",
        "for i in a b; do ",
        "; done",
        "while false; do ",
        "until true; do ",
    ),
    ("case x in x) ", "esac", " ;; ", "function f ", "f() ", "coproc ", "select i in a; do "),
    ("echo ", "echo a", "cat ", "true", "ls ", "x=1;", "a=1 ", "a=", "x", " a ", "1", "-n", "--"),
    ("2>&1", ">&2", "<&0", " > ", " < ", ">/dev/null ", " /dev/null", "let ", "declare ", "\u00e9"),
    ("cd sub;", "cd sub && ", "cd cur;", "cd cur/../..;", "cd cur/..; cd ..;", "cat link", "ls;"),
)
_STARTS: Final = ("echo ", "cat ", "echo x", "true", "x=1;", "[[ ", "[ ", "")
_COMMANDS: Final = (
    *sorted(SAFE.keys() - {"sleep", "pgrep", "netstat", "ss", "ps", "man"}),
    *("sed", "sed -n", "sed -e", "find", "find .", "git log", "git diff", "git grep", "git show"),
    *("git status", "git blame", "git ls-files", "printf", "test", "expr", "uniq", "awk", "xargs"),
    *("command", "timeout 1", "git cat-file", "git branch", "git config", "jq", "cd"),
)
_EDITORS: Final = ("cp", "mv", "touch", "mkdir", "sed", "sed -i", "ln", "cp -r", "echo x >")
_WORDS: Final = (
    *("a.txt", "b.txt", "src", "sub", "file-out", "way-out", "sub/link", "sub/folder", "cur"),
    *("cur/../..", "cur/../../..", "../outside/o.txt", "../outside", "..", ".", "list", "@list"),
    *("@file-out", "prog.sed", "-", "--", "*", "sub/*", "*/link", "w*/o.txt", "x", "1", "1p", "p"),
    *("'1e pwn'", "'w P'", "-e'w P'", "-e'1e pwn'", "'--expression=1e pwn'", "s/a/b/e", "s/a/b/"),
    *("s/a/b/w", "+1", "+%s", "'system(\"pwn\")'", "new", "linked", "linked/a.txt", "keeps/."),
    *(".mcp.jso", ".claud", ".git/config", "HEAD", "a=b", "'$ENV'", "env", "%s", "a.txt:1"),
)
_INSIDE: Final = (
    *("a.txt", "b.txt", "x", "src", "sub", "sub/b.txt", "new", "new/link", "y", "y/b.txt", "."),
    *("linked", "linked/a.txt", "keeps/.", "keeps", ".mcp.jso", ".claud", "sub/link", "cur", "rel"),
)
_VALUES: Final = (
    "file-out",
    "list",
    "pwn",
    "P",
    "sub/link",
    "prog.sed",
    "x",
    "1",
    "n",
    "../outside",
)
_LONG: Final = (
    *(
        "files0-from",
        "from-file",
        "output",
        "exec",
        "pre",
        "file",
        "regexp",
        "to-file",
        "recursive",
    ),
    *("compress-program", "in-place", "expression", "dereference-recursive", "suffix", "backup"),
    *("search-path", "rawfile", "slurpfile", "open-files-in-pager", "ext-diff", "no-index"),
    *("contents", "files-from", "exclude-from", "dereference", "target-directory", "set", "check"),
    *("magic-file", "follow", "random-source", "textconv", "pathspec-from-file", "check"),
)
_LETTERS: Final = "abcdefghiklmnopqrstuvwxzABCDEFHILMNOPRSTXZ"
_RISKY: Final = {
    "sed": "-e'1e pwn' '--expression=1e pwn' -e'w P' -bi --i -bf -nf -i -e 1p -n p -s s/a/b/e -in",
    "egrep": "-R --reg=. --fi=list -rf -nR --deref . -e k",
    "fgrep": "-R --reg=k --fi=list -rf -nR --deref . -e k",
    "grep": "-R --reg=. --fi=list -ffile-out -rf -nR --deref . -e k",
    "diff": "-r -N -rN --recurs --from-file=file-out --to-file=a.txt sub src linked",
    "strings": "@list @file-out -n @list",
    "sort": "-o P -uo P --outp=P --comp=pwn -S1 -T. --files0-from=list0 --files0=list0",
    "wc": "--files0-from=list0 --files0=list0 -l",
    "du": "--files0-from=list0 -L -aL -D -a",
    "ls": "-L -LR -RH -l -R sub",
    "file": "-f list -flist -m list -C -z -b",
    "date": "-d -s -f list -flist -r --fi=list --se=x",
    "cp": "-b -S n -bSn --suff=n --backup -L -rL -t linked -r keeps/. .mcp.jso .claud a.txt",
    "mv": "-b -S e -bSe --suff=n --backup -T -t linked keeps src .mcp.jso .claud a.txt new",
    "jq": "-n --rawfile a file-out '$a' env $ENV -f prog.sed --slurpfile --arg -nL. .",
    "git": "--outpu=P --ext-diff -O -Ofile-out --no-inde --contents -ffile-out -f -p --output P",
    "find": "-exec pwn ; -fprint P -L -H -follow -delete -name x -type f -ls -files0-from list0",
    "cd": "cur/.. cur/../.. cur/../../.. sub/folder sub ; ls && cat link cur",
}
"""By program, words that are known to have done harm."""
_ENDS: Final = ("", "", "", " | cat", " > P", " 2>&1", " < file-out", "; cat x", " && cat new/link")


def commands(seed: int, count: int) -> Iterator[str]:
    """Yield commands: pieces of syntax thrown together, and programs with options and files."""
    chance = random.Random(seed)
    for number in range(count):
        yield _syntax(chance) if number % 2 else _call(chance, _COMMANDS)


def edits(seed: int, count: int) -> Iterator[str]:
    """Yield commands that may edit files, some of them with another one behind."""
    chance = random.Random(seed)
    for _ in range(count):
        calls = [_call(chance, _EDITORS, _INSIDE) for _ in range(chance.randint(1, 2))]
        if chance.random() < 0.5:
            calls.append(_call(chance, ("cat", "grep -r k", "ls", "head"), _INSIDE))
        yield chance.choice((" && ", "; ", "\n")).join(calls)


def _syntax(chance: random.Random) -> str:
    parts = [chance.choice(chance.choice(_PIECES)) for _ in range(chance.randint(1, 5))]
    for _ in range(chance.randint(1, 2)):
        parts.insert(chance.randint(0, len(parts)), chance.choice(_PAYLOADS))
    return chance.choice(_STARTS) + "".join(parts)


def _call(chance: random.Random, names: tuple[str, ...], operands: tuple[str, ...] = _WORDS) -> str:
    name, options = chance.choice(names), chance.choice((0.1, 0.4, 0.7))
    words = [name]
    for _ in range(chance.randint(1, 4)):
        is_option = chance.random() < options
        words.append(_option(chance, name) if is_option else chance.choice(operands))
    return " ".join(words) + chance.choice(_ENDS)


def _option(chance: random.Random, name: str) -> str:
    risky = _RISKY.get(name.partition(" ")[0])
    if risky is not None and chance.random() < 0.6:
        return chance.choice(shlex.split(risky, posix=False))
    if chance.random() < 0.4:
        return _long(chance, name)
    letters = "".join(chance.choices(_LETTERS, k=chance.randint(1, 3)))
    return f"-{letters}{chance.choice(('', '', ' '))}{chance.choice((*_VALUES, ''))}"


def _long(chance: random.Random, name: str) -> str:
    own = [one.rstrip(":@?")[2:] for one in SAFE.get(name, "").split() if one.startswith("--")]
    option = chance.choice((*_LONG, *own))
    shown = option[: chance.randint(2, len(option))] if chance.random() < 0.4 else option
    return f"--{shown}{chance.choice(('', '=', ' '))}{chance.choice((*_VALUES, ''))}"


@dataclass(slots=True)
class Ground:
    """A folder to run commands in, with everything in it that they must leave alone."""

    base: Path
    _before: dict[str, bytes] = field(default_factory=dict)

    @property
    def project(self) -> Path:
        """The working folder."""
        return self.base / "now" / "project"

    @property
    def sung(self) -> Path:
        """What appears as soon as the program runs that nobody allowed."""
        return self.base / "sung"

    def lay_out(self) -> None:
        """Make the folders; a copy is taken of them for each new start."""
        first = self.base / "first"
        for name, text in _FILES.items():
            path = first / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        for name, target in _LINKS.items():
            (first / "project" / name).symlink_to(target)
        subprocess.run(["git", "init", "-q", "--template="], cwd=first / "project", check=True)
        subprocess.run(["git", "add", "a.txt", "src"], cwd=first / "project", check=True)
        program = self.base / "bin" / "pwn"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\n: > {shlex.quote(str(self.sung))}\n", "utf-8")
        program.chmod(0o700)
        self.restart()

    def restart(self) -> None:
        """Put everything back as it was."""
        shutil.rmtree(self.base / "now", ignore_errors=True)
        shutil.copytree(self.base / "first", self.base / "now", symlinks=True)
        self.sung.unlink(missing_ok=True)
        self._before = _state(self.base / "now")

    def context(self, mode: Mode) -> PermissionContext:
        """Give a context without rules."""
        home = self.base / "now" / "home"
        return PermissionContext(mode=mode, cwd=self.project, root=self.project, home=home)

    def harm_of(self, command: str, *, edits: bool) -> str | None:
        """Let bash run a command; say what it did that it must not, and clean up behind it."""
        output = self._run(command)
        state = _state(self.base / "now")
        names = state.keys() | self._before.keys()
        changed = sorted(name for name in names if state.get(name) != self._before.get(name))
        harm = self._harm(output, changed, edits=edits)
        if changed or harm is not None:
            self.restart()
        return harm

    def _harm(self, output: bytes, changed: list[str], *, edits: bool) -> str | None:
        if self.sung.exists():
            return "it ran a program"
        if SECRET.encode() in output:
            return "it read outside"
        if edits and any(SECRET.encode() in text for text in self._contents()):
            return "it copied from outside"
        wrong = [name for name in changed if not edits or _is_kept(name)]
        return f"it wrote {', '.join(wrong)}" if wrong else None

    def _run(self, command: str) -> bytes:
        """Run it as the client does, and give all that it says."""
        out = self.base / "output"
        with out.open("wb") as file:
            process = subprocess.Popen(  # noqa: S602 - to run it is the point
                f"eval {shlex.quote(command)} < /dev/null",
                shell=True,
                executable="/bin/bash",
                cwd=self.project,
                env={
                    "PATH": f"{self.base / 'bin'}:/usr/bin:/bin",
                    "HOME": str(self.base / "now" / "home"),
                    "GIT_EDITOR": "true",
                    "LC_ALL": "C",
                },
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_SECONDS)
            _kill(process)
        return out.read_bytes()[:1_000_000]

    def _contents(self) -> Iterator[bytes]:
        """Yield what the files of the project hold."""
        for where, _, files in os.walk(self.project):
            yield from (_content(f"{where}/{name}") for name in files)


def _state(folder: Path) -> dict[str, bytes]:
    """Give everything in a folder by its name, but for what git notes on files that it looks at."""
    cut = len(str(folder)) + 1
    return {
        f"{where}/{name}"[cut:]: _content(f"{where}/{name}")
        for where, folders, files in os.walk(folder)
        for name in (*folders, *files)
        if name != "index"
    }


def _content(path: str) -> bytes:
    if os.path.islink(path):  # noqa: PTH114 - thousands of times
        return b"link " + os.fsencode(os.readlink(path))  # noqa: PTH115
    if os.path.isdir(path):  # noqa: PTH112
        return b"folder"
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read()


def _is_kept(name: str) -> bool:
    """Say whether no edit may touch a path: it lies outside, or it is a protected one."""
    first, _, rest = name.partition("/")
    kept = {".git", ".claude", ".mcp.json", ".bashrc"}
    return first != "project" or rest.partition("/")[0] in kept


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


_FILES: Final = {
    "outside/o.txt": f"{SECRET}\n",
    "outside/deep/a.txt": f"one\n{SECRET}\n",
    f"outside/{SECRET}": "x\n",
    "home/.bashrc": f"# {SECRET}\n",
    "home/notes.txt": f"{SECRET}\n",
    "project/a.txt": "one\ntwo\nk\n",
    "project/b.txt": "one\nthree\n",
    "project/x": "x\n",
    "project/src/a.py": "one = 1\n",
    "project/sub/b.txt": "b\n",
    "project/deep/a/b/c.txt": "c\n",
    "project/list": "../outside/o.txt\n",
    "project/prog.sed": "1e pwn\n",
    "project/list0": "../outside/o.txt\0",
    "project/linked/c.txt": "c\n",
    "project/linked/link": "d\n",
    "project/keeps/.claude/settings.json": "{}\n",
    "project/.claude/settings.local.json": '{"a": 1}\n',
    "project/-n": "n\n",
}
_LINKS: Final = {
    "file-out": "../outside/o.txt",
    "way-out": "../outside",
    "sub/link": "../../outside/o.txt",
    "sub/folder": "../../outside",
    "src/link": "../../outside/deep/a.txt",
    "cur": "deep/a/b",
    "rel": "a.txt",
    "linked/a.txt": "../../outside/o.txt",
}


def harmed(ground: Ground, wanted: Iterator[str], mode: Mode) -> tuple[int, list[tuple[str, str]]]:
    """Run what is allowed without rules; give how much that was, and what did harm."""
    context = ground.context(mode)
    ran, found = 0, []
    for command in wanted:
        if decide("Bash", {"command": command}, context).behavior != "allow":
            continue
        ran += 1
        harm = ground.harm_of(command, edits=mode == "acceptEdits")
        if harm is not None:
            found.append((command, harm))
    return ran, found
