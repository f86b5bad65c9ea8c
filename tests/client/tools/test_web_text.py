"""Pages as text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steno.client.tools.web_text import as_text


def test_a_page_becomes_markdown() -> None:
    """Headings, links, lists and code stay; scripts and styles go."""
    page = (
        "<html><head><title> Tides </title><style>x{}</style></head><body><h2>High</h2>"
        "<script>alert(1)</script><p>See  <a href='/b'>here</a>.</p><ul><li>a<li>b</ul>"
        "<pre>x\n  y</pre><a href='javascript:x'>no</a></body></html>"
    )
    text = as_text(page, "https://t.example/a")
    assert text.startswith("# Tides\n\n## High")
    assert "See [here](https://t.example/b)." in text
    assert "- a\n- b" in text
    assert "```\nx\n  y\n```" in text
    assert "alert" not in text
    assert "javascript" not in text


@given(st.text(alphabet=st.sampled_from("<>/=\"'!-&;#[]aprecbody script"), max_size=80))
def test_any_page_is_text(page: str) -> None:
    """Broken pages are text, too."""
    assert isinstance(as_text(page, "https://t.example/"), str)
