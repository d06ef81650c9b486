"""The compiled core in a browser: what `plyground._core` has, by the WebAssembly module of native/wasm.

`WasmCore` takes the place of the module `plyground._core` before anything asks for it, so that
`core="native"` runs there too. Each call is one message; what the searches need is kept in the module and
held here by a number. What trains, and what solves many positions at once, is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from types import ModuleType
from typing import Any, NoReturn
from weakref import finalize

from plyground.ui.site.wasm_messages import Call, WasmAnswer, WasmRequest

ResultTuple = tuple[int, bytes, bool, str | None, int, int, int, float]
RowTuple = tuple[int | None, int | None, int, int, int | None, bool, bool]


class HeldByModule:
    """Something in the module, by its number; it is released with this."""

    def __init__(self, call: Call, function: str, request: WasmRequest) -> None:
        self.call = call
        self.number = request.send(call, function).count()
        finalize(self, partial(_release, call, self.number))

    def ask(self, function: str, request: WasmRequest) -> WasmAnswer:
        return request.send(self.call, function)

    def request(self) -> WasmRequest:
        """The beginning of a message about it."""
        return WasmRequest().whole(self.number)


def _release(call: Call, number: int) -> None:
    WasmRequest().whole(number).send(call, "release")


def _number(held: HeldByModule | None) -> int:
    return 0 if held is None else held.number


def is_stopped(stop: Any) -> bool:
    """Whether a search was stopped before it began: nobody can stop it later, but by ending the worker."""
    return stop is not None and bool(stop.is_set())


def read_result(answer: WasmAnswer) -> ResultTuple:
    """Score, line, proven, the limit that stopped it, nodes, depth, table hits, seconds."""
    score, line, proven = answer.whole(), answer.block(), answer.flag()
    stopped = answer.maybe(lambda: answer.block().decode())
    return score, line, proven, stopped, answer.count(), answer.whole(), answer.count(), answer.real()


class WasmRules(HeldByModule):
    """The rules of a k-in-a-row game."""

    def __init__(self, call: Call, columns: int, rows: int, k: int, gravity: bool) -> None:
        super().__init__(call, "make_rules", WasmRequest().whole(columns, rows, k, gravity))

    def moves(self, *board: Any) -> list[int]:
        answer = self.ask("moves", self.request().board(*board))
        return answer.list(answer.whole)

    def outcome(self, *board: Any) -> tuple[int | None, list[list[int]]] | None:
        answer = self.ask("outcome", self.request().board(*board))
        if not answer.flag():
            return None
        winner = answer.maybe(answer.whole)
        return winner, answer.list(lambda: answer.list(answer.whole))

    def key(self, *board: Any) -> int:
        return self.ask("key", self.request().board(*board)).count()

    def perft(self, first: bytes, second: bytes, to_move: int, depth: int) -> list[list[int]]:
        answer = self.ask("perft_of", self.request().board(first, second, to_move).whole(depth))
        return answer.list(lambda: answer.list(answer.count))


class WasmTables(HeldByModule):
    """Numbers by the states of tuples of cells, an evaluation."""

    def __init__(
        self, call: Call, rules: WasmRules, tuples: Any, states: int, first: Any, second: Any
    ) -> None:
        self.rules = rules  # must stay
        request = rules.request().rows(tuples).whole(states).rows(first).rows(second)
        super().__init__(call, "make_tables", request)


class WasmOptions(HeldByModule):
    """The options of a tree search; without weights a leaf is worth 0."""

    def __init__(
        self,
        call: Call,
        algorithm: str,
        own: Sequence[int] | None,
        against: Sequence[int] | None,
        centre: int,
        against_centre: int,
        plain: bool,
        order: Sequence[str],
        *table_and_convention: int,
    ) -> None:
        *numbers, self.tables = table_and_convention  # size, keep_deeper, symmetry, strict, fail_hard
        request = WasmRequest().block(algorithm.encode())
        request.maybe(own, request.wholes).maybe(against, request.wholes)
        request.whole(centre, against_centre, plain).texts(order)
        request.whole(*numbers, _number(self.tables))  # type: ignore[arg-type]
        super().__init__(call, "make_options", request)


class WasmTrace(HeldByModule):
    """The rows of a search, one for each node."""

    def __init__(self, call: Call, most_rows: int, most_plies: int) -> None:
        super().__init__(call, "make_trace", WasmRequest().whole(most_rows, most_plies))

    def take(self) -> tuple[list[RowTuple], int]:
        """The rows since the last call, and the number of nodes that were left out."""
        answer = self.ask("take_rows", self.request())
        rows: list[RowTuple] = []
        for parent, move, alpha, beta, value, marks in answer.table(6):
            root = parent < 0
            known, end, capped = marks & 1, bool(marks & 2), bool(marks & 4)
            place = (None, None) if root else (parent, move)
            rows.append((*place, alpha, beta, value if known else None, end, capped))
        return rows, answer.count()


class WasmDeepening(HeldByModule):
    """Iterative deepening, one result for each depth."""

    def __init__(
        self,
        call: Call,
        rules: WasmRules,
        first: bytes,
        second: bytes,
        to_move: int,
        inner: WasmOptions,
        deepest: int,
        nodes: int | None,
        seconds: float | None,
        stop: Any,
        trace: WasmTrace | None,
    ) -> None:
        self.keep = rules, inner, trace
        request = rules.request().board(first, second, to_move).whole(inner.number, deepest)
        request.limits(nodes, seconds, is_stopped(stop)).whole(_number(trace))
        super().__init__(call, "make_deepening", request)

    def next(self) -> ResultTuple | None:
        """The result of the next depth; None at the end."""
        answer = self.ask("next_depth", self.request())
        return read_result(answer) if answer.flag() else None


class WasmBook(HeldByModule):
    """The values of every position of the first plies."""

    def __init__(self, call: Call, columns: int, rows: int, k: int, data: bytes) -> None:
        super().__init__(call, "make_book", WasmRequest().whole(columns, rows, k).block(data))

    def find(self, key: int) -> int | None:
        answer = self.ask("find_in_book", self.request().whole(key))
        return answer.maybe(answer.whole)

    @property
    def plies(self) -> int:
        return self.ask("plies_of_book", self.request()).whole()


class WasmSolver(HeldByModule):
    """Solves the positions of one game, and remembers what it learned; there is one thread."""

    def __init__(
        self,
        call: Call,
        columns: int,
        rows: int,
        k: int,
        gravity: bool,
        table_bytes: int,
        threads: int,
        book: WasmBook | None,
        exact_keys: bool = False,
    ) -> None:
        self.book = book  # must stay
        request = WasmRequest().whole(columns, rows, k, gravity, table_bytes, _number(book), exact_keys)
        super().__init__(call, "make_solver", request)

    def value(
        self, own: bytes, other: bytes, weak: bool, seconds: float | None, nodes: int | None, stop: Any
    ) -> tuple[int, int, bool, int]:
        request = self.request().block(own).block(other).whole(weak)
        answer = self.ask("value", request.limits(nodes, seconds, is_stopped(stop)))
        return answer.whole(), answer.whole(), answer.flag(), answer.count()

    def exceeds(
        self, own: bytes, other: bytes, alpha: int, seconds: float | None, nodes: int | None, stop: Any
    ) -> tuple[bool | None, int]:
        request = self.request().block(own).block(other).whole(alpha)
        answer = self.ask("exceeds", request.limits(nodes, seconds, is_stopped(stop)))
        return answer.maybe(answer.flag), answer.count()

    def forget(self) -> None:
        self.ask("forget", self.request())

    @property
    def nodes(self) -> int:
        return self.ask("solver_size", self.request()).count()

    @property
    def table_bytes(self) -> int:
        answer = self.ask("solver_size", self.request())
        answer.count()
        return answer.count()


class WasmSearches:
    """The functions of the core."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def search_tree(
        self,
        rules: WasmRules,
        first: bytes,
        second: bytes,
        to_move: int,
        options: WasmOptions,
        depth: int,
        nodes: int | None,
        seconds: float | None,
        stop: Any,
        trace: WasmTrace | None,
    ) -> ResultTuple:
        request = rules.request().board(first, second, to_move).whole(options.number, depth)
        request.limits(nodes, seconds, is_stopped(stop)).whole(_number(trace))
        return read_result(request.send(self._call, "search_tree"))

    def _mcts(self, rules: WasmRules, *asked: Any) -> WasmRequest:
        *board, rounds, explore, seed, nodes, seconds, stop = asked
        request = rules.request().board(*board).whole(rounds).real(explore).whole(seed)
        return request.limits(nodes, seconds, is_stopped(stop))

    def search_mcts(self, rules: WasmRules, *asked: Any) -> ResultTuple:
        request = self._mcts(rules, *asked)
        return read_result(request.send(self._call, "search_mcts"))

    def mcts_children(self, rules: WasmRules, *asked: Any) -> list[tuple[int, int, float, int | None]]:
        request = self._mcts(rules, *asked)
        answer = request.send(self._call, "mcts_children")
        return answer.list(
            lambda: (answer.whole(), answer.count(), answer.real(), answer.maybe(answer.whole))
        )

    def search_proof(
        self,
        rules: WasmRules,
        first: bytes,
        second: bytes,
        to_move: int,
        best_first: bool,
        size: int,
        nodes: int | None,
        seconds: float | None,
        stop: Any,
    ) -> ResultTuple:
        request = rules.request().board(first, second, to_move).whole(best_first, size)
        return read_result(
            request.limits(nodes, seconds, is_stopped(stop)).send(self._call, "search_proof")
        )

    def search_greedy(self, rules: WasmRules, *asked: Any) -> ResultTuple:
        request = rules.request().board(*asked[:3]).whole(asked[3])
        return read_result(request.send(self._call, "search_greedy"))

    def search_random(self, rules: WasmRules, *asked: Any) -> ResultTuple:
        request = rules.request().board(*asked[:3]).whole(asked[3])
        return read_result(request.send(self._call, "search_random"))

    def playouts(self, rules: WasmRules, *asked: Any) -> list[int]:
        answer = rules.request().board(*asked[:3]).whole(*asked[3:]).send(self._call, "playouts_of")
        return answer.list(answer.count)

    def random_line(self, rules: WasmRules, *asked: Any) -> bytes:
        return (
            rules.request().board(*asked[:3]).whole(*asked[3:]).send(self._call, "random_line_of").block()
        )

    def keys_after(self, columns: int, rows: int, k: int, keys: Iterable[int]) -> list[int]:
        answer = WasmRequest().whole(columns, rows, k).wholes(list(keys)).send(self._call, "keys_after")
        return answer.list(answer.count)


KINDS: dict[str, type[HeldByModule]] = {
    "LineRules": WasmRules,
    "TupleTables": WasmTables,
    "TreeOptions": WasmOptions,
    "Trace": WasmTrace,
    "Deepening": WasmDeepening,
    "Book": WasmBook,
}


class WasmCore(ModuleType):
    """Stands where the compiled core would be."""

    def __init__(self, call: Call) -> None:
        super().__init__("plyground._core", __doc__)
        for name, kind in KINDS.items():
            setattr(self, name, partial(kind, call))
        searches = WasmSearches(call)
        for name in dir(searches):
            if not name.startswith("_"):
                setattr(self, name, getattr(searches, name))

        class BoundSolver(WasmSolver):
            """A solver of this module."""

            def __init__(self, *asked: Any) -> None:
                super().__init__(call, *asked)

            @staticmethod
            def min_bytes(columns: int, rows: int, k: int, gravity: bool) -> int:
                """The size of the smallest table for a game."""
                return WasmRequest().whole(columns, rows, k, gravity).send(call, "min_bytes").count()

        self.Solver = BoundSolver

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"the core in a browser has no {name}")
