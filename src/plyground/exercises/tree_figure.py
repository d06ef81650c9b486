"""A tree on a sheet: triangles for MAX and MIN, boxes for leaves; on the key what a search makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.exercises.marks import MarkedNode, MarkedTree, Path
from plyground.message import Message, say
from plyground.pictures.svg import document, element, text
from plyground.words import Tongue

COLUMN, ROW = 40.0, 86.0  # pixels between leaves, and between plies
HALF, LEAF = 17.0, 26.0  # half the width of a triangle, and the width of a leaf
EDGE = 14.0
PAGE, DOTS = 480.0, 12  # in LaTeX: points between the margins, and dots of a dotted line
Point = tuple[float, float]
RELATION = {"lower": "≥ ", "upper": "≤ "}


@dataclass(frozen=True)
class TreeFigure:
    """A marked tree; estimates stand beside the nodes at which a limited search stops."""

    marks: MarkedTree
    windows: bool = False  # whether the key as text shows α and β; in a picture they would be too small
    estimates: Mapping[Path, int] = field(default_factory=dict)

    def legend(self, drawn: bool) -> Message:
        """How the tree is to be read."""
        return say("exercise.legend.drawn" if drawn else "exercise.legend.written")

    # ------------------------------------------------------------ text

    def text(self, tongue: Tongue, key: bool) -> str:
        lines = [
            self._outline(node, tongue, key) for node in sorted(self.marks.nodes, key=lambda n: n.path)
        ]
        return "\n".join(lines)

    def _outline(self, node: MarkedNode, tongue: Tongue, key: bool) -> str:
        indent = "   " * len(node.path)
        if node.leaf:
            skipped = f"  {tongue.say('exercise.skipped')}" if key and not node.visited else ""
            return f"{indent}{self._number(node)}: {node.points}{skipped}"
        side = "MAX" if node.maximise else "MIN"
        estimate = self.estimates.get(node.path)
        shown = "" if estimate is None else f" ({tongue.say('exercise.estimate')} {estimate})"
        found = f"  {self.found(node, windows=True)}" if key else ""
        return f"{indent}{node.letter} {side}{shown}{found}"

    def found(self, node: MarkedNode, windows: bool = False) -> str:
        """What a search finds at a node, with its window where that is asked for."""
        if not node.visited or node.value is None:
            return "—"
        worth = f"{RELATION.get(node.bound or '', '= ')}{minus(node.value)}"
        if not (windows and self.windows):
            return worth
        return f"α {end(node.alpha, '−∞')}, β {end(node.beta, '+∞')}: {worth.removeprefix('= ')}"

    def _number(self, leaf: MarkedNode) -> int:
        return self._numbers()[leaf.path]

    def _numbers(self) -> dict[Path, int]:
        return {leaf.path: number for number, leaf in enumerate(self.marks.leaves, 1)}

    # ------------------------------------------------------------ pictures

    def places(self) -> dict[Path, Point]:
        """Where each node stands: leaves side by side, the others above the middle of their branches."""
        found: dict[Path, Point] = {
            leaf.path: (number * COLUMN, len(leaf.path) * ROW)
            for number, leaf in enumerate(self.marks.leaves)
        }
        for node in reversed(self.marks.inner):
            below = [x for path, (x, _) in found.items() if path[:-1] == node.path and path]
            found[node.path] = (min(below) + max(below)) / 2, len(node.path) * ROW
        return found

    def svg(self, tongue: Tongue, key: bool) -> str:
        places, numbers = self.places(), self._numbers()
        parts = [self._edge_svg(node, places, key) for node in self.marks.nodes if node.path]
        parts += [
            self._node_svg(node, places[node.path], numbers.get(node.path), key)
            for node in self.marks.nodes
        ]
        wide = max(x for x, _ in places.values()) + 2 * COLUMN + 2 * EDGE
        high = max(y for _, y in places.values()) + 2 * LEAF + 3 * EDGE + 20
        box = (-COLUMN - EDGE, -HALF - EDGE - 14, wide, high)
        return document("".join(parts), box, wide, tongue.say("exercise.tree-title"))

    def _edge_svg(self, node: MarkedNode, places: Mapping[Path, Point], key: bool) -> str:
        (x1, y1), (x2, y2) = places[node.path[:-1]], places[node.path]
        skipped = key and not node.visited
        line = element(
            "line", stroke="edge", x1=x1, y1=y1 + HALF, x2=x2, y2=y2 - HALF,
            stroke_width=1.5, stroke_dasharray="4 4" if skipped else None,
        )  # fmt: skip
        if not skipped or not self.marks[node.path[:-1]].visited:
            return line
        x, y = (x1 + x2) / 2, (y1 + y2) / 2  # struck through where a search turns back
        return line + element("line", stroke="bad", x1=x - 9, y1=y - 4, x2=x + 9, y2=y + 4, stroke_width=3)

    def _node_svg(self, node: MarkedNode, place: Point, number: int | None, key: bool) -> str:
        x, y = place
        ink = "quiet" if key and not node.visited else "ink"
        if node.leaf:
            box = element(
                "rect", fill="paper", stroke="edge", x=x - LEAF / 2, y=y - HALF, width=LEAF, height=LEAF,
                stroke_dasharray="3 3" if ink == "quiet" else None,
            )  # fmt: skip
            return (
                box
                + text(minus(node.points or 0), x, y + 1, 14, ink)
                + text(f"{number}", x, y + 25, 10, "quiet")
            )
        tip, base = (y - HALF, y + HALF) if node.maximise else (y + HALF, y - HALF)
        side = "max" if node.maximise else "min"
        shape = element(
            "polygon", fill=side, stroke=f"{side}-edge",
            points=f"{x:.1f},{tip:.1f} {x - HALF - 4:.1f},{base:.1f} {x + HALF + 4:.1f},{base:.1f}",
        )  # fmt: skip
        drawn = shape + text(node.letter, x, y + (10 if node.maximise else 2), 12, ink, weight=600)
        if (estimate := self.estimates.get(node.path)) is not None:
            drawn += text(f"({minus(estimate)})", x + HALF + 6, y + 4, 13, ink, "start")
        elif key:
            drawn += text(self.found(node), x + HALF + 6, y + 4, 13, ink, "start", weight=600)
        return drawn

    def latex(self, tongue: Tongue, key: bool) -> str:
        """A picture that plain LaTeX draws, without packages."""
        places, numbers = self.places(), self._numbers()
        wide = max(x for x, _ in places.values()) + 2 * COLUMN
        deepest = max(y for _, y in places.values())
        parts = [rf"\begin{{center}}\setlength{{\unitlength}}{{{min(0.75, PAGE / wide):.3f}pt}}"]
        parts.append(rf"\begin{{picture}}({wide:.0f},{deepest + 90:.0f})({-COLUMN:.0f},-50)")
        upright = {path: (x, deepest - y) for path, (x, y) in places.items()}  # y grows upwards there
        for node in self.marks.nodes:
            if node.path:
                parts += self._edge_latex(node, upright, key)
            parts += self._node_latex(node, upright[node.path], numbers.get(node.path), key)
        return "\n".join([*parts, r"\end{picture}\end{center}"])

    def _edge_latex(self, node: MarkedNode, places: Mapping[Path, Point], key: bool) -> list[str]:
        (x1, y1), (x2, y2) = places[node.path[:-1]], places[node.path]
        skipped = key and not node.visited
        lines = [_line((x1, y1 - HALF), (x2, y2 + HALF), dotted=skipped)]
        if skipped and self.marks[node.path[:-1]].visited:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            lines += [_line((x - 9, y - 4 + up), (x + 9, y + 4 + up)) for up in (-1, 1)]
        return lines

    def _node_latex(self, node: MarkedNode, place: Point, number: int | None, key: bool) -> list[str]:
        x, y = place
        if node.leaf:
            corner = f"({x - LEAF / 2:.1f},{y - 9:.1f})"
            points = rf"\scriptsize ${node.points}$"
            box = rf"\put{corner}{{\framebox({LEAF:.0f},{LEAF:.0f}){{{points}}}}}"
            return [box, _words(x, y - 20, rf"\tiny {number}")]
        tip, base = (y + HALF, y - HALF) if node.maximise else (y - HALF, y + HALF)
        corners = ((x, tip), (x - HALF - 4, base), (x + HALF + 4, base))
        parts = [_line(corners[turn], corners[(turn + 1) % 3]) for turn in range(3)]
        parts.append(_words(x, y + (-6 if node.maximise else 4), rf"\tiny {node.letter}"))
        if (estimate := self.estimates.get(node.path)) is not None:
            parts.append(_words(x + HALF + 16, y, f"$({estimate})$"))
        elif key:
            parts.append(_words(x + HALF + 28, y, rf"\scriptsize ${_formula(self.found(node))}$"))
        return parts


def end(value: int | None, open_end: str) -> str:
    """α or β as it is written."""
    return open_end if value is None else minus(value)


def minus(value: int) -> str:
    """A number with a real minus sign."""
    return str(value).replace("-", "−")


def _line(start: Point, stop: Point, dotted: bool = False) -> str:
    """A line in LaTeX: a curve that is straight, for its own lines have few slopes."""
    (x1, y1), (x2, y2) = start, stop
    middle = f"({(x1 + x2) / 2:.1f},{(y1 + y2) / 2:.1f})"
    dots = f"[{DOTS}]" if dotted else ""
    return rf"\qbezier{dots}({x1:.1f},{y1:.1f}){middle}({x2:.1f},{y2:.1f})"


def _words(x: float, y: float, words: str) -> str:
    return rf"\put({x:.1f},{y:.1f}){{\makebox(0,0){{{words}}}}}"


def _formula(found: str) -> str:
    signs = {"−": "-", "—": "-", "≥": r"\ge", "≤": r"\le"}
    return "".join(signs.get(sign, sign) for sign in found)
