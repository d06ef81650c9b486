"""What an agent from elsewhere answers is a move that `play` takes, as that of one of ours is."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from helpers.command import run_by_python
from plyground import load_game
from plyground.agents import load_entrant
from plyground.searchers import Limits

AGENTS, ENGINES = Path("tests/agents"), Path("tests/engines/programs")
PLAYERS = {
    "cs50:examples/cs50_tictactoe.py": "tictactoe",
    f"aima:{AGENTS}/aima_zoo/textbook.py:alpha_beta_player": "tictactoe",
    "kaggle:examples/kaggle_agent.py": "connect4",
    f"engine({run_by_python(ENGINES / 'thinks_apart.py')!r}, protocol='gomocup')": "mnk(5,5,5)",
    f"engine({run_by_python(ENGINES / 'plays_ugi.py', 'LOG', 'uci', 'drop')!r}, protocol='uci')": "tictactoe",
}


@pytest.mark.parametrize("spec", PLAYERS)
def test_the_move_can_be_played(spec: str, tmp_path: Path) -> None:
    """The test that new-agent writes beside an agent for CS50 failed: its move was a bare number."""
    position = load_game(PLAYERS[spec]).start()
    agent = load_entrant(spec.replace("LOG", shlex.quote(str(tmp_path / "log")))).enter(0)
    move = agent.choose(position, Limits(seconds=10)).move
    assert position.play(move) == position.after(move)
    assert type(move) is type(position.moves()[0])
