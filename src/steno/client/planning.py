"""Plan mode: a plan in a file, and the way back to the mode from before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.client.slug import new_slug
from steno.disk.private_files import make_private_folder

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.recorder import Recorder
    from steno.client.rulebook import Rulebook

PLAN: Final = "plan"


class SessionPlanning:
    """The plan of one session."""

    def __init__(self, home: Path, rulebook: Rulebook, recorder: Recorder) -> None:
        """Take where plans are kept, who holds the mode, and who knows the session's name."""
        self._home, self._rulebook, self._recorder = home, rulebook, recorder
        self._before = "default" if rulebook.mode == PLAN else rulebook.mode

    @property
    def is_on(self) -> bool:
        """Whether nothing may be changed now."""
        return self._rulebook.mode == PLAN

    @property
    def path(self) -> Path:
        """Where the plan is written; a session that plans has a name of its own."""
        if self._recorder.envelope.slug is None:
            self._recorder.call_it(new_slug())
        make_private_folder(self._home / "plans")
        return self._home / "plans" / f"{self._recorder.envelope.slug}.md"

    def enter(self) -> None:
        """Begin to plan."""
        if not self.is_on:
            self._before = self._rulebook.mode
            self._rulebook.set_mode(PLAN)

    def leave(self) -> None:
        """Go back to the mode from before, unless whoever agreed chose another one with it."""
        if self.is_on:
            self._rulebook.set_mode(self._before)
