"""Tool calls for tests, made of nothing."""

from __future__ import annotations

from typing import Any

from steno.session.tool_calls import ToolCall


def call(name: str, milliseconds: int | None = None, **own: Any) -> ToolCall:
    """Make a call that took so long."""
    facts = {
        "id": "t", "use_row": 0, "use_line": 1, "result_row": 1, "result_line": 2,
        "message_id": None, "turn": 1, "started": None, "ended": None, "is_error": False,
        "progress_rows": (), "hook_rows": (), "server": False, "agent_id": None, **own,
    }  # fmt: skip
    return ToolCall(name=name, duration_ms=milliseconds, **facts)
