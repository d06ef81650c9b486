"""Reports, blunders and exports: computed from the store, checked against plain counting."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

from helpers.played import played, timeless
from plyground import SplitMix64, load_game
from plyground.arena import export
from plyground.arena.blunders import judge, to_judge
from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, reopen
from plyground.arena.store import Store
from plyground.errors import PlygroundError
from plyground.report.run_findings import run_findings
from plyground.report.run_tables import places, report_tables
from plyground.report.summary import is_blunder, report
from plyground.report.text import report_text
from plyground.report.types import SIDES
from plyground.score import loss_in, win_in
from plyground.solver import solve
from plyground.stats.elo import Counts, Unit, estimate
from plyground.workers.channel import Worker


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
    assert sum(found.duels[0, 1].pentanomial) == 15


def test_costs_are_those_of_the_moves(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "random", "minimax", games=4) as store:
        found = report(store)
        nodes = [m["nodes"] for m in timeless(store)["moves"] if m["agent"] == "minimax"]
    cost = found.standings[1].sides["both"].nodes
    assert cost is not None
    assert (cost.count, cost.max) == (len(nodes), max(nodes))
    assert cost.mean == pytest.approx(sum(nodes) / len(nodes))


def test_costs_of_a_game_are_those_of_its_moves(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "alphabeta(depth=2)", "random", games=4) as store:
        found, games = report(store), list(export.rows(store, "games"))
        moves = list(export.rows(store, "moves"))
    for standing in found.standings:
        for seat in SIDES[1:]:
            own = [game for game in games if game[seat] == standing.name]
            for game in own:
                mine = [m for m in moves if (m["game"], m["side"]) == (game["game"], seat)]
                assert game[f"{seat}_nodes"] == sum(move["nodes"] for move in mine)
                assert game[f"{seat}_seconds"] == pytest.approx(sum(move["wall"] for move in mine))
            nodes = standing.sides[seat].nodes_per_game
            assert nodes is not None
            assert (nodes.count, nodes.mean) == (2, sum(game[f"{seat}_nodes"] for game in own) / 2)
        whole = standing.sides["both"]
        assert whole.wall is not None
        assert whole.wall_per_game is not None
        assert whole.wall_per_game.mean * 4 == pytest.approx(whole.wall.mean * whole.wall.count)
    assert "per game (ms)" in report_tables(found)[1].heads
    assert "nodes_per_game" in found.to_json()["agents"][0]["both"]


def test_duels_are_a_table_of_every_two_agents(tmp_path: Path) -> None:
    agents = "minimax", "alphabeta", "random"
    with played(tmp_path / "a.run", *agents, format="round-robin", games=6) as store:
        found = report(store)
    (table,) = (table for table in report_tables(found) if table.name == "duels")
    assert [row[:2] for row in table.rows] == [agents[:2], agents[::2], agents[1:]]
    assert table.rows[0][2:] == ("1", "+0", "exact", "–", "exact", "–")
    duel = found.duels[0, 2]
    assert duel.elo.low is not None
    assert f"{duel.elo.low:+.0f}" in table.rows[1][4]
    assert "normalized Elo" in table.heads
    assert "normalized" not in report_text(found)  # of more than two the terminal has ratings


def test_repeated_games_are_called_out(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "minimax", "alphabeta", games=6) as store:
        assert report(store).unique == 1
    with played(tmp_path / "b.run", "minimax", "alphabeta", games=6, openings="random(2)") as store:
        openings = {game["opening"] for game in timeless(store)["games"]}
        assert report(store).unique == len({(g["opening"], g["moves"]) for g in timeless(store)["games"]})
        assert len(openings) == 3


@pytest.mark.parametrize("games", [1, 2, 3])
def test_no_infinite_numbers(tmp_path: Path, games: int) -> None:
    with played(tmp_path / "a.run", "minimax", "random", games=games) as store:
        judge(store)
        assert no_infinities(report(store).to_json())


def test_an_unfinished_and_an_empty_run_can_be_reported(tmp_path: Path) -> None:
    from plyground.arena.plan import Plan
    from plyground.arena.runner import begin

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
def test_blunders_are_what_the_solver_says(tmp_path: Path, game: str, opening: str) -> None:
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
        (after,) = [m.score for m in before.moves if m.raw_move == move]
        signs = [(s > 0) - (s < 0) for s in (before.score, after)]  # type: ignore[operator]
        assert [row["best"], row["value"]] == signs
        worst = min((m.score > 0) - (m.score < 0) for m in before.moves)  # type: ignore[operator]
        assert bool(row["at_stake"]) == (worst < signs[0])
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


def test_blunders_are_of_decisions_where_something_could_be_lost(tmp_path: Path) -> None:
    """The loser of a match made few blunders of its moves, and many of those in which it could make one."""
    with played(tmp_path / "a.run", "greedy", "mcts(rounds=200)", game="connect4", games=10) as store:
        judge(store)
        rows = [row for row in export.rows(store, "moves") if row["agent"] == "greedy"]
        found = report(store).standings[0].sides["both"].blunders
    assert found is not None
    alive = [row for row in rows if row["at_stake"]]
    assert found.moves == len(rows) > len(alive) >= found.decisions > 0
    assert found.rate == found.blunders / found.decisions
    assert found.blunders <= sum(is_blunder(row["best"], row["value"]) for row in rows)


def test_a_decision_counts_once_however_often_it_is_made(tmp_path: Path) -> None:
    """Copies of two games were 3,200 judged moves, with an interval of one point."""
    few, many = (
        played(
            tmp_path / f"{games}.run", "greedy", "alphabeta(depth=1)", game="connect4(5,4,4)", games=games
        )
        for games in (2, 40)
    )
    with few, many:
        for store in (few, many):
            judge(store)
        once, often = (
            [standing.sides["both"].blunders for standing in report(store).standings]
            for store in (few, many)
        )
    for one, copies in zip(once, often, strict=True):
        assert one is not None
        assert copies is not None
        assert copies.moves == 20 * one.moves
        assert (copies.decisions, copies.blunders, copies.interval) == (one.decisions, one.blunders, None)


@pytest.mark.slow
def test_blunder_rate_of_an_agent_that_errs_once_in_ten(tmp_path: Path) -> None:
    """Each different move once made it 37 %: errors differ, and the right move is always the same."""
    with played(tmp_path / "a.run", "perfect(blunder=0.1)", "perfect", games=1_000) as store:
        judge(store)
        rows = [row for row in export.rows(store, "moves") if row["agent"] == "perfect(blunder=0.1)"]
        found = report(store).standings[0].sides["both"].blunders
    alive = [row for row in rows if row["at_stake"]]
    truth = sum(is_blunder(row["best"], row["value"]) for row in alive) / len(alive)
    assert found is not None
    assert found.interval is not None
    assert found.rate == pytest.approx(truth, abs=0.02)
    assert truth == pytest.approx(0.1, abs=0.03)
    assert found.interval.low < truth < found.interval.high


def test_a_sample_of_games_is_not_exact(tmp_path: Path) -> None:
    """Nothing new can come from these openings, but most of what came has not been judged."""
    options: dict[str, Any] = {"game": "connect4", "openings": "list('44', '43', '1')", "games": 8}
    with played(tmp_path / "a.run", "alphabeta(depth=2)", "greedy", **options) as store:
        judge(store, [0, 1, 2, 3])
        found = report(store)
        (blunders,) = [table for table in report_tables(found) if table.name == "blunders"]
        assert found.standings[0].sides["both"].exact
        assert "exact" not in {row[4] for row in blunders.rows}
        judge(store)
        (blunders,) = [table for table in report_tables(report(store)) if table.name == "blunders"]
        assert {row[4] for row in blunders.rows} == {"exact"}


def test_equal_players_blunder_equally(tmp_path: Path) -> None:
    agents = ("alphabeta(depth=2)", "greedy", "minimax(depth=2)")
    options: dict[str, Any] = {"game": "connect4(5,4,4)", "format": "round-robin", "games": 10}
    options["openings"] = "random(2)"
    with played(tmp_path / "a.run", *agents, **options) as store:
        judge(store)
        one, _, other = report(store).standings
    assert one.sides["both"].blunders is not None
    assert one.sides["both"].blunders.blunders > 0
    assert one.sides["both"].blunders == other.sides["both"].blunders


def test_judging_unasked_is_a_sample_by_counts_and_not_by_clocks(tmp_path: Path) -> None:
    """500 games were judged for 95 s, 502 not at all."""
    options: dict[str, Any] = {"game": "connect4", "openings": "random(4)", "seed": 9}
    agents = ("alphabeta(depth=2)", "random")
    chosen = []
    for name in ("a", "b"):
        with played(tmp_path / f"{name}.run", *agents, games=120, **options) as store:
            chosen.append(to_judge(store, every=False))
            assert to_judge(store, every=True) == list(range(120))
            more = to_judge(store, every=False, seconds=2.0)
    assert chosen[0] == chosen[1]
    assert 10 < len(chosen[0]) < 60
    assert set(chosen[0]) < set(more)
    assert sum(number ^ 1 in chosen[0] for number in chosen[0]) >= len(chosen[0]) - 1  # whole pairs


def test_small_games_are_judged_wholly_and_large_ones_when_asked(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", games=200) as store:
        assert len(to_judge(store, every=False)) == 200
    with played(tmp_path / "b.run", game="connect4(5,4,4)", games=2) as store:
        assert to_judge(store, every=False) == []
        assert to_judge(store, every=True) == [0, 1]


def test_judging_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with played(tmp_path / "a.run", games=50) as store:
        with pytest.raises(KeyboardInterrupt):
            judge(store, progress=stop)
        assert report(store).judged == 20
        judge(store)
        assert report(store).judged == 50


def test_runs_from_before_are_judged_again(tmp_path: Path) -> None:
    """Their moves have a value, and nobody knows what was at stake."""
    import sqlite3

    played(tmp_path / "a.run", games=2).close()
    with sqlite3.connect(tmp_path / "a.run") as db:
        db.execute("DROP TABLE seals")  # early runs have none
        db.execute("DROP TABLE losses")
        db.execute(
            "CREATE TABLE losses (game INTEGER, ply INTEGER, best INTEGER, value INTEGER, PRIMARY KEY (game, ply))"
        )
        db.execute("INSERT INTO losses VALUES (0, 1, 0, 0)")
    db.close()
    with Store(tmp_path / "a.run") as store:
        assert report(store).judged == 0
    with reopen(tmp_path / "a.run") as store:
        judge(store)
        assert report(store).judged == 2


def test_forfeits_say_why_the_first_time(tmp_path: Path) -> None:
    bot = tmp_path / "none.py"
    bot.write_text("def choose(position, limits):\n    raise ValueError('no idea')\n")
    with played(tmp_path / "a.run", f"python:{bot}:choose", "random", games=4) as store:
        found = report(store)
        text = " ".join(report_text(found, findings=run_findings(store, found)).split())
    side = found.standings[0].sides["both"]
    assert side.forfeits == {"crash": 4}
    assert "ValueError: no idea" in side.why["crash"]
    assert not side.why["crash"].startswith("the agent failed")
    assert "4 of 4 games (4 by crash (" in text
    assert text.count("ValueError: no idea") == 1


def test_a_game_without_a_move_is_not_missing_among_those_judged(tmp_path: Path) -> None:
    bot = tmp_path / "none.py"
    bot.write_text("def choose(position, limits):\n    raise ValueError('no idea')\n")
    with played(tmp_path / "a.run", f"python:{bot}:choose", "random", games=2) as store:
        judge(store)
        found = report(store)
    assert (found.played, found.judged, found.judgeable) == (2, 1, 1)
    assert "were judged" not in report_text(found)


def test_rounds_that_differ_make_the_interval_of_blunders_wider() -> None:
    """Simulated: 95 % hold 93 at least, also where the rate of a round has nearly any value."""
    chance, tries, held = SplitMix64(4), 1_500, 0
    for _ in range(tries):
        rounds = []
        for _ in range(10):
            rate = (chance.next() / 2**64) ** 3  # on average a quarter
            rounds.append(Unit(sum(chance.next() < rate * 2**64 for _ in range(8)), 8))
        interval = estimate(rounds, 3, 80).interval
        assert interval is not None
        held += interval.low <= 0.25 <= interval.high
    assert 0.92 < held / tries < 0.975


def test_games_that_were_broken_off_are_told(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", game="gomoku", games=2, most_plies=4) as store:
        found = report(store)
    assert found.broken_off == 2
    assert "note: 2 games were stopped after 4 moves, and count as drawn" in report_text(found)


@pytest.mark.slow
def test_the_note_about_openings_comes_only_where_openings_help(tmp_path: Path) -> None:
    said = "deterministic agents repeat themselves, more or longer openings help"
    with played(tmp_path / "a.run", "minimax", "alphabeta", games=6) as store:
        assert said in report_text(report(store))
    with played(tmp_path / "b.run", "minimax", "random", games=300) as store:
        found = report(store)
        assert found.unique < found.played
        assert said not in report_text(found)


def test_no_other_openings_are_advised_where_none_can_be_chosen(tmp_path: Path) -> None:
    """compare has openings of its own, and no option for others."""
    with played(tmp_path / "a.run", "minimax", "alphabeta", games=6) as store:
        text = report_text(report(store), advise=False)
    assert "and only those count as evidence: deterministic agents repeat themselves\n" in text + "\n"


def test_a_tournament_says_what_exact_means(tmp_path: Path) -> None:
    said = "note: exact: nothing new can come from these openings"
    agents = ("minimax", "alphabeta", "greedy")
    with played(tmp_path / "a.run", *agents, format="round-robin", games=2) as store:
        assert said in report_text(report(store))
    with played(tmp_path / "b.run", *agents, "random", format="round-robin", games=4) as store:
        assert said not in report_text(report(store))


def test_moves_that_waited_for_a_core_are_summed_up(tmp_path: Path) -> None:
    agents = ("random", "greedy", "mcts(rounds=5)")
    with played(tmp_path / "a.run", *agents, format="round-robin") as store:
        store.insert("UPDATE moves SET starved = ?", [(1,)])
        text = report_text(report(store))
    (line,) = [line for line in text.splitlines() if "waited" in line]
    assert line.startswith("note: moves that waited for a core: ")


def test_equals_share_a_place(tmp_path: Path) -> None:
    options: dict[str, Any] = {"format": "round-robin", "games": 6, "openings": "list('1', '1 2', '5 1')"}
    with played(tmp_path / "a.run", "minimax", "alphabeta", "greedy", **options) as store:
        text = report_text(report(store))
    assert re.search(r"^1=     minimax .*\n1=     alphabeta .*\n3\.     greedy ", text, re.MULTILINE)
    assert places(["+9", "+5", "+5", "-1"]) == ["1.", "2=", "2=", "4."]


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
        games, moves, agents = (
            list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(True))) for path in paths
        )
        assert [path.name for path in paths] == ["games.csv", "moves.csv", "agents.csv"]
        assert [(row["agent"], row["games"]) for row in agents] == [("random", "4"), ("random #2", "4")]
        assert [row["moves"] for row in games] == [row["moves"] for row in export.rows(store, "games")]
        assert len(moves) == sum(int(row["plies"]) for row in games)
        assert games[0]["seed"] == next(export.rows(store, "games"))["seed"]


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with played(tmp_path / "a.run", games=4) as store:
        paths = export.to_parquet(store, tmp_path / "out")
        for path, table in zip(paths, ("games", "moves", "agents"), strict=True):
            assert parquet.read_table(path).to_pylist() == list(export.rows(store, table))


def test_json_holds_all(tmp_path: Path) -> None:
    out = io.StringIO()
    with played(tmp_path / "a.run", games=4) as store:
        export.to_json(store, out)
        whole = json.loads(out.getvalue())
        assert whole["plan"]["game"] == "tictactoe"
        assert set(whole["versions"]) == {"plyground", "python", "system", "processor"}
        moves = [move for game in whole["games"] for move in game["moves"]]
        assert moves == list(export.rows(store, "moves"))


def test_time_waiting_for_a_core_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was a forfeit: what the machine did not give was taken for what the agent did not do."""
    monkeypatch.setattr(Worker, "_withheld", lambda *_: 20.0)
    agents = "random", "python:tests/arena/zoo/behaving.py:unhurried"
    limits = TimeControl(seconds=0.05, tolerance=0.0, warmup=0.0)
    plan = Plan("tictactoe", agents, in_process=True, control=limits, most_plies=2)
    store = begin(plan, tmp_path / "a.run")
    with PairPlayer(plan) as table:
        store.add(table.play(next(plan.pairs())))
    found = report(store)
    late = found.standings[1].sides["both"].forgiven
    assert [(move.game, move.ply) for move in late] == [(0, 2), (1, 1)]
    assert "because it waited for a core so long, and more time for 1 other" in report_text(found)
    assert {game["ending"] for game in export.rows(store, "games")} == {"length"}
    moves = [move for move in export.rows(store, "moves") if move["agent"] == agents[1]]
    assert sum(move["forgiven"] is not None for move in moves) == 2
    store.close()


def test_a_limit_that_was_chosen_is_told(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "minimax", "random", game="connect4(5,4,4)", games=2) as store:
        found = report(store)
    assert [standing.spec for standing in found.standings] == ["minimax(depth=9)", "random"]
    note = "note: minimax: its depth was left open: it plays as minimax(depth=9)"
    assert note in report_text(found).splitlines()


def test_searches_without_a_finished_depth_are_counted(tmp_path: Path) -> None:
    """NEWCOMER-REVIEW: "depth 42" in the table was the deepest ply that a broken-off search had touched."""
    control = TimeControl(nodes=300)
    with played(
        tmp_path / "a.run", "alphabeta(depth=30)", "mcts", game="connect4", control=control
    ) as store:
        found = report(store)
    ours, other = (standing.sides["both"] for standing in found.standings)
    assert ours.wall is not None
    assert (ours.unfinished, ours.depth) == (ours.wall.count, None)
    assert other.unfinished == 0
    assert other.depth is not None
    assert f"stopped before a depth was finished: {ours.unfinished}" in report_text(found)
