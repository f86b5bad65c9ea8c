"""What is handed to the user: published pages and the findings of a review."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.tool_results.publish import ArtifactResult, ReportFindingsResult
from steno.view.parts import JsonPart, Link, LinksPart, Part, TablePart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts
from steno.view.tools.facts import first_text, member, objects_in
from steno.view.tools.wording import count, joined, one_line, short_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.view.tools.facts import ToolFacts


def build_artifact(facts: ToolFacts) -> ToolCard:
    """Show the page that was published, and its address."""
    result = facts.typed(ArtifactResult)
    path = short_path(facts.text("file_path") or result.path or "", facts.cwd)
    about = facts.text("description")
    link = (LinksPart((Link(result.url, result.title or "", about),)),) if result.url else ()
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=path,
        path=path,
        summary=joined(result.title or "", "updated" if result.updated else ""),
        status=facts.status,
        parts=(*link, *failure_parts(facts)),
    )


def build_findings(facts: ToolFacts) -> ToolCard:
    """Show the findings of a review."""
    result = facts.typed(ReportFindingsResult)
    stored = member(facts.input, "findings")
    findings = stored if isinstance(stored, list) else list(result.findings or ())
    number = result.count if result.count is not None else len(findings)
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=facts.text("level") or result.level or "",
        summary=count(number, "finding"),
        status=facts.status,
        parts=(*_listed(findings), *failure_parts(facts)),
        figures=(Figure("findings", number),),
    )


def _listed(findings: list[Any]) -> tuple[Part, ...]:
    rows = tuple(_row(finding) for finding in objects_in(findings))
    if len(rows) != len(findings) or not all(any(row) for row in rows):
        return (JsonPart(findings),) if findings else ()
    return (TablePart(("where", "what"), rows),) if rows else ()


def _row(finding: Mapping[str, Any]) -> tuple[str, str]:
    file, line = first_text(finding, "file", "path", "filePath"), member(finding, "line")
    where = f"{file}:{line}" if file and isinstance(line, (int, str)) else file
    what = first_text(finding, "title", "summary", "message", "description")
    return one_line(where), one_line(what)
