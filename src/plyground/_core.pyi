"""The compiled core of plyground; plyground.native is its typed face."""

from collections.abc import Sequence


class SplitMix64:
    """The stream of plyground.rng.SplitMix64."""

    def __init__(self, seed: int) -> None: ...

    def next(self) -> int:
        """The next number, 0 to 2**64 - 1."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""

class Frontier:
    """
    The positions of one ply, and how many sequences of moves lead to each.
    """

    def advance(self) -> None:
        """Go on to the next ply."""

    def tally(self) -> tuple[list[int], list[int]]:
        """The tally of the sequences, and that of the positions."""

class LineRules:
    """The rules of a k-in-a-row game."""

    def __init__(self, columns: int, rows: int, k: int, gravity: bool) -> None: ...

    def moves(self, first: bytes, second: bytes, to_move: int) -> list[int]:
        """The legal moves: the cells that a stone may take."""

    def outcome(self, first: bytes, second: bytes, to_move: int) -> tuple[int | None, list[list[int]]] | None:
        """
        Who won (None for a draw) and the complete lines; None while the game goes on.
        """

    def key(self, first: bytes, second: bytes, to_move: int) -> int:
        """The key of the position in tables."""

    def perft(self, first: bytes, second: bytes, to_move: int, depth: int) -> list[list[int]]:
        """
        For each ply the number of sequences, and how many end it: won by the first player, by the second, drawn.
        """

    def frontier(self, first: bytes, second: bytes, to_move: int) -> Frontier:
        """The positions of ply 0: this one."""

class TupleTables:
    """Numbers by the states of tuples of cells, an evaluation."""

    def __init__(self, rules: LineRules, tuples: Sequence[Sequence[int]], states: int, first: Sequence[Sequence[int]], second: Sequence[Sequence[int]]) -> None: ...

class TreeOptions:
    """The options of a tree search; without weights a leaf is worth 0."""

    def __init__(self, algorithm: str, own: Sequence[int] | None, against: Sequence[int] | None, centre: int, against_centre: int, plain: bool, order: Sequence[str], size: int, keep_deeper: bool, symmetry: bool, strict: bool, fail_hard: bool, tables: TupleTables | None) -> None: ...

class Trace:
    """The rows of a search, one for each node."""

    def __init__(self, most_rows: int, most_plies: int) -> None: ...

    def take(self) -> tuple[list[tuple[int | None, int | None, int, int, int | None, bool, bool]], int]:
        """
        The rows since the last call, each as parent, move, alpha, beta, value, end, capped; and the number of nodes that were left out.
        """

class Deepening:
    """Iterative deepening, one result for each depth."""

    def __init__(self, rules: LineRules, first: bytes, second: bytes, to_move: int, inner: TreeOptions, deepest: int, nodes: int | None, seconds: float | None, stop: object | None, trace: Trace | None) -> None: ...

    def next(self) -> tuple[int, bytes, bool, str | None, int, int, int, float] | None:
        """The result of the next depth; None at the end."""

def search_tree(rules: LineRules, first: bytes, second: bytes, to_move: int, options: TreeOptions, depth: int, nodes: int | None, seconds: float | None, stop: object | None, trace: Trace | None) -> tuple[int, bytes, bool, str | None, int, int, int, float]:
    """Search to a depth."""

def search_mcts(rules: LineRules, first: bytes, second: bytes, to_move: int, rounds: int, explore: float, seed: int, nodes: int | None, seconds: float | None, stop: object | None) -> tuple[int, bytes, bool, str | None, int, int, int, float]:
    """Monte Carlo tree search."""

def mcts_children(rules: LineRules, first: bytes, second: bytes, to_move: int, rounds: int, explore: float, seed: int, nodes: int | None, seconds: float | None, stop: object | None) -> list[tuple[int, int, float, int | None]]:
    """
    Each move with its visits, its total reward and its proven score, for the other side.
    """

def search_proof(rules: LineRules, first: bytes, second: bytes, to_move: int, best_first: bool, size: int, nodes: int | None, seconds: float | None, stop: object | None) -> tuple[int, bytes, bool, str | None, int, int, int, float]:
    """Proof-number search."""

def search_greedy(rules: LineRules, first: bytes, second: bytes, to_move: int, most_diagonals: int) -> tuple[int, bytes, bool, str | None, int, int, int, float]:
    """The square of the lowest F = G - H."""

def search_random(rules: LineRules, first: bytes, second: bytes, to_move: int, seed: int) -> tuple[int, bytes, bool, str | None, int, int, int, float]:
    """Any legal move."""

def playouts(rules: LineRules, first: bytes, second: bytes, to_move: int, games: int, seed: int) -> list[int]:
    """How many of the random games the side to move wins, draws and loses."""

def random_line(rules: LineRules, first: bytes, second: bytes, to_move: int, plies: int, seed: int) -> bytes:
    """The moves of one random game."""

class Book:
    """The values of every position of the first plies."""

    def __init__(self, columns: int, rows: int, k: int, bytes: bytes) -> None: ...

    def find(self, key: int) -> int | None:
        """
        The value of the position with this key; None if it is not in the book.
        """

    @property
    def plies(self) -> int:
        """The deepest ply that it holds."""

class Solver:
    """Solves the positions of one game, and remembers what it learned."""

    def __init__(self, columns: int, rows: int, k: int, gravity: bool, table_bytes: int, threads: int, book: object | None, exact_keys: bool = False) -> None: ...

    def value(self, own: bytes, other: bytes, weak: bool, seconds: float | None, nodes: int | None, stop: object | None) -> tuple[int, int, bool, int]:
        """
        The lower and upper bound of a value, whether it is from the book, and the nodes that it took.
        """

    def exceeds(self, own: bytes, other: bytes, alpha: int, seconds: float | None, nodes: int | None, stop: object | None) -> tuple[bool | None, int]:
        """
        Whether a value is more than alpha (None if stopped first), and the nodes that it took.
        """

    def values(self, keys: Sequence[int], weak: bool = False, clear_table: bool = False) -> list[int]:
        """
        The values of positions, given by their keys; on request each from an empty table.
        """

    @staticmethod
    def min_bytes(columns: int, rows: int, k: int, gravity: bool) -> int:
        """The size of the smallest table for a game."""

    def forget(self) -> None:
        """Empty the table."""

    @property
    def nodes(self) -> int: ...

    @property
    def table_bytes(self) -> int: ...

def keys_after(columns: int, rows: int, k: int, keys: Sequence[int]) -> list[int]:
    """
    The keys of the positions that follow from the given ones, up to mirror images.
    """

class BatchSolver:
    """Solves many positions of one game, on several threads."""

    def __init__(self, columns: int, rows: int, k: int, gravity: bool, table_bytes: int, threads: int, book: object | None, position_type: object, game: object, first_player: object) -> None: ...

    def clear(self) -> None:
        """Forget the positions."""

    def read(self, items: Sequence[object], at: int, with_texts: bool, min_discs: int) -> int:
        """
        Add positions, and texts if wanted, from an index on; the index of the first that it does not take.
        """

    def add(self, own: int, other: int) -> None:
        """Add a position by its stones."""

    def add_nothing(self) -> None:
        """Add a place that stays unsolved."""

    def solve(self, weak: bool, order: Sequence[int], seconds: float | None, nodes: int | None, stop: object | None, report: object | None) -> None:
        """
        Solve them all; `report` is called every 50 ms with how many of the first ones are done.
        """

    def answers(self, begin: int, end: int) -> bytes:
        """
        Answers as 16-bit numbers: discs * 128 + value + 64, or 65534 where none was found.
        """

    def objects(self, begin: int, end: int, known: Sequence[object], make: object) -> list[object]:
        """
        Answers as objects from a list, or made if they are None there; None where none was found.
        """

    def moves(self, begin: int, end: int) -> bytes:
        """The best moves as bytes: the number of a cell, or 255."""

    def __len__(self) -> int: ...

    @property
    def nodes(self) -> int: ...

class Trainer:
    """Learns the numbers of tables, by self-play or from examples."""

    def __init__(self, rules: LineRules, tuples: Sequence[Sequence[int]], states: int, offsets: Sequence[int], size: int, squash: Sequence[int], rate: Sequence[int], seed: int) -> None: ...

    def self_play(self, games: int, step: int, explore: int, trace: int) -> tuple[int, int, int, int, int, int]:
        """
        Play games and learn from them: moves, updates, the sum of the errors, won, drawn and lost by the first.
        """

    def fit(self, examples: bytes, order: Sequence[int], step: int) -> int:
        """Learn examples of 69 bytes in an order; the sum of the errors."""

    def best_moves(self, examples: bytes) -> list[int]:
        """The best move one ply ahead in each example."""

    def weights(self) -> bytes:
        """The weights, four bytes each."""

    def coherence(self) -> bytes:
        """Where the errors of each weight have led, and how far in all."""

    def chance(self) -> int:
        """The state of the generator."""

    def restore(self, weights: bytes, coherence: bytes, chance: int) -> None:
        """Go on from a state."""
