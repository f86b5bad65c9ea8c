"""Globs as ripgrep reads them."""

from __future__ import annotations

import pytest

from steno.client.tools.searching import globs


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("*.py", "a.py", True),
        ("*.py", "src/a.py", True),
        ("/*.py", "src/a.py", False),
        ("src/*.py", "src/a.py", True),
        ("src/*.py", "src/b/a.py", False),
        ("src/**", "src/b/a.py", True),
        ("**/b/*.py", "src/b/a.py", True),
        ("**/b/*.py", "b/a.py", True),
        ("*.{py,js}", "a.js", True),
        ("*.{py,js}", "a.ts", False),
        ("[ab].py", "a.py", True),
        ("[!ab].py", "a.py", False),
        ("?.py", "ab.py", False),
        ("a\\*b", "a*b", True),
        ("*", "src/.hidden", True),
    ],
)
def test_globs_fit_what_ripgrep_would_take(glob: str, path: str, fits: bool) -> None:
    """Slashes, stars, braces and classes mean what they mean to ripgrep."""
    assert globs.parse(glob).fits(path, is_folder=False) is fits


@pytest.mark.parametrize("glob", ["{a", "[a"])
def test_open_groups_are_refused(glob: str) -> None:
    """A glob that does not end is an error that says so."""
    with pytest.raises(ValueError, match="unclosed"):
        globs.parse(glob)


def test_a_glob_with_a_slash_at_its_end_means_folders() -> None:
    """``build/`` is no file."""
    glob = globs.parse("!build/")
    assert glob.excludes
    assert glob.fits("build", is_folder=True)
    assert not glob.fits("build", is_folder=False)
