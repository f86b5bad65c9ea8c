"""System lines that tell the user something."""

from __future__ import annotations

from steno.format.command_tags import CommandTags, parse_command_tags
from steno.format.entries.system.entry import SystemEntry
from steno.format.shapes import FREE, ListOf
from steno.format.view import NAMED, Field, View, flag, integer, number, text, view, views


class CommandRun(View):
    """A slash command as it was typed."""

    command = text("command", since="2.1.325")
    """Its name, without the slash."""
    args = text("args", since="2.1.325")
    """What was typed behind it."""


class ContextCategory(View):
    """One part of the context and how much room it takes."""

    name = text("name", since="2.1.325")
    """The part, as the terminal names it."""
    tokens = integer("tokens", since="2.1.325")
    """Its size."""
    kind = text("kind", since="2.1.325")
    """``used``, ``free``, ``buffer`` or ``deferred``."""


class ContextFile(View):
    """A file of instructions in the context."""

    path = text("path", since="2.1.325")
    """The file."""
    type = text("type", since="2.1.325")
    """Whose instructions, such as ``Project``."""
    tokens = integer("tokens", since="2.1.325")
    """Its size."""


class ContextSkill(View):
    """A skill in the context."""

    name = text("name", since="2.1.325")
    """The skill."""
    source = text("source", since="2.1.325")
    """Where it comes from, such as ``projectSettings`` or ``built-in``."""
    tokens = integer("tokens", since="2.1.325")
    """Its size."""


class ContextUsage(View):
    """What ``/context`` found the context to be filled with."""

    model = text("model", since="2.1.325")
    """The model whose context it is."""
    total_tokens = integer("total_tokens", since="2.1.325")
    """Tokens in the context."""
    raw_max_tokens = integer("raw_max_tokens", since="2.1.325")
    """Tokens that it can hold."""
    percentage = number("percentage", since="2.1.325")
    """The one as a part of the other, in percent."""
    categories = views("categories", ContextCategory, since="2.1.325")
    """The parts."""
    mcp_tools: Field[tuple[object, ...]] = Field("mcp_tools", ListOf(FREE), since="2.1.325")
    """Tools of MCP servers; empty in the one line seen."""
    memory_files = views("memory_files", ContextFile, since="2.1.325")
    """Files of instructions."""
    agents: Field[tuple[object, ...]] = Field("agents", ListOf(FREE), since="2.1.325")
    """Kinds of sub-agents; empty in the one line seen."""
    skills = views("skills", ContextSkill, since="2.1.325")
    """Skills."""


class LocalCommandEntry(SystemEntry):
    """A slash command that the client carried out itself, or what it printed."""

    SUBTYPE = "local_command"
    SINCE = "2.0.71"

    command_run = view("commandRun", CommandRun, since="2.1.325")
    """The command as it was typed."""
    context_usage = view("contextUsage", ContextUsage, since="2.1.325")
    """What ``/context`` found; other commands leave it out."""

    @property
    def command(self) -> CommandTags:
        """The command's name, arguments and output, as far as the line has them."""
        return parse_command_tags(self.content or "")


class PromptEnding(View):
    """How a prompt ended that never reached the model."""

    kind = text("kind", since="2.1.325")
    """Such as ``blocked_by_hook``."""
    reason = text("reason", since="2.1.325")
    """Why, in words."""


class PromptSubmitEnding(View):
    """What became of a prompt that was not let in."""

    ending = view("ending", PromptEnding, since="2.1.325")
    """How it ended."""
    prompt_kept = flag("promptKept", since="2.1.325")
    """True where the prompt stays in the conversation."""


class InformationalEntry(SystemEntry):
    """A piece of information, in ``content``."""

    SUBTYPE = "informational"
    SINCE = "2.1.197"

    prevent_continuation = flag("preventContinuation", since="2.1.197")
    """True where a hook ended the turn or did not let the prompt in."""
    prompt_submit_ending = view("promptSubmitEnding", PromptSubmitEnding, since="2.1.325")
    """What became of the prompt."""


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
