"""A made-up home that shows everything: a small team, a tide-table app, a year of sessions."""

from __future__ import annotations

from steno.errors import DemoTargetError
from steno.testing.demo.write import (
    MARKER,
    DemoReport,
    demo_sessions,
    write_demo,
)

__all__ = ["MARKER", "DemoReport", "DemoTargetError", "demo_sessions", "write_demo"]
