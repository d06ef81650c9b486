"""`compare` from Python: the experiment of the command, with searchers and objects of a program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.experiments.experiment import Experiment, ExperimentRun
from plyground.searchers.watch import Watch

SMALL: dict[str, Any] = {"depths": (1, 2), "positions": 1, "repetitions": 1, "games": 2}


def test_a_comparison_is_that_of_the_command(tmp_path: Path) -> None:
    found = pg.compare("tictactoe", ["memo", pg.AlphaBeta()], **SMALL)
    experiment = Experiment("tictactoe", ("memo", "alphabeta"), (1, 2), 1, 1, 2)
    with ExperimentRun.start(experiment, tmp_path / "experiment.run").store as store:
        ExperimentRun(store).finish(lambda *_: None, workers=1)
    again = pg.open_run(tmp_path / "experiment.run")
    assert isinstance(again, pg.Comparison)
    for name in found.searches.columns:
        if name != "seconds":
            assert found.searches.column(name) == again.searches.column(name), name
    assert found.games.column("moves") == again.games.column("moves")
    assert str(found).startswith("tictactoe, round-robin, openings random(2)")
    assert found.findings[0].startswith("Same answer: alphabeta found the value and the move of memo")
    assert "Nodes of a search by depth" in str(found)
    assert "nodes-by-depth" in [figure.name for figure in found.figures()]


def test_a_searcher_and_an_evaluation_of_the_programs_own_are_compared() -> None:
    class Blind(pg.TreeSearcher):
        def explore(self, root: Any, depth: int, leaf: Any, memory: Any, watch: Watch) -> Any:
            @watch.node
            def value(position: Any, ply: int) -> Any:
                if ply == depth or position.outcome():
                    return leaf(position, ply), ()
                move = position.moves()[0]
                reply, line = value(position.after(move), ply + 1)
                return -reply, (move, *line)

            return value(root, 0)

    def empties(position: pg.LinePosition) -> int:
        return position.empty

    told: list[str] = []
    found = pg.compare(
        "connect4(4,4,3)",
        [Blind(), pg.AlphaBeta(evaluate=empties), "alphabeta"],
        progress=lambda what, done, total: told.append(what),
        **SMALL,
    )
    assert found.names == ("Blind", "alphabeta(evaluate=empties)", "alphabeta")
    nodes = {
        (row["agent"], row["depth"]): row["nodes"]
        for row in found.searches
        if row["by_depth"] and row["position"] == "-"
    }
    assert (nodes["Blind", 1], nodes["Blind", 2]) == (2, 3)
    assert nodes["alphabeta", 2] > 3
    assert set(told) == {"searching", "playing"}


def test_an_agent_that_does_not_search_is_refused() -> None:
    with pytest.raises(
        pg.BadSpec, match=r"no nodes are told .*an agent that is compared returns a SearchResult"
    ):
        pg.compare("tictactoe", [lambda position: position.moves()[0], "alphabeta"], **SMALL)
    with pytest.raises(pg.BadSpec, match="give a list of agents"):
        pg.compare("tictactoe", "alphabeta")


@pytest.mark.slow
def test_a_comparison_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    page = pg.compare("tictactoe", ["memo", pg.AlphaBeta()], **SMALL).write_report(tmp_path / "report")
    assert page == tmp_path / "report" / "index.html"
    assert (tmp_path / "report" / "figures" / "nodes-by-depth.svg").is_file()
    assert "nodes-by-depth" in page.read_text(encoding="utf-8")
