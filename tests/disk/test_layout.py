"""Names and paths of every layout."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.disk import layout
from steno.disk.layout import FileKind

SESSION = "0b7f2a7e-6f1c-4d3a-9b8e-1f2e3d4c5b6a"


@pytest.mark.parametrize(
    ("cwd", "slug"),
    [
        ("/home/ann/my_app.v2", "-home-ann-my-app-v2"),
        ("/home/ann/a b", "-home-ann-a-b"),
        ("/home/ann/.config/x", "-home-ann--config-x"),
        ("E:\\workspaces\\project", "E--workspaces-project"),
        ("C:/Users/ann", "C--Users-ann"),
        ("/项目/é", "-----"),
        ("/a/😀", "-a---"),
        ("", ""),
    ],
)
def test_slug_replaces_everything_but_letters_and_digits(cwd: str, slug: str) -> None:
    """Each UTF-16 unit outside A-Z, a-z, 0-9 becomes one dash."""
    assert layout.project_slug(cwd) == slug


def test_slug_of_exactly_200_characters_is_not_cut() -> None:
    """Only a longer one is."""
    cwd = "/" + "a" * 199
    assert layout.project_slug(cwd) == "-" + "a" * 199


@pytest.mark.parametrize(
    ("cwd", "tail"),
    [
        # Computed by a JavaScript engine: h = ((h << 5) - h + unit) | 0, in base 36.
        ("/" + "a" * 200, "-b6ymvl"),
        ("/home/" + "deep_folder/" * 20 + "项目😀", "-y8cbht"),
    ],
)
def test_long_slug_is_cut_and_told_apart_by_a_hash(cwd: str, tail: str) -> None:
    """Beyond 200 characters the first 200 stay, and the hash of the whole path follows."""
    slug = layout.project_slug(cwd)
    assert slug[200:] == tail
    assert slug[:200] == re.sub(r"[^A-Za-z0-9]", "-", cwd)[:200]


@given(st.text(max_size=300))
def test_slug_is_always_a_safe_name_of_bounded_length(cwd: str) -> None:
    """Whatever the working directory is, its slug is letters, digits and dashes."""
    slug = layout.project_slug(cwd)
    assert re.fullmatch(r"[A-Za-z0-9-]*", slug)
    assert len(slug) <= 200 + 1 + 7


def test_slug_takes_lone_surrogates() -> None:
    """A working directory that is no Unicode text does not stop us."""
    assert layout.project_slug("/" + "\udc80" * 250).startswith("-" * 200 + "-")


def test_older_slugs_are_known_newest_first() -> None:
    """Early versions kept underscores and dots; one document strips the leading dash."""
    assert layout.project_slugs("/home/ann/my_app.v2") == (
        "-home-ann-my-app-v2",
        "-home-ann-my_app-v2",
        "-home-ann-my_app.v2",
        "home-ann-my_app-v2",
        "home-ann-my_app.v2",
    )


def test_older_slugs_of_a_windows_path_replace_its_own_separators() -> None:
    """Colons and backslashes separate there, and nothing begins with a dash."""
    assert layout.project_slugs("E:\\work_a\\b") == ("E--work-a-b", "E--work_a-b")


def test_older_slugs_of_a_long_path_include_the_uncut_one() -> None:
    """Before the cap the whole path was the name."""
    cwd = "/" + "a" * 250
    assert layout.project_slugs(cwd)[1] == "-" + "a" * 250


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        (SESSION, True),
        (SESSION.upper(), True),
        (f"{SESSION}-2", False),
        ("agent-1234567", False),
        (SESSION.replace("-", ""), False),
        (f"{SESSION}\n", False),
        ("", False),
    ],
)
def test_session_ids_are_uuids(stem: str, *, expected: bool) -> None:
    """A stem is an id if it is a UUID and nothing more."""
    assert layout.is_session_id(stem) is expected


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "C:x", "a\0b", "../../etc"])
def test_ids_that_would_leave_their_folder_are_no_plain_names(name: str) -> None:
    """An id from a transcript becomes a path only if it is one plain name."""
    assert not layout.is_plain_name(name)
    with pytest.raises(ValueError, match="cannot be the name"):
        layout.tasks_dir(Path("home"), name)
    with pytest.raises(ValueError, match="cannot be the name"):
        layout.file_history_dir(Path("home"), name)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("history.jsonl", FileKind.HISTORY),
        ("settings.json", FileKind.SETTINGS),
        ("settings.local.json", FileKind.SETTINGS),
        (f"projects/-p/{SESSION}.jsonl", FileKind.SESSION),
        (f"projects/-p/{SESSION}-2.jsonl", FileKind.SESSION),
        ("projects/-p/notes.jsonl", FileKind.SESSION),
        (f"projects/-p/._{SESSION}.jsonl", FileKind.OTHER),
        ("projects/-p/agent-1234567.jsonl", FileKind.SUBAGENT),
        ("projects/-p/agent-1234567.meta.json", FileKind.SUBAGENT_META),
        ("projects/-p/subagents/agent-1.jsonl", FileKind.SUBAGENT),
        (f"projects/-p/{SESSION}/subagents/agent-1.jsonl", FileKind.SUBAGENT),
        (f"projects/-p/{SESSION}/subagents/agent-1.meta.json", FileKind.SUBAGENT_META),
        (f"projects/-p/{SESSION}/subagents/workflows/wf_1/agent-1.jsonl", FileKind.SUBAGENT),
        (
            f"projects/-p/{SESSION}/subagents/workflows/wf_1/journal.jsonl",
            FileKind.WORKFLOW_JOURNAL,
        ),
        (f"projects/-p/{SESSION}/subagents/journal.jsonl", FileKind.OTHER),
        (f"projects/-p/{SESSION}/subagents/notes.txt", FileKind.OTHER),
        (f"projects/-p/{SESSION}/workflows/wf_1.json", FileKind.WORKFLOW),
        (f"projects/-p/{SESSION}/workflows/scripts/x.js", FileKind.WORKFLOW),
        (f"projects/-p/{SESSION}/tool-results/toolu_1.txt", FileKind.TOOL_RESULT),
        (f"projects/-p/{SESSION}/tool-results/mcp-a-b-1.txt", FileKind.MCP_RESULT),
        (f"projects/-p/{SESSION}/tool-results", FileKind.OTHER),
        (f"projects/-p/{SESSION}/else.txt", FileKind.OTHER),
        ("projects/-p/memory/MEMORY.md", FileKind.MEMORY),
        ("projects/-p/sub/deep.jsonl", FileKind.OTHER),
        ("projects/-p", FileKind.OTHER),
        ("projects/x.jsonl", FileKind.OTHER),
        (f"file-history/{SESSION}/0123456789abcdef@v1", FileKind.FILE_BACKUP),
        (f"file-history/{SESSION}/readme", FileKind.OTHER),
        (f"tasks/{SESSION}/1.json", FileKind.TASK),
        (f"tasks/{SESSION}/.lock", FileKind.OTHER),
        ("sessions/4711.json", FileKind.LIVE),
        ("sessions/readme", FileKind.OTHER),
        ("plans/brave-tiny-owl.md", FileKind.PLAN),
        ("todos/x.json", FileKind.TODO),
        ("shell-snapshots/snapshot-bash-1-a.sh", FileKind.SHELL_SNAPSHOT),
        ("backups/.claude.json.backup.1", FileKind.CONFIG_BACKUP),
        ("statsig/x", FileKind.OTHER),
        ("CLAUDE.md", FileKind.OTHER),
        ("", FileKind.OTHER),
    ],
)
def test_path_tells_what_a_file_is_for(path: str, kind: FileKind) -> None:
    """Every place of every layout has its kind; the rest is OTHER."""
    assert layout.classify(PurePosixPath(path)) is kind


@given(st.lists(st.text(st.characters(exclude_characters="/\0"), min_size=1), max_size=7))
def test_any_path_has_a_kind(parts: list[str]) -> None:
    """No path stops the classification."""
    assert layout.classify(PurePosixPath(*parts)) in FileKind


@pytest.mark.parametrize(
    ("name", "agent_id"),
    [
        ("agent-a1b2c3d.jsonl", "a1b2c3d"),
        ("agent-acompact-12ab.jsonl", "acompact-12ab"),
        ("agent-a1b2c3d.meta.json", "a1b2c3d"),
        ("agent-.jsonl", ""),
        ("agent-x.txt", None),
        (f"{SESSION}.jsonl", None),
    ],
)
def test_agent_id_is_in_the_file_name(name: str, agent_id: str | None) -> None:
    """Transcript and meta file carry the id; other files have none."""
    assert layout.agent_id_of(Path("projects/-p") / name) == agent_id


def test_workflow_is_in_the_path() -> None:
    """The run id is the folder under subagents/workflows, the innermost if there are two."""
    deep = Path("/subagents/workflows/outer/projects/-p/x/subagents/workflows/wf_1/agent-1.jsonl")
    assert layout.workflow_of(deep) == "wf_1"
    assert layout.workflow_of(Path("x/subagents/agent-1.jsonl")) is None
    assert layout.workflow_of(Path("x/subagents/workflows/agent-1.jsonl")) is None


def test_backup_name_is_made_of_the_hashed_path_and_the_version() -> None:
    """The first 16 hex digits of the path's SHA-256, then the version."""
    digest = hashlib.sha256(b"/home/ann/a.py").hexdigest()
    assert layout.backup_name("/home/ann/a.py", 3) == f"{digest[:16]}@v3"


@pytest.mark.parametrize("name", ["0123456789abcdef@v", "0123@v1", "0123456789abcdef@v1.bak", ""])
def test_other_names_are_no_backups(name: str) -> None:
    """A name that is not made so is not taken for a backup."""
    assert layout.parse_backup_name(name) is None


@given(st.text(), st.integers(0, 10**9 - 1))
def test_backup_name_can_be_read_back(path: str, version: int) -> None:
    """Hash and version come out of the name again."""
    name = layout.backup_name(path, version)
    assert layout.parse_backup_name(name) == (layout.backup_hash(path), version)


def test_places_of_a_session() -> None:
    """All that belongs to a session has its place beside the file or in the home."""
    home = Path("home")
    path = layout.projects_dir(home) / "-p" / f"{SESSION}.jsonl"
    folder = home / "projects" / "-p" / SESSION
    assert layout.session_folder(path) == folder
    assert layout.subagents_dir(path) == folder / "subagents"
    assert layout.tool_results_dir(path) == folder / "tool-results"
    assert layout.meta_path(folder / "agent-1.jsonl") == folder / "agent-1.meta.json"
    assert layout.tasks_dir(home, SESSION) == home / "tasks" / SESSION
    assert layout.file_history_dir(home, SESSION) == home / "file-history" / SESSION
    assert layout.history_path(home) == home / "history.jsonl"
    assert layout.settings_path(home) == home / "settings.json"
    assert layout.live_dir(home) == home / "sessions"
