"""The machine that a table was measured on, without anything that names it."""

from __future__ import annotations

import os
import platform
import re


def describe() -> str:
    """Give the number of cores, the Python and the kernel."""
    cores = os.cpu_count() or 1
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{cores} {'core' if cores == 1 else 'cores'}, {python}, {kernel()}"


def kernel() -> str:
    """Give the system and its version; what distributors and hosts append is left out."""
    version = re.match(r"\d+(\.\d+)*", platform.release())
    return f"{platform.system()} {version[0] if version else ''} {platform.machine()}".strip()
