"""`plyground play` on a real pseudo-terminal: prompts, editing, colour, Ctrl-C and Ctrl-D, no orphans."""

from __future__ import annotations

import re

import pytest

from helpers.command import wait_until
from helpers.terminal_table import ESCAPES, PROMPT, Terminal, alive, boards
from plyground.papers.p2.measures import TRANSCRIPTS, Transcript, lead_ins


def as_printed(shown: str, printed: str) -> bool:
    return all(there in ("?", here) for here, there in zip(shown, printed, strict=True))


def typed_in(terminal: Terminal, game: Transcript, squares: str) -> None:
    """Type the squares of a printed game: the boards and the end are those of the paper."""
    last = ""
    printed = game.boards if squares == game.typed else (game.opening, *game.boards)
    shown = []
    for square in squares:
        last = terminal.type(square)
        shown += boards(last)
    assert len(shown) == len(squares), "a board after each reply"
    assert all(map(as_printed, shown[-len(printed) :], printed))
    expected = r"^It is a draw\.$" if "empate" in game.end else r"^O wins with [1-9] [1-9] [1-9]\.$"
    assert re.search(expected, last, re.MULTILINE)
    assert terminal.shown.endswith("Game over (new, undo, quit): ")


def test_the_printed_games_of_p2() -> None:
    with Terminal("--second", "p2.alphabeta", "--plain") as terminal:
        terminal.until_prompt()
        for game in TRANSCRIPTS.values():
            if game.opening:
                terminal.type(f"set {game.opening}")
                typed_in(terminal, game, game.typed)
                terminal.type("set -")
                typed_in(terminal, game, lead_ins(game)[0] + game.typed)
            else:
                typed_in(terminal, game, game.typed)
            assert boards(terminal.type("new")) == [".../.../..."]
        assert "\x1b" not in terminal.shown, "plain is plain"
        terminal.send(b"quit\n")
        assert terminal.end() == 0


def test_commands_after_the_game() -> None:
    with Terminal("--position", "XX./OO./...", "--second", "human") as terminal:
        terminal.until_prompt()
        over = terminal.type("3")
        assert "X wins with 1 2 3." in over
        assert "[\x1b[1;31;4mX\x1b[0m]" in over, "the last stone is underlined"
        assert "The game is over." in terminal.type("hint")
        assert "The game is over." in terminal.type("5")
        assert "Game over (new, undo, quit): " in terminal.type("")
        assert "X wins" in terminal.type("say")
        assert "X, your move: " in terminal.type("undo")
        assert "X wins" in terminal.type("redo")
        assert boards(ESCAPES.sub("", terminal.type("new"))) == ["XX./OO./..."]
        terminal.send(b"7\x7f3\n")  # editing works: 7, backspace, 3
        terminal.until(re.compile(r"X wins.*\n.*: $", re.DOTALL), len(terminal.shown))
        terminal.send(b"\x04")
        assert terminal.end() == 0
        assert terminal.shown.endswith("\nThe input has ended: the game stops here.\n")


@pytest.mark.slow
def test_ctrl_c_while_a_machine_thinks_and_at_the_prompt() -> None:
    with Terminal("gomoku", "--second", "minimax(depth=9)") as terminal:
        terminal.until_prompt()
        terminal.send(b"h8\n")
        terminal.until(re.compile(r"O is thinking…"))
        terminal.send(b"\x03")
        broken_off = terminal.until_prompt(len(terminal.shown))
        assert "O has stopped thinking: type resume to let it think again" in broken_off
        assert broken_off.endswith("O waits (Enter lets it move): ")
        assert "X, your move: " in terminal.type("a1"), "a person moves for it"
        assert "O waits (Enter lets it move): " in terminal.type("h9"), "until somebody says resume"
        wait_until(lambda: len(terminal.family()) > 1)  # another process is ready to think
        family = terminal.family()
        before = len(terminal.shown)
        terminal.send(b"resume\n")
        terminal.until(re.compile("thinking"), before)
        family |= terminal.family()
        terminal.send(b"\x03")
        terminal.until(re.compile("stopped"), before)
        terminal.until_prompt(before + 20)
        terminal.send(b"\x03")
        assert terminal.end() == 130
        assert terminal.shown.endswith("Interrupted: goodbye.\n")
        assert "Traceback" not in terminal.shown
        wait_until(lambda: not alive(family))


def test_ctrl_c_breaks_an_analysis_off() -> None:
    with Terminal("gomoku", "--second", "human") as terminal:
        terminal.until_prompt()
        terminal.send(b"analyse\n")
        terminal.until(re.compile("Computing the values of the moves…"))
        terminal.send(b"\x03")
        assert "Cancelled." in terminal.until_prompt(len(terminal.shown))
        assert "O, your move: " in terminal.type("h8")
        family = terminal.family()
        terminal.process.terminate()
        terminal.end()
        wait_until(lambda: not alive(family))


@pytest.mark.parametrize("moment", ["at once", "after a move"])
def test_the_end_of_input_at_each_moment(moment: str) -> None:
    with Terminal("--second", "alphabeta") as terminal:
        terminal.until_prompt()
        if moment == "after a move":
            terminal.type("5")
        terminal.send(b"\x04")
        assert terminal.end() == 0
        assert terminal.shown.endswith("stops here.\n")


@pytest.mark.slow
def test_a_terminal_that_is_closed() -> None:
    with Terminal("gomoku", "--first", "minimax") as terminal:
        terminal.until(re.compile("thinking"))
        family = terminal.family()
        terminal.process.kill()
        terminal.process.wait()
        wait_until(lambda: not alive(family))


def test_machines_are_stopped_and_stepped() -> None:
    with Terminal("--first", "random", "--second", "random", "--seed", "2", "--delay", "60") as terminal:
        terminal.until(re.compile(r"X plays .*\n\n(.*\n){5}"))
        terminal.send(b"\x03")
        assert terminal.until_prompt(len(terminal.shown)).endswith("O waits (Enter lets it move): ")
        played = terminal.shown.partition("X plays ")[2][0]
        free = next(square for square in "12" if square != played)
        assert "X waits (Enter lets it move): " in terminal.type(free)
        terminal.send(b"quit\n")
        assert terminal.end() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("env", "args", "unicode", "colour"),
    [
        ({"LANG": "pt_BR.UTF-8"}, (), True, True),
        ({"NO_COLOR": "1"}, (), True, False),
        ({"TERM": "dumb"}, (), False, False),
        ({}, ("--plain",), False, False),
    ],
)
def test_output_for_each_kind_of_terminal(
    env: dict[str, str], args: tuple[str, ...], unicode: bool, colour: bool
) -> None:
    with Terminal(
        "connect4", "--position", "4", "--first", "human", "--second", "human", *args, **env
    ) as terminal:
        shown = terminal.until_prompt()
        assert ("└" in shown) == unicode
        assert ("\x1b[1;31mX" in shown) == colour
        assert colour or "\x1b" not in shown
        assert PROMPT.search(shown)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("env", "x", "o"),
    [
        ({"TERM": "xterm"}, "1;31", "1;34"),
        ({"TERM": "xterm-256color"}, "1;38;5;208", "1;38;5;75"),
        ({"TERM": "xterm", "COLORTERM": "1"}, "1;38;5;208", "1;38;5;75"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "1;38;2;240;146;36", "1;38;2;98;188;246"),
    ],
)
def test_x_is_orange_as_everywhere_else(env: dict[str, str], x: str, o: str) -> None:
    """NEWCOMER-REVIEW B13: X was red here and orange in the window. Eight colours have no orange."""
    options = ("connect4", "--position", "44", "--first", "human", "--second", "human")
    with Terminal(*options, **{"COLORTERM": ""} | env) as terminal:
        shown = terminal.until_prompt()
        assert f"\x1b[{x}mX" in shown
        assert f"\x1b[{o}mO" in shown


def test_portuguese_on_a_terminal() -> None:
    with Terminal("--lang", "pt-BR") as terminal:
        terminal.until_prompt()
        terminal.type("1")
        terminal.send(b"\xff\xfe\n")
        terminal.until(re.compile(r"A casa .* não existe.*\n.*\n.*sua vez: $"))
        assert "desfazer [N]" in terminal.type("ajuda")
        terminal.send(b"sair\n")
        assert terminal.end() == 0
        assert terminal.shown.endswith("Até logo.\n")
