"""P4: minimax, alpha-beta and iterative deepening on Connect Four.

Not to be tested are why the author lost ("nearly always by some diagonal"), and the boards of Figures 1 and
6 and the bins of the histograms, which are lost. The paper's ± is the sample deviation over all moves of
its three games, and its figures are cut off rather than rounded.
"""

from __future__ import annotations

from collections.abc import Callable

from plyground.agents.published.p4 import GAME, P4AlphaBeta
from plyground.game import Player
from plyground.papers import p4_deepening as deepening
from plyground.papers import p4_games as games
from plyground.papers import p4_tables as tables
from plyground.papers.claim import Claim, Finding
from plyground.papers.p4_deepening import TABLE_3
from plyground.papers.p4_games import DEPTHS, GAMES
from plyground.papers.p4_tables import TABLE_1, TABLE_2, holds
from plyground.solver import Perfect

TITLE = (
    "Raphael Henrique Braga Leivas: TP2, Busca Competitiva (Ligue-4), DCC642 Introdução à Inteligência "
    "Artificial, Universidade Federal de Minas Gerais, 2025"
)

TABLE_4 = (("AI", 18), ("AI", 14), ("AI", 12), ("draw", 22), ("AI", 17))  # who won, in how many moves


def _draw() -> Finding:
    possible = [plies for result, plies in TABLE_4 if result == "draw" and plies == GAME.cells]
    each = GAME.cells // 2
    return Finding(
        f"a draw has {GAME.cells} moves, {each} of each side",
        holds(bool(possible)),
        f"Only a full board is a draw, and 22 is neither its {GAME.cells} discs nor the {each} of a side.",
    )


def _parity() -> Finding:
    even = [plies for result, plies in TABLE_4 if result == "AI" and plies % 2 == 0]
    return Finding(
        f"{len(even)} of 4 wins are on an even move",
        holds(not even),
        "Figure 6 has the AI begin every game; who begins makes the odd moves and can only win on one, "
        "so 18, 14 and 12 are wins of somebody who moved second.",
    )


def _unbeaten() -> Finding:
    results = []
    for seat in Player:
        position = GAME.start()
        while not position.ended:
            player = P4AlphaBeta() if position.to_move is seat else Perfect()
            position = position.after(player.search(position).move)
        results.append(position.ended.winner is seat.other)
    return Finding(
        f"a perfect player wins {sum(results)} of {len(results)}",
        "within noise" if any(results) else "exact",
        "That one person did not win five games is no contradiction, but it can be beaten, also by who "
        "moves second.",
    )


def _first_moves(version: str) -> dict[int, str]:
    start = GAME.start()
    moves = {depth: games.decision(start, depth, version)[0] for depth in range(1, 8)}
    return {depth: start.write(move) for depth, move in moves.items() if move is not None}


def _first_move() -> Finding:
    found = {P4AlphaBeta(seed=seed).search(GAME.start()).move for seed in range(GAMES)}
    columns = " ".join(GAME.start().write(move) for move in found)
    return Finding(
        f"column {columns}", holds(len(found) == 1), "It is without chance: the same board, the same move."
    )


def _first_moves_by_depth(version: str) -> Callable[[], Finding]:
    def measure() -> Finding:
        columns = _first_moves(version)
        centre = [depth for depth, column in columns.items() if column == "4"]
        corner = [depth for depth, column in columns.items() if column in "17"]
        true = min(centre, default=0) > 4 and {2, 3} <= set(corner)
        why = {
            "program": "To depths 1 to 4 it begins in the left corner, to 5 in the centre; to 6 in the "
            "corner again, where the sign is wrong: deeper than 4 is needed but not enough.",
            "text": "By the evaluation of the text it never begins in a corner.",
        }
        return Finding(f"columns {' '.join(columns.values())} to depths 1-7", holds(true), why[version])

    return measure


def _open_row() -> Finding:
    played = games.open_row_games()
    row = [game for game in played if game.winner is Player.FIRST and _is_row(game.text)]
    return Finding(
        f"{len(row)} of {len(played)} lines won on the first row",
        holds(len(row) == len(played)),
        "Every answer was tried that leaves the first row alone: 4, 3, 2 make the open three, and the AI "
        "wins with its fourth disc.",
    )


def _is_row(text: str) -> bool:
    ended = GAME.parse(text).outcome()
    return bool(ended and any(all(GAME.bottom_row >> c & 1 for c in line) for line in ended.lines))


def _column(table: tables.Table, number: int) -> str:
    return " / ".join(str(row[number]) for row in table.values())


def _limits(number: int) -> str:
    return " and ".join(str(row[number]) for row in TABLE_3.values())


def _nodes(table: int, player: str, printed: tables.Table, measure: tables.ByDepth) -> list[Claim]:
    return [
        Claim(
            f"P4.table{table}-nodes-{depth}",
            f"Nodes per move of {player} to depth {depth} (Table {table}).",
            printed[depth][2],
            measure(depth),
        )
        for depth in DEPTHS
    ]


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "P4.figure1",
        "The heuristic gives three boards these values (Figure 1).",
        "16, 222, -308",
        tables.figure1,
    ),
    Claim("P4.infinity", "The evaluation of a won board is infinite.", "±∞", tables.infinity),
    Claim(
        "P4.table1-wins",
        "Wins of minimax against chance, depths 2 to 5 (Table 1).",
        f"{_column(TABLE_1, 0)} %",
        tables.table1_wins,
    ),
    *_nodes(1, "minimax against chance", TABLE_1, tables.table1_nodes),
    Claim(
        "P4.table1-times",
        "Time per move of minimax against chance, depths 2 to 5 (Table 1).",
        f"{_column(TABLE_1, 1)} ms",
        tables.times(TABLE_1, games.minimax_games),
        deterministic=False,
    ),
    Claim(
        "P4.table1-text",
        "The player that the text describes wins as Table 1 says.",
        f"{_column(TABLE_1, 0)} %",
        tables.table1_text,
    ),
    Claim(
        "P4.even-depths",
        "To depth 2 it never wins, against chance or minimax (Tables 1 and 2).",
        "0 %",
        tables.even_depths,
    ),
    Claim(
        "P4.figure2",
        "Deeper searches take longer (histograms of Figure 2).",
        "as expected",
        tables.figure2,
        deterministic=False,
    ),
    Claim(
        "P4.figure3",
        "Deeper searches look at more nodes (histograms of Figure 3).",
        "as expected",
        tables.figure3,
    ),
    Claim(
        "P4.table2-wins",
        "Wins of alpha-beta against minimax, depths 2 to 5 (Table 2).",
        f"{_column(TABLE_2, 0)} %",
        tables.table2_wins,
    ),
    *_nodes(2, "alpha-beta against minimax", TABLE_2, tables.table2_nodes),
    Claim(
        "P4.table2-times",
        "Time per move of alpha-beta against minimax, depths 2 to 5 (Table 2).",
        f"{_column(TABLE_2, 1)} ms",
        tables.times(TABLE_2, games.alphabeta_games),
        deterministic=False,
    ),
    Claim(
        "P4.table2-text",
        "The players that the text describes make Table 2.",
        f"{_column(TABLE_2, 2)}, wins {_column(TABLE_2, 0)} %",
        tables.table2_text,
    ),
    Claim(
        "P4.table2-seats",
        "The wins of Table 2 are those of alpha-beta over minimax.",
        f"{_column(TABLE_2, 0)} %",
        tables.table2_seats,
    ),
    Claim(
        "P4.three-games", "Three games are played at each depth (Table 2).", "3 games", tables.three_games
    ),
    Claim(
        "P4.figure4",
        "Pruning saves nodes, above all at greater depths (Figure 4, Tables 1 and 2).",
        "36% / 67% / 89% / 86%",
        tables.figure4,
    ),
    Claim(
        "P4.pruning",
        "Pruning looks at fewer nodes and decides the same.",
        "the same quality of decision",
        tables.pruning,
    ),
    Claim(
        "P4.table3-wins",
        "Wins of iterative deepening against alpha-beta to depth 5, 1 and 2 s (Table 3).",
        "66 and 100 %",
        deepening.table3_wins,
    ),
    Claim(
        "P4.table3-depth",
        "The median depth of iterative deepening, 1 and 2 s (Table 3).",
        _limits(3),
        deepening.table3_depth,
    ),
    Claim(
        "P4.table3-time",
        "Iterative deepening answers 250 ms before its limit (Table 3).",
        f"{_limits(1)} ms",
        deepening.table3_time,
        deterministic=False,
    ),
    Claim(
        "P4.table3-nodes",
        "Nodes per move of iterative deepening, 1 and 2 s (Table 3).",
        _limits(2),
        deepening.table3_nodes,
        deterministic=False,
    ),
    Claim(
        "P4.table3-more",
        "It looks at many more nodes than the alpha-beta of Table 2.",
        "significantly more",
        deepening.table3_more,
        deterministic=False,
    ),
    Claim(
        "P4.figure5",
        "Its times vary much less than in the other experiments (Figure 5).",
        "much smaller variance",
        deepening.figure5,
        deterministic=False,
    ),
    Claim("P4.best", "The best AI is alpha-beta to depth 5.", "the best AI obtained", deepening.best),
    Claim("P4.table4-draw", "Game 4 against a person was drawn in 22 moves (Table 4).", "draw, 22", _draw),
    Claim(
        "P4.table4-parity",
        "The AI, which begins, won in 18, 14, 12 and 17 moves (Table 4, Figure 6).",
        "18, 14, 12, 17",
        _parity,
    ),
    Claim("P4.unbeaten", "The author won none of five games against the best AI.", "0 of 5", _unbeaten),
    Claim(
        "P4.first-move",
        "The AI always begins with the same move (Figure 6).",
        "always the same",
        _first_move,
    ),
    Claim(
        "P4.first-depths",
        "That move comes only at depths above 4; at 2 and 3 it begins in a corner.",
        "corner to 2 and 3, Figure 6 above 4",
        _first_moves_by_depth("program"),
    ),
    Claim(
        "P4.first-depths-text",
        "The player that the text describes begins so.",
        "corner to 2 and 3, Figure 6 above 4",
        _first_moves_by_depth("text"),
    ),
    Claim(
        "P4.open-row",
        "Who does not block the first row loses to three in a row with open ends.",
        "always",
        _open_row,
    ),
    Claim(
        "P4.referee",
        "The server ends an agent at its limit and plays a random move for it.",
        "a random move",
        deepening.referee,
    ),
    Claim(
        "P4.tolerance",
        "A tolerance of 250 ms keeps iterative deepening from being ended.",
        "250 ms",
        deepening.tolerance,
        deterministic=False,
    ),
)
