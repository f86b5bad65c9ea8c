"""Merges are proven: the real client resumes the result, and sends both parts."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.edit.clone import clone
from steno.edit.merge import merge
from steno.session.session import load
from tests.edit.edited import result_of
from tests.edit.parted import PAIRS, laid_out, pair, said_by_each, words_of
from tests.interop.agreement import disagreement
from tests.interop.resuming import Attempt, Resumer
from tests.interop.sampling import sample
from tests.recorded_resumes import SHARED, session_names
from tests.session.transcripts import chained, reply, text, user

if TYPE_CHECKING:
    from tests.edit.parted import Pair
    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

SEEDS: Final = sample(range(PAIRS), 5)
ASKED: Final = "What did the other copy say?"
ANSWERED: Final = "It said this."
_AT_A_TIME: Final = 3


def test_real_client_sends_both_parts(
    client: Client, scripts: Path, report: list[str], tmp_path: Path
) -> None:
    """Of forks in one file and of two copies: all that each part alone would send of its own."""
    pairs = {str(seed): pair(seed) for seed in SEEDS}
    with ThreadPoolExecutor(_AT_A_TIME) as crew:
        resumer = Resumer(client, scripts, tmp_path / "resumed", crew)
        for name, made in pairs.items():
            content = _merged(made, tmp_path / "made" / name)
            resumer.start(name, Attempt.by_path(content, resumer.folder_for(name)))
        said = {name: _fault(resumer, name, made, tmp_path) for name, made in pairs.items()}
    wrong = {name: fault for name, fault in said.items() if fault is not None}
    report.append(
        f"merge: the client sent both parts of {len(pairs) - len(wrong)} of {len(pairs)} pairs, "
        f"{sum(made.is_fork for made in pairs.values())} of them forks in one file"
    )
    assert wrong == {}


def test_real_client_sends_both_parts_of_real_sessions(
    client: Client, scripts: Path, report: list[str], tmp_path: Path
) -> None:
    """Of a session and its fork at half way, which went on by one more turn."""
    with ThreadPoolExecutor(_AT_A_TIME) as crew:
        resumer = Resumer(client, scripts, tmp_path / "resumed", crew)
        names = [
            name
            for number, name in enumerate(sample(session_names(), 3))
            if _start_real(resumer, name, tmp_path / str(number))
        ]
        if not names:
            pytest.skip("needs the corpus in ../shared")
        wrong = {name: fault for name in names if (fault := _real_fault(resumer, name, tmp_path))}
    report.append(f"merge: and of {len(names) - len(wrong)} of {len(names)} real sessions")
    assert wrong == {}


def _start_real(resumer: Resumer, name: str, folder: Path) -> bool:
    """Merge a session with a fork of it that went on; False where it is too short for one."""
    path = folder / Path(name).name
    folder.mkdir()
    shutil.copyfile(SHARED / "corpus" / name, path)
    session = load(path)
    turns = [turn for turn in session.turns if turn.is_active]
    if len(turns) < 2 or session.refusal is not None:
        return False
    fork = result_of(clone(session, at=str(turns[len(turns) // 2 - 1].number), keep_uuids=True))
    assert fork.path is not None
    assert fork.chain is not None
    leaf = fork.outline.uuids[fork.chain.path[-1]]
    lines = (
        user("new-1", ASKED, parent=leaf),
        reply("new-2", text(ANSWERED), model=session.request_model),
    )
    fork.path.write_bytes(fork.path.read_bytes() + b"".join(chained(lines)))
    merged = result_of(merge(session, load(fork.path)))
    assert merged.path is not None
    content = merged.path.read_bytes()
    resumer.start(name, Attempt.by_path(content, resumer.folder_for(name)))
    return True


def _real_fault(resumer: Resumer, name: str, folder: Path) -> str | None:
    resumed = resumer.resumed(name)
    differs = disagreement(resumer.attempt(name), resumed, folder)
    if differs is not None or resumed.request is None:
        return differs or str(resumed.said)
    sent = words_of(resumed.request["messages"])
    own = words_of(load(SHARED / "corpus" / name).messages())
    # A client wraps what stands behind the last message in words of its own.
    return _disorder(sent, [[ASKED, ANSWERED]]) or _disorder(sent, [own[:-1]])


def _merged(made: Pair, folder: Path) -> bytes:
    result = result_of(merge(*laid_out(made, folder)))
    assert result.path is not None
    return result.path.read_bytes()


def _fault(resumer: Resumer, name: str, made: Pair, folder: Path) -> str | None:
    """Say what is wrong with a resume; None where both parts were sent, one after the other."""
    resumed = resumer.resumed(name)
    differs = disagreement(resumer.attempt(name), resumed, folder)
    if differs is not None or resumed.request is None:
        return differs or str(resumed.said)
    return _disorder(words_of(resumed.request["messages"]), said_by_each(made))


def _disorder(words: list[str], parts: list[list[str]]) -> str | None:
    place = 0
    for part in parts:
        missing = [word for word in part if word not in words]
        if missing:
            return f"{missing} was not sent"
        found: Any = sorted(words.index(word) for word in part)
        if found and found[0] < place:
            return f"{part} was sent too early"
        place = found[-1] if found else place
    return None
