"""Monte Carlo tree search by hand: upper confidence bounds, a choice, and one round backed up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyground.exercises.exercise import Exercise, Question
from plyground.exercises.task import Blank, Task
from plyground.exercises.tree_figure import minus
from plyground.games.tree import TreeGame
from plyground.message import say
from plyground.pictures.svg import document, text
from plyground.rng import SplitMix64
from plyground.searchers.mcts import MctsNode, upper_confidence
from plyground.spec import whole_number
from plyground.words import Tongue

EXPLORE = 1.4
MOST_VISITS = 12
CLEAR = 0.02  # by which the chosen bound is higher: nobody should fail by rounding
ROUNDING = 0.01  # two decimals, rounded or cut off
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

    def legend(self, drawn: bool) -> None:
        """It explains itself."""

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
    tasks = bandit_tasks(arms, chosen, after, won)
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
        tasks,
    )


def bandit_tasks(arms: tuple[Arm, ...], chosen: Arm, after: Arm, won: bool) -> list[Task]:
    """The same questions as blanks: a bound for every move, the choice, and the table after the round."""
    total = sum(arm.visits for arm in arms)
    first, second = sorted(arms, key=lambda arm: arm.bound(total), reverse=True)[:2]
    facts = {
        "move": first.letter,
        "bound": first.bound(total),
        "next": second.letter,
        "after": second.bound(total),
    }
    result = say("exercise.won" if won else "exercise.lost")
    choice = Blank(
        "move",
        say("exercise.label.choice"),
        chosen.letter,
        say("exercise.why.chosen", **facts),
        say("exercise.hint.chosen"),
        sort="choice",
        choices=tuple(arm.letter for arm in arms),
    )
    counts = {"visits": after.visits, "wins": after.wins, "reward": after.reward, "total": total + 1}
    before = {"visits": chosen.visits, "wins": chosen.wins, "reward": chosen.reward, "total": total}
    round_ = [
        Blank(
            name,
            say(f"exercise.label.{name}", move=chosen.letter),
            str(count),
            say(f"exercise.why.{name}", result=result, before=minus(before[name]), after=minus(count)),
            say("exercise.hint.round", result=result),
        )
        for name, count in counts.items()
    ]
    ask = say("exercise.ask.round-won" if won else "exercise.ask.round-lost")
    return [
        Task("bounds", say("exercise.ask.bounds"), [_bound_blank(arm, total) for arm in arms]),
        Task("chosen", say("exercise.ask.chosen"), [choice]),
        Task("round", ask, round_),
    ]


def _bound_blank(arm: Arm, total: int) -> Blank:
    mean = arm.reward / arm.visits
    rest, bound = arm.bound(total) - mean, arm.bound(total)
    facts = {
        "reward": minus(arm.reward),
        "visits": str(arm.visits),
        "total": str(total),
        "explore": EXPLORE,
    }
    why = say("exercise.why.bound", **facts, mean=mean, rest=rest, bound=bound)
    mistakes = {
        f"{round(mean, 2):g}": say("exercise.mistake.mean"),
        f"{round(rest, 2):g}": say("exercise.mistake.rest"),
    }
    return Blank(
        arm.letter,
        arm.letter,
        f"{bound:.4f}",
        why,
        say("exercise.hint.bound", move=arm.letter, **facts),
        at=arm.letter,
        tolerance=ROUNDING,
        mistakes=mistakes,
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
