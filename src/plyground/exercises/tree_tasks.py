"""The questions about trees as tasks for a page: what goes into each blank comes from a marked tree."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.exercises.marks import MarkedNode, MarkedTree, Path
from plyground.exercises.task import HIGH, LOW, PRUNED, Blank, Task
from plyground.exercises.tree_figure import minus
from plyground.exercises.tree_reasons import SIDES, TreeReasons
from plyground.exercises.trees import ordered, value
from plyground.games.tree import Tree
from plyground.message import Message, say
from plyground.searchers.alphabeta import Cut


def minimax_tasks(marks: MarkedTree) -> list[Task]:
    """Every value from the leaves up, MAX's move, and where best play ends."""
    reasons = TreeReasons(marks)
    upwards = sorted(marks.inner, key=lambda node: (-len(node.path), node.path))
    return [
        Task("values", say("exercise.ask.values"), [_value_blank(reasons, node) for node in upwards]),
        Task("move", say("exercise.ask.move"), [_move_blank(reasons)]),
        Task("line", say("exercise.ask.end"), [_end_blank(marks)]),
    ]


def alphabeta_tasks(marks: MarkedTree, cut: Cut) -> list[Task]:
    """The value and the move, the leaves that are skipped, every window, and the best order."""
    reasons = TreeReasons(marks, cut)
    root = marks[()]
    skipped = [_leaf_blank(reasons, leaf) for leaf in marks.leaves]
    windows = [
        blank
        for node in sorted(marks.inner, key=lambda node: node.path)
        for blank in _window_blanks(reasons, node)
    ]
    order = [Task("order", say("exercise.ask.best-order"), [_order_blank(marks)])] if cut == "equal" else []
    return [
        Task("root", say("exercise.ask.root"), [_value_blank(reasons, root), _move_blank(reasons)]),
        Task("pruned", say("exercise.ask.pruned"), skipped),
        Task("windows", say("exercise.ask.windows-page"), windows),
        *order,
    ]


def depth_tasks(shown: MarkedTree, true: MarkedTree, levels: int) -> list[Task]:
    """What a limited search finds, what is true, and what the difference costs."""
    limited, whole = TreeReasons(shown), TreeReasons(true)
    trusted = {str(true.score): say("exercise.mistake.true-value")}
    by_leaves = {str(shown.score): say("exercise.mistake.estimated")}
    chosen, best = shown.best[:1], true.score
    worth = true[chosen].value or 0
    lost = Blank(
        "lost",
        say("exercise.label.lost"),
        str(best - worth),
        say(
            "exercise.why.lost",
            move=true.name(chosen),
            worth=minus(worth),
            best=minus(best),
            n=best - worth,
        ),
        say("exercise.hint.lost", move=true.name(chosen)),
    )
    return [
        Task(
            "limited",
            say("exercise.ask.limited", n=levels),
            [_value_blank(limited, shown[()], trusted), _move_blank(limited)],
        ),
        Task(
            "whole",
            say("exercise.ask.whole"),
            [_value_blank(whole, true[()], by_leaves), _move_blank(whole)],
        ),
        Task("lost", say("exercise.ask.lost"), [lost]),
    ]


def best_ends(tree: Tree, maximise: bool = True, path: Path = ()) -> Iterator[Path]:
    """The leaves at which play may end if both sides play their best."""
    if isinstance(tree, int):
        yield path
        return
    for branch, below in enumerate(tree):
        if value(below, not maximise) == value(tree, maximise):
            yield from best_ends(below, not maximise, (*path, branch))


def _value_blank(
    reasons: TreeReasons, node: MarkedNode, mistakes: dict[str, Message] | None = None
) -> Blank:
    """The value of a node; with `mistakes` the reason goes a ply deeper."""
    known = [branch.value for branch in reasons.branches(node) if branch.value is not None]
    worst = min(known) if node.maximise else max(known)
    side = "max" if node.maximise else "min"
    facts = {"node": node.letter, "values": reasons.grounds(node) if mistakes else reasons.worths(node)}
    other = {str(worst): say(f"exercise.mistake.not-{side}", node=node.letter)}
    return Blank(
        node.letter,
        node.letter,
        str(node.value),
        say(f"exercise.why.{side}", **facts, value=minus(node.value or 0)),
        say(f"exercise.hint.{side}", node=node.letter),
        at=node.letter,
        mistakes=(mistakes or {}) | other,
    )


def _move_blank(reasons: TreeReasons) -> Blank:
    """MAX's move: as right as the searcher's is any branch with the same value."""
    marks = reasons.marks
    branches = reasons.branches(marks[()])
    names = [marks.name(branch.path) for branch in branches]
    best = marks.name(marks.best[:1])
    assert isinstance(marks.tree, tuple)
    worths = {
        name: branch.value if branch.bound == "exact" else value(below, maximise=False)
        for name, branch, below in zip(names, branches, marks.tree, strict=True)
    }
    alike = [name for name in names if worths[name] == worths[best] and name != best]
    why = say("exercise.why.move", values=_named(reasons), value=minus(marks.score), move=best)
    if alike:
        why = say("exercise.why.move-tie", why=why, others=", ".join(alike), move=best)
    return Blank(
        "move",
        say("exercise.label.move"),
        best,
        why,
        say("exercise.hint.move"),
        sort="choice",
        at="A",
        also=frozenset(alike),
        choices=tuple(names),
    )


def _named(reasons: TreeReasons) -> str:
    """The branches of the root with their worths; leaves by their numbers."""
    marks = reasons.marks
    return (
        reasons.worths(marks[()])
        if marks[(0,)].letter
        else ", ".join(
            f"{marks.name(leaf.path)}: {minus(leaf.points or 0)}" for leaf in reasons.branches(marks[()])
        )
    )


def _end_blank(marks: MarkedTree) -> Blank:
    ends = [marks.name(path) for path in best_ends(marks.tree)]
    steps = [marks.name(marks.best[: length + 1]) for length in range(len(marks.best))]
    return Blank(
        "end",
        say("exercise.label.end-of-play"),
        steps[-1],
        say("exercise.why.line", line=" → ".join(["A", *steps])),
        say("exercise.hint.line"),
        sort="choice",
        at="A",
        also=frozenset(ends),
        choices=tuple(marks.name(leaf.path) for leaf in marks.leaves),
    )


def _leaf_blank(reasons: TreeReasons, leaf: MarkedNode) -> Blank:
    number = reasons.marks.name(leaf.path)
    why = reasons.why_visited(leaf) if leaf.visited else reasons.why_skipped(leaf)
    return Blank(
        number,
        say("exercise.label.leaf", leaf=number),
        "" if leaf.visited else PRUNED,
        why,
        reasons.hint_skipped(leaf),
        sort="leaf",
        at=number,
    )


def _window_blanks(reasons: TreeReasons, node: MarkedNode) -> Iterator[Blank]:
    """α and β of a node; both stay empty where the search does not come."""
    ends = {True: node.alpha, False: node.beta}
    for maximise, sign in ((True, "alpha"), (False, "beta")):
        open_end = LOW if maximise else HIGH
        answer = ends[maximise]
        written = "" if not node.visited else open_end if answer is None else str(answer)
        mistakes = {}
        if node.visited:
            if node.value is not None:
                mistakes[str(node.value)] = say("exercise.mistake.left", node=node.letter)
            other = ends[not maximise]
            opposite = (HIGH if maximise else LOW) if other is None else str(other)
            mistakes[opposite] = say("exercise.mistake.swapped")
        yield Blank(
            f"{node.letter}.{sign}",
            say("exercise.label.end", sign="α" if maximise else "β", node=node.letter),
            written,
            reasons.why_bound(node, maximise) if node.visited else reasons.why_skipped(node),
            say(
                "exercise.hint.end",
                node=node.letter,
                side=SIDES[maximise],
                value="−∞" if maximise else "+∞",
            ),
            sort="alpha" if maximise else "beta",
            at=node.letter,
            mistakes=mistakes,
        )


def _order_blank(marks: MarkedTree) -> Blank:
    best = MarkedTree(ordered(marks.tree))
    of, looked = len(best.leaves), len(best.leaves) - len(best.skipped)
    orders = "; ".join(_better_orders(marks))
    why = (
        say("exercise.why.order", orders=orders, n=looked, of=of)
        if orders
        else say("exercise.why.order-already", n=looked, of=of)
    )
    return Blank("order", say("exercise.label.leaves"), str(looked), why, say("exercise.hint.order"))


def _better_orders(marks: MarkedTree) -> Iterator[str]:
    """`B: 3, 1, 2` for every node whose best branch is not first already."""
    for node in marks.inner:
        below: Tree = marks.tree
        for branch in node.path:
            assert isinstance(below, tuple)
            below = below[branch]
        assert isinstance(below, tuple)
        worths = [value(branch, not node.maximise) for branch in below]
        order = sorted(range(len(below)), key=lambda place: worths[place], reverse=node.maximise)
        if order != list(range(len(below))):
            names = ", ".join(marks.name((*node.path, place)) for place in order)
            yield f"{node.letter}: {names}"
