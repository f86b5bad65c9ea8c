"""``assistant``: one content block of a reply of the model, or something the client made up."""

from __future__ import annotations

from typing import Final

from steno.format.message import ApiMessage, MessageEntry
from steno.format.view import NAMED, anything, flag, integer, text, view

SYNTHETIC_MODEL: Final = "<synthetic>"
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
    effort = text("effort", since="2.1.215")
    """How hard the model was asked to think."""
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
    api_block_index = integer("apiBlockIndex", since=NAMED)
    """Which block of the API message this line is."""
    is_virtual = flag("isVirtual", since=NAMED)
    """Known by name alone."""

    @property
    def is_synthetic(self) -> bool:
        """Say whether the client made this reply up."""
        return self.message is not None and self.message.model == SYNTHETIC_MODEL
