"""What an agent from elsewhere answers is a move that `play` takes, as that of one of ours is."""

from __future__ import annotations

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
    "UGI": "tictactoe",  # an engine that writes into the folder of the test
}


@pytest.mark.parametrize("spec", PLAYERS)
def test_the_move_can_be_played(spec: str, tmp_path: Path) -> None:
    """The test that new-agent writes beside an agent for CS50 failed: its move was a bare number."""
    position = load_game(PLAYERS[spec]).start()
    engine = run_by_python(ENGINES / "plays_ugi.py", tmp_path / "log", "uci", "drop")
    agent = load_entrant(f"engine({engine!r}, protocol='uci')" if spec == "UGI" else spec).enter(0)
    move = agent.choose(position, Limits(seconds=10)).move
    assert position.play(move) == position.after(move)
    assert type(move) is type(position.moves()[0])
