"""System lines that tell the user something."""

from __future__ import annotations

from steno.format.command_tags import CommandTags, parse_command_tags
from steno.format.entries.system.entry import SystemEntry
from steno.format.view import NAMED, text


class LocalCommandEntry(SystemEntry):
    """A slash command that the client carried out itself, or what it printed."""

    SUBTYPE = "local_command"
    SINCE = "2.0.71"

    @property
    def command(self) -> CommandTags:
        """The command's name, arguments and output, as far as the line has them."""
        return parse_command_tags(self.content or "")


class InformationalEntry(SystemEntry):
    """A piece of information, in ``content``; known by name alone."""

    SUBTYPE = "informational"
    SINCE = NAMED


class AgentsKilledEntry(SystemEntry):
    """Running sub-agents were stopped; known by name alone."""

    SUBTYPE = "agents_killed"
    SINCE = NAMED


class PermissionRetryEntry(SystemEntry):
    """A refused tool may be tried again; known by name alone."""

    SUBTYPE = "permission_retry"
    SINCE = NAMED


class BridgeStatusEntry(SystemEntry):
    """The link to the cloud changed; known by name alone."""

    SUBTYPE = "bridge_status"
    SINCE = NAMED


class ScheduledTaskFireEntry(SystemEntry):
    """A planned task is due; known by name alone."""

    SUBTYPE = "scheduled_task_fire"
    SINCE = NAMED

    cron_kind = text("cronKind", since=NAMED)
    """What kind of plan it came from, such as ``loop``."""
