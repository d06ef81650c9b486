"""The games of a run as a table of pages: some of them, a page at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyground.ui.web.stored_runs import agent_names, open_run

PAGE_SIZE = 50  # games
_BLUNDERS = (
    "(SELECT count(*) FROM losses JOIN moves USING (game, ply) WHERE game = number AND value < best{})"
)
CHOICES = {
    "all": "1",
    "first": "winner = first",
    "second": "winner = second",
    "draw": "winner IS NULL",
    "forfeit": "ending = 'forfeit'",
    "blunder": f"{_BLUNDERS.format('')} > 0",
}
OWN_CHOICES = {  # of an agent
    "all": "1",
    "won": "winner = {agent}",
    "lost": "winner != {agent}",
    "first": "first = {agent}",
    "second": "second = {agent}",
    "draw": "winner IS NULL",
    "forfeit": "ending = 'forfeit' AND winner != {agent}",
    "blunder": _BLUNDERS.format(" AND agent = {agent}") + " > 0",
}


def game_rows(number: int, path: Path, which: str, agent: int | None, begin: int) -> dict[str, Any]:
    """Games with a certain ending, from number `begin` of these on, and how many there are.

    With an agent, only its own games, and what it won, lost, forfeited or blundered.
    """
    chosen, blunders = CHOICES.get(which, "0"), _BLUNDERS.format("")
    if agent is not None:
        chosen = f"{agent:d} IN (first, second) AND {OWN_CHOICES[which].format(agent=agent)}"
        blunders = _BLUNDERS.format(f" AND agent = {agent:d}")
    with open_run(number, path) as store:
        names = agent_names(store.plan)
        (total,) = next(store.query(f"SELECT count(*) FROM games WHERE {chosen}"))
        rows = list(
            store.query(
                f"""SELECT number, first, second, opening, winner, plies, ending,
                    CASE WHEN EXISTS (SELECT 1 FROM losses WHERE game = number) THEN {blunders} END
                    FROM games WHERE {chosen} ORDER BY number LIMIT ? OFFSET ?""",
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
            "blunders": lost,
        }
        for game, first, second, opening, winner, plies, ending, lost in rows
    ]
    return {"games": games, "total": total, "at_once": PAGE_SIZE}
