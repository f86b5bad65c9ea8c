"""The catalogue of findings."""

from __future__ import annotations

from steno.format.finding import KINDS, Severity, finding


def test_every_kind_says_what_it_means() -> None:
    """In a sentence."""
    for code, kind in KINDS.items():
        assert code == code.lower()
        assert kind.meaning.endswith(".")
        assert isinstance(kind.severity, Severity)


def test_a_finding_takes_its_severity_and_fix_from_its_kind() -> None:
    """A detail replaces the general meaning."""
    plain = finding("torn-line", 3)
    assert (plain.severity, plain.line) == ("error", 3)
    assert plain.message == KINDS["torn-line"].meaning
    assert plain.fix
    assert finding("torn-line", 3, "more").message == "more"
