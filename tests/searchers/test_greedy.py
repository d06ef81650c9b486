"""The greedy player F = G − H of one of the papers."""

from __future__ import annotations

import pytest

from plyground import BadSpec, textbook, tictactoe
from plyground.searchers import Greedy

both_cores = pytest.mark.usefixtures("core")


@both_cores
class TestGreedy:
    """F = G − H on the paper's figures: the text plays the centre, the figure counts one diagonal."""

    def test_the_figure(self) -> None:
        position = tictactoe().parse("2")  # the person's 1, counted from 0
        one = Greedy("one")
        assert position.write(one.search(position).move) == "1"
        assert position.write(one.search(tictactoe().parse("218")).move) == "5"

    def test_the_text(self) -> None:
        position = tictactoe().parse("2")
        assert position.write(Greedy().search(position).move) == "5"

    def test_a_line_that_is_nearly_full_is_stopped(self) -> None:
        assert Greedy().search(tictactoe().parse("152")).move == 2

    def test_only_line_games(self) -> None:
        with pytest.raises(BadSpec, match="F = G − H is about lines on a board"):
            Greedy().search(textbook().start())
