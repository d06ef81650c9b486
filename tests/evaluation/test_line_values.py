"""Which lines matter: means of tables, by the stones of one side on a line, compared with positions."""

from __future__ import annotations

import pytest

import plyground as pg
from plyground.evaluation.learned import LearnedWeights
from plyground.evaluation.line_values import line_values, ranked_lines
from plyground.evaluation.tuple_shape import line_tables, random_walks
from plyground.evaluation.weights_file import packaged_weights
from plyground.game import Player


def test_every_line_of_the_board_is_in_one_group() -> None:
    for game in (pg.tictactoe(), pg.connect4(), pg.mnk(5, 5, 4)):
        for player in Player:
            lines = [line for each in line_values(packaged_weights(game), player) for line in each.lines]
            assert sorted(lines) == sorted(game.lines)


def test_a_value_is_what_the_line_adds_to_a_position() -> None:
    """On a board whose other lines have a stone of both, or none that counts, the sum is the line's."""
    shape = line_tables(pg.mnk(3, 1, 3))
    table = tuple(range(1, 28))
    weights = LearnedWeights(shape, ((table,), (tuple(-n for n in table),)))
    (first,), (second,) = line_values(weights, Player.FIRST), line_values(weights, Player.SECOND)
    positions = [pg.mnk(3, 1, 3).start()]
    assert first.mine[0] == weights(positions[0]) == 2  # its own mirror image: it is looked up twice
    alone = [table[place] for place in (1, 3, 9)]
    assert first.mine[1] == round(2 * sum(alone) / 3)
    assert second.mine == tuple(-value for value in first.mine if value is not None)
    assert first.theirs[1] == round(2 * (table[2] + table[6] + table[18]) / 3)


def test_what_was_never_met_has_no_value() -> None:
    shape = line_tables(pg.tictactoe())
    nothing = tuple((0,) * 27 for _ in shape.tuples)
    (one, *_) = line_values(LearnedWeights(shape, (nothing, nothing)), Player.FIRST)
    assert one.mine == (None, None, None)
    assert one.value(2) == one.value(1, own=False) == 0


def test_walks_are_no_lines() -> None:
    shape = random_walks(pg.connect4(), 2, 5, 1)
    tables = tuple((1,) * size for size in shape.sizes)
    assert line_values(LearnedWeights(shape, (tables, tables)), Player.FIRST) == []


def test_connect_four_has_learned_odd_and_even_rows() -> None:
    """X, who began, profits from threats in odd rows and O from those in even ones; training found that."""
    weights = packaged_weights(pg.connect4())

    def mean_of_rows(player: Player, wanted: set[int]) -> float:
        flat = [each for each in line_values(weights, player) if each.lines[0][1] == each.lines[0][0] + 1]
        values = [each.value(3) for each in flat if 6 - each.lines[0][0] // 7 in wanted]
        return sum(values) / len(values)

    assert mean_of_rows(Player.FIRST, {3, 5}) > mean_of_rows(Player.FIRST, {2, 4, 6})
    assert mean_of_rows(Player.SECOND, {2, 4, 6}) > mean_of_rows(Player.SECOND, {3, 5})


@pytest.mark.slow
def test_rows_of_connect_four_after_300_000_games() -> None:
    """What the how-to says can be seen: X wants rows 1, 3 and 5, O wants rows 2 and 4."""
    weights = pg.learn("connect4", games=300_000, seed=0).weights

    def rows(player: Player) -> list[int]:
        """The rows from below, those first whose lines with three own stones are worth most."""
        values: dict[int, list[int]] = {}
        for each in line_values(weights, player):
            if each.lines[0][1] == each.lines[0][0] + 1:
                values.setdefault(6 - each.lines[0][0] // 7, []).append(each.value(3))
        return sorted(values, key=lambda row: -sum(values[row]) / len(values[row]))

    assert rows(Player.FIRST)[:3] == [1, 3, 5]
    assert rows(Player.SECOND)[:2] == [2, 4]


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_a_training_shows_itself(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_LANG", language)
    found = pg.learn("tictactoe", games=80)
    shown = found._repr_html_()
    assert shown.count("<img") == 3
    assert ("X to move" if language == "en" else "Vez de X") in shown
    assert [line.value(2) for line in found.lines()] == sorted(
        (line.value(2) for line in found.lines()), key=abs, reverse=True
    )
    assert ranked_lines(found.weights, Player.FIRST) == found.lines()


def test_a_board_that_nobody_can_solve_has_a_curve_of_errors_alone() -> None:
    found = pg.learn("mnk(6,6,4)", games=40)
    assert found.curve[-1]["exam"] is None
    assert found._repr_html_().count("<img") == 3
