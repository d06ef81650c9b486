"""What a survey found: its sentences, tables and figures, computed from its files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from plyground.arena.store import Store
from plyground.experiments.census import WholeGame
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.experiments.survey import DEEPENED, LADDER_OTHERS, SAME, Survey
from plyground.report import findings
from plyground.report.costs import Agreement, SearchCost, agreements, costs
from plyground.report.findings import ReportFinding
from plyground.report.pair_results import PairResult, pair_results
from plyground.report.summary import report
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
        ladder = report(played["ladder"]).standings
        blunders = {standing.name: standing.sides["both"].blunders for standing in ladder}
        results = {part: pair_results(store) for part, store in played.items()}
        versions = json.loads(stores["searches"].about("versions") or "{}")
        cores = tuple(sorted({search.core for search in searches}))
        begun = stores["searches"].about("created")
        whole = tuple(small_game)
        return cls(survey, searches, results, games, blunders, whole, versions, cores, begun)

    @cached_property
    def agreements(self) -> list[Agreement]:
        return agreements(SAME, self.searches)

    @cached_property
    def depth_costs(self) -> list[SearchCost]:
        return costs(SAME, self.searches, by_depth=True)

    @cached_property
    def stage_costs(self) -> list[SearchCost]:
        return costs(SAME, self.searches, by_depth=False)

    @property
    def rungs(self) -> list[str]:
        """The names of the ladder's agents."""
        return [name for name in self.blunders if name not in LADDER_OTHERS]

    @cached_property
    def findings(self) -> list[ReportFinding]:
        """The sentences, each from a rule; a rule without data gives none."""
        positions = len({search.position for search in self.searches})
        rungs = self.rungs
        ends = {name: self.blunders[name] for name in (rungs[0], rungs[-1])}
        by_nodes = {nodes: self.results[f"nodes-{nodes}"] for nodes in self.survey.nodes}
        ms = self.survey.milliseconds[-1]
        found = {
            "agreement": findings.same_answers(self.agreements, PLAIN, positions),
            "times-fewer-nodes": findings.cheaper(self.depth_costs, PLAIN, PRUNING[0]),
            "points-by-nodes": findings.equal_nodes(by_nodes, PAIRINGS),
            "budgets": findings.equal_time(ms, self.results[f"time-{ms}"], PAIRINGS[:2]),
            "given-away": findings.looking_ahead(self.results["ladder"], rungs, ends),
            "tictactoe": findings.whole_small_game(self.small_game, SAME, SHOWN_SMALL),
        }
        return [replace(finding, beside=name) for name, finding in found.items() if finding]
