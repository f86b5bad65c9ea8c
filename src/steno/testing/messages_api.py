"""A Messages API on this machine: as strict as the real one, with answers out of a script.

::

    with MessagesApi([[say("I look."), call("Bash", command="ls")], "Done."]) as api:
        ...  # ask at api.url with api.key, or start a program with api.environ
    assert api.problems == []
    assert api.requests[1].last_text == "a.txt"

Answers are written in the words of :mod:`steno.model.script`, faults in those of
:mod:`steno.testing.messages_faults`; both stand in one list and are taken in turn. A function of
the request comes first where there is one, and leaves to the list whatever it gives None for::

    def rules(request: Request) -> Reply:
        return "I am the sub-agent." if "Explore" in request.system_text else None


    MessagesApi(["I am the main one."], rules=rules)

What the real service refuses is refused in its words, with its status. Each refusal, and what is
odd although the service takes it (two messages of the user in a row), is in ``problems``; faults
are not.
"""

from __future__ import annotations

from http.server import ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Final, Self

from steno.model.script import Script, call_with
from steno.testing.messages_handler import handler_of
from steno.testing.messages_history import Memory
from steno.testing.messages_request import KEY, Judge
from steno.testing.messages_shape import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from steno.model.script import Answer, Block, Reply, Request

_NOTHING_LEFT: Final = "nothing is scripted for this request"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that hang up are part of it."""


class MessagesApi:
    """Answers by a script, and remembers what it was asked."""

    def __init__(  # noqa: PLR0913 - each says something else that is taken
        self,
        replies: Iterable[Reply] = (),
        *,
        rules: Callable[[Request], Reply] | None = None,
        key: str = KEY,
        models: Iterable[str] | None = None,
        context_tokens: int = 1_000_000,
        takes_foreign_thoughts: bool = False,
    ) -> None:
        """Take what to answer, and what to take; it listens at once.

        A request of more than ``context_tokens``, by a guess, is too long.
        ``takes_foreign_thoughts`` lets thoughts pass that another service has signed.
        """
        self.key = key
        self.requests: list[Request] = []
        """Every request for a message, in the order in which they came, also those refused."""
        self.counts: list[Request] = []
        """Every request to count tokens."""
        self.problems: list[str] = []
        """What the real service would not have taken, or what is odd."""
        self.is_closing = Event()
        self.judge = Judge(
            key=key,
            models=None if models is None else frozenset(models),
            context_tokens=context_tokens,
            memory=Memory(takes_foreign_thoughts=takes_foreign_thoughts),
        )
        self._script = Script(replies, rules)
        self._lock = Lock()
        self._server = _Server(("127.0.0.1", 0), handler_of(self))
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where it listens: what ANTHROPIC_BASE_URL is set to."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def environ(self) -> dict[str, str]:
        """The variables by which a program finds it."""
        return {"ANTHROPIC_BASE_URL": self.url, "ANTHROPIC_API_KEY": self.key}

    def close(self) -> None:
        """Listen no longer; answers under way are broken off."""
        self.is_closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        """Give the service itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def count(self, request: Request) -> None:
        """Take a request to count tokens; RefusedError where it is refused."""
        with self._lock:
            self.counts.append(request)
        self._judge(request, counts=True)

    def reply_to(self, request: Request) -> Reply:
        """Take a request for a message, and give what the script says; or RefusedError."""
        with self._lock:
            self.requests.append(request)
        self._judge(request, counts=False)
        reply = self._script.next_reply(request)
        if reply is None:
            raise RefusedError(_NOTHING_LEFT)
        return reply

    def _judge(self, request: Request, *, counts: bool) -> None:
        self.judge.check_headers(request.headers)
        with self._lock:
            self.problems += self.judge.check_body(request, counts=counts)

    def complain(self, problem: str) -> None:
        """Remember what was wrong with a request."""
        with self._lock:
            self.problems.append(problem)

    def issued(self, given: Answer) -> list[Block]:
        """Give the blocks of an answer, and remember what has to come back.

        A call that a script makes a second time gets an id of its own, as it would from a model.
        """
        with self._lock:
            memory = self.judge.memory
            blocks: list[Any] = [
                call_with(block["name"], block["input"])
                if block.get("type") == "tool_use" and memory.has_made(block["id"])
                else block
                for block in given.blocks
            ]
            memory.remember(blocks)
        return blocks
