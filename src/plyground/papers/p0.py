"""P0: minimax with a transposition table against alpha-beta, measured.

What its node counts are had to be found: means of a game, in tests of five games of which MTT opens the
first, third and fifth. Which corners it drew is not printed, so the means are judged by their spread.
"""

from __future__ import annotations

from functools import cache
from math import log
from statistics import fmean

from plyground.agents.published.p0 import CENTRE, CORNERS, P0AlphaBeta, P0Mtt, empty_squares
from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.claim import Claim, Finding, Verdict
from plyground.papers.p0_games import (
    START,
    Choose,
    Record,
    decisions,
    gives_away,
    positions,
    record,
    told,
    tree_size,
    value,
)
from plyground.papers.p0_match import (
    OPENED_BY_MTT,
    ROUNDS,
    TESTS,
    costs,
    nodes,
    opened_by_alphabeta,
    opened_by_mtt,
    saved,
    seconds,
)
from plyground.search.result import SearchResult
from plyground.search.searcher import Searcher
from plyground.solver.exhaustive import full_table

TITLE = (
    "G. Pereira, G. Neneve dos Santos, T. Wiederkehr Pereira, V. Mattos Marcos: Análise comparativa do "
    "Jogo da Velha com Minimax com Tabela de Transposição (MTT) vs Minimax com Poda Alfa-Beta, "
    "Unioeste, 2025"
)

NODES_MTT, NODES_ALPHABETA = 2947.4, 5333.6
SECONDS_MTT, SECONDS_ALPHABETA = 0.08704, 0.24008


def draws() -> Finding:
    games = [*opened_by_mtt(), opened_by_alphabeta()]
    drawn = sum(game.winner is None for game in games)
    why = f"The {TESTS * ROUNDS} games are repeats of these: only the corner that MTT opens with is chance."
    return Finding(f"{drawn} of {len(games)} different games drawn", told(drawn == len(games)), why)


def _nodes_found(player: type[Searcher], published: float) -> Finding:
    spread = nodes(player)
    off = (published - spread.mean) / spread.deviation
    why = (
        f"The printed mean lies {off:+.2f} standard deviations from the expected one: MTT draws a corner "
        f"in {TESTS * OPENED_BY_MTT} of the {TESTS * ROUNDS} games."
    )
    return Finding(f"{spread}", spread.judge(published), why)


def nodes_mtt() -> Finding:
    return _nodes_found(P0Mtt, NODES_MTT)


def nodes_alphabeta() -> Finding:
    return _nodes_found(P0AlphaBeta, NODES_ALPHABETA)


def nodes_ratio() -> Finding:
    table, pruned = nodes(P0Mtt), nodes(P0AlphaBeta)
    low, high = table.low / pruned.high, table.high / pruned.low
    fits = low <= NODES_MTT / NODES_ALPHABETA <= high
    why = "So it comes out of a match in which MTT opens three games of five."
    ours = f"{table.mean / pruned.mean:.3f} ({low:.3f} to {high:.3f})"
    return Finding(ours, "within noise" if fits else "contradicted", why)


def reversal() -> Finding:
    table, carried = nodes(P0Mtt).mean, nodes(P0AlphaBeta, carried=True).mean
    fewer = "fewer nodes than" if carried < table else "no fewer nodes than"
    why = (
        "Its alpha-beta gives every root move the full window; with alpha carried from one root move to "
        f"the next, as alpha-beta does, it explores {fewer} MTT without any memory."
    )
    return Finding(
        f"MTT {table:,.1f}, alpha-beta if alpha is carried {carried:,.1f}", told(table < carried), why
    )


def roles() -> Finding:
    fits = [
        opened
        for opened in range(ROUNDS + 1)
        if nodes(P0Mtt, opened).judge(NODES_MTT) != "contradicted"
        and nodes(P0AlphaBeta, opened).judge(NODES_ALPHABETA) != "contradicted"
    ]
    why = f"If MTT begins, it opens {OPENED_BY_MTT}; every share from 0 to {ROUNDS} was tried."
    ours = f"the means fit if MTT opens {' or '.join(map(str, fits)) or 'no number'} of {ROUNDS}"
    return Finding(ours, "within noise" if fits == [OPENED_BY_MTT] else "contradicted", why)


def impartial() -> Finding:
    table, pruned = ((fmean(drawn) + fixed) / 2 for drawn, fixed in (costs(P0Mtt), costs(P0AlphaBeta)))
    why = (
        f"Five is odd, and who moves second searches the largest tree: with as many openings each it would "
        f"be {table:,.0f} nodes against {pruned:,.0f}, a ratio of {table / pruned:.2f}."
    )
    ours = f"MTT opens {OPENED_BY_MTT} and alpha-beta {ROUNDS - OPENED_BY_MTT} of {ROUNDS}"
    return Finding(ours, told(2 * OPENED_BY_MTT == ROUNDS), why)


def times() -> Finding:
    table, pruned = seconds()
    why = "Seconds a game are those of a machine and of a program; ours draws no board meanwhile."
    return Finding(f"{table:.5f} s and {pruned:.5f} s", "machine-dependent", why)


def time_ratio() -> Finding:
    table, pruned = seconds()
    order = "The same player" if pruned > table else "The other player"
    why = f"{order} is the faster one here; how much depends on what a look into the table costs."
    return Finding(f"{pruned / table:.2f}", "machine-dependent", why)


def printed_ratio() -> Finding:
    ratio = SECONDS_ALPHABETA / SECONDS_MTT
    verdict: Verdict = "within noise" if abs(ratio - 2.75) < 0.01 else "contradicted"
    return Finding(
        f"{ratio:.3f}", verdict, "The quotient of the two printed times, cut off and not rounded."
    )


@cache
def _by_mtt(position: LinePosition) -> SearchResult[int]:
    return P0Mtt().search(position)


@cache
def _by_alphabeta(position: LinePosition) -> SearchResult[int]:
    return P0AlphaBeta().search(position)


def same_move() -> Finding:
    searched = [position for position in decisions() if position != START]
    same = sum(_by_alphabeta(position).move == _plain_move(position) for position in searched)
    why = (
        "With the full window the value of every root move is exact; on the empty board it does not search."
    )
    return Finding(f"in {same:,} of {len(searched):,} positions", told(same == len(searched)), why)


def _plain_move(position: LinePosition) -> int:
    return max(position.moves(), key=lambda move: -_plain(position.after(move)))


@cache
def _plain(position: LinePosition) -> int:
    """Minimax with alpha-beta's scores and no pruning, for the side to move."""
    if position.outcome():
        return value(position) * (empty_squares(position) + 1)
    return max(-_plain(position.after(move)) for move in position.moves())


def unbeaten_mtt() -> Finding:
    def opening_with(corner: int) -> Choose:
        return lambda position: corner if position == START else _by_mtt(position).move

    opened = [record(opening_with(corner), Player.FIRST) for corner in CORNERS]
    return _unbeaten([*opened, record(opening_with(CORNERS[0]), Player.SECOND)])


def unbeaten_alphabeta() -> Finding:
    return _unbeaten([record(lambda position: _by_alphabeta(position).move, seat) for seat in Player])


def _unbeaten(records: list[Record]) -> Finding:
    total = sum(records, Record(0, 0, 0))
    why = f"All {total.lines:,} games that an opponent can bring about were played, in both seats."
    return Finding(str(total), told(total.losses == 0), why)


def optimal() -> Finding:
    errors = [sum(gives_away(p, by(p).move) for p in decisions()) for by in (_by_mtt, _by_alphabeta)]
    why = (
        f"Looked at in each of the {len(decisions()):,} positions that can come about with a move to make."
    )
    return Finding(
        f"{errors[0]} and {errors[1]} moves that give something away", told(not any(errors)), why
    )


def solved() -> Finding:
    worth = {1: "won", 0: "drawn", -1: "lost"}[value(START)]
    why = f"Worked out over all {len(positions()):,} positions."
    return Finding(f"{worth} with perfect play", told(value(START) == 0), why)


def pruning() -> Finding:
    factor = saved(P0AlphaBeta)
    why = "Plain minimax was counted in the same decisions of the same games."
    return Finding(f"{factor:.1f} times fewer nodes", told(factor > 2), why)


def exponential() -> Finding:
    plain, pruned = dict[int, int](), dict[int, int]()
    for position in decisions():
        if position != START:
            left = empty_squares(position)
            plain[left] = plain.get(left, 0) + tree_size(position) - 1
            pruned[left] = pruned.get(left, 0) + _by_alphabeta(position).stats.nodes
    factors = [plain[left] / pruned[left] for left in sorted(plain)]
    growing = factors[3:] == sorted(set(factors[3:]))
    most, roots = max(plain), len(START.moves())
    power = log(pruned[most] / roots) / log(plain[most] / roots)
    why = f"With {most} squares empty, about plain minimax's nodes to the power {power:.2f} are left."
    ours = " ".join(f"{factor:.2f}" for factor in factors)
    return Finding(f"{ours} times fewer with 1 to {most} squares empty", told(growing), why)


def table_effect() -> Finding:
    replies = [START.after(move) for move in START.moves()]
    plain, table, pruned = (
        sum(counted(position) for position in replies)
        for counted in (tree_size, lambda p: _by_mtt(p).stats.nodes, lambda p: _by_alphabeta(p).stats.nodes)
    )
    why = "In the nine replies to a first move; section 7 says the contrary of sections 5 and 6."
    ours = f"{plain / table:.1f} times fewer nodes (pruning: {plain / pruned:.1f})"
    return Finding(ours, told(table > pruned), why)


def revisits() -> Finding:
    corner = START.after(CORNERS[0])
    visited, different = _by_alphabeta(corner).stats.nodes, len(full_table(corner)) - 1
    why = "After a corner has been opened with; there are not as many positions that can follow."
    return Finding(f"{visited:,} nodes for {different:,} positions", told(visited > different), why)


def recalculated() -> Finding:
    root = START.after(CENTRE)
    stats, follow = _by_mtt(root).stats, full_table(root)
    unfinished = sum(not position.outcome() for position in follow)
    ends_again = stats.nodes - stats.table_hits - len(follow)
    why = "Only boards whose moves were tried are stored, so finished games are judged anew each time."
    ours = f"{unfinished:,} boards once, {stats.table_hits:,} found again, {ends_again:,} ends judged again"
    return Finding(ours, told(ends_again == 0), why)


def memory() -> Finding:
    most = max(sum(position.first >> move & 1 for position in decisions()) for move in START.moves())
    why = "The most that the table holds, after any first move: it is emptied before each decision."
    return Finding(f"{most:,} boards", told(most < 10_000), why)


def heuristic() -> Finding:
    cut = sum(not empty_squares(position) and not position.outcome() for position in positions())
    why = "The depth that remains is the number of empty squares, so both only ever value finished games."
    return Finding(f"{cut} unfinished positions valued", told(cut > 0), why)


CLAIMS: tuple[Claim, ...] = (
    Claim("P0.draws", "Five tests of five games are all draws.", "Empate em todas as partidas", draws),
    Claim("P0.nodes-mtt", "MTT explores 2,947.4 nodes on average.", "2.947,40", nodes_mtt),
    Claim(
        "P0.nodes-alphabeta", "Alpha-beta explores 5,333.6 nodes on average.", "5.333,60", nodes_alphabeta
    ),
    Claim("P0.nodes-ratio", "MTT explores almost half as many nodes.", "quase metade (0,553)", nodes_ratio),
    Claim(
        "P0.reversal", "Alpha-beta explores more because it has no memory.", "MTT < Alpha Beta", reversal
    ),
    Claim("P0.roles", "The players change roles with every round.", "a cada rodada", roles),
    Claim(
        "P0.impartial", "Changing roles makes the order impartial.", "garantindo imparcialidade", impartial
    ),
    Claim("P0.times", "MTT takes 0.08704 s and alpha-beta 0.24008 s.", "0,08704 e 0,24008", times, False),
    Claim("P0.time-ratio", "MTT is about 2.75 times as fast.", "2,75", time_ratio, False),
    Claim("P0.printed-ratio", "0.24008 s is about 2.75 times 0.08704 s.", "2,75", printed_ratio),
    Claim("P0.same-move", "Pruning makes the same move as plain minimax.", "mesmo movimento", same_move),
    Claim("P0.unbeaten-mtt", "MTT plays perfectly: it never loses.", "desempenho ótimo", unbeaten_mtt),
    Claim(
        "P0.unbeaten-alphabeta",
        "Alpha-beta plays perfectly: it never loses.",
        "desempenho ótimo",
        unbeaten_alphabeta,
    ),
    Claim("P0.optimal", "Both find the best solution that exists.", "a melhor solução que exista", optimal),
    Claim("P0.solved", "Games between perfect players are drawn.", "empates", solved),
    Claim("P0.pruning", "Pruning saves many nodes.", "reduzindo significativamente", pruning),
    Claim("P0.exponential", "Pruning saves exponentially many nodes.", "exponencialmente", exponential),
    Claim(
        "P0.table-effect", "The table has a modest effect in tic-tac-toe.", "impacto modesto", table_effect
    ),
    Claim("P0.revisits", "Alpha-beta visits positions several times.", "múltiplas vezes", revisits),
    Claim("P0.recalculated", "With the table no state is worked out again.", "impede", recalculated),
    Claim(
        "P0.memory", "The memory of the table is no problem here.", "não seja um problema crítico", memory
    ),
    Claim("P0.heuristic", "The heuristic was vital in unfinished states.", "fundamental", heuristic),
)
