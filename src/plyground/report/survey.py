"""What a survey found: its sentences, tables and figures, computed from its files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from plyground.arena.store import Store
from plyground.experiments.census import WholeGame
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.experiments.survey import CENTRE, DEEPENED, LADDER_OTHERS, SAME, Survey
from plyground.report import survey_findings as rules
from plyground.report.costs import Agreement, SearchCost, agreements, costs
from plyground.report.findings import ReportFinding
from plyground.report.pair_results import PairResult, pair_results
from plyground.report.summary import report
from plyground.report.survey_findings import Openings
from plyground.report.types import Blunders

PLAIN, *PRUNING = DEEPENED
PAIRINGS = ((PRUNING[0], PLAIN), (PRUNING[1], PLAIN), (PRUNING[1], PRUNING[0]))
SHOWN_SMALL = ("greedy", "alphabeta(depth=2)")

Results = dict[tuple[str, str], PairResult]


@dataclass(frozen=True)
class SurveyReport:
    """The measurements of a survey, and what follows from them."""

    survey: Survey
    searches: tuple[SearchMeasurement, ...]
    results: Mapping[str, Results]  # by part
    games: int
    judged: tuple[int, int]  # games of the ladder whose moves the solver judged, and all of them
    busy: Mapping[str, float]  # by part: how much of the time of moves went by waiting for a core
    blunders: Mapping[str, Blunders | None]  # by agent of the ladder
    small_game: tuple[WholeGame, ...]
    versions: Mapping[str, str]  # of the program, and the machine
    cores: tuple[str, ...]
    begun: str

    @classmethod
    def of(cls, survey: Survey, stores: Mapping[str, Store], small_game: list[WholeGame]) -> SurveyReport:
        """Read the files of a survey: `searches` and one for each of its plans."""
        searches = tuple(SearchStore(stores["searches"]))
        played = {part: stores[part] for part in survey.plans}
        games = sum(next(s.query("SELECT count(*) FROM games"))[0] for s in played.values())
        ladder = report(played["ladder"])
        blunders = {standing.name: standing.sides["both"].blunders for standing in ladder.standings}
        judged = ladder.judged, ladder.judgeable
        busy = {part: _busy(store) for part, store in played.items()}
        results = {part: pair_results(store) for part, store in played.items()}
        versions = json.loads(stores["searches"].about("versions") or "{}")
        cores = tuple(sorted({search.core for search in searches}))
        begun = stores["searches"].about("created")
        whole = tuple(small_game)
        return cls(survey, searches, results, games, judged, busy, blunders, whole, versions, cores, begun)

    @cached_property
    def agreements(self) -> list[Agreement]:
        """What the searchers found, with moves in the order of the rules and then with the centre first."""
        return agreements(self.survey.searches.agents, self.searches)

    @cached_property
    def _all_costs(self) -> dict[bool, list[SearchCost]]:
        names = self.survey.searches.agents
        return {by_depth: costs(names, self.searches, by_depth, by_depth) for by_depth in (True, False)}

    @cached_property
    def depth_costs(self) -> list[SearchCost]:
        """By depth, with the centre tried first by all that have an order of moves."""
        return _centred(self._all_costs[True])

    @cached_property
    def given_costs(self) -> list[SearchCost]:
        """By depth, with moves in the order of the rules."""
        return [cost for cost in self._all_costs[True] if cost.agent in SAME]

    @cached_property
    def stage_costs(self) -> list[SearchCost]:
        return _centred(self._all_costs[False])

    @cached_property
    def openings(self) -> Openings:
        """All openings that were searched and played."""
        number = len({each.position for each in self.searches if each.by_depth})
        return Openings(number, self.survey.opening_plies)

    @property
    def rungs(self) -> list[str]:
        """The names of the ladder's agents."""
        return [name for name in self.blunders if name not in LADDER_OTHERS]

    @cached_property
    def findings(self) -> list[ReportFinding]:
        """The sentences, each from a rule; a rule without data gives none."""
        positions = len({search.position for search in self.searches})
        same, others = self.agreements[: len(SAME) - 1], self.agreements[len(SAME) - 1 :]
        rungs, openings = self.rungs, self.openings
        ends = {name: self.blunders[name] for name in (rungs[0], rungs[-1])}
        by_nodes = {nodes: self.results[f"nodes-{nodes}"] for nodes in self.survey.nodes}
        ladders = self.results["ladder"], self.results["ladder-centre"]
        ms = self.survey.milliseconds[-1]
        timed, busy = self.results[f"time-{ms}"], self.busy[f"time-{ms}"]
        found = {
            "agreement": rules.same_answers(same, others, PLAIN, positions),
            "times-fewer-nodes": rules.cheaper(
                self.depth_costs, self.given_costs, PLAIN, PRUNING[0], openings
            ),
            "points-by-nodes": rules.equal_nodes(by_nodes, PAIRINGS, openings),
            "budgets": rules.equal_time(ms, timed, PAIRINGS, busy),
            "given-away": rules.looking_ahead(*ladders, rungs, openings, ends, self.judged),
            "tictactoe": rules.whole_small_game(self.survey.small_game, self.small_game, SAME, SHOWN_SMALL),
        }
        return [replace(finding, beside=name) for name, finding in found.items() if finding]


def _centred(found: list[SearchCost]) -> list[SearchCost]:
    """The costs with the centre first, under the short names, in the order of the agents."""
    names = {CENTRE.get(name, name): name for name in SAME}
    return [replace(cost, agent=names[cost.agent]) for cost in found if cost.agent in names]


def _busy(store: Store) -> float:
    """How much of the time of its moves went by waiting for a core."""
    rows = """SELECT coalesce(sum(min(waited, wall)), 0), coalesce(sum(wall), 0) FROM moves
              WHERE waited IS NOT NULL"""  # what is counted late is not of the move
    waited, wall = next(store.query(rows))
    return waited / wall if wall else 0.0
