"""The list of a file's findings stays bounded."""

from __future__ import annotations

from steno.format.finding import finding
from steno.session.finding_list import MOST_FINDINGS, FindingList


def test_findings_come_in_the_order_of_the_lines() -> None:
    """Those of the whole file come first."""
    findings = FindingList()
    findings.add([finding("bad-line", 7), finding("crlf", 2)])
    findings.add([finding("no-final-newline", None)])
    assert [one.line for one in findings.all()] == [None, 2, 7]


def test_findings_past_the_limit_are_counted_by_code() -> None:
    """A file of rubbish must not fill the memory; nothing is dropped untold."""
    findings = FindingList()
    findings.add(finding("bad-line", line) for line in range(MOST_FINDINGS + 1))
    findings.add([finding("crlf", 1)] * 1500)
    *listed, bad, crlf = findings.all()
    assert len(listed) == MOST_FINDINGS
    assert (bad.code, bad.line) == ("bad-line", None)
    assert bad.message.startswith("1 more: ")
    assert crlf.message.startswith("1,500 more: ")
    assert crlf.severity == "info"
