"""Where things lie: at every size and in both languages everything is inside, apart, and legible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from pygame import Rect, Surface, image

from helpers.window_driver import empty_window
from helpers.words import catalogue
from plyground.game import Player
from plyground.games.registry import load_game
from plyground.session import Board, SearchPool, Seat, Session, View
from plyground.ui.offers import offers
from plyground.ui.window import draw
from plyground.ui.window.controls import WindowOptions
from plyground.ui.window.dialogs import ChooseGame, ChooseMatch, ChoosePlayer, Dialog, Help
from plyground.ui.window.grid import grid, scroll_to
from plyground.ui.window.layout import MIN_SIZE, Placed
from plyground.ui.window.paint_board import Note, Scenery, draw_board
from plyground.ui.window.palette import LIGHT
from plyground.ui.window.scene import Scene, Seen, scene
from plyground.words import LANGUAGES, tongue

SIZES = [MIN_SIZE, (640, 480), (800, 600), (1040, 720), (600, 900), (480, 1000), (1600, 500), (2560, 1440)]
STATES = ["play", "long names", "elsewhere", "set up", "match", "no board", "gomoku"]

languages = pytest.mark.parametrize("language", LANGUAGES)
sizes = pytest.mark.parametrize("size", SIZES, ids=str)


@pytest.fixture(scope="module", autouse=True)
def letters() -> Iterator[None]:
    with empty_window():
        yield


@pytest.fixture(scope="module")
def views() -> Iterator[dict[str, View]]:
    """A view of every state that has a panel of its own."""
    found = {}
    machine = offers(load_game("connect4"))[0].seat()
    with SearchPool() as pool:
        for state in STATES:
            game = {"no board": "examples/nim.py:Nim", "gomoku": "gomoku"}.get(state, "connect4")
            with Session(game, pool=pool, paused=True) as session:
                if state == "elsewhere":
                    session.set_up("4433")
                elif state == "set up":
                    session.edit()
                elif state == "long names":
                    session.seat(Player.FIRST, "python:examples/cautious.py:choose")
                    session.pause()
                elif state == "match":
                    session.seat(Player.FIRST, machine.agent, machine.limits)
                    session.seat(Player.SECOND, "random")
                    session.play_series(1_000)
                found[state] = session.view
        yield found


def check(placed: Sequence[Placed], whole: Rect) -> None:
    """Inside, apart, and every text in its place."""
    for control in placed:
        assert whole.contains(control.rect), control
        if control.control.kind != "seat":
            assert draw.measure(control.control.text, control.letters) <= control.text_width + 2, control
        assert control.letters >= draw.MIN_LETTERS
        assert control.rect.height >= control.letters + 6
    for one, other in combinations(placed, 2):
        assert not one.rect.colliderect(other.rect), (one, other)


def seen(view: View, size: tuple[int, int], language: str, dialog: Dialog | None = None) -> Scene:
    return scene(size, view, WindowOptions(), dialog, tongue(language), Seen())


@languages
@sizes
@pytest.mark.parametrize("state", STATES)
def test_the_panel_fits(views: dict[str, View], state: str, size: tuple[int, int], language: str) -> None:
    shown = seen(views[state], size, language)
    cut, whole = shown.regions, Rect(0, 0, *size)
    check(shown.controls, whole)
    for region in (cut.header, cut.board, cut.panel):
        assert whole.contains(region)
    for one, other in combinations((cut.header, cut.board, cut.panel), 2):
        assert not one.colliderect(other)
    assert all(cut.panel.contains(placed.rect) for placed in cut.controls)
    assert not any(placed.rect.colliderect(cut.panel) for placed in shown.moves)
    if shown.grid:
        assert cut.board.contains(shown.grid.rect)
        assert shown.grid.whole
    if shown.table:
        lines = len(shown.table) + len(shown.legend) + 0.5
        assert lines * draw.line_height(cut.scale.letters) <= cut.spare.height + 2


@languages
@sizes
def test_dialogs_fit(views: dict[str, View], size: tuple[int, int], language: str) -> None:
    seats = (Seat("random"), offers(load_game("tictactoe"))[0].seat())
    dialogs: list[Dialog] = [
        ChooseGame("connect4"),
        *(ChoosePlayer(game, side, seats) for game in ("tictactoe", "connect4") for side in (0, 1)),
        ChooseMatch(seats, games=1_000, opening=8),
        Help(),
    ]
    for dialog in dialogs:
        shown = seen(views["play"], size, language, dialog)
        assert shown.card is not None
        assert Rect(0, 0, *size).contains(shown.card.rect)
        check(shown.card.controls, shown.card.rect)
        assert all(placed.rect.top >= shown.card.text.bottom for placed in shown.card.controls)
        for line in shown.card.lines:
            key, tab, does = line.rpartition("\t")
            room = round(shown.card.text.width * (0.6 if tab else 1))
            assert draw.measure(does, draw.MIN_LETTERS) <= room
            assert draw.measure(key, shown.card.scale.letters) <= shown.card.text.width * 0.4


@languages
def test_the_font_has_every_letter(language: str) -> None:
    spoken = {"window", "session", "refused", "setup", "value", "machine", "reason", "player"}
    for key, said in catalogue().items():
        if key.partition(".")[0] not in spoken:
            continue  # other front ends have other fonts
        for letter in "".join(said[language]):
            assert letter == "\t" or draw.has(letter), key
    assert not draw.has("\U0001f600")
    assert draw.render("\U0001f600", 20, (0, 0, 0)).get_size() == draw.render("?", 20, (0, 0, 0)).get_size()


@pytest.mark.parametrize("shape", [(3, 3), (7, 6), (15, 15), (16, 16), (5, 4), (1, 9), (32, 8)], ids=str)
@pytest.mark.parametrize("area", [(220, 230), (650, 600), (1800, 1300)], ids=str)
def test_cells_and_points(shape: tuple[int, int], area: tuple[int, int]) -> None:
    columns, rows = shape
    board = Board(columns, rows, ("",) * (columns * rows), (), k=1)
    cells = grid(board, Rect(10, 20, *area), 12)
    for cell in range(columns * rows):
        if cells.is_visible(cell):
            assert cells.at(cells.place(cell).center) == cell
            assert cells.at(cells.place(cell).topleft) == cell
        moved = grid(board, Rect(10, 20, *area), 12, scroll_to(cells, cell))
        assert moved.is_visible(cell)
    assert cells.at((0, 0)) is None


def test_long_text_is_cut_and_wrapped() -> None:
    assert draw.shorten("word", 500, 15) == "word"
    assert draw.shorten("a very long name of a player", 60, 15).endswith("…")
    lines = draw.wrap("one two three four five six seven", 90, 15, 2)
    assert len(lines) == 2
    assert all(draw.measure(line, 15) <= 90 for line in lines)


def test_letters_are_whole() -> None:
    for size in (10, 15, 30):
        picture = draw.render("jogo", size, (0, 0, 0))
        large = draw.font(size * draw.FINE).render("jogo", True, (0, 0, 0))
        assert picture.get_width() == draw.measure("jogo", size)
        assert picture.get_height() * draw.FINE >= large.get_height()


@pytest.mark.parametrize("side", [200, 460, 1_000, 3_000], ids=str)
def test_values_are_written_as_far_as_there_is_room(side: int) -> None:
    board = Board(15, 15, ("",) * 225, (), k=5)
    surface = Surface((side, side))
    cells = grid(board, surface.get_rect(), 12)
    pictures = set()
    for words, signs in (("loses in 14 plies", "-14"), ("draw", "=")):
        for best in (False, True):
            scenery = Scenery(notes={112: Note(words, signs, best)}, hint=3, last=5, cursor=7)
            surface.fill(0)
            draw_board(surface, board, cells, scenery, LIGHT, 12)
            pictures.add(image.tobytes(surface.subsurface(cells.place(112)), "RGB"))
    assert len(pictures) >= 2  # the best is told from the others at every size
