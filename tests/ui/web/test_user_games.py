"""Games that the server was started with: known by name, drawn by their boards, and never a visitor's choice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.command import complaint
from helpers.laboratory import Laboratory, Page, laboratory
from plyground import Board, Outcome, Player, Position, connect4, load_game
from plyground.errors import BadSpec
from plyground.message import say
from plyground.session import Session
from plyground.ui.web.menu import agents_json, games_json
from plyground.ui.web.protocol import Refused, check
from plyground.ui.web.serialize import board_json, position_json, view_json
from plyground.ui.web.stored_runs import replay, rules_of
from plyground.ui.web.user_games import UserGames, summary_of
from plyground.ui.web.validation import read_game, read_openings, read_position

HEXAPAWN, NIM = "examples/hexapawn.py:Hexapawn", "examples/nim.py:Nim(heaps=(1, 2))"
BROKEN = """
from dataclasses import dataclass
from plyground import Outcome, Player, Position


@dataclass(frozen=True)
class Broken(Position[int]):
    \"\"\"Counts to three, and cannot.\"\"\"

    count: int = 0
    to_move: Player = Player.FIRST

    def outcome(self) -> Outcome | None:
        if self.count == 2:
            raise ZeroDivisionError("the rules are wrong")
        return Outcome(None) if self.count == 3 else None

    def moves(self) -> tuple[int, ...]:
        return () if self.outcome() else (1,)

    def after(self, move: int) -> "Broken":
        return Broken(self.count + move, self.to_move.other)
"""


@pytest.fixture(scope="module")
def users() -> UserGames:
    return UserGames.load([HEXAPAWN, NIM])


def test_games_are_known_by_class_and_options(users: UserGames) -> None:
    assert list(users.specs) == ["Hexapawn", "Nim(heaps=(1, 2))"]


def test_paths_are_whole_inside_and_unknown_outside(users: UserGames) -> None:
    assert users.specs["Hexapawn"] == f"{Path('examples/hexapawn.py').absolute()}:Hexapawn"
    assert users.name_of(users.specs["Hexapawn"]) == "Hexapawn"
    assert str(Path.cwd()) not in json.dumps([games_json(users), agents_json(users)])


def test_same_game_twice_is_offered_once() -> None:
    assert list(UserGames.load([HEXAPAWN, HEXAPAWN]).specs) == ["Hexapawn"]


def test_games_of_the_same_name_get_numbers(tmp_path: Path) -> None:
    files = [tmp_path / folder / "hexapawn.py" for folder in ("ana", "bia")]
    for file in files:
        file.parent.mkdir()
        file.write_text(Path("examples/hexapawn.py").read_text())
    users = UserGames.load([f"{file}:Hexapawn" for file in files])
    assert list(users.specs) == ["Hexapawn", "Hexapawn-2"]


def test_a_class_called_like_a_game_of_ours_gets_a_number(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(Path("examples/hexapawn.py").read_text().replace("Hexapawn", "gomoku"))
    users = UserGames.load([f"{file}:gomoku"])
    assert list(users.specs) == ["gomoku-2"]
    assert read_game("gomoku", users=users) == load_game("gomoku")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("connect4", "is offered anyway"),
        ("chess", "no game chess"),
        ("examples/hexapawn.py", "examples/hexapawn.py:Hexapawn"),
        ("examples/hexapawn.py:Nothing", "no game Nothing"),
        ("nowhere.py:Game", "there is no such file"),
        ("os:system", "no game system"),
        ("", "spec"),
    ],
)
def test_what_is_no_game_is_refused_at_the_start(given: str, why: str) -> None:
    with pytest.raises(BadSpec, match=why):
        UserGames.load([given])


def test_command_refuses_what_is_no_game() -> None:
    assert "there is no such file" in complaint("lab", "--no-browser", "--game", "nowhere.py:Game")


@pytest.mark.parametrize(
    "spec", [HEXAPAWN, str(Path("examples/hexapawn.py").absolute()) + ":Hexapawn", "hexapawn"]
)
def test_a_visitor_names_no_files(spec: str, users: UserGames) -> None:
    with pytest.raises(Refused, match="unknown-game"):
        read_game(spec, users=users)


def test_a_visitor_gives_no_options(users: UserGames) -> None:
    with pytest.raises(Refused, match="unknown-game") as refused:
        read_game("Nim", users=users)
    assert refused.value.facts["why"] == say("why.did-you-mean", near="Nim(heaps=(1, 2))")
    with pytest.raises(Refused, match="unknown-game"):
        read_game("Nim(heaps=(9, 9, 9))", users=users)


def test_a_visitor_gives_positions_by_moves_only(users: UserGames) -> None:
    """Or a class would be called with values of a visitor: `Nim(heaps=(10**9,))` lists a billion moves."""
    game = read_game("Nim(heaps=(1, 2))", users=users)
    assert read_position(game, "1x1").text() == "Nim(heaps=(0, 2), to_move=Player.SECOND)"
    assert read_position(game, "-") == read_position(game, "") == game.start()
    for read in (read_position, lambda game, text: read_openings(f"list({text!r})", game)):
        with pytest.raises(Refused, match="no-position"):
            read(game, "Nim(heaps=(9, 9))")
    assert read_openings("list('1x1', '-')", game)


def test_players_are_offered_for_users_games(users: UserGames) -> None:
    works = {agent["name"]: agent["works"] for agent in agents_json(users)}
    assert "Hexapawn" in works["mcts"]
    assert "Nim" in works["mcts"]
    assert "Hexapawn" not in works["greedy"]


def test_openings_of_users_games_are_random(users: UserGames) -> None:
    openings = {game["name"]: game["openings"] for game in games_json(users)}
    assert openings["Hexapawn"] == "random(2)"


def test_letters_are_sent_as_marks_and_clicks_as_paths(users: UserGames) -> None:
    with Session(users.specs["Hexapawn"], moves=["a1a2"]) as session:
        view = view_json(session.view, users)
    check(view, "View")
    assert view["game"] == "Hexapawn"
    assert view["board"]["cells"] == "####...##"
    assert view["board"]["marks"] == ["b", "b", "b", "w", "", "", "", "w", "w"]
    assert view["moves"][0] == {"text": "b3a2", "cell": 3, "clicks": [1, 3]}
    assert view["last"] == view["played"][0]["cell"] == 3


def test_boards_of_our_games_are_sent_as_before() -> None:
    sent = position_json(connect4().parse("4"))
    assert sent["board"] == {"columns": 7, "rows": 6, "k": 4, "gravity": True, "cells": "." * 38 + "X..."}
    assert sent["moves"][0] == {"text": "1", "cell": 35}


@pytest.mark.parametrize("mark", [".", "#", "♞", "\N{WHITE CHESS KNIGHT}", "\U0001fa00", " "])
def test_any_mark_of_one_character_is_sent_whole(mark: str) -> None:
    sent = board_json(Board(2, 1, (mark, ""), ()))
    check(sent, "Board")
    assert sent["cells"] == "#."
    assert sent["marks"] == [mark, ""]


class Wide(Position[int]):
    """A board that pages have no room for."""

    to_move = Player.FIRST

    def outcome(self) -> Outcome | None:
        return None

    def moves(self) -> tuple[int, ...]:
        return (0,)

    def after(self, move: int) -> Wide:
        return self

    def as_board(self) -> Board:
        return Board(20, 20, ("",) * 400, ((0,),))


def test_a_board_that_is_too_large_for_pages_is_drawn_by_its_text() -> None:
    sent = position_json(Wide())
    assert sent["board"] is None
    assert sent["picture"]


def test_stored_games_of_users_are_replayed_on_boards(users: UserGames) -> None:
    rules = rules_of(users.specs["Hexapawn"], users)
    boards = replay(rules, "a1a2", ["b3a2", "b1a2"])
    assert [board.last for board in boards] == [None, 3, 3]
    assert board_json(boards[-1].board)["marks"] == ["b", "", "b", "w", "", "", "", "", "w"]


def test_rules_that_the_server_was_not_started_with_are_not_run() -> None:
    assert rules_of(HEXAPAWN, UserGames()) is None
    assert replay(None, "-", ["a1a2"]) == []


def test_stored_games_of_changed_rules_have_no_boards(users: UserGames) -> None:
    assert replay(rules_of(users.specs["Hexapawn"], users), "-", ["c9c9"]) == []


def test_summary_is_the_first_line_of_the_docstring(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    assert summary_of(load_game(f"{file}:Broken")) == "Counts to three, and cannot."
    assert summary_of(load_game(HEXAPAWN)) == ""  # that of the dataclass says nothing


def test_errors_of_rules_are_told_from_ours(tmp_path: Path, users: UserGames) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    with pytest.raises(ZeroDivisionError) as raised:
        load_game(f"{file}:Broken").start().after(1).after(1).outcome()
    assert users.raised(raised.value)
    assert not UserGames().raised(raised.value)
    ours = ValueError("no file of a user's was on the way")
    assert not users.raised(ours)


# ---------------------------------------------------------------- with a server


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    file = tmp_path_factory.mktemp("rules") / "broken.py"
    file.write_text(BROKEN)
    runs = str(tmp_path_factory.mktemp("runs"))
    games = [argument for game in (HEXAPAWN, NIM, f"{file}:Broken") for argument in ("--game", game)]
    with laboratory(*games, PLYGROUND_RUNS=runs) as running:
        yield running


@pytest.fixture
def page(lab: Laboratory) -> Iterator[Page]:
    with lab.page() as opened:
        yield opened


@pytest.mark.slow
def test_a_machine_plays_a_users_game(page: Page) -> None:
    page.ask("open", game="Hexapawn", position="-", moves=["a1a2"], second={"agent": "alphabeta"})
    view = page.view(lambda view: len(view["played"]) == 2)
    assert view["played"][1]["text"] == "b3a2"
    assert page.ask("graph")["graph"][0]["kind"] == "loses"


@pytest.mark.slow
def test_a_search_of_a_users_game_is_explained(page: Page) -> None:
    found = page.ask("explain", game="Hexapawn", position="a1a2", agent="alphabeta", depth=2)
    assert found["trace"]["game"] == "Hexapawn"
    assert found["result"]["move"] == "b3a2"


@pytest.mark.slow
def test_a_run_of_a_users_game_is_watched_and_replayed(page: Page) -> None:
    plan = {"game": "Hexapawn", "agents": ["random", "alphabeta"], "format": "match", "games": 2}
    run = page.ask("start_run", plan=plan | {"openings": "random(2)", "seed": 1})["run"]
    page.ask("watch", run=run)
    while not (page.pushed and page.pushed[-1]["run"]["state"] == "finished"):
        page.take()
    view = page.pushed[-1]["run"]
    assert view["game"] == "Hexapawn"
    assert view["latest"][0]["board"]["marks"]
    assert page.ask("runs")["runs"][0]["game"] == "Hexapawn"
    game = page.ask("game", run=run, game=0)["game"]
    assert game["boards"][0]["last"] is None
    assert all(board["marks"] for board in game["boards"])


@pytest.mark.slow
def test_a_visitor_sets_up_by_moves_only(page: Page) -> None:
    page.do("open", game="Nim(heaps=(1, 2))", position="-", moves=[])
    assert page.error("set_up", text="Nim(heaps=(9, 9))") == "server.no-position"
    assert page.do("set_up", text="1x1")["start"] == "1x1"
    assert (
        page.error("open", game="Nim(heaps=(1, 2))", position="Nim(heaps=(9, 9))") == "server.no-position"
    )
    assert (
        page.error("look", game="Nim(heaps=(1, 2))", position="Nim(heaps=(9, 9))") == "server.no-position"
    )


@pytest.mark.slow
def test_rules_that_fail_are_reported_and_the_server_goes_on(page: Page) -> None:
    page.do("open", game="Broken", position="-", moves=[])
    page.do("move", move="1")
    error = page.ask("move", move="1")["error"]
    assert error["key"] == "server.rules-failed"
    assert error["facts"]["why"] == "ZeroDivisionError: the rules are wrong (broken.py, line 15)"
    view = page.do("undo")
    assert len(view["played"]) == 1
    assert page.do("open", game="Hexapawn")["board"]["columns"] == 3
