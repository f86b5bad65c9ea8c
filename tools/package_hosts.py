"""Fail when a file named on the command line names a host that packages come from.

Where packages come from is a matter of the machine that installs them: the repository pins
versions and hashes, which hold for every mirror.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

HOST: Final = re.compile(
    rb"\b(?:py[p]i|pythonhoste[d]|npmj[s]|yarnpk[g]|debian|ubuntu|anaconda|conda)\.(?:org|com|net|io)\b"
    rb"|^\s*--?(?:(?:extra-)?index-url|find-links|trusted-host)\b",
    re.MULTILINE,
)
"""A registry's domain, or a line of a requirements file that names another source."""


def naming_hosts(paths: list[Path]) -> list[str]:
    """Say for each file that names a host where it does so first."""
    complaints = []
    for path in paths:
        match = HOST.search(path.read_bytes()) if path.is_file() else None
        if match:
            complaints.append(f"{path}: names a package host ({match.group().decode().strip()})")
    return complaints


def main(arguments: list[str]) -> int:
    """Print the files that name a host."""
    complaints = naming_hosts([Path(argument) for argument in arguments])
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
