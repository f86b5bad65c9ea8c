"""Languages: told by a file's name, on every system."""

from __future__ import annotations

import pytest

from steno.view.tools.language import language_of


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/app.py", "python"), ("SRC\\APP.PY", "python"), ("Makefile", "make"),
        ("deploy/Dockerfile", "docker"), ("a.test.tsx", "tsx"), ("notes", ""), ("py", ""),
        ("what.ever", ""), ("", ""), ("folder.py/readme", ""), (".gitignore", ""),
    ],
)  # fmt: skip
def test_name_tells_the_language(path: str, language: str) -> None:
    """The whole name comes before its end; what nobody knows has no language."""
    assert language_of(path) == language
