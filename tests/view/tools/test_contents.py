"""Results as parts: texts, JSON, pictures, documents and whatever else the model saw."""

from __future__ import annotations

from steno.format.content import BLOCKS
from steno.view.parts import JsonPart, ListPart, MediaPart, OutputPart, TextPart
from steno.view.tools.contents import (
    block_parts,
    failure_parts,
    markdown_parts,
    media_in_data_url,
    output_part,
    result_parts,
    text_parts,
)
from steno.view.tools.facts import ToolFacts


def test_json_in_a_text_is_shown_as_json() -> None:
    """A server that answers in JSON is shown so; other text is output."""
    assert text_parts('{"high": "04:12"}') == (JsonPart({"high": "04:12"}),)
    assert text_parts("\nhigh water\n") == (OutputPart("high water"),)
    assert text_parts(" \n") == ()


def test_blocks_keep_their_order_and_tools_come_last() -> None:
    """Each kind of block has its part, and an unknown one is shown as it is."""
    strange = {"type": "hologram", "depth": 3}
    blocks = BLOCKS.read(
        [
            {"type": "tool_reference", "tool_name": "WebFetch"},
            {"type": "text", "text": "a picture"},
            {
                "type": "image",
                "source": {"type": "base64", "media_type": "image/png", "data": "AA"},
            },
            strange,
            {"type": "tool_reference", "tool_name": "WebSearch"},
        ]
    )
    assert block_parts(blocks) == (
        OutputPart("a picture"),
        MediaPart("image/png", "AA"),
        JsonPart(strange),
        ListPart(("WebFetch", "WebSearch"), heading="Tools"),
    )


def test_document_is_media_unless_it_is_text() -> None:
    """A PDF keeps its bytes, a text document is words."""
    pdf = {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}
    plain = {"type": "text", "media_type": "text/plain", "data": "the tides"}
    blocks = BLOCKS.read(
        [
            {"type": "document", "title": "tides.pdf", "source": pdf},
            {"type": "document", "title": "tides", "source": plain},
            {"type": "image", "source": {"type": "url", "url": "https://example.org/t.png"}},
            {"type": "image"},
        ]
    )
    assert block_parts(blocks) == (
        MediaPart("application/pdf", "AAAA", "tides.pdf"),
        TextPart("the tides", heading="tides"),
        MediaPart("", "", "https://example.org/t.png"),
        JsonPart({"type": "image"}),
    )


def test_result_of_any_shape_is_shown() -> None:
    """Nothing that the model saw is left out, whatever its shape."""
    assert result_parts(ToolFacts("X")) == ()
    assert result_parts(ToolFacts("X", result="word")) == (OutputPart("word"),)
    assert result_parts(ToolFacts("X", result={"a": 1})) == (JsonPart({"a": 1}, "Result"),)
    assert result_parts(ToolFacts("X", result=[7])) == (JsonPart(7),)


def test_failed_result_keeps_its_pictures() -> None:
    """An error is told as one, and what came with it is shown."""
    blocks = [{"type": "text", "text": "Error: no boat"}, {"type": "hologram"}]
    facts = ToolFacts("X", result=blocks, is_error=True)
    assert result_parts(facts) == (TextPart("no boat", "error"), JsonPart({"type": "hologram"}))


def test_refusal_says_what_the_user_said() -> None:
    """The client's own words are left out: the card's status says the same."""
    told = "The user doesn't want to proceed with this tool use."
    facts = ToolFacts("X", result=f"{told} Why: the user said:\nnot today", is_error=True)
    assert failure_parts(facts) == (TextPart("not today", "error", "The user said"),)
    assert failure_parts(ToolFacts("X", result=told, is_error=True)) == ()


def test_refusal_in_other_words_is_kept() -> None:
    """A reason that a rule or a hook gives is worth reading."""
    facts = ToolFacts("X", result="The boat is not ours.", is_error=True, denial="rule")
    assert failure_parts(facts) == (TextPart("The boat is not ours.", "error"),)


def test_nothing_failed_where_all_is_well() -> None:
    """A fine or running call has no failure, and an empty error has no text."""
    assert failure_parts(ToolFacts("X", result="fine")) == ()
    assert failure_parts(ToolFacts("X", finished=False)) == ()
    assert failure_parts(ToolFacts("X", is_error=True)) == ()


def test_long_output_names_the_file_that_holds_it() -> None:
    """The beginning is shown, and where the whole lies."""
    text = (
        "<persisted-output>\nOutput too large (25KB). Full output saved to: /x/tool-results/b1.txt"
        "\n\nPreview (first 2KB):\nline 1\nline 2\n...\n</persisted-output>"
    )
    assert output_part(text) == OutputPart("line 1\nline 2\n...", kept_in="/x/tool-results/b1.txt")


def test_long_result_of_a_server_names_its_file() -> None:
    """MCP results that were too long are told in other words."""
    told = "Error: result (9,000 characters) is long. Output has been saved to /x/mcp-1.txt."
    shown = output_part(told)
    assert (shown.kept_in, shown.text) == ("/x/mcp-1.txt", told)


def test_output_that_only_looks_kept_is_shown_whole() -> None:
    """Without a file's name and a preview there is just the text."""
    shown = output_part("<persisted-output>\nno file here\n</persisted-output>", is_error=True)
    assert shown == OutputPart("no file here", is_error=True)


def test_data_url_is_a_picture() -> None:
    """A command may print a picture; what only looks like one is none."""
    assert media_in_data_url("data:image/png;base64,AAAA\n") == MediaPart("image/png", "AAAA")
    assert media_in_data_url("image/png;base64,AAAA") is None
    assert media_in_data_url("data:nothing") is None


def test_empty_markdown_is_nothing() -> None:
    """No empty box is drawn."""
    assert markdown_parts(" \n") == ()
    assert markdown_parts("\n# Tides\n", "Answer") == (TextPart("# Tides", "markdown", "Answer"),)
