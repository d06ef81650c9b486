"""The recipes of docs/howto/agents-from-elsewhere.md play, taken from the page as they stand there."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import pytest

from helpers.outsiders import answered_text, check_played, undone

PAGE = Path("docs/howto/agents-from-elsewhere.md")

# easyAI is not installed for the tests. Where it is, it is taken; else this, which asks as much of a game.
EASY_AI = """
    class TwoPlayerGame:
        def switch_player(self):
            self.current_player = 3 - self.current_player

    class Negamax:
        def __init__(self, depth):
            self.depth = depth

        def __call__(self, game):
            self.value(game, self.depth)
            return game.ai_move

        def value(self, game, depth):
            if depth == 0 or game.is_over():
                return game.scoring() * (1 + 0.001 * depth)
            best = -1000
            for move in game.possible_moves():
                game.make_move(move)
                game.switch_player()
                value = -self.value(game, depth - 1)
                game.switch_player()
                game.unmake_move(move)
                if value > best:
                    best = value
                    if depth == self.depth:
                        game.ai_move = move
            return best
"""
POLICY = """
    import numpy as np

    def policy(observation):
        own, other = np.moveaxis(observation["observation"], 2, 0)
        assert own.dtype == np.int8 and own.shape == (4, 5)
        assert own.sum() in (other.sum(), other.sum() - 1) and not (own * other).any()
        heights = (own + other).sum(axis=0)
        assert ((heights < 4) == observation["action_mask"]).all()
        return np.argmin(heights)
"""


def recipe(first: str, folder: Path) -> str:
    """The spec of the recipe that begins with an import."""
    (code,) = [
        block
        for block in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
        if first in block
    ]
    (folder / "recipe.py").write_text(code)
    return f"python('{folder}/recipe.py')"


def test_the_recipe_for_easyai_plays(tmp_path: Path) -> None:
    if find_spec("easyAI") is None:
        (tmp_path / "easyAI.py").write_text(dedent(EASY_AI))
    spec = recipe("from easyAI import", tmp_path)
    check_played(spec, "connect4(4,4,3)", count=1)
    with undone():
        assert answered_text(spec, "tictactoe", "1524") == "3"  # it takes a win
        assert answered_text(spec, "tictactoe", "152") == "3"  # and stops one
        assert answered_text(spec, "examples/nim.py:Nim(heaps=(1, 2))") == "2x1"  # any game of ours


def test_the_recipe_for_policies_of_pettingzoo_plays(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    (tmp_path / "my_policy.py").write_text(dedent(POLICY))
    check_played(recipe("from my_policy import", tmp_path), "connect4(5,4,3)")
