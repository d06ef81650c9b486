"""Monte Carlo tree search by hand: upper confidence bounds, a choice, and one round backed up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyground.exercises.exercise import Exercise, Question
from plyground.exercises.tree_figure import minus
from plyground.games.tree import TreeGame
from plyground.message import say
from plyground.pictures.svg import document, text
from plyground.rng import SplitMix64
from plyground.searchers.mcts import MctsNode, upper_confidence
from plyground.spec import whole_number
from plyground.ui.i18n import Tongue

EXPLORE = 1.4
MOST_VISITS = 12
CLEAR = 0.02  # by which the chosen bound is higher: nobody should fail by rounding
COLUMN, ROW = 92.0, 26.0


@dataclass(frozen=True)
class Arm:
    """A move at the root: its random games, and how many of them the side to move has won."""

    letter: str
    visits: int
    wins: int

    @property
    def reward(self) -> int:
        """A win is 1 and a loss -1."""
        return 2 * self.wins - self.visits

    def bound(self, all_visits: int) -> float:
        """The upper confidence bound, by the searcher; its nodes keep the reward of the other side."""
        node = MctsNode(TreeGame(0).start(), 1, visits=self.visits, total=-self.reward)
        return upper_confidence(node, math.log(all_visits), EXPLORE)


@dataclass(frozen=True)
class ArmsFigure:
    """A table of the moves, on the key with their bounds."""

    arms: tuple[Arm, ...]

    def rows(self, tongue: Tongue, key: bool) -> list[list[str]]:
        total = sum(arm.visits for arm in self.arms)
        heads = [
            tongue.say(f"exercise.arm.{name}") for name in ("move", "visits", "wins", "reward", "bound")
        ]
        rows = [
            [
                arm.letter,
                str(arm.visits),
                str(arm.wins),
                minus(arm.reward),
                tongue.number(arm.bound(total), 2) if key else "",
            ]
            for arm in self.arms
        ]
        return [heads, *rows]

    def text(self, tongue: Tongue, key: bool) -> str:
        rows = self.rows(tongue, key)
        wide = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        return "\n".join(
            "  ".join(cell.rjust(size) for cell, size in zip(row, wide, strict=True)).rstrip()
            for row in rows
        )

    def svg(self, tongue: Tongue, key: bool) -> str:
        rows = self.rows(tongue, key)
        drawn = [
            text(cell, (place + 0.5) * COLUMN, (line + 1) * ROW, 13, weight=600 if line == 0 else None)
            for line, row in enumerate(rows)
            for place, cell in enumerate(row)
        ]
        wide, high = len(rows[0]) * COLUMN, (len(rows) + 0.6) * ROW
        return document("".join(drawn), (0.0, 0.0, wide, high), wide, tongue.say("exercise.kind.mcts"))

    def latex(self, tongue: Tongue, key: bool) -> str:
        rows = [
            " & ".join(cell.replace("−", "$-$") for cell in row) + r" \\" for row in self.rows(tongue, key)
        ]
        return "\n".join(
            [
                r"\begin{center}\begin{tabular}{lrrrr}",
                rows[0],
                r"\hline",
                *rows[1:],
                r"\end{tabular}\end{center}",
            ]
        )


def mcts_exercise(seed: int, branching: int = 4) -> Exercise:
    """Which move the next round of UCT tries, and what the table says afterwards."""
    whole_number("branching", branching, 2, 8)
    arms = _clear_arms(SplitMix64(seed), branching)
    total = sum(arm.visits for arm in arms)
    chosen = max(arms, key=lambda arm: arm.bound(total))
    won = SplitMix64(seed + 1).below(2) == 1
    after = Arm(chosen.letter, chosen.visits + 1, chosen.wins + won)
    facts = {
        "visits": str(after.visits),
        "wins": str(after.wins),
        "reward": minus(after.reward),
    }
    bounds = tuple((arm.letter, arm.bound(total)) for arm in arms)
    return Exercise(
        "mcts",
        seed,
        f"plyground exercise mcts --seed {seed} --branching {branching}",
        say("exercise.mcts.introduction", visits=str(total), explore=EXPLORE),
        ArmsFigure(arms),
        [
            Question(say("exercise.ask.bounds"), say("exercise.answer.values", values=bounds)),
            Question(say("exercise.ask.chosen"), say("exercise.answer.text", text=chosen.letter)),
            Question(
                say("exercise.ask.round-won" if won else "exercise.ask.round-lost"),
                say("exercise.answer.round", move=chosen.letter, total=str(total + 1), **facts),
            ),
        ],
    )


def _clear_arms(chance: SplitMix64, count: int) -> tuple[Arm, ...]:
    """Moves of which one has clearly the highest bound."""
    while True:
        visits = [1 + chance.below(MOST_VISITS) for _ in range(count)]
        arms = tuple(Arm("ABCDEFGH"[place], n, chance.below(n + 1)) for place, n in enumerate(visits))
        total = sum(visits)
        first, second = sorted((arm.bound(total) for arm in arms), reverse=True)[:2]
        if first - second > CLEAR:
            return arms
