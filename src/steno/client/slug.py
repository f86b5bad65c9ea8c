"""A name of three words for a session, such as ``quiet-drifting-heron``."""

from __future__ import annotations

import secrets
from typing import Final

_HOW: Final = (
    "amber", "ample", "bold", "brisk", "calm", "clear", "cosy", "dapper", "deep", "early", "fair",
    "fleet", "gentle", "glad", "hazel", "hidden", "keen", "kind", "late", "lively", "lucid",
    "mellow", "merry", "mild", "misty", "modest", "nimble", "noble", "patient", "plain", "quiet",
    "rare", "ready", "sage", "silver", "snug", "steady", "sunny", "tidal", "warm",
)  # fmt: skip
_DOING: Final = (
    "ambling", "baking", "blinking", "carving", "counting", "dancing", "diving", "drifting",
    "floating", "folding", "gliding", "growing", "humming", "juggling", "kindling", "knitting",
    "leaping", "listening", "mapping", "musing", "painting", "pacing", "paddling", "planting",
    "pondering", "reading", "resting", "roaming", "rowing", "sailing", "sketching", "soaring",
    "spinning", "strolling", "tinkering", "turning", "wading", "wandering", "weaving", "writing",
)  # fmt: skip
_WHO: Final = (
    "acorn", "aspen", "badger", "beacon", "birch", "brook", "cedar", "comet", "crane", "curlew",
    "dune", "eider", "ember", "fern", "finch", "gull", "harbour", "hare", "heron", "iris",
    "juniper", "kestrel", "lantern", "lark", "marten", "meadow", "newt", "otter", "pebble",
    "plover", "puffin", "reed", "robin", "seal", "sparrow", "swift", "tern", "thistle", "wren",
    "yarrow",
)  # fmt: skip


def new_slug() -> str:
    """Make a name."""
    return "-".join(secrets.choice(words) for words in (_HOW, _DOING, _WHO))
