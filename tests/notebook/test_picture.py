"""Boards with more on them than a position knows, and the claims of the papers as tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.markup import images, roles, texts, words
from plyground import connect4, load_game, textbook, tictactoe
from plyground.errors import BadSpec, Failed, IllegalMove, NotationError, PlygroundError
from plyground.notebook import claims, draw

HEXAPAWN = f"{Path(__file__).parents[2] / 'examples' / 'hexapawn.py'}:Hexapawn"


def test_the_last_of_the_moves_is_marked() -> None:
    assert roles(draw(connect4()).svg)["s-ring"] == 0
    assert roles(draw(connect4(), "4453").svg)["s-ring"] == 1
    assert draw(tictactoe(), "51").svg == draw(tictactoe().parse("5"), ["1"]).svg


def test_the_last_move_can_be_named() -> None:
    assert draw(connect4().parse("4453"), last="3").svg == draw(connect4(), "4453").svg
    assert draw(tictactoe().parse("51"), last="1").svg == draw(tictactoe(), "51").svg


@pytest.mark.parametrize(("position", "last"), [(connect4().start(), "4"), (tictactoe().parse("5"), "1")])
def test_a_last_move_that_was_not_played_is_refused(position: object, last: str) -> None:
    with pytest.raises(BadSpec, match="no stone at"):
        draw(position, last=last)  # type: ignore[arg-type]


def test_a_game_of_ones_own_is_drawn_after_its_moves() -> None:
    start = load_game(HEXAPAWN).start()
    assert roles(draw(start, "a1a2").svg)["f-last"] == 1
    assert roles(draw(start, ["a1a2", "b3a2"]).svg)["f-last"] == 1
    with pytest.raises(BadSpec, match="play the move here"):
        draw(start, last="a1a2")


def test_hints_and_labels_are_put_on_moves() -> None:
    drawn = draw(tictactoe(), "5", hint="1", labels={"1": "best", "9": "<b>"})
    assert roles(drawn.svg)["s-good"] == 1
    assert texts(drawn.svg)[-2:] == ["best", "<b>"]


def test_what_the_rules_refuse_is_refused() -> None:
    with pytest.raises((IllegalMove, NotationError)):
        draw(tictactoe(), "55")
    with pytest.raises((IllegalMove, NotationError)):
        draw(tictactoe(), "5", hint="5")
    with pytest.raises(NotationError):
        draw(load_game(HEXAPAWN).start(), "a1a3")


def test_a_game_without_a_board_cannot_be_drawn() -> None:
    with pytest.raises(PlygroundError, match="TreePosition has no board to draw: give it as_board"):
        draw(textbook())


def test_a_picture_shows_and_saves_itself(tmp_path: Path) -> None:
    drawn = draw(tictactoe(), "5")
    assert images(drawn._repr_html_()) == [drawn._repr_svg_()] == [drawn.svg]
    assert repr(drawn) == "<picture of .../.X./...>"
    assert drawn.save(tmp_path / "board.svg").read_text() == drawn.svg
    with pytest.raises(Failed, match="cannot be written"):
        drawn.save(tmp_path / "nowhere" / "board.svg")


@pytest.mark.slow
def test_what_was_found_is_a_table_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_LANG", "en")
    found = claims("P0")["P0.draws"].measure()
    assert len(found) == len(found.verdicts) == 1
    assert words(found._repr_html_())[4:7] == ["ours", "verdict", "why"]


def test_claims_are_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_LANG", "en")
    published = claims("p0")
    assert words(published._repr_html_())[1:4] == ["id", "claim", "published"]
    assert [claim.id for claim in published["draws"]] == ["P0.draws"]


def test_claims_that_are_not_there_are_told() -> None:
    with pytest.raises(BadSpec, match="no paper P9: papers are P0, P1, P2, P3, P4"):
        claims("P9")
    with pytest.raises(BadSpec, match="no claim drws"):
        claims("P0")["drws"]
