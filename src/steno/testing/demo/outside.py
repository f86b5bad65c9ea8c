"""The world beyond the repository: MCP servers, the web, pictures and documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.testing.demo import cast, sources
from steno.testing.demo.cast import ask, end_turn, first_prompt, interactive, leave
from steno.testing.demo.pictures import document_block, tide_curve
from steno.testing.file_tools import image_block, read_image
from steno.testing.lines import make_tool_use
from steno.testing.outside_tools import (
    mcp,
    mcp_with_large_output,
    tool_search,
    web_fetch,
    web_search,
)
from steno.testing.session import think

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.testing.lines import Body
    from steno.testing.session import SessionBuilder


def sessions() -> Iterator[SessionBuilder]:
    """Yield the sessions that look outside."""
    yield screenshots()
    yield sources_of_datum()
    yield on_the_server()


def screenshots() -> SessionBuilder:
    """Pasted pictures, a browser behind MCP, tools that are looked for first."""
    s = interactive("screenshots", "2026-06-18T14:09:00Z", cwd=cast.SITE, git_branch="redesign")
    paste = [
        {"type": "text", "text": "The curve on the left is ours. Why is it flatter than theirs?"},
        image_block(tide_curve(0.4)),
        image_block(tide_curve(0.9)),
    ]
    s.prompt(paste, imagePasteIds=[1, 2])
    s.attach(
        "deferred_tools_delta",
        addedNames=["mcp__browser__navigate", "mcp__browser__shot"],
        addedLines=["mcp__browser__navigate", "mcp__browser__shot"],
        removedNames=[],
        readdedNames=[],
        pendingMcpServers=[],
        needsAuthMcpServers=["calendar"],
    )
    s.attach(
        "mcp_instructions_delta",
        addedNames=["browser"],
        addedBlocks=["## browser\nOpen pages, take pictures."],
        removedNames=[],
    )
    s.reply(tool_search("browser picture", "mcp__browser__navigate", "mcp__browser__shot"))
    own: dict[str, Any] = {"attributionMcpServer": "browser", "attributionMcpTool": "navigate"}
    s.reply(
        mcp(
            "browser",
            "navigate",
            {"url": "http://localhost:8017/SAN"},
            "Sandhaven today",
            mcpMeta={"tab": 1},
        ),
        **own,
    )
    s.reply(
        mcp("browser", "shot", {"tab": 1}, image_block(tide_curve(0.4)), "96 by 48 pixels"), **own
    )
    s.reply(read_image(f"{cast.SITE}/static/curve.png", tide_curve()))
    s.reply(mcp_with_large_output("browser", "page_text", {"tab": 1}, sources.station_log(14)))
    s.reply(
        "Your axis starts at chart datum minus two metres, theirs at zero. The water is the "
        "same; the paper is taller."
    )
    end_turn(s)
    s.loose(
        "frame-link",
        sessionId=s.session_id,
        path=f"{cast.SITE}/drafts/axis.html",
        frameUrl="https://pages.example.org/axis",
        title="Two axes, one tide",
        timestamp=s.clock.now,
    )
    return leave(s, "The curve on the left is ours. Why is it flatter than theirs?")


def sources_of_datum() -> SessionBuilder:
    """Give a document to read, a search, a page, and three tiers of tokens."""
    s = interactive("datum", "2026-06-23T10:26:31Z", model=cast.SONNET)
    document = document_block("Notice to mariners 14/2026", "Chart datum at KEL lowered by 0.03 m")
    first_prompt(s, [document, {"type": "text", "text": "What does this notice mean for us?"}])
    s.reply(
        think("The notice moves the datum by exactly the slip that the audit will find."),
        web_search(
            "chart datum change notice 2026 Kelpie Bay",
            {
                "Notices to mariners": "https://notices.example.org/2026/14",
                "Gauge keeper's diary": "https://diary.example.org/kel",
            },
            "The datum was lowered after the gauge's mount slipped.",
        ),
        web_fetch(
            "https://notices.example.org/2026/14",
            "What changed, and when?",
            "From 1 June 2026 heights at Kelpie Bay refer to a datum 0.03 m lower.",
        ).after(9),
        tokens={"web_searches": 1, "web_fetches": 1, "cache_5m": 900},
    )
    s.reply("They moved the *chart* to fit the slipped *gauge*. We change one number: 1.97 → 1.94.")
    end_turn(s)
    ask(s, "ha. and if they fix the gauge?")
    s.reply("Then they will move the chart back, and we will have a test that notices.")
    end_turn(s)
    return leave(s, "ha. and if they fix the gauge?")


def on_the_server() -> SessionBuilder:
    """Use tools that the API runs itself, one after the other, and a block of no known kind."""
    s = interactive(
        "server", "2026-08-04T10:02:00Z", cwd=cast.SITE, version="2.1.217", model=cast.FABLE
    )
    first_prompt(
        s, [{"type": "text", "text": "What do other tide sites say on theirs?"}, *UPLOADED]
    )
    blocks: list[Body] = []
    for tool, (answer, content) in SERVER_TOOLS.items():
        call = s.ids.server_tool_use()
        use = make_tool_use(call, tool, {}, s.stamp)
        blocks += [
            {**use, "type": "server_tool_use"},
            {"type": answer, "tool_use_id": call, "content": content},
        ]
    s.reply(*blocks, stop_reason="pause_turn", tokens={"web_searches": 1, "web_fetches": 1})
    remote = s.ids.server_tool_use()
    use = make_tool_use(remote, "read_board", {"board": "landing"}, s.stamp)
    drafts = [{"type": "text", "text": "three drafts"}]
    s.reply(
        {"type": "compaction", "content": "They looked at many tide sites."},
        {**use, "type": "mcp_tool_use", "server_name": "boards"},
        {"type": "mcp_tool_result", "tool_use_id": remote, "is_error": False, "content": drafts},
        {"type": "sonar_ping", "depth": 12.5, "unit": "fathoms"},
        "They all say *accurate*. None says *when to leave*.",
        stop_reason="end_turn",
        tokens={"speed": "fast"},
        attributionMcpServer="boards",
        attributionMcpTool="read_board",
    )
    end_turn(s)
    return leave(s, "What do other tide sites say on theirs?")


UPLOADED: Final[list[Body]] = [
    {"type": "container_upload", "file_id": "file_011CDemo"},
    {
        "type": "search_result",
        "source": "notes/competition.md",
        "title": "Other tide sites",
        "content": [{"type": "text", "text": "Seven of them, all blue."}],
    },
]
SERVER_TOOLS: Final[dict[str, tuple[str, Any]]] = {
    "web_search": (
        "web_search_tool_result",
        [
            {
                "type": "web_search_result",
                "title": "Tides of the North",
                "url": "https://tides.example.org/",
                "encrypted_content": "c2VhbGVk",
            }
        ],
    ),
    "web_fetch": (
        "web_fetch_tool_result",
        {"type": "web_fetch_result", "url": "https://tides.example.org/"},
    ),
    "code_execution": (
        "code_execution_tool_result",
        {"type": "code_execution_result", "stdout": "7", "stderr": "", "return_code": 0},
    ),
    "bash_code_execution": (
        "bash_code_execution_tool_result",
        {"type": "bash_code_execution_result", "stdout": "blue", "stderr": "", "return_code": 0},
    ),
    "text_editor_code_execution": (
        "text_editor_code_execution_tool_result",
        {"type": "text_editor_code_execution_view_result", "content": "blue"},
    ),
    "tool_search_tool_regex": (
        "tool_search_tool_result",
        {"type": "tool_search_tool_search_result", "tool_references": []},
    ),
    "advisor": ("advisor_tool_result", {"type": "advisor_result", "text": "Say when to leave."}),
}
"""Tools of the API, the kind of block that answers each, and the answer."""
