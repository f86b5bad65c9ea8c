"""What all tests share: hypothesis profiles, a home of their own, the samples beside the clone."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# A busy machine is no failure: no deadline, and no complaint about slow examples.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# So many that all tests end within ten minutes on two cores; "thorough" is for a quiet evening.
_EXAMPLES = 100
settings.register_profile("dev", _PATIENT, max_examples=_EXAMPLES)
settings.register_profile("ci", _PATIENT, max_examples=_EXAMPLES, derandomize=True, print_blob=True)
settings.register_profile("thorough", _PATIENT, max_examples=1000)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)

# Measuring what a test covers doubles its time. What tries the same code over and over has nothing
# to add to what the plain examples cover, so that the floors have to be reached by those alone.
_REPEATING = (
    "benchmarks/", "analyse/test_memory.py", "cli/test_edit_diff.py",
    "cli/test_terminal_safety.py", "cli/test_troubles.py", "disk/test_hostile.py",
    "edit/test_accounting.py", "edit/test_hostile_bundles.py", "secrets/test_figures.py",
    "secrets/test_secrets_memory.py", "session/test_memory.py", "trace/test_late_lines.py",
)  # fmt: skip

_OF_THE_MACHINE = ("CLAUDE_CONFIG_DIR", "COLUMNS", "STENO_", "XDG_")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage only where an example is run once."""
    for item in items:
        if isinstance(item, pytest.Function) and _is_repeating(item):
            item.add_marker(pytest.mark.no_cover)


def _is_repeating(item: pytest.Function) -> bool:
    place = item.path.relative_to(Path(__file__).parent).as_posix()
    is_generated = getattr(item.obj, "is_hypothesis_test", False)
    return is_generated or place.startswith(_REPEATING) or place.endswith("_crashes.py")


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


@pytest.fixture
def usual_signals() -> Iterator[None]:
    """Let signals end what a test starts, also where the whole run was told to ignore them."""
    names = [name for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]
    before = {getattr(signal, name): signal.getsignal(getattr(signal, name)) for name in names}
    for number, handler in before.items():
        if handler is signal.SIG_IGN:
            usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
            signal.signal(number, usual)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
