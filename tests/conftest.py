"""What all tests share: hypothesis profiles, a home of their own, the samples beside the clone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# A busy machine is no failure: no deadline, and no complaint about slow examples.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# So many that all tests end within ten minutes on two cores; "thorough" is for a quiet evening.
_EXAMPLES = 60
settings.register_profile("dev", _PATIENT, max_examples=_EXAMPLES)
settings.register_profile("ci", _PATIENT, max_examples=_EXAMPLES, derandomize=True, print_blob=True)
settings.register_profile("thorough", _PATIENT, max_examples=1000)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)

_OF_THE_MACHINE = ("CLAUDE_CONFIG_DIR", "COLUMNS", "STENO_", "XDG_")


@pytest.fixture(scope="session", autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests away from the sessions and the settings of whoever runs them."""
    home = str(tmp_path_factory.mktemp("home"))
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(_OF_THE_MACHINE)]:
            patch.delenv(name)
        patch.setenv("HOME", home)
        patch.setenv("USERPROFILE", home)
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """Give the folder of sources beside the repository, or skip."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("needs the folder ../shared beside the repository")
    return folder


@pytest.fixture(scope="session")
def corpus(shared: Path) -> Path:
    """Give the corpus of real transcripts, in the layout of a home, or skip."""
    folder = shared / "corpus"
    if not folder.is_dir():
        pytest.skip("needs the corpus of real transcripts in ../shared/corpus")
    return folder
