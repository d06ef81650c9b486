"""`compare`: searchers on the same positions, then against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, overload

from plyground.agents.objects import AgentLike
from plyground.api.entries import Entries
from plyground.api.rows import RowTable
from plyground.api.run import Run, forgettable, temporary_file
from plyground.api.survey import SurveyResult, make_survey
from plyground.arena.blunders import judge, to_judge
from plyground.errors import BadSpec
from plyground.experiments.experiment import Experiment, ExperimentRun
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.experiments.survey import Survey
from plyground.games.given import GameLike, check_game
from plyground.native import Core
from plyground.report.comparison import comparison_text
from plyground.searchers.types import Limits
from plyground.words import tongue

Progress = Callable[[str, int, int], None]  # gets what is done, how much of it, and the total


class Comparison(Run):
    """An experiment that was made: besides its games, a row for each search.

    `print` it for what `plyground compare` prints.

    >>> import plyground as pg
    >>> found = pg.compare("tictactoe", ["minimax", "alphabeta"], depths=(1, 2, 3), positions=1,
    ...                    repetitions=1, games=2)
    >>> found.searches.columns[:4]
    ('position', 'agent', 'depth', 'repetition')
    >>> whole = [row for row in found.searches if row["empty"] == 9 and not row["by_depth"]]
    >>> {row["agent"]: row["nodes"] for row in whole}
    {'minimax': 549946, 'alphabeta': 20866}
    """

    @cached_property
    def searches(self) -> RowTable:
        """A row for each search: the position, the agent, the depth, and what it found and took."""
        with self.store() as store:
            rows = (row._replace(agent=self.names[row.agent]) for row in SearchStore(store))  # type: ignore[arg-type]
            return RowTable(SearchMeasurement._fields, tuple(map(tuple, rows)))

    def __str__(self) -> str:
        with self.store() as store:
            return comparison_text(store, tongue(), full=False)


@overload
def compare(
    game: Survey | None = None,
    agents: None = None,
    *,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> SurveyResult: ...


@overload
def compare(
    game: GameLike,
    agents: Iterable[AgentLike] | None = None,
    *,
    depths: Iterable[int] = (),
    positions: int = 10,
    repetitions: int = 5,
    games: int = 20,
    depth: int | None = None,
    seed: int = 0,
    core: Core = "auto",
    workers: int | None = None,
    progress: Progress | None = None,
) -> Comparison: ...


def compare(
    game: GameLike | Survey | None = None,
    agents: Iterable[AgentLike] | None = None,
    *,
    depths: Iterable[int] = (),
    positions: int = 10,
    repetitions: int = 5,
    games: int = 20,
    depth: int | None = None,
    seed: int = 0,
    core: Core = "auto",
    workers: int | None = None,
    progress: Progress | None = None,
) -> Comparison | SurveyResult:
    """Searchers on the same positions, to several depths and to the end, then games of all against all.

    Without a game and agents it is the survey of `plyground compare`, which takes a minute: `findings` has
    its sentences, `table()` its numbers, `save(folder)` writes its page. Give a `Survey` for a smaller one.

    An agent that searches is compared: a spec, a searcher, or a function that returns a SearchResult.
    Without agents, all of ours are. `write_report(folder)` of the value draws the figures.

    >>> import plyground as pg
    >>> found = pg.compare("tictactoe", [pg.Minimax(), pg.AlphaBeta(order="centre")], depths=(1, 2),
    ...                    positions=0, repetitions=1, games=2)
    >>> found.names, len(found.searches), len(found.games)
    (('minimax', 'alphabeta'), 6, 2)
    """
    if game is None or isinstance(game, Survey):
        if agents is not None:
            raise BadSpec("agents and no game", "", None, "give the game first: compare('connect4', [...])")
        return make_survey(game or Survey(seed=seed), workers, progress)
    if isinstance(agents, str):
        raise BadSpec("no agents", agents, None, "give a list of agents")
    rules = check_game(game)
    entries = Entries.of(rules, agents or (), Limits(depth=depth or 1), isolate=False)
    show = progress or _silent
    with entries.present(), temporary_file() as path:
        experiment = Experiment(
            rules.spec,
            entries.specs,
            tuple(depths),
            positions,
            repetitions,
            games,
            depth,
            seed,
            core,
            names=entries.given_names if agents is not None else (),
        )
        run = ExperimentRun.start(experiment, path)
        with run.store as store:
            run.search(show)
            run.play(_counter(show, experiment), workers)
            judge(store, to_judge(store, every=False))
        return forgettable(Comparison(path, rules))


def _silent(what: str, done: int, total: int) -> None:
    pass


def _counter(show: Progress, experiment: Experiment) -> Callable[[Any], None]:
    done, total = 0, experiment.plan.total_games

    def count(record: Any) -> None:
        nonlocal done
        done += len(record.games)
        show("playing", done, total)

    return count
