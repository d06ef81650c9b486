"""What all tests share: a reproducible hypothesis, and the project's folder as the place to stand."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.debian import summary
from helpers.samples import is_sampled, is_thorough
from plyground.native import HAS_CORE, _core, is_native
from plyground.searchers import Limits, Searcher
from plyground.searchers.native import Twin

ROOT = Path(__file__).parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-fixtures", action="store_true", help="write the playthroughs anew")


# What a person has chosen for terminals and languages: tests choose for themselves.
_CHOSEN = re.compile(
    r"LC_.*|LANG|LANGUAGE|COLUMNS|LINES|NO_COLOR|(FORCE|CLI)_?COLOR.*|TERMINAL_WIDTH|PLYGROUND_.*LANG"
)


def _choose_language() -> None:
    """Commands speak English and print as to no terminal, whatever the language of the machine is."""
    for name in filter(_CHOSEN.fullmatch, list(os.environ)):
        del os.environ[name]
    os.environ["LC_ALL"] = "C.UTF-8"


def _choose_folder() -> None:
    """Folders of tests lie where paths have spaces, letters with accents and parentheses, as users' do."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir(), f"plyground ação ({user})")
    folder.mkdir(mode=0o700, exist_ok=True)
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))


def pytest_configure() -> None:
    _choose_language()
    _choose_folder()
    if wanted := os.environ.get("PLYGROUND_SANITIZED_CORE"):
        assert _core.__file__ == wanted, f"{_core.__file__} was loaded in place of {wanted}"
    os.environ["PYTHONDONTWRITEBYTECODE"] = ""  # hundreds of commands are run: modules are compiled once
    sys.setrecursionlimit(
        max(5_000, sys.getrecursionlimit())
    )  # as a search does: not first in a hypothesis
    os.chdir(ROOT)  # the specs of examples are paths: examples/nim.py:Nim


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests wait for processes and browsers for a third of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", ())
    if lines := summary(str(report.longrepr) for report in skipped):
        terminalreporter.section("not tested", yellow=True, bold=True)
        for line in lines:
            terminalreporter.write_line(line)


def _asks_for_core(item: pytest.Item) -> bool:
    """Whether it is the compiled core's turn of a test of both."""
    return isinstance(item, pytest.Function) and "native" in re.split(r"[\[\]-]", item.name)


def _shares_fixtures(item: pytest.Item) -> bool:
    """Whether it uses a fixture that its file makes once: each process that runs a test of the file pays for it."""
    if not isinstance(item, pytest.Function):
        return False
    made = item._fixtureinfo.name2fixturedefs.values()
    return any(each[-1].scope == "module" for each in made)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What one process must do alone begins first, so that the others have something to do meanwhile.

    Where there is no compiled core, what needs it is skipped: see `make test-pure`. Tests of properties are
    slow ones when they draw all their samples. What takes Python long is left to the campaign: the compiled
    core has done it, and does as Python does.
    """
    for item in items:
        if is_thorough() and is_sampled(item):
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("slow_in_python") and "[python" in item.name:
            item.add_marker(pytest.mark.campaign)
        if _shares_fixtures(item) and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
        if not HAS_CORE and (item.get_closest_marker("needs_core") or _asks_for_core(item)):
            item.add_marker(pytest.mark.skip("this installation has no compiled core"))
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


@pytest.fixture(autouse=True, scope="session")
def _runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Runs of tests do not go where the user's own are."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PLYGROUND_RUNS", str(tmp_path_factory.mktemp("runs-of-tests")))
        yield


@pytest.fixture(autouse=True)
def _modules() -> Iterator[None]:
    """An agent that is made here has users' modules forgotten, and ours look like a user's."""
    before = dict(sys.modules)
    yield
    for name, module in before.items():
        sys.modules.setdefault(name, module)


@pytest.fixture
def rewrite_fixtures(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--rewrite-fixtures"))


@pytest.fixture(params=["python", "native"])
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """One suite, two cores: what a searcher's core="auto" means in this test, [python] or [native]."""
    chosen: str = request.param
    real = Searcher.twin

    def twin(self: Searcher, position: Any, limits: Limits) -> Twin | None:
        if chosen == "native" and not is_native(position):
            pytest.skip("no line game: the compiled core has no such rules")
        found = None if chosen == "python" else real(self, position, limits)
        assert (found is not None) == (chosen == "native")
        return found

    monkeypatch.setattr(Searcher, "twin", twin)
    return chosen
