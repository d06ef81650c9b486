"""P1's greedy player, called A*, measured: in every position and over every line that a person can play.

Its text and its Figure 2 part in one point, whether two diagonals count: both versions are measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from plyground.agents.published.p1 import P1Greedy
from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.claim import Claim, Finding
from plyground.papers.p0_games import (
    START,
    Choose,
    Line,
    Record,
    asking,
    decisions,
    every_line,
    gives_away,
    record,
    told,
)
from plyground.search.greedy import cost

DIAGONALS = ((0, 4, 8), (2, 4, 6))
VERSIONS = ("all", "one")  # that of the text, that of Figure 2
FIGURE_2 = {1: 0, 7: 4}  # what the person typed, and where O played
FIGURE_2_TEXT = "1 → O 0 0, 7 → O 1 1"


@cache
def greedy(version: str) -> Choose:
    return asking(P1Greedy(version))


@cache
def greedy_record(version: str, seat: Player) -> Record:
    return record(greedy(version), seat)


@cache
def lines_lost(version: str) -> tuple[Line, ...]:
    """Every line, in both seats, in which a person beats the greedy player."""
    return tuple(
        line
        for seat in Player
        for line in every_line(greedy(version), seat)
        if line.end.winner is seat.other
    )


@cache
def other_lines(version: str) -> tuple[Line, ...]:
    """Every line with the person moving first, as in the paper's program, that the person does not win."""
    lines = every_line(greedy(version), Player.SECOND)
    return tuple(line for line in lines if line.end.winner is not Player.FIRST)


def wins_by_diagonal(line: Line) -> bool:
    return any(complete in DIAGONALS for complete in line.end.lines)


def holds_a_diagonal_pair(line: Line, person: Player) -> bool:
    """Whether the person has at least two squares of one diagonal in the end."""
    own = set(line.moves[person.value :: 2])
    return any(len(own & set(diagonal)) >= 2 for diagonal in DIAGONALS)


def completing(position: LinePosition, side: Player) -> list[int]:
    """The squares where a side would complete a line."""
    own, taken = position.stones[side.value], position.first | position.second
    through = position.game.through
    return [
        square
        for square in range(position.game.cells)
        if not taken >> square & 1 and any((own | 1 << square) & mask == mask for mask in through[square])
    ]


def marks_needed(position: LinePosition) -> Iterator[int]:
    """G of every empty square: F plus the lines through it that the opponent can still win."""
    mine = position.stones[position.to_move.value]
    for square in position.moves():
        still_open = sum(not mask & mine for mask in position.game.through[square])
        yield cost(position, square, "all") + still_open


def complexity_greedy() -> Finding:
    player = P1Greedy()
    squares = sum(
        player.search(position).stats.nodes - 1 == len(position.moves()) for position in decisions()
    )
    why = "F is worked out once for each empty square and for nothing else."
    ours = f"n squares valued in {squares:,} of {len(decisions()):,} positions"
    return Finding(ours, told(squares == len(decisions())), why)


def flat_g() -> Finding:
    replies = [START.after(move) for move in START.moves()]
    shares = {}
    for move, position in zip(START.moves(), replies, strict=True):
        (_, commonest), *_ = Counter(marks_needed(position)).most_common()
        shares[move] = commonest, len(position.moves())
    corner, edge, centre = (f"{shares[move][0]} of {shares[move][1]}" for move in (0, 1, 4))
    why = "A* is first asked after the person's move: squares in line with that have a lower G."
    holds = all(commonest >= 0.75 * squares for commonest, squares in shares.values())
    return Finding(f"{corner} squares after a corner, {edge} edge, {centre} centre", told(holds), why)


def urgency() -> Finding:
    urgent = [
        position
        for position in decisions()
        if len(completing(position, position.to_move.other)) == 1
        and not completing(position, position.to_move)
    ]
    text, program = (
        sum(greedy(version)(p) not in completing(p, p.to_move.other) for p in urgent)
        for version in VERSIONS
    )
    why = "A square with G = 2 and three lines has a lower F than a threatened one with a single line left."
    ours = f"{text} of {len(urgent)} lone threats not parried (Figure 2's: {program})"
    return Finding(ours, told(text == 0), why)


def best_move_greedy() -> Finding:
    text, program = (sum(gives_away(p, greedy(version)(p)) for p in decisions()) for version in VERSIONS)
    won = [position for position in decisions() if completing(position, position.to_move)]
    missed = sum(greedy("all")(p) not in completing(p, p.to_move) for p in won)
    why = f"It does not look at its own lines: of {len(won):,} wins at once it misses {missed}."
    ours = f"{text} of {len(decisions()):,} positions spoiled (Figure 2's: {program})"
    return Finding(ours, told(text == 0), why)


def figure_2_text() -> Finding:
    return _figure_2(
        "all", "The centre has four open lines, and so the lowest F; no other square comes first."
    )


def figure_2_program() -> Finding:
    return _figure_2(
        "one", "If at most one diagonal counts in H, corner and centre are equal and the first is played."
    )


def _figure_2(version: str, why: str) -> Finding:
    position, replies = START, {}
    for typed in FIGURE_2:
        if typed not in position.moves():
            break
        position = position.after(typed)
        replies[typed] = greedy(version)(position)
        position = position.after(replies[typed])
    ours = ", ".join(f"{typed} → O {reply // 3} {reply % 3}" for typed, reply in replies.items())
    return Finding(ours, told(replies == FIGURE_2), why)


def many_draws() -> Finding:
    text, program = (greedy_record(version, Player.SECOND) for version in VERSIONS)
    why = f"Of every line of a person who moves first, {text.draws / text.lines:.0%} are drawn."
    verdict = told(text.draws > max(text.wins, text.losses))
    return Finding(f"A* has {text} (Figure 2's: {program})", verdict, why)


def person_wins() -> Finding:
    text, program = (greedy_record(version, Player.SECOND) for version in VERSIONS)
    first = [greedy_record(version, Player.FIRST) for version in VERSIONS]
    why = f"By a person who moves first; against one who moves second: {first[0]} (Figure 2's: {first[1]})."
    ours = f"{text.losses} of {text.lines} lines lost (Figure 2's: {program.losses} of {program.lines})"
    return Finding(ours, told(text.losses > 0), why)


def diagonals_won() -> Finding:
    shares, rows = [], []
    for version in VERSIONS:
        lost = lines_lost(version)
        shares.append((sum(map(wins_by_diagonal, lost)), len(lost)))
        rows.append(sum((6, 7, 8) in line.end.lines for line in lost))
    (text, of_text), (program, of_program) = shares
    why = (
        f"Two of the eight lines are diagonals, so a quarter would be no weakness; {rows[0]} of the "
        f"{of_text} are lost on the bottom row, whose squares come last among equals."
    )
    ours = f"{text} of {of_text} lost lines end on a diagonal (Figure 2's: {program} of {of_program})"
    return Finding(ours, told(text > of_text / 4 and program > of_program / 4), why)


def diagonals_played() -> Finding:
    shown, holds = [], True
    for version in VERSIONS:
        lost = [line for line in lines_lost(version) if line.end.winner is Player.FIRST]
        pairs = [
            sum(holds_a_diagonal_pair(line, Player.FIRST) for line in lines) / len(lines)
            for lines in (lost, other_lines(version))
        ]
        shown.append(f"{pairs[0]:.0%} of the lines lost and {pairs[1]:.0%} of the others")
        holds = holds and pairs[0] > pairs[1]
    why = "The weaker reading: lines in which the person, moving first, held two squares of a diagonal."
    return Finding(f"{shown[0]} (Figure 2's: {shown[1]})", told(holds), why)


GREEDY_CLAIMS: tuple[Claim, ...] = (
    Claim("P1.greedy-order", "A* takes O(n) for n empty squares.", "O(n)", complexity_greedy),
    Claim("P1.flat-g", "Early on G is the same for nearly all squares.", "praticamente todas", flat_g),
    Claim("P1.urgency", "F sees how urgent a square is, also at the end.", "início e fim de jogo", urgency),
    Claim("P1.greedy-best-move", "A* finds the best move.", "a jogada ótima", best_move_greedy),
    Claim("P1.figure-2", "A* as described plays Figure 2's replies.", FIGURE_2_TEXT, figure_2_text),
    Claim(
        "P1.figure-2-one",
        "A* that counts one diagonal a square plays Figure 2's replies.",
        FIGURE_2_TEXT,
        figure_2_program,
    ),
    Claim("P1.greedy-draws", "Many games of A* are draws.", "muitos jogos ... empate", many_draws),
    Claim("P1.greedy-losses", "In some games the person beats A*.", "vitória para o usuário", person_wins),
    Claim("P1.diagonals", "A* is weak against diagonals.", "um ponto fraco", diagonals_won),
    Claim(
        "P1.diagonal-play",
        "Where A* lost, the person had played on diagonals.",
        "um padrão",
        diagonals_played,
    ),
)
