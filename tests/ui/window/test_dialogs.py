"""What is asked over the board: games, players, matches, boards to set up; and every button there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

import pygame
import pytest

from helpers.thinking import PoolHere
from helpers.window_driver import Driver, driven, empty_window
from plyground.session import SearchPool
from plyground.ui.offers import GAMES
from plyground.ui.window.dialogs import ChooseGame, ChooseMatch, ChoosePlayer, Help

Open = Callable[..., AbstractContextManager[Driver]]


@pytest.fixture(scope="module")
def opening() -> Iterator[Open]:
    with SearchPool() as pool, empty_window() as window:
        yield partial(driven, window, pool)


def test_changing_the_algorithm_in_a_game(opening: Open) -> None:
    with opening("connect4", second="random") as driver:
        driver.key(pygame.K_a)
        assert isinstance(driver.app.commands.dialog, ChoosePlayer)
        driver.press("agent:alphabeta", "level", "agent:minimax", "level", "side:0", "agent:random")
        driver.press("players-done")
        first, second = driver.view.seats
        assert (first.agent, second.agent) == ("random", "minimax")
        assert second.limits.depth == 8
        driver.press("seat:0", "agent:human", "players-done", "algorithm", "close")
        assert driver.view.seats[0].human


def test_levels_by_keys(opening: Open) -> None:
    with opening("connect4", second="mcts") as driver:
        driver.press("seat:1")
        while driver.app.pointing.focus != "level":
            driver.key(pygame.K_TAB)
        driver.key(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RETURN)
        assert driver.view.seats[1].agent == "mcts(rounds=3000)"


@pytest.mark.parametrize("spec", GAMES)
def test_every_game_of_the_list(opening: Open, spec: str) -> None:
    with opening(second="random") as driver:
        driver.key(pygame.K_g)
        driver.press(f"game:{spec}")
        assert driver.view.game == spec
        driver.cell(0)
        driver.until(lambda view: len(view.played) == 2)
        assert driver.view.seats[1].agent == "random"


def test_a_board_of_any_size(opening: Open) -> None:
    with opening("connect4", second="p4.alphabeta") as driver:
        driver.press("choose-game", "columns", "rows", "rows", "gravity", "in-a-row")
        dialog = driver.app.commands.dialog
        assert isinstance(dialog, ChooseGame)
        driver.press("game:mnk(8,8,5)")
        assert driver.view.game == "mnk(8,8,5)"
        assert (driver.view.seats[1].agent or "").startswith("deepening")  # the paper's plays one size only


def test_a_dialog_is_left_by_escape_and_by_a_click_beside(opening: Open) -> None:
    with opening() as driver:
        driver.key(pygame.K_F1)
        assert isinstance(driver.app.commands.dialog, Help)
        driver.key(pygame.K_u, pygame.K_F1, pygame.K_ESCAPE)
        assert driver.app.commands.dialog is None
        driver.key(pygame.K_m)
        driver.click((2, 2))
        assert driver.app.commands.dialog is None
        driver.cell(0)
        assert [move.text for move in driver.view.played] == ["1"]


def test_setting_a_board_up(opening: Open) -> None:
    with opening() as driver:
        driver.press("set-up")
        driver.cell(0, 4, 8)
        assert driver.view.set_up is not None
        assert driver.view.set_up.board.cells == ("X", "", "", "", "O", "", "", "", "X")
        driver.press("tool:X")
        driver.cell(1)
        assert driver.view.set_up.problem is not None
        assert not driver.named("set-up-done").control.enabled
        driver.cell(1, button=3)
        driver.press("turn:0")
        assert driver.view.set_up.problem is not None
        driver.press("turn:1", "set-up-done")
        assert driver.view.set_up is None
        assert driver.view.start == "X../.O./..X o"
        driver.cell(1)
        driver.press("reset")
        assert driver.view.start == "X../.O./..X o"
        driver.press("from-start")
        assert driver.view.start == "-"


def test_setting_a_board_up_by_keys(opening: Open) -> None:
    with opening("connect4(4,4,3)") as driver:
        driver.key(pygame.K_e, pygame.K_LEFT, pygame.K_x, pygame.K_o, pygame.K_RIGHT, pygame.K_RETURN)
        assert driver.view.set_up is not None
        assert [mark for mark in driver.view.set_up.board.cells if mark] == ["O", "X", "X"]
        driver.key(pygame.K_LEFT, pygame.K_DELETE)
        assert [mark for mark in driver.view.set_up.board.cells if mark] == ["X", "X"]
        driver.press("set-up-clear")
        assert not any(driver.view.set_up.board.cells)
        driver.key(pygame.K_ESCAPE)
        assert driver.view.set_up is None
        assert driver.view.start == "-"


def test_proposed_match_varies_and_ends_soon(opening: Open) -> None:
    with opening("connect4", None, None) as driver:
        driver.press("match")
        match = driver.app.commands.dialog
        assert isinstance(match, ChooseMatch)
        assert match.opening == 2
        assert [seat.limits.seconds for seat in match.seats] == [0.2, 0.2]


def test_the_best_of_five_is_decided_before_its_end(opening: Open) -> None:
    with opening(second="random") as driver:
        driver.press("match", "match-player:0", "agent:random", "players-done")
        driver.press("match-player:1", "agent:greedy", "players-done")
        left, middle = driver.named("games").rect.left + 6, driver.named("games").rect.centery
        for _ in range(2):
            driver.click((left, middle))
        driver.press("best-of")
        dialog = driver.app.commands.dialog
        assert isinstance(dialog, ChooseMatch)
        assert (dialog.games, dialog.best_of) == (5, True)
        driver.press("match-begin")
        driver.until(lambda view: view.series and view.series.done)
        series = driver.view.series
        assert series is not None
        assert (series.wanted, series.best_of) == (5, True)
        assert series.games == 5 or series.decided


def test_a_match_to_its_end(opening: Open) -> None:
    with opening(second="random") as driver:
        driver.press("match", "match-player:0", "agent:random", "players-done", "opening")
        dialog = driver.app.commands.dialog
        assert isinstance(dialog, ChooseMatch)
        driver.click((driver.named("games").rect.left + 6, driver.named("games").rect.centery))
        driver.press("match-player:1", "agent:greedy", "players-done", "match-begin")
        driver.until(lambda view: view.series and view.series.done)
        series = driver.view.series
        assert series is not None
        assert (series.games, series.wanted, sum(series.wins) + series.draws) == (10, 10, 10)
        rows = {row[0]: row[1:] for row in driver.app.scene.table}
        assert rows["wins"] == (str(series.wins[0]), str(series.wins[1]))
        assert all(cost.endswith("s") for cost in rows["time per move"] + rows["time per game"])
        assert driver.app.scene.legend[0] == "A: Random"
        driver.press("series-again", "pause", "speed", "pause", "series-end")
        assert driver.view.series is None
        assert driver.view.paused


def test_the_language_changes_at_once(opening: Open) -> None:
    with opening("connect4", second="alphabeta") as driver:
        before = driver.picture()
        driver.press("language")
        assert driver.text("undo") == "Desfazer"
        assert driver.text("seat:1") == "Alfa-beta, profundidade 9"
        assert driver.picture() != before
        driver.key(pygame.K_l)
        assert driver.text("undo") == "Undo"
        assert driver.picture() == before or driver.app.pointing.keyed


@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("state", ["play", "set-up", "match", "values"])
def test_every_button(opening: Open, language: str, state: str) -> None:
    with opening("connect4(4,4,3)", "random", "random", language=language) as driver:
        ways = {"play": (), "set-up": ("set-up",), "match": ("match", "match-begin"), "values": ("values",)}
        driver.press(*ways[state])
        for name in driver.names():
            placed = driver.app.scene.named(name)
            if placed and placed.control.enabled:
                driver.press(name)
            while driver.app.commands.dialogs:
                for inner in driver.names():
                    placed = driver.app.scene.named(inner)
                    if placed and placed.control.enabled and placed.control.kind == "stepper":
                        driver.press(inner)
                driver.key(pygame.K_ESCAPE)
        assert driver.app.running


@contextmanager
def seen(*options: str) -> Iterator[Driver]:
    with empty_window() as window, PoolHere() as minds, driven(window, minds, *options) as driver:
        yield driver


@pytest.mark.parametrize("key", [pygame.K_u, pygame.K_n, pygame.K_e])
def test_keys_without_a_button_do_not_end_a_match(key: int) -> None:
    with seen("tictactoe", "random", "random") as driver:
        driver.app.session.play_series(1_000)
        driver.app.redraw()
        driver.look()
        driver.key(key)
        assert driver.view.series is not None


def test_every_control_of_the_games_is_reached_by_tab() -> None:
    with seen("connect4(5,4,4)") as driver:
        driver.key(pygame.K_g)
        focused = set()
        for _ in range(60):
            driver.key(pygame.K_TAB)
            focused.add(driver.app.pointing.focus)
        assert "close" in focused
