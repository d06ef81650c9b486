"""Learned evaluations: what the tables are about, and that both cores add them up alike."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from helpers.subjects import random_play
from plyground import BadSpec, LineGame, LinePosition, SplitMix64, connect4, load_game, mnk, tictactoe
from plyground.evaluation import LearnedWeights, load_evaluation
from plyground.evaluation.tuple_shape import TupleShape, line_tables, other_side, random_walks
from plyground.evaluation.weights_file import load_weights, write_weights
from plyground.searchers import AlphaBeta, Deepening, Limits, MTDf, Searcher, TableAlphaBeta

GAMES = (tictactoe(), connect4(), mnk(5, 5, 4), connect4(5, 4, 3), mnk(4, 3, 3), connect4(12, 10, 5))


def any_weights(shape: TupleShape, chance: SplitMix64, most: int = 1_000) -> LearnedWeights:
    """Random tables: no two numbers that could be mixed up without a trace."""

    def table(size: int) -> tuple[int, ...]:
        return tuple(chance.below(2 * most + 1) - most for _ in range(size))

    first = tuple(table(size) for size in shape.sizes)
    return LearnedWeights(shape, (first, tuple(table(size) for size in shape.sizes)))


def any_shape(game: LineGame, chance: SplitMix64) -> TupleShape:
    playable = game.gravity and chance.below(2) == 0
    if chance.below(2):
        return line_tables(game, playable)
    return random_walks(game, 1 + chance.below(4), 1 + chance.below(5), chance.next(), playable)


def positions(game: LineGame, chance: SplitMix64, count: int) -> list[LinePosition]:
    """Positions of random games that are not over."""
    found: list[LinePosition] = []
    while len(found) < count:
        *_, last = islice(random_play(game.start(), chance), 1 + chance.below(game.cells))
        assert isinstance(last, LinePosition)
        if not last.ended:
            found.append(last)
    return found


@pytest.mark.parametrize(
    ("game", "entries", "tied"),
    [(tictactoe(), 432, 81), (connect4(), 5_589, 2_916), (mnk(5, 5, 4), 2_592, 405)],
)
def test_line_tables_have_the_numbers_that_were_asked_for(game: LineGame, entries: int, tied: int) -> None:
    """A line that a symmetry lays onto itself the other way round is looked up in both directions."""
    shape = line_tables(game, playable=False)
    assert shape.entries == entries
    assert shape.size == tied
    assert {frozenset(cells) for _, cells in shape.images} == {frozenset(line) for line in game.lines}


def test_symmetric_positions_are_worth_the_same() -> None:
    chance = SplitMix64(5)
    for game in GAMES[:4]:
        learned = any_weights(any_shape(game, chance), chance)
        for position in positions(game, chance, 3):
            values = {learned(position.image(symmetry)) for symmetry in game.symmetries}
            assert len(values) == 1, position


def test_the_other_side_sees_what_the_first_sees_of_it() -> None:
    for states, length in ((3, 4), (4, 3)):
        seen = other_side(length, states)
        assert [seen[index] for index in seen] == list(range(states**length))
    assert other_side(3, 4)[1 + 2 * 4 + 3 * 16] == 2 + 1 * 4 + 3 * 16


def searchers(learned: LearnedWeights, chance: SplitMix64) -> list[Searcher]:
    depth = 1 + chance.below(3)
    return [
        AlphaBeta(depth, learned, order="centre"),
        chance.choice((MTDf(depth, learned), TableAlphaBeta(depth, learned, symmetry=True))),
        Deepening(AlphaBeta(evaluate=learned), depth),
    ]


@pytest.mark.needs_core
def test_both_cores_search_alike_with_random_weights() -> None:
    for seed in range(24):
        chance = SplitMix64(seed)
        game = GAMES[seed % len(GAMES)]
        learned = any_weights(any_shape(game, chance), chance)
        position, limits = positions(game, chance, 1)[0], Limits(nodes=60)
        for searcher in searchers(learned, chance):
            slow = replace(searcher, core="python").search(position, limits)
            fast = replace(searcher, core="native").search(position, limits)
            assert replace(fast, core="python") == slow, (seed, position, searcher)


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    chance = SplitMix64(11)
    made = any_weights(any_shape(connect4(5, 4, 3), chance), chance)
    zeros = replace(made, tables=(((0,) * made.shape.sizes[0], *made.tables[0][1:]), made.tables[1]))
    for learned in (made, zeros):
        path = tmp_path / "weights.json"
        path.write_bytes(write_weights(replace(learned, header={"seed": 3}), "line_table"))
        found = load_weights(str(path))
        assert (found.shape, found.tables, found.header) == (learned.shape, learned.tables, {"seed": 3})
        position = positions(made.shape.game, chance, 1)[0]
        named = load_evaluation(f"file:{path}")
        assert named(position) == learned(position)
        assert AlphaBeta(2, f"file:{path}").search(position) == AlphaBeta(2, learned).search(position)


BAD: dict[str, tuple[Any, str]] = {
    "not JSON": (b"{", "it is no JSON"),
    "no object": (b"[1]", '"format" is not "plyground weights 1"'),
    "deep": (b"[" * 100_000, "it is no JSON"),
    "model": ({"model": "neural"}, '"model" is one of line_table, ntuple'),
    "code": ({"game": "mine.py:Game"}, '"game" is a line game'),
    "game": ({"game": "conect4"}, "no game conect4: did you mean connect4"),
    "tree": ({"game": "textbook"}, "textbook is none"),
    "playable": ({"playable": True}, "true only where discs fall"),
    "tuples": ({"tuples": 3}, '"tuples" is a list'),
    "cell": ({"tuples": [[0, 9]]}, "tuple 0 of"),
    "twice": ({"tuples": [[0, 0]]}, "tuple 0 of"),
    "table": ({"first": ["1 2"]}, 'table 0 of "first" has 2 numbers in place of 9'),
    "word": ({"second": ["1 x 0*7"]}, "something else than whole numbers"),
    "flood": ({"first": ["0*99999999999999"]}, "something else than whole numbers"),
    "missing": ({"second": []}, '"second" has a table for each of the 1 tuples'),
    "large": ({"first": ["0*8 2000000000"]}, "add up to"),
    "long": ({"tuples": [list(range(9))] * 1}, "numbers in place of 19683"),
}


def test_a_file_in_a_deep_folder_is_named_whole_and_once(tmp_path: Path) -> None:
    """Its path was cut after 200 characters, before its name, and stood there twice."""
    folder = tmp_path / ("a folder of a course " * 5) / ("of this year and the last " * 5)
    folder.mkdir(parents=True)
    path = folder / "bad.json"
    path.write_text("no JSON")
    with pytest.raises(BadSpec) as refused:
        load_evaluation(f"file:{path}")
    said = str(refused.value)
    assert f"no weights {path}" in said
    assert said.count("bad.json") == 1
    assert "…" not in said


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused_in_words(case: str, tmp_path: Path) -> None:
    good: dict[str, object] = {
        "format": "plyground weights 1",
        "game": "tictactoe",
        "model": "ntuple",
        "playable": False,
    }
    good |= {"tuples": [[0, 1]], "first": ["1 0*8"], "second": ["0*9"]}
    change, why = BAD[case]
    path = tmp_path / "bad.json"
    path.write_bytes(change if isinstance(change, bytes) else json.dumps({**good, **change}).encode())
    with pytest.raises(BadSpec, match=r"no weights .*bad\.json") as refused:
        load_evaluation(f"file:{path}")
    assert why in str(refused.value)


@pytest.mark.needs_core
def test_a_missing_file_and_the_wrong_game_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match="No such file or directory; plyground learn GAME --out"):
        AlphaBeta(2, f"file:{tmp_path}/none.json")
    with pytest.raises(BadSpec, match="no weights"):
        AlphaBeta(2, "file:\0")
    chance = SplitMix64(1)
    learned = any_weights(line_tables(tictactoe()), chance)
    for core in ("python", "native"):
        for depth in (2, None):
            with pytest.raises(
                BadSpec, match="learned in a game of connect4: they are weights of tictactoe"
            ):
                AlphaBeta(depth, learned, core=core).search(connect4().parse("1" * 6 + "2" * 6 + "3" * 6))


def test_walks_stay_on_the_board_and_visit_no_cell_twice() -> None:
    shape = random_walks(connect4(), 20, 8, seed=1)
    assert len(shape.tuples) == 20
    assert shape == random_walks(connect4(), 20, 8, seed=1) != random_walks(connect4(), 20, 8, seed=2)
    for cells in shape.tuples:
        assert len(set(cells)) == 8
        for one, other in pairwise(cells):
            assert max(abs(one // 7 - other // 7), abs(one % 7 - other % 7)) == 1
    with pytest.raises(BadSpec, match="a tuple has 1 to 9 cells"):
        random_walks(load_game("tictactoe"), 1, 10, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("named", ["file:", "file: "])
def test_a_file_of_weights_without_a_name_is_no_directory(named: str) -> None:
    with pytest.raises(BadSpec) as refused:
        load_evaluation(named)
    assert str(refused.value) == "no file of weights: name one: evaluate='file:weights.json'"
