"""Files beside a copy: its own ids in records, its own paths in texts, and nothing else."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from steno.edit.identity import NewIds
from steno.edit.plan import Role
from steno.edit.side_files import with_new_ids
from tests.written import ONE, TWO

LINE = "aaaaaaaa-0000-4000-8000-000000000001"


def copied(raw: bytes, role: Role, name: str, size: int = 5) -> bytes:
    """Give the content of a file as a copy has it, read in small pieces."""
    pieces = [raw[at : at + size] for at in range(0, len(raw), size)]
    return b"".join(with_new_ids(partial(iter, pieces), role, name, NewIds(ONE, TWO, {LINE})))


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("role", [Role.META, Role.OTHER])
def test_what_a_client_noted_gets_the_new_ids(role: Role, indent: int | None) -> None:
    """On one line or on many, in the form that it has."""
    body: dict[str, Any] = {"sessionId": ONE, "uuid": LINE, "dir": f"{ONE}/subagents/x"}
    raw = json.dumps(body, indent=indent).encode()
    new = copied(raw, role, "x.json")
    uuid = NewIds(ONE, TWO).uuid(LINE)
    assert new == raw.replace(ONE.encode(), TWO.encode()).replace(LINE.encode(), uuid.encode())


def test_lines_get_them_each() -> None:
    """The last may lack its end, and one may be no record."""
    raw = b'{"sessionId":"%s"}\nno record\n{"uuid":"x"}' % ONE.encode()
    assert copied(raw, Role.OTHER, "journal.jsonl") == raw.replace(ONE.encode(), TWO.encode())


def test_only_paths_follow_in_what_a_tool_said() -> None:
    """Its words stay its words."""
    raw = f"{ONE} wrote\r\n{ONE}/tool-results/a.txt\n\n".encode()
    expected = f"{ONE} wrote\r\n{TWO}/tool-results/a.txt\n\n".encode()
    for name in ("out.txt", "out.json", "out.JSONL"):
        assert copied(raw, Role.TOOL_RESULT, name) == expected


@pytest.mark.parametrize(
    ("role", "name"),
    [(Role.FILE_HISTORY, "a.json"), (Role.TOOL_RESULT, "a.png"), (Role.OTHER, "x.js")],
)
def test_files_of_others_stay_as_they_are(role: Role, name: str) -> None:
    """Backups, pictures and scripts."""
    raw = f"{ONE}/tool-results/a.txt \xff".encode("latin-1")
    assert copied(raw, role, name) == raw
