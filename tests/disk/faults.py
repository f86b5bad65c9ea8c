"""System calls that fail on demand: the n-th call of a name raises, or takes only a part."""

from __future__ import annotations

import contextlib
import errno
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(slots=True)
class Fault:
    """Counts the calls of one system call, and remembers whether it failed one."""

    name: str
    nth: int
    code: int
    calls: int = 0

    @property
    def fired(self) -> bool:
        """Whether the call that was to fail has been made."""
        return self.calls >= self.nth

    def error(self) -> OSError:
        """Make the error that the call gives."""
        return OSError(self.code, os.strerror(self.code))


@contextlib.contextmanager
def failing(name: str, nth: int, code: int = errno.EIO, module: Any = os) -> Iterator[Fault]:
    """Make the n-th call of a function of ``os`` fail; calls before and after it work."""
    fault = Fault(name, nth, code)
    real = getattr(module, name)

    def call(*args: Any, **kwargs: Any) -> Any:
        fault.calls += 1
        if fault.calls == nth:
            if name == "close":
                # The descriptor is gone even when closing it fails.
                real(*args, **kwargs)
            raise fault.error()
        return real(*args, **kwargs)

    with replaced(name, call, module):
        yield fault


@contextlib.contextmanager
def short_writes(size: int, *, fail_at: int = 0, code: int = errno.ENOSPC) -> Iterator[Fault]:
    """Let a write take only so many bytes; with ``fail_at`` the n-th of them fails."""
    fault = Fault("write", fail_at, code)
    real = os.write

    def call(fd: int, content: bytes) -> int:
        fault.calls += 1
        if fault.calls == fail_at:
            raise fault.error()
        return real(fd, bytes(content)[:size])

    with replaced("write", call):
        yield fault


@contextlib.contextmanager
def replaced(name: str, call: Callable[..., Any], module: Any = os) -> Iterator[None]:
    """Put another function in the place of a system call."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, call)
        yield
