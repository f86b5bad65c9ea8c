"""Attachments that tell what a hook did."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.shapes import TEXT, ListOf
from steno.format.view import NAMED, View, anything, flag, integer, one_of, text, view


class HookAttachment(Attachment):
    """What all of them have in common."""

    hook_name = text("hookName", since="2.1.98")
    """The event and what it matched, such as ``PostToolUse:Edit``."""
    hook_event = text("hookEvent", since="2.1.98")
    """The event, such as ``PostToolUse``."""
    tool_use_id = text("toolUseID", since="2.1.98")
    """The call that set it off, or an id of the hook's own run."""


class HookRun(HookAttachment):
    """A hook that ran to its end."""

    command = text("command", since="2.1.98")
    """The command."""
    stdout = text("stdout", since="2.1.98")
    """What it printed."""
    stderr = text("stderr", since="2.1.98")
    """What it complained of."""
    exit_code = integer("exitCode", since="2.1.98")
    """Its exit code."""
    duration_ms = integer("durationMs", since="2.1.98")
    """How long it ran."""


class HookSuccess(HookRun):
    """A hook that ended well; reaches the model on SessionStart and UserPromptSubmit alone."""

    TAG = "hook_success"
    SINCE = "2.1.98"

    content = text("content", since="2.1.98")
    """What it has to say."""


class HookNonBlockingError(HookRun):
    """A hook that failed without stopping anything; it does not reach the model."""

    TAG = "hook_non_blocking_error"
    SINCE = "2.1.197"


class HookAdditionalContext(HookAttachment):
    """What a hook gave the model to know."""

    TAG = "hook_additional_context"
    SINCE = "2.1.98"

    content = one_of("content", ListOf(TEXT), TEXT, since="2.1.98")
    """The texts; a plain string (no real line has one) breaks the turn on resume."""


class HookSystemMessage(HookAttachment):
    """What a hook told the user; it does not reach the model."""

    TAG = "hook_system_message"
    SINCE = "2.1.98"

    content = text("content", since="2.1.98")
    """The message."""


class BlockingError(View):
    """Why a hook stopped something."""

    blocking_error = text("blockingError", since="2.1.197")
    """What it complained of."""
    command = text("command", since="2.1.197")
    """The hook's command."""


class HookBlockingError(HookAttachment):
    """A hook that stopped something."""

    TAG = "hook_blocking_error"
    SINCE = "2.1.197"

    blocking_error = view("blockingError", BlockingError, since="2.1.197")
    """Why."""


class HookCancelled(HookAttachment):
    """A hook that was broken off."""

    TAG = "hook_cancelled"
    SINCE = "2.1.197"

    command = text("command", since=NAMED)
    """The command."""
    duration_ms = integer("durationMs", since=NAMED)
    """How long it had run."""
    timed_out = flag("timedOut", since=NAMED)
    """True where it took too long."""
    timeout_ms = integer("timeoutMs", since=NAMED)
    """How long it was allowed to take."""


class AsyncHookResponse(HookAttachment):
    """The answer of a hook that ran in the background."""

    TAG = "async_hook_response"
    SINCE = NAMED

    process_id = text("processId", since=NAMED)
    """The hook's own run."""
    response = anything("response", since=NAMED)
    """The answer, as the hook printed it in JSON."""
    stdout = text("stdout", since=NAMED)
    """What it printed."""
    stderr = text("stderr", since=NAMED)
    """What it complained of."""
    exit_code = integer("exitCode", since=NAMED)
    """Its exit code."""


class HookErrorDuringExecution(HookAttachment):
    """A hook that could not be run; known by name alone."""

    TAG = "hook_error_during_execution"
    SINCE = NAMED


class HookPermissionDecision(HookAttachment):
    """A hook that allowed or refused a tool; known by name alone."""

    TAG = "hook_permission_decision"
    SINCE = NAMED


class HookStoppedContinuation(HookAttachment):
    """A hook that ended the turn."""

    TAG = "hook_stopped_continuation"
    SINCE = "2.1.197"

    message = text("message", since="2.1.197")
    """Why, in the hook's words."""


class HookDeferredTool(HookAttachment):
    """A hook that put a tool off; known by name alone."""

    TAG = "hook_deferred_tool"
    SINCE = NAMED
