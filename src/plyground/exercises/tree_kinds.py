"""Exercises on trees: minimax, alpha-beta, and a search that stops at a depth and trusts an estimate."""

from __future__ import annotations

from typing import Any

from plyground.errors import BadSpec, truncate
from plyground.exercises.exercise import Exercise, Question
from plyground.exercises.marks import MarkedTree, Path
from plyground.exercises.tree_figure import TreeFigure, end, minus
from plyground.exercises.tree_tasks import alphabeta_tasks, depth_tasks, minimax_tasks
from plyground.exercises.trees import MOST_POINTS, LeafOrder, checked_tree, ordered, random_tree
from plyground.game import Position
from plyground.games.tree import Tree
from plyground.message import say
from plyground.rng import SplitMix64
from plyground.searchers import AlphaBeta, Minimax
from plyground.searchers.alphabeta import Cut

LEVELS = 2  # that a limited search looks down


def minimax_exercise(
    seed: int,
    depth: int = 3,
    branching: int = 3,
    ties: bool = True,
    order: LeafOrder = "random",
    tree: Tree | None = None,
) -> Exercise:
    """Values by hand, from the leaves up; `tree` is one that somebody has made instead of the seed's."""
    marks = MarkedTree(_tree(tree, seed, depth, branching, ties, order), Minimax())
    values = ", ".join(f"{node.letter} {minus(node.value or 0)}" for node in marks.inner)
    return Exercise(
        "minimax",
        seed if tree is None else None,
        _command("minimax", seed, depth, branching, ties, order, tree=tree),
        say("exercise.minimax.introduction"),
        TreeFigure(marks),
        [
            Question(say("exercise.ask.values"), say("exercise.answer.text", text=values)),
            _root_question(marks),
            Question(say("exercise.ask.line"), say("exercise.answer.text", text=_line(marks))),
        ],
        minimax_tasks(marks),
    )


def alphabeta_exercise(
    seed: int,
    depth: int = 3,
    branching: int = 3,
    ties: bool = True,
    order: LeafOrder = "random",
    cut: Cut = "equal",
    tree: Tree | None = None,
) -> Exercise:
    """Which leaves alpha-beta skips, from left to right, and with which α and β."""
    marks = MarkedTree(_tree(tree, seed, depth, branching, ties, order), AlphaBeta(cut=cut))
    windows = "; ".join(
        f"{node.letter}: α {end(node.alpha, '−∞')}, β {end(node.beta, '+∞')}"
        for node in marks.inner
        if node.visited
    )
    questions = [
        _root_question(marks),
        Question(say("exercise.ask.skipped"), _skipped(marks)),
        Question(say("exercise.ask.windows"), say("exercise.answer.text", text=windows)),
    ]
    if cut == "equal":
        best = MarkedTree(ordered(marks.tree))
        looked = len(best.leaves) - len(best.skipped)
        questions.append(Question(say("exercise.ask.best-order"), say("exercise.answer.leaves", n=looked)))
    return Exercise(
        "alphabeta",
        seed if tree is None else None,
        _command("alphabeta", seed, depth, branching, ties, order, cut, tree),
        say(f"exercise.alphabeta.introduction-{cut}"),
        TreeFigure(marks, windows=True),
        questions,
        alphabeta_tasks(marks, cut),
    )


def depth_exercise(
    seed: int,
    depth: int = 3,
    branching: int = 3,
    ties: bool = True,
    order: LeafOrder = "random",
    tree: Tree | None = None,
) -> Exercise:
    """A search to two plies that trusts estimates, beside the whole tree."""
    grown = _tree(tree, seed, depth, branching, ties, order)
    estimates = _estimates(grown, SplitMix64(seed).next())
    if not estimates:
        given = f"depth={depth}" if tree is None else f"tree={tree}"
        right = f"the depth is cut at {LEVELS} plies: take a deeper tree"
        raise BadSpec("too shallow", truncate(given), None, right, "shallow-tree", {"plies": LEVELS})

    def estimate(position: Position[Any]) -> int:
        points = estimates[position.path]  # type: ignore[attr-defined]
        return points if len(position.path) % 2 == 0 else -points  # type: ignore[attr-defined]

    shown, true = MarkedTree(grown, Minimax(depth=LEVELS, evaluate=estimate)), MarkedTree(grown, Minimax())
    lost = true.score - (true[shown.best[:1]].value or 0)
    return Exercise(
        "depth",
        seed if tree is None else None,
        _command("depth", seed, depth, branching, ties, order, tree=tree),
        say("exercise.depth.introduction", n=LEVELS),
        TreeFigure(true, estimates=estimates),
        [
            Question(say("exercise.ask.limited", n=LEVELS), _root_answer(shown)),
            Question(say("exercise.ask.whole"), _root_answer(true)),
            Question(say("exercise.ask.lost"), say("exercise.answer.points", n=lost)),
        ],
        depth_tasks(shown, true, LEVELS),
    )


def _tree(own: Tree | None, seed: int, depth: int, branching: int, ties: bool, order: LeafOrder) -> Tree:
    return random_tree(seed, depth, branching, ties, order) if own is None else checked_tree(own)


def _estimates(tree: Tree, seed: int) -> dict[Path, int]:
    """A guess for every node at which the search stops."""
    chance = SplitMix64(seed)
    return {
        node.path: chance.below(MOST_POINTS + 1)
        for node in MarkedTree(tree, Minimax()).inner
        if len(node.path) == LEVELS
    }


def _root_question(marks: MarkedTree) -> Question:
    return Question(say("exercise.ask.root"), _root_answer(marks))


def _root_answer(marks: MarkedTree) -> Any:
    return say("exercise.answer.root", value=minus(marks.score), move=marks.name(marks.best[:1]))


def _skipped(marks: MarkedTree) -> Any:
    numbers = {leaf.path: number for number, leaf in enumerate(marks.leaves, 1)}
    if not marks.skipped:
        return say("exercise.answer.none")
    listed = ", ".join(str(numbers[leaf.path]) for leaf in marks.skipped)
    return say("exercise.answer.skipped", leaves=listed, n=len(marks.skipped), of=len(marks.leaves))


def _line(marks: MarkedTree) -> str:
    steps = [marks.best[: length + 1] for length in range(len(marks.best))]
    return " → ".join(["A", *(marks.name(path) for path in steps)])


def _command(
    kind: str, seed: int, depth: int, branching: int, ties: bool, order: str,
    cut: str = "equal", tree: Tree | None = None,
) -> str:  # fmt: skip
    """The command that makes the exercise; what is usual goes without saying."""
    if tree is None:
        said = [f"--seed {seed} --depth {depth} --branching {branching}"]
        said += ["--ties no"] * (not ties) + [f"--order {order}"] * (order != "random")
    else:  # the seed only gives the estimates of a limited search
        said = [f"--tree '{tree}'".replace(" ", "").replace("--tree", "--tree ")]
        said += [f"--seed {seed}"] * (kind == "depth")
    return " ".join(["plyground exercise", kind, *said, *([f"--cut {cut}"] * (cut != "equal"))])
