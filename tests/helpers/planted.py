"""Right programs, and wrong ones made of them by one change each, as students make them.

They are wrong and do no harm; all the same they only ever run confined.
"""

from __future__ import annotations

from typing import NamedTuple

CS50 = """\
import copy

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))


def max_value(board):
    if terminal(board):
        return utility(board)
    value = -2
    for action in actions(board):
        value = max(value, min_value(result(board, action)))
    return value


def min_value(board):
    if terminal(board):
        return utility(board)
    value = 2
    for action in actions(board):
        value = min(value, max_value(result(board, action)))
    return value
"""

AIMA = """\
import math


def alpha_beta_search(state, game):
    player = game.to_move(state)

    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = -math.inf
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = math.inf
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    best, alpha = None, -math.inf
    for a in game.actions(state):
        v = min_value(game.result(state, a), alpha, math.inf)
        if v > alpha:
            alpha, best = v, a
    return best
"""

PLAIN = """\
import math


def choose(position, limits):
    value, move = search(position, limits.depth, -math.inf, math.inf)
    return move


def search(position, depth, alpha, beta):
    end = position.outcome()
    if end:
        return (0 if end.winner is None else 1 if end.winner is position.to_move else -1), None
    if depth == 0:
        return 0, None
    best, chosen = -math.inf, None
    for move in position.moves():
        value = -search(position.after(move), depth - 1, -beta, -alpha)[0]
        if value > best:
            best, chosen = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, chosen
"""

PROGRAMS = {"cs50": CS50, "aima": AIMA, "plain": PLAIN}
RUBRICS = {
    "cs50": """
interface = "cs50"
[[check]]
kind = "interface"
points = 1
functions = ["player(board)", "minimax(board)"]
quiet = true
[[check]]
kind = "legal"
points = 1
positions = ["XOX/.O./..X"]
[[check]]
kind = "values"
points = 1
positions = ["XOX/.O./..X", "XX./OO./X.."]
[[check]]
kind = "nodes"
points = 1
positions = ["XOX/.O./..X", "XOO/.X./XO."]
""",
    "aima": """
interface = "aima"
function = "alpha_beta_search"
[[check]]
kind = "values"
points = 1
positions = ["XO./.X./..O", "X.O/.../..X"]
[[check]]
kind = "nodes"
points = 1
positions = ["XO./.X./..O", "X.O/.../..X"]
convention = "aima"
""",
    "plain": """
[[check]]
kind = "legal"
points = 1
positions = ["XOX/.O./..X"]
depth = 3
[[check]]
kind = "nodes"
points = 1
positions = ["X.O/.X./..O", "XO./.../..."]
convention = "aima"
depth = 4
""",
}


class Planted(NamedTuple):
    """A wrong program: which right one it was, what was written instead of what, and why it is wrong."""

    name: str
    program: str
    old: str
    new: str
    reason: str


PLANTED = [
    # CS50's tic-tac-toe
    Planted("wrong name", "cs50", "def minimax(board):", "def minmax(board):", "grade.name.near"),
    Planted("wrong parameters", "cs50", "def player(board):\n", "def player(board, turn=None):\n", "grade.name.parameters"),
    Planted("prints", "cs50", "def max_value(board):\n", "def max_value(board):\n    print('thinking')\n", "grade.prints"),
    Planted("sign error", "cs50", "{X: 1, O: -1, None: 0}", "{X: -1, O: 1, None: 0}", "grade.value.end-sign"),
    Planted("a won end counts nothing", "cs50", "{X: 1, O: -1, None: 0}", "{X: 1, O: 0, None: 0}", "grade.value.end-win"),
    Planted("a draw is a loss", "cs50", "{X: 1, O: -1, None: 0}", "{X: 1, O: -1, None: -1}", "grade.value.end-draw"),
    Planted("MAX takes the least", "cs50", "value = -2\n    for action in actions(board):\n        value = max(", "value = 2\n    for action in actions(board):\n        value = min(", "grade.value.max-min"),
    Planted("MIN takes the greatest", "cs50", "value = 2\n    for action in actions(board):\n        value = min(", "value = -2\n    for action in actions(board):\n        value = max(", "grade.value.min-max"),
    Planted("MAX calls MAX", "cs50", "max(value, min_value(", "max(value, max_value(", "grade.value.min-max"),
    Planted("board without a copy", "cs50", "new = copy.deepcopy(board)", "new = board", "grade.changed"),
    Planted("shallow copy", "cs50", "new = copy.deepcopy(board)", "new = copy.copy(board)", "grade.changed"),
    Planted("no end", "cs50", "    if terminal(board):\n        return utility(board)\n    value = -2\n    for action in actions(board)", "    value = -2\n    for action in actions(board) or {None}", "grade.tree.after-end"),
    Planted("infinite recursion", "cs50", "max_value(result(board, action)))\n    return value", "min_value(board))\n    return value", "grade.trouble.recursion"),
    Planted("returns nothing", "cs50", "    return min(actions(board), key", "    min(actions(board), key", "grade.trouble.nothing"),
    Planted("exits", "cs50", "    if player(board) == X:\n", "    if player(board) == O:\n        raise SystemExit\n    if player(board) == X:\n", "grade.trouble.exit"),
    Planted("syntax error", "cs50", "def winner(board):", "def winner(board)", "grade.trouble.syntax"),
    Planted("misses the diagonal", "cs50", "[board[i][i] for i in range(3)], ", "", "grade.tree.after-end"),
    Planted("returns the value", "cs50", "    return min(actions(board), key", "    return max_value(board)\n    return min(actions(board), key", "grade.trouble.illegal"),
    # AIMA's alpha-beta
    Planted("cuts on the wrong side", "aima", "if v >= beta:", "if v <= beta:", "grade.tree.at-max grade.tree.cut-too-soon"),
    Planted("cuts bad replies", "aima", "if v <= alpha:", "if v >= alpha:", "grade.tree.at-min grade.tree.cut-too-soon"),
    Planted("MAX never cuts", "aima", "            if v >= beta:\n                return v\n", "", "grade.tree.at-max grade.tree.no-pruning"),
    Planted("MIN never cuts", "aima", "            if v <= alpha:\n                return v\n", "", "grade.tree.at-min grade.tree.no-pruning"),
    Planted("strict cuts", "aima", ">= beta", "> beta", "grade.tree.at-max grade.tree.other-cut-equal"),
    Planted("no α from the root", "aima", "a), alpha, math.inf)", "a), -math.inf, math.inf)", "grade.tree.root-window"),
    Planted("other order", "aima", "for a in game.actions(state):", "for a in reversed(game.actions(state)):", "grade.tree.reversed"),
    # Negamax with our positions and a depth
    Planted("no pruning", "plain", "        if alpha >= beta:\n            break\n", "", "grade.tree.no-pruning"),
    Planted("α and β not passed on", "plain", "-beta, -alpha)", "-math.inf, math.inf)", "grade.tree.window-not-passed"),
    Planted("strict cut", "plain", "alpha >= beta", "alpha > beta", "grade.tree.other-cut-equal"),
    Planted("cut the wrong way round", "plain", "alpha >= beta", "alpha <= beta", "grade.tree.cut-too-soon"),
    Planted("stops at a bad reply", "plain", "        alpha = max(alpha, best)\n        if alpha >= beta:", "        worse = value <= alpha\n        alpha = max(alpha, best)\n        if worse:", "grade.tree.wrong-side"),
    Planted("no depth", "plain", "depth - 1", "depth", "grade.tree.no-depth"),
    Planted("one ply too deep", "plain", "if depth == 0", "if depth == -1", "grade.tree.one-ply-more"),
    Planted("one ply too few", "plain", "if depth == 0", "if depth == 1", "grade.tree.one-ply-less"),
    Planted("no minus", "plain", "value = -search", "value = search", "grade.value.no-negation"),
    Planted("table without depth", "plain", "    best, chosen = -math.inf, None\n", "    if position in KNOWN:\n        return KNOWN[position], None\n    best, chosen = -math.inf, None\n", "grade.tree.table"),
    Planted("order by strength", "plain", "in position.moves():", "in sorted(position.moves(), key=lambda m: abs(m - 4)):", "grade.tree.order"),
    Planted("crash", "plain", "limits.depth", "limits.deph", "grade.trouble.crash"),
]  # fmt: skip


def text_of(planted: Planted) -> str:
    """The wrong program."""
    right = PROGRAMS[planted.program]
    assert planted.old in right, planted.name
    made = right.replace(planted.old, planted.new)
    if "KNOWN" in made:
        made = made.replace("def choose", "KNOWN = {}\n\n\ndef choose")
        made = made.replace(
            "    return best, chosen", "    KNOWN[position] = best\n    return best, chosen"
        )
    return made
