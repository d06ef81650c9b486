"""Records a student's search from outside, by its calls: no line of the student's file has to change.

Every call of a function of the student's files is seen. Those with a state among their arguments may be
nodes. Helpers such as `winner(board)` have states, too, so nodes are the calls of functions that call
themselves, directly or by way of others, and of those that begin such a search; or of those that a rubric
names.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from types import CodeType, FrameType
from typing import Any, NamedTuple, Self, TypeVar

from plyground.grader.states import StateText

F = TypeVar("F", bound=Callable[..., Any])
_ALPHAS = ("alpha", "a", "α", "alfa", "lo", "low", "lower")
_BETAS = ("beta", "b", "β", "hi", "high", "upper")
_NAMED: dict[CodeType, Callable[..., Any]] = {}  # functions under `record`, and how to read their states


class TooManyCalls(BaseException):
    """A search went on for more calls than it may; no `except Exception` of a student's stops this."""


class SearchNode(NamedTuple):
    """One call of a search: its state, how deep it stands below the first, its window and its value."""

    state: str
    level: int
    alpha: float | None = None
    beta: float | None = None
    value: float | None = None


class _Call(NamedTuple):
    code: CodeType
    parent: int | None  # the nearest call around it that has a state
    state: str
    alpha: float | None
    beta: float | None


def record(state: Callable[..., Any]) -> Callable[[F], F]:
    """Name the function whose calls are nodes, with a function that reads a state off its arguments."""

    def named(function: F) -> F:
        _NAMED[function.__code__] = state
        return function

    return named


class CallRecorder:
    """Sees the calls of functions of some files while it is entered; a limit ends an endless search."""

    def __init__(
        self, files: Iterable[str], read: StateText, most_calls: int, pairs_are_moves: bool
    ) -> None:
        self._files = frozenset(files)
        self._pairs_are_moves = pairs_are_moves  # two whole numbers are a square, not a value and a move
        self._read = read
        self._most = most_calls
        self.count = 0
        self.calls: list[_Call] = []
        self._values: dict[int, float] = {}
        self._stack: list[tuple[CodeType, int | None, int | None]] = []  # code, own call, call around it
        self._callees: defaultdict[CodeType, set[CodeType]] = defaultdict(set)

    def __enter__(self) -> Self:
        sys.setprofile(self._see)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _see(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            if frame.f_code.co_filename in self._files:
                self._enter(frame)
        elif event == "return" and frame.f_code.co_filename in self._files:
            self._leave(frame.f_code, argument)

    def _enter(self, frame: FrameType) -> None:
        code = frame.f_code
        self.count += 1
        if self.count > self._most:
            raise TooManyCalls
        around = None
        if self._stack:
            caller, own, outer = self._stack[-1]
            self._callees[caller].add(code)
            around = outer if own is None else own
        call = self._call(code, frame.f_locals, around)
        if call is None:
            self._stack.append((code, None, around))
            return
        self._stack.append((code, len(self.calls), around))
        self.calls.append(call)

    def _call(self, code: CodeType, given: dict[str, Any], around: int | None) -> _Call | None:
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if code in _NAMED:
            state = self._read(_NAMED[code](*(given[name] for name in names)))
        else:
            states = (self._read(given[name]) for name in names if name in given)
            state = next((each for each in states if each is not None), None)
        if state is None:
            return None
        alpha, beta = (_window_end(given, names, which) for which in (_ALPHAS, _BETAS))
        return _Call(code, around, state, alpha, beta)

    def _leave(self, code: CodeType, value: Any) -> None:
        if not self._stack or self._stack[-1][0] is not code:
            return  # it was entered before the recorder was
        _, own, _ = self._stack.pop()
        if own is not None and (number := self._number(value)) is not None:
            self._values[own] = number

    def _number(self, value: Any) -> float | None:
        square = (
            isinstance(value, tuple | list) and len(value) == 2 and all(type(each) is int for each in value)
        )
        return None if square and self._pairs_are_moves else as_number(value)

    def nodes(self, names: Collection[str] = ()) -> list[SearchNode]:
        """The calls that are nodes, in their order; a call for the state of its caller is the same node."""
        functions = {call.code for call in self.calls}
        if names:
            valued = chosen = {code for code in functions if code.co_name in names}
        else:
            valued = functions & (self._recursive() | _NAMED.keys())
            chosen = {code for code in functions if code in valued or self._reached(code) & valued}
        tree: list[SearchNode] = []
        place: dict[int, int] = {}  # of calls in the tree
        for number, call in enumerate(self.calls):
            above = call.parent
            while above is not None and above not in place:
                above = self.calls[above].parent
            if call.code not in chosen:
                continue
            found = (call.alpha, call.beta, self._values.get(number)) if call.code in valued else ()
            if above is not None and tree[place[above]].state == call.state:
                place[number] = same = place[above]
                if tree[same].value is None:
                    tree[same] = SearchNode(call.state, tree[same].level, *found)
                continue
            level = 0 if above is None else tree[place[above]].level + 1
            place[number] = len(tree)
            tree.append(SearchNode(call.state, level, *found))
        return tree

    def _recursive(self) -> set[CodeType]:
        """The functions that were reached from themselves."""
        return {code for code in list(self._callees) if code in self._reached(code)}

    def _reached(self, code: CodeType) -> set[CodeType]:
        """The functions that were called from one, and from those, and so on."""
        seen, waiting = set[CodeType](), [code]
        while waiting:
            new = self._callees.get(waiting.pop(), set()) - seen
            seen |= new
            waiting += new
        return seen


def _window_end(given: dict[str, Any], names: Collection[str], which: Collection[str]) -> float | None:
    for name in names:
        if name.lower() in which:
            return as_number(given.get(name))
    return None


def as_number(value: Any) -> float | None:
    """A value that a search returned: a number, or the first number of a pair with a move."""
    if isinstance(value, tuple | list):
        return next((number for each in value if (number := as_number(each)) is not None), None)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value if value == value else None
    if hasattr(value, "item") and not callable(getattr(value, "__len__", None)):  # a number of numpy's
        return as_number(value.item())
    return None
