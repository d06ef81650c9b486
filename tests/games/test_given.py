"""Every door takes a game by name, file, class or object, and a position by text or object."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.errors import BadSpec

HEAP = """
from dataclasses import dataclass
import plyground as pg

@dataclass(frozen=True)
class Heap(pg.Position):
    left: int = 21
    to_move: pg.Player = pg.Player.FIRST

    def outcome(self):
        return None if self.left else pg.Outcome(self.to_move.other)

    def moves(self):
        return range(1, min(3, self.left) + 1)

    def after(self, move):
        return Heap(self.left - move, self.to_move.other)
"""


@dataclass(frozen=True)
class Heap(pg.Position[int]):
    """Take 1 to 3 of 21: who takes the last one wins."""

    left: int = 21
    to_move: pg.Player = pg.Player.FIRST

    def outcome(self) -> pg.Outcome | None:
        return None if self.left else pg.Outcome(self.to_move.other)

    def moves(self) -> range:
        return range(1, min(3, self.left) + 1)

    def after(self, move: int) -> Heap:
        return Heap(self.left - move, self.to_move.other)


@dataclass(frozen=True)
class Again(Heap):
    """Who takes the last one would move again."""

    def after(self, move: int) -> Again:
        left = self.left - move
        return Again(left, self.to_move.other if left else self.to_move)


@dataclass(frozen=True)
class Round(pg.Position[int]):
    """A game without an end."""

    at: int = 0
    to_move: pg.Player = pg.Player.FIRST

    def outcome(self) -> None:
        return None

    def moves(self) -> tuple[int, ...]:
        return (1, 2)

    def after(self, move: int) -> Round:
        return Round((self.at + move) % 7, self.to_move.other)


@pytest.fixture(params=["object", "class", "file", "registered"])
def given(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """One game, in each way to give it."""
    if request.param == "registered":
        from plyground.games import registry

        monkeypatch.setattr(registry, "_entries", dict(registry._entries))
        pg.register("heap_of_21", Heap)
    (tmp_path / "heap.py").write_text(HEAP)
    file = f"{tmp_path / 'heap.py'}:Heap"
    return {"object": Heap(), "class": Heap, "file": file, "registered": "heap_of_21"}[request.param]


def test_every_door_takes_a_game(given: Any) -> None:
    """`match` took a name and an object, the others neither."""
    assert pg.search(given, "table_alphabeta").proven
    assert pg.solve(given).words == "wins in 11 plies"
    assert pg.solve(given, position="1 3 1").words == "loses in 8 plies"  # 16 are left
    assert len(pg.explain(given, pg.Minimax(), depth=2).rows) == 13
    assert len(pg.analyse(given, position="1 2")) == 3
    assert pg.search(given, pg.AlphaBeta(), position="1 1").move == "3"  # 16 are left: a multiple of 4


def test_a_game_plays_with_agents_as_text_and_as_objects(given: Any) -> None:
    """An object was refused to agents as text; a registered name ended in tracebacks of children."""

    def first(position: Any) -> int:
        return int(position.moves()[0])

    agents: list[Any] = ["alphabeta(depth=2)", pg.AlphaBeta(depth=2), first]
    for agent in agents:
        assert sum(pg.match(given, agent, "random", games=2).points.values()) == pytest.approx(2)
    cup = pg.tournament(given, ["alphabeta(depth=2)", first, pg.Random()])
    assert len(cup.games) == 6
    found = pg.compare(given, ["minimax", "alphabeta"], depths=(1,), positions=1, repetitions=1, games=2)
    assert len(found.games) == 2


def test_a_game_that_another_process_lacks_is_refused_in_a_sentence(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(position):\n    return position.moves()[0]\n")
    with pytest.raises(
        pg.PlygroundError, match=r"lacks Heap: name the game by its file: '.*test_given.py:Heap'"
    ):
        pg.match(Heap, f"python:{mine}:choose", "random", games=2)


def test_a_first_game_is_proven_and_not_estimated_at_a_depth() -> None:
    """It was answered "+0 (estimate)" to depth 8, though 140 nodes prove it."""
    found = pg.search(Heap, "table_alphabeta")
    assert found.score.words(found.proven) == "wins in 11 plies"
    assert found.stats.nodes < 5_000
    assert "nodes=20000" in found.agent
    assert found.score == pg.TableAlphaBeta().search(Heap()).score


def test_what_is_no_game_and_no_position_is_refused() -> None:
    for bad, words in [(3, "no game 3"), ("chess", "no game chess"), (int, "no game <class 'int'>")]:
        with pytest.raises(BadSpec, match=words):
            pg.search(bad)  # type: ignore[arg-type]
    with pytest.raises(BadSpec, match="no position 4453: give a position or its text"):
        pg.search("connect4", position=4453)  # type: ignore[arg-type]
    with pytest.raises(BadSpec, match=r"no position of mnk\(4,4,4\): tictactoe"):
        pg.search("mnk(4,4,4)", position=pg.tictactoe().start())
    with pytest.raises(pg.NotationError, match="no column 9"):
        pg.solve("connect4", position="449")


@pytest.mark.parametrize("given", [Again(), Again])
def test_a_game_in_which_a_side_moves_again_is_refused(given: Any) -> None:
    """Searches take turns: such a game was valued for the wrong side."""
    for door in (pg.search, pg.solve, pg.explain, pg.analyse):
        with pytest.raises(BadSpec, match="player moves again after") as refused:
            door(given)
        assert refused.value.reason == "turns"


@pytest.mark.parametrize("agent", [pg.MCTS(rounds=20), pg.MCTS(rounds=10**9), pg.ProofNumber()])
def test_a_search_of_a_game_without_an_end_keeps_to_its_limits(agent: pg.Searcher) -> None:
    """MCTS played one random game for ever, and a proof of draws looked for the end of one line."""
    found = agent.search(Round(), pg.Limits(seconds=0.2, nodes=500))
    assert found.score == 0
    assert not found.proven
