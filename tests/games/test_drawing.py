"""Pictures: as they look, and when a screen is thought capable of more than ASCII."""

from __future__ import annotations

import io
from textwrap import dedent

import pytest

from plyground import connect4, mnk, tictactoe
from plyground.games.drawing import shows_unicode


def test_tictactoe_shows_the_numbers_to_type() -> None:
    assert tictactoe().parse("51").draw() == dedent("""\
         O | 2 | 3
        ---+---+---
         4 | X | 6
        ---+---+---
         7 | 8 | 9""")


def test_the_winning_line_is_bracketed_and_numbers_are_gone() -> None:
    assert tictactoe().parse("14253").draw(unicode=True) == dedent("""\
        [X]│[X]│[X]
        ───┼───┼───
         O │ O │ ·
        ───┼───┼───
         · │ · │ ·""")


def test_connect4_stands_upright_with_columns_below() -> None:
    assert connect4(4, 3, 3).parse("1123").draw() == dedent("""\
        | .  .  .  . |
        | O  .  .  . |
        | X  X  O  . |
        +------------+
          1  2  3  4""")


def test_larger_boards_have_letters_and_numbers() -> None:
    assert mnk(4, 10, 4).parse("a1 d10").draw().splitlines() == [
        "10  .  .  .  O",
        *[f"{row:>2}  .  .  .  ." for row in range(9, 1, -1)],
        " 1  X  .  .  .",
        "    a  b  c  d",
    ]


class Terminal(io.StringIO):
    def __init__(self, encoding: str | None) -> None:
        super().__init__()
        self.coding = encoding

    @property
    def encoding(self) -> str | None:  # type: ignore[override]
        return self.coding

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "term", "answer"),
    [
        ("utf-8", "xterm", True),
        ("UTF8", "xterm", True),
        ("utf-8", "dumb", False),
        ("ascii", "xterm", False),
        (None, "xterm", False),
    ],
)
def test_which_terminals_are_capable(
    encoding: str | None, term: str, answer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    assert shows_unicode(Terminal(encoding)) is answer


def test_pipe_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not shows_unicode(None)
    assert not shows_unicode(io.StringIO())
    closed = Terminal("utf-8")
    closed.close()
    assert not shows_unicode(closed)
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert str(connect4().start()).isascii()


def test_str_draws_in_unicode_on_a_capable_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout", Terminal("utf-8"))
    assert "│" in str(connect4().start())
