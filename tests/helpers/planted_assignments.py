"""Wrong submissions for the assignments: the teacher's solution with one change each, as students make them.

They are wrong and do no harm; all the same they only ever run confined.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.assignments import ASSIGNMENTS


class WrongSubmission(NamedTuple):
    """What was written instead of what, which check finds it, and the reason that the student reads."""

    name: str
    old: str
    new: str
    kind: str
    reason: str


_MAX = "value = -2\n    for action in actions(board):\n        value = max("
_MIN = "value = 2\n    for action in actions(board):\n        value = min("
_NO_TABLE = "    best, chosen = -math.inf, None\n"
_TABLE = "    if position in KNOWN:\n        return KNOWN[position]\n" + _NO_TABLE
_SEEN = "    text = str(board)\n    if text in SEEN:\n        return SEEN[text]\n    value = "
_END = "        return utility(board)\n"

MINIMAX = [
    WrongSubmission("wrong name", "max_value", "maxvalue", "interface", "grade.name.near"),
    WrongSubmission("wrong parameters", "def minimax(board):", "def minimax(board, depth=9):", "interface", "grade.name.parameters"),
    WrongSubmission("prints", "    best = None\n", "    best = None\n    print(board)\n", "interface", "grade.prints"),
    WrongSubmission("syntax error", "def max_value(board):", "def max_value(board)", "interface", "grade.trouble.syntax"),
    WrongSubmission("mutated board", "new = [list(row) for row in board]", "new = board", "legal", "grade.changed"),
    WrongSubmission("shallow copy", "new = [list(row) for row in board]", "new = list(board)", "legal", "grade.changed"),
    WrongSubmission("returns nothing", "    return chosen", "    chosen", "legal", "grade.trouble.nothing"),
    WrongSubmission("returns the value", "    return chosen", "    return best", "legal", "grade.trouble.illegal"),
    WrongSubmission("infinite recursion", "min(value, max_value(result(board, action)))", "min(value, min_value(board))", "legal", "grade.trouble.recursion"),
    WrongSubmission("sign error", "{X: 1, O: -1, None: 0}", "{X: -1, O: 1, None: 0}", "values", "grade.value.end-sign"),
    WrongSubmission("a draw is a loss", "{X: 1, O: -1, None: 0}", "{X: 1, O: -1, None: -1}", "values", "grade.value.end-draw"),
    WrongSubmission("MAX takes the least", _MAX, "value = 2\n    for action in actions(board):\n        value = min(", "values", "grade.value.max-min"),
    WrongSubmission("MIN takes the greatest", _MIN, "value = -2\n    for action in actions(board):\n        value = max(", "values", "grade.value.min-max"),
    WrongSubmission("MAX and MIN swapped at the root", "if player(board) == X:\n            value = min_value", "if player(board) == O:\n            value = min_value", "values", "grade.value.min-max"),
    WrongSubmission("begins with 0", "    value = -2\n", "    value = 0\n", "values", "grade.value.start"),
    WrongSubmission("ties broken otherwise", "value > best", "value >= best", "values", "grade.values.tie"),
    WrongSubmission("stops at a win", "min_value(result(board, action)))\n    return value", "min_value(result(board, action)))\n        if value == 1:\n            break\n    return value", "nodes", "grade.tree.pruned"),
    WrongSubmission("table of boards", "    value = 2\n", f"{_SEEN}2\n", "nodes", "grade.tree.memo"),
    WrongSubmission("other order", "for j in range(3) if", "for j in reversed(range(3)) if", "nodes", "grade.tree.order"),
    WrongSubmission("goes on after the end", "    if terminal(board):\n" + _END, "    if not actions(board):\n" + _END, "nodes", "grade.tree.after-end"),
    WrongSubmission("plays anything", "    return chosen", "    return actions(board)[-1]", "never-loses", "grade.loses"),
]  # fmt: skip

ALPHABETA = [
    WrongSubmission("wrong name", "def choose(", "def chose(", "interface", "grade.name.near"),
    WrongSubmission("prints", _NO_TABLE, "    print(depth)\n" + _NO_TABLE, "interface", "grade.prints"),
    WrongSubmission("crash", "limits.depth", "limits.dept", "legal", "grade.trouble.crash"),
    WrongSubmission("infinite recursion", "position.after(move), depth - 1", "position, depth", "legal", "grade.trouble.recursion"),
    WrongSubmission("sign error", "1 if winner is position.to_move else -1", "-1 if winner is position.to_move else 1", "values", "grade.value.end-sign"),
    WrongSubmission("no minus", "value = -search", "value = search", "values", "grade.value.no-negation"),
    WrongSubmission("ties broken otherwise", "value > best", "value >= best", "values", "grade.values.bound"),
    WrongSubmission("no pruning", "        if alpha >= beta:\n            break\n", "", "nodes", "grade.tree.no-pruning"),
    WrongSubmission("α and β not passed on", "-beta, -alpha)", "-math.inf, math.inf)", "nodes", "grade.tree.window-not-passed"),
    WrongSubmission("window not turned", "-beta, -alpha)", "alpha, beta)", "nodes", "grade.tree.unturned"),
    WrongSubmission("window not swapped", "-beta, -alpha)", "-alpha, -beta)", "nodes", "grade.tree.unswapped"),
    WrongSubmission("strict cut", "alpha >= beta", "alpha > beta", "nodes", "grade.tree.other-cut-equal"),
    WrongSubmission("cut on the wrong side", "        alpha = max(alpha, best)\n        if alpha >= beta:", "        worse = value <= alpha\n        alpha = max(alpha, best)\n        if worse:", "nodes", "grade.tree.wrong-side"),
    WrongSubmission("cut the wrong way round", "alpha >= beta", "alpha <= beta", "nodes", "grade.tree.cut-too-soon"),
    WrongSubmission("no depth", "depth - 1", "depth", "nodes", "grade.tree.no-depth"),
    WrongSubmission("one ply too deep", "if depth == 0", "if depth < 0", "nodes", "grade.tree.one-ply-more"),
    WrongSubmission("one ply too few", "if depth == 0", "if depth == 1", "nodes", "grade.tree.one-ply-less"),
    WrongSubmission("depth before the end", "    if position.outcome():\n        return value_of_end(position), None\n    if depth == 0:\n        return 0, None\n", "    if depth == 0:\n        return 0, None\n    if position.outcome():\n        return value_of_end(position), None\n", "nodes", "grade.value.end-win"),
    WrongSubmission("table without depth", _NO_TABLE, _TABLE, "nodes", "grade.tree.table"),
    WrongSubmission("other order", "in position.moves():", "in reversed(position.moves()):", "nodes", "grade.tree.reversed"),
    WrongSubmission("depth not kept", "depth - 1", "depth", "limits", "grade.limits.depth"),
]  # fmt: skip

CONNECT4 = [
    WrongSubmission("wrong name", "def agent(", "def my_agent(", "interface", "grade.name.near"),
    WrongSubmission("wrong parameters", "def agent(observation, configuration):", "def agent(observation, configuration, depth=4):", "interface", "grade.name.parameters"),
    WrongSubmission("prints", "    lines = lines_of(configuration)\n    best", "    lines = lines_of(configuration)\n    print(board)\n    best", "interface", "grade.prints"),
    WrongSubmission("full columns", "range(configuration.columns) if board[column] == 0]", "range(configuration.columns)]", "legal", "grade.trouble.crash"),
    WrongSubmission("counts from 1", "    return chosen", "    return chosen + 1", "legal", "grade.trouble.illegal"),
    WrongSubmission("mutated board", "board, mark = list(observation.board), observation.mark", "board, mark = observation.board, observation.mark\n    board[0] = board[0] or mark", "legal", "grade.changed"),
    WrongSubmission("returns nothing", "    return chosen", "    chosen", "legal", "grade.trouble.nothing"),
    WrongSubmission("infinite recursion", "    if depth == 0:\n        return estimate(board, mark, lines)\n", "    return -search(board, 3 - mark, depth, -beta, -alpha, lines, configuration)\n", "legal", "grade.trouble.recursion"),
    WrongSubmission("exits", "    return chosen", "    raise SystemExit(chosen)", "legal", "grade.trouble.exit"),
    WrongSubmission("sees no win", "        if is_won(after, mark, lines):\n            return column\n", "", "tactics", "grade.tactics.win"),
    WrongSubmission("does not block", "DEPTH = 4", "DEPTH = 1", "tactics", "grade.tactics.block"),
    WrongSubmission("sign error", "        value = -search(after, 3 - mark, DEPTH", "        value = search(after, 3 - mark, DEPTH", "tactics", "grade.tactics.block"),
    WrongSubmission("plays the edge", "    return chosen", "    return free_columns(board, configuration)[-1]", "match", "grade.match.not-beaten"),
]  # fmt: skip

HEURISTIC = [
    WrongSubmission("wrong name", "def evaluate(position)", "def evaluation(position)", "interface", "grade.name.near"),
    WrongSubmission("prints", "    total = 0\n", "    total = 0\n    print(rows)\n", "interface", "grade.prints"),
    WrongSubmission("all the same", "    return total", "    return 0", "evaluation", "grade.evaluation.constant"),
    WrongSubmission("sign error", "    return total", "    return -total", "evaluation", "grade.evaluation.for-opponent"),
    WrongSubmission("always for X", '("X", "O") if position.to_move.value == 0 else ("O", "X")', '("X", "O")', "evaluation", "grade.evaluation.for-first"),
    WrongSubmission("nothing subtracted", "total -= WORTH[theirs]", "pass", "evaluation", "grade.evaluation.one-sided"),
    WrongSubmission("one diagonal", ", (1, 1), (1, -1))", ", (1, 1))", "evaluation", "grade.evaluation.mirror"),
    WrongSubmission("returns a text", "    return total", "    return f'{total} points'", "evaluation", "grade.evaluation.no-number"),
    WrongSubmission("returns nothing", "    return total", "    total", "evaluation", "grade.evaluation.no-number"),
    WrongSubmission("crash", "column + 3 * right < columns", "column + 3 * right <= columns", "evaluation", "grade.trouble.crash"),
    WrongSubmission("changed the search", "alpha >= beta", "alpha > beta", "nodes", "grade.tree.other-cut-equal"),
    WrongSubmission("took the pruning out", "        if alpha >= beta:\n            break\n", "", "nodes", "grade.tree.no-pruning"),
    WrongSubmission("no depth", "if depth == 0", "if depth == 1", "nodes", "grade.tree.one-ply-less"),
    WrongSubmission("plays badly", "    return total", "    return -total", "match", "grade.match.not-beaten"),
]  # fmt: skip

WRONG_SUBMISSIONS = {
    "minimax": MINIMAX,
    "alphabeta": ALPHABETA,
    "connect4-agent": CONNECT4,
    "heuristic": HEURISTIC,
}


def program_of(kind: str, wrong: WrongSubmission) -> str:
    """The wrong program."""
    right = ASSIGNMENTS[kind].solution("en")
    assert wrong.old in right, wrong.name
    made = right.replace(wrong.old, wrong.new)
    if "KNOWN" in made:
        made = made.replace("def choose", "KNOWN = {}\n\n\ndef choose")
        made = made.replace(
            "    return best, chosen", "    KNOWN[position] = best, chosen\n    return best, chosen"
        )
    if "SEEN" in made:
        made = made.replace("def minimax", "SEEN = {}\n\n\ndef minimax")
        made = made.replace(
            "max_value(result(board, action)))\n    return value",
            "max_value(result(board, action)))\n    SEEN[text] = value\n    return value",
        )
    return made
