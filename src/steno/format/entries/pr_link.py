"""``pr-link``: a pull request that came out of the session."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import integer, text


class PrLinkEntry(LooseEntry):
    """A pull request, noted when the client saw it being created."""

    TAG = "pr-link"
    SINCE = "2.1.29"

    pr_number = integer("prNumber", since="2.1.29")
    """The number of the pull request."""
    pr_url = text("prUrl", since="2.1.29")
    """Its address."""
    pr_repository = text("prRepository", since="2.1.29")
    """The repository as ``owner/name``."""
