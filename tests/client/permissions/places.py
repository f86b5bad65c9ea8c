"""Folders with files and links in them, that decisions about permissions are tried in."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    """The folders that a run of the client finds, with files in them."""

    base: Path

    @property
    def home(self) -> Path:
        """The home of the user."""
        return self.base / "home"

    @property
    def project(self) -> Path:
        """The working folder."""
        return self.base / "project"

    @property
    def more(self) -> Path:
        """A further folder that may be named with ``--add-dir``."""
        return self.base / "more"

    @property
    def outside(self) -> Path:
        """A folder that nobody named."""
        return self.base / "outside"

    def lay_out(self) -> None:
        """Make the folders and their files."""
        files = {
            self.project: (
                *("README.md", "src/a.py", "src/deep/b.py", "docs/x.md", ".env", "-n"),
                *("deep/a/b/c.txt", "linked/a.txt", "keeps/.claude/settings.json"),
            ),
            self.home: (".bashrc", ".ssh/config", "notes/n.txt", ".claude/settings.json"),
            self.more: ("m.txt",),
            self.outside: ("o.txt", "deep/p.txt"),
        }
        for folder, names in files.items():
            for name in names:
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("{}\n" if path.suffix == ".json" else "# one\n# two\n", "utf-8")
        trusted = {str(self.project): {"hasTrustDialogAccepted": True}}
        known = {"hasCompletedOnboarding": True, "projects": trusted}
        (self.home / ".claude.json").write_text(json.dumps(known), "utf-8")
        for name in ("tide", "wave"):
            skill = self.project / ".claude" / "skills" / name / "SKILL.md"
            skill.parent.mkdir(parents=True, exist_ok=True)
            skill.write_text(f"---\nname: {name}\ndescription: Tells of it.\n---\nTell.\n", "utf-8")
        for name in (".claude", ".vscode", ".idea", ".git/hooks"):
            (self.project / name).mkdir(parents=True, exist_ok=True)
        for arguments in (["init", "-q"], ["add", "README.md"]):
            subprocess.run(["git", *arguments], cwd=self.project, check=True)
        (self.project / "way-out").symlink_to(self.outside)
        (self.project / "file-out").symlink_to(self.outside / "o.txt")
        (self.project / "linked" / "README.md").symlink_to(self.outside / "o.txt")
        (self.project / "cur").symlink_to(self.project / "deep" / "a" / "b")
        (self.project / "64").symlink_to(self.outside / "o.txt")
        (self.project / "rel").symlink_to("README.md")

    def filled(self, value: Any) -> Any:
        """Put the real folders where a case names them: $PROJECT, $HOME, $MORE, $OUTSIDE."""
        if isinstance(value, str):
            for name in ("project", "home", "more", "outside"):
                value = value.replace(f"${name.upper()}", str(getattr(self, name)))
            return value
        if isinstance(value, dict):
            return {key: self.filled(member) for key, member in value.items()}
        if isinstance(value, list):
            return [self.filled(member) for member in value]
        return value
