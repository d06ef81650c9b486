"""Two trees around the node where they part: small boards, the student's tree first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.game import Player, players_of
from plyground.grader.marks import TreePair
from plyground.grader.recorder import SearchNode
from plyground.grader.rubric import Rubric
from plyground.grader.student_tree import StudentTree, View, number_text, read_state
from plyground.pictures.svg import document, element, text
from plyground.words import Tongue

SIDE = 60.0  # pixels of a small board, at most
GAP, ROW = 22.0, 118.0
EDGE = 16.0
BELOW = SIDE + 32  # where lines begin: under a board and what is written there
MAX_REPLIES = 6  # that are drawn; the node where the trees part is among them
MAX_ABOVE = 2  # nodes above the one whose replies differ: the root is among them
SKIP = 24.0  # where nodes are left out between the root and the rest
MAX_BOARD_ROWS = 12  # a larger board is written, not drawn


@dataclass(frozen=True)
class _Panel:
    """One of the two trees: the nodes above, the replies, and which of them is not in the other tree."""

    title: str
    tree: StudentTree
    focus: int
    own: bool


def pair_svgs(pair: TreePair, rubric: Rubric, tongue: Tongue) -> tuple[str, str]:
    """The pictures of both trees, of one size: side by side, or one below the other."""
    yours, right = StudentTree(pair.yours), StudentTree(pair.right)
    focus = _focus(pair, yours, right)
    replies = _replies(yours, right, focus)
    shown, left_out = _selection(replies, yours, right, focus)
    panels = (
        _Panel(tongue.say("grade.figure.yours"), yours, focus, True),
        _Panel(tongue.say("grade.figure.right"), right, focus, False),
    )
    above, skipped = _above(yours, focus)
    wide = max(len(shown) * (SIDE + GAP) + GAP, 3 * SIDE)
    high = 34 + (len(above) + 2) * ROW + (SKIP if skipped else 0)
    box = (-EDGE, -EDGE, wide + 2 * EDGE, high + EDGE)
    one, other = (
        document(
            _panel_svg(panel, above, skipped, shown, left_out, wide, rubric, tongue),
            box,
            box[2],
            f"{tongue.say('grade.figure.title')}: {panel.title}",
        )
        for panel in panels
    )
    return one, other


def _focus(pair: TreePair, yours: StudentTree, right: StudentTree) -> int:
    """The node whose replies differ first: all before the parting is the same in both trees."""
    found = []
    for tree, place in ((yours, pair.yours_at), (right, pair.right_at)):
        if place is not None:
            found.append((tree.nodes[place].level, tree.parents[place] or 0))
    return max(found)[1]


def _above(tree: StudentTree, focus: int) -> tuple[list[int], int]:
    """The nodes above the focus, from the root, at most a few, and how many are left out below the root."""
    path: list[int] = []
    place = tree.parents[focus]
    while place is not None:
        path.insert(0, place)
        place = tree.parents[place]
    skipped = max(0, len(path) - MAX_ABOVE)
    return (path if not skipped else [path[0], *path[skipped + 1 :]]), skipped


def _replies(yours: StudentTree, right: StudentTree, focus: int) -> list[str]:
    """The states below the focus in either tree, in the order of the right one."""
    both = [right.nodes[place].state for place in right.children[focus]]
    both += [yours.nodes[place].state for place in yours.children[focus]]
    return list(dict.fromkeys(both))


def _selection(
    replies: Sequence[str], yours: StudentTree, right: StudentTree, focus: int
) -> tuple[list[str], int]:
    """The replies that are drawn: the first ones, up to and with the first that is in one tree only."""
    mine = {yours.nodes[place].state for place in yours.children[focus]}
    theirs = {right.nodes[place].state for place in right.children[focus]}
    first = next((at for at, state in enumerate(replies) if (state in mine) != (state in theirs)), 0)
    start = max(0, min(first - MAX_REPLIES // 2, len(replies) - MAX_REPLIES))
    shown = list(replies[start : start + MAX_REPLIES])
    return shown, len(replies) - len(shown)


def _panel_svg(
    panel: _Panel,
    above: Sequence[int],
    skipped: int,  # nodes that are left out below the first
    shown: Sequence[str],
    left_out: int,
    wide: float,
    rubric: Rubric,
    tongue: Tongue,
) -> str:
    middle, tree = wide / 2, panel.tree
    parts = [text(panel.title, middle, 6, 15, "ink", weight=600)]
    y = 30.0
    for number, place in enumerate((*above, panel.focus)):
        if number == 1 and skipped:
            more = tongue.say("grade.figure.between", n=skipped)
            parts.append(text(f"⋮ {more}", middle, y - ROW + BELOW + SKIP / 2 + 12, 11, "quiet"))
            y += SKIP
        elif number:
            parts.append(_edge(middle, y - ROW + BELOW, middle, y))
        parts.append(_node_svg(tree.nodes[place], middle, y, rubric, tree))
        y += ROW
    places = {tree.nodes[child].state: child for child in reversed(tree.children[panel.focus])}
    for number, state in enumerate(shown):
        x = GAP + number * (SIDE + GAP) + SIDE / 2
        visited = state in places
        parts.append(_edge(middle, y - ROW + BELOW, x, y, dashed=not visited))
        if visited:
            parts.append(_node_svg(tree.nodes[places[state]], x, y, rubric, tree))
        else:
            parts.append(_board(state, x, y, rubric, faint=True))
            parts.append(text(tongue.say("grade.figure.not-visited"), x, y + SIDE + 14, 10, "bad"))
    if left_out:
        more = tongue.say("grade.figure.more", n=left_out)
        parts.append(text(f"… {more}", wide - GAP, y + SIDE + 32, 11, "quiet", "end"))
    return "".join(parts)


def _edge(x1: float, y1: float, x2: float, y2: float, dashed: bool = False) -> str:
    return element(
        "line", stroke="edge", x1=x1, y1=y1, x2=x2, y2=y2, stroke_dasharray="4 4" if dashed else None
    )


def _node_svg(node: SearchNode, x: float, y: float, rubric: Rubric, tree: StudentTree) -> str:
    label = "" if node.value is None else f"= {number_text(node.value)}"
    window = ""
    if node.alpha is not None and node.beta is not None:
        window = f"α {number_text(node.alpha)}  β {number_text(node.beta)}"
    side = _side(node, tree, rubric)
    return (
        _board(node.state, x, y, rubric)
        + text(f"{side} {label}".strip(), x, y + SIDE + 13, 11, "ink", weight=600)
        + (text(window, x, y + SIDE + 26, 9, "quiet") if window else "")
    )


def _side(node: SearchNode, tree: StudentTree, rubric: Rubric) -> str:
    """MAX or MIN; who moves, where each value is for the side to move: there all nodes are MAX."""
    position = read_state(rubric.game, node.state) if rubric.view == "mover" else None
    if position is not None:
        return players_of(position)[position.to_move.value]
    return "MAX" if _is_max(node, tree, rubric) else "MIN"


def _is_max(node: SearchNode, tree: StudentTree, rubric: Rubric) -> bool:
    view: View = rubric.view
    root = read_state(rubric.game, tree.nodes[0].state)
    first = view != "first" or root is None or root.to_move is Player.FIRST
    return (node.level % 2 == 0) == first


def _board(state: str, x: float, y: float, rubric: Rubric, faint: bool = False) -> str:
    """A small board of a diagram; other states are written."""
    rows = state.split("/")
    if len({len(row) for row in rows}) != 1 or len(rows) < 2 or len(rows) > MAX_BOARD_ROWS:
        return text(state[:14], x, y + SIDE / 2, 10, "quiet" if faint else "ink")
    cell = SIDE / max(len(rows), len(rows[0]))
    left, top = x - cell * len(rows[0]) / 2, y + 2
    wide, high = cell * len(rows[0]), cell * len(rows)
    dashes, size = "3 3" if faint else None, {"x": left, "y": top, "width": wide, "height": high}
    parts = [element("rect", fill="paper", stroke="edge", stroke_dasharray=dashes, **size)]
    levels = (top + number * cell for number in range(1, len(rows)))
    parts += [element("line", stroke="line", x1=left, y1=y1, x2=left + wide, y2=y1) for y1 in levels]
    columns = (left + number * cell for number in range(1, len(rows[0])))
    parts += [element("line", stroke="line", x1=x1, y1=top, x2=x1, y2=top + high) for x1 in columns]
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            if mark != ".":
                ink = "quiet" if faint else {"X": "x", "O": "o"}.get(mark, "ink")
                parts.append(
                    text(mark, left + (column + 0.5) * cell, top + (row + 0.78) * cell, cell * 0.8, ink)
                )
    return "".join(parts)
