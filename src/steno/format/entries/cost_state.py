"""``cost-state``: the client's own sums of tokens, time and money."""

from __future__ import annotations

from typing import Final

from steno.format.envelope import LooseEntry
from steno.format.shapes import MapOf, Shape, ViewOf
from steno.format.view import Field, View, flag, integer, number


class ModelCost(View):
    """What one model was used for, as the client counts it."""

    input_tokens = integer("inputTokens", since="2.1.325")
    """Input tokens outside the cache."""
    output_tokens = integer("outputTokens", since="2.1.325")
    """Output tokens."""
    thinking_tokens = integer("thinkingTokens", since="2.1.325")
    """Output tokens of reasoning; zero in every line seen."""
    cache_read_input_tokens = integer("cacheReadInputTokens", since="2.1.325")
    """Tokens read from the cache."""
    cache_creation_input_tokens = integer("cacheCreationInputTokens", since="2.1.325")
    """Tokens written to the cache."""
    cache_creation_5m = integer("cacheCreationEphemeral5mInputTokens", since="2.1.325")
    """Those of them that are kept for five minutes."""
    cache_creation_1h = integer("cacheCreationEphemeral1hInputTokens", since="2.1.325")
    """Those of them that are kept for an hour."""
    web_search_requests = integer("webSearchRequests", since="2.1.325")
    """Web searches that the API made."""
    cost_usd = number("costUSD", since="2.1.325")
    """What all of this cost, in dollars, by the client's own price list."""


MODEL_COSTS: Final[Shape[dict[str, ModelCost]]] = MapOf(ViewOf(ModelCost))


class CostStateEntry(LooseEntry):
    """Sums over the session, written when the client ends; the last such line counts."""

    TAG = "cost-state"
    SINCE = "2.1.325"

    total_cost_usd = number("totalCostUSD", since="2.1.325")
    """The money in dollars, by the client's own price list."""
    total_api_duration = number("totalAPIDuration", since="2.1.325")
    """How long requests took, in milliseconds."""
    total_api_duration_without_retries = number("totalAPIDurationWithoutRetries", since="2.1.325")
    """The same without those that failed and were tried again."""
    total_tool_duration = number("totalToolDuration", since="2.1.325")
    """How long tools ran, in milliseconds."""
    total_lines_added = integer("totalLinesAdded", since="2.1.325")
    """Lines that tools added to files."""
    total_lines_removed = integer("totalLinesRemoved", since="2.1.325")
    """Lines that tools removed from files."""
    total_duration = number("totalDuration", since="2.1.325")
    """How long clients ran on the session, resumes included, in milliseconds."""
    start_time = number("startTime", since="2.1.325")
    """When the session was first started, in milliseconds since 1970; a resume keeps it."""
    model_usage: Field[dict[str, ModelCost]] = Field("modelUsage", MODEL_COSTS, since="2.1.325")
    """The sums by model."""
    has_unknown_model_cost = flag("hasUnknownModelCost", since="2.1.325")
    """True where a model has no price; false in every line seen."""
