"""Attachments that tell the model what there is: tools, skills, agents."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.view import NAMED, View, flag, integer, mapping, text, texts, views


class SkillListing(Attachment):
    """The skills; in nearly every session right behind the first prompt."""

    TAG = "skill_listing"
    SINCE = "2.1.96"

    content = text("content", since="2.1.96")
    """The list as the model sees it."""
    names = texts("names", since="2.1.205")
    """The skills' names."""
    skill_count = integer("skillCount", since="2.1.96")
    """How many there are."""
    digests = texts("digests", since="2.1.325")
    """A short hash for each of the names; how it is made is not known."""
    is_initial = flag("isInitial", since="2.1.96")
    """True for the session's first list."""


class AgentListingDelta(Attachment):
    """Kinds of sub-agents that came or went."""

    TAG = "agent_listing_delta"
    SINCE = "2.1.146"

    added_types = texts("addedTypes", since="2.1.146")
    """What came."""
    added_lines = texts("addedLines", since="2.1.146")
    """The same as the model sees it."""
    built_in_types = texts("builtInTypes", since="2.1.325")
    """Those of them that the client brings along."""
    built_in_plugin_types = texts("builtInPluginTypes", since="2.1.325")
    """Known by its name alone; empty in every line seen."""
    removed_types = texts("removedTypes", since="2.1.146")
    """What went."""
    is_initial = flag("isInitial", since="2.1.146")
    """True for the session's first list."""
    show_concurrency_note = flag("showConcurrencyNote", since="2.1.146")
    """True where the model is told that agents may run side by side."""


class DeferredToolsDelta(Attachment):
    """Tools to be had by a tool search that came or went."""

    TAG = "deferred_tools_delta"
    SINCE = "2.1.92"

    added_names = texts("addedNames", since="2.1.92")
    """What came."""
    added_lines = texts("addedLines", since="2.1.92")
    """The same as the model sees it."""
    removed_names = texts("removedNames", since="2.1.92")
    """What went."""
    readded_names = texts("readdedNames", since="2.1.205")
    """What came back."""
    pending_mcp_servers = texts("pendingMcpServers", since="2.1.205")
    """MCP servers that were still starting."""
    needs_auth_mcp_servers = texts("needsAuthMcpServers", since="2.1.205")
    """MCP servers that the user has to log in to."""
    failed_mcp_servers = texts("failedMcpServers", since="2.1.325")
    """MCP servers that did not start; empty in every line seen."""
    wire_hidden_names = texts("wireHiddenNames", since="2.1.325")
    """Known by its name alone; empty in every line seen."""


class DeferredTool(View):
    """A tool as a tool search found it."""

    name = text("name", since="2.1.325")
    """The tool."""
    description = text("description", since="2.1.325")
    """What the model is told of it."""
    input_schema = mapping("input_schema", since="2.1.325")
    """The JSON Schema of its arguments."""
    defer_loading = flag("defer_loading", since="2.1.325")
    """True: the model had to search for it first."""


class DeferredToolsRecord(Attachment):
    """Tools that a tool search found, as they are offered from then on."""

    TAG = "deferred_tools_record"
    SINCE = "2.1.325"

    entries = views("entries", DeferredTool, since="2.1.325")
    """The tools."""


class McpInstructionsDelta(Attachment):
    """Instructions of MCP servers that came or went."""

    TAG = "mcp_instructions_delta"
    SINCE = "2.1.92"

    added_names = texts("addedNames", since="2.1.92")
    """The servers that came."""
    added_blocks = texts("addedBlocks", since="2.1.92")
    """Their instructions."""
    removed_names = texts("removedNames", since="2.1.92")
    """The servers that went."""


class CommandPermissions(Attachment):
    """What a command or skill may do without asking; it does not reach the model."""

    TAG = "command_permissions"
    SINCE = "2.1.112"

    allowed_tools = texts("allowedTools", since="2.1.112")
    """The tools."""


class InvokedSkill(View):
    """A skill that was in use."""

    name = text("name", since=NAMED)
    """The skill."""
    path = text("path", since=NAMED)
    """Where it comes from."""
    content = text("content", since=NAMED)
    """Its body."""


class InvokedSkills(Attachment):
    """Skills that a compaction brought back."""

    TAG = "invoked_skills"
    SINCE = NAMED

    skills = views("skills", InvokedSkill, since=NAMED)
    """The skills."""


class DynamicSkill(Attachment):
    """Skills of a folder that the model came to; known from reports alone."""

    TAG = "dynamic_skill"
    SINCE = NAMED

    skill_dir = text("skillDir", since=NAMED)
    """The folder."""
    skill_names = texts("skillNames", since=NAMED)
    """The skills there."""
    display_path = text("displayPath", since=NAMED)
    """The folder as the terminal shows it."""
