"""What is on the boxes of a search tree at a step: names, values, windows; as explain-film.js."""

from __future__ import annotations

from plyground.score import plies_to_end
from plyground.ui.explain.boxes import Box
from plyground.ui.explain.film import Film, Giver, Value
from plyground.ui.explain.shape import BoxLook
from plyground.words import Tongue

LEAST = 104  # pixels of a node with a window
PLAIN = 76
MAX_MOVES = 6  # named where many were pruned


def who_text(side: str, letter: str = "") -> str:
    """`C ▽ MIN`."""
    return f"{letter} {'▽ MIN' if side == 'min' else '△ MAX'}".strip()


def score_words(words: Tongue, value: Value) -> str:
    """`3`, `−2`, `win in 3`."""
    plies = plies_to_end(value) if isinstance(value, int) else None
    if plies is None or plies < 0:
        return words.number(value, 0 if value == int(value) else 2).replace("-", "−")
    if plies == 0:
        return words.say("explain.win" if value > 0 else "explain.loss")
    return words.say("explain.win-in" if value > 0 else "explain.loss-in", plies=plies)


class Looks:
    """How the boxes of a film look at a step."""

    def __init__(self, film: Film, step: int, words: Tongue) -> None:
        self.film, self.step, self.words = film, step, words
        kind, node = film.event(step)
        self.kind = kind
        self.current = f"c{node}" if kind == "cut" and film.whole is None else f"n{node}"
        self.path = set(film.path(step))
        over = step == len(film)
        self.line = {film.root, *film.trace.principal_line(film.root)} if over else set()
        self.giver: Giver | None = film.giver(node, step) if kind == "cut" else None
        self.least = PLAIN if film.windowless else LEAST
        self._known: dict[str, BoxLook] = {}

    def __call__(self, box: Box) -> BoxLook:
        """How a box looks."""
        if box.key not in self._known:
            self._known[box.key] = self._look(box)
        return self._known[box.key]

    def _look(self, box: Box) -> BoxLook:
        if box.kind.startswith("ghost"):
            return self._ghost(box)
        state = ["now"] if box.key == self.current else []
        if box.kind == "cut":
            return self._cut(box.node, state)
        if box.kind in ("folded", "more"):
            return BoxLook(state, value=f"+{self.words.number(box.count)}")
        return self._node(box, state) if box.reached else self._faint(box)

    def _cut(self, node: int, state: list[str]) -> BoxLook:
        moves = self.film.trace.pruned(node)
        many = [*moves[: MAX_MOVES - 2], f"… ({len(moves)})"]
        small = self.words.say("explain.table-short")
        if (crossed := self.film.trace.cut(node)) is not None:
            small = "β ≤ α: {} ≤ {}".format(*(score_words(self.words, end) for end in crossed))
        edge = " ".join(many if len(moves) > MAX_MOVES else moves)
        return BoxLook(state, value=self.words.say("explain.pruned"), small=small, edge=edge)

    def _node(self, box: Box, state: list[str]) -> BoxLook:
        film, node, row = self.film, box.node, self.film.trace.rows[box.node]
        giver, leaf = self.giver, box.kind == "leaf"
        states = {
            "open": film.left[node] > self.step,
            "path": node in self.path,
            "line": node in self.line,
            "known": leaf and not row.end and not film.windowless,
            "giver": giver is not None and node in (giver.node, giver.child),
            "giver-line": giver is not None and node == giver.child,
        }
        arrow = {"enter": " ↓", "leaf": " ↑", "back": " ↑"}.get(self.kind, "") if state else ""
        small = "" if leaf or film.windowless else self._window(node)
        return BoxLook(
            [*state, *(name for name, holds in states.items() if holds)],
            self._side(node),
            who_text(self._side(node), film.letters.of(node)),
            self._worth_at(node),
            small,
            f"{row.move or ''}{arrow}",
            bool(film.letters.of(node)),
            self.least,
        )

    def _faint(self, box: Box) -> BoxLook:
        """A node that the search will come to: of a leaf one knows the value, as on paper."""
        film, game = self.film, self.film.whole
        side, letter = self._side(box.node), film.letters.of(box.node)
        given = game.rows[game.node_of[box.node]].value if game and box.kind == "leaf" else None
        move = film.trace.rows[box.node].move or ""
        return self._unsearched("faint", side, letter, given, move)

    def _ghost(self, box: Box) -> BoxLook:
        state, side = "pruned" if box.skipped else "faint", "min" if box.ply % 2 else "max"
        return self._unsearched(state, side, self.film.letters.of_whole(box.at), box.value, box.move)

    def _unsearched(self, state: str, side: str, letter: str, given: Value | None, move: str) -> BoxLook:
        value = "" if given is None else score_words(self.words, -given if side == "min" else given)
        small = "" if self.film.windowless else " "
        return BoxLook([state], side, who_text(side, letter), value, small, move, bool(letter), self.least)

    def _side(self, node: int) -> str:
        return "min" if self.film.plies[node] % 2 else "max"

    def _seen(self, node: int, value: Value | None) -> Value | None:
        """A score of a node as the side to move at the root sees it."""
        return value if value is None or self._side(node) == "max" else -value

    def _worth_at(self, node: int) -> str:
        """What a node is worth at the step: while it is open, what its side is sure of."""
        film, row = self.film, self.film.trace.rows[node]
        if film.left[node] <= self.step:
            return self._worth(node)
        best = film.best_so_far(node, self.step)
        if best is None or (row.alpha is not None and best <= row.alpha):
            return "…"
        seen = self._seen(node, best)
        assert seen is not None
        return f"{'≤' if self._side(node) == 'min' else '≥'} {score_words(self.words, seen)}"

    def _worth(self, node: int) -> str:
        value = self._seen(node, self.film.trace.rows[node].value)
        if value is None:
            return self.words.say("explain.stopped")
        bound = self.film.trace.bound(node)
        less = (bound == "lower") == (self._side(node) == "min")
        sign = "" if bound == "exact" else "≤ " if less else "≥ "
        return sign + score_words(self.words, value)

    def _window(self, node: int) -> str:
        low, high = (self._seen(node, end) for end in self.film.live_window(node, self.step))
        if self._side(node) == "min":
            low, high = high, low
        alpha = "−∞" if low is None else score_words(self.words, low)
        beta = "+∞" if high is None else score_words(self.words, high)
        return f"α {alpha}  β {beta}"
