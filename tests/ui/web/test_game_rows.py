"""The games of a run as the page lists them: by agent, by how they ended, by who blundered; and where each was decided."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.played import played
from plyground.arena.blunders import judge
from plyground.arena.store import Store
from plyground.report.summary import report
from plyground.ui.web.game_rows import CHOICES, OWN_CHOICES, game_rows
from plyground.ui.web.protocol import Refused, protocol
from plyground.ui.web.stored_runs import decisive_ply, download, stored_game

AGENTS = ("random", "alphabeta(depth=1)", "greedy")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run 1: a judged round robin; run 2: forfeits."""
    made = tmp_path_factory.mktemp("runs")
    with played(made / "1.run", *AGENTS, format="round-robin", games=4, openings="random(1)") as store:
        judge(store)
    played(made / "2.run", "p4.minimax", "random", games=2).close()  # plays Connect Four only
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PLYGROUND_RUNS", str(made))
        yield made


def rows(folder: Path, which: str, agent: int | None = None, run: int = 1) -> list[dict[str, Any]]:
    found = game_rows(run, folder / f"{run}.run", which, agent, 0)
    games: list[dict[str, Any]] = found["games"]
    assert found["total"] == len(games)
    return games


def test_games_of_an_agent_are_those_it_won_drew_and_lost(folder: Path) -> None:
    everything = rows(folder, "all")
    assert len(everything) == 12
    for agent, name in enumerate(AGENTS):
        own = [row for row in everything if name in (row["first"], row["second"])]
        numbers = [row["number"] for row in own]
        assert [row["number"] for row in rows(folder, "all", agent)] == numbers
        parts = {
            which: {row["number"] for row in rows(folder, which, agent)}
            for which in ("won", "draw", "lost")
        }
        assert parts["won"] == {row["number"] for row in own if row["winner"] == name}
        assert parts["lost"] == {row["number"] for row in own if row["winner"] not in (name, None)}
        assert set.union(*parts.values()) == set(numbers)
        seats = [{row["number"] for row in rows(folder, which, agent)} for which in ("first", "second")]
        assert seats[0] | seats[1] == set(numbers)
        assert not seats[0] & seats[1]


def test_blunders_are_counted_for_everybody_or_for_one(folder: Path) -> None:
    both = {row["number"]: row["blunders"] for row in rows(folder, "blunder")}
    assert both
    assert 0 not in both.values()
    own = [{row["number"]: row["blunders"] for row in rows(folder, "blunder", agent)} for agent in range(3)]
    for number, lost in both.items():
        assert sum(each.get(number, 0) for each in own) == lost
    assert {row["blunders"] for row in rows(folder, "all", run=2)} == {None}  # nobody has judged them


def test_forfeits_are_those_of_who_failed(folder: Path) -> None:
    assert [len(rows(folder, "forfeit", agent, 2)) for agent in (None, 0, 1)] == [2, 2, 0]


def test_the_protocol_offers_these_choices() -> None:
    offered = protocol()["requests"]["games"]["fields"]["which"]["one_of"]
    assert set(offered) == CHOICES.keys() | OWN_CHOICES.keys()
    assert set(offered) == OWN_CHOICES.keys()


def test_a_judged_game_turns_at_its_last_blunder(folder: Path) -> None:
    for row in rows(folder, "all"):
        game = stored_game(1, folder / "1.run", row["number"])
        lost = [n for n, move in enumerate(game["moves"], 1) if move["value"] < move["best"]]
        assert (game["decisive"], game["decided_by"]) == ((lost[-1], "solver") if lost else (None, None))
        assert len(lost) == row["blunders"]
        assert game["traced"] == [
            "alphabeta" if name.startswith("alphabeta") else None for name in (row["first"], row["second"])
        ]
        assert (game["game"], sorted(game["specs"])) == ("tictactoe", sorted((row["first"], row["second"])))


@pytest.mark.parametrize(
    ("scores", "decisive"),
    [
        ([None, None, None], None),
        ([5, -5, 7, -9], None),  # the first is ahead all the time: scores are of who moves
        ([5, 5, -5, 5], 2),
        ([5, 5, 5, 0, None, -1], 3),
        ([0, 3, -3], None),
    ],
)
def test_an_unjudged_game_turns_where_the_agents_change_their_minds(
    scores: list[int | None], decisive: int | None
) -> None:
    moves = [
        {"score": score, "side": ply % 2, "best": None, "value": None} for ply, score in enumerate(scores)
    ]
    assert decisive_ply(moves) == (decisive, "scores" if decisive else None)


def test_games_that_are_not_there_are_named_as_people_count(folder: Path) -> None:
    with pytest.raises(Refused) as refused:
        stored_game(1, folder / "1.run", 98)
    assert refused.value.facts == {"run": 1, "game": 99}


def test_the_grade_sheet_has_a_row_for_each_agent_best_first(folder: Path) -> None:
    name, kind, parts = download("1", "grades.csv")
    assert (name, kind) == ("plyground-run-1-grades.csv", "text/csv")
    table = list(csv.DictReader(io.StringIO(b"".join(parts).decode())))
    with Store(folder / "1.run") as store:
        told = {standing.name: standing.sides["both"] for standing in report(store).standings}
    assert {row["agent"] for row in table} == set(AGENTS)
    points = [float(row["points"]) for row in table]
    assert points == sorted(points, reverse=True)
    for row in table:
        side = told[row["agent"]]
        assert float(row["points"]) == side.counts.points
        assert side.blunders is not None
        assert int(row["decisions"]) == side.blunders.decisions
        assert int(row["place"]) == 1 + sum(other > side.counts.points for other in points)
    forfeited = list(csv.DictReader(io.StringIO(b"".join(download("2", "grades.csv")[2]).decode())))
    assert [(row["agent"], row["forfeits"]) for row in forfeited] == [("random", "0"), ("p4.minimax", "2")]
    assert forfeited[1]["first_forfeit"]
