"""Experiments: the same searches and games every time, whatever interrupts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground import load_game
from plyground.errors import BadSpec
from plyground.experiments.experiment import Experiment, ExperimentRun
from plyground.experiments.positions import samples
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.report.conditions import conditions
from plyground.report.figures import figures
from plyground.report.summary import report
from plyground.searchers import Limits, load_searcher

SMALL = {"agents": ("random", "minimax", "alphabeta"), "depths": (1, 2, 3), "positions": 2, "games": 2}


def small(**options: object) -> Experiment:
    return Experiment("tictactoe", **SMALL | {"repetitions": 1} | options)  # type: ignore[arg-type]


def timeless(run: ExperimentRun) -> list[SearchMeasurement]:
    return [search._replace(seconds=0.0) for search in SearchStore(run.store)]


def finished(experiment: Experiment, path: Path) -> ExperimentRun:
    run = ExperimentRun.start(experiment, path)
    run.finish(lambda what, done, total: None, workers=1)
    return run


def test_samples_are_seeded_distinct_and_not_over() -> None:
    game = load_game("connect4")
    found = list(samples(game, 5, 1))
    assert found == list(samples(game, 5, 1)) != list(samples(game, 5, 2))
    places = [game.parse(sample.text) for sample in found]
    assert len({place.canonical() for place in places}) == len(places) > 40
    assert all(place.outcome() is None for place in places)
    assert {sample.empty for sample in found} == set(range(42, 0, -4))


def test_every_search_is_what_the_searcher_says(tmp_path: Path) -> None:
    with finished(small(), tmp_path / "e.run").store as store:
        rows = list(SearchStore(store))
        specs = store.plan.agents
    for row in rows[::7]:
        place = load_game("tictactoe").parse(row.position)
        found = load_searcher(specs[row.agent]).search(place, Limits(depth=row.depth or None))
        assert (row.nodes, row.score, row.move) == (found.stats.nodes, found.score, place.write(found.move))
    assert {row.depth for row in rows if row.by_depth} == {1, 2, 3}
    assert {row.empty for row in rows} == set(range(1, 10))


def test_an_interrupted_experiment_goes_on(tmp_path: Path) -> None:
    calls = 0

    def interrupt(what: str, done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 20:
            raise KeyboardInterrupt

    run = ExperimentRun.start(small(), tmp_path / "a.run")
    with pytest.raises(KeyboardInterrupt):
        run.finish(interrupt)
    assert len(timeless(run)) == 20
    run.store.close()
    again, whole = finished(small(), tmp_path / "a.run"), finished(small(), tmp_path / "b.run")
    assert timeless(again) == timeless(whole)
    again.store.close()
    whole.store.close()


def test_another_experiment_in_the_same_file_is_refused(tmp_path: Path) -> None:
    finished(small(), tmp_path / "a.run").store.close()
    with pytest.raises(BadSpec, match=r"another experiment in .*: take another folder"):
        ExperimentRun.start(small(seed=1), tmp_path / "a.run")


def test_labels_are_algorithm_names_where_unique() -> None:
    assert Experiment("connect4").plan.names[2:] == (
        "minimax",
        "memo",
        "alphabeta",
        "table_alphabeta",
        "deepening",
    )
    two = Experiment("tictactoe", agents=("minimax(depth=2)", "minimax(depth=3)"))
    assert two.plan.names == ("minimax(depth=2)", "minimax(depth=3)")


ONE_PLY = """
from dataclasses import dataclass
from plyground import Outcome, Player, Position

@dataclass(frozen=True)
class Once(Position):
    taken: int = 0
    to_move: Player = Player.FIRST

    def outcome(self):
        return Outcome(winner=self.to_move.other) if self.taken else None

    def moves(self):
        return [] if self.taken else [1, 2]

    def after(self, move):
        return Once(move, self.to_move.other)
"""


def test_users_game_is_compared_with_suitable_agents(tmp_path: Path) -> None:
    """The usual agents include greedy, which is about lines on a board: it is left out, and that is told."""
    usual = Experiment("examples/nim.py:Nim((2, 2))")
    assert usual.left_out == ("greedy",)
    assert usual.agents[:3] == ("random", "minimax", "memo")
    assert Experiment.from_json(usual.to_json()) == usual
    brief = Experiment(usual.game, depths=(1, 2), positions=1, repetitions=1, games=2)
    with finished(brief, tmp_path / "e.run").store as store:
        assert ("left out", f"greedy: cannot play {usual.game}") in conditions(store).rows
        drawn = {figure.name: figure for figure in figures(store, report(store))}
    assert drawn["nodes-by-ply"].x == "plies played"
    assert all(x >= 0 for series in drawn["nodes-by-ply"].series for x, _ in series.points)
    assert Experiment("connect4").left_out == ()


def test_two_ply_game_gets_shorter_openings(tmp_path: Path) -> None:
    """`compare textbook` said "take fewer plies", which `compare` has no option for."""
    experiment = Experiment("textbook", depths=(1, 2), positions=1, repetitions=1, games=2)
    assert experiment.plan.openings == "random(1)"
    assert Experiment("connect4").plan.openings == "random(2)"
    (tmp_path / "once.py").write_text(ONE_PLY)
    assert Experiment(f"{tmp_path}/once.py:Once").plan.openings == "none"
    with finished(experiment, tmp_path / "textbook.run").store as store:
        assert report(store).played == experiment.plan.total_games


@pytest.mark.slow
def test_the_core_can_be_chosen(tmp_path: Path) -> None:
    with finished(small(core="python", positions=1), tmp_path / "e.run").store as store:
        assert {row.core for row in SearchStore(store)} == {"python"}


@pytest.mark.parametrize(
    "options", [{"positions": -1}, {"repetitions": 0}, {"depths": (0,)}, {"agents": ("nobody", "random")}]
)
def test_bad_experiments_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadSpec):
        small(**options)
