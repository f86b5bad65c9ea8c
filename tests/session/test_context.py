"""What lines turn into: rules 18 to 21 and 31 of docs/resume.md, and the whole from end to end."""

from __future__ import annotations

import importlib
import re
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from steno.session.context import FILLER, RENAMED, build_messages, part_unanswered, to_drafts
from steno.session.line import NO_CONTENT, Line
from tests.session.transcripts import (
    OPUS,
    SONNET,
    attachment,
    brief,
    call,
    command,
    image,
    reply,
    result,
    sent,
    session,
    system,
    text,
    thinking,
    user,
)


def lines(*bodies: dict[str, Any]) -> list[Line]:
    """Make lines of bodies."""
    return [
        Line(body["type"], body.get("subtype") or body.get("attachment", {}).get("type", ""), body)
        for body in bodies
    ]


def built(*bodies: dict[str, Any], model: str = SONNET) -> list[tuple[str, ...]]:
    """Say in short what the lines of a chain become."""
    return brief(build_messages(lines(*bodies), model))


def seen(*words: str) -> dict[str, Any]:
    """Make an attachment that can be seen in what is sent: a queued prompt with images."""
    name = " ".join(words)
    return attachment(name, "queued_command", prompt=[image(word) for word in words])


# ── system lines: rule 18 ──


def test_a_local_command_is_sent_as_the_users_words() -> None:
    """Rule 18: it is the only system line that is."""
    lines = [user("one"), reply("two"), command("c", "<command-name>/cost</command-name>")]
    assert sent(*lines)[2] == ("user", "<command-name>/cost</command-name>")


def test_a_local_command_of_an_empty_list_says_nothing() -> None:
    """Rule 18: as a user's line of none (rule 19)."""
    assert len(sent(user("u"), reply("a"), command("c", []))) == 2


@pytest.mark.parametrize("content", ["", None, False, 0])
def test_a_local_command_without_words_says_so(content: object) -> None:
    """Rule 18: whatever JavaScript takes for nothing."""
    (_, _, words) = sent(user("u"), reply("a"), system("c", "local_command", content=content))
    assert words == ("user", NO_CONTENT)


def test_a_local_command_of_blocks_is_sent_as_blocks() -> None:
    """Rule 18: nobody writes it, and the client takes it."""
    line = system("c", "local_command", content=[text("x"), text(" "), image("i")])
    assert sent(user("u"), reply("a"), line)[2] == ("user", "x", "image i")


@pytest.mark.parametrize(
    "subtype", ["informational", "turn_duration", "api_error", "away_summary", "zebra", ""]
)
def test_no_other_system_line_is_sent(subtype: str) -> None:
    """Rule 18: whatever its content."""
    chain = [user("one"), system("s", subtype, content="words"), reply("two")]
    assert sent(*chain) == [("user", "one"), ("assistant", "two")]


# ── the user's lines: rule 19 ──


def test_a_string_is_sent_as_it_is() -> None:
    """Rule 19: with all its white space."""
    assert sent(user("u", "  x \n")) == [("user", "  x \n")]


def test_an_empty_prompt_behind_a_reply_is_sent() -> None:
    """Rule 19: even an empty one."""
    assert sent(user("one"), reply("two"), user("three", ""))[2] == ("user", "")


def test_white_space_goes_from_a_list() -> None:
    """Rule 19: and where nothing is left, a word says so."""
    chain = [user("one"), reply("two")]
    assert sent(*chain, user("x", [text(" "), text("y"), image("i")]))[2] == (
        "user",
        "y",
        "image i",
    )
    assert sent(*chain, user("x", [text(" "), text("\n")]))[2] == ("user", NO_CONTENT)


@pytest.mark.parametrize("content", [[], [text(None)], [{"type": "text"}]])
def test_a_list_of_nothing_is_no_message(content: list[Any]) -> None:
    """Rule 19: neither an empty list nor texts that are not even empty."""
    chain = [user("one"), reply("two"), user("x", content), user("three")]
    assert sent(*chain)[2:] == [("user", "three")]


def test_a_text_that_is_null_goes_from_a_reply_too() -> None:
    """What is left of it is sent."""
    assert sent(user("one"), reply("a", text(None), text("x")))[1] == ("assistant", "x")
    assert sent(user("one"), reply("a", text(None), image()))[1] == ("assistant", "image pixels")


@pytest.mark.parametrize("flag", ["isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"])
def test_flags_of_a_users_line_do_not_matter(flag: str) -> None:
    """Rule 19: it is sent."""
    assert sent(user("one", **{flag: True}), reply("two"))[0] == ("user", "one")


# ── tool calls ──


def test_a_call_is_sent_with_four_keys() -> None:
    """Whatever else the transcript has, such as who called."""
    chain = [user("q"), reply("a", call("c", caller={"type": "direct"}, extra=1))]
    message = session(*chain, user("r", [result("c", extra=1)])).messages()[1]
    assert message["content"] == [{"type": "tool_use", "id": "c", "name": "Bash", "input": {}}]
    bare = {"type": "tool_use", "id": "c"}
    message = session(user("q"), reply("a", bare), user("r", [result("c")])).messages()[1]
    assert message["content"] == [bare]


@pytest.mark.parametrize(("old", "new"), [*RENAMED.items(), ("Bash", "Bash"), ("Zebra", "Zebra")])
def test_tools_are_called_by_their_present_names(old: str, new: str) -> None:
    """The old ones are gone; what nobody knows is left as it is."""
    chain = session(user("q"), reply("a", call("c", old)), user("r", [result("c")]))
    assert chain.messages()[1]["content"][0]["name"] == new


def test_tools_were_renamed_as_follows() -> None:
    """Three of today's tools had other names before."""
    assert RENAMED["Task"] == "Agent"
    assert {RENAMED[old] for old in ("KillShell", "KillBash")} == {"TaskStop"}
    olds = ("BashOutput", "AgentOutputTool", "AgentOutput")
    assert {RENAMED[old] for old in olds} == {"TaskOutput"}


def test_a_tool_with_a_name_of_another_shape_is_borne() -> None:
    """It is sent as it is."""
    chain = session(user("q"), reply("a", call("c") | {"name": ["Task"]}), user("r", [result("c")]))
    assert chain.messages()[1]["content"][0]["name"] == ["Task"]


# ── attachments: rules 20 and 21 ──


def test_attachments_are_never_plain_words() -> None:
    """Rule 20: what a person typed while the model worked stands in a reminder alone."""
    queued = attachment("x", "queued_command", prompt="and this")
    assert sent(user("one"), reply("two"), queued) == [("user", "one"), ("assistant", "two")]


@pytest.mark.parametrize("model", [OPUS, SONNET])
def test_images_of_attachments_are_sent(model: str) -> None:
    """Rule 20: to every model."""
    assert sent(user("one"), reply("two", model=model), seen("i"))[2] == ("user", "image i")


def test_an_attachment_moves_up_past_the_users_words() -> None:
    """Rule 21: to the nearest reply or result, past prompts and commands."""
    chain = [user("q"), reply("a"), user("u"), command("c"), seen("i"), reply("b")]
    assert built(*chain)[2] == ("user", "image i", "u\n", "c")


def test_an_attachment_stays_behind_a_result() -> None:
    """Rule 21: with whatever came before it."""
    chain = [user("q"), reply("a", call("c")), user("r", [result("c")]), user("u"), seen("i")]
    assert built(*chain)[2] == ("user", "result c", "image i", "u")


def test_attachments_keep_their_order() -> None:
    """Rule 21: none passes another."""
    chain = [user("q"), reply("a"), user("u"), seen("i"), user("v"), seen("j", "k")]
    assert built(*chain)[2] == ("user", "image i", "image j", "image k", "u\n", "v")


def test_an_attachment_before_everything_is_the_first() -> None:
    """Rule 21: there is no reply that it could follow."""
    assert built(user("u"), seen("i"), reply("a"))[0] == ("user", "image i", "u")


def test_where_a_reply_is_blank_the_users_words_are_one_with_the_result() -> None:
    """Rule 21: then an attachment does not come between them."""
    chain = [user("q"), reply("a", call("c")), user("r", [result("c")]), user("u"), seen("i")]
    blank = reply("blank", text("\n"))
    assert built(*chain, blank)[2] == ("user", "result c", "u", "image i")
    assert built(user("q"), reply("a"), user("u"), seen("i"), blank)[2] == ("user", "image i", "u")


def test_a_silent_attachment_divides_nothing() -> None:
    """Rule 20: it is not there at all."""
    parts = [reply("a", of="m", model=SONNET), reply("b", of="m", model=SONNET)]
    silent = attachment("x", "command_permissions")
    assert built(user("q"), parts[0], silent, parts[1])[1:] == [("assistant", "a", "b")]


def test_a_reminder_divides_a_reply_for_older_models_alone() -> None:
    """Rule 21: the newest get it as a message of role system, which stands apart."""
    parts = [reply("a", of="m", model=SONNET), reply("b", of="m", model=SONNET)]
    chain = [user("q"), parts[0], attachment("x"), parts[1]]
    assert built(*chain, model=SONNET)[1:] == [("assistant", "a"), ("assistant", "b")]
    assert built(*chain, model=OPUS)[1:] == [("assistant", "a", "b")]


def test_local_command_behind_a_result_joins_it() -> None:
    """Tried with the client: only behind a prompt the filler parts them."""
    lines = (user("p"), reply("a", call("c")), user("r", [result("c")]), command("k"))
    assert sent(*lines)[-1] == ("user", "result c", "k")


# ── what the client adds: rule 31 ──


def test_an_unanswered_prompt_is_parted_from_the_commands_behind_it() -> None:
    """Rule 31: the client's own filler stands between them, and is left out here."""
    chain = [user("one"), reply("two"), user("three"), command("c")]
    assert sent(*chain)[2:] == [("user", "three"), ("user", "c")]


def test_nothing_is_parted_without_a_command_or_behind_a_reply() -> None:
    """Rule 31: an attachment is no command."""
    prompt, answer = user("u"), reply("a")
    for chain in ([prompt], [prompt, attachment("x")], [answer, command("c")]):
        held = lines(*chain)
        assert part_unanswered(held, 0) == held
    held = lines(prompt, attachment("x"), command("c"))
    assert part_unanswered(held, 0) == [held[0], FILLER, *held[1:]]


# ── all of it ──


def test_other_types_of_lines_turn_into_nothing() -> None:
    """Whoever puts one among the lines."""
    assert to_drafts(Line("progress", "local_command", {"content": "x"})) == []


def test_thinking_is_left_out_on_demand() -> None:
    """Also that of the model that is asked."""
    chain = lines(user("q"), reply("a", thinking("why"), text("x")))
    assert brief(build_messages(chain, OPUS))[1] == ("assistant", "thinking why", "x")
    assert brief(build_messages(chain, OPUS, thinking=False))[1] == ("assistant", "x")


def test_a_whole_conversation_is_sent_as_the_client_sends_it() -> None:
    """With thinking, text, parallel tools, a late prompt and a command."""
    chain = [
        user("q"),
        reply("a1", thinking("why"), of="a"), reply("a2", text("I look."), of="a"),
        reply("a3", call("c1"), of="a"), reply("a4", call("c2", "Task"), of="a"),
        user("r1", [result("c1")], parent="a3"), user("r2", [result("c2")], parent="a4"),
        reply("b", text("Done.")), command("/cost"), user("thanks"), reply("e", text(" ")),
    ]  # fmt: skip
    assert sent(*chain) == [
        ("user", "q"),
        ("assistant", "thinking why", "I look.", "call c1", "call c2"),
        ("user", "result c1", "result c2"),
        ("assistant", "Done."),
        ("user", "/cost\n", "thanks"),
    ]


def test_the_roles_need_not_alternate_where_the_clients_words_are_left_out() -> None:
    """It is what the client sends, without what it adds."""
    assert sent(user("one"), reply("a"), reply("b")) == [
        ("user", "one"), ("assistant", "a"), ("assistant", "b"),
    ]  # fmt: skip


# ── the page that tells the rules ──

PAGE = Path(__file__).resolve().parents[2] / "docs" / "resume.md"
MODULES = Path(__file__).resolve().parents[2] / "src" / "steno" / "session"


def test_every_rule_is_on_the_page() -> None:
    """The code refers to it by number."""
    rules = [
        int(rule) for rule in re.findall(r"^\| (\d+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    ]
    assert sorted(set(rules)) == list(range(1, 36))


def test_the_page_names_code_that_is_there() -> None:
    """Each function that a rule is said to be in."""
    named = re.findall(r"`(?!steno|message)([a-z]+)\.([A-Za-z_.]+)`", PAGE.read_text("utf-8"))
    assert len(named) > 30
    for module, path in named:
        reduce(getattr, path.split("."), importlib.import_module(f"steno.session.{module}"))


def test_the_code_names_rules_that_are_on_the_page() -> None:
    """No number is beyond the last."""
    code = "".join(module.read_text("utf-8") for module in MODULES.glob("*.py"))
    numbers = {int(number) for number in re.findall(r"\brules? (\d+)", code)}
    assert numbers
    assert max(numbers) <= 35
