"""``artifact-comment-monitor``: a published page whose comments are watched."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED


class ArtifactCommentMonitorEntry(LooseEntry):
    """A watch, known from reports alone; everything is in ``body``."""

    TAG = "artifact-comment-monitor"
    SINCE = NAMED
