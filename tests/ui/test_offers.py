"""Whom people are offered: players that exist, play that game, and are named in every language."""

from __future__ import annotations

import pytest

from helpers.window_driver import empty_window  # noqa: F401 - pygame is to find no screen
from plyground.agents import AGENTS, load_entrant
from plyground.game import Player
from plyground.games.registry import load_game
from plyground.score import win_in
from plyground.session import HUMAN, PlayedMove, Seat, Value
from plyground.session.autoplay import check_seat
from plyground.ui.offers import (
    GAMES,
    NAMES,
    PAPERS,
    PLAYERS,
    TO_THE_END,
    adapt_seat,
    agent_about,
    agent_name,
    default_opponent,
    find_offer,
    level_of,
    named_seat,
    offers,
    players_of,
    plays,
    step_level,
)
from plyground.ui.window.text import game_name, move_report, seat_name, short_value
from plyground.words import LANGUAGES, tongue

EVERYWHERE = (*GAMES, "textbook", "examples/nim.py:Nim")


@pytest.mark.parametrize("spec", EVERYWHERE)
def test_every_offer_is_a_player(spec: str) -> None:
    game = load_game(spec)
    for offer in offers(game):
        for level in offer.levels or (None,):
            seat = check_seat(offer.seat(level))
            assert seat.agent is not None
            assert find_offer(game, seat.agent) == offer
            assert level is None or level_of(offer, seat) == level
        assert offer.usual in (offer.levels or (0,))


@pytest.mark.parametrize("spec", EVERYWHERE)
def test_quick_offers_play_that_game(spec: str) -> None:
    position = load_game(spec).start()
    for offer in offers(load_game(spec)):
        if offer.name in (
            "greedy",
            "random",
            "p0.mtt",
            "p0.alphabeta",
            "p1.greedy",
            "p4.minimax",
            "alphabeta",
        ):
            seat = offer.seat(3 if offer.measure == "depth" else None)
            move = load_entrant(seat.agent or "").enter(1).choose(position, seat.limits).move
            assert move in position.moves()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_has_a_name_and_a_sentence(language: str) -> None:
    said = tongue(language)
    for spec in GAMES:
        for offer in offers(load_game(spec)):
            assert offer.name.startswith("p") or agent_name(said, offer.name) != offer.name
            assert agent_about(said, offer.name).endswith(".")
            assert seat_name(said, check_seat(offer.seat())).startswith(agent_name(said, offer.name))


def test_offers_are_ordered_by_strength_papers_last() -> None:
    assert set(NAMES) == set(AGENTS)
    assert NAMES[0] == "random"
    assert NAMES[len(PLAYERS) :] == tuple(PAPERS)
    for spec in EVERYWHERE:
        places = [NAMES.index(offer.name) for offer in offers(load_game(spec))]
        assert places == sorted(places)


def test_unsuitable_agents_are_not_offered() -> None:
    """WEB-REVIEW 16: Perfect and p4.* were offered in Gomoku, and failed there."""
    for spec in ("gomoku", "mnk(16,16,5)", "connect4(8,7,4)"):
        assert not [name for name in players_of(spec) if name.startswith("p") and "." in name]
    assert "perfect" not in players_of("gomoku")
    assert "perfect" in players_of("connect4")
    assert not plays("greedy", load_game("textbook"))
    assert {"p4.minimax", "p4.alphabeta", "p4.deepening"} <= set(players_of("connect4"))


def test_names() -> None:
    said = tongue("en")
    assert [
        game_name(said, spec) for spec in ("tictactoe", "connect4", "connect4(9,7,5)", "mnk(5,5,4)")
    ] == [*("Tic-tac-toe", "Connect Four 7×6", "Connect 5, 9×7", "4 in a row, 5×5")]
    assert game_name(said, "examples/nim.py:Nim") == "Nim"
    assert game_name(said, "no such game") == "no such game"
    assert seat_name(said, HUMAN) == "Person"
    assert seat_name(said, Seat("p4.minimax(depth=4)")) == "P4 minimax, depth 4"
    assert seat_name(said, Seat("python:folder/mine.py:choose")) == "mine.py:choose"
    assert seat_name(tongue("pt-BR"), Seat("mcts(rounds=3000)")) == "Monte Carlo, 3.000 simulações"


def test_values_where_there_is_little_room() -> None:
    values = [
        *(Value("1", "wins", 5), Value("1", "loses", 4), Value("1", "draws"), Value("1", "wins")),
        *(Value("1", "estimate", None, -64), Value("1", "estimate", None, 2_400), Value("1", "unknown")),
    ]
    assert [short_value(value) for value in values] == ["+5", "-4", "=", "+", "~-64", "~2k", "~"]


def test_machine_move_in_words() -> None:
    played = PlayedMove("4", Player.SECOND, "alphabeta", 0.35, 1_234, 6, win_in(5))
    assert move_report(tongue("en"), played) == "O played 4: wins in 5 plies, depth 6, 1,234 nodes, 0.35 s"


def test_a_bare_name_gets_a_level() -> None:
    connect4 = load_game("connect4")
    assert named_seat(connect4, "human") == HUMAN
    assert named_seat(connect4, "alphabeta").limits.depth == 9
    assert named_seat(connect4, "alphabeta()").limits.depth is None
    assert named_seat(connect4, None) == default_opponent(connect4).seat()


def test_players_follow_to_another_game() -> None:
    small, large = load_game("tictactoe"), load_game("gomoku")
    assert adapt_seat(large, HUMAN, small) == HUMAN
    assert adapt_seat(large, Seat("python:mine.py"), small) == Seat("python:mine.py")
    assert adapt_seat(large, Seat("p0.mtt"), small) == default_opponent(large).seat()
    minimax = adapt_seat(large, named_seat(small, "minimax"), small)
    assert (minimax.agent, minimax.limits.depth) == ("minimax", 2)


def test_levels_end_somewhere() -> None:
    assert step_level((1, 2, 5), 2, 1) == 5
    assert step_level((1, 2, 5), 5, 1) == 5
    assert step_level((1, 2, 5), 4, -5) == 1
    depths = (1, 2, TO_THE_END)
    assert step_level(depths, 2, 1) == TO_THE_END
