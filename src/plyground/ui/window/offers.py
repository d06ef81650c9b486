"""Which games and which players the window offers; any other comes in by the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Literal

from plyground.agents import MoveLimits
from plyground.agents.registry import AGENTS, load_agent
from plyground.game import Game
from plyground.games.line import LineGame
from plyground.session import Seat
from plyground.solver.engine import fits
from plyground.spec import Spec

GAMES = (
    "tictactoe",
    "connect4",
    "connect4(5,4,4)",
    "connect4(8,7,4)",
    "connect4(9,7,5)",
    "mnk(4,4,3)",
    "mnk(5,5,4)",
    "mnk(8,8,5)",
    "gomoku",
    "mnk(16,16,5)",
)
TO_THE_END = 0  # the depth that stands for no limit
SMALL = 9  # cells of a board that can be searched to the end
SOLVED_AT_ONCE = 20  # cells of a board that is solved in no time
MATCH_LENGTHS = (2, 4, 10, 20, 50, 100, 200, 500, 1_000)
OPENING_PLIES = (0, 1, 2, 3, 4, 6, 8)
SECONDS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
ROUNDS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
ORDER = "order=('best', 'centre')"
TICTACTOE_PAPERS = (
    *("p0.mtt", "p0.alphabeta", "p1.minimax", "p1.greedy"),
    *("p2.alphabeta", "p3.pruned", "p3.unpruned"),
)
CONNECT4_PAPERS = ("p4.minimax", "p4.alphabeta", "p4.deepening")
PATIENT_NODES = 3_000_000  # that a machine searches while a person waits gladly
SLOW_NODES = 60_000  # the same where only Python knows the rules

Measure = Literal["depth", "seconds", "rounds", "none"]
Level = float


@dataclass(frozen=True)
class Offer:
    """A player that plays well in a game: its name, its spec, and how strong it may be."""

    name: str
    options: str = ""
    measure: Measure = "none"
    levels: tuple[Level, ...] = ()
    usual: Level = 0

    def seat(self, level: Level | None = None) -> Seat:
        """Who plays, at a level of the levels."""
        level = self.usual if level is None else level
        limits = MoveLimits()
        options = [self.options] if self.options else []
        if self.measure == "rounds" or (self.levels and self.name.startswith("p4.")):
            options.append(f"{self.measure}={level}")
        elif self.measure == "seconds":
            limits = MoveLimits(seconds=level)
        elif self.measure == "depth" and level != TO_THE_END:
            limits = MoveLimits(depth=int(level))
        return Seat(f"{self.name}({', '.join(options)})" if options else self.name, limits)

    def other_level(self, level: Level, steps: int) -> Level:
        """The level so many steps further, within what there is."""
        return stepped(self.levels, level, steps)


def stepped(levels: Sequence[Level], level: Level, steps: int) -> Level:
    """The level so many steps from the nearest to this one."""
    nearest = min(range(len(levels)), key=lambda i: abs(levels[i] - level))
    return levels[max(0, min(len(levels) - 1, nearest + steps))]


def offers(game: Game[Any]) -> tuple[Offer, ...]:
    """The players for a game, the one that is proposed to a person first."""
    return (*_searchers(game), *_papers(game))


def _searchers(game: Game[Any]) -> Iterator[Offer]:
    line = game if isinstance(game, LineGame) else None
    estimate = "evaluate='windows'" if line and line.cells > SMALL else ""
    ordered = ", ".join(part for part in (estimate, ORDER if line else "") if part)
    deepest, usual = _depths(game)
    depths = (*range(1, deepest + 1), TO_THE_END)
    pruned = TO_THE_END if usual == TO_THE_END else min(deepest, usual + max(1, usual // 3))
    yield Offer("deepening", f"inner=alphabeta({ordered})" if ordered else "", "seconds", SECONDS, 1.0)
    yield Offer("minimax", estimate, "depth", depths, usual)
    yield Offer("alphabeta", ordered, "depth", depths, pruned)
    yield Offer("table_alphabeta", ordered, "depth", depths, pruned)
    yield Offer("pvs", ordered, "depth", depths, pruned)
    yield Offer("mtdf", ordered, "depth", depths, pruned)
    yield Offer("mcts", "", "rounds", ROUNDS, 3_000 if line else 300)
    if line is not None and line.cells <= SOLVED_AT_ONCE:
        yield Offer("perfect")
    elif line is None or fits(line):
        yield Offer("perfect", "", "seconds", SECONDS, 5.0)
    if line is not None:
        yield Offer("greedy")
    yield Offer("random")


def _papers(game: Game[Any]) -> Iterator[Offer]:
    if game.spec == "tictactoe":
        yield from map(Offer, TICTACTOE_PAPERS)
    elif game.spec == "connect4":
        for name in CONNECT4_PAPERS:
            if name == "p4.deepening":
                yield Offer(name, "", "seconds", tuple(s for s in SECONDS if s > 0.25), 1.0)
            else:
                yield Offer(name, "", "depth", tuple(range(1, 9)), 4 if name == "p4.minimax" else 5)


def _depths(game: Game[Any]) -> tuple[int, int]:
    """The greatest depth that is offered, and one that minimax finishes soon."""
    if isinstance(game, LineGame):
        if game.cells <= SMALL:
            return game.cells, TO_THE_END
        branches = game.columns if game.gravity else game.cells
        usual = max(1, min(game.cells, int(log(PATIENT_NODES, max(2, branches)))))
        return min(game.cells, 2 * usual + 2), usual
    branches = len(game.start().moves())
    return 12, max(1, min(8, int(log(SLOW_NODES, max(2, branches)))))


def offered(game: Game[Any], agent: str) -> Offer | None:
    """The offer whose player an agent's spec names, if there is one."""
    name = Spec.parse(agent).name
    return next((offer for offer in offers(game) if offer.name == name), None)


def told(seat: Seat, measure: str) -> Level | None:
    """How far a seat's player goes in a measure: by its limits or, a player of ours, by its options."""
    level = getattr(seat.limits, measure, None)
    if level is None and seat.agent is not None and Spec.parse(seat.agent).name in AGENTS:
        level = getattr(load_agent(seat.agent), measure, None)
    return level


def level_of(offer: Offer, seat: Seat) -> Level:
    """How strong a seat's player is, in the measure of its offer."""
    level = told(seat, offer.measure)
    if level is None:
        return TO_THE_END if offer.measure == "depth" else offer.usual
    return level


def suited(game: Game[Any], seat: Seat, before: Game[Any]) -> Seat:
    """The same kind of player for another game, at its usual level there; the first offer if it has none.

    A player that was never offered, such as a user's own, stays who it is.
    """
    if seat.agent is None or offered(before, seat.agent) is None:
        return seat
    return (offered(game, seat.agent) or offers(game)[0]).seat()


def named_seat(game: Game[Any], text: str | None) -> Seat:
    """Whom a person names: `human`, a bare name that is offered, at its usual level, or any spec."""
    if text is None:
        return offers(game)[0].seat()
    if text == "human":
        return Seat()
    offer = next((offer for offer in offers(game) if offer.name == text.strip()), None)
    return offer.seat() if offer else Seat(text)
