"""Lines of the system."""

from __future__ import annotations

from steno.client import system_lines
from tests.client.line_samples import line_samples, made


def test_boundary_is_a_root_that_knows_what_it_follows() -> None:
    """A walk up ends there, and a reader goes on."""
    draft = system_lines.compact_boundary({"trigger": "auto"}, logical_parent="u0", uuid="b")
    assert draft.is_root
    assert draft.uuid == "b"
    body = line_samples()["compact_boundary"]
    assert body["logicalParentUuid"] == "u0"
    assert body["subtype"] == "compact_boundary"


def test_stop_hooks_are_counted() -> None:
    """With what each of them was and took."""
    done = system_lines.StopHooks(
        call_id="x", hooks=[{"command": "true", "durationMs": 4}] * 2, errors=["no"], prevented=True
    )
    body = made(system_lines.stop_hook_summary(done))
    assert body["hookCount"] == 2
    assert body["hookInfos"][1] == {"command": "true", "durationMs": 4}
    assert body["hookErrors"] == ["no"]
    assert body["preventedContinuation"] is True


def test_notice_may_leave_open_whether_it_ends_the_turn() -> None:
    """Only some of them say so."""
    assert "preventContinuation" not in made(system_lines.informational("x"))
