"""The tree that Monte Carlo or proof-number search has grown, with its numbers at a step.

The twin of explain-growth.js, explain-mcts.js and explain-proof.js, for pictures and for text.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyground.score import plies_to_end
from plyground.ui.explain.boxes import Box
from plyground.ui.explain.film import NEVER, plies_of
from plyground.ui.explain.look import who_text
from plyground.ui.explain.shape import BoxLook
from plyground.ui.explain.tree import SearchTree, TreeRound
from plyground.words import Tongue

MAX_BOXES = 36
MAX_CHILDREN = 12
LEAST = 84  # pixels of a node


@dataclass(frozen=True)
class Counted:
    """What the rounds have shown of a node, as MAX sees it."""

    visits: int
    rate: float | None  # of games won, a draw is half of one
    proven: int | None
    proof: float  # leaves to be won, math.inf if that cannot be
    disproof: float


class Grown:
    """A tree below a root as it stands at a step of its film, or at the end."""

    def __init__(self, trace: SearchTree, root: int, words: Tongue, step: int | None = None) -> None:
        self.trace, self.root, self.words = trace, root, words
        self.plies = plies_of(trace.rows)
        self._entered = [NEVER] * len(trace)  # the step at which each node comes
        self._events = self._mcts_events() if trace.kind == "mcts" else self._proof_events()
        self.step = len(self._events) if step is None else max(0, min(step, len(self._events)))
        self._now = self._events[self.step - 1][2] if self.step else root
        self._visits, self._reward = [0] * len(trace), [0.0] * len(trace)
        self._proven: dict[int, int] = {}
        self._numbers: dict[int, tuple[float, float]] = {}  # φ and δ
        for kind, number, node in self._events[: self.step]:
            if kind == "backup":
                self._count_round(trace.rounds[number])
            elif kind == "update":
                self._count_proof(node)

    def __len__(self) -> int:
        return len(self._events)

    def _mcts_events(self) -> list[tuple[str, int, int]]:
        """Select, expand, simulate, back up: the kind, the round and the node of every step."""
        events: list[tuple[str, int, int]] = []
        self._entered[self.root] = 0
        for number, each in enumerate(self.trace.rounds):
            fresh = self._entered[each.node] > len(events)
            parent = self.trace.rows[each.node].parent
            if parent is not None:
                events.append(("select", number, parent if fresh else each.node))
            if fresh:
                events.append(("expand", number, each.node))
                self._entered[each.node] = len(events)
            events += [("simulate", number, each.node), ("backup", number, each.node)]
        return events

    def _proof_events(self) -> list[tuple[str, int, int]]:
        events: list[tuple[str, int, int]] = []
        self._entered[self.root] = 0
        for number, each in enumerate(self.trace.rounds):
            if self._path(each.node)[-1] != self.root:
                continue
            events += [("select", number, each.node), ("expand", number, each.node)]
            for child in self.trace.children(each.node):
                self._entered[child] = len(events)
            events.append(("update", number, each.node))
        return events

    def _count_round(self, each: TreeRound) -> None:
        reward = -each.reward if self.plies[each.node] % 2 else each.reward
        for node in self._path(each.node):
            self._visits[node] += 1
            self._reward[node] += reward
        for node, score in each.proven:
            self._proven[node] = -score if self.plies[node] % 2 else score

    def _count_proof(self, expanded: int) -> None:
        """φ and δ of a node that was expanded, and of all above it."""
        for node in self._path(expanded):
            below = [self._pair(child) for child in self.trace.children(node)]
            self._numbers[node] = min(each[1] for each in below), sum(each[0] for each in below)

    def _pair(self, node: int) -> tuple[float, float]:
        value = self.trace.rows[node].value
        if node in self._numbers or value is None or self.trace.children(node):
            return self._numbers.get(node, (1, 1))
        return (0, math.inf) if value > 0 else (math.inf, 0)

    def _here(self, node: int) -> list[int]:
        """The children of a node that are in the tree by now."""
        return [child for child in self.trace.children(node) if self._entered[child] <= self.step]

    def _path(self, node: int | None) -> list[int]:
        path = []
        while node is not None:
            path.append(node)
            node = self.trace.rows[node].parent
        return path

    def counted(self, node: int) -> Counted:
        """What is known of a node."""
        visits = self._visits[node]
        rate = (1 + self._reward[node] / visits) / 2 if visits else None
        phi, delta = self._pair(node)
        proof, disproof = (delta, phi) if self.plies[node] % 2 else (phi, delta)
        return Counted(visits, rate, self._proven.get(node), proof, disproof)

    def _weight(self, node: int) -> int:
        return self._visits[node] if self.trace.kind == "mcts" else -self.plies[node]

    def tree(self) -> Box:
        """The boxes that are drawn: the heaviest nodes are open, as many as there is room for."""
        path = list(reversed(self._path(self._now)))
        opened = set(path)
        boxes = 1 + sum(len(self._here(node)) for node in opened)
        waiting = [self.root]
        while waiting:
            waiting.sort(key=lambda node: (-self._weight(node), node))
            node = waiting.pop(0)
            more = len(self._here(node))
            if more == 0 or (boxes + more > MAX_BOXES and node not in opened):
                continue
            boxes += 0 if node in opened else more
            opened.add(node)
            waiting += self._here(node)
        return self._box(self.root, 0, opened, path)

    def _box(self, node: int, ply: int, opened: set[int], path: list[int]) -> Box:
        replies = self._here(node)
        made = Box("leaf" if self.trace.rows[node].end else "node", f"n{node}", node, ply)
        if replies and node not in opened:
            made.below = [Box("folded", f"folded{node}", node, ply + 1, count=self._size(node) - 1)]
            return made
        heaviest = sorted(replies, key=lambda child: (-self._weight(child), child))
        kept = set(replies if len(replies) <= MAX_CHILDREN else heaviest[: MAX_CHILDREN - 2])
        for child in replies:
            if child in kept or child in path:
                made.below.append(self._box(child, ply + 1, opened, path))
            elif made.below and made.below[-1].kind == "more":
                made.below[-1].count += self._size(child)
            else:
                made.below.append(Box("more", f"more{child}", node, ply + 1, count=self._size(child)))
        return made

    def _size(self, node: int) -> int:
        return 1 + sum(map(self._size, self._here(node)))

    def look(self, box: Box) -> BoxLook:
        """How a box looks."""
        state = ["now"] if box.key == f"n{self._now}" else []
        if box.kind in ("folded", "more"):
            return BoxLook(state, value=f"+{self.words.number(box.count)}")
        state += ["path"] if self.step and box.node in self._path(self._now) else []
        side = "min" if self.plies[box.node] % 2 else "max"
        move = self.trace.rows[box.node].move or ""
        known = self.counted(box.node)
        if self.trace.kind == "mcts":
            return self._mcts_look(box, state, side, move, known)
        return self._proof_look(box, state, side, move, known)

    def _mcts_look(self, box: Box, state: list[str], side: str, move: str, known: Counted) -> BoxLook:
        if known.proven:
            state.append("won" if known.proven > 0 else "lost")
        share = math.floor(60 * known.visits / max(1, self._visits[self.root]) + 0.5)
        return BoxLook(
            state,
            side,
            who_text(side),
            self.rate_text(known.rate) if known.proven is None else self.proven_text(known.proven),
            f"{self.words.number(known.visits)}×",
            move + self._sign(box.node),
            least=LEAST,
            bar=(known.rate or 0) if box.kind == "node" else None,
            thick=1.5 + share / 10,
        )

    def _sign(self, node: int) -> str:
        """How the random game ended that has just been played from a node."""
        kind, number, at = self._events[self.step - 1] if self.step else ("", 0, self.root)
        if kind != "simulate" or at != node:
            return ""
        reward = self.trace.rounds[number].reward * (-1 if self.plies[node] % 2 else 1)
        return " ✓" if reward > 0 else " ✗" if reward < 0 else " ½"

    def _proof_look(self, box: Box, state: list[str], side: str, move: str, known: Counted) -> BoxLook:
        done = "✓" if known.proof == 0 else "✗" if known.disproof == 0 else ""
        if done:
            state.append("won" if known.proof == 0 else "lost")
        if box.kind == "leaf":
            return BoxLook(state, side, value=done or "?", edge=move)
        pair = f"{self.count_text(known.proof)} : {self.count_text(known.disproof)}"
        return BoxLook(state, side, who_text(side), done or pair, pair if done else "", move, least=LEAST)

    def rate_text(self, rate: float | None) -> str:
        """A rate in per cent."""
        return "–" if rate is None else self.words.percent(str(math.floor(100 * rate + 0.5)))

    def proven_text(self, score: int) -> str:
        """A proven score in a word."""
        if plies_to_end(score) is not None:
            return self.words.say("explain.win" if score > 0 else "explain.loss")
        if score == 0:
            return self.words.say("explain.draw")
        return self.words.say("explain.proven-score", value=score)

    def count_text(self, count: float) -> str:
        """A number of leaves."""
        return "∞" if count == math.inf else self.words.number(count)
