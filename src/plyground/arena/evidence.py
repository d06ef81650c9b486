"""The evidence of a run: a round counts once, even if it is repeated move for move.

In a round, all pairings play one opening from both sides. Rounds are independent of each other; the games
of one round are not. A round that repeats another is no new evidence. In a match a round is a pair of
games: it is a repetition if the opening and all moves are the same. With fixed seats there are no pairs: a
round has one game of each pairing, and what is called a pair here is a single game.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from typing import Literal, NamedTuple

from plyground.agents import load_entrant
from plyground.agents.registry import load_agent
from plyground.arena.plan import Plan
from plyground.arena.store import Store
from plyground.stats.elo import Counts, Elo, Estimate, Pairs, Unit, estimate
from plyground.stats.normalized_elo import normalized_elo

SideName = Literal["both", "first", "second"]
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

    opening: str
    points: float = 0.0
    games: int = 0
    marks: list[tuple[int, int]] = field(default_factory=list)  # of the games, by their place in the round


class _Rounds:
    """The rounds of an agent, of an agent on one side, or of two agents against each other."""

    def __init__(self) -> None:
        self._rounds: dict[int, _Round] = {}

    def add(self, turn: int, opening: str, place: int, mark: int, points: float) -> None:
        cell = self._rounds.setdefault(turn, _Round(opening))
        cell.points += points
        cell.games += 1
        cell.marks.append((place, mark))

    def different(self) -> list[list[_Round]]:
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

    @classmethod
    def of(cls, store: Store) -> Evidence:
        found = cls(store.plan)
        for game in games_in(store):
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
    def unique_games(self) -> int:
        """How many games differ in their opening or in a move, whoever played them."""
        return len(self._marks)

    def side(self, agent: int, side: SideName = "both") -> Estimate:
        """The estimate of an agent's score, from independent rounds."""
        met = sum(agent in pairing for pairing in self._pairings)
        return _estimate(self._sides[agent, side], met)

    def duel(self, pairing: Pairing) -> Estimate:
        """The estimate of the first agent's score against the second."""
        return _estimate(self._duels[pairing], 1)

    def normalized_elo(self, pairing: Pairing) -> Elo:
        """The same in standard deviations of a game."""
        size = 1 if self.plan.fixed_seats else 2
        return normalized_elo(self.duel(pairing), _units(self._duels[pairing]), size)

    def pairs(self, pairing: Pairing, copies: bool = False) -> Pairs:
        """The different pairs of two agents, or all, by the points of the first: 0, ½, 1, 1½, 2.

        With fixed seats they are games: a win counts where two points do, a draw in the middle.
        """
        pentanomial, whole = [0] * 5, 1 if self.plan.fixed_seats else 2
        for alike in self._duels[pairing].different():
            for cell in alike if copies else alike[:1]:
                if cell.games == whole:
                    pentanomial[round(4 * cell.points / whole)] += 1
        none, half, one, more, two = pentanomial
        return none, half, one, more, two

    def played_pairs(self, pairing: Pairing) -> int:
        return len(self._duels[pairing])

    def by_chance(self, pairing: Pairing) -> bool:
        """Whether one of two agents is known to use random numbers."""
        return any(chance_of(self.plan.agents[agent]) for agent in pairing)

    def exact(self, pairing: Pairing) -> bool:
        """Whether two deterministic agents can only repeat their games from these openings."""
        cells = self._duels[pairing]
        if not len(cells) or self.by_chance(pairing) or self.plan.timed:  # clocks are random, too
            return False
        ours = all(chance_of(self.plan.agents[agent]) is False for agent in pairing)
        return (ours and self.plan.openings == "none") or cells.nothing_new()

    def exact_for(self, agent: int) -> bool:
        """The same for all games of an agent."""
        own = [pairing for pairing in self._pairings if agent in pairing and len(self._duels[pairing])]
        return bool(own) and all(map(self.exact, own))

    def rounds(self) -> list[dict[Pairing, Counts]]:
        """The results of every different round, with its copies added; one if no new games can come."""
        groups: dict[Hashable, dict[Pairing, Counts]] = {}
        exact = all(self.exact(pairing) for pairing in self._pairings if len(self._duels[pairing]))
        number = len(self._pairings)
        for games in self._turns.values():
            marks = tuple(sorted((game.pair % number, game.number % 2, game.mark) for game in games))
            results = groups.setdefault(None if exact else marks, {})
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


def _estimate(cells: _Rounds, met: int) -> Estimate:
    """The estimate from rounds against `met` opponents.

    The pairs of a round are neither independent nor all the same: the fictitious result is weighted by the
    square root of `met`, which covered at least 94 % in simulated tournaments of ten rounds.
    """
    units = _units(cells)
    return estimate(
        units, sum(unit.games for unit in units) / (len(units) * math.sqrt(met)) if units else None
    )


def _units(cells: _Rounds) -> list[Unit]:
    """The different rounds with their copies added."""
    return [
        Unit(sum(cell.points for cell in copies), sum(cell.games for cell in copies))
        for copies in cells.different()
    ]


@cache
def chance_of(spec: str) -> bool | None:
    """Whether an agent uses random numbers; None if unknown, as for users' agents."""
    if not load_entrant(spec).trusted:
        return None
    return hasattr(load_agent(spec), "seed")
