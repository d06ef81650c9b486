"""The perfect player: never errs, wins soonest, loses latest, and blunders only if told to."""

from __future__ import annotations

import pytest

from helpers.positions import spread_over_plies
from plyground import LineGame, LinePosition, Outcome, Player, connect4, gomoku, load_game, mnk, tictactoe
from plyground.agents import AGENTS, load_agent
from plyground.errors import BadSpec, NoNativeCore
from plyground.game import Position
from plyground.score import describe, win_in
from plyground.searchers import Limits, Random
from plyground.searchers.searcher import Searcher
from plyground.solver import Perfect, TooLarge, solve


def played(position: Position[int], first: Searcher, second: Searcher) -> tuple[Position[int], int]:
    plies = 0
    while not position.outcome():
        mover = first if position.to_move is Player.FIRST else second
        position = position.play(mover.search(position).move)
        plies += 1
    return position, plies


def test_perfect_is_an_agent() -> None:
    assert load_agent("perfect") == Perfect()
    assert load_agent("perfect(blunder=0.1, seed=7)") == Perfect(seed=7, blunder=0.1)
    assert load_agent(repr(Perfect(seed=7))) == Perfect(seed=7)
    assert load_agent(Perfect(blunder=0.5).spec) == Perfect(blunder=0.5)
    assert load_agent("alphabeta(depth=3)").spec == "alphabeta(depth=3)"
    assert "perfect" in AGENTS


@pytest.mark.parametrize("game", [connect4(), connect4(5, 5), mnk(4, 4, 4), tictactoe()], ids=str)
def test_plays_a_best_move_with_distance_to_the_end(game: object) -> None:
    for position in spread_over_plies(game, 10, seed=21, first=game.cells // 2):  # type: ignore[arg-type, attr-defined]
        found, solved = Perfect(seed=5).search(position), solve(position, moves=True)
        assert solved.moves is not None
        assert found.proven
        assert describe(found.score) == solved.words
        assert next(m.score for m in solved.moves if m.raw_move == found.move) == solved.score


def test_perfect_play_from_a_won_position_takes_the_plies_it_said() -> None:
    for position in spread_over_plies(connect4(), 6, seed=90, first=16):
        said = solve(position)
        end, plies = played(position, Perfect(seed=1), Perfect(seed=2))
        assert plies == len(said.line)
        outcome = end.outcome()
        assert outcome is not None
        winner = None if said.score == 0 else position.to_move if said.low > 0 else position.to_move.other
        assert outcome.winner is winner


def test_never_loses_tictactoe() -> None:
    for seed in range(30):
        for side in Player:
            players: list[Searcher] = [Random(seed=seed), Random(seed=seed)]
            players[side.value] = Perfect(seed=seed)
            end, _ = played(tictactoe().start(), *players)
            outcome = end.outcome()
            assert outcome is not None
            assert outcome.winner is not side.other


def test_the_seed_chooses_among_equals_and_is_kept() -> None:
    position = tictactoe().parse("5")  # the four corners draw
    moves = [Perfect(seed=seed).search(position).move for seed in range(40)]
    assert set(moves) == {0, 2, 6, 8}
    assert moves == [Perfect(seed=seed).search(position).move for seed in range(40)]


def test_blunder_rate() -> None:
    position = tictactoe().parse("5")
    best = {0, 2, 6, 8}

    def errors(rate: float) -> int:
        agents = (Perfect(seed=seed, blunder=rate) for seed in range(400))
        return sum(agent.search(position).move not in best for agent in agents)

    assert errors(0) == 0
    assert 20 <= errors(0.1) <= 65
    assert errors(1) == 400


def test_a_blunder_is_not_called_proven() -> None:
    found = Perfect(blunder=1).search(tictactoe().parse("5"))
    assert not found.proven


def test_where_all_moves_are_equal_there_is_no_blunder() -> None:
    found = Perfect(blunder=1).search(tictactoe().start())
    assert found.proven


def test_the_nodes_are_the_same_whatever_was_played_before() -> None:
    position = connect4().parse("1544344217")
    first = Perfect().search(position)
    assert first.stats.nodes > 10_000
    Perfect().search(connect4().parse("15443442176"))
    assert Perfect().search(position).stats == first.stats


def test_a_game_derived_from_ours_is_not_taken_for_ours() -> None:
    class Misere(LinePosition):
        """Whoever has three in a row has lost."""

        def outcome(self) -> Outcome | None:
            ended = super().outcome()
            return Outcome(ended.winner.other) if ended and ended.winner else ended

        def after(self, move: int) -> Misere:
            return Misere(*super().after(move))

    plain = tictactoe().parse("XX./OO./...")
    derived = Misere(*plain)
    fresh = Perfect().search(derived).score
    assert fresh != win_in(1)  # three in a row would lose
    assert Perfect(core="python").search(tictactoe().start()).score == 0
    assert Perfect(core="python").search(plain).score == win_in(1)
    assert Perfect().search(derived).score == fresh


def test_a_board_beyond_the_solver_is_refused() -> None:
    with pytest.raises(TooLarge, match="gomoku is too large to play perfectly"):
        Perfect().search(gomoku().start())


def test_games_of_your_own_are_played_by_full_table() -> None:
    nim = load_game("examples/nim.py:Nim")
    _, plies = played(nim.start(), Perfect(), Perfect(seed=3))
    assert plies == len(solve(nim.start()).line)
    with pytest.raises(NoNativeCore):
        Perfect(core="native").search(nim.start())


def test_core_python_plays_by_full_table_too() -> None:
    position = tictactoe().parse("5")
    assert Perfect(core="python").search(position).core == "python"
    assert Perfect(core="python").search(position).move in {0, 2, 6, 8}


def test_under_limits_it_still_moves() -> None:
    position = connect4().parse("13712")
    found = Perfect(book=False).search(position, Limits(seconds=0.05))
    assert (found.proven, found.stopped) == (False, "seconds")
    assert found.move in position.moves()
    found = Perfect(book=False).search(position, Limits(nodes=2_000))
    assert (found.proven, found.stopped) == (False, "nodes")


def test_a_finished_game_has_no_move() -> None:
    found = Perfect().search(connect4().parse("1212121"))
    assert (describe(found.score), found.line) == ("loses", ())


@pytest.mark.parametrize(
    "spec", ["perfect(blunder=2)", "perfect(blunder='a')", "perfect(seed=-1)", "perfect(book=3)"]
)
def test_bad_options_are_told(spec: str) -> None:
    with pytest.raises(BadSpec):
        load_agent(spec)


def test_an_unknown_agent_is_told_all_names() -> None:
    with pytest.raises(BadSpec, match="no agent perfekt: did you mean perfect"):
        load_agent("perfekt")
    with pytest.raises(BadSpec, match=r"agents are alphabeta, .*perfect"):
        load_agent("nobody")


@pytest.mark.parametrize("nodes", [1, 37, 1_000, 2_500])
@pytest.mark.parametrize("game", [connect4(), connect4(6, 5, 4), mnk(5, 4, 4)], ids=str)
def test_a_limit_of_nodes_stops_exactly(game: LineGame, nodes: int) -> None:
    positions = [each for each in spread_over_plies(game, 25, 3) if not each.ended]
    found = [Perfect(book=False).search(each, Limits(nodes=nodes)) for each in positions]
    stopped = [each for each in found if each.stopped == "nodes"]
    assert stopped
    assert {each.stats.nodes for each in stopped} == {nodes}
    assert all(each.stats.nodes <= nodes for each in found)
