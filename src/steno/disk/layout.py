"""Where each version of the client keeps what: names and paths, without touching a disk."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path, PurePath

LONGEST_SLUG: Final = 200
"""A longer project slug is cut here and told apart by a hash."""

AGENT_PREFIX: Final = "agent-"
TRANSCRIPT_SUFFIX: Final = ".jsonl"
META_SUFFIX: Final = ".meta.json"
MCP_PREFIX: Final = "mcp-"
JOURNAL_NAME: Final = "journal.jsonl"

_BASE36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_NOT_ALPHANUMERIC: Final = re.compile(r"[^A-Za-z0-9]")
_SESSION_ID: Final = re.compile(
    r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
)
_WINDOWS_PATH: Final = re.compile(r"[A-Za-z]:[\\/]|\\\\")
_FORBIDDEN_IN_NAMES: Final = re.compile(r"[/\\:\x00]")
_BACKUP_NAME: Final = re.compile(r"([0-9a-f]{16})@v([0-9]{1,9})")


class FileKind(StrEnum):
    """What a file under a home is for, as its path tells."""

    SESSION = "session"
    SUBAGENT = "subagent"
    SUBAGENT_META = "subagent-meta"
    WORKFLOW_JOURNAL = "workflow-journal"
    WORKFLOW = "workflow"
    TOOL_RESULT = "tool-result"
    MCP_RESULT = "mcp-result"
    FILE_BACKUP = "file-backup"
    HISTORY = "history"
    TASK = "task"
    TODO = "todo"
    LIVE = "live"
    SETTINGS = "settings"
    PLAN = "plan"
    MEMORY = "memory"
    SHELL_SNAPSHOT = "shell-snapshot"
    CONFIG_BACKUP = "config-backup"
    OTHER = "other"


def project_slug(cwd: str) -> str:
    """Give the project folder's name for a working directory, as the client 2.1.197 does."""
    slug = _all_dashes(cwd)
    if len(slug) <= LONGEST_SLUG:
        return slug
    return f"{slug[:LONGEST_SLUG]}-{_base36(abs(_java_hash(cwd)))}"


def project_slugs(cwd: str) -> tuple[str, ...]:
    """Give every name that some version may have used for a working directory, newest first."""
    return tuple(dict.fromkeys(slug for slug in _slugs(cwd) if slug))


def _slugs(cwd: str) -> Iterator[str]:
    yield project_slug(cwd)
    yield _all_dashes(cwd)
    # Folders of early versions keep an underscore; whether they kept a dot differs.
    separators = r"[/\\:]" if _WINDOWS_PATH.match(cwd) else "/"
    plain = re.sub(separators, "-", cwd)
    older = (plain.replace(".", "-"), plain)
    yield from older
    yield from (slug.removeprefix("-") for slug in older)


def _all_dashes(cwd: str) -> str:
    # The client counts UTF-16 units: a character outside the BMP becomes two dashes.
    return _NOT_ALPHANUMERIC.sub(lambda match: "--" if match[0] > "\uffff" else "-", cwd)


def _java_hash(text: str) -> int:
    units = text.encode("utf-16-le", "surrogatepass")
    value = 0
    for low, high in zip(units[::2], units[1::2], strict=True):
        value = (value * 31 + (high << 8 | low)) & 0xFFFFFFFF
    return value - (1 << 32) if value >= 1 << 31 else value


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _BASE36[digit] + digits
    return digits or "0"


def is_session_id(stem: str) -> bool:
    """Say whether a name is a UUID, as the name of a session's file is."""
    return _SESSION_ID.fullmatch(stem) is not None


def is_plain_name(name: str) -> bool:
    """Say whether ``name`` is safe as one step of a path: ids in transcripts may be anything."""
    return name not in ("", ".", "..") and _FORBIDDEN_IN_NAMES.search(name) is None


def is_agent_name(name: str) -> bool:
    """Say whether a file's name is that of a sub-agent's transcript."""
    return name.startswith(AGENT_PREFIX) and name.endswith(TRANSCRIPT_SUFFIX)


def is_session_name(name: str) -> bool:
    """Say whether a file right inside a project folder is a session by its name.

    Hidden files are none: archivers and macOS leave ``._<name>.jsonl`` beside the real ones.
    """
    return name.endswith(TRANSCRIPT_SUFFIX) and not name.startswith((AGENT_PREFIX, "."))


def agent_id_of(path: PurePath) -> str | None:
    """Give the agent id in a sub-agent file's name (transcript or meta), None for others."""
    for suffix in (TRANSCRIPT_SUFFIX, META_SUFFIX):
        if path.name.startswith(AGENT_PREFIX) and path.name.endswith(suffix):
            return path.name[len(AGENT_PREFIX) : -len(suffix)]
    return None


def workflow_of(path: PurePath) -> str | None:
    """Give the run id of the workflow that a file under ``subagents/workflows/`` belongs to."""
    parts = path.parts
    for index in reversed(range(len(parts) - 3)):
        if parts[index : index + 2] == ("subagents", "workflows"):
            return parts[index + 2]
    return None


def backup_hash(path: str) -> str:
    """Give the part of a backup's name that stands for the absolute ``path`` of the file."""
    from hashlib import sha256  # noqa: PLC0415 - it loads OpenSSL, which reading never needs

    return sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def backup_name(path: str, version: int) -> str:
    """Give the name under which version ``version`` of a file is kept in ``file-history``."""
    return f"{backup_hash(path)}@v{version}"


def parse_backup_name(name: str) -> tuple[str, int] | None:
    """Give (hash of the path, version) of a backup's name; None if it is no such name."""
    match = _BACKUP_NAME.fullmatch(name)
    return (match[1], int(match[2])) if match else None


def projects_dir(home: Path) -> Path:
    """Give the folder of all project folders."""
    return home / "projects"


def history_path(home: Path) -> Path:
    """Give the file of everything ever typed."""
    return home / "history.jsonl"


def settings_path(home: Path) -> Path:
    """Give the client's settings file."""
    return home / "settings.json"


def live_dir(home: Path) -> Path:
    """Give the folder in which running clients announce themselves."""
    return home / "sessions"


def tasks_dir(home: Path, session_id: str) -> Path:
    """Give the folder of a session's task list; the id must be a plain name."""
    return home / "tasks" / _checked(session_id)


def file_history_dir(home: Path, session_id: str) -> Path:
    """Give the folder of a session's file backups; the id must be a plain name."""
    return home / "file-history" / _checked(session_id)


def _checked(name: str) -> str:
    if not is_plain_name(name):
        msg = f"{name!r} cannot be the name of a folder"
        raise ValueError(msg)
    return name


def session_folder(session_path: Path) -> Path:
    """Give the folder beside a session's file that holds what belongs to it."""
    return session_path.with_name(session_path.name.removesuffix(session_path.suffix))


def subagents_dir(session_path: Path) -> Path:
    """Give the folder of a session's sub-agents (from 2.1.17 on)."""
    return session_folder(session_path) / "subagents"


def tool_results_dir(session_path: Path) -> Path:
    """Give the folder of outputs that were too large for the transcript."""
    return session_folder(session_path) / "tool-results"


def meta_path(agent_path: Path) -> Path:
    """Give the place of the ``.meta.json`` beside a sub-agent's transcript."""
    return agent_path.with_name(agent_path.name.removesuffix(TRANSCRIPT_SUFFIX) + META_SUFFIX)


def classify(path: PurePath) -> FileKind:
    """Say what the file at ``path``, relative to its home, is for."""
    match path.parts:
        case ["history.jsonl"]:
            return FileKind.HISTORY
        case ["settings.json" | "settings.local.json"]:
            return FileKind.SETTINGS
        case ["projects", _, *inside] if inside:
            return _classify_in_project(inside)
        case ["file-history", _, name] if parse_backup_name(name):
            return FileKind.FILE_BACKUP
        case ["tasks", _, name] if name.endswith(".json"):
            return FileKind.TASK
        case ["sessions", name] if name.endswith(".json"):
            return FileKind.LIVE
        case [folder, _, *_]:
            return _IN_FOLDER.get(folder, FileKind.OTHER)
    return FileKind.OTHER


_IN_FOLDER: Final = {
    "plans": FileKind.PLAN,
    "todos": FileKind.TODO,
    "shell-snapshots": FileKind.SHELL_SNAPSHOT,
    "backups": FileKind.CONFIG_BACKUP,
}


def _classify_in_project(inside: list[str]) -> FileKind:
    match inside:
        case [name]:
            return _classify_transcript(name)
        case ["memory", *_]:
            return FileKind.MEMORY
        case ["subagents", *rest] | [_, "subagents", *rest] if rest:
            return _classify_subagent(rest)
        case [_, "tool-results", *_, name] if name != "tool-results":
            return FileKind.MCP_RESULT if name.startswith(MCP_PREFIX) else FileKind.TOOL_RESULT
        case [_, "workflows", _, *_]:
            return FileKind.WORKFLOW
    return FileKind.OTHER


def _classify_transcript(name: str) -> FileKind:
    if is_session_name(name):
        return FileKind.SESSION
    return _classify_subagent([name])


def _classify_subagent(rest: list[str]) -> FileKind:
    name = rest[-1]
    if is_agent_name(name):
        return FileKind.SUBAGENT
    if name.startswith(AGENT_PREFIX) and name.endswith(META_SUFFIX):
        return FileKind.SUBAGENT_META
    if name == JOURNAL_NAME and len(rest) > 1:
        return FileKind.WORKFLOW_JOURNAL
    return FileKind.OTHER
