"""Wild animals are contained by default: files, network, processes and disk stay as they were.

They are let loose inside a fence of their own (tests/helpers/fence.py), so that a mistake here hurts nothing.
One run inside tries all attempts; the tests read off what came of each.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

from helpers.fence import run_inside
from plyground.workers.landlock import landlock_abi

WILD = Path("tests/arena/wild")
LATE = 5.0  # seconds beyond the limit, on a machine where much else runs; `make bench` measures it

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="NOT TESTED: containment, which only Linux has"),
    pytest.mark.xdist_group("wild"),
]


def animals(file: str) -> list[str]:
    """The names of the animals in a file, which is not loaded here."""
    tree = ast.parse((WILD / file).read_text())
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]


ATTEMPTS = [*animals("attempts.py"), *animals("calls.py")]
# The system says that these were done, and they were not: see workers/system_calls.py.
IGNORED = {"gives_a_file_away", "marks_a_file", "moves_another_to_a_core", "leaves_a_will"}
MODES = {"locks_a_file", "locks_an_open_file"}  # these, too, where the folders of others are not read-only
# In memory of its own, which is gone with it.
OWN = {"leaves_something_in_shared_memory"}
MOUNTS = {"with mounts of its own": [], "where it gets none": ["mounts=0"]}


def need_landlock(version: int = 1) -> None:
    if landlock_abi() < version:
        pytest.skip(f"NOT TESTED: containment: this kernel has no Landlock of version {version}")


def outcomes(report: dict[str, Any]) -> dict[str, str]:
    lines = (line.partition("=") for line in report["printed"].splitlines())
    return {name: outcome for name, _, outcome in lines}


@pytest.fixture(scope="module", params=list(MOUNTS))
def attempted(request: pytest.FixtureRequest) -> dict[str, Any]:
    need_landlock()
    report = run_inside("attempts", *MOUNTS[request.param])
    if report["no_mounts"] and not MOUNTS[request.param]:
        pytest.skip(f"NOT TESTED: mounts of its own: {report['no_mounts']}")
    return report | {"harmless": IGNORED | (MODES if MOUNTS[request.param] else OWN)}


@pytest.fixture(scope="module", params=list(MOUNTS))
def broken_out(request: pytest.FixtureRequest) -> dict[str, Any]:
    need_landlock()
    return run_inside("outbreaks", *MOUNTS[request.param])


def test_the_zoo_is_large() -> None:
    assert len(ATTEMPTS) >= 80


@pytest.mark.parametrize("name", ATTEMPTS)
def test_an_attempt_fails(name: str, attempted: dict[str, Any]) -> None:
    outcome = outcomes(attempted)[name]
    assert (outcome == "done") == (name in attempted["harmless"]), outcome


def test_no_attempt_has_changed_anything(attempted: dict[str, Any]) -> None:
    """Nothing of the home, not even a mode or a time; nobody was reached, halted, slowed or killed."""
    assert attempted["ending"] == "rules", attempted["detail"]
    assert (attempted["changed"], attempted["visited"], attempted["harmed"]) == ([], [], {})
    assert (attempted["processes"], attempted["folders"], attempted["shared"]) == ([], [], [])


@pytest.mark.slow
def test_the_same_attempts_do_harm_without_confinement() -> None:
    """So the tests above can fail."""
    report = run_inside("trusted")
    told = outcomes(report)
    assert {name for name in ATTEMPTS if told[name] == "done"} >= {
        "reads_a_key",
        "writes_the_profile",
        "writes_the_store",
        "connects_to_a_port",
        "connects_to_a_service",
        "halts_another",
        "kills_another",
        "sends_a_shell",
    }
    assert "/home/wild/.ssh/id_rsa" in report["changed"]
    assert set(report["visited"]) >= {"port", "service", "abstract"}
    assert report["harmed"] == {"alive": False}


# What an older Landlock does not contain, and its note says so.
TRUNCATION = {"cuts_a_file_short", "cuts_by_opening"}
SIGNALS = {"signals_its_parent", "kills_another"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "lacking"),
    [(1, TRUNCATION | SIGNALS), (2, TRUNCATION | SIGNALS), (3, SIGNALS), (4, SIGNALS), (5, SIGNALS)],
)
def test_an_older_landlock_contains_all_but_what_it_says(version: int, lacking: set[str]) -> None:
    need_landlock(version)
    told = outcomes(run_inside("attempts", f"landlock={version}", "mounts=0"))
    assert {name for name in ATTEMPTS if told[name] == "done"} - IGNORED - MODES <= lacking


@pytest.mark.slow
def test_own_mounts_close_what_an_older_landlock_does_not_know() -> None:
    need_landlock()
    report = run_inside("attempts", "landlock=1")
    if report["no_mounts"]:
        pytest.skip(f"NOT TESTED: mounts of its own: {report['no_mounts']}")
    told = outcomes(report)
    assert {told[name] for name in TRUNCATION} == {"EROFS"}


@pytest.mark.slow
def test_no_outbreak_leaves_anything_behind(broken_out: dict[str, Any]) -> None:
    for name, found in broken_out.items():
        left = {key: found[key] for key in ("processes", "folders", "shared")}
        assert left == {"processes": [], "folders": [], "shared": []}, name
        assert found["unchanged"], name


PLAYING_ON = (
    "nests",
    "locks_its_folders",
    "swaps_its_folder",
    "removes_its_folder",
    "leaves_a_daemon",
    "PondersInAChild",
    "PondersInAThread",
    "kills_everybody",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYING_ON)
def test_an_outbreak_that_hurts_nobody_is_played_on(name: str, broken_out: dict[str, Any]) -> None:
    """Also in the second game: 3,000 nested folders were forfeits at the start of all later games."""
    for game in broken_out[name]["games"]:
        assert game["ending"] == "rules" or game["reason"] == "time", game  # a busy machine may be too slow
        assert "start" not in (game["reason"] or "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("fills_the_disk", {"crash", "time"}),
        ("fills_the_disk_with_names", {"crash", "time"}),
        ("breeds", {"time"}),
        ("breeds_in_generations", {"time"}),
        ("outruns", {"time"}),
        ("kills_its_group", {"crash"}),
        ("halts_its_player", {"crash"}),
        ("limits_its_player", {"crash"}),
        ("eats_descriptors", {"crash", "time"}),
    ],
)
def test_an_outbreak_loses_its_game_in_time(
    name: str, reasons: set[str], broken_out: dict[str, Any]
) -> None:
    for game in broken_out[name]["games"]:
        assert game["ending"] == "forfeit"
        assert game["reason"] in reasons, game
        assert game["seconds"] < LATE


@pytest.mark.slow
def test_a_child_that_computes_in_the_opponents_time_is_found_out_and_halted(
    broken_out: dict[str, Any],
) -> None:
    """Only the process itself was metered."""
    for name in ("PondersInAChild", "PondersInAThread"):
        (game,) = broken_out[name]["games"]
        first, second, *others = game["pondered"]
        assert first == 0 < 0.005 < second
        assert max(others) < second / 2


@pytest.mark.slow
def test_a_player_that_is_halted_or_limited_is_replaced_and_its_agents_are_named() -> None:
    """A match waited for ever for a halted player, and named nobody when one had no more files."""
    report = run_inside("player")
    for name in ("halts_its_player", "limits_its_player"):
        assert report[name].startswith("a player process died 3 times at the same pair"), report[name]
        assert "of wild and tame: an agent may have killed or halted it" in report[name]
    assert (report["processes"], report["folders"]) == ([], [])


# ---------------------------------------------------------------- players that are killed


@pytest.fixture(scope="module")
def killed() -> dict[str, Any]:
    """Trusted agents that kill their player: once in a game, or always; of a pool, and of a cluster's machine."""
    return run_inside("killers")


def endings(games: list[list[Any]]) -> list[str]:
    return [ending for _, ending, *_ in games]


@pytest.mark.slow
def test_players_that_die_are_replaced_and_their_pairs_played_again(killed: dict[str, Any]) -> None:
    """The third death in a run was taken for the third at the same pair, and ended the run."""
    assert (killed["killed"], endings(killed["games"])) == (3, ["rules"] * 3)
    assert killed["again"] == killed["games"]  # and then none has died


@pytest.mark.slow
def test_a_pair_that_kills_three_players_is_given_up(killed: dict[str, Any]) -> None:
    assert "died 3 times at the same pair (status -9)" in killed["always"]


@pytest.mark.slow
def test_a_dead_player_of_a_cluster_is_replaced_and_a_deadly_pair_given_up(killed: dict[str, Any]) -> None:
    cluster = killed["cluster"]
    assert (cluster["killed"], endings(cluster["games"])) == (1, ["rules"])
    assert "died 3 times at the same pair (status -9)" in cluster["always"]


@pytest.mark.slow
def test_a_player_that_is_killed_takes_its_agents_with_it(killed: dict[str, Any]) -> None:
    """Not what they have forked: nobody knows of that any more."""
    assert (killed["processes"], killed["shared"]) == ([], [])
