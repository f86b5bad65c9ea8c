"""Writes down which commands of ours a person used, as the real client does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client import loose_lines, system_lines
from steno.client.local_commands import cleared_lines, done_lines, shown_lines
from steno.view.sequences import without_sequences

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.cli.chatting.talk import Talk


def note_shown(talk: Talk, name: str, arguments: str, output: Iterable[str]) -> None:
    """Note a command that only showed something.

    Nothing comes between the lines of a turn: what is looked at meanwhile is not noted. Before
    the first prompt it waits for that, so that looking alone leaves no session behind.
    """
    agent = talk.agent
    if agent.is_busy:
        return
    told = "\n".join(without_sequences(line).rstrip() for line in output)
    noted = shown_lines(name, arguments, told)
    if agent.recorder.position.leaf is None:
        agent.recorder.hold(*noted)
    else:
        agent.record(*noted)


def note_done(talk: Talk, name: str, arguments: str, output: str) -> None:
    """Note a command that changed something; one can go back to before it.

    Before the first prompt it waits for that: no session is left behind for it alone.
    """
    if talk.agent.recorder.position.leaf is None:
        talk.agent.recorder.hold(*done_lines(name, arguments, output))
        return
    talk.agent.recorder.begin_turn()
    written = talk.agent.record(*done_lines(name, arguments, output))
    asked = next(line for line in written if "<command-name>" in str(line.get("message")))
    talk.agent.context.backups.begin(str(asked["uuid"]))


def note_cleared(talk: Talk, title: str | None) -> None:
    """Note that a conversation began with ``/clear``, and keep the title of the one before."""
    recorder = talk.agent.recorder
    if title is not None:
        recorder.hold(loose_lines.custom_title(recorder.session_id, title))
    recorder.hold(*cleared_lines())


def note_unknown(talk: Talk, told: str) -> None:
    """Tell that there is no such command, and note it where a conversation goes on."""
    if talk.agent.is_busy or talk.agent.recorder.position.leaf is None:
        talk.notice(told)
    else:
        # What is noted is shown, too.
        talk.agent.record(system_lines.informational(told, level="warning"))
