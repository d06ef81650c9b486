"""Searchers by name: `load_searcher("deepening(inner=alphabeta(order='centre'), seconds=1)")`."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any

from plyground.errors import BadSpec, truncate, unknown_name
from plyground.evaluation import LineWeights
from plyground.searchers.alphabeta import AlphaBeta
from plyground.searchers.deepening import Deepening
from plyground.searchers.greedy import Greedy
from plyground.searchers.mcts import MCTS
from plyground.searchers.memo import MemoMinimax
from plyground.searchers.minimax import Minimax
from plyground.searchers.mtdf import MTDf
from plyground.searchers.proof import ProofNumber
from plyground.searchers.pvs import PVS
from plyground.searchers.random_move import Random
from plyground.searchers.searcher import Searcher
from plyground.searchers.table_alphabeta import TableAlphaBeta
from plyground.spec import Spec, takes
from plyground.user_code import import_name, is_path

CLASSES: tuple[type[Searcher], ...] = (
    Random,
    Greedy,
    Minimax,
    MemoMinimax,
    AlphaBeta,
    TableAlphaBeta,
    PVS,
    MTDf,
    Deepening,
    MCTS,
    ProofNumber,
)
SEARCHERS: dict[str, type[Searcher]] = {kind.name: kind for kind in CLASSES}
_BY_LABEL = {kind.__name__: kind for kind in CLASSES}  # as repr writes it


def load_searcher(spec: str) -> Searcher:
    """The searcher that a spec names, by its file's name or as its repr writes it."""
    return _build(Spec.parse(spec))


def is_searcher(path: str) -> bool:
    """Whether a path names a searcher in a user's file."""
    try:
        found = import_name(path, "a searcher")
    except BadSpec:
        return False
    return isinstance(found, type) and issubclass(found, Searcher)


def _build(spec: Spec) -> Searcher:
    kind = SEARCHERS.get(spec.name) or _BY_LABEL.get(spec.name)
    if kind is None and is_path(spec.name):
        return spec.build(_users_class(spec), resolve=_build_part)
    if kind is None:
        right = f"agents are {', '.join(sorted(SEARCHERS))}"
        raise unknown_name(f"no agent {truncate(spec.name)}", spec.name, SEARCHERS, right)
    _check_quotes(spec)
    if kind is Deepening:
        _check_inner_options(spec)
    return spec.build(kind, resolve=_build_part)


def _check_quotes(spec: Spec) -> None:
    """Refuse `evaluate=windows`: a word that is no agent needs quotes."""
    for option, value in spec.options.items():
        bare = isinstance(value, Spec) and str(value) == value.name
        if (
            option != "inner"
            and bare
            and value.name not in (*SEARCHERS, *_BY_LABEL, *LineWeights.spec_names)
        ):
            given = f"{option}={value.name}"
            written = f"{option}='{value.name}'"
            raise BadSpec(
                f"no quotes in {given}", given, None, f"write {written}", "meant", {"name": written}
            )


def _users_class(spec: Spec) -> type[Searcher]:
    """The class of a user's searcher, named by its path: `mine.py:MySearch(depth=4)`."""
    found = import_name(spec.name, "a searcher")
    if not (isinstance(found, type) and issubclass(found, Searcher)):
        where, _, name = spec.name.rpartition(":")
        right = "a searcher is a class derived from Searcher"
        raise BadSpec(f"no searcher {truncate(name)}", spec.name, len(where) + 1, right)
    options = {option.name for option in fields(found)}
    if strange := [name for name in spec.options if name not in options]:
        right = f"{found.__name__} takes {takes(found)}; options are the fields of a dataclass"
        raise BadSpec(f"no option {strange[0]}", str(spec), None, right)
    return _named(found, spec.name)


def _check_inner_options(spec: Spec) -> None:
    """Say where an option of the inner search goes: `deepening(alphabeta(order='best'))`."""
    own = {option.name for option in fields(Deepening)}
    inner = next((each for each in (*spec.args, spec.options.get("inner")) if isinstance(each, Spec)), None)
    inner = inner or Spec(AlphaBeta.name)
    kind = SEARCHERS.get(inner.name) or _BY_LABEL.get(inner.name)
    theirs = {option.name for option in fields(kind)} - own if kind else set()
    if not (moved := {name: value for name, value in spec.options.items() if name in theirs}):
        return
    deeper = replace(inner, options=inner.options | moved)
    kept = {name: value for name, value in spec.options.items() if name not in (*moved, "inner")}
    written = str(Spec(spec.name, (deeper, *spec.args[1:]), kept))
    what = f"no option {next(iter(moved))}"
    right = f"it is one of {inner.name}, which is deepened: write {written}"
    raise BadSpec(what, str(spec), None, right, "meant", {"name": written})


@cache
def _named(kind: type[Searcher], name: str) -> type[Searcher]:
    """A user's class under the name that loads it again; another path to it leaves this one alone."""
    copied = {"name": name, "__module__": kind.__module__, "__doc__": kind.__doc__, "__reduce__": _by_spec}
    return type(kind.__name__, (kind,), copied)


def _by_spec(searcher: Searcher) -> tuple[Any, ...]:
    """How pickle makes a searcher again: its class has the name of another, the user's own."""
    return load_searcher, (searcher.spec,)


def _build_part(spec: Spec) -> Any:
    return spec.build(LineWeights) if spec.name in LineWeights.spec_names else _build(spec)
