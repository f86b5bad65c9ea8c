"""Made-up transcripts for tests and for the demo: builders, a whole home, and mutations.

``steno.testing.build`` makes sessions line by line, ``steno.testing.demo`` writes a small and
rich home, ``steno.testing.mutate`` damages lines in every way that readers must survive. Only
``steno demo`` and tests import this package.
"""

from __future__ import annotations

from steno.testing.build import (
    HomeBuilder,
    SessionBuilder,
    make_assistant,
    make_attachment,
    make_compaction,
    make_fork,
    make_home,
    make_loose,
    make_progress,
    make_session,
    make_snapshot,
    make_subagent,
    make_synthetic,
    make_system,
    make_tool_call,
    make_tool_result,
    make_user,
    think,
)
from steno.testing.demo import DemoReport, DemoTargetError, write_demo
from steno.testing.mutate import MUTATIONS, mutations

__all__ = [
    "MUTATIONS",
    "DemoReport",
    "DemoTargetError",
    "HomeBuilder",
    "SessionBuilder",
    "make_assistant",
    "make_attachment",
    "make_compaction",
    "make_fork",
    "make_home",
    "make_loose",
    "make_progress",
    "make_session",
    "make_snapshot",
    "make_subagent",
    "make_synthetic",
    "make_system",
    "make_tool_call",
    "make_tool_result",
    "make_user",
    "mutations",
    "think",
    "write_demo",
]
