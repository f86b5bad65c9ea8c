"""Published pages and findings."""

from __future__ import annotations

from typing import Any

import pytest

from steno.view.parts import JsonPart, Link, LinksPart, TablePart
from tests.view.calls import HERE, card, figures, only


def test_published_page_is_a_link() -> None:
    """Its file is the title, its address a link."""
    record = {"url": "https://example.org/p", "path": "x", "title": "Tides", "updated": True}
    asked = {"file_path": f"{HERE}/p.html", "description": "A table"}
    built = card("Artifact", asked, structured=record)
    assert (built.title, built.path, built.summary) == (
        "Artifact p.html",
        "p.html",
        "Tides · updated",
    )
    assert only(built, LinksPart).links == (Link("https://example.org/p", "Tides", "A table"),)
    assert card("Artifact", asked, finished=False).parts == ()


def test_findings_are_a_table() -> None:
    """Where and what, one row for each."""
    findings = [{"file": "a.py", "line": 3, "title": "Leak"}, {"path": "b.py", "summary": "Slow"}]
    built = card("ReportFindings", {"findings": findings, "level": "high"})
    assert (built.title, built.summary) == ("ReportFindings high", "2 findings")
    assert only(built, TablePart).rows == (("a.py:3", "Leak"), ("b.py", "Slow"))
    assert figures(built) == {"findings": 2}


@pytest.mark.parametrize("findings", [["a leak"], [{"severity": 3}], [{"file": "a"}, 7]])
def test_findings_of_another_shape_are_shown_as_they_are(findings: list[Any]) -> None:
    """The model puts findings as it likes, and none may be lost."""
    built = card("ReportFindings", {}, structured={"count": 1, "findings": findings})
    assert only(built, JsonPart).value == findings


def test_review_without_findings_has_no_table() -> None:
    """Nothing found is worth a line, not a box."""
    built = card("ReportFindings", {"findings": []})
    assert (built.summary, built.parts) == ("0 findings", ())
