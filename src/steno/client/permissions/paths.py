"""Paths of calls and of rules: where they lead, and whether one is about the other."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.client.permissions.names import names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pathspec import GitIgnoreSpec

    from steno.client.permissions.context import Listed, PermissionContext

_PROTECTED_FOLDERS: Final = frozenset(
    (".git", ".claude", ".vscode", ".idea", ".husky", ".cargo", ".devcontainer", ".yarn")
) | {".ssh", ".gnupg", ".aws", ".mvn", ".githooks"}
_PROTECTED_NAMES: Final = names(
    ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .bash_history .profile "
    ".zshrc .zprofile .zshenv .zlogin .zlogout .kshrc .cshrc .tcshrc .login .logout .inputrc "
    ".xprofile .xinitrc .xsession .pam_environment .envrc .gitconfig .gitmodules "
    ".gitattributes .mcp.json .claude.json .ripgreprc .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs "
    ".pypirc .netrc .vimrc .exrc .emacs .tmux.conf .screenrc .wgetrc .curlrc .gdbinit "
    ".lldbinit .pdbrc .pythonrc .irbrc .psqlrc .pre-commit-config.yaml .pre-commit-config.yml "
    ".direnvrc .hgrc .bazelrc bunfig.toml config.fish"
)
_SHORT_NAME: Final = re.compile(r"~\d")
_GLOB: Final = re.compile(r"[*?\[]")
_BRACKETS: Final = re.compile(r"\[[\w.!-]+\]")
_MOST_MATCHES: Final = 500


@dataclass(frozen=True, slots=True)
class Place:
    """A path as it was given and as the links in it lead; both count."""

    given: Path
    resolved: Path

    @property
    def both(self) -> tuple[Path, Path]:
        """The two paths."""
        return (self.given, self.resolved)


def place_of(text: str, cwd: Path, home: Path) -> Place | None:
    """Find out where a path leads; None where nobody can say."""
    if "\0" in text:
        return None
    try:
        given = _lexical(cwd / _expanded(text, home))
        return Place(given, given.resolve())
    except (OSError, RuntimeError, ValueError):
        return None


def _expanded(text: str, home: Path) -> Path:
    if text == "~" or text.startswith("~/"):
        return home / text[2:]
    return Path(text)


def _lexical(path: Path) -> Path:
    """Take ``..`` out of an absolute path as the kernel does: a link before it leads elsewhere."""
    return path.resolve() if ".." in path.parts else path


def is_inside(place: Place, folders: Iterable[Path]) -> bool:
    """Say whether a place lies in one of the folders, links followed."""
    roots = [folder.resolve() for folder in folders]
    return any(place.resolved.is_relative_to(root) for root in roots)


def is_protected(place: Place, context: PermissionContext) -> bool:
    """Say whether a file there makes other programs run something, or says what we may do."""
    settings = context.client_home.resolve()
    if place.resolved.is_relative_to(settings):
        return True
    return any(is_protected_path(path) for path in place.both)


def is_protected_path(path: Path) -> bool:
    """Say whether the names in a path are those of a protected file."""
    parts = [_plain_name(part) for part in path.parts]
    return (
        any(part in _PROTECTED_FOLDERS for part in parts)
        or (bool(parts) and parts[-1] in _PROTECTED_NAMES)
        or any(_SHORT_NAME.search(part) for part in parts)
    )


def _plain_name(part: str) -> str:
    """Give a name as file systems compare it that know no case and leave out some letters."""
    shown = "".join(letter for letter in part if unicodedata.category(letter) != "Cf")
    return unicodedata.normalize("NFKC", shown).casefold().partition(":")[0].rstrip(". ")


def matches(listed: Listed, place: Place, context: PermissionContext) -> bool:
    """Say whether a rule for paths is about a place.

    A rule that allows has to be about the path and about where its links lead; for one that
    denies or asks, either is enough.
    """
    results = [_matches_path(listed, path, context) for path in place.both]
    return all(results) if listed.behavior == "allow" else any(results)


def _matches_path(listed: Listed, path: Path, context: PermissionContext) -> bool:
    if listed.behavior == "allow" and _has_no_root(listed):
        return False
    base, pattern = anchored(listed, context)
    for root in {base, base.resolve()}:
        if path != root and path.is_relative_to(root):
            relative = path.relative_to(root).as_posix()
            if _spec(pattern).match_file(relative) or _is_read_folder(listed, relative, pattern):
                return True
    return False


def _has_no_root(listed: Listed) -> bool:
    """Say whether a rule begins at the folder of its settings, where those lie in no folder."""
    content = listed.rule.content or ""
    return listed.source == "flag" and content.startswith("/") and not content.startswith("//")


def _is_read_folder(listed: Listed, relative: str, pattern: str) -> bool:
    """Say whether a path is the folder all of which may be read, so that it may be listed."""
    return listed.rule.tool == "Read" and f"/{relative}/**" == f"/{pattern.lstrip('/')}"


def anchored(listed: Listed, context: PermissionContext) -> tuple[Path, str]:
    """Give the folder that a rule's pattern is relative to, and the pattern."""
    content = listed.rule.content or "**"
    if content.startswith("//"):
        return Path("/"), content[1:]
    if content.startswith("~/"):
        return context.home, content[1:]
    if content.startswith("/"):
        return _settings_root(listed, context), content
    return context.root, content.removeprefix("./")


def _settings_root(listed: Listed, context: PermissionContext) -> Path:
    return context.client_home if listed.source == "userSettings" else context.root


@lru_cache(maxsize=512)
def _spec(pattern: str) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - only where there are rules for paths

    return GitIgnoreSpec.from_lines([pattern])


def has_glob(text: str) -> bool:
    """Say whether a shell would look for files by this word."""
    return _GLOB.search(text) is not None


def glob_matches(pattern: str, cwd: Path, home: Path) -> list[str] | None:
    """List what a shell would put for a word with wildcards; None where it cannot be said.

    Brackets are taken for any letter: which ones are in a range depends on the language.
    """
    from glob import iglob  # noqa: PLC0415 - seldom needed

    wider = _BRACKETS.sub("?", pattern)
    if ".." in Path(pattern).parts or "**" in pattern or "[" in wider:
        return None
    found = []
    for name in iglob(str(cwd / _expanded(wider, home))):  # noqa: PTH207
        found.append(name)
        if len(found) > _MOST_MATCHES:
            return None
    return found
