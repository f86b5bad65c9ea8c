"""Doing something with one session of many: if that fails, the others are dealt with as well."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from steno.disk.peek import reason_of
from steno.errors import StateError, StenoError, UnreadableFileError, WriteFailedError

if TYPE_CHECKING:
    from collections.abc import Callable


def attempt(
    path: Path, act: Callable[[], object], complain: Callable[[StenoError], object]
) -> bool:
    """Do something with the session at a path; False where it failed, however it did.

    What is wrong with state.db is wrong with all sessions, and is raised.
    """
    try:
        act()
    except (StateError, WriteFailedError):
        raise
    except StenoError as error:
        complain(error)
    except OSError as error:
        complain(UnreadableFileError(path, reason_of(error)))
    except Exception as error:  # noqa: BLE001 - one session must not keep back all others
        complain(UnreadableFileError(path, _stumble(error)))
    else:
        return True
    return False


def _stumble(error: Exception) -> str:
    """Name a fault of our own by its kind and place; its words may be the transcript's."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}:{place.lineno}"
    return f"it was passed over after {type(error).__name__} at {where}, which is a bug of steno's"
