"""News of running tools that are written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.client.options import Options
from steno.client.progress_lines import MOST, PAUSE, OutputLines
from steno.format import codec
from steno.model.script import call
from tests.client.agents import ask
from tests.client.test_assembly import House

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.client.lines import Draft


class _Written:
    """Lines that were written, at times that a test says."""

    def __init__(self) -> None:
        """Begin with none."""
        self.now, self.lines = 100.0, list[Any]()
        self.outputs = OutputLines(self._write, lambda: self.now)

    def _write(self, draft: Draft) -> None:
        self.lines.append(draft.before)

    @property
    def told(self) -> list[tuple[str, str]]:
        """The new output and the whole of each line."""
        return [(line["data"]["output"], line["data"]["fullOutput"]) for line in self.lines]


def test_lines_are_written_once_in_a_while_and_at_the_end() -> None:
    """What comes in between stands in the next line; nothing is lost, and nothing told twice."""
    written = _Written()
    for text in ("a", "b", "c"):
        written.outputs.heard("t1", text)
    written.now += PAUSE
    written.outputs.heard("t1", "d")
    written.outputs.heard("t1", "e")
    written.outputs.ended("t1")
    written.outputs.ended("t1")
    assert written.told == [("a", "a"), ("bcd", "abcd"), ("e", "abcde")]


def test_a_line_holds_the_end_of_a_long_output() -> None:
    """However much is put out, no line grows beyond a measure."""
    written = _Written()
    for at in range(5):
        written.now += PAUSE
        written.outputs.heard("t1", str(at) * MOST)
    assert written.told == [(str(at) * MOST, str(at) * MOST) for at in range(5)]


def test_calls_are_kept_apart() -> None:
    """Each call has its own pace and its own output."""
    written = _Written()
    for name in ("t1", "t2"):
        written.outputs.heard(name, name)
    assert [line["toolUseID"] for line in written.lines] == ["t1", "t2"]
    assert written.told == [("t1", "t1"), ("t2", "t2")]


def test_the_last_output_is_written_when_the_call_is_answered(tmp_path: Path) -> None:
    """All that a command put out is in the lines of a session."""
    command = "for i in 1 2 3 4 5 6; do echo LOUD$i; sleep 0.2; done"
    options = Options(progress_lines=True)
    house = House(tmp_path, [call("Bash", command=command)], "Done.", options=options)

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")

    house.run(work)
    lines = [codec.decode_json(line).value for line in house.path.read_bytes().split(b"\n") if line]
    told = [line["data"] for line in lines if line["type"] == "progress"]
    assert "".join(data["output"] for data in told).count("LOUD") == 6
    assert told[-1]["fullOutput"].count("LOUD") == 6
