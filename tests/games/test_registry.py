"""Games by name and by path, and what is said of those that cannot be loaded."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from plyground import (
    BadSpec,
    NotationError,
    Player,
    connect4,
    gomoku,
    load_game,
    mnk,
    register,
    registered,
    tictactoe,
)
from plyground.games import drawing, registry

GAME = """
    from dataclasses import dataclass
    from plyground import Outcome, Player, Position

    @dataclass(frozen=True)
    class Countdown(Position[int]):
        left: int = 4
        to_move: Player = Player.FIRST

        def outcome(self):
            return None if self.left else Outcome(self.to_move.other)

        def moves(self):
            return tuple(range(1, min(2, self.left) + 1))

        def after(self, move):
            return Countdown(self.left - move, self.to_move.other)

    class Broken(Countdown):
        def __init__(self):
            raise RuntimeError("not today")

    class Leaves(Countdown):
        def __init__(self):
            raise SystemExit(0)

    class Generator(Countdown):
        def moves(self):
            return (n for n in (1, 2))

    class Unequal(Position):
        to_move = Player.FIRST
        def outcome(self): return None
        def moves(self): return [1]
        def after(self, move): return Unequal()

    class Nobody(Countdown):
        def __init__(self):
            object.__setattr__(self, "left", 1)
            object.__setattr__(self, "to_move", 1)

    NOT_A_CLASS = 3
    def nothing():
        return None
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a user's modules in it, where the user stands."""
    (tmp_path / "countdown_game.py").write_text(dedent(GAME))
    (tmp_path / "crashes.py").write_text("1 / 0")
    (tmp_path / "leaves.py").write_text("raise SystemExit(3)")
    (tmp_path / "no_syntax.py").write_text("def")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "game"),
    [
        ("tictactoe", tictactoe()),
        ("tictactoe()", tictactoe()),
        (" connect4 ", connect4()),
        ("connect4(8, 7)", connect4(8, 7, 4)),
        ("connect4(columns=8, rows=7, k=4)", connect4(8, 7, 4)),
        ("mnk(3,3,3)", tictactoe()),
        ("mnk(5,5,k=4)", mnk(5, 5, 4)),
        ("gomoku", gomoku()),
    ],
)
def test_games_by_name(spec: str, game: object) -> None:
    assert load_game(spec) == game


def test_every_registered_game_has_an_example_and_a_summary() -> None:
    for name, entry in registered().items():
        assert load_game(entry.example).start().moves()
        assert entry.example.startswith(name)
        assert entry.summary.endswith(".")


@pytest.mark.parametrize("path", ["countdown_game:Countdown", "countdown_game.py:Countdown"])
def test_a_users_game_by_its_path(path: str, folder: Path) -> None:
    game = load_game(f"{path}(left=3)")
    assert game.start().text() == "Countdown(left=3, to_move=Player.FIRST)"
    ended = game.parse("2 1")
    assert ended.outcome() is not None
    assert game.parse(ended.text()) == ended
    assert load_game(game.spec) == game


def test_a_users_file_finds_its_neighbours(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "neighbour_of_uses.py").write_text(dedent(GAME))
    (folder / "sub" / "uses.py").write_text("from neighbour_of_uses import Countdown")
    assert load_game("sub/uses.py:Countdown").start().moves() == (1, 2)


def test_spellings_of_one_game_are_equal(folder: Path) -> None:
    one, other = (load_game(f"countdown_game:Countdown({left})") for left in ("3", "left=3"))
    assert one == other
    assert one.spec != other.spec


def test_players_are_options_too(folder: Path) -> None:
    game = load_game("countdown_game:Countdown(to_move=Player.SECOND)")
    assert game.start().to_move is Player.SECOND


def test_a_users_game_by_a_path_with_spaces(folder: Path) -> None:
    (folder / "my games").mkdir()
    (folder / "countdown_game.py").rename(folder / "my games" / "one.py")
    assert load_game("my games/one.py:Countdown(2)").start().moves() == (1, 2)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("chess", "no game chess: games are connect4, gomoku, mnk, textbook, tictactoe, tree, or module:Class"),
        ("", "no name in |: a spec is a name, or a name with arguments: connect4(8,7,4)"),
        ("connect4(7,6", "missing comma or parenthesis in connect4(7,6|: expected , or )"),
        ("connect4(7 6)", "missing comma or parenthesis in connect4(7 |6): expected , or )"),
        ("connect4(7,6)x", "unexpected text in connect4(7,6)|x: a spec ends after its closing parenthesis"),
        ("connect4(,)", "no value in connect4(|,): a value is a number, a 'string', True, False, None or a spec"),
        ("connect4(k=4,7)", "a value without a name in connect4(k=4,|7): named options come last"),
        ("connect4(k=4,k=5)", "k given twice in connect4(k=4,|k=5): give each option once"),
        (
            "connect4(size=7)",
            "no option size in connect4(size=7): "
            "connect4 takes columns=7, rows=6, k=4",
        ),
        ("connect4(1,2,3,4)", "too many positional arguments in connect4(1, 2, 3, 4): "
                              "connect4 takes columns=7, rows=6, k=4"),
        ("mnk", "missing a required argument: 'columns' in mnk: mnk takes columns, rows, k"),
        ("tictactoe(3)", "too many positional arguments in tictactoe(3): tictactoe takes no options"),
        ("connect4('x')", "bad columns in columns='x': columns is a whole number from 1 to 400"),
        (":Game", "no path of a game in :Game: write module:Name or file.py:Name"),
        ("countdown_game:", "no path of a game in countdown_game:: write module:Name or file.py:Name"),
        ("countdown_game:Countdown(to_move=Player.THIRD)", "no value Player.THIRD: values are literals, "
                                                           "Player.FIRST and Player.SECOND"),
        ("countdown_game:Countdown(left=-1)", "there are moves and an outcome, or neither in "
                                              "countdown_game:Countdown(left=-1): see docs/howto/your-own-game.md"),
        ("countdown_game:Leaves", "nothing came of it (SystemExit: 0) in countdown_game:Leaves"),
        ("countdown_game:Generator", "moves() is no list or tuple in countdown_game:Generator: "
                                     "see docs/howto/your-own-game.md"),
        ("countdown_game:Unequal", "equal positions do not compare equal (a frozen dataclass does) in "
                                   "countdown_game:Unequal: see docs/howto/your-own-game.md"),
        ("countdown_game:Nobody", "to_move is no Player in countdown_game:Nobody: see docs/howto/your-own-game.md"),
        ("nowhere:Game", "nowhere was not imported (ModuleNotFoundError: No module named 'nowhere') in nowhere:Game"),
        ("nowhere.py:Game", "nowhere.py was not imported (FileNotFoundError: there is no such file) in nowhere.py:Game"),
        ("crashes:Game", "crashes was not imported (ZeroDivisionError: division by zero) in crashes:Game"),
        ("crashes.py:Game", "crashes.py was not imported (ZeroDivisionError: division by zero) in crashes.py:Game"),
        ("leaves:Game", "leaves was not imported (SystemExit: 3) in leaves:Game"),
        *[
            (f"countdown_game:{name}", f"no game {name} in countdown_game:|{name}: "
                                       "a game is a class derived from Position or Game")
            for name in ("Up", "NOT_A_CLASS", "nothing", "Player", "dataclass")
        ],
        ("countdown_game:Broken", "nothing came of it (RuntimeError: not today) in countdown_game:Broken"),
        ("countdown_game:Countdown(1,2,3)", "too many positional arguments in countdown_game:Countdown(1, 2, 3): "
                                            "countdown_game:Countdown takes left=4, to_move=Player.FIRST"),
    ],
)  # fmt: skip
def test_unloadable_games(spec: str, message: str, folder: Path) -> None:
    with pytest.raises(BadSpec) as refused:
        load_game(spec)
    assert str(refused.value) == message


def test_no_function_is_ever_called(folder: Path) -> None:
    """A regression: a spec could once call anything that a module holds."""
    with pytest.raises(BadSpec, match="a game is a class derived from Position or Game"):
        load_game(f"pathlib:Path('{folder}/made')")
    with pytest.raises(BadSpec, match="a game is a class derived from Position or Game"):
        load_game(f"os:mkdir('{folder}/made')")
    assert not (folder / "made").exists()


@pytest.mark.parametrize(
    "text", ["Countdown(left='x')", "Countdown(to_move=5)", "Countdown(left=-1)", "Countdown(left=(1,))"]
)
def test_texts_of_a_users_game_that_are_no_position(text: str, folder: Path) -> None:
    with pytest.raises(NotationError):
        load_game("countdown_game:Countdown").parse(text)


def test_a_users_moves_may_be_strings_spelt_otherwise(folder: Path) -> None:
    (folder / "turns.py").write_text(
        dedent("""
        from dataclasses import dataclass
        from plyground import Outcome, Player, Position

        @dataclass(frozen=True)
        class Turns(Position[str]):
            taken: tuple = ()
            to_move: Player = Player.FIRST
            def outcome(self): return Outcome(None) if len(self.taken) == 2 else None
            def moves(self): return () if self.outcome() else ("left", "right")
            def after(self, move): return Turns((*self.taken, move), self.to_move.other)
            def write(self, move): return move.upper()
    """)
    )
    game = load_game("turns.py:Turns")
    assert game.start().play("left") == game.start().play("LEFT") == game.parse("LEFT")


def test_a_module_with_an_error_of_syntax(folder: Path) -> None:
    with pytest.raises(BadSpec, match=r"no_syntax was not imported \(SyntaxError"):
        load_game("no_syntax:Game")


def test_register_makes_a_game_known(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(registry, "_entries", dict(registered()))
    register("four", lambda: connect4(4, 4, 4), summary="A small one.")
    assert load_game("four") == connect4(4, 4, 4)
    assert registered()["four"].summary == "A small one."
    with pytest.raises(BadSpec, match="already a game called four: choose another name"):
        register("four", tictactoe)
    with pytest.raises(BadSpec, match="no name for a game: a b: a name is letters, digits and _"):
        register("a b", tictactoe)


def test_the_registry_is_not_changed_by_hand() -> None:
    with pytest.raises(TypeError):
        registered()["x"] = None  # type: ignore[index]


def test_misspelt_game_gets_a_suggestion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSpec, match="no game conect4: did you mean connect4"):
        load_game("conect4")
    with pytest.raises(BadSpec, match=r"no option colums in connect4\(colums=8\): did you mean columns"):
        load_game("connect4(colums=8)")
    with pytest.raises(BadSpec, match=r"called by its file and its class: examples/nim.py:Nim$"):
        load_game("examples/nim.py")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadSpec, match=r"called by its file and its class: nothing.py:Class$"):
        load_game("nothing.py")


def test_our_own_games_are_loaded_without_drawing_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "draw", lambda *_: pytest.fail("a board was drawn that nobody sees"))
    assert load_game("connect4(8,7,4)") == connect4(8, 7)
