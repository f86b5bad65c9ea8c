"""Fail when a file named on the command line holds a private key."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

HEADER: Final = re.compile(
    rb"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d"
)
"""How PEM, OpenSSH, PGP and PuTTY keys begin."""


def holding_keys(paths: list[Path]) -> list[Path]:
    """List the files with a private key in them."""
    return [path for path in paths if path.is_file() and HEADER.search(path.read_bytes())]


def main(arguments: list[str]) -> int:
    """Print the files that hold a key."""
    found = holding_keys([Path(argument) for argument in arguments])
    for path in found:
        print(f"{path}: holds a private key; take it out, and out of the history")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
