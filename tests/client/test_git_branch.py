"""The branch of a folder, as git itself would say it."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from steno.client.git_branch import NO_BRANCH, current_branch

if TYPE_CHECKING:
    from pathlib import Path


def git(folder: Path, *arguments: str) -> None:
    """Run git without anybody's settings."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    own = ["-c", "user.email=a@b", "-c", "user.name=t", "-c", "init.defaultBranch=main"]
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder)}
    command = ["git", *own, *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=environment)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Give a repository with one commit."""
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "one")
    return tmp_path


def test_branch_is_found_from_a_folder_below(repository: Path) -> None:
    """The client may be started anywhere inside."""
    git(repository, "checkout", "-q", "-b", "side/deep")
    (repository / "a" / "b").mkdir(parents=True)
    assert current_branch(repository / "a" / "b") == "side/deep"


def test_worktree_has_a_branch_of_its_own(repository: Path) -> None:
    """Its .git is a file that leads elsewhere."""
    git(repository, "worktree", "add", "-q", "-b", "leap", "tree")
    assert current_branch(repository / "tree") == "leap"
    assert current_branch(repository) == "main"


def test_branch_without_a_commit_has_a_name(tmp_path: Path) -> None:
    """As in a repository that was just made."""
    git(tmp_path, "init", "-q", "-b", "trunk")
    assert current_branch(tmp_path) == "trunk"


def test_detached_head_is_no_branch(repository: Path) -> None:
    """The client writes HEAD there."""
    git(repository, "checkout", "-q", "--detach")
    assert current_branch(repository) == NO_BRANCH


def test_folder_without_git_is_on_no_branch(tmp_path: Path) -> None:
    """The client writes HEAD there, too."""
    assert current_branch(tmp_path / "not-there") == NO_BRANCH


@pytest.mark.parametrize("content", ["", "nonsense", "gitdir: /not/there", "gitdir: .", "\xff\0"])
def test_broken_git_file_is_no_branch(tmp_path: Path, content: str) -> None:
    """Whatever stands there, the client runs."""
    (tmp_path / ".git").write_bytes(content.encode("latin-1"))
    assert current_branch(tmp_path) == NO_BRANCH


def test_references_in_tables_are_not_guessed(tmp_path: Path) -> None:
    """Git puts an impossible name there."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n", "utf-8")
    assert current_branch(tmp_path) == NO_BRANCH
