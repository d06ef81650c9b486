"""Bars for what takes long in a run: playing its games, and judging their moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from plyground.arena.blunders import ALWAYS, judge, seconds_to_judge, to_judge, unjudged
from plyground.arena.plan import Plan
from plyground.arena.records import PairRecord
from plyground.arena.runner import PairListener
from plyground.arena.store import Store
from plyground.cli.output import complain, has_terminal, progress_bar

PATIENCE = 5.0  # seconds of judging that need no announcement


@contextmanager
def games_bar(store: Store) -> Iterator[PairListener | None]:
    """A bar with the games done, the score so far and the time to go, if standard error is a terminal."""
    plan = store.plan
    points = [0.0] * len(plan.agents)
    done = 0
    for one, other, made, games in store.query("SELECT one, other, points, games FROM pairs"):
        points[one] += made
        points[other] += games - made
        done += games

    def count(record: PairRecord) -> None:
        nonlocal done
        for played in record.games:
            for agent in record.agents:
                points[agent] += 0.5 if played.winner is None else float(played.winner == agent)
        done += len(record.games)
        show(_so_far(plan, points), done, plan.total_games)

    with progress_bar("playing") as show:
        show(_so_far(plan, points), done, plan.total_games)
        yield count


def _so_far(plan: Plan, points: list[float]) -> str:
    """The score of a match, or who leads a tournament."""
    if plan.format == "match":
        return f"{plan.names[0][:24]} {points[0]:g} – {points[1]:g} {plan.names[1][:24]}"
    best = max(range(len(points)), key=points.__getitem__)
    return f"{plan.names[best][:32]} leads with {points[best]:g}"


def judge_moves(
    store: Store, blunders: bool | None, seconds: float = ALWAYS, rounds: int | None = None
) -> bool:
    """Have the solver judge all moves (True), none (False), or as many as fit in the time (None).

    The time is that of the games, or `seconds` if that is more; or so many `rounds` are judged, which
    whoever asks for them has announced.
    Ctrl-C keeps what was judged until then.
    True if all of it was done.
    """
    if blunders is False:
        return True
    try:
        games = unjudged(store, to_judge(store, bool(blunders), seconds, rounds))
        if games and rounds is None and not has_terminal():
            _announce(store, games)
        with progress_bar("judging moves") as show:
            judge(store, games, lambda done, total: show("judging moves", done, total))
    except KeyboardInterrupt:
        complain("stopped judging moves: the report has those that were judged")
        return False
    return True


def _announce(store: Store, games: list[int]) -> None:
    """Say how long it will take, where no bar shows it."""
    seconds = seconds_to_judge(store, games)
    if seconds is None or seconds > PATIENCE:
        about = "which may take long" if seconds is None else f"about {seconds:,.0f} s"
        complain(f"judging the moves of {len(games):,} games, {about}")
