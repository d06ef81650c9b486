"""Reports, blunders and exports: computed from the store, checked against plain counting."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import pytest
from played import played, timeless

from plyground import load_game
from plyground.arena import export
from plyground.arena.blunders import judge
from plyground.arena.report import is_blunder, report
from plyground.arena.stats import Counts
from plyground.errors import PlygroundError
from plyground.score import loss_in, win_in
from plyground.solver import solve


def no_infinities(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(no_infinities, value.values()))
    if isinstance(value, list):
        return all(map(no_infinities, value))
    return not isinstance(value, float) or math.isfinite(value)


def test_wins_draws_and_losses_are_those_of_the_games(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "random", "greedy", games=30) as store:
        found, games = report(store), timeless(store)["games"]
    for name, sides in ((s.name, s.sides) for s in found.standings):
        for side in ("first", "second"):
            own = [game for game in games if game[side] == name]
            wins = sum(game["result"] == side for game in own)
            draws = sum(game["result"] == "draw" for game in own)
            assert sides[side].counts == Counts(wins, draws, len(own) - wins - draws)
        assert sides["both"].counts == sides["first"].counts + sides["second"].counts
    assert found.duels[0, 1].counts == found.standings[0].sides["both"].counts
    assert sum(found.duels[0, 1].fives) == 15


def test_costs_are_those_of_the_moves(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "random", "minimax", games=4) as store:
        found = report(store)
        nodes = [m["nodes"] for m in timeless(store)["moves"] if m["agent"] == "minimax"]
    cost = found.standings[1].sides["both"].nodes
    assert cost is not None
    assert (cost.count, cost.max) == (len(nodes), max(nodes))
    assert cost.mean == pytest.approx(sum(nodes) / len(nodes))


def test_repeated_games_are_called_out(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "minimax", "alphabeta", games=6) as store:
        assert report(store).unique == 1
    with played(tmp_path / "b.run", "minimax", "alphabeta", games=6, openings="random(2)") as store:
        openings = {game["opening"] for game in timeless(store)["games"]}
        assert report(store).unique == len({(g["opening"], g["moves"]) for g in timeless(store)["games"]})
        assert len(openings) == 3


@pytest.mark.parametrize("games", [1, 2, 3])
def test_nothing_is_infinite(tmp_path: Path, games: int) -> None:
    with played(tmp_path / "a.run", "minimax", "random", games=games) as store:
        judge(store)
        assert no_infinities(report(store).to_json())


def test_an_unfinished_and_an_empty_run_can_be_reported(tmp_path: Path) -> None:
    from plyground.arena.plan import Plan
    from plyground.arena.run import begin

    with begin(Plan("tictactoe", ("random", "random")), tmp_path / "a.run") as store:
        found = report(store)
    assert (found.played, found.unique, found.finished) == (0, 0, "")
    assert no_infinities(found.to_json())
    json.dumps(found.to_json(), allow_nan=False)


def test_a_blunder_gives_away_a_result_and_not_just_time() -> None:
    assert is_blunder(win_in(3), 0)
    assert is_blunder(0, loss_in(2))
    assert not is_blunder(win_in(3), win_in(9))
    assert not is_blunder(loss_in(8), loss_in(2))
    assert not is_blunder(5, 3)  # points: a smaller win is a win
    assert is_blunder(5, -3)


@pytest.mark.parametrize(
    ("game", "opening"), [("tictactoe", "none"), ("connect4(5,4,4)", "none"), ("connect4", "random(20)")]
)
def test_every_loss_of_value_is_what_the_solver_says(tmp_path: Path, game: str, opening: str) -> None:
    with played(tmp_path / "a.run", "random", "greedy", game=game, games=6, openings=opening) as store:
        judge(store)
        rows = list(export.rows(store, "moves"))
        games = {row["game"]: row for row in export.rows(store, "games")}
    position = load_game(game).start()
    judged = 0
    for row in rows:
        if row["ply"] == 1:
            position = load_game(game).parse(games[row["game"]]["opening"])
        before = solve(position, moves=True)
        move = position.read(row["move"])
        assert before.moves is not None
        (after,) = [m.score for m in before.moves if m.move == move]
        signs = [(s > 0) - (s < 0) for s in (before.score, after)]  # type: ignore[operator]
        assert [(v > 0) - (v < 0) for v in (row["best"], row["value"])] == signs
        judged += 1
        position = position.after(move)
    assert judged == len(rows) > 20


def test_perfect_play_has_no_blunders_and_random_play_has(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "perfect", "random", games=10) as store:
        judge(store)
        perfect, chance = (s.sides["both"].blunders for s in report(store).standings)
    assert perfect is not None
    assert chance is not None
    assert (perfect.blunders, perfect.rate) == (0, 0.0)
    assert chance.blunders > 5
    assert chance.lost > 0.05


def test_moves_that_the_arena_made_are_nobodys_blunders(tmp_path: Path) -> None:
    bot = tmp_path / "none.py"
    bot.write_text("def choose(position, limits):\n    return None\n")
    agents = (f"python:{bot}:choose", "random")
    with played(tmp_path / "a.run", *agents, games=2, policy="fallback") as store:
        judge(store)
        bad, good = (standing.sides["both"] for standing in report(store).standings)
    assert bad.blunders is None
    assert good.blunders is not None
    assert sum(bad.fallbacks.values()) > 4
    assert set(bad.fallbacks) == {"illegal"}


def test_a_game_too_large_to_solve_is_told(tmp_path: Path) -> None:
    with (
        played(tmp_path / "a.run", game="gomoku", games=1, most_plies=4) as store,
        pytest.raises(
            PlygroundError, match=r"gomoku.* is too large to be solved: its blunders are not known"
        ),
    ):
        judge(store)


def test_csv_has_a_row_a_game_and_a_row_a_move(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", games=4) as store:
        paths = export.to_csv(store, tmp_path / "out" / "deep")
        games, moves = (
            list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(True))) for path in paths
        )
        assert [path.name for path in paths] == ["games.csv", "moves.csv"]
        assert [row["moves"] for row in games] == [row["moves"] for row in export.rows(store, "games")]
        assert len(moves) == sum(int(row["plies"]) for row in games)
        assert games[0]["seed"] == next(export.rows(store, "games"))["seed"]


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with played(tmp_path / "a.run", games=4) as store:
        paths = export.to_parquet(store, tmp_path / "out")
        for path, table in zip(paths, ("games", "moves"), strict=True):
            assert parquet.read_table(path).to_pylist() == list(export.rows(store, table))


def test_json_holds_all(tmp_path: Path) -> None:
    out = io.StringIO()
    with played(tmp_path / "a.run", games=4) as store:
        export.to_json(store, out)
        whole = json.loads(out.getvalue())
        assert whole["plan"]["game"] == "tictactoe"
        assert set(whole["versions"]) == {"plyground", "python", "system"}
        moves = [move for game in whole["games"] for move in game["moves"]]
        assert moves == list(export.rows(store, "moves"))
