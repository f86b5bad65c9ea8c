"""Kinds of files."""

from __future__ import annotations

from steno.client.tools.searching import globs, types


def test_every_kind_has_globs_that_can_be_read() -> None:
    """Each line of the table is a name and globs."""
    for kind, patterns in types.GLOBS.items():
        assert kind.isalnum()
        assert patterns
        for pattern in patterns:
            assert "\\" not in pattern
            globs.parse(pattern)


def test_usual_kinds_are_there() -> None:
    """Python files are .py and .pyi."""
    assert types.GLOBS["py"] == ("*.py", "*.pyi")
    assert "*.zshrc" not in types.GLOBS["sh"]
    assert "zshrc" in types.GLOBS["sh"]
