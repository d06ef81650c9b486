"""Examples for handouts and tests: what is right is computed by the searchers, the rules and the solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from plyground.arena.doctor.puzzles import Puzzle, blocks_in_one, wins_in_one
from plyground.evaluation import load_evaluation
from plyground.game import Player
from plyground.games.line import connect4, tictactoe
from plyground.grader.evaluation_check import decided_positions
from plyground.grader.game_values import best_moves, game_value
from plyground.grader.student_tree import number_text, sign_of
from plyground.searchers.convention import CONVENTIONS
from plyground.words import Tongue

Examples = Mapping[str, str]  # by the names that stand in templates
MINIMAX_BOARDS = ("XOX/.O./..X", "XO./.X./..O", "XX./OO./X..", "X.O/.../..X", "O.X/.X./...")
ALPHABETA_SEARCHES = (
    ("XO./.X./..O", 4),
    ("X.O/.../..X", 3),
    ("X.O/.../..X", 9),
    ("XO./.../...", 5),
    ("O.X/.X./...", 9),
)
SEED = 7  # other positions than those that are graded
AGREE = 0.6  # part of the positions in which an evaluation has to have the right sign
FEW = 4  # of each kind


def minimax_examples(tongue: Tongue) -> Examples:
    """Boards with the value for X, the best move, and the nodes of the whole search."""
    rows, tests = [], []
    for text in (*MINIMAX_BOARDS, tictactoe().start().text()):
        board = tictactoe().parse(text)
        value = game_value(board) * (1 if board.to_move is Player.FIRST else -1)
        row, column = divmod(board.read(best_moves(board)[0]), 3)
        nodes = CONVENTIONS["cs50"].count(board)
        side = "X" if board.to_move is Player.FIRST else "O"
        rows.append((f"`{text}`", side, number_text(value), f"`({row}, {column})`", tongue.number(nodes)))
        tests.append((text, value, (row, column), nodes))
    heads = ("board", "moves", "value-x", "move", "nodes")
    return {"examples": _table(heads, rows, tongue), "test_examples": _list(tests[:-1])}


def alphabeta_examples(tongue: Tongue) -> Examples:
    """Positions with a depth, the value for the side to move, the best move, and the nodes."""
    rows, tests, rule = [], [], CONVENTIONS["aima"]
    for text, depth in ALPHABETA_SEARCHES:
        position = tictactoe().parse(text)
        found = replace(rule.searcher(depth), evaluate="zero").search(position)
        value, move, nodes = sign_of(found.score), position.write(found.move), found.stats.nodes
        whole = CONVENTIONS["cs50"].count(position, depth)
        rows.append(
            (f"`{text}`", depth, number_text(value), move, tongue.number(nodes), tongue.number(whole))
        )
        tests.append((text, depth, value, move, nodes))
    start = tictactoe().start()
    strict = CONVENTIONS["cs188"].count(start) + 1  # with the root
    heads = ("board", "depth", "value-mover", "move", "nodes", "nodes-minimax")
    return {
        "examples": _table(heads, rows, tongue),
        "test_examples": _list(tests),
        "equal_count": tongue.number(rule.count(start)),
        "strict_count": tongue.number(strict),
    }


def connect4_examples(tongue: Tongue) -> Examples:
    """Boards with a win in one, and with one column that stops a loss."""
    wins, blocks = (make(connect4(), SEED, FEW // 2) for make in (wins_in_one, blocks_in_one))
    rows = [
        (
            f"`{puzzle.position.text()}`",
            tongue.say(f"assignment.{kind}"),
            ", ".join(map(str, _columns(puzzle))),
        )
        for kind, puzzles in (("wins", wins), ("blocks", blocks))
        for puzzle in puzzles
    ]
    return {
        "examples": _table(("board", "why", "columns"), rows, tongue),
        "test_wins": _list((each.position.text(), _columns(each)) for each in wins),
        "test_blocks": _list((each.position.text(), _columns(each)) for each in blocks),
    }


def heuristic_examples(tongue: Tongue) -> Examples:
    """Positions that one side wins by perfect play, with a simple estimate of ours."""
    positions = decided_positions(connect4(), SEED, 3 * FEW)
    simple = load_evaluation("windows")
    shown = [*positions[:FEW], *positions[-FEW:]]
    rows = [
        (
            f"`{each.text()}`",
            "X" if each.to_move is Player.FIRST else "O",
            tongue.say("assignment.win" if game_value(each) > 0 else "assignment.loss"),
            number_text(simple(each)),
        )
        for each in shown
    ]
    return {
        "examples": _table(("board", "moves", "perfect", "estimate"), rows, tongue),
        "test_examples": _list((each.text(), game_value(each)) for each in positions),
        "agree": f"{AGREE:g}",
        "percent": f"{100 * AGREE:g}",
    }


def _columns(puzzle: Puzzle) -> list[int]:
    """The right columns as Kaggle counts them, from 0."""
    return [int(text) - 1 for text in puzzle.right]


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]], tongue: Tongue) -> str:
    """A table in Markdown."""
    first = " | ".join(tongue.say(f"assignment.head.{head}") for head in heads)
    lines = [first, "|".join("---" for _ in heads), *(" | ".join(map(str, row)) for row in rows)]
    return "\n".join(f"| {line} |" if "---" not in line else f"|{line}|" for line in lines)


def _list(values: Iterable[tuple[Any, ...]]) -> str:
    """The lines of a list in Python."""
    return "\n".join(f"    {_literal(value)}," for value in values)


def _literal(value: tuple[Any, ...]) -> str:
    return repr(value).replace("'", '"')
