"""``last-prompt``: where the session stood when the client last wrote this down."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import flag, text


class LastPromptEntry(LooseEntry):
    """The last prompt and the leaf of its branch; the last such line steers a resume."""

    TAG = "last-prompt"
    SINCE = "2.1.77"

    last_prompt = text("lastPrompt", since="2.1.77")
    """The prompt's text, shortened."""
    leaf_uuid = text("leafUuid", since="2.1.120")
    """The line at the tip of the branch in use; it may stand further down in the file.

    All zeros where the user went back to before the first prompt (2.1.325).
    """
    explicit = flag("explicit", since="2.1.325")
    """True where the user chose the branch by going back."""
