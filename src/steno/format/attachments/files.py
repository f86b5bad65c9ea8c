"""Attachments that bring files into the conversation."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.tool_results.files import ReadResult
from steno.format.view import NAMED, View, flag, text, view


class SavedCopyFraming(View):
    """How a file's copy is put before the model."""

    enveloped = flag("enveloped", since="2.1.325")
    """Known by its name alone; false in every line seen."""


class FileAttachment(Attachment):
    """A file that the prompt mentions, or that a compaction brought back."""

    TAG = "file"
    SINCE = "2.1.98"

    filename = text("filename", since="2.1.98")
    """The file."""
    display_path = text("displayPath", since="2.1.98")
    """The file as the terminal shows it."""
    content = view("content", ReadResult, since="2.1.98")
    """What was read, in the shape of the Read tool's result."""
    saved_copy_framing = view("savedCopyFraming", SavedCopyFraming, since="2.1.325")
    """How the copy is put before the model."""


class AlreadyReadFile(FileAttachment):
    """A mentioned file that the model has read before; it does not reach the model again."""

    TAG = "already_read_file"
    SINCE = NAMED


class CompactFileReference(Attachment):
    """A file that was read before a compaction and is too long to bring back."""

    TAG = "compact_file_reference"
    SINCE = "2.1.217"

    filename = text("filename", since="2.1.217")
    """The file."""
    display_path = text("displayPath", since="2.1.217")
    """The file as the terminal shows it."""


class EditedTextFile(Attachment):
    """A file that someone else changed since the model read it."""

    TAG = "edited_text_file"
    SINCE = "2.1.197"

    filename = text("filename", since="2.1.197")
    """The file."""
    display_path = text("displayPath", since="2.1.205")
    """The file as the terminal shows it."""
    snippet = text("snippet", since="2.1.197")
    """The changed lines with their numbers."""


class Directory(Attachment):
    """A folder that the prompt mentions."""

    TAG = "directory"
    SINCE = "2.1.98"

    path = text("path", since="2.1.98")
    """The folder."""
    display_path = text("displayPath", since="2.1.98")
    """The folder as the terminal shows it."""
    content = text("content", since="2.1.98")
    """What lies in it."""


class ReadTruncationNotice(Attachment):
    """A note that a file was read in part alone; known from reports alone."""

    TAG = "read_truncation_notice"
    SINCE = NAMED

    banner = text("banner", since=NAMED)
    """The note."""
    tool_use_id = text("toolUseID", since=NAMED)
    """The call that read it."""


class EditedImageFile(Attachment):
    """An image that someone else changed; known by name alone."""

    TAG = "edited_image_file"
    SINCE = NAMED

    filename = text("filename", since=NAMED)
    """The file."""


class PdfReference(Attachment):
    """A PDF too long to read whole; known by name alone."""

    TAG = "pdf_reference"
    SINCE = NAMED

    filename = text("filename", since=NAMED)
    """The file."""
