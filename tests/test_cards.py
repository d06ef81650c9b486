"""Answers show themselves in a notebook: the board, a table, every move's value as a bar."""

from __future__ import annotations

import pytest

import plyground as pg
from helpers.markup import images, roles, texts, words
from plyground import Score, connect4, gomoku, textbook, tictactoe, win_in
from plyground.cards import CardValue, clicked_cells, values_picture
from plyground.pictures.bars import Bar, bars_svg
from plyground.score import loss_in
from plyground.searchers import AlphaBeta, Deepening, Limits, Trace
from plyground.solver import solve


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_LANG", "en")


def test_a_solution_shows_its_board_its_facts_and_all_values() -> None:
    html = solve(tictactoe().parse("1524"), moves=True)._repr_html_()
    board, bars = images(html)
    assert roles(board)["s-good"] == 1  # the best move
    said = words(html)
    assert said[:6] == ["Move", "3", "Value", "wins in 1 ply", "Nodes", said[5]]
    assert texts(bars)[:2] == ["3", "wins in 1 ply ★"]
    assert [text for text in texts(bars) if text.startswith("loses")] == ["loses in 2 plies"] * 3


def test_a_solution_without_values_has_no_bars() -> None:
    assert len(images(solve(tictactoe().parse("1524"))._repr_html_())) == 1


def test_a_solution_speaks_portuguese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_LANG", "pt-BR")
    html = solve(tictactoe().parse("1524"), moves=True)._repr_html_()
    assert words(html)[:4] == ["Jogada", "3", "Valor", "vence em 1 jogada"]


def test_an_answer_shows_its_move_line_and_cost() -> None:
    html = pg.search(connect4().parse("4453"), "alphabeta(depth=4)")._repr_html_()
    (board,) = images(html)
    assert roles(board)["s-good"] == 1
    said = words(html)
    assert said[0] == "alphabeta(depth=4)"
    facts = dict(zip(said[1::2], said[2::2], strict=True))
    assert facts.keys() == {"Move", "Line", "Value", "Depth", "Nodes", "Time", "Core"}
    assert facts["Depth"] == "4"


def test_an_answer_without_a_value_tells_none() -> None:
    said = words(pg.search(tictactoe().start(), lambda position: position.moves()[2])._repr_html_())
    assert said[1:3] == ["Move", "3"]
    assert not {"Value", "Nodes", "Core"} & set(said)


def test_the_answer_to_a_finished_game_has_no_move() -> None:
    said = words(pg.search(tictactoe().parse("14253"))._repr_html_())
    assert said[1:3] == ["Value", "loses"]


def test_an_analysis_shows_every_move_as_a_bar() -> None:
    html = pg.analyse(tictactoe().parse("1524"))._repr_html_()
    _, bars = images(html)
    assert texts(bars)[:2] == ["3", "wins in 1 ply ★"]
    assert len(texts(bars)) == 2 * 5
    assert words(html) == ["solver · X to move"]


def test_rows_are_a_table_and_many_of_them_a_short_one() -> None:
    rows = pg.RowTable(("move", "nodes"), tuple((f"<{n}>", n / 3) for n in range(100)))
    said = words(rows._repr_html_())
    assert said[:6] == ["move", "nodes", "<0>", "0", "<1>", "0.333333"]
    assert len(said) == 2 * 14
    assert said.count("…") == 2
    assert words(pg.RowTable(("move",), ())._repr_html_()) == ["move"]


def test_a_match_and_its_tables_show_themselves() -> None:
    match = pg.match("tictactoe", pg.AlphaBeta(), lambda position: position.moves()[0], games=2)
    said = words(match._repr_html_())
    assert said[0].startswith("tictactoe, match")
    assert said[1:3] == ["agent", "side"]
    assert said[-1].startswith("1 different pair; ")  # too few for an Elo difference
    assert words(match.table()._repr_html_())[1:3] == ["agent", "side"]
    assert words(match.games._repr_html_())[0] == "game"


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (CardValue("a", win_in(3)), "value.wins-in"),
        (CardValue("a", loss_in(4)), "value.loses-in"),
        (CardValue("a", Score(0)), "value.draws"),
        (CardValue("a", Score(0), proven=False), "value.estimate"),
        (CardValue("a", Score(7)), "value.points"),
        (CardValue("a", None, low=1, high=9), "value.wins"),
        (CardValue("a", None, low=0, high=9), "value.wins-or-draws"),
        (CardValue("a", None, low=-9, high=0), "value.draws-or-loses"),
        (CardValue("a", None, low=-9, high=9), "value.unknown"),
    ],
)
def test_a_value_has_its_words(value: CardValue, key: str) -> None:
    assert value.message.key == key


def test_bars_go_right_for_good_and_left_for_bad_and_the_best_has_a_star() -> None:
    drawn = bars_svg(
        [Bar("a", "wins", 1, best=True), Bar("b", "loses", -0.5), Bar("c", "draw", 0)], "values"
    )
    assert (roles(drawn)["f-good"], roles(drawn)["f-bad"], roles(drawn)["f-edge"]) == (1, 1, 1)
    assert texts(drawn) == ["a", "wins ★", "b", "loses", "c", "draw"]


def test_estimates_are_compared_with_each_other() -> None:
    values = [CardValue(name, Score(n), proven=False) for name, n in zip("abc", (-40, 0, 40), strict=True)]
    (drawn,) = images(values_picture(values, ["c"]))
    assert (roles(drawn)["f-good"], roles(drawn)["f-bad"]) == (1, 1)
    assert values_picture([], []) == ""


def test_a_bad_estimate_is_never_drawn_as_a_good_one() -> None:
    """Where all moves are bad, the least bad one once had a bar to the right."""
    values = [
        CardValue(name, Score(n), proven=False) for name, n in zip("abc", (-40, -20, -10), strict=True)
    ]
    (drawn,) = images(values_picture(values, ["c"]))
    assert (roles(drawn)["f-good"], roles(drawn)["f-bad"]) == (0, 3)


def test_the_cells_of_a_move_are_those_of_its_clicks() -> None:
    position = connect4().start()
    assert clicked_cells(position, position.read("4")) == (38,)
    assert clicked_cells(textbook().start(), 0) == ()
    assert clicked_cells(tictactoe().parse("14253"), 8) == ()


def test_a_trace_shows_its_tree() -> None:
    trace = Trace()
    assert (trace._repr_svg_(), trace._repr_html_()) == (None, None)
    AlphaBeta().search(textbook().start(), trace=trace)
    drawn = trace._repr_svg_()
    assert drawn is not None
    assert {"pruned", "β ≤ α: 2 ≤ 3", "2 3"} <= set(texts(drawn))
    assert images(trace._repr_html_() or "") == [drawn]
    assert "prefers-color-scheme:dark" in drawn


def test_a_trace_of_several_depths_shows_the_last() -> None:
    trace = Trace()
    Deepening(AlphaBeta(depth=2)).search(tictactoe().parse("15"), Limits(), trace)
    assert len(trace.roots()) == 2
    assert "α −16  β +∞" in texts(trace._repr_svg_() or "")


def test_a_large_trace_fits_a_notebook() -> None:
    trace = Trace(most_rows=2_000)
    AlphaBeta(depth=2).search(gomoku().start(), trace=trace)
    drawn = trace._repr_svg_() or ""
    width = int(drawn.partition('width="')[2].partition('"')[0])
    assert width <= 1_300
