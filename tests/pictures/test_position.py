"""Positions show themselves in a notebook: boards as SVG, other games as letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from helpers.markup import SVG, images, parse, roles, texts, words
from plyground import (
    Board,
    Outcome,
    Player,
    Position,
    connect4,
    gomoku,
    load_game,
    mnk,
    textbook,
    tictactoe,
)
from plyground.pictures.board import board_svg
from plyground.pictures.svg import DARK, PALETTE


@dataclass(frozen=True)
class Cell(Position[str]):
    """One cell with a mark, in a game of one move."""

    mark: str = ""
    clicks: tuple[tuple[int, ...], ...] = ((0,),)
    to_move: Player = Player.FIRST

    def outcome(self) -> Outcome | None:
        return None

    def moves(self) -> Sequence[str]:
        return ("put",)

    def after(self, move: str) -> Cell:
        return self

    def as_board(self) -> Board:
        return Board(1, 1, (self.mark,), self.clicks)


def test_marks_differ_by_shape_and_not_by_colour_alone() -> None:
    drawn = connect4().parse("4453")._repr_svg_()
    assert drawn is not None
    shapes = [(each.tag.removeprefix(SVG), each.get("class")) for each in parse(drawn).iter()]
    assert shapes.count(("path", "pg-s-on-disc")) == 2  # crosses
    assert shapes.count(("circle", "pg-s-on-disc")) == 2  # rings
    assert roles(drawn)["f-x-disc"] == roles(drawn)["f-o-disc"] == 2


def test_a_lying_board_has_crosses_rings_and_numbers() -> None:
    drawn = tictactoe().parse("519")._repr_svg_()
    assert drawn is not None
    assert (roles(drawn)["s-x"], roles(drawn)["s-o"]) == (2, 1)
    assert texts(drawn) == [str(number) for number in range(1, 10)]


@pytest.mark.parametrize(
    ("game", "names"),
    [(connect4(), "1 7"), (mnk(5, 4, 3), "a e 4 1"), (gomoku(), "a o 15 1"), (mnk(28, 3, 3), "z aa ab")],
)
def test_columns_and_rows_have_the_names_of_moves(game: object, names: str) -> None:
    written = texts(game.start()._repr_svg_())  # type: ignore[attr-defined]
    assert set(names.split()) <= set(written)


def test_a_winning_line_is_marked() -> None:
    stood, lay = connect4().parse("1212121"), tictactoe().parse("14253")
    assert roles(stood._repr_svg_() or "")["s-ring"] == 4
    lines = list(parse(lay._repr_svg_() or "").iter(f"{SVG}line"))
    assert [(each.get("x1"), each.get("x2")) for each in lines] == [("50", "250")]


def test_the_last_move_and_a_hint_are_marked_where_they_are_known() -> None:
    board = tictactoe().parse("5").as_board()
    plain, marked = board_svg(board), board_svg(board, last=(4,), hint=(0,))
    assert (roles(plain)["f-last"], roles(marked)["f-last"]) == (0, 1)
    assert (roles(plain)["s-good"], roles(marked)["s-good"]) == (0, 1)
    assert roles(board_svg(connect4().parse("4").as_board(), last=(38,)))["s-ring"] == 1


def test_colours_are_light_by_attributes_and_dark_by_the_style() -> None:
    drawn = connect4().start()._repr_svg_() or ""
    assert f'fill="{PALETTE["paper"][0]}"' in drawn  # what strips styles leaves a light picture
    assert f"<style>@media (prefers-color-scheme:dark){{{DARK}}}</style>" in drawn
    assert all(
        (each.get("class") or "pg-").startswith("pg-") for each in parse(drawn).iter()
    )  # meets no other page's


@pytest.mark.parametrize("mark", ["<", "&", '"', "♟", "w"])
def test_other_marks_are_written_and_escaped(mark: str) -> None:
    drawn = Cell(mark)._repr_svg_()
    assert drawn is not None
    assert texts(drawn) == [mark]


def test_the_text_of_a_position_cannot_become_markup() -> None:
    html = Cell("<")._repr_html_()
    assert "<script" not in html
    assert words(html) == []  # an image alone; its description is an attribute
    assert len(images(html)) == 1


def test_a_game_without_a_board_is_drawn_in_letters() -> None:
    nim = load_game("examples/nim.py:Nim").start()
    assert nim._repr_svg_() is None
    assert words(nim._repr_html_()) == [str(nim)]
    assert words(textbook().start()._repr_html_()) == [str(textbook().start())]


def test_a_board_that_is_not_sound_is_told_and_not_drawn() -> None:
    bad = Cell(clicks=((0,), (0,)))
    assert bad._repr_svg_() is None
    assert words(bad._repr_html_())[-1] == "as_board(): clicks for 2 moves of 1"


def test_winning_lines_beside_the_board_are_not_drawn() -> None:
    class Won(Cell):
        def outcome(self) -> Outcome:
            return Outcome(Player.FIRST, ((), (0, 7), (-1,)))

        def moves(self) -> Sequence[str]:
            return ()

    drawn = Won("X", ())._repr_svg_()
    assert drawn is not None
    assert [each.get("x2") for each in parse(drawn).iter(f"{SVG}line")] == ["50"]


def test_boards_stay_small() -> None:
    """A notebook keeps every picture: none may weigh more than a photograph of a stamp."""
    assert len(connect4().parse("4" * 6)._repr_svg_() or "") < 8_000
    assert len(mnk(20, 20, 5).start()._repr_svg_() or "") < 9_000
