"""P2, alpha-beta in JavaScript: its printed games, its unbeaten machine, its counts and its pruning."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

from plyground.game import Player
from plyground.games.line import LinePosition, tictactoe
from plyground.message import Message
from plyground.papers.claim import Claims, Finding, exact_if, timed
from plyground.papers.p2.measures import TRANSCRIPTS, announcement, boards_typed, lead_ins, replays, reply
from plyground.papers.p2.players import P2AlphaBeta
from plyground.papers.p3.measures import CPU_TIME
from plyground.perft import perft
from plyground.score import WIN, plies_to_end
from plyground.solver.exhaustive import cached_full_table

LEAVES = 362_880
STATES = 5_478
AT_ONCE = 1.0  # seconds: a shorter wait does not interrupt a person's thought (Nielsen 1993)


claims = Claims("P2")


@cache
def values() -> dict[LinePosition, int]:
    """Every position of the game with its true value."""
    return {
        p: value
        for p, value in cached_full_table(tictactoe().start()).items()
        if isinstance(p, LinePosition)
    }


def unfinished() -> list[LinePosition]:
    """Every position in which somebody is to move."""
    return [position for position in values() if not position.ended]


# ---------------------------------------------------------------- the printed games


@claims.add_each({name: name for name in ("win-1", "win-2", "win-3", "draw-1", "draw-2")})
def whole_game(name: str) -> Finding:
    """A game that is printed from its first move."""
    game, played = TRANSCRIPTS[name], replays(TRANSCRIPTS[name])
    *_, last = boards_typed(game.typed)
    facts = {
        "typed": ", ".join(game.typed),
        "last": last.text(),
        "end": announcement(last),
        "boards": len(game.boards),
        "gaps": sum(board.count("???") for board in game.boards),
    }
    return Finding(exact_if(played), facts, why="why" if played else "why-not")


@claims.add_each({"draw-3": "draw-3"})
def end_of_a_game(name: str) -> Finding:
    """The game of which only the last two boards are printed."""
    game = TRANSCRIPTS[name]
    found = lead_ins(game)
    facts = {
        "found": found or Message("word.none"),
        "n": len(found),
        "typed": game.typed,
        "last": game.boards[-1],
    }
    return Finding(exact_if(bool(found)), facts)


# ---------------------------------------------------------------- the unbeaten machine


@cache
def against_everybody(machine: Player) -> Counter[str]:
    """How the games end, over every line that a person can play."""
    ends: Counter[str] = Counter()

    def go_on(position: LinePosition) -> None:
        if position.ended:
            winner = position.ended.winner
            ends["drawn" if winner is None else "won" if winner is machine else "lost"] += 1
        elif position.to_move is machine:
            go_on(position.after(reply(position).move))
        else:
            for move in position.moves():
                go_on(position.after(move))

    go_on(tictactoe().start())
    return ends


@claims.add_each({"unbeaten": Player.SECOND, "unbeaten-starting": Player.FIRST})
def unbeaten(machine: Player) -> Finding:
    """Whether no line of play beats the machine."""
    ends = against_everybody(machine)
    facts = {"games": ends.total(), **{end: ends[end] for end in ("won", "drawn", "lost")}}
    return Finding(exact_if(not ends["lost"]), facts)


@claims.add("win-or-draw")
def win_or_draw() -> Finding:
    """Whether the machine's results are wins and draws, and both of them happen."""
    ends = against_everybody(Player.SECOND)
    shares = {end: ends[end] / ends.total() for end in ("won", "drawn", "lost")}
    return Finding(exact_if(set(+ends) == {"won", "drawn"}), shares)


@cache
def mistakes() -> tuple[int, int, int]:
    """In how many positions its move loses something, it could win at once, and it puts that win off."""
    thrown_away = at_once = slower = 0
    for position in unfinished():
        before, after = values()[position], -values()[position.after(reply(position).move)]
        thrown_away += _sign(before) != _sign(after)
        wins = plies_to_end(before) == 1 and before > 0
        at_once += wins
        slower += wins and after != WIN
    return thrown_away, at_once, slower


@claims.add("best-move")
def best_move() -> Finding:
    """Whether the move played is always one that keeps what the position is worth."""
    thrown_away, at_once, slower = mistakes()
    facts = {
        "mistakes": thrown_away,
        "positions": len(unfinished()),
        "slower": slower,
        "at_once": at_once,
    }
    return Finding(exact_if(not thrown_away), facts)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


# ---------------------------------------------------------------- counts


@claims.add("leaves")
def leaves() -> Finding:
    """How many games there are."""
    ends = [ply.first_wins + ply.second_wins + ply.draws for ply in perft(tictactoe().start(), 9)]
    facts = {"leaves": sum(ends), "orders": math.factorial(9), "early": sum(ends[:9])}
    return Finding(exact_if(sum(ends) == LEAVES), facts)


@claims.add("states")
def states() -> Finding:
    """How many positions there are."""
    return Finding(exact_if(len(values()) == STATES), {"states": len(values())})


@cache
def first_replies(whole_break: bool) -> int:
    """The calls of minimax for the machine's first reply, over the person's nine first moves."""
    start = tictactoe().start()
    return sum(reply(start.after(move), whole_break).stats.nodes for move in start.moves())


@claims.add("prunes")
def prunes_the_rest() -> Finding:
    """Whether a cut ends the call, as the text has it."""
    printed, meant = first_replies(False), first_replies(True)
    facts = {"printed": printed, "meant": meant, "factor": printed / meant}
    return Finding(exact_if(printed == meant), facts)


@claims.add("same-moves")
def same_moves_if_meant() -> Finding:
    """Whether the half cut changes any move."""
    others = sum(reply(position).move != reply(position, True).move for position in unfinished())
    return Finding(exact_if(not others), {"others": others, "positions": len(unfinished())})


@claims.add("zero-sum")
def zero_sum() -> Finding:
    """That one side wins what the other loses is a convention, theirs and ours."""
    return Finding("not testable", {"ends": sum(bool(position.ended) for position in values())})


@claims.add("complexity")
def exponential_bound() -> Finding:
    """How far below b^d the nodes stay, b being the nine squares."""
    nodes = sum(ply.count for ply in perft(tictactoe().start(), 9))
    return Finding("not testable", {"nodes": nodes, "bound": sum(9**depth for depth in range(10))})


@claims.add("instant", rests_on="clock")
def instantaneous() -> Finding:
    """How long the machine takes for its first reply."""
    start = tictactoe().start()
    slowest = max(P2AlphaBeta().search(start.after(move), CPU_TIME).stats.seconds for move in start.moves())
    return timed(slowest < AT_ONCE, {"slowest": slowest, "limit": AT_ONCE})


# ---------------------------------------------------------------- what is read off its listing


claims.add_words("runs")
claims.add_words("same-version")
claims.add_words("depth-used")

CLAIMS = tuple(claims)
