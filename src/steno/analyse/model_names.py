"""The names of models in transcripts: who sells the model, and what it is called there.

A price is a seller's. A Claude model's name says who that is: Anthropic (``claude-opus-4-5``,
with or without a date), Amazon Bedrock (``us.anthropic.claude-…-v1:0`` or an ARN) or Vertex AI
(``claude-opus-4-1@20250805``). Names of other makers' models do not: the same ``glm-4.7`` is sold
at several prices, so that no price of it is certain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

ANTHROPIC: Final = "anthropic"
BEDROCK: Final = "aws"
VERTEX: Final = "google"
"""Sellers as genai-prices calls them."""

_LONG_CONTEXT: Final = "[1m]"
"""The client's own mark for a window of a million tokens; it is no part of the name."""

_PREFIXES: Final = {"anthropic/": ANTHROPIC, "bedrock/": BEDROCK, "vertex_ai/": VERTEX}
"""Sellers as gateways name them in front of a model."""

_ARN: Final = re.compile(
    r"arn:aws[\w-]*:bedrock:[^:/]*:\d*:(?:inference-profile|foundation-model)/(?P<name>[^/]+)"
)
_BEDROCK_NAME: Final = re.compile(r"(?:[a-z-]+\.)?anthropic\.claude-.+")
_EDITION: Final = re.compile(
    r"(?:[-@]20\d{6}|-20\d\d-\d\d-\d\d|[-@](?:latest|default)|-v\d+(?::\d+k?)*)+$"
)
"""Dates and revisions at the end of a name: editions of one model have one price."""


@dataclass(frozen=True, slots=True)
class ModelName:
    """A model as a seller lists it."""

    seller: str
    name: str
    """In small letters."""


def parse_model(model: str) -> ModelName | None:
    """Say who sells a model and under which name; None where that is not certain."""
    name, seller = model.lower().removesuffix(_LONG_CONTEXT), None
    for prefix, named in _PREFIXES.items():
        if name.startswith(prefix):
            name, seller = name.removeprefix(prefix), named
    if arn := _ARN.fullmatch(name):
        name = arn["name"]
    if arn or _BEDROCK_NAME.fullmatch(name):
        return ModelName(BEDROCK, name) if seller in (None, BEDROCK) else None
    if not name.startswith("claude-"):
        return None
    return ModelName(seller or (VERTEX if "@" in name else ANTHROPIC), name)


def plain_model(model: str) -> str:
    """Give the name of a model without the client's mark for its window."""
    return model.removesuffix(_LONG_CONTEXT)


def core_name(name: str) -> str:
    """Give a name without regions, dates and revisions: ``claude-opus-4-5``."""
    return _EDITION.sub("", name.lower()[max(name.lower().find("claude"), 0) :])
