"""``assistant``: one content block of a reply of the model, or something the client made up."""

from __future__ import annotations

from typing import Final

from steno.format.envelope_scan import EMPTIED
from steno.format.message import ApiMessage, MessageEntry
from steno.format.scan import GUESSED_MODEL
from steno.format.view import NAMED, anything, flag, integer, text, view

SYNTHETIC_MODEL: Final = "<synthetic>"
MADE_UP_ID: Final = "msg_steno_"
"""How the ids begin that a repair of ours gives to API messages that had none."""
"""The model of replies that never came from the API."""


class AssistantEntry(MessageEntry):
    """A part of a reply; all lines with one ``message.id`` are one API message."""

    TAG = "assistant"
    SINCE = "1.0.24"

    message = view("message", ApiMessage, since="1.0.24")
    """The API message, with the one block that this line adds."""
    is_api_error_message = flag("isApiErrorMessage", since="2.0.76")
    """True where the line tells of a failed request; it is never sent again."""
    error = text("error", since="2.1.5")
    """The kind of failure: rate_limit, server_error, authentication_failed, ..."""
    api_error_status = integer("apiErrorStatus", since="2.1.197")
    """The HTTP status of the failure."""
    error_details = anything("errorDetails", since="2.1.197")
    """What the API said about it."""
    api_error = anything("apiError", since=NAMED)
    """The failure as the API put it."""
    steno_emptied = flag(EMPTIED, since=NAMED)
    """True where an edit of steno took out the content: the line stays for its usage alone."""
    steno_guessed_model = flag(GUESSED_MODEL, since=NAMED)
    """True where a repair of steno gave the line the model of its neighbours: it tells no price."""
    api_error_type = text("apiErrorType", since="2.1.325")
    """The API's own word for the failure, such as ``rate_limit_error``."""
    api_error_is_transient = flag("apiErrorIsTransient", since="2.1.325")
    """True where trying again may help."""
    failed_response_had_no_tool_call = flag("failedResponseHadNoToolCall", since="2.1.325")
    """True where the reply that failed had called no tool."""
    effort = text("effort", since="2.1.215")
    """How hard the model was asked to think."""
    per_turn_effort = text("perTurnEffort", since="2.1.325")
    """The same for this turn alone; equal in every line seen."""
    made_by = text("madeBy", since="2.1.325")
    """``model``, or ``other`` on some lines that the client made up."""
    request_ref = text("requestRef", since="2.1.325")
    """The ``api-request`` line that the reply answers."""
    requested_model = text("requestedModel", since="2.1.325")
    """The model that was asked; ``message.model`` is the one that answered."""
    prompt_cache_requested = text("promptCacheRequested", since="2.1.325")
    """How long the API was asked to keep the prompt, such as ``5m``."""
    server_classifier_request = text("serverClassifierRequest", since="2.1.325")
    """An id; known by its name alone."""
    thinking_display = text("thinkingDisplay", since="2.1.325")
    """How the reasoning was shown: ``updates`` or ``omitted``."""
    thinking_duration_ms = integer("thinkingDurationMs", since="2.1.325")
    """How long the reasoning took."""
    tool_input_stream_ms = integer("toolInputStreamMs", since="2.1.325")
    """How long the call's arguments took to come."""
    attribution_skill = text("attributionSkill", since="2.1.197")
    """The skill that was at work."""
    attribution_plugin = text("attributionPlugin", since="2.1.205")
    """The plugin that was at work."""
    attribution_mcp_server = text("attributionMcpServer", since="2.1.181")
    """The MCP server whose tool is called."""
    attribution_mcp_tool = text("attributionMcpTool", since="2.1.181")
    """The MCP tool that is called."""
    attribution_agent = text("attributionAgent", since="2.1.197")
    """The kind of sub-agent that wrote the line."""
    is_aborted_mid_stream = flag("isAbortedMidStream", since=NAMED)
    """True where the user broke the reply off."""
    advisor_model = text("advisorModel", since=NAMED)
    """The model that the reply's model asked for advice."""
    api_block_index = integer("apiBlockIndex", since="2.1.325")
    """Which block of the API message this line is."""
    is_virtual = flag("isVirtual", since=NAMED)
    """Known by name alone."""

    @property
    def is_synthetic(self) -> bool:
        """Say whether the client made this reply up."""
        return self.message is not None and self.message.model == SYNTHETIC_MODEL
