"""What is taken for Markdown, and what is not."""

from __future__ import annotations

import pytest

from steno.cli.rendering.markup import parser


def html(text: str) -> str:
    """Give what the parser makes of a line."""
    return str(parser().render(text)).removeprefix("<p>").removesuffix("</p>\n")


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4", "snake*case*x", "{{7*7}} ${7*7}", "x**2 + y**2", "**kwargs and x**2",
        "snake_case_name", "__init__.py and __name__", "a * b * c", "C:\\.claude\\x",
        "\\\\server\\share", r"\d+\.\d+",
    ],
)  # fmt: skip
def test_code_and_paths_stay_as_they_are(text: str) -> None:
    """Nothing of them is lost."""
    assert html(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**b** and *i*", "<strong>b</strong> and <em>i</em>"),
        ("**API**s", "<strong>API</strong>s"),
        ("_said_", "<em>said</em>"),
        ("这是**重点**吗", "这是<strong>重点</strong>吗"),
        (r"\*no\* snake\_case", "*no* snake_case"),
        ("(*a*)", "(<em>a</em>)"),
        ("end\\", "end\\"),
    ],
)
def test_what_is_meant_as_markup_is_markup(text: str, expected: str) -> None:
    """In Chinese as well, which has no gaps between words."""
    assert html(text) == expected
