"""Teams: messages, foundings, dissolutions, lists."""

from __future__ import annotations

from steno.view.parts import FactsPart, JsonPart, OutputPart, TextPart
from tests.view.calls import card, only, parts


def test_message_says_to_whom_and_what_about() -> None:
    """The receiver and the summary are the title, the message stands below."""
    asked = {"to": "nell", "summary": "second round", "message": "**Go** on."}
    record = {"success": True, "message": "Sent."}
    built = card("SendMessage", asked, structured=record)
    assert built.title == "SendMessage to nell: second round"
    assert built.parts == (TextPart("**Go** on.", "markdown"), TextPart("Sent.", "dim"))


def test_message_without_a_summary_is_titled_by_its_words() -> None:
    """The first line, or the kind of message, says what it is about."""
    built = card("SendMessage", {"recipient": "nell", "content": "Go on.\nPlease."}, "ok")
    assert built.title == "SendMessage to nell: Go on."
    assert card("SendMessage", {"type": "shutdown_request"}).title == "SendMessage shutdown request"


def test_receiver_is_read_off_the_route() -> None:
    """Where the arguments do not say it, the record does."""
    record = {"success": True, "routing": {"target": "@nell"}}
    assert card("SendMessage", {"content": "Hi"}, structured=record).title == (
        "SendMessage to @nell: Hi"
    )


def test_message_that_is_an_object_is_shown_as_one() -> None:
    """Answers to requests are objects."""
    message = {"type": "shutdown_response", "approve": True}
    built = card("SendMessage", {"to": "lead", "message": message})
    assert built.title == "SendMessage to lead: shutdown_response"
    assert only(built, JsonPart).value == message


def test_message_that_was_not_sent_failed() -> None:
    """The model's side alone is enough to know it."""
    told = [{"type": "text", "text": '{"success": false, "message": "no such agent"}'}]
    built = card("SendMessage", {"to": "x", "message": "hi"}, told)
    assert (built.status, built.summary) == ("error", "not sent")
    assert parts(built, TextPart)[-1] == TextPart("no such agent", "error")


def test_founded_team_says_where_it_is_described() -> None:
    """Its name and its purpose are the title."""
    record = {"team_name": "tides", "lead_agent_id": "lead@tides", "team_file_path": "/t.json"}
    built = card("TeamCreate", {"team_name": "tides", "description": "Charts"}, structured=record)
    assert built.title == "TeamCreate tides · Charts"
    assert only(built, FactsPart).pairs == (("leader", "lead@tides"), ("described in", "/t.json"))
    assert card("TeamCreate", {"team_name": "tides"}, finished=False).parts == ()


def test_team_that_could_not_be_dissolved_failed() -> None:
    """The record's own word counts."""
    record = {"success": False, "message": "Nell is at work.", "team_name": "tides"}
    built = card("TeamDelete", {}, structured=record)
    assert (built.title, built.status, built.summary) == (
        "TeamDelete tides",
        "error",
        "Nell is at work.",
    )
    built = card("TeamDelete", {}, structured={"success": True, "message": "Gone."})
    assert built.parts == (TextPart("Gone.", "dim"),)
    assert card("TeamDelete", {}, finished=False).parts == ()


def test_agents_are_listed_in_words() -> None:
    """The record has a text; without one, what the model saw is shown."""
    assert only(card("ListAgents", {}, structured={"listing": "nell\n"}), OutputPart).text == "nell"
    assert only(card("ListAgents", {}, "nobody"), OutputPart).text == "nobody"
