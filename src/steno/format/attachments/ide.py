"""Attachments that come from the editor."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.view import NAMED, View, anything, flag, integer, text, view, views


class Position(View):
    """A place in a file, counted from zero."""

    line = integer("line", since=NAMED)
    """The line."""
    character = integer("character", since=NAMED)
    """The character in it."""


class Range(View):
    """A stretch of a file."""

    start = view("start", Position, since=NAMED)
    """Where it begins."""
    end = view("end", Position, since=NAMED)
    """Where it ends."""


class Diagnostic(View):
    """One complaint of a language server."""

    message = text("message", since=NAMED)
    """The complaint."""
    severity = text("severity", since=NAMED)
    """Error, Warning, Info or Hint."""
    source = text("source", since=NAMED)
    """Who complains."""
    code = anything("code", since=NAMED)
    """The rule."""
    range = view("range", Range, since=NAMED)
    """Where."""


class DiagnosedFile(View):
    """A file and the complaints about it."""

    uri = text("uri", since=NAMED)
    """The file."""
    diagnostics = views("diagnostics", Diagnostic, since=NAMED)
    """The complaints."""


class Diagnostics(Attachment):
    """New complaints of language servers."""

    TAG = "diagnostics"
    SINCE = NAMED

    files = views("files", DiagnosedFile, since=NAMED)
    """The files."""
    is_new = flag("isNew", since=NAMED)
    """True where they were not there before."""


class OpenedFileInIde(Attachment):
    """The file that the user has open."""

    TAG = "opened_file_in_ide"
    SINCE = NAMED

    filename = text("filename", since=NAMED)
    """The file."""


class SelectedLinesInIde(Attachment):
    """The lines that the user has selected; known by name alone."""

    TAG = "selected_lines_in_ide"
    SINCE = NAMED

    filename = text("filename", since=NAMED)
    """The file."""
