"""Repair is proven: of a mended session the real client sends no less, and all that it can."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.edit.repair import repair
from steno.session.session import load
from tests.edit.damages import damaged as wreck_of
from tests.edit.defects import DEFECTS
from tests.edit.test_wrecks import WRECKS
from tests.edit.test_wrecks import wreck as wreck_by_name
from tests.interop.agreement import disagreement
from tests.interop.damaged import damaged, damaged_names
from tests.interop.resuming import Attempt, Resumer
from tests.interop.sampling import sample
from tests.recorded_resumes import or_skipped
from tests.session.transcripts import brief

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Executor
    from pathlib import Path

    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

SEEDS: Final = [int(seed) for seed in sample(list(map(str, range(200))), 10)]
"""The made-up wrecks that are resumed: a fixed part of them, or all."""
NAMES: Final = sample(sorted(WRECKS), 10)
"""The wrecks of one kind each that are resumed, alike."""
_LONGEST: Final = 1 << 20
"""Defects that are only long need no repair."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A damaged session and what a repair made of it."""

    before: bytes
    after: bytes
    is_changed: bool


def mended(content: bytes, folder: Path) -> Mended:
    """Repair a transcript."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "before.jsonl"
    path.write_bytes(content)
    plan = repair(load(path), in_place=True)
    result = plan.files[-1].content
    assert result is not None
    return Mended(content, b"".join(result()), bool(plan.changes))


def words(messages: Iterable[dict[str, Any]]) -> set[str]:
    """Give every block of some messages, without the order."""
    return {word.strip() for _, *said in brief(messages) for word in said} - {"(no content)"}


def own_words(content: bytes, folder: Path) -> set[str]:
    """Give what steno says a resume of a transcript sends."""
    path = folder / "words.jsonl"
    path.write_bytes(content)
    return words(load(path).messages())


def sent(resumer: Resumer, name: str) -> set[str]:
    """Give what the client sent; nothing where it refused."""
    request = resumer.resumed(name).request
    return set() if request is None else words(request["messages"])


@pytest.fixture(scope="module")
def resumer(
    client: Client, scripts: Path, crew: Executor, tmp_path_factory: pytest.TempPathFactory
) -> Resumer:
    """Give the client with all resumes under way, before and after."""
    folder = tmp_path_factory.mktemp("repaired")
    resumer = Resumer(client, scripts, folder / "resumed", crew)
    for name in damaged_names():
        content = damaged(name, folder / name).content
        if len(content) < _LONGEST:
            # How the client resumes them as they are is the matter of test_resume.
            _start(resumer, name, mended(content, folder / "mended"), both=False)
    for name, (content, _, _) in DEFECTS.items():
        _start(resumer, name, mended(content, folder / "mended"))
    for seed in SEEDS:
        _start(resumer, str(seed), mended(wreck_of(seed).content, folder / "mended"))
    for name in NAMES:
        _start(resumer, name, mended(wreck_by_name(name), folder / "mended"))
    return resumer


def _start(resumer: Resumer, name: str, one: Mended, *, both: bool = True) -> None:
    """Resume what was mended, before and after."""
    for when, content in (("before", one.before), ("after", one.after)):
        if one.is_changed and (both or when == "after"):
            key = f"{name} {when}"
            resumer.start(key, Attempt.by_path(content, resumer.folder_for(key)))


def compare(resumer: Resumer, name: str, before: bytes, folder: Path) -> None:
    """See that the client sends what steno says, and no less than before the repair."""
    after = f"{name} after"
    if not _has(resumer, after):
        pytest.skip("there is nothing to mend")
    assert disagreement(resumer.attempt(after), resumer.resumed(after), folder) is None
    assert resumer.resumed(after).request is not None
    said = own_words(before, folder)
    # The client says more than the session does: reminders, and the new prompt.
    seen = said & sent(resumer, f"{name} before") if _has(resumer, f"{name} before") else said
    assert seen <= own_words(resumer.attempt(after).content, folder)


@pytest.mark.parametrize("name", or_skipped(damaged_names()))
def test_mended_defects_resume(name: str, resumer: Resumer, tmp_path: Path) -> None:
    """Each defect of the lab that a repair mends."""
    compare(resumer, name, damaged(name, tmp_path / "lab").content, tmp_path)


@pytest.mark.parametrize("name", list(DEFECTS))
def test_defects_of_the_docs_resume(name: str, resumer: Resumer, tmp_path: Path) -> None:
    """Before and after, the client sends as many messages as docs/editing.md says."""
    _, before, after = DEFECTS[name]
    for when, count in (("before", before), ("after", after)):
        key = f"{name} {when}"
        if _has(resumer, key):
            assert disagreement(resumer.attempt(key), resumer.resumed(key), tmp_path) is None
            assert (resumer.resumed(key).request is None) is (count == 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_mended_wrecks_resume(seed: int, resumer: Resumer, tmp_path: Path) -> None:
    """Each made-up wreck: all that could be brought back is sent."""
    wreck = wreck_of(seed)
    compare(resumer, str(seed), wreck.content, tmp_path)
    ideal = own_words(wreck.ideal, tmp_path)
    spoken = {word for word in ideal if wreck.is_exact or not word.startswith("thinking")}
    assert spoken <= sent(resumer, f"{seed} after")


@pytest.mark.parametrize("name", NAMES)
def test_wrecks_of_every_kind_resume(name: str, resumer: Resumer, tmp_path: Path) -> None:
    """Whatever a disk, a sync tool or an editor did: no less is sent, and what steno says."""
    compare(resumer, name, wreck_by_name(name), tmp_path)


def test_repairs_are_reported(resumer: Resumer, report: list[str]) -> None:
    """How many there were is shown in the end."""
    names = [*damaged_names(), *DEFECTS, *map(str, SEEDS), *NAMES]
    done = [name for name in names if _has(resumer, f"{name} after")]
    both = [name for name in done if _has(resumer, f"{name} before")]
    refused = [name for name in both if resumer.resumed(f"{name} before").request is None]
    report.append(
        f"repair: {len(done)} of {len(names)} damaged sessions had something to mend, and the "
        f"client resumes them all; {len(refused)} of {len(both)} it had refused before"
    )
    assert len(done) > len(names) / 4


def _has(resumer: Resumer, name: str) -> bool:
    try:
        resumer.attempt(name)
    except KeyError:
        return False
    return True
