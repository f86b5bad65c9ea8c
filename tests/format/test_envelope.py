"""The envelope: what all lines of a conversation have in common."""

from __future__ import annotations

from steno.format.entry import Place
from steno.format.envelope import ChainEntry, LooseEntry

ENVELOPE = {
    "type": "user",
    "uuid": "u1",
    "parentUuid": "u0",
    "isSidechain": True,
    "userType": "external",
    "entrypoint": "cli",
    "cwd": "/tmp/project",
    "sessionId": "s1",
    "version": "2.1.197",
    "gitBranch": "main",
    "slug": "calm-green-newt",
    "agentId": "a1",
    "teamName": "team",
    "agentName": "ada",
    "isMeta": True,
    "requestId": "req",
    "sessionKind": "bg",
    "session_id": "s1",
    "timestamp": "2026-11-15T10:00:00.000Z",
}


def test_chain_entry_reads_the_whole_envelope() -> None:
    """Each key of the envelope has a typed field, and none is left over."""
    entry = ChainEntry(ENVELOPE, Place(b""))
    assert (entry.uuid, entry.parent_uuid, entry.session_id) == ("u1", "u0", "s1")
    assert (entry.is_sidechain, entry.is_meta) == (True, True)
    assert (entry.version, entry.cwd, entry.git_branch) == ("2.1.197", "/tmp/project", "main")
    assert (entry.slug, entry.agent_id, entry.request_id) == ("calm-green-newt", "a1", "req")
    assert (entry.team_name, entry.agent_name) == ("team", "ada")
    assert (entry.entrypoint, entry.user_type) == ("cli", "external")
    assert (entry.session_kind, entry.session_id_copy) == ("bg", "s1")
    assert entry.timestamp == ENVELOPE["timestamp"]
    assert entry.unknown_keys == ()


def test_root_has_no_parent() -> None:
    """A null parent reads as None, as does a missing one."""
    assert ChainEntry({"parentUuid": None}, Place(b"")).parent_uuid is None
    assert ChainEntry({}, Place(b"")).parent_uuid is None


def test_loose_entry_knows_its_session_and_its_time_alone() -> None:
    """Lines beside the conversation have no place in its chain."""
    assert list(LooseEntry.fields) == ["type", "sessionId", "timestamp"]
