"""The evidence of a run: which of its results are independent of each other, and how much each weighs.

In a round, all pairings play one opening from both sides; in a match a round is a pair of games. Rounds are
independent of each other, the games of one round are not, for they share the opening. With fixed seats
there are no pairs: a round has one game of each pairing, and what is called a pair here is a single game.

What a repeated round is worth depends on who played it:

- Where an agent uses chance, each round has luck of its own: a repeated round is evidence, like a coin that
  falls on the same side again. If such games all begin at the start, they share nothing at all, and each
  game is a result of its own.
- Where nothing is left to chance, a repeated round is a copy. It says nothing, and is left out.
- Of users' agents nobody knows: rounds that repeat each other are one result, which weighs as much as all
  of them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from typing import Literal, NamedTuple

from plyground.agents import load_entrant
from plyground.agents.registry import load_agent
from plyground.arena.openings import all_openings
from plyground.arena.plan import Plan
from plyground.arena.store import Store
from plyground.games.registry import is_present, known_game
from plyground.stats.elo import Counts, Elo, Estimate, Pairs, Unit, estimate
from plyground.stats.normalized_elo import normalized_elo

SideName = Literal["both", "first", "second"]
Copies = Literal["none", "dropped", "weighed"]  # what becomes of rounds that repeat others
Pairing = tuple[int, int]


class PlayedGame(NamedTuple):
    """A stored game; games with the same opening and the same moves have the same mark."""

    number: int
    pair: int
    first: int
    second: int
    opening: str
    winner: int | None
    mark: int


def games_in(store: Store, since: int = 0) -> Iterator[PlayedGame]:
    """The games of a run from a number on, in order."""
    rows = store.query(
        """SELECT games.number, pair, first, second, opening, winner, text
           FROM games LEFT JOIN moves ON moves.game = games.number
           WHERE games.number >= ? ORDER BY games.number, ply""",
        (since,),
    )
    known: tuple[int, int, int, int, str, int | None] | None = None
    texts: list[str | None] = []
    for *game, text in rows:
        if known and known[0] != game[0]:
            yield PlayedGame(*known, mark_of(known[4], texts))
            texts = []
        number, pair, first, second, opening, winner = game
        known = number, pair, first, second, opening, winner
        texts.append(text)
    if known:
        yield PlayedGame(*known, mark_of(known[4], texts))


def mark_of(opening: str, texts: Iterable[str | None]) -> int:
    """The mark of a game: a digest of its opening and its moves, missing moves included."""
    digest = blake2b("\0".join((opening, *map(str, texts))).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


@dataclass
class _Round:
    """The points of one agent, side or pairing in a round."""

    turn: int
    opening: str
    points: float = 0.0
    games: int = 0
    # Of the games: their places in the round, their marks, and what they brought.
    marks: list[tuple[int, int]] = field(default_factory=list)
    results: list[float] = field(default_factory=list)


class _Rounds:
    """The rounds of an agent, of an agent on one side, or of two agents against each other."""

    def __init__(self) -> None:
        self._rounds: dict[int, _Round] = {}

    def add(self, turn: int, opening: str, place: int, mark: int, points: float) -> None:
        cell = self._rounds.setdefault(turn, _Round(turn, opening))
        cell.points += points
        cell.games += 1
        cell.marks.append((place, mark))
        cell.results.append(points)

    def groups(self, how: Copies) -> list[list[_Round]]:
        """The independent results: single rounds, or rounds that repeat each other together."""
        if how == "none":
            return [[cell] for cell in self._rounds.values()]
        alike = self._alike()
        return [cells[:1] for cells in alike] if how == "dropped" else alike

    def _alike(self) -> list[list[_Round]]:
        """The rounds, grouped by repetition; a partial round may repeat a part of another."""
        groups: dict[Hashable, list[_Round]] = {}
        owners: dict[tuple[int, int], Hashable] = {}
        for cell in sorted(self._rounds.values(), key=lambda cell: -cell.games):
            key = tuple(sorted(cell.marks))
            owner = owners.get(key[0])
            if key not in groups and isinstance(owner, tuple) and set(key) < set(owner):
                key = owner
            groups.setdefault(key, []).append(cell)
            for mark in key:
                owners.setdefault(mark, key)
        return list(groups.values())

    def nothing_new(self) -> bool:
        """Whether games were repeated, and equal openings always led to equal games."""
        seen: dict[tuple[str, int], set[int]] = defaultdict(set)
        for cell in self._rounds.values():
            for place, mark in cell.marks:
                seen[cell.opening, place].add(mark)
        games = sum(cell.games for cell in self._rounds.values())
        return all(len(marks) == 1 for marks in seen.values()) and len(seen) < games

    def openings(self, games: int) -> set[str]:
        """The openings of the rounds that have so many games: those that were played whole."""
        return {cell.opening for cell in self._rounds.values() if cell.games == games}

    def __len__(self) -> int:
        return len(self._rounds)


class Evidence:
    """The rounds of a run, as they come in."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._pairings = plan.pairings
        self._sides: dict[tuple[int, SideName], _Rounds] = defaultdict(_Rounds)
        self._duels: dict[Pairing, _Rounds] = {pairing: _Rounds() for pairing in self._pairings}
        self._turns: dict[int, list[PlayedGame]] = defaultdict(list)
        self._marks: set[int] = set()
        self._whole: dict[frozenset[str], bool | None] = {}  # whether openings are all there are

    @classmethod
    def of(cls, store: Store, among: Collection[int] | None = None) -> Evidence:
        """The evidence of a run, or of its games among some of the agents."""
        found = cls(store.plan)
        for game in games_in(store):
            if among is None or (game.first in among and game.second in among):
                found.add(game)
        return found

    def add(self, game: PlayedGame) -> None:
        """Add a game."""
        turn, place = divmod(game.pair, len(self._pairings))
        spot = 2 * place + game.number % 2
        self._turns[turn].append(game)
        self._marks.add(game.mark)
        for agent, seat in _seats(game):
            points = _points(agent, game)
            for side in ("both", seat):
                self._sides[agent, side].add(turn, game.opening, spot, game.mark, points)
        one, other = self._pairings[place]
        self._duels[one, other].add(turn, game.opening, game.number % 2, game.mark, _points(one, game))

    @property
    def openings(self) -> dict[int, str]:
        """The opening of each round."""
        return {turn: games[0].opening for turn, games in self._turns.items()}

    def points(self, agent: int) -> dict[int, tuple[float, int]]:
        """The points of an agent in each round, and its games there."""
        return {
            cell.turn: (cell.points, cell.games) for (cell,) in self._sides[agent, "both"].groups("none")
        }

    @property
    def unique_games(self) -> int:
        """How many games differ in their opening or in a move, whoever played them."""
        return len(self._marks)

    def side(self, agent: int, side: SideName = "both") -> Estimate:
        """The estimate of an agent's score, from independent results."""
        pairings = self._of(agent)
        cells, how = self._sides[agent, side], self._copies(pairings)
        if self._by_game(pairings):
            return estimate(_single_games(cells))
        return _estimate(_units(cells, how), len(pairings))

    def duel(self, pairing: Pairing) -> Estimate:
        """The estimate of the first agent's score against the second."""
        return estimate(self._duel_units(pairing))

    def by_game(self, pairing: Pairing) -> bool:
        """Whether the single games of two agents are independent: not only their pairs."""
        return self._by_game([pairing])

    def _duel_units(self, pairing: Pairing) -> list[Unit]:
        cells = self._duels[pairing]
        return _single_games(cells) if self.by_game(pairing) else _units(cells, self._copies([pairing]))

    def _of(self, agent: int) -> list[Pairing]:
        """The pairings of an agent that have met."""
        return [pairing for pairing in self._pairings if agent in pairing and len(self._duels[pairing])]

    def _by_game(self, pairings: Sequence[Pairing]) -> bool:
        """Whether these pairings play games that share neither luck nor openings that differ."""
        met = bool(pairings) and all(map(self.by_chance, pairings))
        return met and self.plan.openings == "none"

    def _copies(self, pairings: Sequence[Pairing]) -> Copies:
        """What rounds of these pairings are worth that repeat others."""
        if any(map(self.by_chance, pairings)):
            return "none"
        return "dropped" if all(map(self.repeats_itself, pairings)) else "weighed"

    def copies(self, agent: int) -> dict[int, int]:
        """For each round of an agent the number of the first one that it is one result with."""
        groups = self._sides[agent, "both"].groups(
            "none" if self._copies(self._of(agent)) == "none" else "weighed"
        )
        return {cell.turn: min(each.turn for each in cells) for cells in groups for cell in cells}

    def normalized_elo(self, pairing: Pairing) -> Elo:
        """The same in standard deviations of a game."""
        size = 1 if self.plan.fixed_seats or self.by_game(pairing) else 2
        return normalized_elo(self.duel(pairing), self._duel_units(pairing), size)

    def pairs(self, pairing: Pairing, copies: bool = False) -> Pairs:
        """The different pairs of two agents, or all, by the points of the first: 0, ½, 1, 1½, 2.

        With fixed seats they are games: a win counts where two points do, a draw in the middle.
        """
        pentanomial, whole = [0] * 5, 1 if self.plan.fixed_seats else 2
        for cell in self._played(pairing, copies):
            if cell.games == whole:
                pentanomial[round(4 * cell.points / whole)] += 1
        none, half, one, more, two = pentanomial
        return none, half, one, more, two

    def _played(self, pairing: Pairing, copies: bool) -> list[_Round]:
        """The rounds of two agents, or a round of each result."""
        how = "none" if copies else self._copies([pairing])
        return [cells[0] for cells in self._duels[pairing].groups(how)]

    def different_pairs(self, pairing: Pairing) -> int:
        """How many of the rounds of two agents are results of their own."""
        return len(self._played(pairing, copies=False))

    def played_pairs(self, pairing: Pairing) -> int:
        return len(self._duels[pairing])

    def by_chance(self, pairing: Pairing) -> bool:
        """Whether one of two agents is known to use random numbers."""
        return any(chance_of(self.plan.agents[agent]) for agent in pairing)

    def repeats_itself(self, pairing: Pairing) -> bool:
        """Whether two agents leave nothing to chance: ours are known to, others are seen to."""
        if self.by_chance(pairing) or self.plan.timed:  # clocks are random, too
            return False
        ours = all(chance_of(self.plan.agents[agent]) is False for agent in pairing)
        return ours or self._duels[pairing].nothing_new()

    def exact(self, pairing: Pairing) -> bool:
        """Whether two agents without chance have played all openings there are, from both sides.

        Then more games could only repeat these.
        """
        cells = self._duels[pairing]
        played = frozenset(cells.openings(1 if self.plan.fixed_seats else 2))
        if not played or not self.repeats_itself(pairing):
            return False
        if played not in self._whole:
            self._whole[played] = _are_all(played, self.plan)
        whole = self._whole[played]
        return len(cells) > len(played) if whole is None else whole

    def exact_for(self, agent: int) -> bool:
        """The same for all games of an agent."""
        own = self._of(agent)
        return bool(own) and all(map(self.exact, own))

    def rounds(self) -> list[dict[Pairing, Counts]]:
        """The results of every independent round, with its copies added; one if no new games can come."""
        met = [pairing for pairing in self._pairings if len(self._duels[pairing])]
        exact = bool(met) and all(map(self.exact, met))
        luck, number = self._copies(met) == "none", len(self._pairings)
        groups: dict[Hashable, dict[Pairing, Counts]] = {}
        for turn, games in self._turns.items():
            marks = tuple(sorted((game.pair % number, game.number % 2, game.mark) for game in games))
            results = groups.setdefault(None if exact else turn if luck else marks, {})
            for game in games:
                pairing = self._pairings[game.pair % number]
                results[pairing] = results.get(pairing, Counts()) + counts_of(pairing[0], game.winner)
        return list(groups.values())


def _seats(game: PlayedGame) -> tuple[tuple[int, SideName], tuple[int, SideName]]:
    return (game.first, "first"), (game.second, "second")


def _points(agent: int, game: PlayedGame) -> float:
    return 0.5 if game.winner is None else float(game.winner == agent)


def counts_of(agent: int, winner: int | None, games: int = 1) -> Counts:
    """Games with one winner, or none, counted for one of the agents."""
    if winner is None:
        return Counts(draws=games)
    return Counts(wins=games) if winner == agent else Counts(losses=games)


def _estimate(units: Sequence[Unit], met: int) -> Estimate:
    """The estimate from rounds against `met` opponents.

    The pairs of a round are neither independent nor all the same: the fictitious result is weighted by the
    square root of `met`, which covered at least 94 % in simulated tournaments of ten rounds.
    """
    return estimate(
        units, sum(unit.games for unit in units) / (len(units) * math.sqrt(met)) if units else None
    )


def _are_all(played: frozenset[str], plan: Plan) -> bool | None:
    """Whether openings are all there are; None if only those of a user's game or file could tell.

    A user's code is not run to report on a run: there, an opening that comes again tells it.
    """
    if ":" in plan.game or is_present(plan.game):
        return None
    game = known_game(plan.game)
    if game is None:
        return None
    there = all_openings(game, plan.openings, len(played))
    if there is None:
        return None if plan.openings.startswith("file") else False
    return there <= {game.parse(text) for text in played}


def _units(cells: _Rounds, how: Copies) -> list[Unit]:
    """The independent results, with what they weigh."""
    return [
        Unit(sum(cell.points for cell in group), sum(cell.games for cell in group))
        for group in cells.groups(how)
    ]


def _single_games(cells: _Rounds) -> list[Unit]:
    return [Unit(points, 1.0) for (cell,) in cells.groups("none") for points in cell.results]


@cache
def chance_of(spec: str) -> bool | None:
    """Whether an agent uses random numbers; None if unknown, as for users' agents."""
    if not load_entrant(spec).trusted:
        return None
    return hasattr(load_agent(spec), "seed")
