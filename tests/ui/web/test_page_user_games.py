"""A user's game in the page: its board is clicked on, walked over by keys, and read out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from helpers.axe_core import barriers
from helpers.laboratory import Laboratory, laboratory
from helpers.visiting import PHONE, Visit, visitors

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("pages")]


@pytest.fixture(scope="module")
def own_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    games = ("--game", "examples/hexapawn.py:Hexapawn", "--game", "examples/nim.py:Nim(heaps=(1, 2))")
    with laboratory(*games, PLYGROUND_RUNS=str(tmp_path_factory.mktemp("runs"))) as running:
        yield running


@pytest.fixture(scope="module")
def visit(own_lab: Laboratory) -> Iterator[Visit]:
    with visitors(own_lab) as opened:
        yield opened


def says(locator: Any, text: str) -> None:
    from playwright.sync_api import expect

    expect(locator).to_contain_text(text, timeout=15_000)


def letters(page: Any) -> str:
    """The letters on the board, row by row."""
    there = page.locator(".board .cell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    return " ".join(there)


def cell(page: Any, number: int) -> Any:
    return page.locator(f'[data-cell="{number}"]')


def test_a_piece_is_moved_by_two_clicks(visit: Visit) -> None:
    page = visit("g=Hexapawn")
    page.locator(".board .stone").first.wait_for()
    pawns = "a1: w, can be played b1: w, can be played c1: w, can be played"
    assert letters(page) == f"a3: b b3: b c3: b a2: empty b2: empty c2: empty {pawns}"
    assert page.locator(".board .legal").count() == 3
    cell(page, 7).click()
    assert page.locator(".board .legal").count() == 0
    says(page.locator("#status"), "b1 w is chosen: it can go to b2.")
    assert cell(page, 7).get_attribute("aria-selected") == "true"
    assert cell(page, 4).get_attribute("aria-label") == "b2: empty, the move can go here"
    assert page.locator(".board .target").count() == 1
    cell(page, 4).click()
    says(page.locator(".state"), "The second player to move")
    assert page.locator(".board .picked").count() == 0
    assert "b2: w" in letters(page)
    says(page.locator(".moves"), "b1b2")
    page.wait_for_function("location.hash === '#g=Hexapawn&then=b1b2'")


def test_a_piece_is_moved_by_keys_and_let_go_by_escape(visit: Visit) -> None:
    page = visit("g=Hexapawn")
    cell(page, 4).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    says(page.locator("#status"), "b1 w is chosen")
    page.keyboard.press("Escape")
    assert page.locator(".board .picked").count() == 0
    page.keyboard.press(" ")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    says(page.locator("#status"), "The first player plays b1b2")


def test_undo_hint_and_reload_keep_the_game(visit: Visit) -> None:
    page = visit("g=Hexapawn&then=a1a2")
    says(page.locator(".moves"), "a1a2")
    page.get_by_role("button", name="Hint").click()
    says(page.locator(".note"), "Hint: b3a2")
    assert page.locator(".board .hint").count() == 2  # from where to where
    page.get_by_role("button", name="Undo").click()
    says(page.locator(".state"), "The first player to move")
    page.go_back()
    says(page.locator(".state"), "The second player to move")


def test_a_machine_answers(visit: Visit) -> None:
    page = visit("g=Hexapawn&o=alphabeta")
    cell(page, 6).click()
    cell(page, 3).click()
    says(page.locator(".last-move"), "b3a2")


def test_boards_of_users_are_not_set_up(visit: Visit) -> None:
    page = visit("g=Hexapawn")
    page.locator(".board .stone").first.wait_for()
    assert page.get_by_role("button", name="Set up").get_attribute("aria-disabled") == "true"
    page.get_by_text("Size and opening").click()
    assert not page.get_by_label("Columns").is_visible()
    page.get_by_label("Random first moves").fill("1")
    page.get_by_role("button", name="Begin").click()
    says(page.locator(".state"), "The second player to move")


def test_a_game_without_a_board_is_drawn_by_its_text(visit: Visit) -> None:
    page = visit("g=Nim(heaps=(1, 2))")
    says(page.locator(".picture"), "2: ||")
    page.get_by_role("button", name="2x2").click()
    says(page.locator(".moves"), "2x2")


def test_another_game_is_chosen_and_left_again(visit: Visit) -> None:
    page = visit("g=connect4")
    choice = page.get_by_role("combobox", name="Game")
    choice.select_option("Hexapawn")
    says(page.locator(".board .letter").first, "b")
    choice.select_option("tictactoe")
    says(page.locator(".board .number").first, "1")
    assert page.locator(".board .letter").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(visit: Visit, scheme: str) -> None:
    page = visit("g=Hexapawn", language="pt-BR", screen=PHONE, color_scheme=scheme)
    page.locator(".board .stone").first.wait_for()
    cell(page, 6).click()
    says(page.locator("#status"), "selecionada: pode ir para a2")
    assert barriers(page) == []


def test_cells_are_marked_where_it_is_a_persons_turn_alone(visit: Visit) -> None:
    """Who did not know the rules had to try every square."""
    page = visit("g=Hexapawn&then=a1a2&o=alphabeta")
    page.locator(".board .stone").first.wait_for()
    says(page.locator(".state"), "Your move: the first player")
    page.locator(".board .legal").first.wait_for()
    page.evaluate("location.hash = '#g=Hexapawn&x=random&o=random'")
    page.locator(".state.over").wait_for()
    assert page.locator(".board .legal").count() == 0
    page.evaluate("location.hash = '#g=tictactoe'")  # where any empty square will do
    says(page.locator(".state"), "X to move")
    assert page.locator(".board .legal").count() == 0


def test_the_tree_has_the_board_of_each_node(visit: Visit) -> None:
    """Beside the tree of a user's game there were the names of moves and no position."""
    page = visit("explain&g=Hexapawn&a=alphabeta&d=3")
    page.locator(".explain[aria-busy=false] .tree .box").first.wait_for()
    board = page.locator(".node-board svg")
    letters = "each => [...each.querySelectorAll('.letter')].map(each => each.textContent).sort().join('')"
    assert page.locator(".node-board").is_visible()
    assert board.evaluate(letters) == "bbbwww"
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "() => document.querySelector('.node-board svg').getAttribute('aria-label') === 'The board after: a1a2 b3a2'"
    )
    assert board.evaluate(letters) == "bbbww"  # a pawn was taken, which only the rules know
    assert board.locator(".last").count() == 1


def test_explain_shows_the_board_and_plays_on_it(visit: Visit) -> None:
    page = visit("explain&g=Hexapawn&pos=a1a2&a=alphabeta&d=2")
    page.locator(".searched", has_text="Hexapawn").click()
    page.locator(".setup .more > summary").click()
    page.locator(".preview .letter").first.wait_for()
    cell(page, 1).click()
    assert page.locator(".preview .target").count() == 2
    cell(page, 3).click()
    page.wait_for_function(
        "[...document.querySelectorAll('input')].some(input => input.value === 'a1a2 b3a2')"
    )
    says(page.locator(".preview"), "The first player to move")
