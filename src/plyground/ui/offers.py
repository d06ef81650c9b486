"""The games and players that every front end offers: players weakest first, those of the papers apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from plyground.agents import MoveLimits, load_entrant
from plyground.agents.defaults import DEFAULT_SECONDS, default_depth, spec_with_default_limit
from plyground.agents.registry import load_agent
from plyground.errors import truncate
from plyground.game import Game
from plyground.games.custom import CustomGame
from plyground.games.line import LineGame
from plyground.games.registry import load_game, registered
from plyground.papers.claim import short_title
from plyground.searchers import MCTS, PVS, AlphaBeta, Minimax, MTDf, TableAlphaBeta
from plyground.session import Seat
from plyground.solver.native import fits
from plyground.spec import Spec
from plyground.words import Tongue

Strength = Literal["weak", "fair", "strong", "perfect"]

# Each player with the keys of its name and its sentence, and its strength; the weakest comes first.
PLAYERS: dict[str, tuple[str, str, Strength]] = {
    "random": ("agent.random", "agent.about-random", "weak"),
    "greedy": ("agent.greedy", "agent.about-greedy", "weak"),
    "proof": ("agent.proof", "agent.about-proof", "fair"),
    "minimax": ("agent.minimax", "agent.about-minimax", "fair"),
    "memo": ("agent.memo", "agent.about-memo", "fair"),
    "alphabeta": ("agent.alphabeta", "agent.about-alphabeta", "strong"),
    "pvs": ("agent.pvs", "agent.about-pvs", "strong"),
    "table_alphabeta": ("agent.table", "agent.about-table", "strong"),
    "mtdf": ("agent.mtdf", "agent.about-mtdf", "strong"),
    "mcts": ("agent.mcts", "agent.about-mcts", "strong"),
    "deepening": ("agent.deepening", "agent.about-deepening", "strong"),
    "perfect": ("agent.perfect", "agent.about-perfect", "perfect"),
}
PAPERS = {
    "p0.mtt": "agent.paper-mtt",
    "p0.alphabeta": "agent.paper-alphabeta",
    "p1.minimax": "agent.paper-minimax",
    "p1.greedy": "agent.paper-greedy",
    "p2.alphabeta": "agent.paper-alphabeta",
    "p3.pruned": "agent.paper-pruned",
    "p3.unpruned": "agent.paper-unpruned",
    "p4.minimax": "agent.paper-minimax",
    "p4.alphabeta": "agent.paper-alphabeta",
    "p4.deepening": "agent.paper-deepening",
}
NAMES = (*PLAYERS, *PAPERS)  # in the order of every menu
MAX_NAME = 40

Group = Literal["ours", "papers"]


def group_of(name: str) -> Group:
    """Where a menu lists a player: the papers' have a group of their own."""
    return "papers" if name in PAPERS else "ours"


def strength_of(name: str) -> Strength | None:
    """How strong a player of ours is at its usual level; None for the papers' players."""
    return PLAYERS[name][2] if name in PLAYERS else None


def agent_name(tongue: Tongue, agent: str | None) -> str:
    """What a player is called, without how strong it is."""
    if agent is None:
        return tongue.say("agent.human")
    name = Spec.parse(agent).name
    if name in PLAYERS:
        return tongue.say(PLAYERS[name][0])
    if name in PAPERS:
        return f"{name[:2].upper()} {tongue.say(PAPERS[name])}"
    if name.startswith("python:"):
        return truncate(name.rpartition("/")[2].removeprefix("python:"), MAX_NAME)
    return truncate(name, MAX_NAME)


def agent_about(tongue: Tongue, name: str | None) -> str:
    """What a kind of player does, in a sentence."""
    if name is None:
        return tongue.say("agent.about-human")
    if name in PLAYERS:
        return tongue.say(PLAYERS[name][1])
    return tongue.say(
        "agent.about-paper", paper=short_title(name.partition(".")[0].upper(), tongue.language)
    )


GAME_NAMES = ("tictactoe", "connect4", "mnk", "gomoku", "textbook", "tree")  # those that pages offer
GAMES = (  # those of the window's menu
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
SOLVED_AT_ONCE = 20  # cells of a board that is solved in a moment
SOLVED_SOON = 42  # cells: nobody knows which positions of larger boards are balanced
SMALL_BOARD = 9  # cells: a search to the end takes a moment
PEOPLE = ("human", "person", "humano", "humana", "pessoa")  # the words for a person
DEEPENING = "deepening(inner=table_alphabeta(order=('best', 'centre')))"
PLAYOUTS = "mcts(rounds=20000)"
MATCH_LENGTHS = (2, 4, 5, 10, 20, 50, 100, 200, 500, 1_000)
OPENING_PLIES = (0, 1, 2, 3, 4, 6, 8)
SECONDS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
ROUNDS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)

Measure = Literal["depth", "seconds", "rounds", "none"]
Level = float


@dataclass(frozen=True)
class Offer:
    """A player that plays well in a game: its name, its spec, and how strong it may be."""

    name: str
    options: str = ""
    measure: Measure = "none"
    levels: tuple[Level, ...] = ()
    usual: Level = 0  # the level where nobody has chosen one

    def seat(self, level: Level | None = None) -> Seat:
        """A seat for this player, at one of its levels."""
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
        """The level some steps further, within the list."""
        return step_level(self.levels, level, steps)


def step_level(levels: Sequence[Level], level: Level, steps: int) -> Level:
    """The level some steps from the one nearest to this one."""
    nearest = min(range(len(levels)), key=lambda i: abs(levels[i] - level))
    return levels[max(0, min(len(levels) - 1, nearest + steps))]


def offers(game: Game[Any]) -> tuple[Offer, ...]:
    """The players that can play a game, the weakest first and those of the papers last."""
    return tuple(sorted((*_searchers(game), *_papers(game)), key=lambda offer: NAMES.index(offer.name)))


def default_opponent(game: Game[Any]) -> Offer:
    """The opponent that the window gives to a person."""
    return next(offer for offer in offers(game) if offer.name == "deepening")


def quick_opponent(game: Game[Any]) -> str:
    """The opponent that the terminal gives to a person: it plays well, and soon."""
    if isinstance(game, CustomGame):
        return PLAYOUTS  # needs nothing of a game but its rules
    if isinstance(game, LineGame) and game.cells > SMALL_BOARD:
        return DEEPENING
    return "alphabeta"


def is_person(text: str) -> bool:
    """Whether a text names a person and no agent."""
    return text.strip().casefold() in PEOPLE


def default_openings(game: Game[Any]) -> str:
    """Where the games of a match begin by default: from the start, all games would be copies."""
    if not isinstance(game, LineGame):
        return "none"
    return "balanced(4)" if game.cells <= SOLVED_SOON else "random(2)"


def games_of(player: str) -> list[str]:
    """The names of the games that a player of ours plays, each tried at the size of its example."""
    return [name for name in GAME_NAMES if plays(player, load_game(registered()[name].example))]


def plays(name: str, game: Game[Any]) -> bool:
    """Whether a player of ours can play a game. Each of the papers' players knows one game only."""
    if group_of(name) == "papers":
        return game.spec == ("connect4" if name.startswith("p4.") else "tictactoe")
    if name == "greedy":
        return isinstance(game, LineGame)
    return name != "perfect" or not isinstance(game, LineGame) or fits(game)


@lru_cache(maxsize=256)
def players_of(game: str) -> tuple[str, ...]:
    """The names of our players that can play a game, in the order of the menus."""
    rules = load_game(game)
    return tuple(name for name in NAMES if plays(name, rules))


def _searchers(game: Game[Any]) -> Iterator[Offer]:
    for kind in (Minimax, AlphaBeta, TableAlphaBeta, PVS, MTDf):
        usual = default_depth(kind, game)
        depths = (*range(1, _deepest(game, usual) + 1), TO_THE_END)
        yield Offer(kind.name, "", "depth", depths, usual or TO_THE_END)
    yield Offer("deepening", "", "seconds", SECONDS, DEFAULT_SECONDS)
    yield Offer("mcts", "", "rounds", ROUNDS, MCTS.rounds)
    if isinstance(game, LineGame) and game.cells <= SOLVED_AT_ONCE:
        yield Offer("perfect")
    elif plays("perfect", game):
        yield Offer("perfect", "", "seconds", SECONDS, 5.0)
    if plays("greedy", game):
        yield Offer("greedy")
    yield Offer("random")


def _deepest(game: Game[Any], usual: int | None) -> int:
    """The greatest depth that is offered."""
    most = game.cells if isinstance(game, LineGame) else 12
    return most if usual is None else min(most, 2 * usual + 2)


def _papers(game: Game[Any]) -> Iterator[Offer]:
    for name in PAPERS:
        if not plays(name, game):
            continue
        if name == "p4.deepening":
            yield Offer(name, "", "seconds", tuple(s for s in SECONDS if s > 0.25), 1.0)
        elif name.startswith("p4."):
            yield Offer(name, "", "depth", tuple(range(1, 9)), 4 if name == "p4.minimax" else 5)
        else:
            yield Offer(name)


def find_offer(game: Game[Any], agent: str) -> Offer | None:
    """The offer of an agent, if it is one of ours."""
    name = Spec.parse(agent).name
    return next((offer for offer in offers(game) if offer.name == name), None)


def level_in(seat: Seat, measure: str) -> Level | None:
    """How far a seat's player goes, measured in depth, seconds or rounds: a limit, or an option of ours."""
    level = getattr(seat.limits, measure, None)
    if level is None and seat.agent is not None and load_entrant(seat.agent).trusted:
        level = getattr(load_agent(seat.agent), measure, None)
    return level


def level_of(offer: Offer, seat: Seat) -> Level:
    """How strong a seat's player is, in the measure of its offer."""
    level = level_in(seat, offer.measure)
    if level is None:
        return TO_THE_END if offer.measure == "depth" else offer.usual
    return level


def adapt_seat(game: Game[Any], seat: Seat, before: Game[Any]) -> Seat:
    """The same player in another game, at its usual level there; another one if it cannot play that game.

    A player that is not ours, such as a user's own, stays.
    """
    if seat.agent is None or find_offer(before, seat.agent) is None:
        return seat
    return (find_offer(game, seat.agent) or default_opponent(game)).seat()


def named_seat(game: Game[Any], text: str | None) -> Seat:
    """The seat for a name: a person, one of our players at its usual level, or any agent's spec."""
    if text is None:
        return default_opponent(game).seat()
    if is_person(text):
        return Seat()
    offer = next((offer for offer in offers(game) if offer.name == text.strip()), None)
    return offer.seat() if offer else Seat(spec_with_default_limit(text, game, MoveLimits()))
