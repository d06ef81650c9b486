"""Why alpha-beta does what it does on a tree, in sentences: whose α or β it is, and what cuts."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.exercises.marks import MarkedNode, MarkedTree, Path
from plyground.exercises.tree_figure import RELATION, end, minus
from plyground.message import Message, say
from plyground.searchers.alphabeta import Cut

SIDES = {True: "MAX", False: "MIN"}


@dataclass(frozen=True)
class BoundGiver:
    """Who has given α or β: a side has `value` at `above` by going to `sister`."""

    above: MarkedNode
    sister: MarkedNode
    value: int


@dataclass(frozen=True)
class TreeReasons:
    """The reasons on one marked tree."""

    marks: MarkedTree
    cut: Cut = "equal"

    def name(self, node: MarkedNode) -> str | Message:
        """B, or leaf 4."""
        return node.letter or say("exercise.leaf", leaf=self.marks.name(node.path))

    def branches(self, node: MarkedNode) -> list[MarkedNode]:
        return [other for other in self.marks.nodes if other.path and other.path[:-1] == node.path]

    def worths(self, node: MarkedNode) -> str:
        """What is known of the branches of a node: `B = 3, C ≤ 2`; of leaves their points."""
        return ", ".join(
            minus(branch.points) if branch.points is not None else f"{branch.letter} {worth(branch)}"
            for branch in self.branches(node)
            if branch.visited
        )

    def grounds(self, node: MarkedNode) -> str:
        """The same with where it comes from: `B = min(7, 19, 0) = 0`."""
        return ", ".join(
            f"{branch.letter} = {'max' if branch.maximise else 'min'}"
            f"({', '.join(minus(below.value or 0) for below in self.branches(branch))}) {worth(branch)}"
            if branch.letter
            else minus(branch.points or 0)
            for branch in self.branches(node)
        )

    def giver(self, path: Path, maximise: bool) -> BoundGiver | None:
        """Where the α (of MAX) or the β (of MIN) comes from with which a node is entered."""
        found: BoundGiver | None = None
        for ply in range(len(path)):
            above = self.marks[path[:ply]]
            if above.maximise is not maximise:
                continue
            for sister in (self.marks[(*above.path, branch)] for branch in range(path[ply])):
                if sister.value is None:
                    continue
                better = found is None or (
                    sister.value > found.value if maximise else sister.value < found.value
                )
                if better:
                    found = BoundGiver(above, sister, sister.value)
        return found

    def end_of_window(self, path: Path, maximise: bool) -> Message:
        """α or β where a node is entered, with who has given it."""
        sign = "α" if maximise else "β"
        giver = self.giver(path, maximise)
        if giver is None:
            return say("exercise.end-open", sign=sign, value=end(None, "−∞" if maximise else "+∞"))
        return say(
            "exercise.end-given",
            sign=sign,
            value=minus(giver.value),
            side=SIDES[maximise],
            above=giver.above.letter,
            sister=self.name(giver.sister),
        )

    def why_bound(self, node: MarkedNode, maximise: bool) -> Message:
        """Why a node is entered with this α or β."""
        giver = self.giver(node.path, maximise)
        sign, side = ("α", "MAX") if maximise else ("β", "MIN")
        if giver is None:
            open_end = "−∞" if maximise else "+∞"
            return say("exercise.why.end-open", sign=sign, side=side, node=node.letter, value=open_end)
        return say(
            "exercise.why.end-given",
            sign=sign,
            side=side,
            value=minus(giver.value),
            above=giver.above.letter,
            sister=self.name(giver.sister),
        )

    def why_visited(self, node: MarkedNode) -> Message:
        """Why a node is looked at: no cut has come before it."""
        alpha, beta = (self.end_of_window(node.path, side) for side in (True, False))
        return say("exercise.why.visited", alpha=alpha, beta=beta, sign="<" if self.cut == "equal" else "≤")

    def why_skipped(self, node: MarkedNode) -> Message:
        """Which branch of which node cuts off a node that is not looked at, and who has given the bound."""
        ply = next(ply for ply in range(len(node.path)) if not self.marks[node.path[: ply + 1]].visited)
        above = self.marks[node.path[:ply]]
        last = [branch for branch in self.branches(above) if branch.visited][-1]
        giver = self.giver(above.path, not above.maximise)
        assert giver is not None, "nothing is cut without a bound"
        assert last.value is not None
        return say(
            "exercise.why.cut-max" if above.maximise else "exercise.why.cut-min",
            node=above.letter,
            last=self.name(last),
            worth=worth(last),
            value=minus(last.value),
            bound=minus(giver.value),
            above=giver.above.letter,
            sister=self.name(giver.sister),
            sign="≥" if self.cut == "equal" else ">",
        )

    def hint_skipped(self, leaf: MarkedNode) -> Message:
        """Where to look to decide about a leaf."""
        above = self.marks[leaf.path[:-1]]
        sign = "≥" if self.cut == "equal" else ">"
        return say("exercise.hint.leaf", node=above.letter, leaf=self.name(leaf), sign=sign)


def worth(node: MarkedNode) -> str:
    """`= 3`, or `≤ 2` where a search has only a bound."""
    relation = "= " if node.leaf else RELATION.get(node.bound or "", "= ")
    return f"{relation}{minus(node.value or 0)}"
