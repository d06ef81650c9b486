"""A trace as text: the tree with windows, values and what was pruned, for any terminal.

Scores are those of the side to move at the root, so that α and β keep their meaning down the tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from plyground.errors import printable
from plyground.score import LONGEST, raise_recursion_limit, score_text
from plyground.ui.explain.grown import Grown
from plyground.ui.explain.tree import SearchTree
from plyground.words import tongue

MAX_LINES = 200


def trace_text(
    trace: SearchTree, most: int = MAX_LINES, chosen: int | None = None, remark: str | None = None
) -> str:
    """At most so many lines of the tree, and how to read it.

    `chosen` is the depth that was chosen where no limit was given.
    """
    if trace.kind:
        return grown_text(trace, most)
    tree: list[str] = []
    for root in trace.roots():
        if most > len(tree):
            tree += tree_text(trace, root, most - len(tree))
    counted = ", where plies are counted from" if any(" plies" in line for line in tree) else ""
    lines = [f"All values are from MAX's side: MAX moves at the top{counted}."]
    lines += [f"No depth was given: searched to depth {chosen}.\n" if chosen else "", *tree]
    cut = sum(len(trace.pruned(node)) for node in range(len(trace)))
    among = "" if trace.complete else " among those written down"
    lines.append(
        f"\n{len(trace):,} nodes written down, {trace.left_out:,} left out; {cut:,} moves pruned{among}"
    )
    if sentence := unfinished(trace):
        lines.append(sentence)
    if remark == "counts-zero":
        lines.append(f"note: {tongue('en').say('remark.counts-zero')}")
    return "\n".join(lines)


def tree_text(trace: SearchTree, root: int = 0, most: int = MAX_LINES) -> Iterator[str]:
    """The lines of the tree below a node, at most `most`."""
    raise_recursion_limit(4 * LONGEST)
    yield from _at_most(most, _lines(trace, root, "", ""))


def grown_text(trace: SearchTree, most: int = MAX_LINES) -> str:
    """At most so many lines of a tree that was grown round by round, and how to read it."""
    raise_recursion_limit(4 * LONGEST)
    words = tongue("en")
    lines = [words.say({"mcts": "explain.note-mcts", "proof": "explain.note-proof"}[trace.kind])]
    for goal, root in zip(("win", "draw"), trace.roots(), strict=False):
        grown = Grown(trace, root, words)
        lines.append(f"\nCan MAX force a {goal}?" if trace.kind == "proof" else "")
        lines += _at_most(most - len(lines), _grown_lines(grown, root, "", ""))
        known = grown.counted(root)
        if trace.kind == "proof" and known.proof and known.disproof:
            lines.append("Unfinished: neither proven nor disproven.")
    rounds = f"{len(trace.rounds):,} {'rounds' if trace.kind == 'mcts' else 'nodes expanded'}"
    lines.append(f"\n{rounds}; {len(trace):,} nodes written down, {trace.left_out:,} left out")
    return "\n".join(lines)


def _grown_lines(grown: Grown, node: int, first: str, rest: str) -> Iterator[str]:
    row, known = grown.trace.rows[node], grown.counted(node)
    numbers = f"{grown.count_text(known.proof)} : {grown.count_text(known.disproof)}"
    if grown.trace.kind == "mcts":
        numbers = f"{grown.rate_text(known.rate)} of {known.visits:,}"
        numbers += "" if known.proven is None else f", proven: {grown.proven_text(known.proven)}"
    shown = f"{printable(row.move)}: " if row.move is not None else ""
    who = "MIN" if grown.plies[node] % 2 else "MAX"
    yield f"{first}{shown}{who} {numbers}"
    children = grown.trace.children(node)
    for child in children:
        last = child == children[-1]
        yield from _grown_lines(
            grown, child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  ")
        )


def _at_most(most: int, lines: Iterator[str]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if number > most:
            left = sum(1 for _ in lines) + 1
            yield f"… and {left:,} more lines"
            return
        yield line


def window_ends(trace: SearchTree, node: int) -> tuple[str, str]:
    """α and β that a node was entered with, as the root's side sees them."""
    row = trace.rows[node]
    low, high = row.alpha, row.beta
    if trace.ply(node) % 2:
        low, high = (None if high is None else -high), (None if low is None else -low)
    return "-∞" if low is None else score_text(low), "+∞" if high is None else score_text(high)


def window(trace: SearchTree, node: int) -> str:
    """The window that a node was entered with: `α=3 β=+∞`."""
    alpha, beta = window_ends(trace, node)
    return f"α={alpha} β={beta}"


def unfinished(trace: SearchTree) -> str | None:
    """A sentence about a search that was stopped; None if it was not. Deepening has an answer even so."""
    roots = trace.roots()
    if not roots or trace.rows[roots[-1]].value is not None:
        return None
    sentence = f"Unfinished: stopped after {len(trace) + trace.left_out:,} nodes"
    if "Deepening" in trace.agent.partition("(")[0] and len(roots) > 1:
        return f"{sentence}; depth {len(roots) - 1} is the last that was finished."
    return f"{sentence}, so there is no value and no best move."


def worth(trace: SearchTree, node: int) -> str:
    """The value that came back, with ≤ or ≥ where it is only a bound, as the root's side sees it."""
    row, bound = trace.rows[node], trace.bound(node)
    if row.value is None:
        return "stopped"
    flipped = trace.ply(node) % 2 == 1
    at_least = "upper" if flipped else "lower"
    sign = "" if bound == "exact" else "≥ " if bound == at_least else "≤ "
    return f"{sign}{score_text(-row.value if flipped else row.value)}"


def _lines(trace: SearchTree, node: int, first: str, rest: str) -> Iterator[str]:
    row = trace.rows[node]
    children, pruned = trace.children(node), trace.pruned(node)
    who = "MIN" if trace.ply(node) % 2 else "MAX"
    shown = f"{printable(row.move)}: " if row.move is not None else ""
    inner = f"{who} {window(trace, node)} → " if children else ""
    yield f"{first}{shown}{inner}{worth(trace, node)}"
    for child in children:
        last = child == children[-1] and not pruned and not row.capped
        yield from _lines(
            trace, child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  ")
        )
    if pruned:
        yield f"{rest}└╌ {printable(' '.join(pruned))}: pruned, {trace.reason(node)}"
    elif row.capped:
        yield f"{rest}└╌ more was searched here and not written down"
