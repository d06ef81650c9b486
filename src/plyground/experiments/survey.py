"""The survey: what `plyground compare` measures if nothing else is said.

Algorithms that must agree search the same positions, in two orders of moves, and never play each other.
Those that differ play from all openings of two plies, from both sides, with equal nodes or equal time per
move. A depth ladder shows what looking ahead is worth. Tic-tac-toe is not sampled: all of it is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.arena.runner import PairListener, begin, play, reopen
from plyground.arena.store import Store
from plyground.errors import BadSpec
from plyground.experiments.census import WholeGame, all_openings, whole_game
from plyground.experiments.experiment import Experiment, ExperimentRun, Progress
from plyground.games.registry import load_game
from plyground.spec import whole_number

SAME = ("minimax", "memo", "alphabeta", "table_alphabeta", "pvs", "mtdf")  # must find the same
ORDERED = SAME[2:]  # what they look at depends on the order of moves
CENTRE = {name: f"{name}(order='centre')" for name in ORDERED}
DEEPENED = ("minimax", "alphabeta", "table_alphabeta")
OTHERS = ("random", "greedy", "mcts")
SMALL_AGENTS = (*SAME, "alphabeta(depth=2)", "mcts(rounds=200)", "greedy")
MOST_PLIES = 4  # of openings
JUDGED_ROUNDS = 6  # openings of the ladder whose games the solver judges: the same on every machine
LADDER_OTHERS = {"random": "random", "greedy": "greedy", "mcts": "mcts(rounds=1000)"}


@dataclass(frozen=True)
class Survey:
    """What is measured. The defaults take half a minute of processor time.

    >>> import plyground as pg
    >>> list(pg.Survey(nodes=(1_000,)).plans)
    ['nodes-1000', 'time-1', 'ladder', 'ladder-centre']
    """

    game: str = "connect4"
    opening_plies: int = 2
    depths: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
    stage_depth: int = 6  # of the searches by empty squares
    positions: int = 10  # for each number of empty squares
    repetitions: int = 2  # of each search: the fastest counts
    nodes: tuple[int, ...] = (1_000, 10_000)  # per move
    crowded: int = 1_000  # up to these nodes the others play, too
    milliseconds: tuple[int, ...] = (1,)  # per move
    ladder: tuple[int, ...] = (1, 2, 4, 6)  # plies
    small_game: str = "tictactoe"
    small_agents: tuple[str, ...] = SMALL_AGENTS
    seed: int = 0

    def __post_init__(self) -> None:
        whole_number("seed", self.seed, 0, 2**64 - 1)
        whole_number("opening_plies", self.opening_plies, 1, MOST_PLIES)

    @property
    def searches(self) -> Experiment:
        """The searches of the algorithms that must agree."""
        return Experiment(
            self.game,
            (*SAME, *CENTRE.values()),
            self.depths,
            self.positions,
            self.repetitions,
            games=0,
            depth=self.stage_depth,
            seed=self.seed,
            opening_plies=self.opening_plies,
        )

    @property
    def plans(self) -> dict[str, Plan]:
        """The games, by the names of their files."""
        openings = all_openings(load_game(self.game), self.opening_plies)
        listed = f"list({', '.join(map(repr, openings))})"
        deepened = {name: f"deepening(inner={name})" for name in DEEPENED}
        everyone = deepened | {name: name for name in OTHERS}

        def plan(agents: dict[str, str], control: TimeControl) -> Plan:
            return Plan(
                self.game,
                tuple(agents.values()),
                tuple(agents),
                format="round-robin",
                games=2 * len(openings),
                control=control,
                openings=listed,
                seed=self.seed,
                in_process=True,
            )

        found = {}
        for nodes in self.nodes:
            agents = everyone if nodes <= self.crowded else deepened
            found[f"nodes-{nodes}"] = plan(agents, TimeControl(nodes=nodes))
        for each in self.milliseconds:
            found[f"time-{each}"] = plan(deepened, TimeControl(seconds=each / 1e3))
        rungs = {f"depth {depth}": f"alphabeta(depth={depth})" for depth in self.ladder}
        found["ladder"] = plan(rungs | LADDER_OTHERS, TimeControl())
        centred = {name: spec.replace(")", ", order='centre')") for name, spec in rungs.items()}
        found["ladder-centre"] = plan(centred, TimeControl())
        return found


class SurveyRun:
    """A survey in a folder, with a file for each part, which can be stopped and resumed."""

    def __init__(self, survey: Survey, folder: Path) -> None:
        self.survey = survey
        self.folder = folder

    def path(self, part: str) -> Path:
        """The file of the searches, or of games."""
        return self.folder / f"{part}.run"

    def search(self, progress: Progress) -> Store:
        """Make the missing searches."""
        run = ExperimentRun.start(self.survey.searches, self.path("searches"))
        return _closing_if_stopped(run.store, lambda: run.search(progress))

    def play(self, part: str, told: Callable[[Store], PairListener], workers: int | None = None) -> Store:
        """Play the missing games of a part."""
        plan, path = self.survey.plans[part], self.path(part)
        if path.exists():
            store = reopen(path)
            if store.plan != plan.normalized():
                store.close()
                raise BadSpec(f"another experiment in {path}", str(path), None, "take another folder")
        else:
            store = begin(plan, path)
        return _closing_if_stopped(store, lambda: play(store, workers, told(store)))

    def small_game(self, progress: Progress) -> list[WholeGame]:
        """All of a small game. It takes a few seconds, and the numbers are always the same."""
        found, agents = [], self.survey.small_agents
        for done, agent in enumerate(agents):
            progress(self.survey.small_game, done, len(agents))
            found.append(whole_game(load_game(self.survey.small_game), agent))
        return found


def _closing_if_stopped(store: Store, work: Callable[[], None]) -> Store:
    try:
        work()
    except BaseException:
        store.close()
        raise
    return store
