"""The games of a run as a table of pages: some of them, a page at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyground.ui.web.stored_runs import agent_names, open_run

PAGE_SIZE = 50  # games
CHOICES = {
    "all": "1",
    "first": "winner = first",
    "second": "winner = second",
    "draw": "winner IS NULL",
    "forfeit": "ending = 'forfeit'",
}


def game_rows(number: int, path: Path, which: str, begin: int) -> dict[str, Any]:
    """Games with a certain ending, from number `begin` of these on, and how many there are."""
    with open_run(number, path) as store:
        names = agent_names(store.plan)
        (total,) = next(store.query(f"SELECT count(*) FROM games WHERE {CHOICES[which]}"))
        rows = list(
            store.query(
                f"""SELECT number, first, second, opening, winner, plies, ending FROM games
                    WHERE {CHOICES[which]} ORDER BY number LIMIT ? OFFSET ?""",
                (PAGE_SIZE, begin),
            )
        )
    games = [
        {
            "number": game,
            "first": names[first],
            "second": names[second],
            "opening": opening,
            "winner": None if winner is None else names[winner],
            "moves": plies,
            "ending": ending,
        }
        for game, first, second, opening, winner, plies, ending in rows
    ]
    return {"games": games, "total": total, "at_once": PAGE_SIZE}
