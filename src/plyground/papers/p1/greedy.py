"""P1's greedy player, called A*, measured: in every position and over every line that a person can play.

Its text and its Figure 2 do not agree. We measure the reading of the text; a reading with at most one
diagonal, which was fitted to the figure; and, for the diagonals, every reading that plays the figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.claim import Claims, Finding, Reading, exact_if, fitted_if, vague
from plyground.papers.p1.players import P1Greedy
from plyground.papers.p1.readings import (
    FIGURE_2,
    Greed,
    lost_lines,
    readings_of_f,
    replies_of,
    that_play_figure_2,
    weakness,
)
from plyground.papers.tictactoe import (
    START,
    Choose,
    Line,
    LineEndings,
    cached_moves,
    decisions,
    every_line,
    gives_away,
    line_endings,
)
from plyground.searchers.greedy import cost

DIAGONALS = ((0, 4, 8), (2, 4, 6))
VERSIONS = ("all", "one")  # the reading of the text, and the one fitted to Figure 2
QUARTER = Fraction(
    2, 8
)  # two of the eight lines are diagonals: more losses than that on them is a weakness
# The readings that are shown by name, by their key in the catalogue.
SHOWN = {
    "text": Greed("all", "all"),
    "one": Greed("all", "one"),
    "main": Greed("all", "main"),
    "h-none": Greed("all", "none"),
    "begun": Greed("all", "all", "begun"),
    "none": Greed("none", "none"),
}


claims = Claims("P1")


@cache
def greedy(version: str) -> Choose:
    return cached_moves(P1Greedy(version))


@cache
def greedy_record(version: str, seat: Player) -> LineEndings:
    return line_endings(greedy(version), seat)


def holds_a_diagonal_pair(line: Line, person: Player) -> bool:
    """Whether the person has at least two squares of one diagonal in the end."""
    own = set(line.moves[person.value :: 2])
    return any(len(own & set(diagonal)) >= 2 for diagonal in DIAGONALS)


def winning_squares(position: LinePosition, side: Player) -> list[int]:
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


claims.add_words("greedy-order")


@claims.add("flat-g", rests_on="threshold")
def flat_g() -> Finding:
    shares = {}
    for name, move in (("corner", 0), ("edge", 1), ("centre", 4)):
        position = START.after(move)
        (_, commonest), *_ = Counter(marks_needed(position)).most_common()
        shares[name] = commonest, len(position.moves())
    facts = {name: f"{commonest}/{squares}" for name, (commonest, squares) in shares.items()}
    return vague(facts)


@claims.add("urgency", rests_on="threshold")
def urgency() -> Finding:
    urgent = [
        position
        for position in decisions()
        if len(winning_squares(position, position.to_move.other)) == 1
        and not winning_squares(position, position.to_move)
    ]
    text, program = (
        sum(greedy(version)(p) not in winning_squares(p, p.to_move.other) for p in urgent)
        for version in VERSIONS
    )
    return vague({"text": text, "threats": len(urgent), "program": program})


@claims.add("greedy-best-move")
def best_move_greedy() -> Finding:
    text, program = (sum(gives_away(p, greedy(version)(p)) for p in decisions()) for version in VERSIONS)
    won = [position for position in decisions() if winning_squares(position, position.to_move)]
    missed = sum(greedy("all")(p) not in winning_squares(p, p.to_move) for p in won)
    facts = {
        "text": text,
        "positions": len(decisions()),
        "program": program,
        "wins": len(won),
        "missed": missed,
    }
    return Finding(exact_if(text == 0), facts)


# ---------------------------------------------------------------- Figure 2


@claims.add("figure-2")
def figure_2_text() -> Finding:
    replies = replies_of(greedy("all"))
    return Finding(exact_if(replies == FIGURE_2), {"game": _written(replies)})


@claims.add("figure-2-one")
def figure_2_program() -> Finding:
    replies = replies_of(greedy("one"))
    facts = {
        "game": _written(replies),
        "fit": len(that_play_figure_2()),
        "tried": len(list(readings_of_f())),
    }
    return Finding(fitted_if(replies == FIGURE_2), facts)


def _written(replies: dict[int, int]) -> str:
    return ", ".join(f"{typed} → O {reply // 3} {reply % 3}" for typed, reply in replies.items())


# ---------------------------------------------------------------- games against a person


@cache
def against_chance(version: str) -> tuple[float, float, float]:
    """How likely A* wins, draws and loses against a person who moves first, at random."""

    @cache
    def chances(position: LinePosition) -> tuple[Fraction, ...]:
        outcome = position.outcome()
        if outcome:
            return tuple(Fraction(outcome.winner is w) for w in (Player.SECOND, None, Player.FIRST))
        if position.to_move is Player.SECOND:
            return chances(position.after(greedy(version)(position)))
        replies = [chances(position.after(move)) for move in position.moves()]
        return tuple(sum(column, Fraction(0)) / len(replies) for column in zip(*replies, strict=True))

    won, drawn, lost = map(float, chances(START))
    return won, drawn, lost


@claims.add("greedy-draws", rests_on="threshold")
def many_draws() -> Finding:
    lines = greedy_record("all", Player.SECOND)
    counted = [number / lines.lines for number in (lines.wins, lines.draws, lines.losses)]
    readings = tuple(
        Reading(name, "depends on the reading", {"won": won, "drawn": drawn, "lost": lost})
        for name, (won, drawn, lost) in (("lines", counted), ("chance", against_chance("all")))
    )
    return vague({"lines": lines.lines}, readings)


@claims.add("greedy-losses")
def person_wins() -> Finding:
    text, program = (greedy_record(version, Player.SECOND) for version in VERSIONS)
    first = [greedy_record(version, Player.FIRST).losses for version in VERSIONS]
    facts = {
        "text": text.losses,
        "of_text": text.lines,
        "program": program.losses,
        "of_program": program.lines,
        "first_text": first[0],
        "first_program": first[1],
    }
    return Finding(exact_if(text.losses > 0), facts)


@cache
def choice(reading: Greed) -> Choose:
    return reading.choose()


@cache
def lost_by(reading: Greed) -> tuple[Line, ...]:
    return lost_lines(choice(reading))


@claims.add("diagonals", rests_on="threshold")
def diagonals_won() -> Finding:
    fitting = that_play_figure_2()
    weak = sum(slanting > QUARTER * lost for _, slanting, lost in fitting)
    readings = []
    for name, reading in SHOWN.items():
        slanting, lost = weakness(reading)
        plays = replies_of(choice(reading)) == FIGURE_2
        facts = {"slanting": slanting, "lost": lost}
        readings.append(Reading(name, "depends on the reading", facts, "each" if plays else "each-other"))
    facts = {"tried": len(list(readings_of_f())), "fit": len(fitting), "weak": weak}
    return vague(facts, tuple(readings))


@claims.add("diagonal-play", rests_on="threshold")
def diagonals_played() -> Finding:
    readings = []
    for name, reading in SHOWN.items():
        lost = [line for line in lost_by(reading) if line.end.winner is Player.FIRST]
        others = [
            line
            for line in every_line(choice(reading), Player.SECOND)
            if line.end.winner is not Player.FIRST
        ]
        there, elsewhere = (
            sum(holds_a_diagonal_pair(line, Player.FIRST) for line in lines) / len(lines)
            for lines in (lost, others)
        )
        facts = {"there": there, "elsewhere": elsewhere}
        readings.append(Reading(name, "depends on the reading", facts))
    so = sum(reading.facts["there"] > reading.facts["elsewhere"] for reading in readings)
    return vague({"so": so, "tried": len(readings)}, tuple(readings))
