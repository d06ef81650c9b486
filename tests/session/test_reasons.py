"""Why something was refused, in either language: errors carry a reason and its facts."""

from __future__ import annotations

import pickle

import pytest

from plyground.errors import BadSpec, NotationError, PlygroundError
from plyground.games.registry import load_game
from plyground.message import refuse, say
from plyground.session.view import why
from plyground.solver import TooLarge, solve
from plyground.words import tongue


@pytest.mark.parametrize(
    ("game", "text", "english", "portuguese"),
    [
        (
            "connect4",
            "449",
            "no column 9: columns are 1 to 7",
            "a coluna “9” não existe: as colunas vão de 1 a 7",
        ),
        (
            "gomoku",
            "z99",
            "no square z99: squares are a1 to o15",
            "a casa “z99” não existe: as casas vão de a1 a o15",
        ),
        ("tictactoe", "55", "square 5 is taken", "a casa 5 está ocupada"),
        ("connect4", "1111111", "column 1 is full", "a coluna 1 está cheia"),
        ("tictactoe", "142536", "the game is over before 6", "a partida acaba antes de 6"),
        ("tictactoe", "X/O", "row 1 has 1 square: a row has 3", "a linha 1 tem 1 casa: uma linha tem 3"),
        ("tictactoe", ".../...", "2 rows: the board has 3", "2 linhas: o tabuleiro tem 3"),
        (
            "tictactoe",
            "XX./.../...",
            "2 X, 0 O: add an O, take an X away, or change whose turn it is.",
            "2 X, 0 O: acrescente um O, retire um X, ou mude de quem é a vez.",
        ),
        ("textbook", "9", "no move 9: moves are 1 2 3", "a jogada “9” não existe: as jogadas são 1 2 3"),
    ],
)
def test_a_position_that_cannot_be_is_told_in_both_languages(
    game: str, text: str, english: str, portuguese: str
) -> None:
    """The half of the sentence behind the colon was English in either language."""
    with pytest.raises(NotationError) as caught:
        load_game(game).parse(text)
    told = refuse("refused.position", given=text, why=why(caught.value))
    assert tongue("en").message(told) == f"No position {text}: {english}"
    assert tongue("pt-BR").message(told) == f"Posição inválida “{text}”: {portuguese}"


@pytest.mark.parametrize(
    ("game", "portuguese"),
    [
        ("mnk(99,99,5)", "9.801 casas: um tabuleiro tem no máximo 400"),
        ("mnk(3,3,4)", "k é um número inteiro de 1 a 3"),
        ("mnk(3)", "as opções de mnk são columns, rows, k"),
        ("mnk(3", "não dá para ler em mnk(3|: escreva um nome, ou nome(opção=valor)"),
    ],
)
def test_a_game_that_cannot_be_is_told_in_portuguese(game: str, portuguese: str) -> None:
    with pytest.raises(BadSpec) as caught:
        load_game(game)
    assert tongue("pt-BR").message(refuse("refused.file", why=why(caught.value))).endswith(portuguese)


def test_unknown_reason_is_told_as_it_is() -> None:
    assert why(PlygroundError("no such thing")) == "no such thing"
    with pytest.raises(TooLarge) as caught:
        solve(load_game("gomoku").start())
    assert why(caught.value) == say("why.too-large")


def test_a_reason_survives_the_way_between_processes() -> None:
    with pytest.raises(NotationError) as caught:
        load_game("connect4").parse("9")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.reason, again.facts) == (
        str(caught.value),
        "column",
        {"given": "9", "low": "1", "high": "7"},
    )
