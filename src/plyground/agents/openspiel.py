"""OpenSpiel's bots as agents, `openspiel:mcts(simulations=9)`, and users' bots, `openspiel:mine.py:Bot`.

They play k-in-a-row games, which OpenSpiel has too, and all OpenSpiel games that plyground can load.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, ClassVar, Protocol

from plyground.agents.agent import Agent, Choice, Entrant
from plyground.agents.answers import NoMove, whole
from plyground.agents.openspiel_state import Follower, move_of
from plyground.agents.python import Source
from plyground.errors import BadSpec, truncate
from plyground.game import Position
from plyground.games.openspiel import PASS, library
from plyground.rng import SplitMix64
from plyground.score import WIN, Score
from plyground.searchers.mcts import SCALE
from plyground.searchers.types import Limits, SearchResult, SearchStats, stricter
from plyground.spec import Spec, flag, takes, whole_number

MAX_NUMBER = 2**31 - 1  # the largest number that OpenSpiel accepts
MEMORY_MB = 1_000  # of a tree; then the least visited nodes are removed
DEFAULT_NAMES = ("Bot", "bot", "step")
FACTS = {"game", "player_id", "player", "seed", "rng", "random_state"}  # usual parameters of a constructor
HOW = "a bot is a class with step(state), or a function of a state"


class Bot(Protocol):
    """Chooses an action, and may report its score, nodes and depth."""

    def step(self, state: Any, seed: int, limits: Limits) -> tuple[Any, BotSearch | None]: ...


@dataclass(frozen=True)
class BotSearch:
    """The numbers that a search of OpenSpiel reports."""

    score: int
    proven: bool
    nodes: int
    depth: int


@dataclass(frozen=True)
class UniformRandom:
    """Any legal action, each as likely as another."""

    name: ClassVar[str] = "uniform_random"

    def step(self, state: Any, seed: int, limits: Limits) -> tuple[Any, BotSearch | None]:
        return library().make_uniform_random_bot(state.current_player(), seed).step(state), None


@dataclass(frozen=True)
class OpenSpielMcts:
    """OpenSpiel's tree search (in C++) with random playouts."""

    name: ClassVar[str] = "mcts"

    simulations: int | None = None  # None: as long as there is time; a thousand without a limit
    uct_c: float = 2.0
    rollouts: int = 1
    solve: bool = True

    def __post_init__(self) -> None:
        if self.simulations is not None:
            whole_number("simulations", self.simulations, 1, MAX_NUMBER)
        whole_number("rollouts", self.rollouts, 1, 10_000)
        flag("solve", self.solve)
        if type(self.uct_c) not in (int, float) or not 0 <= self.uct_c <= 1_000_000:
            given = f"uct_c={truncate(repr(self.uct_c))}"
            raise BadSpec("bad uct_c", given, None, "uct_c is a number from 0 to 1000000")

    def step(self, state: Any, seed: int, limits: Limits) -> tuple[Any, BotSearch | None]:
        pyspiel = library()
        count = stricter(self.simulations, limits.nodes)
        seconds = limits.seconds if count is None else None  # with a clock it ignores the count
        bot = pyspiel.MCTSBot(
            game=state.get_game(),
            evaluator=pyspiel.RandomRolloutEvaluator(self.rollouts, seed),
            uct_c=self.uct_c,
            max_simulations=min(count or 1_000, MAX_NUMBER),
            max_memory_mb=MEMORY_MB,
            solve=self.solve,
            seed=seed,
            verbose=False,
            max_wall_clock_time=0.9 * seconds if seconds else -1.0,
        )
        return _answer(bot.mcts_search(state), in_points=state.get_game().max_utility() != 1)


@dataclass(frozen=True)
class OpenSpielMinimax:
    """OpenSpiel's alpha-beta search (in Python) to a depth, where every position counts as a draw."""

    name: ClassVar[str] = "minimax"

    depth: int = 4

    def __post_init__(self) -> None:
        whole_number("depth", self.depth, 1, 1_000)

    def step(self, state: Any, seed: int, limits: Limits) -> tuple[Any, BotSearch | None]:
        search = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search
        depth = stricter(self.depth, limits.depth)
        side = state.current_player()
        _, action = search(state.get_game(), state, lambda _: 0.0, depth, side)
        return action, None


class UserBot:
    """A user's bot, made when the game is known; it is informed of all moves that were not its own."""

    def __init__(self, kind: Any, options: dict[str, Any]) -> None:
        self.kind, self.options = kind, options
        self.made: Any = None
        self.known: list[int] = []  # the actions that it knows

    def step(self, state: Any, seed: int, limits: Limits) -> tuple[Any, BotSearch | None]:
        if self.made is None:
            self.made = self._make(state, seed)
        self._inform(state)
        action = getattr(self.made, "step", self.made)(state.clone())
        self.known = [*state.history(), action]
        return action, None

    def _make(self, state: Any, seed: int) -> Any:
        """The bot; a class gets those of OpenSpiel's usual parameters that its constructor has."""
        if not isinstance(self.kind, type):
            return self.kind
        return self.kind(**_facts(state, seed, _requested_facts(self.kind)) | self.options)

    def _inform(self, state: Any) -> None:
        actions = state.history()
        if actions[: len(self.known)] != self.known:  # another move than its own was made
            self.known = []
            getattr(self.made, "restart", lambda: None)()
        inform = getattr(self.made, "inform_action", lambda *_: None)
        before = state.get_game().new_initial_state()
        for number, action in enumerate(actions):
            if number >= len(self.known):
                inform(before.clone(), before.current_player(), action)
            before.apply_action(action)


@dataclass
class OpenSpielAgent:
    """A bot in one of our games."""

    name: str
    bot: Bot
    chance: SplitMix64
    follower: Follower = field(default_factory=Follower)

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        state = self.follower.state_of(position)
        if tuple(position.moves()) == (PASS,):
            return Choice(PASS)
        seed = self.chance.next() & MAX_NUMBER
        action, found = self.bot.step(state, seed, limits)
        number = whole(action)
        if number is None or number not in state.legal_actions():
            return Choice(NoMove(action, "no legal action of OpenSpiel's"))
        move = move_of(position, number)
        return Choice(move, _result(move, found) if found else None)


BOTS: dict[str, type[Bot]] = {kind.name: kind for kind in (OpenSpielMcts, OpenSpielMinimax, UniformRandom)}


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec names: a bot of OpenSpiel's by its name, or a user's by its file."""
    library()  # if it is missing, say so at once
    _, colon, name = spec.name.partition(":")
    if not colon or ":" in name or name.endswith(".py"):
        source = Source.of(spec)
        return Entrant(
            source.spec,
            False,
            lambda seed: _make_agent(str(spec), _users(source, seed), seed),
            source.files,
        )
    if name not in BOTS:
        right = f"bots are {', '.join(BOTS)}, or file.py:Class"
        raise BadSpec(f"no bot of OpenSpiel's called {truncate(name)}", name, None, right)
    bot: Bot = spec.build(BOTS[name])
    return Entrant(str(spec), False, lambda seed: _make_agent(str(spec), bot, seed))


def _make_agent(name: str, bot: Bot, seed: int) -> Agent:
    return OpenSpielAgent(name, bot, SplitMix64(seed))


def _users(source: Source, seed: int) -> Bot:
    module = source.module(seed)
    names = (source.name,) if source.name else DEFAULT_NAMES
    found = next((found for name in names if (found := getattr(module, name, None)) is not None), None)
    if not callable(found) and not callable(getattr(found, "step", None)):
        raise BadSpec(f"no {' and no '.join(names)}", source.where, None, HOW)
    _check_options(found, source)
    return UserBot(found, dict(source.options))


def _check_options(found: Any, source: Source) -> None:
    if not isinstance(found, type):
        if source.options:
            raise BadSpec("options", source.spec, None, "only a class takes some")
        return
    try:
        inspect.signature(found).bind(**dict.fromkeys(_requested_facts(found)) | dict(source.options))
    except TypeError as error:
        right = f"{found.__name__} takes {takes(found)}"
        raise BadSpec(str(error), source.spec, None, right) from None
    except ValueError:  # it has no constructor of its own
        return


def _requested_facts(kind: type) -> set[str]:
    """The usual parameters that a constructor has."""
    try:
        return FACTS & set(inspect.signature(kind).parameters)
    except ValueError:
        return set()


def _facts(state: Any, seed: int, asked: set[str]) -> dict[str, Any]:
    side = state.current_player()
    facts = {"game": state.get_game(), "player_id": side, "player": side, "seed": seed}
    if generators := asked - set(facts):
        facts |= dict.fromkeys(generators, import_module("numpy").random.RandomState(seed))
    return {name: facts[name] for name in asked}


def _answer(root: Any, in_points: bool) -> tuple[int, BotSearch]:
    """The action of a searched tree, with a score on our scale."""
    best, proven = root.best_child(), bool(root.outcome)
    gained = best.outcome[best.player] if best.outcome else best.total_reward / max(1, best.explore_count)
    score = round(gained * (1 if in_points else WIN if proven else SCALE))
    return best.action, BotSearch(score, proven, root.explore_count, _depth(root))


def _depth(node: Any) -> int:
    """How long the line of the best moves is."""
    depth = 0
    while node.children:
        node, depth = node.best_child(), depth + 1
    return depth


def _result(move: Any, found: BotSearch) -> SearchResult[Any]:
    stats = SearchStats(found.nodes, found.depth)
    return SearchResult(Score(found.score), (move,), found.proven, None, stats, "openspiel")
