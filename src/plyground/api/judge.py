"""`judge`: an agent against exact values instead of against other agents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from plyground.agents import load_entrant
from plyground.agents.objects import AgentLike
from plyground.api.entries import Entries
from plyground.experiments.equal_nodes import EqualSides, deepened, sides_of
from plyground.experiments.judge import PARTS, SEEDS, Judgement, JudgeRun, Part
from plyground.games.given import GameLike, check_game
from plyground.report.judge import JudgeReport, run_judge
from plyground.searchers import Deepening, Searcher
from plyground.searchers.types import Limits

Progress = Callable[[str, int, int], None]  # gets what is done, how much of it, and the total


def judge(
    agent: AgentLike,
    game: GameLike = "connect4",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    equal_nodes: int = 10_000,
    seeds: int = SEEDS,
    seed: int = 0,
    quick: bool = False,
    parts: Iterable[Part] | None = None,
    positions: int | None = None,
    workers: int | None = None,
    folder: Path | str | None = None,
    progress: Progress | None = None,
) -> JudgeReport:
    """Judge an agent by the solver: its moves, games against perfect play, equal nodes, signs of values.

    An agent is a spec, a searcher, a function or an object with `choose`. `parts` chooses some of "moves",
    "perfect", "windows" and "signs", else those that the game has; `positions` how many of the eight-ply
    set. With a folder, all answers and games are kept there, and the same call goes on from them.

    >>> import plyground as pg
    >>> found = pg.judge("perfect", "tictactoe", quick=True, seeds=1, parts=["moves"])
    >>> found.moves[-1].kept.mean, found.moves[-1].lost.mean
    (1.0, 0.0)
    """
    rules = check_game(game)
    limits = Limits(depth, nodes, seconds)
    entries = Entries.of(rules, [agent, *_deepened(agent)], limits, isolate=False)
    with ExitStack() as stack:
        stack.enter_context(entries.present())
        place = folder or stack.enter_context(TemporaryDirectory(prefix="plyground-judge-"))
        judgement = Judgement(
            entries.specs[0],
            rules.spec,
            depth,
            nodes,
            seconds,
            equal_nodes,
            seeds,
            seed,
            quick,
            None if parts is None else _known(parts),
            positions,
            sides=_sides(entries),
            name=entries.given_names[0],
        )
        run = JudgeRun.start(judgement, Path(place))
        return run_judge(run, progress or _silent, workers)


def _deepened(agent: AgentLike) -> tuple[Deepening, ...]:
    """An object that can play with equal nodes; a spec says it itself."""
    found = deepened(agent) if isinstance(agent, Searcher) else None
    return () if found is None else (found,)


def _sides(entries: Entries) -> EqualSides | None:
    """Who plays with equal nodes, if the agent is an object whose spec does not say it."""
    if len(entries.specs) == 1:
        return None
    entrant = load_entrant(entries.specs[1])
    return sides_of(entrant.here, entrant.spec) if isinstance(entrant.here, Deepening) else None


def _known(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts in their order; those that are unknown come last, and are refused."""
    wanted = list(parts)
    return (*(part for part in PARTS if part in wanted), *(part for part in wanted if part not in PARTS))


def _silent(what: str, done: int, total: int) -> None:
    pass
