"""P2, alpha-beta in JavaScript: its printed games, its unbeaten machine, its counts and its pruning."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cache, partial

from plyground.game import Player
from plyground.games.line import LinePosition, tictactoe
from plyground.papers.claim import Claim, Finding, Verdict
from plyground.papers.p2_games import TRANSCRIPTS, announced, lead_ins, replays, reply, typed
from plyground.perft import perft
from plyground.score import WIN, paid, plies_to_end
from plyground.solver.exhaustive import known_table

TITLE = "Algoritmo Minimax: alpha-beta in JavaScript (authors, school and year are not told)"

LEAVES = 362_880
STATES = 5_478


def exactly(holds: bool) -> Verdict:
    """The verdict on a claim that is either so or not."""
    return "exact" if holds else "contradicted"


@cache
def values() -> dict[LinePosition, int]:
    """Every position of the game with its true value."""
    return {
        p: value for p, value in known_table(tictactoe().start()).items() if isinstance(p, LinePosition)
    }


def unfinished() -> list[LinePosition]:
    """Every position in which somebody is to move."""
    return [position for position in values() if not position.ended]


# ---------------------------------------------------------------- the printed games


def whole_game(name: str) -> Finding:
    """A game that is printed from its first move."""
    game, holds = TRANSCRIPTS[name], replays(TRANSCRIPTS[name])
    *_, last = typed(game.typed)
    gaps = sum(board.count("???") for board in game.boards)
    lost = f" (rows that our copy of the text has lost: {gaps})" if gaps else ""
    if holds:
        why = f"All {len(game.boards)} boards come out as printed{lost}, and none has a misprint."
    else:
        why = "Some reply of the machine is not the printed one."
    return Finding(f"{', '.join(game.typed)}: {last.text()}, {announced(last)}", exactly(holds), why)


def end_of_a_game(name: str) -> Finding:
    """The game of which only the last two boards are printed."""
    game = TRANSCRIPTS[name]
    found = lead_ins(game)
    ours = f"{' or '.join(found) or 'nothing'} leads there, then {game.typed}: {game.boards[-1]}"
    why = f"Of the 24 orders in which the four crosses can be typed, {len(found)} get these replies."
    return Finding(ours, exactly(bool(found)), why)


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


def unbeaten(machine: Player) -> Finding:
    """Whether no line of play beats the machine."""
    ends = against_everybody(machine)
    ours = f"{ends.total()} games: {ends['won']} won, {ends['drawn']} drawn, {ends['lost']} lost"
    return Finding(ours, exactly(not ends["lost"]), "Every line that a person can play was played.")


def win_or_draw() -> Finding:
    """Whether the machine's results are wins and draws, and both of them happen."""
    ends = against_everybody(Player.SECOND)
    share = ends["won"] / ends.total()
    verdict = exactly(set(+ends) == {"won", "drawn"})
    return Finding(
        f"{', '.join(sorted(+ends))}; {share:.0%} won", verdict, "Both kinds happen, and no other."
    )


@cache
def mistakes() -> tuple[int, int]:
    """In how many positions its move throws away a win or a draw, and in how many a win at once."""
    thrown_away = slower = 0
    for position in unfinished():
        before, after = values()[position], -values()[position.after(reply(position).move)]
        thrown_away += _sign(before) != _sign(after)
        slower += plies_to_end(before) == 1 and before > 0 and after != WIN
    return thrown_away, slower


def best_move() -> Finding:
    """Whether the move played is always one that keeps what the position is worth."""
    thrown_away, slower = mistakes()
    ours = f"{thrown_away} mistakes in {len(unfinished()):,} positions"
    why = f"Best in value, not in time: in {slower} of them it puts off a win at once, for wins are all +1."
    return Finding(ours, exactly(not thrown_away), why)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


# ---------------------------------------------------------------- counts


def leaves() -> Finding:
    """How many games there are."""
    ends = [ply.first_wins + ply.second_wins + ply.draws for ply in perft(tictactoe().start(), 9)]
    orders = math.factorial(9)
    why = f"9! = {orders:,} orders fill the board, but {sum(ends[:9]):,} games end before it is full."
    return Finding(f"{sum(ends):,}", exactly(sum(ends) == LEAVES), why)


def states() -> Finding:
    """How many positions there are."""
    return Finding(
        f"{len(values()):,}", exactly(len(values()) == STATES), "The empty board and all ends count."
    )


@cache
def first_replies(whole_break: bool) -> int:
    """The calls of minimax for the machine's first reply, over the person's nine first moves."""
    start = tictactoe().start()
    return sum(reply(start.after(move), whole_break).stats.nodes for move in start.moves())


def prunes_the_rest() -> Finding:
    """Whether a cut ends the call, as the text has it."""
    printed, meant = first_replies(False), first_replies(True)
    ours = f"{printed:,} nodes for the nine first replies; {meant:,} if a cut ended the call"
    why = f"Its break leaves only the loop over columns, which costs {printed / meant:.2f} times the nodes."
    return Finding(ours, exactly(printed == meant), why)


def same_moves_if_meant() -> Finding:
    """Whether the half cut changes any move."""
    others = sum(reply(position).move != reply(position, True).move for position in unfinished())
    why = "What is searched after a missed cut only confirms that the other side will not come there."
    return Finding(f"{others} other moves in {len(unfinished()):,} positions", exactly(not others), why)


def zero_sum() -> Finding:
    """Whether what one side wins the other loses, at every end of the game."""
    ends = [position.ended for position in values() if position.ended]
    sums = {sum(paid(end, side, 0) for side in Player) for end in ends}
    why = "Wins, losses and draws of both sides were added up over every finished position."
    return Finding(f"{len(ends)} ends, sums {sorted(sums)}", exactly(sums == {0}), why)


def exponential_bound() -> Finding:
    """Whether b^d bounds the nodes at every depth d, b being the nine squares."""
    plies = perft(tictactoe().start(), 9)
    nodes, bound = sum(ply.count for ply in plies), sum(9**depth for depth in range(10))
    holds = all(ply.count <= 9**depth for depth, ply in enumerate(plies))
    why = "A bound, and a wide one: each move leaves a square fewer. The chess figures need a chess."
    return Finding(f"{nodes:,} nodes of at most {bound:,}", exactly(holds), why)


def instantaneous() -> Finding:
    """How long the machine takes for its first reply."""
    start = tictactoe().start()
    slowest = max(reply(start.after(move)).stats.seconds for move in start.moves())
    return Finding(
        f"{slowest:.3f} s at most", "machine-dependent", "The first reply is the longest search."
    )


def _game(name: str, claim: str, measure: Callable[[str], Finding] = whole_game) -> Claim:
    game = TRANSCRIPTS[name]
    published = f"{', '.join(game.typed)}: {game.boards[-1].replace('???', '(lost)')}, {game.end}"
    return Claim(f"P2.{name}", claim, published, partial(measure, name))


CLAIMS: tuple[Claim, ...] = (
    _game("win-1", "The first printed game, which the machine wins, is what the program plays."),
    _game("win-2", "The second printed game, which the machine wins, is what the program plays."),
    _game("win-3", "The third printed game, which the machine wins, is what the program plays."),
    _game("draw-1", "The first printed draw is what the program plays."),
    _game("draw-2", "The second printed draw is what the program plays."),
    _game("draw-3", "The third printed draw, of which only the end is shown, can happen.", end_of_a_game),
    Claim(
        "P2.unbeaten",
        "The machine cannot be beaten by a person who starts.",
        "not possible (we did not manage)",
        partial(unbeaten, Player.SECOND),
    ),
    Claim(
        "P2.unbeaten-starting",
        "The machine cannot be beaten if it starts, which the program does not offer.",
        "not possible",
        partial(unbeaten, Player.FIRST),
    ),
    Claim(
        "P2.win-or-draw",
        "The results are always a win of the machine or a draw.",
        "always a win of the machine or a draw",
        win_or_draw,
    ),
    Claim("P2.best-move", "The machine always finds the best move.", "always the best move", best_move),
    Claim("P2.leaves", "The game tree has 362,880 leaves.", "362,880", leaves),
    Claim("P2.states", "The game has 5,478 distinct states.", "5,478", states),
    Claim(
        "P2.prunes",
        "A cut prunes all remaining branches of a node: it ends the recursive call.",
        "prunes the remaining branches",
        prunes_the_rest,
    ),
    Claim(
        "P2.same-moves",
        "The program plays as its pseudo-code, which returns at a cut, would.",
        "according to the proposed pseudo-code",
        same_moves_if_meant,
    ),
    Claim("P2.zero-sum", "The game is zero-sum.", "the sum of gains and losses is always 0", zero_sum),
    Claim("P2.complexity", "Minimax takes time O(b^d).", "O(b^d)", exponential_bound),
    Claim(
        "P2.instant",
        "The machine's move is almost instantaneous.",
        "almost instantaneous",
        instantaneous,
        deterministic=False,
    ),
)
