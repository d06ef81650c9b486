"""The compiled core of plyground; plyground.native is its typed face."""



class SplitMix64:
    """The stream of plyground.rng.SplitMix64."""

    def __init__(self, seed: int) -> None: ...

    def next(self) -> int:
        """The next number, 0 to 2**64 - 1."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""

class Frontier:
    """The positions of one ply, and how many ways lead to them."""

    def advance(self) -> None:
        """Go on to the next ply."""

    def tally(self) -> tuple[list[int], list[int]]:
        """The tally of the sequences, and that of the positions."""

class LineRules:
    """The rules of a k-in-a-row game."""

    def __init__(self, columns: int, rows: int, k: int, gravity: bool) -> None: ...

    def moves(self, first: bytes, second: bytes, to_move: int) -> list[int]:
        """The legal moves: the cells where a stone may come to lie."""

    def outcome(self, first: bytes, second: bytes, to_move: int) -> tuple[int | None, list[list[int]]] | None:
        """Who won (None for a draw) and by which lines; None while play goes on."""

    def key(self, first: bytes, second: bytes, to_move: int) -> int:
        """The number of the position for tables."""

    def perft(self, first: bytes, second: bytes, to_move: int, depth: int) -> list[list[int]]:
        """
        For each ply: all sequences, and those won by the first, by the second, drawn.
        """

    def frontier(self, first: bytes, second: bytes, to_move: int) -> Frontier:
        """The positions of ply 0: this one."""
