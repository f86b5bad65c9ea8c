"""What reaches out from the session: messages to other devices, plans kept in the cloud."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.schedule import PushNotificationResult, RemoteTriggerResult
from steno.view.parts import Part, TextPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, text_parts
from steno.view.tools.raw import argument_parts
from steno.view.tools.wording import first_line

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

NOT_SENT = {"config_off": "switched off", "user_present": "the user was there"}
"""Reasons for which no notification was sent, in words."""


def build_notification(facts: ToolFacts) -> ToolCard:
    """Show the message, and whether it was sent."""
    result = facts.typed(PushNotificationResult)
    message = facts.text("message") or result.message or ""
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=first_line(message),
        joint=": ",
        summary=_sent(result),
        status=facts.status,
        parts=(*((TextPart(message),) if "\n" in message else ()), *failure_parts(facts)),
    )


def _sent(result: PushNotificationResult) -> str:
    reason = result.disabled_reason
    if reason:
        return f"not sent: {NOT_SENT.get(reason, reason.replace('_', ' '))}"
    return "sent" if result.push_sent or result.local_sent else ""


def build_trigger(facts: ToolFacts) -> ToolCard:
    """Show what was asked of the service, and its answer."""
    result = facts.typed(RemoteTriggerResult)
    code = result.status
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=facts.text("action"),
        summary=result.summary or ("" if code is None else str(code)),
        status=facts.status,
        parts=(*argument_parts(facts.input), *_answer(facts, result)),
        figures=() if code is None else (Figure("status", code),),
    )


def _answer(facts: ToolFacts, result: RemoteTriggerResult) -> tuple[Part, ...]:
    return text_parts(result.json) if result.json else failure_parts(facts)
