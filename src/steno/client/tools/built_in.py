"""What all built-in tools share: a Struct for their input, and errors in the client's words."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, cast

import msgspec

from steno.client.tool import ToolAnswer
from steno.client.tools.inputs import TakesT, WrongInputError, read_input, schema_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.client.tool import Input, ToolContext


class Takes(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The input of a tool."""


def one_of(description: str, *names: str) -> msgspec.Meta:
    """Describe a choice; the schema lists it in this order."""
    return msgspec.Meta(
        description=description, extra_json_schema={"type": "string", "enum": list(names)}
    )


class RefusedError(Exception):
    """A call that is refused before it does anything; the model is told why."""

    def __init__(self, message: str) -> None:
        """Take what the model is told."""
        super().__init__(message)
        self.message = message


class FailedError(Exception):
    """A call that came to nothing; the model is told why."""

    def __init__(self, message: str) -> None:
        """Take what the model is told."""
        super().__init__(message)
        self.message = message


def refused(message: str, kept: str | None = None) -> ToolAnswer:
    """Give the answer to a call that could not be taken as it was."""
    shown = f"<tool_use_error>{message}</tool_use_error>"
    return ToolAnswer(shown, kept if kept is not None else f"Error: {message}", is_error=True)


def unknown_tool(name: str) -> ToolAnswer:
    """Give the answer to a call of a tool that there is not."""
    message = f"Error: No such tool available: {name}"
    return refused(message, message)


class BuiltIn(Generic[TakesT]):
    """A tool that checks its input by a Struct; what it may refuse, it refuses before it acts."""

    name: ClassVar[str]
    description: ClassVar[str]
    takes: ClassVar[type[msgspec.Struct]]
    read_only: ClassVar[bool] = False

    @cached_property
    def schema(self) -> Mapping[str, Any]:
        """The JSON schema of its input."""
        return schema_of(self.takes)

    def is_read_only(self, given: Input) -> bool:
        """Say whether the call changes nothing, so that it may run beside others."""
        del given
        return self.read_only

    async def check(self, given: Input, context: ToolContext) -> ToolAnswer | None:
        """Say what is wrong with a call before anybody is asked about it; None: nothing is."""
        try:
            await self.refuse(self._read(given), context)
        except (RefusedError, FailedError, WrongInputError, OSError) as problem:
            return self._told(problem)
        return None

    async def run(self, given: Input, context: ToolContext) -> ToolAnswer:
        """Check the call again and do it."""
        try:
            wanted = self._read(given)
            await self.refuse(wanted, context)
        except (RefusedError, FailedError, WrongInputError, OSError) as problem:
            return self._told(problem)
        try:
            return await self.act(wanted, context)
        except (RefusedError, FailedError, WrongInputError, OSError) as problem:
            return self._told(problem)

    async def refuse(self, wanted: TakesT, context: ToolContext) -> None:
        """Raise where the call cannot be taken; nothing is changed."""

    async def act(self, wanted: TakesT, context: ToolContext) -> ToolAnswer:
        """Do it."""
        raise NotImplementedError

    def _read(self, given: Input) -> TakesT:
        return cast("TakesT", read_input(self.name, self.takes, given))

    def _told(self, problem: Exception) -> ToolAnswer:
        match problem:
            case WrongInputError():
                return refused(problem.shown, problem.kept)
            case RefusedError():
                return refused(problem.message)
            case FailedError():
                return ToolAnswer(problem.message, f"Error: {problem.message}", is_error=True)
        assert isinstance(problem, OSError)  # noqa: S101 - the last of those that are caught
        message = os_words(problem)
        return ToolAnswer(message, f"Error: {message}", is_error=True)


def os_words(problem: OSError) -> str:
    """Say what the system refused, with the name of the error as models know it."""
    import errno  # noqa: PLC0415 - only where something went wrong

    code = errno.errorcode.get(problem.errno or 0, "EIO")
    words = _NODE_WORDS.get(code, (problem.strerror or "failed").lower())
    where = f" '{problem.filename}'" if problem.filename else ""
    return f"{code}: {words},{where}" if where else f"{code}: {words}"


_NODE_WORDS = {
    "EISDIR": "illegal operation on a directory",
    "ENOENT": "no such file or directory",
    "EACCES": "permission denied",
    "ENOTDIR": "not a directory",
}


def absolute(path: str, context: ToolContext) -> Path:
    """Give the place that a tool's path means: ``~`` and relative paths are taken, too."""
    return Path(_normal(context.cwd / Path(path).expanduser()))


def _normal(path: Path) -> str:
    import os  # noqa: PLC0415 - pathlib keeps `..`, which is taken away here by the words alone

    return os.path.normpath(path)


def shown_path(path: Path, context: ToolContext) -> str:
    """Give a path as answers show it: relative to the working folder where it lies inside."""
    return str(path.relative_to(context.cwd)) if path.is_relative_to(context.cwd) else str(path)


def size_words(size: float) -> str:
    """Give a number of bytes as the client words it: ``39.1KB``, ``256KB``."""
    unit = "bytes"
    for larger in ("KB", "MB", "GB"):
        if size < 1024:  # noqa: PLR2004 - what a kilobyte is
            break
        size, unit = size / 1024, larger
    if unit == "bytes":
        return f"{size:.0f} bytes"
    return f"{size:.1f}".removesuffix(".0") + unit
