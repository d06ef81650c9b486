"""What a notebook shows of an answer about a position: the board, what was found, every move's value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.evaluation.learned import LearnedWeights
from plyground.evaluation.line_values import ranked_lines
from plyground.game import Player, Position, players_of
from plyground.games.diagram import MARKS
from plyground.message import Message, say
from plyground.pictures.bars import Bar, bars_svg
from plyground.pictures.curve import Curve, curve_svg
from plyground.pictures.html import card, facts, paragraph
from plyground.pictures.lines import Stroke, lines_svg
from plyground.pictures.position import position_html
from plyground.pictures.svg import image
from plyground.score import Score
from plyground.words import tongue

MAX_STROKES = 12  # lines that are drawn at once: more would be a thicket
LONG_LINE = 24  # plies of a line that are shown
FAR = 42  # plies: wins and losses as far away as this have the shortest bars of their kind


@dataclass(frozen=True)
class CardValue:
    """A move and its value to the side that plays it; where only bounds are known, those."""

    move: str
    score: Score | None
    proven: bool = True
    low: int = 0
    high: int = 0

    @property
    def kind(self) -> str:
        """The key of the catalogue that says it, after `value.`."""
        if self.score is None:
            return _kind_of_bounds(self.low, self.high)
        if self.score.plies is not None:
            return "wins" if self.score > 0 else "loses"
        if not self.proven:
            return "estimate"
        return "draws" if self.score == 0 else "points"

    @property
    def message(self) -> Message:
        """The value in words of the catalogue."""
        plies = self.score.plies if self.score is not None else None
        score = None if self.score is None else int(self.score)
        return say(f"value.{self.kind}{'-in' if plies else ''}", n=plies, score=score)


def _kind_of_bounds(low: int, high: int) -> str:
    if low > 0:
        return "wins"
    if high < 0:
        return "loses"
    if low == 0:
        return "wins-or-draws"
    return "draws-or-loses" if high == 0 else "unknown"


def answer_card(
    position: Position[Any], title: str, line: Sequence[Any], rows: Iterable[tuple[str, object]]
) -> str:
    """The board with the move that was chosen, and beside it what was found out."""
    hint = clicked_cells(position, line[0]) if line else ()
    return card(title, position_html(position, hint=hint), facts(rows))


def search_rows(
    position: Position[Any],
    line: Sequence[Any],
    value: Message | None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    core: str | None = None,
    remark: str | None = None,
) -> list[tuple[str, object]]:
    """What a search or the solver found and what it cost, as names and facts; what is None is left out."""
    speaker = tongue()
    texts = position.line_text(line)
    shown = " ".join(texts[:LONG_LINE]) + (" …" if len(texts) > LONG_LINE else "")
    rows = {
        "play.move": texts[0] if texts else None,
        "notebook.line": shown if len(texts) > 1 else None,
        "play.value": value and speaker.message(value),
        "play.depth": depth or None,
        "play.nodes-head": None if nodes is None else speaker.number(nodes),
        "play.time": None if seconds is None else speaker.seconds(seconds),
        "notebook.core": core,
        "notebook.remark": remark and speaker.say(f"remark.{remark}"),
    }
    return [(speaker.say(key), fact) for key, fact in rows.items() if fact is not None]


def solution_card(
    position: Position[Any],
    line: Sequence[Any],
    whole: CardValue,
    values: Sequence[CardValue],
    nodes: int,
    seconds: float,
) -> str:
    """A position that was solved: the best play, and the value of every move, if it was asked for."""
    rows = search_rows(position, line, whole.message, nodes=nodes, seconds=seconds)
    top = max((each.low for each in values), default=0)
    best = [each.move for each in values if each.low == each.high == top]
    return card("", answer_card(position, "", line, rows), values_picture(values, best))


def values_picture(values: Sequence[CardValue], best: Iterable[str]) -> str:
    """The value of every move as a bar, an HTML image."""
    speaker, best = tongue(), set(best)
    high = _scale(values)
    title = speaker.say("notebook.values")
    bars = (Bar(each.move, speaker.message(each.message), high(each), each.move in best) for each in values)
    words = "; ".join(f"{each.move}: {speaker.message(each.message)}" for each in values)
    return image(bars_svg(bars, title), words) if values else ""


def clicked_cells(position: Position[Any], move: Any) -> tuple[int, ...]:
    """The cells of a legal move on the position's board; () where there is no sound board."""
    board, moves = position.as_board(), list(position.moves())
    if board is None or board.fault(len(moves)) or move not in moves:
        return ()
    return board.clicks[moves.index(move)]


def side_words(position: Position[Any]) -> str:
    """Whose turn it is, where the sides are called by their marks, which the board shows."""
    if players_of(position) != MARKS or position.outcome():
        return ""
    return tongue().say("play.to-move", player=MARKS[position.to_move.value])


def _scale(values: Sequence[CardValue]) -> Callable[[CardValue], float]:
    """How long bars are, as a function of a value: estimates are compared with the largest of them."""
    estimates = [abs(int(each.score)) for each in values if each.score is not None and _is_number(each)]
    largest = max([1, *estimates])

    def share(value: CardValue) -> float:
        if value.score is not None and _is_number(value):
            return 0.5 * value.score / largest
        plies = value.score.plies if value.score is not None else None
        soon = 0.2 if plies is None else 0.4 * max(0.0, 1 - plies / FAR)
        known = {"wins": 0.6 + soon, "loses": -0.6 - soon, "wins-or-draws": 0.3, "draws-or-loses": -0.3}
        return known.get(value.kind, 0.0)

    return share


def _is_number(value: CardValue) -> bool:
    return value.kind in ("estimate", "points")


def training_card(
    title: str, curve: Sequence[Mapping[str, Any]], games: int, weights: LearnedWeights
) -> str:
    """A learning curve, and the lines that matter to what was learned, for each side to move."""
    speaker = tongue()
    marked = [(row["games"], row["exam"]) for row in curve if row["exam"] is not None]
    errors = Curve(speaker.say("learn.error"), [(row["games"], row["error"]) for row in curve])
    curves = [Curve(speaker.say("learn.exam"), marked), errors] if marked else [errors]
    called = speaker.say("learn.curve")
    drawn = curve_svg(curves, games, speaker.say("learn.games"), called, speaker.number)
    return card(title, image(drawn, called), *(_lines_html(weights, player) for player in Player))


def _lines_html(weights: LearnedWeights, to_move: Player) -> str:
    """The lines that count most, one stone short of a win, where a player is to move."""
    game = weights.shape.game
    strokes: list[Stroke] = []
    for line in ranked_lines(weights, to_move):
        if strokes and len(strokes) + len(line.lines) > MAX_STROKES:
            break
        strokes += [Stroke(cells, line.value(game.k - 1)) for cells in line.lines]
    said = tongue().say("notebook.lines", player=MARKS[to_move.value], n=game.k - 1)
    return paragraph(said) + image(lines_svg(game.start().as_board(), strokes, said), said)
