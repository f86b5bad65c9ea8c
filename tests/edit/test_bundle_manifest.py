"""The manifest of a bundle: written and read again, and never believed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from steno.edit import bundle_names
from steno.edit.bundle_manifest import BundledSession, Manifest, Member, read_manifest
from steno.edit.bundle_names import MemberRole
from steno.errors import BundleError
from tests.written import ONE

PATH = Path("x.steno.zip")
MEMBER = Member(name="sessions/1/session.jsonl", role=MemberRole.SESSION, size=3, sha256="0" * 64)
SESSION = BundledSession(id=ONE, title="a title", project="C:\\work", members=(MEMBER,))
MANIFEST = Manifest(steno="0.1.0", redacted=True, sessions=(SESSION,))


def changed(**own: Any) -> bytes:
    """Give the manifest with other values for its session."""
    body = json.loads(MANIFEST.encode())
    body["sessions"][0].update(own)
    return json.dumps(body).encode()


def test_it_can_be_read_again() -> None:
    """To the last value, and the same one always gives the same bytes."""
    assert read_manifest(PATH, MANIFEST.encode()) == MANIFEST
    assert MANIFEST.encode() == read_manifest(PATH, MANIFEST.encode()).encode()
    assert (MEMBER.inside, SESSION.bytes) == ("session.jsonl", 3)
    assert read_manifest(PATH, changed(title=None, project=None)).sessions[0].project is None


def test_title_is_made_harmless() -> None:
    """It is for people to read, so it need not be refused."""
    (session,) = read_manifest(PATH, changed(title="\x1b[2J" + "x" * 999)).sessions
    assert session.title is not None
    assert session.title.startswith(" [2Jx")
    assert len(session.title) == 400


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"{", "no JSON"),
        (b"[" * 50_000, "no JSON"),
        (b"[]", "no JSON object"),
        (b"{}", "no bundle"),
        (MANIFEST.encode().replace(b'"version": 1', b'"version": 2'), "another release"),
        (MANIFEST.encode().replace(b'"version": 1', b'"version": 1.0'), "another release"),
        (changed(id="\x1b"), "id of a session"),
        (changed(id=7), "id of a session"),
        (changed(project="work"), "not absolute"),
        (changed(project="/p/../../etc"), "not absolute and plain"),
        (changed(project="C:\\p\\..\\x"), "not absolute and plain"),
        (changed(project="/p/\u202ex"), "not absolute and plain"),
        (changed(title=7), "title"),
        (changed(members=[]), "members are missing"),
        (changed(members=[7]), "no JSON object"),
        (MANIFEST.encode().replace(b'"session"', b'"settings"'), "none of the files"),
        (MANIFEST.encode().replace(b"sessions/1/", b"sessions/2/"), "name that no bundle has"),
        (MANIFEST.encode().replace(b'"size": 3', b'"size": -3'), "size"),
        (MANIFEST.encode().replace(b"0" * 64, b"0" * 63), "no hash"),
    ],
)
def test_anything_odd_is_refused(raw: bytes, reason: str) -> None:
    """With what it is."""
    with pytest.raises(BundleError, match=reason):
        read_manifest(PATH, raw)


def test_each_session_has_one_transcript(monkeypatch: pytest.MonkeyPatch) -> None:
    """And there are not too many of anything."""
    member = json.loads(MANIFEST.encode())["sessions"][0]["members"][0]
    with pytest.raises(BundleError, match="no transcript, or several"):
        read_manifest(PATH, changed(members=[member, member]))
    monkeypatch.setattr(bundle_names, "MOST_MEMBERS", 1)
    with pytest.raises(BundleError, match="more than 1"):
        read_manifest(PATH, changed(members=[member, member]))
