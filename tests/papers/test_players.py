"""What holds for every published player: its game and no other, a whole game as either side, claims with one id."""

from __future__ import annotations

import pytest

from helpers.samples import some_slow
from plyground import connect4, load_game, mnk, textbook, tictactoe
from plyground.agents import AGENTS, load_agent
from plyground.errors import BadSpec
from plyground.papers.claim import title
from plyground.papers.registry import PAPERS

PUBLISHED = [name for name in AGENTS if name[:2].lower() in ("p0", "p1", "p2", "p3", "p4") and "." in name]
GAME_OF = {name: "connect4" if name.startswith("p4") else "tictactoe" for name in PUBLISHED}


def test_the_players_that_the_papers_describe_are_agents() -> None:
    assert sorted(PUBLISHED) == [
        *("p0.alphabeta", "p0.mtt", "p1.greedy", "p1.minimax", "p2.alphabeta", "p3.pruned", "p3.unpruned"),
        *("p4.alphabeta", "p4.deepening", "p4.minimax"),
    ]


@pytest.mark.parametrize("player", PUBLISHED)
def test_other_games_are_refused(player: str) -> None:
    other = tictactoe() if GAME_OF[player] == "connect4" else connect4()
    for game in (other, mnk(4, 4, 3), textbook()):
        with pytest.raises(BadSpec, match=f"plays {GAME_OF[player]}"):
            load_agent(player).search(game.start())


SLOW = {"p1.minimax", "p3.unpruned"}


@pytest.mark.parametrize("player", some_slow([name for name in PUBLISHED if name != "p4.deepening"], SLOW))
@pytest.mark.parametrize("seat", [0, 1])
def test_a_whole_game_as_either_side(player: str, seat: int) -> None:
    options = "(depth=2)" if player.startswith("p4") else ""
    players = [load_agent("random"), load_agent("random")]
    players[seat] = load_agent(player + options)
    position = load_game(GAME_OF[player]).start()
    while not position.outcome():
        found = players[position.to_move.value].search(position)
        position = position.play(found.move)
    assert position.moves() == ()


def test_claims_have_an_id_of_their_own_and_say_something() -> None:
    claims = [claim for module in PAPERS.values() for claim in module.CLAIMS]
    assert len({claim.id for claim in claims}) == len(claims) == 145
    for name, module in PAPERS.items():
        assert {claim.paper for claim in module.CLAIMS} == {name}
        assert title(name)
    for claim in claims:
        assert claim.says().endswith(".")
        assert claim.published
