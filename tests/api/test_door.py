"""The door: what `import plyground` gives, that it is cheap, and that every value can be written and read back."""

from __future__ import annotations

import doctest
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import plyground as pg

SOURCE = Path(pg.__file__).parent
NAMES = sorted({*pg.__all__, *(name for names in pg._LATER.values() for name in names.split())})
PARTS = sorted({*NAMES} - {*pg.__all__} | {"Failed", "SplitMix64", "describe", "registered"})


def python(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_what_is_loaded_later_is_what_the_type_checker_reads() -> None:
    source = (SOURCE / "__init__.py").read_text(encoding="utf-8")
    told = source[source.index("if TYPE_CHECKING:") : source.index("__version__")]
    for module, names in pg._LATER.items():
        for name in names.split():
            line = [each for each in told.splitlines() if f"plyground.{module} import" in each]
            assert any(name in each.split("import ")[1].replace(",", " ").split() for each in line), name
    assert told.count(" import ") >= len(pg._LATER)


def test_dir_lists_every_public_name() -> None:
    assert set(pg.__all__) <= set(dir(pg))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'serch'"):
        _ = pg.serch  # type: ignore[attr-defined]


def test_no_module_hides_a_function_of_its_name() -> None:
    """A regression: `import plyground.perft` could have put the module in the function's place."""
    modules = [
        found.name
        for found in pkgutil.iter_modules(pg.__path__, "plyground.")
        if not found.name.endswith(("_core", "cli"))
    ]
    code = f"""
import importlib, types
for name in {modules}: importlib.import_module(name)
import plyground
print([name for name in plyground.__all__ if isinstance(getattr(plyground, name), types.ModuleType)])
print(plyground.perft(plyground.tictactoe().start(), 1)[1].count)
"""
    assert python(code) == "[]\n9"


@pytest.mark.parametrize("name", [*pg.__all__, *PARTS])
def test_every_public_name_has_a_docstring_with_an_example_that_runs(name: str) -> None:
    value = getattr(pg, name)
    if not callable(value):
        assert name == "WIN"
        return
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    module = sys.modules[value.__module__]
    (test,) = finder.find(value, name, module=module, globs={"__name__": "example"})
    assert test.examples, f"{name} shows no example"
    assert runner.run(test).failed == 0


def forget_game(name: str) -> None:
    from plyground.games import registry

    registry._entries.pop(name, None)


@pytest.fixture(autouse=True)
def _forget_games() -> Any:
    yield
    forget_game("tall4")


def public_values() -> list[Any]:
    """Values of every kind that the functions of the door take or give."""
    start, place = pg.tictactoe().start(), pg.connect4().parse("4453")
    match = pg.match("tictactoe", pg.Random(seed=1), pg.Greedy(), games=2, seed=3)
    solved = pg.solve(place, moves=True)
    assert solved.moves is not None
    answer = pg.search(place, pg.AlphaBeta(depth=3, order=("centre", "given")))
    values = pg.analyse(start)
    return [
        pg.WIN,
        pg.win_in(5),
        -pg.win_in(0),
        pg.Score(12),
        pg.Player.FIRST,
        pg.tictactoe().parse("14253").outcome(),
        pg.connect4(),
        pg.gomoku(),
        pg.textbook(),
        start,
        place,
        place.play("4"),
        pg.textbook().parse("12"),
        pg.load_game("examples/nim.py:Nim"),
        pg.load_game("mnk(5,5,4)").parse("a1 b2"),
        place.as_board(),
        pg.Limits(depth=3, nodes=9, seconds=0.5),
        answer,
        answer.result,
        answer.stats,
        solved,
        solved.moves[0],
        pg.solve_many(["4453"], best=True)[0],
        values,
        values.best,
        values.rows,
        pg.explain(pg.textbook().start()),
        pg.explain(start, "minimax", depth=2, rows=20),
        match,
        match.table(),
        match.elo,
        match.ratings["greedy"],
        pg.match("tictactoe", pg.Random(), pg.Random(seed=1), games=4, sprt=(0, 100)).sprt,
        pg.SplitMix64(7),
        pg.Survey(seed=3),
        *ALL_SEARCHERS,
    ]


ALL_SEARCHERS = [
    pg.AlphaBeta(depth=6, evaluate="windows", plain=True),
    pg.Deepening(inner=pg.PVS(order="history"), seconds=0.5),
    pg.Greedy(diagonals="one"),
    pg.MCTS(rounds=10, explore=1.0, seed=3),
    pg.MTDf(depth=2),
    pg.MemoMinimax(symmetry=True),
    pg.Minimax(core="python"),
    pg.PVS(),
    pg.Perfect(blunder=0.1),
    pg.ProofNumber(method="best_first"),
    pg.Random(seed=4),
    pg.TableAlphaBeta(size=100),
]


def test_the_repr_of_every_public_value_evaluates_back() -> None:
    names = {name: getattr(pg, name) for name in [*pg.__all__, *PARTS]}
    kinds = set()
    for value in public_values():
        again = eval(repr(value), dict(names))  # noqa: S307 - of ours
        assert again == value, repr(value)
        kinds.add(type(value).__name__)
    written = {name for name, value in names.items() if isinstance(value, type)}
    abstract = {"Game", "Position", "Searcher", "TreeSearcher", "Comparison", "SurveyResult"}
    errors = {name for name in written if issubclass(names[name], Exception)}
    assert written - errors - abstract - {"LineGame", "TreeGame"} <= kinds, written - kinds


def test_what_was_learned_judged_or_surveyed_says_what_it_is() -> None:
    """These are too large to be written down; docs/reference/python.md names them."""
    learned = pg.learn("tictactoe", games=20)
    tiny = pg.Survey("connect4(4,4,3)", small_game="mnk(2,2,2)")
    shown = {
        "<line_table of tictactoe after 20 games>": learned,
        "<learned weights of tictactoe: learned>": learned.weights,
        "<judgement of perfect in tictactoe>": pg.judge(
            "perfect", "tictactoe", quick=True, seeds=1, parts=["moves"]
        ),
        "<survey of connect4(4,4,3) and mnk(2,2,2)>": pg.SurveyResult(tiny, Path(), []),
    }
    assert {name: repr(value) for name, value in shown.items()} == {name: name for name in shown}
    page = Path("docs/reference/python.md").read_text(encoding="utf-8")
    (said,) = [line for line in page.splitlines() if "evaluates back" in line]
    assert all(f"`{name}`" in said for name in ("learn", "judge", "compare()")), said


def test_the_repr_of_an_error_evaluates_back() -> None:
    names = {name: getattr(pg, name) for name in [*pg.__all__, *PARTS]}
    for wrong in (
        lambda: pg.connect4().parse("4459"),
        lambda: pg.tictactoe().parse("5").play("5"),
        lambda: pg.Limits(depth=0),
    ):
        with pytest.raises(pg.PlygroundError) as caught:
            wrong()
        again = eval(repr(caught.value), dict(names))  # noqa: S307 - of ours
        assert (type(again), again.args, str(again)) == (
            type(caught.value),
            caught.value.args,
            str(caught.value),
        )


def test_an_evaluation_of_a_users_own_is_written_by_its_name() -> None:
    def height(position: pg.Position[Any]) -> int:
        return 0

    searcher = pg.AlphaBeta(depth=2, evaluate=height)
    assert repr(searcher) == "AlphaBeta(depth=2, evaluate=height)"
    names = {"AlphaBeta": pg.AlphaBeta, "height": height}
    assert eval(repr(searcher), names) == searcher  # noqa: S307 - of ours


def test_errors_of_texts_and_moves_are_value_errors() -> None:
    with pytest.raises(ValueError, match="no column 9"):
        pg.connect4().parse("9")
    with pytest.raises(ValueError, match="square 5 is taken"):
        pg.tictactoe().parse("5").play("5")
    assert issubclass(pg.NotationError, pg.PlygroundError)
    assert issubclass(pg.IllegalMove, pg.PlygroundError)


def test_no_public_name_is_a_module() -> None:
    assert not [name for name in pg.__all__ if isinstance(getattr(pg, name), ModuleType)]
