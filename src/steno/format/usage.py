"""The usage object of an API message: tokens in all their tiers."""

from __future__ import annotations

from steno.format.view import View, anything, integer, text, view, views


class CacheCreation(View):
    """Tokens written to the prompt cache, by how long they stay."""

    ephemeral_5m_input_tokens = integer("ephemeral_5m_input_tokens", since="1.0.98")
    """Kept for five minutes."""
    ephemeral_1h_input_tokens = integer("ephemeral_1h_input_tokens", since="1.0.98")
    """Kept for an hour; dearer."""


class ServerToolUse(View):
    """How often the API ran a tool of its own."""

    web_search_requests = integer("web_search_requests", since="2.0.76")
    """Web searches; billed apiece."""
    web_fetch_requests = integer("web_fetch_requests", since="2.0.76")
    """Pages fetched."""


class OutputTokensDetails(View):
    """What the output tokens went into."""

    thinking_tokens = integer("thinking_tokens", since="2.1.325")
    """Tokens of reasoning; they are part of ``output_tokens``."""


class Iteration(View):
    """One round of sampling within a message."""

    type = text("type", since="2.1.98")
    """``message``, or ``fallback_message`` where another model took over."""
    model = text("model", since="2.1.217")
    """The model of this round."""
    input_tokens = integer("input_tokens", since="2.1.98")
    """Input tokens outside the cache."""
    output_tokens = integer("output_tokens", since="2.1.98")
    """Output tokens."""
    cache_read_input_tokens = integer("cache_read_input_tokens", since="2.1.98")
    """Tokens read from the cache."""
    cache_creation_input_tokens = integer("cache_creation_input_tokens", since="2.1.98")
    """Tokens written to the cache."""
    cache_creation = view("cache_creation", CacheCreation, since="2.1.98")
    """The same by tier."""


class Usage(View):
    """What one API message cost in tokens; every line of the message carries a copy."""

    input_tokens = integer("input_tokens", since="1.0.24")
    """Input tokens outside the cache."""
    output_tokens = integer("output_tokens", since="1.0.24")
    """Output tokens; early lines of a message may hold a placeholder, the largest counts."""
    cache_creation_input_tokens = integer("cache_creation_input_tokens", since="1.0.24")
    """Tokens written to the cache."""
    cache_read_input_tokens = integer("cache_read_input_tokens", since="1.0.24")
    """Tokens read from the cache."""
    service_tier = text("service_tier", since="1.0.24")
    """The API's service tier."""
    cache_creation = view("cache_creation", CacheCreation, since="1.0.98")
    """Tokens written to the cache by tier."""
    server_tool_use = view("server_tool_use", ServerToolUse, since="2.0.76")
    """Tools that the API ran itself."""
    inference_geo = text("inference_geo", since="2.1.17")
    """Where the model ran."""
    iterations = views("iterations", Iteration, since="2.1.38")
    """The rounds of sampling."""
    speed = text("speed", since="2.1.41")
    """``standard`` or ``fast``; fast is dearer."""
    output_tokens_details = view("output_tokens_details", OutputTokensDetails, since="2.1.325")
    """What the output tokens went into."""
    fallback_credit = anything("fallback_credit", since="2.1.325")
    """Known by its name alone; null in every line seen."""
