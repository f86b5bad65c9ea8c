"""The house itself: tests mirror the tree, modules say what they are for, docs what there is."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

import pytest

import steno
from tools import gendocs, package_hosts

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "steno"
TESTS: Final = ROOT / "tests"

FOLDERS_TESTED_AS_ONE: Final = {
    "edit/repairs": "edit/test_repairs.py",
    "format/attachments": "format/test_attachments.py",
    "format/entries": "format/test_entries.py",
    "format/tool_results": "format/test_tool_results.py",
    "secrets/families": "secrets/test_families.py",
    "testing/demo": "testing/test_demo.py",
}
"""Folders of many small modules of one kind, and the one test module that goes through them all."""

TEST_FOLDERS_OF_THEIR_OWN: Final = {"benchmarks", "data", "interop", "tools"}
"""Folders under tests/ that mirror no package: samples, and tests of what lies beside src/."""


def project() -> dict[str, Any]:
    """Read pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def repository_files() -> list[Path]:
    """List what belongs to the repository, or skip where git cannot say."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs a git clone to know which files belong to the repository")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    return [ROOT / name.decode() for name in listing.split(b"\0") if name]


def where_tested(module: Path) -> Path:
    """Say where the tests of a module belong."""
    inside = module.relative_to(SOURCE)
    for folder, test_module in FOLDERS_TESTED_AS_ONE.items():
        if inside.is_relative_to(folder):
            return TESTS / test_module
    return TESTS / inside.with_name(f"test_{inside.name.lstrip('_')}")


def test_every_module_has_its_test_module() -> None:
    """Tests lie where the tree says: src/steno/disk/layout.py has tests/disk/test_layout.py."""
    modules = [path for path in SOURCE.rglob("*.py") if not path.name.startswith("__")]
    wanted = {where_tested(module) for module in modules}
    assert sorted(str(path.relative_to(ROOT)) for path in wanted if not path.exists()) == []


def test_every_test_folder_mirrors_a_package() -> None:
    """A folder of tests without a package of that name has lost what it tests."""
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    strays = [
        str(folder)
        for folder in folders
        if folder.parts
        and folder.parts[0] not in TEST_FOLDERS_OF_THEIR_OWN
        and not (SOURCE / folder / "__init__.py").exists()
    ]
    assert strays == []


def test_every_module_says_what_it_is_for() -> None:
    """Each module opens with a docstring whose first line is a whole sentence."""
    modules = [
        p for top in ("src", "tests", "tools", "benchmarks") for p in ROOT.glob(f"{top}/**/*.py")
    ]
    silent = [
        str(path.relative_to(ROOT))
        for path in modules
        if not (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]
    ]
    assert silent == []


def test_every_command_is_documented() -> None:
    """docs/commands.md has one section for each command that the program offers, in order."""
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == list(gendocs.command_helps())


def test_generated_docs_are_fresh() -> None:
    """What docs/ says about commands, fields, findings and schemas is what the code says."""
    assert gendocs.stale(gendocs.generated()) == []


def test_public_names_are_exactly_the_documented_ones() -> None:
    """docs/library.md has one section for each name in ``steno.__all__``."""
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    documented = re.findall(r"^### `steno\.(\w+)`$", page, re.MULTILINE)
    assert documented == sorted(steno.__all__)


@pytest.mark.parametrize("name", steno.__all__)
def test_public_name_can_be_had(name: str) -> None:
    """Each public name is there when asked for, and dir() shows it."""
    assert getattr(steno, name) is not None
    assert name in dir(steno)


def test_unknown_public_name_is_an_attribute_error() -> None:
    """The lazy package answers as any module does for a name that it does not have."""
    with pytest.raises(AttributeError, match="no_such_name"):
        steno.no_such_name  # noqa: B018 - the access is the test


def test_no_file_names_a_package_host() -> None:
    """Where packages come from is no matter of the repository."""
    assert package_hosts.naming_hosts(repository_files()) == []


def test_changelog_tells_of_the_current_version() -> None:
    """The version that pyproject.toml gives has a heading in the changelog."""
    version = project()["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## .*\b{re.escape(version)}\b", changelog, re.MULTILINE)


def test_package_and_project_agree_on_the_version() -> None:
    """``steno.__version__`` is the version that pyproject.toml gives."""
    assert steno.__version__ == project()["project"]["version"]


def test_every_dependency_is_pinned() -> None:
    """requirements/dev.txt pins, with hashes, whatever pyproject.toml asks for."""
    told = project()
    wanted = [*told["project"]["dependencies"], *told["dependency-groups"]["dev"]]
    for extra, requirements in told["project"]["optional-dependencies"].items():
        if extra != "all":
            wanted += requirements
    names = {re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0] for requirement in wanted}
    pinned = re.findall(
        r"^([a-z0-9-]+)==\S+(?: ; [^\\]+)? \\\n    --hash=sha256:",
        (ROOT / "requirements" / "dev.txt").read_text("utf-8"),
        re.MULTILINE,
    )
    assert names - set(pinned) == set()


def test_console_script_leads_to_the_command_line() -> None:
    """The installed program is the function that the command line provides."""
    (script,) = [s for s in entry_points(group="console_scripts") if s.name == "steno"]
    assert script.value == project()["project"]["scripts"]["steno"]
    assert callable(script.load())
