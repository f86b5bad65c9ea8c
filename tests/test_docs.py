"""The documentation: its links lead somewhere and its examples run."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from tools import gendocs

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
EXAMPLE: Final = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES_WITH_EXAMPLES: Final = ("README.md", "docs/library.md")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the demo home."""
    folder = tmp_path_factory.mktemp("docs") / "demo"
    result = CliRunner().invoke(gendocs.root_command(), ["demo", str(folder)])
    assert result.exit_code == 0, result.output
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_repository_leads_somewhere(page: Path) -> None:
    """A relative link names a file or a folder that is there."""
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    inside = [link for link in links if "://" not in link]
    assert [link for link in inside if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES_WITH_EXAMPLES)
def test_examples_run(
    page: str, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Python of a page runs from top to bottom against the demo."""
    path = max(demo.glob("projects/*/*.jsonl"), key=lambda file: file.stat().st_size)
    shutil.copy(path, tmp_path / "session.jsonl")
    monkeypatch.chdir(tmp_path)
    prose = (ROOT / page).read_text("utf-8").partition("## Reference")[0]
    examples = EXAMPLE.findall(prose)
    assert examples
    names = {"path": path, "home_folder": demo}
    for example in examples:
        exec(compile(example, page, "exec"), names)  # noqa: S102 - running it is the test
