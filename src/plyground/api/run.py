"""A run as a value: what was played, as tables, rows and statistics; `open_run` reads one from a file."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

from plyground.api.rows import RowTable
from plyground.arena.export import TABLES
from plyground.arena.plan import Plan
from plyground.arena.store import Store
from plyground.arena.store_file import RunExists
from plyground.errors import BadSpec, Failed, PlygroundError, truncate
from plyground.game import Game, Position
from plyground.games.registry import played_game, present_game
from plyground.report.chart import Figure
from plyground.report.figures import figures
from plyground.report.findings import ReportFinding
from plyground.report.html import write_report
from plyground.report.run_findings import run_findings
from plyground.report.run_tables import report_tables
from plyground.report.summary import report
from plyground.report.tables import ReportTable
from plyground.report.text import report_html, report_text
from plyground.report.types import Duel, Report
from plyground.stats.elo import Elo
from plyground.stats.ratings import Rating
from plyground.whole_file import whole_file
from plyground.words import tongue


@dataclass(frozen=True)
class SPRTResult:
    """Where a sequential test stands: its log likelihood ratio, the bounds that decide, the verdict.

    >>> import plyground as pg
    >>> match = pg.match("tictactoe", pg.Greedy(), pg.Random(), games=200, sprt=(0, 100), seed=1)
    >>> match.sprt.verdict, match.sprt.words
    ('H1', '100 Elo stronger rather than equal (accepts H1)')
    """

    llr: float
    bounds: tuple[float, float]
    verdict: Literal["H0", "H1"] | None  # None while it is undecided
    words: str


class Run:
    """A match or a tournament that was played: tables, rows, statistics.

    `print` it for what `plyground match` prints.

    >>> import plyground as pg
    >>> match = pg.match("tictactoe", pg.AlphaBeta(), pg.Random(seed=1), games=4)
    >>> match.names, match.points["alphabeta"] >= 2, len(match.games)
    (('alphabeta', 'random(seed=1)'), True, 4)
    >>> match.table().heads[:4]
    ('agent', 'side', 'games', 'won')
    >>> match.games[0]["first"], match.moves.columns[:4]
    ('alphabeta', ('game', 'ply', 'agent', 'spec'))
    >>> match.table(lang="pt-BR").heads[:4]
    ('agente', 'lado', 'partidas', 'ganhas')
    >>> match.findings[-1].partition(":")[0]
    'Processor time per game, on average'
    """

    def __init__(self, path: Path, game: Game[Any] | None = None) -> None:
        self.path = path
        self._game = game  # as it was given: a program's own game cannot be loaded by its spec
        with Store(path) as store:
            self.plan: Plan = store.plan

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The store of the run, to be read."""
        with Store(self.path) as store, present_game(self._game) if self._game else nullcontext():
            yield store

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the agents."""
        return self.plan.names

    @cached_property
    def report(self) -> Report:
        """All that the run has shown, as data."""
        with self.store() as store:
            return report(store)

    @property
    def finished(self) -> str:
        """Why no more is played; "" if more is to be played."""
        return self.report.finished

    @property
    def points(self) -> dict[str, float]:
        """What each agent made: a win is one point, a draw half of one."""
        return {each.name: each.sides["both"].counts.points for each in self.report.standings}

    @cached_property
    def games(self) -> RowTable:
        """A row for each game."""
        return self._rows("games")

    @cached_property
    def moves(self) -> RowTable:
        """A row for each move, with its time, nodes and depth."""
        return self._rows("moves")

    @cached_property
    def agents(self) -> RowTable:
        """A row for each agent."""
        return self._rows("agents")

    def _rows(self, name: str) -> RowTable:
        with self.store() as store:
            cursor = store.cursor(TABLES[name])
            return RowTable(tuple(column[0] for column in cursor.description), tuple(cursor))

    @property
    def findings(self) -> list[str]:
        """What the run has shown, in up to six sentences, in the language of the environment."""
        return [finding.text(tongue()) for finding in self._findings]

    @cached_property
    def _findings(self) -> list[ReportFinding]:
        with self.store() as store:
            return run_findings(store, self.report)

    def tables(self, lang: str = "en") -> list[ReportTable]:
        """The tables of the report, in English or another language (`pt-BR`)."""
        return report_tables(self.report, tongue(lang))

    def table(self, name: str = "results", lang: str = "en") -> ReportTable:
        """A table of the report: results, times, nodes, duels; blunders, crosstable, ratings if known."""
        found = {each.name: each for each in self.tables(lang)}
        if name not in found:
            raise BadSpec(f"no table {truncate(name)}", name, None, f"tables are {', '.join(found)}")
        return found[name]

    @property
    def elo(self) -> Elo:
        """How much stronger the first agent of a match is, with its 95 % interval."""
        return self._duel("elo", "ratings").elo

    @property
    def normalized_elo(self) -> Elo:
        """The same in standard deviations of one game, with its 95 % interval (docs/why/arena.md)."""
        return self._duel("normalized_elo", "ratings").normalized_elo

    @property
    def ratings(self) -> dict[str, Rating]:
        """The rating of each agent on the Elo scale, their mean being 0."""
        return {each.name: each.rating for each in self.report.standings}

    @property
    def sprt(self) -> SPRTResult | None:
        """Where the sequential test of a match stands; None if none was asked for."""
        duel = self._duel("sprt", "table('crosstable')")
        if duel.llr is None or duel.bounds is None:
            return None
        return SPRTResult(duel.llr, duel.bounds, duel.verdict, duel.in_words)

    def _duel(self, wanted: str, instead: str) -> Duel:
        if len(self.names) != 2:
            raise PlygroundError(
                f"{wanted} is of two agents, and here are {len(self.names)}: see {instead}"
            )
        return self.report.duels[0, 1]

    def figures(self, lang: str = "en") -> list[Figure]:
        """The figures of the report, as data, with captions in a language."""
        with self.store() as store:
            return figures(store, self.report, tongue(lang).language)

    def write_report(self, folder: str | os.PathLike[str], lang: str | None = None) -> Path:
        """Write a page with figures, data and tables into a folder; the path of the page.

        The figures need matplotlib. Without a language it is that of the environment.
        """
        with self.store() as store:
            return write_report(store, Path(folder), speaker=tongue(lang))

    def positions(self, game: int) -> list[Position[Any]]:
        """The positions of a game by its number, from its opening to its end."""
        found = next((row for row in self.games if row["game"] == game), None)
        if found is None:
            numbers = self.games.column("game")
            right = f"games are {numbers[0]} to {numbers[-1]}" if numbers else "no game was played"
            raise BadSpec(f"no game {truncate(repr(game))}", repr(game), None, right)
        places = [(self._game or played_game(self.plan.game)).parse(found["opening"])]
        for row in self.moves:
            if row["game"] == game and row["move"] is not None:
                places.append(places[-1].play(row["move"]))
        return places

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
        """Write the run into a file, which `open_run` and the commands read; the path of the file."""
        target = Path(path)
        if target.exists() and not overwrite:
            raise RunExists(f"{target} is there already: take another name, or give overwrite=True")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with self.store() as store, whole_file(target) as file:
                file.write(store.contents())
        except OSError as error:
            raise Failed(f"{target} cannot be written ({error.strerror})") from None
        return target

    def __str__(self) -> str:
        return report_text(self.report, tongue(), findings=self._findings, full=False)

    def _repr_html_(self) -> str:
        """What a notebook shows: the results and, between two agents, who is stronger."""
        return report_html(self.report, tongue())

    def __repr__(self) -> str:
        return f"open_run({str(self.path)!r})"

    def __eq__(self, other: object) -> bool:
        """Whether the same games were played by the same plan, and took as long."""
        if not isinstance(other, Run):
            return NotImplemented
        return (self.plan, self.games, self.moves) == (other.plan, other.games, other.moves)

    __hash__ = None  # type: ignore[assignment]


@contextmanager
def temporary_file() -> Iterator[Path]:
    """A file for a run that is not kept, in a folder of its own, which is removed if the block fails."""
    folder = tempfile.mkdtemp(prefix="plyground-")
    try:
        yield Path(folder) / "match.run"
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


R = TypeVar("R", bound=Run)


def forgettable(run: R) -> R:
    """The run, whose temporary folder is removed when nobody holds it any more."""
    weakref.finalize(run, shutil.rmtree, run.path.parent, ignore_errors=True)
    return run
