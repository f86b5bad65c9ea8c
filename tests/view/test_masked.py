"""Sessions whose secrets are masked as they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.decode import decode
from steno.format.entry import BadLine, GluedLine
from steno.secrets.scan import Scanner
from steno.view.masked import masked_entry, masked_session
from tests.edit.edited import in_home, told
from tests.edit.test_redact import SECRET
from tests.session.transcripts import chained, session, user
from tests.written import ONE, line_of, write_lines

if TYPE_CHECKING:
    from pathlib import Path


def test_every_way_to_read_is_masked() -> None:
    """Line by line and all in one pass; the stored bytes are what they are."""
    source = session(user("a", f"it is {SECRET}"), told("b"))
    seen = masked_session(source, Scanner())
    assert SECRET not in str(seen.record(0).body)
    assert SECRET not in str([entry.body for entry in seen.entries])
    assert SECRET.encode() in seen.record(0).raw
    assert seen.turns[0].text.startswith("it is ghp_…")
    assert seen.record(1).body == source.record(1).body


def test_lines_that_are_no_single_record() -> None:
    """Glued ones piece by piece; of bad ones what is said of them."""
    one, two = (raw.rstrip() for raw in chained([user("a", SECRET), user("b", SECRET)]))
    glued = session(one + two + b"\n")
    seen = masked_session(glued, Scanner())
    records = list(seen.records([0, 1]))
    assert SECRET not in str([record.body for record in records])
    assert [record.body["uuid"] for record in records] == ["a", "b"]
    entry = masked_entry(decode(one + two + b"\n"), Scanner())
    assert isinstance(entry, GluedLine)
    bad = masked_entry(decode(f"{SECRET} is no record\n".encode()), Scanner())
    assert isinstance(bad, BadLine)
    assert SECRET not in bad.reason
    assert masked_entry(decode(b"\n"), Scanner()).raw == b"\n"


def test_sub_agents_are_masked_too(tmp_path: Path) -> None:
    """Those with a file of their own, and those inside the session's."""
    aside = {**user("s", f"use {SECRET}", parent=None), "isSidechain": True, "agentId": "y"}
    source = in_home(tmp_path, user("a"), aside, told("b", parent="a"))
    assert source.path is not None
    agent = {**user("s", f"use {SECRET}"), "sessionId": ONE, "isSidechain": True, "agentId": "x"}
    write_lines(source.path.with_suffix("") / "subagents" / "agent-x.jsonl", line_of(agent))
    seen = masked_session(source, Scanner())
    opened = [one.session for one in seen.subagents]
    assert len(opened) == 2
    for one in opened:
        assert one is not None
        assert SECRET not in str([entry.body for entry in one.entries])
