"""P1's minimax, measured: in every position, over every line, and after every random opening."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

from plyground.agents.published.p1 import P1Minimax, first_best, last_step_up, worth
from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.claim import Claim, Finding
from plyground.papers.p0_games import (
    START,
    Record,
    decisions,
    gives_away,
    play,
    record,
    told,
    tree_size,
    value,
)
from plyground.papers.p1_greedy import greedy_record

FIGURE_1_OPENING = (4, 5, 8)  # X, O, X; in which order X played is not told, and does not matter
FIGURE_1 = "O 0 0, X 2 0, O 0 1, X 2 1: X wins"
OPENINGS = range(1, 9)


@cache
def valued(position: LinePosition, sibling: bool) -> tuple[int, int | None]:
    """What P1Minimax answers, by its own rule of choice, each position worked out once."""
    if position.outcome():
        return worth(position), None
    choose = last_step_up if sibling else first_best
    return choose([(-valued(position.after(move), sibling)[0], move) for move in position.moves()])


def minimax_move(position: LinePosition, sibling: bool) -> int:
    move = valued(position, sibling)[1]
    assert move is not None, "somebody has to move"
    return move


def played_out(position: LinePosition, sibling: bool) -> Player | None:
    """Who wins when minimax plays both sides from there on."""
    while not (outcome := position.outcome()):
        position = position.after(minimax_move(position, sibling))
    return outcome.winner


@cache
def minimax_record(sibling: bool) -> Record:
    """How every line against minimax ends, in both seats."""

    def choose(position: LinePosition) -> int:
        return minimax_move(position, sibling)

    return record(choose, Player.FIRST) + record(choose, Player.SECOND)


@cache
def random_openings(plies: int) -> dict[LinePosition, Fraction]:
    """How likely each unfinished position is after so many random moves, given that play goes on."""
    chances = {START: Fraction(1)}
    for _ in range(plies):
        later: dict[LinePosition, Fraction] = {}
        for position, chance in chances.items():
            for move in (moves := position.moves()):
                reply = position.after(move)
                later[reply] = later.get(reply, Fraction(0)) + chance / len(moves)
        chances = later
    unfinished = {position: chance for position, chance in chances.items() if not position.outcome()}
    total = sum(unfinished.values())
    return {position: chance / total for position, chance in unfinished.items()}


@cache
def decided(plies: int, sibling: bool) -> float:
    """How often one side wins when minimax plays on after so many random moves."""
    openings = random_openings(plies).items()
    return float(sum(chance for position, chance in openings if played_out(position, sibling)))


def figure_1_text() -> Finding:
    why = (
        "The best so far, the first of equals: at the end X would complete the diagonal, which comes first."
    )
    return _figure_1(False, why)


def figure_1_program() -> Finding:
    return _figure_1(
        True, "Each child is compared with the sibling before it, and not with the best so far."
    )


def _figure_1(sibling: bool, why: str) -> Finding:
    position, player = START, P1Minimax(sibling)
    for move in FIGURE_1_OPENING:
        position = position.after(move)
    game = play(player, player, position)
    marks = ("O", "X") * len(game.moves)
    moves = ", ".join(f"{m} {cell // 3} {cell % 3}" for m, cell in zip(marks, game.moves, strict=False))
    end = {Player.FIRST: "X wins", Player.SECOND: "O wins", None: "draw"}[game.winner]
    ours = f"{moves}: {end}"
    return Finding(ours, told(ours == FIGURE_1), why)


def best_move_text() -> Finding:
    return _best_move(False)


def best_move_program() -> Finding:
    return _best_move(True)


def _best_move(sibling: bool) -> Finding:
    spoiled = sum(gives_away(p, minimax_move(p, sibling)) for p in decisions())
    wrong = sum(valued(p, sibling)[0] != 10 * value(p) for p in decisions())
    other = sum(minimax_move(p, sibling) != minimax_move(p, False) for p in decisions())
    why = (
        f"Of all positions with a move to make; {wrong} are valued wrongly, and in {other} another move is "
        "played than the first of the best."
    )
    return Finding(f"{spoiled} of {len(decisions()):,} positions spoiled", told(not spoiled), why)


def from_the_start() -> Finding:
    ends = [played_out(START, sibling) for sibling in (False, True)]
    drawn = sum(end is None for end in ends)
    why = "Each has one game, for nothing is chance: the text's program, and that with Figure 1's error."
    return Finding(f"{drawn} of {len(ends)} programs draw", told(drawn == len(ends)), why)


def random_games() -> Finding:
    shares = [decided(plies, False) for plies in OPENINGS]
    usual = sum(share > 0.5 for share in shares)
    seldom = " and ".join(str(n) for n, share in zip(OPENINGS, shares, strict=True) if share <= 0.5)
    why = (
        f"Every opening of 1 to {len(shares)} random moves after which play goes on, weighed by its "
        f"chance: one side wins more than half of them, but not after {seldom or 'none'}."
    )
    ours = " ".join(f"{share:.1%}" for share in shares)
    return Finding(ours, told(usual > len(shares) / 2), why)


def random_games_of_three() -> Finding:
    plies = len(FIGURE_1_OPENING)
    text, program = decided(plies, False), decided(plies, True)
    why = (
        f"All openings of {plies} random moves, as many as Figure 1's; with its error it is {program:.1%}."
    )
    return Finding(f"{text:.1%}", told(text > 0.5), why)


def favoured() -> Finding:
    ends = Counter[bool]()
    for plies in OPENINGS:
        for position in random_openings(plies):
            winner = played_out(position, False)
            ends[value(position) == (0 if winner is None else 1 if winner is position.to_move else -1)] += 1
    why = "Perfect play on both sides keeps what the opening gave."
    return Finding(f"after {ends[True]:,} of {ends.total():,} openings", told(not ends[False]), why)


def minimax_best_text() -> Finding:
    return _minimax_best(False)


def minimax_best_program() -> Finding:
    return _minimax_best(True)


def _minimax_best(sibling: bool) -> Finding:
    lines = minimax_record(sibling)
    a_star = greedy_record("all", Player.FIRST) + greedy_record("all", Player.SECOND)
    why = f"Every line that an opponent can play, in both seats; A* comes to {a_star}."
    return Finding(str(lines), told(lines.losses == 0 and a_star.losses > 0), why)


@cache
def _whole_tree() -> tuple[int, int]:
    stats = P1Minimax().search(START).stats
    return stats.nodes, stats.depth


def depth() -> Finding:
    _, deepest = _whole_tree()
    return Finding(f"{deepest} levels", told(deepest == 9), "From the empty board, the root not counted.")


def complexity_minimax() -> Finding:
    nodes, deepest = _whole_tree()
    bounded = all(tree_size(p) <= 2 * len(p.moves()) ** len(p.moves()) for p in decisions())
    share = nodes / deepest**deepest
    why = (
        f"No position needs more than twice N^D nodes, so the bound is right; it is loose, for there is a "
        f"move fewer at each level: the empty board needs {share:.2%} of 9^9."
    )
    return Finding(
        f"{nodes:,} nodes from the empty board", told(bounded and nodes == tree_size(START)), why
    )


def board() -> Finding:
    looks = sum(len(lines) for lines in START.game.through)
    why = (
        "Eight lines of three squares, whatever the position; a square is in two to four of them, not one."
    )
    return Finding(f"at most {looks} looks at a square", told(looks == 24), why)


MINIMAX_CLAIMS: tuple[Claim, ...] = (
    Claim("P1.figure-1", "Minimax as described plays Figure 1's game.", FIGURE_1, figure_1_text),
    Claim("P1.figure-1-bug", "Minimax with an error plays Figure 1's game.", FIGURE_1, figure_1_program),
    Claim("P1.best-move", "Minimax as described makes the best move.", "a melhor jogada", best_move_text),
    Claim(
        "P1.best-move-bug", "Figure 1's program makes the best move.", "a melhor jogada", best_move_program
    ),
    Claim(
        "P1.empty", "From the empty board it is always a draw.", "sempre ocorrerá empate", from_the_start
    ),
    Claim(
        "P1.random", "After random moves one side usually wins.", "geralmente foi de vitória", random_games
    ),
    Claim(
        "P1.random-3",
        "After three random moves, Figure 1's number, one side usually wins.",
        "geralmente foi de vitória",
        random_games_of_three,
    ),
    Claim("P1.favoured", "Who was favoured by the random moves wins.", "o favorecido", favoured),
    Claim("P1.minimax", "Minimax always did best.", "o melhor desempenho sempre", minimax_best_text),
    Claim(
        "P1.minimax-bug",
        "Figure 1's program always did best.",
        "o melhor desempenho sempre",
        minimax_best_program,
    ),
    Claim("P1.depth", "The search is at most nine levels deep.", "9 níveis de profundidade", depth),
    Claim("P1.minimax-order", "Minimax takes O(N^D).", "O(N^D)", complexity_minimax),
    Claim("P1.board-order", "Every function of the board takes O(1).", "O(1)", board),
)
