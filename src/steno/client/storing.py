"""Replaces files of the person's as a whole, so that nobody ever sees half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

_NEW_FILE: Final = 0o666


def store(path: Path, content: bytes) -> None:
    """Replace a file, or make it, with the folders above it; its mode stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else _NEW_FILE & ~_umask()
    fd, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(fd, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(scratch).replace(path)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
