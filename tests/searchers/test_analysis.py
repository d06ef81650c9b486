"""What every move is worth, as the agent itself chooses: the move that it plays is the best of its table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from helpers.command import objects, printed
from helpers.samples import part, some_slow
from helpers.subjects import random_play
from plyground import LinePosition, SplitMix64, connect4, tictactoe
from plyground.agents import AGENTS, load_agent
from plyground.score import HEURISTIC
from plyground.searchers import MCTS, Limits, MoveValue, NoValues, Searcher, search_all
from plyground.searchers.greedy import cost

SPECS = [
    *(name for name in AGENTS if name != "random"),
    "greedy(diagonals='one')",
    "alphabeta(evaluate='windows', order=('centre', 'killers'))",
    "deepening(inner=table_alphabeta(evaluate='windows'))",
    "p0.alphabeta(carried=True)",
    "p1.greedy(diagonals='one')",
    "p3.pruned(early=False)",
    "p4.alphabeta(version='text')",
    "mcts(rounds=30)",
]


def sixty(agent: str) -> list[LinePosition]:
    """Positions over the whole of random games; for who looks to the end, late ones."""
    small = agent.startswith(("p0", "p1", "p2", "p3", "proof"))
    game, first = (tictactoe(), 1) if small else (connect4(), 24 if agent == "perfect" else 0)
    found: list[LinePosition] = []
    while len(found) < 60:
        plies = first + len(found) % (game.cells - first)
        played = list(random_play(game.start(), SplitMix64(1_000 + len(found))))
        position = played[min(plies, len(played) - 2)]
        assert isinstance(position, LinePosition)
        found.append(position)
    return found


def best(values: Iterable[MoveValue], searcher: Searcher) -> set[Any]:
    """The moves that nothing in a table is better than, by the rule of who made it."""
    values = list(values)
    if isinstance(searcher, MCTS):  # a proven win, no proven loss, the most visits
        sure = {value.move: value.score if value.proven else 0 for value in values}
        top = max(_rank(value, sure[value.move]) for value in values)
        return {value.move for value in values if _rank(value, sure[value.move]) == top}
    top_score = max(value.score for value in values)
    return {value.move for value in values if value.score == top_score}


def _rank(value: MoveValue, sure: int) -> tuple[bool, bool, int]:
    assert value.visits is not None
    return sure > HEURISTIC, sure >= 0, value.visits


@pytest.mark.sampled
@pytest.mark.parametrize("spec", some_slow(SPECS, {"p1.minimax", "p3.unpruned"}))
def test_the_move_played_is_the_best_of_its_own_table(spec: str) -> None:
    agent, limits = load_agent(spec), Limits(depth=3)
    for position in part(sixty(spec)):
        played = agent.search(position, limits)
        values = search_all(position, agent, limits)
        assert [value.move for value in values] == list(position.moves())
        assert played.move in best(values, agent), position.text()


def test_greedy_shows_f_of_every_square() -> None:
    position = tictactoe().parse("51")
    values = search_all(position, load_agent("p1.greedy"))
    assert [-value.score for value in values] == [cost(position, move, "all") for move in position.moves()]


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("random", "random tells no values of moves: it plays by chance"),
        ("p0.mtt", "it plays its first move by heart"),
        pytest.param(
            "p1.minimax(sibling=True)",
            "it compares each move with the one before",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_searchers_without_move_values_say_so(spec: str, why: str) -> None:
    with pytest.raises(NoValues, match=why):
        search_all(tictactoe().start(), load_agent(spec))
    shown = printed("search", "tictactoe", "--agent", spec, "--moves")
    assert why in shown
    (found,) = objects("search", "tictactoe", "--agent", spec, "--moves", "--json")
    assert found["moves"] is None


def test_playouts_are_shown_with_their_visits() -> None:
    shown = printed("search", "connect4", "4453", "--agent", "mcts(rounds=200)", "--moves")
    assert "move  value" in shown
    assert "visits" in shown
