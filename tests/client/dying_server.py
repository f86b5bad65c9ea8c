"""An MCP server on stdin and stdout that dies when its tool is called."""

from __future__ import annotations

import json
import os
import sys

TOOL = {"name": "die", "description": "Dies.", "inputSchema": {"type": "object"}}


def main() -> None:
    """Answer until the tool is called."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" not in asked:
            continue
        result: object = {}
        if asked["method"] == "initialize":
            result = {
                "protocolVersion": asked["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "dying", "version": "1"},
            }
        elif asked["method"] == "tools/list":
            result = {"tools": [TOOL]}
        elif asked["method"] == "tools/call":
            os._exit(3)
        told = {"jsonrpc": "2.0", "id": asked["id"], "result": result}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
