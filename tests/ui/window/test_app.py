"""Playing in the window: every click and key does what it says, and the next picture shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pytest

from helpers.window_driver import Driver, driven, empty_window
from plyground.game import Player
from plyground.session import SearchPool, Session
from plyground.session.view import Analysis, Value
from plyground.ui.window.paint import value_notes
from plyground.ui.window.palette import LIGHT
from plyground.words import tongue

SHY = """
from dataclasses import dataclass
from plyground import Outcome, Player, Position

@dataclass(frozen=True)
class Shy(Position[int]):
    to_move: Player = Player.FIRST
    def outcome(self): return Outcome(None) if self.to_move is Player.SECOND else None
    def moves(self): return () if self.outcome() else (1, 2)
    def after(self, move): return Shy(self.to_move.other)
    def __str__(self):
        if self.outcome(): raise ValueError("not today")
        return "a picture"
"""
SECRET = """
import sys
from dataclasses import dataclass
from plyground import Outcome, Player, Position

@dataclass(frozen=True)
class Secret(Position[int]):
    to_move: Player = Player.FIRST
    def outcome(self): return Outcome(None) if self.to_move is Player.SECOND else None
    def moves(self): return () if self.outcome() else (1, 2)
    def after(self, move):
        if sys.argv[0].endswith("search_main.py"): raise ValueError("not for machines")
        return Secret(self.to_move.other)
"""
Open = Callable[..., AbstractContextManager[Driver]]


@pytest.fixture(scope="module")
def opening() -> Iterator[Open]:
    with SearchPool() as pool, empty_window() as window:
        yield partial(driven, window, pool)


def texts(driver: Driver) -> list[str]:
    return [move.text for move in driver.view.played]


def test_a_click_is_seen_in_the_next_picture(opening: Open) -> None:
    with opening() as driver:
        for cell in (4, 0, 2, 1, 6):
            before, frames = driver.picture(), driver.app.frames
            driver.cell(cell)
            assert driver.app.frames == frames + 1
            assert driver.picture() != before
        assert driver.view.outcome
        assert driver.view.outcome.winner is Player.FIRST
        assert texts(driver) == ["5", "1", "3", "2", "7"]


def test_no_redraw_without_a_change(opening: Open) -> None:
    with opening() as driver:
        frames = driver.app.frames
        for _ in range(10):
            driver.look()
        assert driver.app.frames == frames
        assert driver.app.patience >= 0.5


def test_a_taken_square_is_refused_in_words(opening: Open) -> None:
    with opening() as driver:
        driver.cell(4, 4)
        assert driver.view.note is not None
        assert driver.view.note.key == "refused.taken"
        assert texts(driver) == ["5"]


def test_a_game_by_keys_alone(opening: Open) -> None:
    up, down, left, right, play = (
        *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT),
        pygame.K_RETURN,
    )
    with opening() as driver:
        driver.key(up, play)  # the first arrow shows the cursor, in the middle
        driver.key(left, pygame.K_SPACE, pygame.K_9, right, up, play, pygame.K_KP3)
        driver.key(down, down, play)
        assert texts(driver) == ["5", "4", "9", "2", "3", "8"]
        driver.key(pygame.K_u, pygame.K_u, pygame.K_r)
        assert (texts(driver)[-1], len(driver.view.undone)) == ("3", 1)
        driver.key(pygame.K_n)
        assert texts(driver) == []


def test_digits_choose_columns_and_not_squares(opening: Open) -> None:
    with opening("connect4") as driver:
        driver.key(pygame.K_4, pygame.K_4, pygame.K_9)
        assert texts(driver) == ["4", "4"]
        assert driver.view.note is not None
        assert driver.view.note.key == "refused.column"
    with opening("gomoku") as driver:
        driver.key(pygame.K_4, pygame.K_0)
        assert texts(driver) == []


def test_tab_goes_through_all_controls_and_the_board(opening: Open) -> None:
    with opening() as driver:
        before = driver.picture()
        driver.key(pygame.K_TAB)
        assert driver.picture() != before  # there is a ring around the first control
        seen = [driver.app.pointing.focus]
        while driver.app.pointing.focus is not None:
            driver.key(pygame.K_TAB)
            seen.append(driver.app.pointing.focus)
        able = [p.control.name for p in driver.app.scene.controls if p.control.enabled]
        assert seen == [*able, None]
        driver.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
        assert driver.app.pointing.focus == able[-1]
        driver.key(pygame.K_LEFT, pygame.K_RETURN)
        assert driver.app.commands.options.dark
        driver.key(pygame.K_ESCAPE, pygame.K_RETURN)
        assert driver.app.pointing.cursor == 4


def test_hovering_shows_where_a_disc_would_fall(opening: Open) -> None:
    with opening("connect4") as driver:
        grid = driver.app.scene.grid
        assert grid is not None
        driver.hover(grid.place(0).center)
        top, bottom = grid.place(0).center, grid.place(35).center
        shown = driver.app.window.get_surface().get_at(bottom)[:3]
        assert shown != driver.app.window.get_surface().get_at(top)[:3]
        driver.event(pygame.WINDOWLEAVE)
        assert driver.app.window.get_surface().get_at(bottom)[:3] != shown


def test_a_disc_falls_and_nobody_waits_for_it(opening: Open) -> None:
    now = [100.0]
    with opening("connect4", clock=lambda: now[0]) as driver:
        driver.cell(3)
        grid = driver.app.scene.grid
        assert grid is not None
        driver.look()
        assert driver.app.patience < 0.02
        landed = driver.picture()
        now[0] += 0.2
        driver.look()
        assert driver.picture() != landed
        driver.cell(3)
        assert texts(driver) == ["4", "4"]
        now[0] += 1
        driver.look()
        frames = driver.app.frames
        driver.look()
        assert driver.app.frames == frames
        assert driver.view.last == grid.columns * 4 + 3


@pytest.mark.parametrize(
    ("name", "people"),
    [
        ("play-first", (True, False)),
        ("play-second", (False, True)),
        ("machines", (False, False)),
        ("two-players", (True, True)),
    ],
)
def test_buttons_choose_who_plays(opening: Open, name: str, people: tuple[bool, bool]) -> None:
    with opening(second="random") as driver:
        driver.press(name)
        assert tuple(seat.human for seat in driver.view.seats) == people
        if name == "machines":
            driver.until(lambda view: view.outcome)
        elif not people[0]:
            driver.until(lambda view: len(view.played) == 1)
        elif not people[1]:
            driver.cell(4)
            driver.until(lambda view: len(view.played) == 2)
            driver.press("undo")
            assert texts(driver) == []


def test_pause_step_resume(opening: Open) -> None:
    with opening("gomoku", "random", "random") as driver:
        driver.until(lambda view: len(view.played) > 2)
        driver.press("pause")
        stood = len(driver.view.played)
        driver.look()
        assert len(driver.view.played) == stood
        driver.press("step")
        driver.until(lambda view: len(view.played) == stood + 1)
        driver.cell(next(i for i, mark in enumerate(driver.view.board.cells) if not mark))  # type: ignore[union-attr]
        assert len(driver.view.played) == stood + 2
        driver.key(pygame.K_p)
        driver.until(lambda view: len(view.played) > stood + 4)


def test_a_search_is_stopped(opening: Open) -> None:
    with opening("gomoku", "minimax(depth=9)") as driver:
        assert driver.view.thinking == "move"
        before = driver.picture()
        driver.app.frame()
        assert driver.app.patience <= 0.1
        driver.press("stop")
        assert driver.view.paused
        assert driver.view.thinking is None
        assert driver.picture() != before
        driver.cell(7)  # a person plays for it
        assert len(driver.view.played) == 1


def test_hint_and_values(opening: Open) -> None:
    with opening("connect4(5,4,4)") as driver:
        driver.key(pygame.K_h)
        driver.until(lambda view: view.hint)
        before = driver.picture()
        driver.press("values")
        driver.until(lambda view: view.analysis)
        assert driver.named("values").control.on
        assert driver.picture() != before
        driver.cell(0)
        driver.until(lambda view: view.analysis)
        driver.press("values")
        assert driver.view.analysis is None
        assert not driver.named("values").control.on


def test_many_values_are_told_for_the_best_moves_alone() -> None:
    with Session("gomoku") as session:
        start = session.view.position
        values = [
            Value(start.write(cell), "estimate", score=cell, best=cell == 224) for cell in start.moves()
        ]
        view = replace(session.view, analysis=Analysis(tuple(values), "search"))
    notes = value_notes(view, tongue("en"))
    assert sorted(cell for cell, note in notes.items() if note.words) == [220, 221, 222, 223, 224]
    assert len(notes) == 225  # the others are dots


def test_a_winning_ring_has_no_ring_around_it(opening: Open) -> None:
    with opening(start="4 1 5 2") as driver:
        driver.cell(8, 2)
        assert driver.app.scene.grid is not None
        place = driver.app.scene.grid.place(0)
        around = [(place.centerx, place.centery + side * round(place.height * 0.44)) for side in (-1, 1)]
        surface = driver.app.window.get_surface()
        assert {surface.get_at(point)[:3] for point in around} == {LIGHT.card}


def test_valuing_is_stopped(opening: Open) -> None:
    with opening("gomoku") as driver:
        driver.press("values")
        assert driver.view.thinking == "values"
        driver.key(pygame.K_BACKSPACE)
        assert driver.view.thinking is None
        assert not driver.named("values").control.on


def test_values_that_cannot_be_had_are_not_asked_for_again(opening: Open, tmp_path: Path) -> None:
    rules = tmp_path / "secret.py"
    rules.write_text(SECRET)
    with opening(f"{rules}:Secret") as driver:
        driver.press("values")
        driver.until(lambda view: view.note)
        assert driver.view.note is not None
        assert driver.view.note.key == "refused.analysis"
        assert not driver.named("values").control.on


def test_a_game_without_a_board(opening: Open) -> None:
    with opening("examples/nim.py:Nim") as driver:
        assert driver.names()[:2] == ["move:1x1", "move:1x2"]
        assert not driver.named("set-up").control.enabled
        driver.key(pygame.K_DOWN)
        assert driver.app.pointing.focus == "move:1x1"
        driver.press("move:1x2")
        driver.key(pygame.K_ESCAPE, pygame.K_1, pygame.K_TAB, pygame.K_RIGHT, pygame.K_RETURN)
        assert texts(driver) == ["1x2", "1x1", "2x2"]
        driver.press("values")
        driver.until(lambda view: view.analysis)
        assert "in" in driver.text(driver.names()[0])
        driver.resize(480, 360)


def test_many_moves_have_pages(opening: Open) -> None:
    with opening("examples/nim.py:Nim(heaps=(99, 99))") as driver:
        driver.resize(480, 360)
        first = driver.names()[0]
        driver.press("more")
        assert driver.names()[0] != first
        driver.press(driver.names()[0])
        assert len(driver.view.played) == 1


def test_a_game_that_cannot_draw_itself(opening: Open, tmp_path: Path) -> None:
    rules = tmp_path / "shy.py"
    rules.write_text(SHY)
    with opening(f"{rules}:Shy") as driver:
        assert driver.app.scene.picture == ("a picture",)
        driver.press("move:1")
        assert driver.app.scene.picture == ("ValueError: not today",)


def test_a_long_board_is_scrolled(opening: Open) -> None:
    with opening("mnk(128,2,2)") as driver:
        grid = driver.app.scene.grid
        assert grid is not None
        assert not grid.whole
        driver.event(pygame.MOUSEWHEEL, x=0, y=-3)
        assert driver.app.scene.grid is not None
        assert driver.app.scene.grid.first == (3, 0)
        driver.key(pygame.K_DOWN, *[pygame.K_LEFT] * 30, pygame.K_RETURN)
        assert driver.app.scene.grid.is_visible(driver.view.last or 0)
        assert driver.view.last == 128 + 34


@pytest.mark.parametrize("size", [(480, 360), (200, 100), (700, 1200), (2400, 1500)])
def test_play_goes_on_at_any_size(opening: Open, size: tuple[int, int]) -> None:
    with opening("connect4", second="random") as driver:
        driver.resize(*size)
        if size >= (480, 360):
            driver.cell(3)
            driver.until(lambda view: len(view.played) == 2)
        driver.press("help") if size >= (480, 360) else driver.key(pygame.K_F1)
        driver.key(pygame.K_ESCAPE, pygame.K_d)


@pytest.mark.parametrize("kind", [pygame.QUIT, pygame.WINDOWCLOSE])
def test_closing_ends_it(opening: Open, kind: int) -> None:
    with opening() as driver:
        driver.event(kind)
        assert not driver.app.running


def test_control_q_ends_it(opening: Open) -> None:
    with opening() as driver:
        driver.key(pygame.K_q)
        assert driver.app.running
        driver.key(pygame.K_q, mod=pygame.KMOD_LCTRL)
        assert not driver.app.running


def test_a_board_of_a_users_game_is_clicked_from_and_to(opening: Open) -> None:
    with opening("examples/hexapawn.py:Hexapawn") as driver:
        assert not driver.named("set-up").control.enabled
        start = driver.picture()
        driver.cell(6)  # a1, at the bottom left
        assert driver.app.pointing.picked == (6,)
        assert driver.picture() != start, "the pawn is marked, and where it may go"
        driver.cell(7, 8, 5)  # another pawn, and another one, which moves
        assert texts(driver) == ["c1c2"]
        assert driver.view.last == 5
        assert not driver.app.pointing.picked
        driver.cell(4)  # nobody stands in the middle
        assert driver.view.note is not None
        assert driver.view.note.facts["given"] == "b2"
        driver.cell(1, 5)  # the pawn of b3 takes
        assert texts(driver) == ["c1c2", "b3c2"]
        driver.key(pygame.K_DOWN, pygame.K_LEFT, pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN)
        assert len(driver.view.played) == 2, "the cursor stands where the mouse was"
