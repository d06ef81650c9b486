"""`search`, `solve`, `analyse` and `explain` from Python: any agent, texts in the answers, the commands' words."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import plyground as pg
from plyground.cli.app import app

PLACE = pg.connect4().parse("4453")


class Middle:
    """An object with `choose`."""

    def choose(self, position: pg.LinePosition) -> int:
        return position.moves()[len(position.moves()) // 2]


class Timed:
    def choose(self, position: pg.LinePosition, limits: pg.Limits) -> str:
        assert limits.seconds == 2
        return "2"


def first(position: pg.LinePosition) -> int:
    return position.moves()[0]


def by_search(position: pg.LinePosition) -> pg.SearchAnswer:
    return pg.search(position, "alphabeta(depth=3)")


@pytest.mark.parametrize(
    ("agent", "move"),
    [
        ("alphabeta(depth=4)", "6"),
        (pg.AlphaBeta(depth=4), "6"),
        (first, "1"),
        (lambda position: "7", "7"),
        (Middle(), "4"),
        (Middle, "4"),
        (Timed(), "2"),
    ],
)
def test_whatever_is_an_agent_searches(agent: Any, move: str) -> None:
    assert pg.search(PLACE, agent, seconds=2).move == move


def test_an_answer_has_texts_and_raw_moves() -> None:
    answer = pg.search(PLACE, pg.AlphaBeta(depth=4))
    found = pg.AlphaBeta(depth=4).search(PLACE)
    assert (answer.raw_move, answer.raw_line, answer.score) == (found.move, found.line, found.score)
    assert answer.line == PLACE.line_text(found.line)
    assert (answer.move, answer.nodes, answer.depth) == (answer.line[0], found.stats.nodes, 4)
    assert answer.stats == found.stats
    assert (answer.agent, answer.core, answer.stopped, answer.proven) == (
        "alphabeta(depth=4)",
        "native",
        None,
        False,
    )


def test_a_function_that_searches_gives_the_whole_answer() -> None:
    assert pg.search(PLACE, by_search).score == by_search(PLACE).score


@pytest.mark.parametrize(
    "arguments",
    [["4453", "--agent", "alphabeta(depth=4)"], ["4453", "--agent", "deepening", "--depth", "3"]],
)
def test_an_answer_prints_what_the_command_prints(arguments: list[str]) -> None:
    from test_documents import without_clock

    ran = CliRunner().invoke(app, ["search", "connect4", *arguments])
    depth = 3 if "--depth" in arguments else None
    assert without_clock(str(pg.search(PLACE, arguments[2], depth=depth))) == without_clock(ran.stdout)


def test_a_solution_prints_what_the_command_prints() -> None:
    from test_documents import without_clock

    ran = CliRunner().invoke(app, ["solve", "connect4", "4453", "--moves"])
    assert without_clock(str(pg.solve(PLACE, moves=True))) == without_clock(ran.stdout)


def test_an_explanation_prints_what_the_command_prints() -> None:
    ran = CliRunner().invoke(app, ["explain", "tictactoe", "1 5 2 3 7"])
    assert f"{pg.explain(pg.tictactoe().parse('1 5 2 3 7'))}\n" == ran.stdout


def test_without_a_limit_an_agent_gets_one_and_says_so() -> None:
    answer = pg.search(PLACE, pg.Minimax())
    assert answer.agent == "minimax(depth=7)"
    assert "note:" in str(answer)
    assert "minimax(depth=7)" in str(answer)
    assert pg.search(pg.tictactoe().start(), pg.Minimax()).agent == "minimax"


def test_another_thread_may_stop_a_search() -> None:
    stop = threading.Event()
    stop.set()
    assert pg.search(PLACE, pg.AlphaBeta(depth=30), stop=stop).stopped == "stop"


def test_a_finished_game_has_a_score_and_no_move() -> None:
    over = pg.search(pg.tictactoe().parse("14253"), "alphabeta")
    assert (over.line, str(over.score)) == ((), "loses")
    with pytest.raises(pg.PlygroundError, match="the game is over: there is no move to play"):
        _ = over.move


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("4453", "no game 4453: games are connect4"),
        (4453, "no game 4453: give a game, its class or its spec"),
        (None, "no game None"),
    ],
)
def test_what_is_no_game_is_refused(given: Any, sentence: str) -> None:
    for work in (pg.search, pg.analyse, pg.explain, pg.solve):
        with pytest.raises(pg.BadSpec, match=sentence):
            work(given)


@pytest.mark.parametrize("agent", [3, None, object(), str, [first]])
def test_what_is_no_agent_is_refused(agent: Any) -> None:
    with pytest.raises(
        pg.BadSpec,
        match=r"no agent .*: an agent is a spec, a searcher, a function or an object with choose",
    ):
        pg.search(PLACE, agent)


def test_a_function_with_other_parameters_is_refused() -> None:
    with pytest.raises(pg.BadSpec, match="an agent is a function choose"):
        pg.search(PLACE, lambda: 1)


def test_a_function_that_fails_is_told_with_its_line() -> None:
    def broken(position: pg.LinePosition) -> int:
        return [][3]

    with pytest.raises(pg.Failed, match=r"^broken failed: IndexError: .* \(test_search.py, line \d+\)$"):
        pg.search(PLACE, broken)


def test_an_illegal_move_is_told() -> None:
    with pytest.raises(
        pg.Failed, match=r"<lambda> played no legal move: 4 .a bare number may mean a cell or a column"
    ):
        pg.search(PLACE, lambda position: 4)


def test_moves_are_proved_where_that_is_quick() -> None:
    found = pg.analyse(PLACE)
    assert found.agent == "solver"
    assert all(each.proven for each in found)
    assert [each.move for each in found] == list("1234567")
    solved = pg.solve(PLACE)
    assert found.best.score == solved.score
    assert found["4"] == found[3]


def test_moves_are_estimated_where_the_solver_would_take_too_long() -> None:
    found = pg.analyse(pg.mnk(7, 7, 5).start(), nodes=5_000)
    assert found.agent == "deepening(inner=table_alphabeta)"
    assert len(found) == 49
    assert not found[0].proven


def test_moves_are_valued_by_an_agent() -> None:
    found = pg.analyse(PLACE, "mcts(rounds=300)")
    assert found.best.move == pg.search(PLACE, "mcts(rounds=300)").move
    assert "visits" in str(found)
    with pytest.raises(pg.PlygroundError, match="tells no values of moves"):
        pg.analyse(PLACE, first)


def test_a_finished_game_has_no_moves_to_value() -> None:
    found = pg.analyse(pg.tictactoe().parse("14253"))
    assert (len(found), list(found)) == (0, [])
    with pytest.raises(pg.PlygroundError, match="the game is over"):
        _ = found.best


def test_rows_are_written_as_csv(tmp_path: Path) -> None:
    rows = pg.analyse(pg.tictactoe().parse("15243")).rows
    assert (
        rows.to_csv(tmp_path / "values.csv").read_text().splitlines()[0]
        == "move,score,value,proven,line,visits"
    )
    with pytest.raises(pg.Failed, match="cannot be written"):
        rows.to_csv(tmp_path / "nowhere" / "values.csv")
    with pytest.raises(pg.BadSpec, match="no column speed: columns are move, score"):
        rows.column("speed")


def test_without_pandas_a_frame_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(pg.PlygroundError, match="to_frame needs pandas: pip install pandas"):
        pg.analyse(pg.tictactoe().parse("1524")).rows.to_frame()


def test_a_tree_is_drawn_and_saved(tmp_path: Path) -> None:
    tree = pg.explain(pg.textbook().start(), pg.AlphaBeta())
    assert tree.save_svg(tmp_path / "tree.svg").read_text().startswith("<svg")
    assert (tree.game, tree.agent, tree.result.score) == ("textbook", "AlphaBeta()", 3)
    assert type(tree).from_json(tree.to_json()).rows == tree.rows
    with pytest.raises(pg.Failed, match="cannot be written"):
        tree.save_svg(tmp_path / "nowhere" / "tree.svg")
    with pytest.raises(pg.BadSpec, match="no trace of"):
        pg.explain(PLACE, first)
