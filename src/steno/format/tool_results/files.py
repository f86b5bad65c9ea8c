"""Results of the tools that read and change files."""

from __future__ import annotations

from typing import Final

from steno.format.shapes import TEXT, AnyOf, Shape, ViewOf
from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import NAMED, Field, View, anything, flag, integer, text, texts, view, views


class Hunk(View):
    """One changed stretch of a file."""

    old_start = integer("oldStart", since="1.0.24")
    """The stretch's first line before."""
    old_lines = integer("oldLines", since="1.0.24")
    """How many lines it had before."""
    new_start = integer("newStart", since="1.0.24")
    """The stretch's first line after."""
    new_lines = integer("newLines", since="1.0.24")
    """How many lines it has after."""
    lines = texts("lines", since="1.0.24")
    """The lines, each behind a space, a minus or a plus."""


class GitDiff(View):
    """What changed in a file against git; no real line showed one."""

    filename = text("filename", since=NAMED)
    """The file."""
    status = text("status", since=NAMED)
    """``modified`` or ``added``."""
    additions = integer("additions", since=NAMED)
    """Lines that were added."""
    deletions = integer("deletions", since=NAMED)
    """Lines that were removed."""
    changes = integer("changes", since=NAMED)
    """Both together."""
    patch = text("patch", since=NAMED)
    """The change as a patch."""
    repository = text("repository", since=NAMED)
    """The repository as ``owner/name``."""


class ArtifactRead(View):
    """A published page that was read; no real line showed one."""

    slug = text("slug", since=NAMED)
    """The page."""
    version = text("ver", since=NAMED)
    """Its version."""
    seeded = flag("seeded", since=NAMED)
    """Known by its name alone."""


class ImageDimensions(View):
    """The size of an image, as it lies on disk and as the model saw it."""

    original_width = integer("originalWidth", since="2.1.197")
    """Pixels on disk, across."""
    original_height = integer("originalHeight", since="2.1.197")
    """Pixels on disk, down."""
    display_width = integer("displayWidth", since="2.1.197")
    """Pixels that the model saw, across."""
    display_height = integer("displayHeight", since="2.1.197")
    """Pixels that the model saw, down."""


class ReadFile(View):
    """A file that was read; which keys it has depends on the kind of file."""

    file_path = text("filePath", since="1.0.24")
    """The file."""
    content = text("content", since="1.0.24")
    """Of a text: what was read."""
    num_lines = integer("numLines", since="1.0.24")
    """Of a text: how many lines were read."""
    start_line = integer("startLine", since="1.0.24")
    """Of a text: the first line that was read."""
    total_lines = integer("totalLines", since="1.0.24")
    """Of a text: how many lines the file has."""
    truncated_by_token_cap = flag("truncatedByTokenCap", since=NAMED)
    """Of a text: true where the rest would have been too much."""
    base64 = text("base64", since="2.1.197")
    """Of an image or a PDF: its bytes."""
    type = text("type", since="2.1.197")
    """Of an image: its MIME type."""
    original_size = integer("originalSize", since="2.1.197")
    """Of an image or a PDF: its size on disk in bytes."""
    dimensions = view("dimensions", ImageDimensions, since="2.1.197")
    """Of an image: its size in pixels."""
    cells = anything("cells", since="2.1.197")
    """Of a notebook: its cells."""
    count = integer("count", since=NAMED)
    """Of a PDF in parts: how many pages there are."""
    output_dir = text("outputDir", since=NAMED)
    """Of a PDF in parts: where its pages were put as images."""


READ_FILE: Final[Shape[ReadFile | str]] = AnyOf(ViewOf(ReadFile), TEXT)


class ReadResult(ToolResult):
    """A file that was read."""

    TOOLS = ("Read",)
    MARKERS = keys("file type")

    type = text("type", since="1.0.24")
    """text, image, notebook, pdf, parts, file_unchanged, or ``file`` in an older shape."""
    file: Field[ReadFile | str] = Field("file", READ_FILE, since="1.0.24")
    """The file; in an older shape just its content."""
    artifact_read = view("artifactRead", ArtifactRead, since=NAMED)
    """The published page whose source it is."""
    first_page = integer("firstPage", since=NAMED)
    """Of a PDF in parts: the first page that was read."""

    @property
    def text(self) -> str | None:
        """The text that was read, in either shape; None for an image and the like."""
        file = self.file
        return file.content if isinstance(file, ReadFile) else file


class WriteResult(ToolResult):
    """A file that was written whole."""

    TOOLS = ("Write",)
    MARKERS = keys("type filePath content structuredPatch")

    type = text("type", since="1.0.24")
    """``create`` or ``update``."""
    file_path = text("filePath", since="1.0.24")
    """The file."""
    content = text("content", since="1.0.24")
    """What was written."""
    structured_patch = views("structuredPatch", Hunk, since="1.0.24")
    """What changed; empty for a new file."""
    original_file = text("originalFile", since="2.0.55")
    """The content before; null for a new file."""
    user_modified = flag("userModified", since="2.1.217")
    """True where the user changed the content before allowing it."""
    memdir_stamped = flag("memdirStamped", since="2.1.217")
    """True for a file of the client's memory that got a stamp."""
    git_diff = view("gitDiff", GitDiff, since=NAMED)
    """What changed against git."""
    staged = flag("staged", since=NAMED)
    """True where the change waits for a review and the file is as it was."""


class EditResult(ToolResult):
    """A piece of a file that was replaced."""

    TOOLS = ("Edit",)
    MARKERS = keys("filePath oldString newString")

    file_path = text("filePath", since="1.0.24")
    """The file."""
    old_string = text("oldString", since="1.0.24")
    """What was replaced."""
    new_string = text("newString", since="1.0.24")
    """What it was replaced by."""
    original_file = text("originalFile", since="1.0.24")
    """The whole content before; null where it was too long."""
    structured_patch = views("structuredPatch", Hunk, since="1.0.24")
    """What changed."""
    user_modified = flag("userModified", since="1.0.24")
    """True where the user changed the replacement before allowing it."""
    replace_all = flag("replaceAll", since="1.0.24")
    """True where every occurrence was replaced."""
    stale_recovered = flag("staleRecovered", since="2.1.217")
    """True where the file had changed since it was read, yet the edit could be made."""
    memdir_stamped = flag("memdirStamped", since=SEEN)
    """True for a file of the client's memory that got a stamp."""
    git_diff = view("gitDiff", GitDiff, since=NAMED)
    """What changed against git."""
    staged = flag("staged", since=NAMED)
    """True where the change waits for a review and the file is as it was."""


class MultiEditStep(View):
    """One of several replacements."""

    old_string = text("old_string", since="1.0.24", until="1.0.128")
    """What was replaced."""
    new_string = text("new_string", since="1.0.24", until="1.0.128")
    """What it was replaced by."""
    replace_all = flag("replace_all", since="1.0.29", until="1.0.128")
    """True where every occurrence was replaced."""


class MultiEditResult(ToolResult):
    """Several replacements in one file."""

    TOOLS = ("MultiEdit",)
    MARKERS = keys("filePath edits")

    file_path = text("filePath", since="1.0.24", until="1.0.128")
    """The file."""
    edits = views("edits", MultiEditStep, since="1.0.24", until="1.0.128")
    """The replacements in order."""
    original_file_contents = text("originalFileContents", since="1.0.24", until="1.0.128")
    """The whole content before."""
    original_file = text("originalFile", since=NAMED)
    """The same under the name that newer results use; ``steno.format.compat`` writes it."""
    structured_patch = views("structuredPatch", Hunk, since="1.0.24", until="1.0.128")
    """What changed."""
    user_modified = flag("userModified", since="1.0.24", until="1.0.128")
    """True where the user changed the replacements before allowing them."""


class NotebookEditResult(ToolResult):
    """A cell of a notebook that was changed."""

    TOOLS = ("NotebookEdit",)
    MARKERS = keys("new_source edit_mode", "notebook_path")

    notebook_path = text("notebook_path", since="2.1.197")
    """The notebook."""
    cell_id = text("cell_id", since="2.1.197")
    """The cell."""
    cell_number = integer("cell_number", since=NAMED)
    """The cell's place, in older shapes."""
    cell_type = text("cell_type", since="2.1.197")
    """``code`` or ``markdown``."""
    language = text("language", since="2.1.197")
    """The notebook's language."""
    edit_mode = text("edit_mode", since="2.1.197")
    """replace, insert or delete."""
    new_source = text("new_source", since="2.1.197")
    """The cell's new content."""
    old_source = text("old_source", since="2.1.197")
    """The cell's content before; missing for a new cell."""
    error = text("error", since="2.1.197")
    """What went wrong; empty where nothing did."""
    original_file = text("original_file", since="2.1.197")
    """The whole notebook before."""
    updated_file = text("updated_file", since="2.1.197")
    """The whole notebook after."""
