"""The envelope: what lines of the conversation (and loose lines) have in common."""

from __future__ import annotations

from steno.format.entry import Entry
from steno.format.view import NAMED, flag, text


class LooseEntry(Entry):
    """A line beside the conversation: no ``uuid``, no parent, only its session and its own keys."""

    session_id = text("sessionId", since="1.0.24")
    """The session that the line belongs to."""
    timestamp = text("timestamp", since="1.0.24")
    """When it was written, ISO 8601."""


class ChainEntry(LooseEntry):
    """A line of the conversation: it has a ``uuid`` and hangs on a parent."""

    uuid = text("uuid", since="1.0.24")
    """The line's own id; a fork copies it, so it is unique in a file but not over files."""
    parent_uuid = text("parentUuid", since="1.0.24")
    """The line that this one follows; null at a root."""
    is_sidechain = flag("isSidechain", since="1.0.24")
    """True for the lines of a sub-agent."""
    user_type = text("userType", since="1.0.24")
    """Who runs the client; "external" in every line seen."""
    entrypoint = text("entrypoint", since="2.1.78")
    """How the client was started: cli, sdk-cli, claude-desktop, claude-vscode."""
    cwd = text("cwd", since="1.0.24")
    """The working folder; the project is known by it."""
    version = text("version", since="1.0.24")
    """The client's version."""
    git_branch = text("gitBranch", since="1.0.55")
    """The branch checked out in ``cwd``."""
    slug = text("slug", since="2.0.55")
    """The session's made-up name; from 2.1.197 on only after a compaction or plan mode."""
    agent_id = text("agentId", since="2.0.28")
    """The sub-agent that wrote the line; also the end of its file's name."""
    team_name = text("teamName", since="2.1.39", until="2.1.81")
    """The agent team that the session belongs to."""
    agent_name = text("agentName", since="2.1.39", until="2.1.42")
    """The name of the session's agent within its team."""
    is_meta = flag("isMeta", since="1.0.24")
    """True for lines that the client itself put in, such as a command's body."""
    request_id = text("requestId", since="1.0.24")
    """The API request that the line came from."""
    session_kind = text("sessionKind", since=NAMED)
    """What kind of session wrote the line; ``bg`` for one in the background."""
    session_id_copy = text("session_id", since="2.1.325")
    """A second copy of ``sessionId``."""
