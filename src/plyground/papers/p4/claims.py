"""P4: minimax, alpha-beta and iterative deepening on Connect Four.

Some things cannot be tested: why the author lost ("nearly always by some diagonal"), and the boards of
Figures 1 and 6 and the bins of the histograms, which are lost. The paper's ± is the sample deviation over
all moves of its three games, and its figures are cut off, not rounded.
"""

from __future__ import annotations

from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import GameRecord
from plyground.game import Player
from plyground.papers.claim import Claims, Finding, exact_if, timed
from plyground.papers.p4 import algorithms, deepening, tables
from plyground.papers.p4 import measures as games
from plyground.papers.p4.players import GAME, P4AlphaBeta
from plyground.solver import Perfect

claims = Claims("P4")


claims.add_words("table4-draw")
claims.add_words("table4-parity")


@claims.add("unbeaten")
def unbeaten() -> Finding:
    results = []
    for seat in Player:
        position = GAME.start()
        while not position.ended:
            player = P4AlphaBeta() if position.to_move is seat else Perfect()
            position = position.after(player.search(position).move)
        results.append(position.ended.winner is seat.other)
    return Finding("not testable", {"beaten": sum(results), "games": len(results)})


def _first_moves(version: str) -> dict[int, str]:
    start = GAME.start()
    moves = {depth: games.decision(start, depth, version)[0] for depth in range(1, 8)}
    return {depth: start.write(move) for depth, move in moves.items() if move is not None}


@claims.add("first-move")
def first_move() -> Finding:
    move = P4AlphaBeta().search(GAME.start()).move
    return Finding("not testable", {"column": GAME.start().write(move)})


@claims.add_each({"first-depths": "program", "first-depths-text": "text"})
def first_moves_by_depth(version: str) -> Finding:
    columns = _first_moves(version)
    centre = [depth for depth, column in columns.items() if column == "4"]
    corner = [depth for depth, column in columns.items() if column in "17"]
    true = min(centre, default=0) > 4 and {2, 3} <= set(corner)
    return Finding(exact_if(true), {"columns": " ".join(columns.values()), "depths": f"1-{max(columns)}"})


@claims.add("open-row")
def open_row() -> Finding:
    played = games.open_row_games()
    row = [game for game in played if game.winner is Player.FIRST and _is_row(game.text)]
    return Finding(exact_if(len(row) == len(played)), {"row": len(row), "lines": len(played)})


def _is_row(text: str) -> bool:
    ended = GAME.parse(text).outcome()
    return bool(ended and any(all(GAME.bottom_row >> c & 1 for c in line) for line in ended.lines))


def _play_game(control: TimeControl, plies: int) -> GameRecord:
    agents = ("p4.deepening(seconds=1.0)", "random")
    plan = Plan("connect4", agents, games=1, control=control, policy="fallback", most_plies=plies)
    with PairPlayer(plan) as table:
        return table.play(next(plan.pairs())).games[0]


@claims.add("referee", rests_on="clock")
def referee() -> Finding:
    """What happens to an agent that is late. Their referee is not printed, so we use ours."""
    late = _play_game(TimeControl(patience=0.2), plies=3)
    made = [move.trouble for move in late.moves if move.agent == 0]
    return Finding("not testable", {"moves": len(late.texts), "late": made.count("time")})


@claims.add("tolerance", rests_on="clock")
def tolerance() -> Finding:
    """What happens to an agent that keeps some time in reserve."""
    kept = [m for m in _play_game(TimeControl(seconds=1.0), plies=3).moves if m.agent == 0]
    slowest = max(move.cost.wall for move in kept)
    return timed(not any(move.trouble for move in kept), {"slowest": slowest})


CLAIMS = (*tables.claims, *deepening.claims, *algorithms.claims, *claims)
