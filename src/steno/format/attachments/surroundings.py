"""Attachments that tell the model where it is: day, machine, model, instructions, prompt."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.attachments.memory import MemoryFile
from steno.format.view import View, anything, flag, mapping, text, texts, view, views


class Date(Attachment):
    """The day on which the session began or was taken up again."""

    TAG = "date"
    SINCE = "2.1.325"

    date = text("date", since="2.1.325")
    """The day, such as ``2026-11-15``."""


class EnvironmentSnapshot(View):
    """The machine and the folder that the model works in."""

    working_directory = text("workingDirectory", since="2.1.325")
    """The folder."""
    is_worktree = flag("isWorktree", since="2.1.325")
    """True where it is a git worktree."""
    is_git_repo = flag("isGitRepo", since="2.1.325")
    """True where it belongs to a git repository."""
    additional_working_directories = texts("additionalWorkingDirectories", since="2.1.325")
    """Other folders that the model may work in."""
    platform = text("platform", since="2.1.325")
    """The kind of system, such as ``linux``."""
    shell = text("shell", since="2.1.325")
    """The shell, such as ``bash``."""
    os_version = text("osVersion", since="2.1.325")
    """The system's name and version."""


class EnvironmentChange(View):
    """One thing about the environment that is no longer as it was."""

    field = text("field", since="2.1.325")
    """The key of the snapshot that changed."""
    before = anything("from", since="2.1.325")
    """What it was; missing for some keys."""


class Environment(Attachment):
    """The machine and the folder that the model works in, at the start and when they change."""

    TAG = "environment"
    SINCE = "2.1.325"

    snapshot = view("snapshot", EnvironmentSnapshot, since="2.1.325")
    """How things are."""
    changes = views("changes", EnvironmentChange, since="2.1.325")
    """What changed since the last snapshot; missing on the first."""


class Instructions(Attachment):
    """The files of instructions that hold for the whole session."""

    TAG = "instructions"
    SINCE = "2.1.325"

    files = views("files", MemoryFile, since="2.1.325")
    """The files."""


class ModelIdentity(View):
    """What the model is told of itself."""

    model_id = text("modelId", since="2.1.325")
    """The model."""
    marketing_name = text("marketingName", since="2.1.325")
    """Its name for people."""
    knowledge_cutoff = text("knowledgeCutoff", since="2.1.325")
    """Up to when it knows of the world."""


class Model(Attachment):
    """The model, told to itself."""

    TAG = "model"
    SINCE = "2.1.325"

    identity = view("identity", ModelIdentity, since="2.1.325")
    """What it is told."""
    text = text("text", since="2.1.325")
    """The same in words."""


class StylePrompt(View):
    """A way of writing and how the model is told of it."""

    name = text("name", since="2.1.325")
    """The style's name."""
    prompt = text("prompt", since="2.1.325")
    """What the model is told."""


class OutputStyleInstructions(Attachment):
    """How the model has to write, in full; ``output_style`` later reminds it by name."""

    TAG = "output_style_instructions"
    SINCE = "2.1.325"

    style = view("style", StylePrompt, since="2.1.325")
    """The style."""


class SnapshotTool(View):
    """A tool at the time of a prompt snapshot."""

    name = text("name", since="2.1.325")
    """The tool."""
    description = text("description", since="2.1.325")
    """What the model is told of it."""
    schema = mapping("schema", since="2.1.325")
    """The tool as the API takes it."""


class PromptSnapshot(Attachment):
    """The system prompt and the tools as they were; a resume may go on with the same."""

    TAG = "prompt_snapshot"
    SINCE = "2.1.325"

    system_prompt = texts("systemPrompt", since="2.1.325")
    """The system prompt, piece by piece."""
    cli_prefix = text("cliPrefix", since="2.1.325")
    """What is put before it."""
    tools = views("tools", SnapshotTool, since="2.1.325")
    """The tools; missing on the first of the two snapshots that a start leaves."""
    reminder_fold = flag("reminderFold", since="2.1.325")
    """Known by its name alone; false in every line seen."""
    kept_reminders = flag("keptReminders", since="2.1.325")
    """Known by its name alone; false wherever it was seen."""
    echo_wire_tool_inputs = flag("echoWireToolInputs", since="2.1.325")
    """Known by its name alone; false in every line seen."""
    context_rendering = text("contextRendering", since="2.1.325")
    """Known by its name alone; ``announced`` in every line seen."""
    system_turns = flag("systemTurns", since="2.1.325")
    """Known by its name alone; true wherever it was seen."""
    tool_change_header = flag("toolChangeHeader", since="2.1.325")
    """Known by its name alone; true wherever it was seen."""
    inline_tools = flag("inlineTools", since="2.1.325")
    """Known by its name alone; false wherever it was seen."""


class RemoteSessionChange(Attachment):
    """How commits and pull requests are to be signed, and the session's address elsewhere."""

    TAG = "remote_session_change"
    SINCE = "2.1.325"

    url = text("url", since="2.1.325")
    """The session's address; null in every line seen."""
    commit = text("commit", since="2.1.325")
    """What a commit's message ends with."""
    pull_request = text("pr", since="2.1.325")
    """What a pull request's text ends with."""
    send_user_file_hint = flag("sendUserFileHint", since="2.1.325")
    """Known by its name alone; false in every line seen."""
    managed_commit = flag("managedCommit", since="2.1.325")
    """Known by its name alone; false in every line seen."""
    managed_pr = flag("managedPr", since="2.1.325")
    """Known by its name alone; false in every line seen."""


class ContextFacts(View):
    """Facts about the project when the session began."""

    git_status = text("gitStatus", since="2.1.325")
    """Branch, changes and last commits, as git tells them."""


class SessionContext(Attachment):
    """What the model is told about the project when the session begins."""

    TAG = "session_context"
    SINCE = "2.1.325"

    context = view("context", ContextFacts, since="2.1.325")
    """The facts; an empty object where there are none."""
