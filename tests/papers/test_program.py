"""P1's program as it ran: both of its figures, word for word, and what a person may type."""

from __future__ import annotations

from functools import partial

import pytest

from plyground import tictactoe
from plyground.agents import load_agent
from plyground.papers.claim import sentence
from plyground.papers.p1.parts import FIGURE_1_BOARDS, FIGURE_2_BOARDS
from plyground.papers.p1.program import against_a_star, both, minimax_alone, random_board
from plyground.searchers import Greedy, Searcher

SAY = partial(sentence, "program", language="pt-BR")
FIGURE_1_START = tictactoe().parse(".../.XO/..X")


def typing(*typed: str) -> partial[str]:
    lines = iter([f"{each}\n" for each in typed])
    return partial(next, lines, "")


def boards(printed: list[str]) -> list[str]:
    """The printed boards, as the figures have them: three rows above each rule."""
    return ["/".join(printed[end - 3 : end]) for end, line in enumerate(printed) if line == "-----"]


@pytest.mark.parametrize("reading", ["True", "'root'"])
def test_figures_1_and_2_come_out_one_after_the_other(reading: str) -> None:
    minimax, greedy = load_agent(f"p1.minimax(sibling={reading})"), load_agent("p1.greedy(diagonals='one')")
    assert isinstance(minimax, Searcher)
    assert isinstance(greedy, Searcher)
    printed = list(both(minimax, greedy, FIGURE_1_START, SAY, typing("1", "7")))
    assert boards(printed) == [board for _, board in (*FIGURE_1_BOARDS, *FIGURE_2_BOARDS)]
    assert printed[0] == "RESOLVENDO COM MINIMAX"
    assert [line for line in printed if "Jogou" in line] == [
        "O Jogou em 0 0:",
        "X Jogou em 2 0:",
        "O Jogou em 0 1:",
        "X Jogou em 2 1:",
    ]
    assert "MAX GANHOU" in printed
    assert [line for line in printed if line.startswith("O jogou")] == ["O jogou em 0 0", "O jogou em 1 1"]


def test_no_diagonals_in_h_play_figure_2_too() -> None:
    printed = list(against_a_star(Greedy("none"), SAY, typing("1", "7")))
    assert boards(printed) == [board for _, board in FIGURE_2_BOARDS]


def test_the_root_alone_may_err() -> None:
    """Its move is the last that is better than the one before it; the values are right."""
    once, right = load_agent("p1.minimax(sibling='root')"), load_agent("p1.minimax")
    position = FIGURE_1_START.play("1").play("7").play("2")
    assert once.search(position).score == right.search(position).score == 10
    assert (position.write(once.search(position).move), position.write(right.search(position).move)) == (
        "8",
        "3",
    )


def test_minimax_as_described_plays_another_last_move() -> None:
    printed = list(minimax_alone(load_agent("p1.minimax"), FIGURE_1_START, SAY))
    assert [line for line in printed if "Jogou" in line][-1] == "X Jogou em 0 2:"
    assert printed[-1] == "MAX GANHOU"


def test_what_is_no_square_is_asked_again_and_the_end_of_input_ends_it() -> None:
    printed = list(against_a_star(Greedy(), SAY, typing("9", "", "x", "4", "4")))
    assert sum("não é uma casa vazia" in line for line in printed) == 4
    assert len(boards(printed)) == 2


def test_a_random_board_has_as_many_moves_and_is_not_over() -> None:
    for seed in range(20):
        board = random_board(4, seed)
        assert (board.first | board.second).bit_count() == 4
        assert board.outcome() is None
    assert random_board(4, 1) == random_board(4, 1)
