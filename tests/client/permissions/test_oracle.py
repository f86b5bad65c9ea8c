"""We decide as the real client does; where it is looser than is safe, we are stricter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.client.permissions.oracle_table import Group, groups

if TYPE_CHECKING:
    from tests.client.permissions.places import Places

_GROUPS: Final = groups()
_STRICTNESS: Final = ("allow", "ask", "deny")


@pytest.mark.parametrize("group", _GROUPS, ids=[group.name for group in _GROUPS])
def test_decisions_agree_with_the_real_client(group: Group, places: Places) -> None:
    """Every call of the table is decided on as it says."""
    wrong = [
        (case.tool, case.given, found.behavior, case.ours, found.reason)
        for case in group.cases
        if (found := group.decide(case, places)).behavior != case.ours
    ]
    assert wrong == []


def test_the_table_is_large_enough() -> None:
    """It has the cases that were promised, and all three decisions."""
    cases = [case for group in _GROUPS for case in group.cases]
    assert len(cases) >= 150
    assert {case.measured for case in cases} == set(_STRICTNESS)


def test_where_we_differ_we_are_stricter_and_say_why() -> None:
    """No entry of the table makes us looser."""
    differing = [case for group in _GROUPS for case in group.cases if case.ours != case.measured]
    assert all(
        _STRICTNESS.index(case.ours) > _STRICTNESS.index(case.measured) and case.why
        for case in differing
    )
