"""Animals of every kind, in commands other than match: `python -m cli.zoo_commands` tries each in each."""

from __future__ import annotations

import pytest

from cli.zoo_commands import COMMANDS, animals, lines_of, outcomes
from helpers.debian import need
from plyground.errors import PlygroundError
from plyground.workers.sandbox import check_sandbox

SOME = (
    "hanging.py:asleep",
    "forking.py:a_daemon_and_dies",
    "flooding.py:out",
    "forging.py:strange_text_as_move",
    "dying.py:by_its_own_hand",
    "raising.py:an_exit",
    "answering.py:a_grudge",
    "behaving.py:in_words",
    "exits_when_imported.py:choose",
)


@pytest.mark.slow
@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("judge", "tournament")])
def test_a_command_survives_whatever_agent_it_is_given(command: str) -> None:
    """Only match and the arena had met them."""
    need("bubblewrap")
    try:
        check_sandbox()
    except PlygroundError as error:
        pytest.skip(str(error))
    some = [f"python:zoo/{name}" for name in SOME]
    assert set(some) <= set(animals())
    found = list(outcomes(lines_of(command, some)))
    assert len(found) == len(some)
    assert not [(row["case"], row["wrong"], row["said"]) for row in found if row["wrong"]]
