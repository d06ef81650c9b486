"""Every door takes a game by name, file, class or object, and a position by text or object."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.errors import BadSpec
from plyground.searchers import load_searcher

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
    assert found.words == "wins in 11 plies"
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


def test_perft_and_judge_take_a_game_and_learn_says_what_it_needs(given: Any) -> None:
    """They took a position, a name or a game object; `judge` wrote moves without spaces, and read 1 3 as 13."""
    assert [row.count for row in pg.perft(given, 2)] == [1, 3, 9]
    assert pg.judge("alphabeta(depth=2)", given, quick=True, parts=["moves"]).moves
    with pytest.raises(BadSpec, match="the lines of a line game are learned"):
        pg.learn(given, games=5)


SELF = """
import plyground as pg
from heap import Heap
def choose(position):
    return position.moves()[0]
print(pg.match("{game}", "{agent}", "random", games=2).points)
"""


@pytest.mark.parametrize(
    ("game", "agent"), [("myself.py:Heap", "alphabeta(depth=2)"), ("tictactoe", "python:myself.py:choose")]
)
def test_a_script_that_plays_what_stands_in_itself_says_what_to_do(
    game: str, agent: str, tmp_path: Path
) -> None:
    """Each process of the match imported the script, and began the match again: tracebacks, after a minute."""
    (tmp_path / "heap.py").write_text(HEAP)
    (tmp_path / "myself.py").write_text(SELF.format(game=game, agent=agent))
    command = [sys.executable, "myself.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    words = "myself.py begins a match while it is imported: put that behind if __name__ == '__main__':"
    assert words in done.stderr.splitlines()[-1]
    assert done.stderr.count("Traceback") <= 2  # that of this program, and its cause


def test_a_run_of_a_game_that_is_known_nowhere_else_is_read(tmp_path: Path) -> None:
    """It played, and its tables were refused: no game Heap."""
    pytest.importorskip("matplotlib")  # its report draws
    path = tmp_path / "heap.run"
    played = pg.match(Heap, "minimax(depth=2)", pg.Random(), games=2, path=path)
    again = pg.open_run(path)
    assert again.points == played.points
    assert str(again) == str(played)
    assert again.write_report(tmp_path / "report").is_file()
    with pytest.raises(BadSpec, match="no game Heap: only the program that played knew it; name a game by"):
        again.positions(0)
    assert len(played.positions(0)) > 1


@pytest.mark.parametrize("given", [Again(), Again])
def test_a_game_in_which_a_side_moves_again_is_refused(given: Any) -> None:
    """Searches take turns: such a game was valued for the wrong side."""
    for door in (pg.search, pg.solve, pg.explain, pg.analyse):
        with pytest.raises(BadSpec, match="player moves again after") as refused:
            door(given)
        assert refused.value.reason == "turns"


def test_rules_may_be_slow_and_are_tried_for_few_moves() -> None:
    """480 moves were tried to see whether the sides take turns: ten seconds where a move takes 20 ms."""
    calls = []

    @dataclass(frozen=True)
    class Slow(Round):
        def moves(self) -> tuple[int, ...]:
            calls.append(self.at)
            return (1, 2)

        def after(self, move: int) -> Slow:
            return Slow((self.at + move) % 7, self.to_move.other)

    assert pg.search(Slow, "random").move in ("1", "2")
    assert len(calls) < 120


@pytest.mark.parametrize("agent", [pg.MCTS(rounds=20), pg.MCTS(rounds=10**9), pg.ProofNumber()])
def test_a_search_of_a_game_without_an_end_keeps_to_its_limits(agent: pg.Searcher) -> None:
    """MCTS played one random game for ever, and a proof of draws looked for the end of one line."""
    found = agent.search(Round(), pg.Limits(seconds=0.2, nodes=500))
    assert found.score == 0
    assert not found.proven


@pytest.mark.parametrize("agent", ["alphabeta", "pvs", "mtdf", "table_alphabeta", "minimax", "memo"])
def test_a_tree_search_of_a_game_without_an_end_keeps_to_its_depth_nodes_and_budget(agent: str) -> None:
    assert pg.search(Round, agent, depth=4).depth == 4
    assert pg.search(Round, agent, nodes=300).nodes == 300
    found = pg.search(Round, agent)
    assert (found.stopped in ("nodes", "seconds"), found.proven) == (True, False)
    assert "nodes=20000" in found.agent


def test_a_game_without_an_end_is_solved_as_far_as_a_budget_goes() -> None:
    """It was refused whatever the budget, and `analyse` refused it too."""
    with pytest.raises(pg.PlygroundError, match=r"play can come back to a position.* give a time"):
        pg.solve(Round)
    assert pg.solve(Round, nodes=500).score is None
    assert len(pg.analyse(Round)) == 2


def test_a_proof_that_finds_no_end_says_what_helps() -> None:
    """It advised a depth, which a proof has not."""
    with pytest.raises(
        pg.PlygroundError, match=r"1000 plies: proof.method='best_first'. keeps to a number"
    ):
        pg.search(Round, "proof")
    assert pg.search(Round, pg.ProofNumber(method="best_first"), nodes=500).stopped == "nodes"


def test_a_users_searcher_has_the_name_that_loads_it_and_can_be_sent(tmp_path: Path) -> None:
    """Another path to its class renamed the first; and what is loaded by its path was not pickled."""
    code = "import plyground as pg\n@__import__('dataclasses').dataclass(frozen=True, repr=False)\n"
    code += "class Sly(pg.Searcher):\n    depth: int = 2\n    def think(self, position, limits, trace):\n"
    (tmp_path / "sly.py").write_text(f"{code}        return pg.SearchResult(0, position.moves()[:1])\n")
    (tmp_path / "folder").mkdir()
    first = load_searcher(f"{tmp_path}/sly.py:Sly(depth=3)")
    other = load_searcher(f"{tmp_path}/folder/../sly.py:Sly(depth=3)")
    assert (first.spec, other.spec) == (
        f"{tmp_path}/sly.py:Sly(depth=3)",
        f"{tmp_path}/folder/../sly.py:Sly(depth=3)",
    )
    assert pickle.loads(pickle.dumps(first)) == first


def test_a_win_is_told_in_words_and_not_as_a_large_number() -> None:
    """A value that is proven stood as 999989 beside its words."""
    shown = (
        f"{pg.analyse(Heap)}{pg.search(Heap)}{pg.solve(Heap, moves=True)}{pg.explain(Heap(4), 'minimax')}"
    )
    assert "9999" not in shown
    assert "wins in 11 plies" in shown
