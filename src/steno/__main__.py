"""``python -m steno``: the same as the console script."""

from __future__ import annotations

from steno.cli.entry import run

if __name__ == "__main__":
    run()
