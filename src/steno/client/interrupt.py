"""Breaking off: what the person may do at any moment of a turn."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


class BrokenOffByPerson(Exception):  # noqa: N818 - no error: somebody wished it
    """The person broke off what was going on."""


class Interrupt:
    """A wish to break off, which holds until the next turn begins."""

    def __init__(self) -> None:
        """Begin without such a wish."""
        self._wished = asyncio.Event()

    @property
    def is_wished(self) -> bool:
        """Whether somebody broke off."""
        return self._wished.is_set()

    def wish(self) -> None:
        """Break off what is going on."""
        self._wished.set()

    def forget(self) -> None:
        """Begin anew."""
        self._wished.clear()

    async def race(self, work: Coroutine[Any, Any, T]) -> T:
        """Do some work unless it is broken off; then it is cancelled, and has ended when we raise.

        Work that was done in the same moment counts as done.
        """
        if self.is_wished:
            work.close()
            raise BrokenOffByPerson
        task, wish = asyncio.ensure_future(work), asyncio.ensure_future(self._wished.wait())
        try:
            await asyncio.wait({task, wish}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise BrokenOffByPerson
        finally:
            wish.cancel()
            await _end(task)


async def _end(task: asyncio.Future[Any]) -> None:
    """Cancel a task and wait until it is over; what it has to say by then is not heard."""
    if not task.done():
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task
