"""The positions that pages show for claims: real ones, in which the paper's player can play."""

from __future__ import annotations

import pytest

from plyground.agents import load_agent
from plyground.game import Player
from plyground.games.line import tictactoe
from plyground.games.registry import load_game
from plyground.papers.p1.parts import FIGURE_2_BOARDS
from plyground.papers.p2.measures import TRANSCRIPTS
from plyground.papers.positions import POSITIONS
from plyground.papers.registry import PAPERS

SIDES = {"x": Player.FIRST, "o": Player.SECOND}


def test_every_position_is_of_a_claim_and_not_over() -> None:
    known = {claim.id for paper in PAPERS.values() for claim in paper.CLAIMS}
    assert POSITIONS.keys() <= known
    for claim, shown in POSITIONS.items():
        position = load_game(shown.game).parse(shown.position)
        assert position.outcome() is None, claim
        assert load_agent(shown.agent).name.startswith(claim[:2].lower()), claim
        if shown.position != "-":
            assert position.to_move is SIDES[shown.side], claim


@pytest.mark.parametrize("claim", ["win-1", "win-2", "win-3", "draw-1", "draw-2"])
def test_replies_in_the_games_of_p2_are_those_it_prints(claim: str) -> None:
    shown = POSITIONS[f"P2.{claim}"]
    position = tictactoe().parse(shown.position)
    after = position.after(load_agent(shown.agent).search(position).move).text().split()[0]
    printed = TRANSCRIPTS[claim].boards
    assert any(
        all(ours == theirs or theirs == "?" for ours, theirs in zip(after, board, strict=True))
        for board in printed
    ), after


def test_the_board_of_figure_2_is_the_printed_one() -> None:
    printed = FIGURE_2_BOARDS[2][1].replace(" ", "").replace("-", ".")
    assert tictactoe().parse(POSITIONS["P1.figure-2"].position).text().startswith(printed)
