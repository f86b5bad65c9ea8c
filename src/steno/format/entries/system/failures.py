"""System lines about requests that failed or went to another model."""

from __future__ import annotations

from steno.format.entries.system.entry import SystemEntry
from steno.format.view import NAMED, View, anything, flag, integer, mapping, number, text, view


class ConnectionFailure(View):
    """Why no connection came about."""

    code = text("code", since=NAMED)
    """The system's code, such as ``ECONNRESET``."""
    message = text("message", since=NAMED)
    """The system's words."""
    is_ssl_error = flag("isSSLError", since=NAMED)
    """True where the certificate was the trouble."""


class ApiFailure(View):
    """What the API or the network said; an empty object in many lines."""

    status = integer("status", since="2.1.325")
    """The HTTP status."""
    headers = mapping("headers", since=NAMED)
    """The answer's headers."""
    request_id = text("requestID", since=NAMED)
    """The request."""
    newer_request_id = text("requestId", since="2.1.325")
    """The request, under the key that newer clients use."""
    error = anything("error", since=NAMED)
    """The API's own error object."""
    cause = anything("cause", since=NAMED)
    """What lies beneath."""
    type = text("type", since=NAMED)
    """The kind of error."""
    message = text("message", since="2.1.325")
    """The error in words."""
    formatted = text("formatted", since="2.1.325")
    """The error as the terminal shows it."""
    connection = view("connection", ConnectionFailure, since=NAMED)
    """Why no connection came about."""
    rate_limits = anything("rateLimits", since=NAMED)
    """The limits that were reached."""
    no_response = anything("noResponse", since="2.1.325")
    """Known by its name alone; null in every line seen."""
    is_network_down = flag("isNetworkDown", since="2.1.325")
    """True where there was no network at all."""


class ApiErrorEntry(SystemEntry):
    """A request that failed and is tried again."""

    SUBTYPE = "api_error"
    SINCE = "2.1.5"

    error = view("error", ApiFailure, since="2.1.5")
    """What went wrong."""
    cause = anything("cause", since=NAMED)
    """What lies beneath."""
    retry_in_ms = number("retryInMs", since="2.1.5")
    """When it is tried again."""
    retry_attempt = integer("retryAttempt", since="2.1.5")
    """Which attempt this was."""
    max_retries = integer("maxRetries", since="2.1.5")
    """How many there will be."""
    source = text("source", since="2.1.219")
    """Who tries again, such as ``request_retry``."""


class ModelRefusalFallbackEntry(SystemEntry):
    """A request that one model refused and another took over."""

    SUBTYPE = "model_refusal_fallback"
    SINCE = "2.1.217"

    direction = text("direction", since="2.1.217")
    """``retry``: to the other model."""
    trigger = text("trigger", since="2.1.217")
    """``refusal``."""
    original_model = text("originalModel", since="2.1.217")
    """The model that refused."""
    fallback_model = text("fallbackModel", since="2.1.217")
    """The model that took over. Without it the client hangs on resume."""
    api_refusal_category = text("apiRefusalCategory", since="2.1.217")
    """What the refusal was about."""
    api_refusal_explanation = text("apiRefusalExplanation", since="2.1.217")
    """Why; null in every line seen."""
    refused_user_message_uuid = text("refusedUserMessageUuid", since="2.1.217")
    """The prompt that was refused."""


class ModelFallbackEntry(SystemEntry):
    """Another model took over; known by name alone."""

    SUBTYPE = "model_fallback"
    SINCE = NAMED


class ModelConsentFallbackEntry(SystemEntry):
    """Another model took over with the user's consent; known from reports alone."""

    SUBTYPE = "model_consent_fallback"
    SINCE = NAMED
