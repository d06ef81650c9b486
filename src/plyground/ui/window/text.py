"""What the window says about a view, in one language.

The sides of every game are called X and O here, after the signs that stand before their players.
"""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError, truncate
from plyground.game import Game, Player
from plyground.games.diagram import MARKS
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.session import GameSeries, PlayedMove, Seat, Statistics, Value, View
from plyground.session.view import score_message
from plyground.ui.offers import MAX_NAME, TO_THE_END, Level, Measure, agent_name, level_in
from plyground.words import Tongue

QUIET_NOTES = {"session.seat", "session.seat-person", "session.editing"}  # the window shows these anyway


def game_name(tongue: Tongue, spec: str) -> str:
    """What a game is called: well-known ones by their names, boards by their sizes."""
    try:
        game: Game[Any] | None = load_game(spec)
    except PlygroundError:
        game = None
    if not isinstance(game, LineGame):
        return truncate(spec.rpartition(":")[2], MAX_NAME)
    if (game.columns, game.rows, game.k, game.gravity) == (3, 3, 3, False):
        return tongue.say("window.game-tictactoe")
    size = {"columns": game.columns, "rows": game.rows, "k": game.k}
    if game.gravity:
        key = "window.game-connect4" if game.k == 4 else "window.game-falling"
        return tongue.say(key, **size)
    return tongue.say("window.game-gomoku" if game.spec == "gomoku" else "window.game-mnk", **size)


def level_name(tongue: Tongue, measure: Measure, level: Level | None) -> str:
    """How strong a player is: `depth 6`, `1 s`, `1,000 playouts`."""
    if measure == "depth":
        return (
            tongue.say("window.to-the-end")
            if level in (None, TO_THE_END)
            else tongue.say("window.depth", depth=int(level or 0))
        )
    if measure == "seconds" and level:
        return f"{tongue.number(level, 0 if level == int(level) else 1)} s"
    if measure == "rounds" and level:
        return tongue.say("window.rounds", rounds=int(level))
    return ""


def seat_name(tongue: Tongue, seat: Seat) -> str:
    """Who plays, and how strong it is if that is known."""
    name = agent_name(tongue, seat.agent)
    if seat.agent is None:
        return name
    measures: tuple[Measure, ...] = ("depth", "seconds", "rounds")
    levels = [
        level_name(tongue, measure, level) for measure in measures if (level := level_in(seat, measure))
    ]
    return ", ".join([name, *levels])


def seat_detail(tongue: Tongue, statistics: Statistics) -> str:
    """What a side's moves have cost."""
    if not statistics.moves:
        return ""
    return tongue.say(
        "window.cost",
        seconds=tongue.seconds(statistics.seconds_a_move),
        nodes=tongue.number(statistics.nodes_a_move),
    )


def headline(tongue: Tongue, view: View, thought_for: float) -> str:
    """The state of the game, in a few words."""
    mover = MARKS[view.to_move.value]
    if view.set_up:
        return tongue.say("window.setting-up")
    if view.outcome:
        winner = view.outcome.winner
        if winner is None:
            return tongue.say("window.draw")
        return tongue.say("window.won", player=MARKS[winner.value])
    if view.thinking == "move":
        return tongue.say("window.thinking", player=mover, seconds=tongue.number(thought_for, 1))
    if view.paused and not view.seat.human:
        return tongue.say("window.paused-at", player=mover)
    return tongue.say("window.to-move", player=mover)


def subline(tongue: Tongue, view: View, pointed: str | None) -> tuple[str, bool]:
    """The second line of the header, and whether it is an error."""
    if view.set_up:
        problem = view.set_up.problem
        if problem:
            return tongue.message(problem), True
        return tongue.say("window.set-up-right", player=MARKS[view.set_up.to_move.value]), False
    if view.note and view.note.key not in QUIET_NOTES:
        return tongue.message(view.note), view.note.tone == "error"
    return _detail(tongue, view, pointed), False


def _detail(tongue: Tongue, view: View, pointed: str | None) -> str:
    """A value that is pointed at, a hint, or what the last machine thought, whichever there is."""
    value = next((v for v in view.analysis.values if v.text == pointed), None) if view.analysis else None
    if value:
        return f"{value.text}: {tongue.message(value.message)}"
    if view.hint:
        return tongue.say("window.hint-is", move=view.hint)
    if view.thinking in ("values", "hint"):
        return tongue.say("window.valuing")
    if view.played and view.played[-1].agent is not None:
        return move_report(tongue, view.played[-1])
    return ""


def move_report(tongue: Tongue, played: PlayedMove) -> str:
    """What a machine's move cost, and what the machine thinks of it."""
    parts = []
    if played.score is not None and played.score.plies and (value := score_message(played.score, True)):
        parts.append(tongue.message(value))
    if played.depth:
        parts.append(tongue.say("window.depth", depth=played.depth))
    if played.nodes:
        parts.append(tongue.say("window.nodes", n=played.nodes))
    if played.seconds is not None:
        parts.append(tongue.seconds(played.seconds))
    if played.remark is not None:
        parts.append(tongue.say(f"remark.{played.remark}"))
    return tongue.say(
        "window.report", player=MARKS[played.player.value], move=played.text, report=", ".join(parts)
    )


def short_value(value: Value) -> str:
    """A value where there is no room for words: +5 wins, -4 loses, = draws, ~2k is an estimate."""
    if value.kind in ("wins", "loses"):
        return ("+" if value.kind == "wins" else "-") + (str(value.plies) if value.plies else "")
    signs = {"draws": "=", "wins-or-draws": "+=", "draws-or-loses": "-="}
    if value.kind in signs or value.score is None:
        return signs.get(value.kind, "~")
    if value.kind == "points":
        return str(value.score)
    return f"~{value.score}" if abs(value.score) < 1_000 else f"~{value.score / 1_000:.0f}k"


def series_table(tongue: Tongue, view: View, series: GameSeries) -> list[tuple[str, str, str]]:
    """The standing of a match: what is counted, and for both players."""

    def row(key: str, cells: tuple[str, str]) -> tuple[str, str, str]:
        return (tongue.say(key), *cells)

    def both(values: tuple[float, float]) -> tuple[str, str]:
        return tongue.number(values[0]), tongue.number(values[1])

    costs, games = series.costs, series.games
    sides = [MARKS[side_of(view, series, agent).value] for agent in (0, 1)]
    a_game = [tongue.seconds(cost.seconds / games) if games else "" for cost in costs]
    return [
        ("", "A", "B"),
        row("window.now-has", (sides[0], sides[1])),
        row("window.wins", both(series.wins)),
        row("window.draws", both((series.draws, series.draws))),
        row("window.failures", both(series.failures)),
        row("window.time-a-move", (_time_a_move(tongue, costs[0]), _time_a_move(tongue, costs[1]))),
        row("window.time-a-game", (a_game[0], a_game[1])),
        row("window.nodes-a-move", both((costs[0].nodes_a_move, costs[1].nodes_a_move))),
    ]


def side_of(view: View, series: GameSeries, agent: int) -> Player:
    """The side that an agent of a match has on the board that is seen."""
    return series.seat_of(agent)


def _time_a_move(tongue: Tongue, cost: Statistics) -> str:
    return tongue.seconds(cost.seconds_a_move) if cost.moves else ""
