"""The real client still decides as the table says that our own decisions are measured by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.client.permissions.oracle_table import Group, groups
from tests.interop.permission_oracle import Oracle
from tests.interop.sampling import sample

if TYPE_CHECKING:
    from pathlib import Path

    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

_GROUPS: Final = sample(groups(), 6)


@pytest.mark.parametrize("group", _GROUPS, ids=[group.name for group in _GROUPS])
def test_the_table_is_what_the_client_decides(
    group: Group, client: Client, scripts: Path, tmp_path: Path
) -> None:
    """The client is given every call, in a run for each group; our decisions follow from it."""
    oracle = Oracle(client, scripts, tmp_path)
    seen = oracle.decide(group)
    different = [
        (case.tool, case.given, case.measured, one.decision, one.said)
        for case, one in zip(group.cases, seen, strict=True)
        if one.decision not in (case.measured, "none")
    ]
    assert different == []
