"""A made-up client that works on real files, with the copies and lines that a real one leaves."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from steno.disk import layout
from steno.session.session import load
from tests.session.transcripts import call, chained, line, moment, reply, result, user
from tests.written import ONE, place

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session
    from tests.session.transcripts import Body


@dataclass(slots=True)
class Worked:
    """A project, the session that changed it, and what its files held at each prompt."""

    home: Path
    project: Path
    lines: list[Body] = field(default_factory=list)
    states: list[dict[str, bytes]] = field(default_factory=list)
    """What the files held when each prompt was sent."""
    copies: dict[str, tuple[int, bytes | None]] = field(default_factory=dict)
    """The last copy of each file that was touched: its version and content."""
    prompt: str = ""

    def __post_init__(self) -> None:
        """Make the folders."""
        self.home.mkdir(parents=True)
        self.project.mkdir(parents=True)

    def held(self) -> dict[str, bytes]:
        """Give what all files of the project hold now."""
        files = (path for path in self.project.rglob("*") if path.is_file())
        return {path.relative_to(self.project).as_posix(): path.read_bytes() for path in files}

    def ask(self) -> None:
        """Send a prompt: the client copies what has changed since its last copies."""
        self.states.append(self.held())
        self.prompt = f"p{len(self.states)}"
        self.lines.append(user(self.prompt, cwd=str(self.project)))
        for name in list(self.copies):
            self._copy(name)
        self._note(self.prompt, self.copies, is_update=False)

    def _copy(self, name: str) -> None:
        path = self.project / name
        content = path.read_bytes() if path.is_file() else None
        version, known = self.copies.get(name, (0, b"never copied"))
        if version and known == content:
            return
        self.copies[name] = (version + 1, content)
        if content is not None:
            folder = layout.file_history_dir(self.home, ONE)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / layout.backup_name(str(path), version + 1)).write_bytes(content)

    def _note(self, message: str, names: Any, *, is_update: bool) -> None:
        tracked = {}
        for name in names:
            version, content = self.copies[name]
            copy = (
                None if content is None else layout.backup_name(str(self.project / name), version)
            )
            tracked[name] = {"backupFileName": copy, "version": version, "backupTime": moment(0)}
        snapshot = {"messageId": self.prompt, "trackedFileBackups": tracked, "timestamp": moment(0)}
        own = {"messageId": message, "snapshot": snapshot, "isSnapshotUpdate": is_update}
        self.lines.append(line("file-history-snapshot", None, parent=None, **own))

    def change(self, tool: str, name: str, old: bytes | None, new: bytes, **told: Any) -> None:
        """Let a tool change a file: copied before, written, and told of."""
        number = len(self.lines)
        path = self.project / name
        use = call(f"t{number}", tool, input={"file_path": str(path)})
        self.lines.append(reply(f"a{number}", use))
        if name not in self.copies:
            self._copy(name)
            self._note(f"a{number}", self.copies, is_update=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(new)
        before = None if old is None else old.decode()
        outcome = {"filePath": str(path), "originalFile": before, "structuredPatch": [], **told}
        self.lines.append(user(f"r{number}", [result(f"t{number}")], toolUseResult=outcome))

    def write(self, name: str, new: str) -> None:
        """Write a file whole."""
        path = self.project / name
        old = path.read_bytes() if path.is_file() else None
        kind = "create" if old is None else "update"
        self.change("Write", name, old, new.encode(), type=kind, content=new)

    def edit(self, name: str, new: str) -> None:
        """Replace the first word of a file."""
        old = (self.project / name).read_bytes()
        word = old.decode().split(" ")[0]
        told = {"oldString": word, "newString": new, "replaceAll": False, "userModified": False}
        self.change("Edit", name, old, old.replace(word.encode(), new.encode(), 1), **told)

    def session(self) -> Session:
        """Write the session and load it."""
        path = place(self.home, ONE, layout.project_slug(str(self.project)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(chained(self.lines)))
        return load(path)


def worked(seed: int, folder: Path) -> Worked:
    """Work through some prompts: files written, edited, and changed or removed by hand."""
    rng = Random(seed)
    made = Worked(folder / "home", folder / "project")
    names = ["a.txt", "src/b.py", "src/deep/c d.md"]
    for name in names[: rng.randrange(4)]:
        (made.project / name).parent.mkdir(parents=True, exist_ok=True)
        (made.project / name).write_bytes(f"first words of {name}\n".encode())
    for _ in range(rng.randrange(1, 5)):
        made.ask()
        for _ in range(rng.randrange(4)):
            name, words = rng.choice(names), f"words-{rng.random()} and more\n"
            has_words = (made.project / name).is_file()
            (made.edit if has_words and rng.random() < 0.5 else made.write)(name, words)
        if rng.random() < 0.3 and made.copies:
            by_hand = made.project / rng.choice(list(made.copies))
            by_hand.write_bytes(b"by hand\r\n") if rng.random() < 0.5 else by_hand.unlink(
                missing_ok=True
            )
            # Only with the next prompt the client sees it.
            made.ask()
    made.lines.append(reply("done"))
    return made
