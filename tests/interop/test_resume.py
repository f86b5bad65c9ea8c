"""What ``steno.load(path).messages()`` gives is what the real client sends when it resumes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import pytest

from tests.interop.agreement import agrees_on_blocks, disagreement
from tests.interop.damaged import damaged, damaged_names
from tests.interop.resuming import Attempt, Resumer
from tests.interop.sampling import sample
from tests.interop.scenarios import all_scenarios, why_not
from tests.recorded_resumes import (
    or_skipped,
    probe,
    probe_names,
    recorded_session,
    session_names,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from tests.interop.lab import Lab
    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

KNOWN_DIFFERENCES: Final = {
    "resume_other_cwd": "the client looks for the id in the folder of its project only; "
    "steno is given the file",
    "filename_not_uuid": "the client takes no name for an id that is none; steno is given the file",
}
"""Defects on which steno and the client differ, each with the reason."""


SESSIONS: Final = sample(session_names(), 6)
PROBES: Final = sample(probe_names(), 10)


def content_name(content: bytes) -> str:
    """Name a transcript by what is in it: copies need not be resumed twice."""
    return hashlib.sha256(content).hexdigest()


def start_all(resumer: Resumer) -> Resumer:
    """Begin to resume the damaged transcripts and the sample of the recorded ones."""
    for name in damaged_names():
        resumer.start(name, damaged(name, resumer.folder_for(name)))
    for recorded in (*map(recorded_session, SESSIONS), *map(probe, PROBES)):
        folder = resumer.folder_for(recorded.name)
        resumer.start(recorded.name, Attempt.by_path(recorded.content, folder))
    return resumer


@pytest.fixture(scope="module")
def resumer(
    client: Client,
    scripts: Path,
    captures: Lab,
    crew: Executor,
    tmp_path_factory: pytest.TempPathFactory,
) -> Resumer:
    """Give the known client with all resumes under way, what the scenarios wrote first."""
    resumer = Resumer(client, scripts, tmp_path_factory.mktemp("resumed"), crew)
    begun = set()
    for name, scenario in all_scenarios().items():
        if why_not(scenario) is None:
            # Scenarios are typed with pauses: nothing else may keep the machine busy.
            for path in captures.capture(name).transcripts():
                content = path.read_bytes()
                begun.add((content_name(content), content))
    for name, content in sorted(begun):
        resumer.start(name, Attempt.by_path(content, resumer.folder_for(name)))
    return start_all(resumer)


@pytest.fixture(scope="module")
def newest_resumer(
    newest: Client, scripts: Path, crew: Executor, tmp_path_factory: pytest.TempPathFactory
) -> Resumer:
    """Give the newest client with its resumes under way."""
    return start_all(Resumer(newest, scripts, tmp_path_factory.mktemp("newest"), crew))


@pytest.mark.parametrize("name", list(all_scenarios()))
def test_what_the_client_wrote_resumes_alike(
    name: str, captures: Lab, resumer: Resumer, tmp_path: Path
) -> None:
    """For each transcript of a scenario, at each of its stages, the messages are the same."""
    reason = why_not(all_scenarios()[name])
    if reason is not None:
        pytest.skip(reason)
    contents = {path: path.read_bytes() for path in captures.capture(name).transcripts()}
    assert contents
    found = {
        str(path): compared(resumer, content_name(content), tmp_path)
        for path, content in contents.items()
    }
    assert {path: said for path, said in found.items() if said is not None} == {}


def compared(resumer: Resumer, name: str, folder: Path) -> str | None:
    """Compare what came of a resume with what steno says of it."""
    return disagreement(resumer.attempt(name), resumer.resumed(name), folder)


@pytest.mark.parametrize("name", or_skipped(damaged_names()))
def test_damaged_transcripts_resume_alike(name: str, resumer: Resumer, tmp_path: Path) -> None:
    """With each defect the messages are the same, or the refusal has the same reason."""
    found = compared(resumer, name, tmp_path)
    assert (found is None) is (name not in KNOWN_DIFFERENCES), found


def test_differences_are_few(resumer: Resumer) -> None:
    """Of the defects with which the client sends a request, 98 in 100 make no difference."""
    if not damaged_names():
        pytest.skip("needs the lab in ../shared/interop")
    sent = [name for name in damaged_names() if resumer.resumed(name).request is not None]
    assert len(sent) > 90
    assert len(KNOWN_DIFFERENCES.keys() & set(sent)) <= len(sent) / 50
    assert KNOWN_DIFFERENCES.keys() <= set(damaged_names())


@pytest.mark.parametrize("name", or_skipped(SESSIONS))
def test_sessions_of_the_corpus_resume_alike(name: str, resumer: Resumer, tmp_path: Path) -> None:
    """For real sessions of many versions the messages are the same to the last key."""
    assert compared(resumer, name, tmp_path) is None


@pytest.mark.parametrize("name", or_skipped(PROBES))
def test_probes_resume_alike(name: str, resumer: Resumer, tmp_path: Path) -> None:
    """For probes of single rules the messages are the same to the last key."""
    assert compared(resumer, name, tmp_path) is None


def test_newest_client_is_reported(
    newest_resumer: Resumer, report: list[str], tmp_path: Path
) -> None:
    """How the newest client resumes is shown in the end, and is no failure while most agree."""
    names = [*damaged_names(), *SESSIONS, *PROBES]
    if not names:
        pytest.skip("needs the lab in ../shared/interop")
    runs = {name: (newest_resumer.attempt(name), newest_resumer.resumed(name)) for name in names}
    found = {name: disagreement(*run, tmp_path) for name, run in runs.items()}
    differing = {name: said for name, said in found.items() if said is not None}
    alike = {name for name, run in runs.items() if agrees_on_blocks(*run, tmp_path)}
    report.append(
        f"{newest_resumer.client.version} resumes {len(alike)} of {len(names)} transcripts with "
        f"the blocks that this release says, {len(names) - len(differing)} to the last key"
    )
    report.extend(
        f"  {'the same blocks' if name in alike else 'other blocks'} for {name}: {said[:200]}"
        for name, said in sorted(differing.items(), key=lambda row: row[0] in alike)
    )
    assert len(alike) > len(names) / 2
