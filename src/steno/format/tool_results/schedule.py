"""Results of the tools that plan work for later, and of those that reach out from the session."""

from __future__ import annotations

from steno.format.tool_results.result import ToolResult, keys
from steno.format.view import NAMED, View, flag, integer, number, text, views


class CronCreateResult(ToolResult):
    """A prompt that was planned."""

    TOOLS = ("CronCreate",)
    MARKERS = keys("id humanSchedule recurring")

    id = text("id", since="2.1.197")
    """The plan."""
    human_schedule = text("humanSchedule", since="2.1.197")
    """When it is due, in words."""
    recurring = flag("recurring", since="2.1.197")
    """True where it is due again and again."""
    durable = flag("durable", since="2.1.197")
    """True where it outlives the session."""
    next_fire_at = number("nextFireAt", since="2.1.325")
    """When it is due next, in milliseconds since 1970."""


class CronJob(View):
    """A prompt that is planned."""

    id = text("id", since="2.1.197")
    """The plan."""
    cron = text("cron", since="2.1.197")
    """When it is due, as cron puts it."""
    human_schedule = text("humanSchedule", since="2.1.197")
    """When it is due, in words."""
    prompt = text("prompt", since="2.1.197")
    """What is asked then."""
    recurring = flag("recurring", since="2.1.197")
    """True where it is due again and again."""
    durable = flag("durable", since="2.1.197")
    """True where it outlives the session."""
    next_fire_at = number("nextFireAt", since="2.1.325")
    """When it is due next, in milliseconds since 1970."""


class CronListResult(ToolResult):
    """The prompts that are planned."""

    TOOLS = ("CronList",)
    EXACT = keys("jobs")

    jobs = views("jobs", CronJob, since="2.1.197")
    """The plans."""


class CronDeleteResult(ToolResult):
    """A plan that was dropped; no real line showed one."""

    TOOLS = ("CronDelete",)
    EXACT = keys("id", "id endedLoopWakeup")

    id = text("id", since=NAMED)
    """The plan."""
    ended_loop_wakeup = flag("endedLoopWakeup", since=NAMED)
    """True where a loop of the session ended with it."""


class RemoteTriggerResult(ToolResult):
    """The answer of a service that keeps plans in the cloud; no real line showed one."""

    TOOLS = ("RemoteTrigger",)
    MARKERS = keys("status json")

    status = integer("status", since=NAMED)
    """The HTTP status."""
    json = text("json", since=NAMED)
    """The answer, as JSON in a string."""
    summary = text("summary", since=NAMED)
    """The answer in words."""


class PushNotificationResult(ToolResult):
    """A message to the user's other devices; no real line showed one."""

    TOOLS = ("PushNotification",)
    MARKERS = keys(
        "message pushSent", "message localSent", "message disabledReason", "message sentAt"
    )

    message = text("message", since=NAMED)
    """The message."""
    push_sent = flag("pushSent", since=NAMED)
    """True where it went to other devices."""
    local_sent = flag("localSent", since=NAMED)
    """True where this machine showed it."""
    disabled_reason = text("disabledReason", since=NAMED)
    """Why it was not sent: config_off, user_present or no_transport."""
    idle_sec = number("idleSec", since=NAMED)
    """For how many seconds the user had done nothing."""
    has_focus = flag("hasFocus", since=NAMED)
    """True where the terminal was in front."""
    sent_at = text("sentAt", since=NAMED)
    """When it was sent."""
