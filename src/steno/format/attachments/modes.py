"""Attachments that tell the model how it has to work."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.view import NAMED, flag, text


class PlanMode(Attachment):
    """Planning goes on: nothing may be changed."""

    TAG = "plan_mode"
    SINCE = "2.1.98"

    reminder_type = text("reminderType", since="2.1.98")
    """``full`` or ``sparse``."""
    is_sub_agent = flag("isSubAgent", since="2.1.98")
    """True for a sub-agent."""
    plan_file_path = text("planFilePath", since="2.1.98")
    """Where the plan is to be put."""
    plan_exists = flag("planExists", since="2.1.98")
    """True where there is one already."""


class PlanModeExit(Attachment):
    """Planning is over."""

    TAG = "plan_mode_exit"
    SINCE = "2.1.98"

    plan_file_path = text("planFilePath", since="2.1.98")
    """Where the plan was put."""
    plan_exists = flag("planExists", since="2.1.98")
    """True where there is one."""


class PlanModeReentry(Attachment):
    """Planning goes on with an earlier plan; known by name alone."""

    TAG = "plan_mode_reentry"
    SINCE = NAMED

    plan_file_path = text("planFilePath", since=NAMED)
    """Where the plan lies."""


class PlanFileReference(Attachment):
    """The plan, brought back by a compaction."""

    TAG = "plan_file_reference"
    SINCE = NAMED

    plan_file_path = text("planFilePath", since=NAMED)
    """Where the plan lies."""
    plan_content = text("planContent", since=NAMED)
    """The plan."""


class AutoMode(Attachment):
    """The model works on its own."""

    TAG = "auto_mode"
    SINCE = "2.1.205"

    auto_mode_consent_flow = flag("autoModeConsentFlow", since="2.1.205")
    """True where the user was asked first."""
    bash_first = flag("bashFirst", since="2.1.325")
    """True where commands are preferred to other tools."""
    bash_first_steer = text("bashFirstSteer", since="2.1.325")
    """How strongly; ``relaxed`` in every line seen."""
    finish_exposed_work = flag("finishExposedWork", since="2.1.325")
    """Known by its name alone; false in every line seen."""
    steer_only = flag("steerOnly", since="2.1.325")
    """True where the mode only steers the model."""
    bypass = flag("bypass", since="2.1.325")
    """True where no permission is asked for at all."""


class AutoModeExit(Attachment):
    """The model works on its own no more; known by name alone."""

    TAG = "auto_mode_exit"
    SINCE = NAMED


class UltrathinkEffort(Attachment):
    """The prompt asked for deep reasoning by a keyword; the attachment has no keys of its own."""

    TAG = "ultrathink_effort"
    SINCE = "2.1.197"


class OutputStyle(Attachment):
    """How the model has to write."""

    TAG = "output_style"
    SINCE = "2.1.197"

    style = text("style", since="2.1.197")
    """The style's name."""
