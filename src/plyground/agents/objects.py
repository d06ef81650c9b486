"""Agents that a program hands over as they are: functions, objects with `choose`, classes, searchers.

In plans and stored runs they are called `object:NAME`. Only the program that has the object can play it, as
long as it is `present`; afterwards such a run can be read, and not resumed.
"""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from plyground.agents.agent import Agent, Entrant
from plyground.agents.as_searcher import OwnAgent
from plyground.agents.python import HOW, UserAgent, make_agent, takes_limits
from plyground.agents.registry import load_agent
from plyground.agents.seeded import SeededAgent
from plyground.errors import BadSpec, PlygroundError, truncate
from plyground.searchers.searcher import Searcher
from plyground.spec import Spec

SCHEME = "object:"


class Chooser(Protocol):
    """An object with a method `choose(position)` or `choose(position, limits)`."""

    @property
    def choose(self) -> Callable[..., Any]: ...


AgentLike = str | Searcher | Chooser | Callable[..., Any]

_present: ContextVar[Mapping[str, Entrant]] = ContextVar("present", default=MappingProxyType({}))


@contextmanager
def present(entrants: Mapping[str, Entrant]) -> Iterator[None]:
    """Let specs of objects name these entrants, by their specs, within the block."""
    token = _present.set({**_present.get(), **entrants})
    try:
        yield
    finally:
        _present.reset(token)


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec names: one that is present, or one that cannot play."""
    text = str(spec)
    return _present.get().get(text) or Entrant(text, trusted=False, enter=lambda seed: _absent(text))


def _absent(spec: str) -> Agent:
    name = spec.removeprefix(SCHEME)
    raise PlygroundError(f"{truncate(name)} was an object of another program: begin a new match with it")


def is_object(spec: str) -> bool:
    """Whether a spec names an object of a program."""
    return spec.startswith(SCHEME)


def searcher_of(agent: AgentLike) -> Searcher:
    """Whatever is an agent, as a searcher that can be asked about a position."""
    if isinstance(agent, str):
        return load_agent(agent)
    if isinstance(agent, type) and issubclass(agent, Searcher):
        return agent()
    return agent if isinstance(agent, Searcher) else OwnAgent(object_entrant(agent))


def object_entrant(agent: object) -> Entrant:
    """The entrant of a function, an object with `choose`, a class that makes one, or a searcher."""
    spec = SCHEME + _label(agent)
    if isinstance(agent, Searcher):
        return Entrant(spec, False, lambda seed: _searcher_agent(spec, agent, seed), here=agent)
    if isinstance(agent, type):
        kind = agent
        if not (issubclass(kind, Searcher) or callable(getattr(kind, "choose", None))):
            raise _no_agent(agent)
        return Entrant(
            spec, False, lambda seed: SeededAgent(make_agent(kind, {}, spec, seed), seed), here=agent
        )
    function = getattr(agent, "choose", None) or agent
    if not callable(function):
        raise _no_agent(agent)
    made = UserAgent(spec, function, takes_limits(function))
    return Entrant(spec, False, lambda seed: SeededAgent(made, seed), here=agent)


def _searcher_agent(spec: str, searcher: Searcher, seed: int) -> UserAgent:
    """A searcher with a seed gets another one in each game."""
    if getattr(searcher, "seed", None) is not None:
        searcher = replace(searcher, seed=seed)  # type: ignore[call-arg]
    return UserAgent(spec, searcher.search, with_limits=True)


def _label(agent: object) -> str:
    """The name of an object in plans and tables: a word, or the spec of a searcher."""
    if isinstance(agent, Searcher):
        try:
            return str(Spec.parse(agent.spec))
        except BadSpec:  # an option that is no text, such as an object that evaluates
            return type(agent).__name__
    name = getattr(agent, "name", None)
    if not isinstance(name, str) or isinstance(agent, type):
        name = str(getattr(agent, "__name__", type(agent).__name__))
    return "".join(letter if letter.isprintable() and letter not in "()'\",=" else "_" for letter in name)


def _no_agent(agent: object) -> BadSpec:
    given = truncate(repr(agent))
    right = f"an agent is a spec, a searcher, a function or an object with choose; {HOW}"
    return BadSpec(f"no agent {given}", given, None, right)


def with_own_process(entrant: Entrant) -> Entrant:
    """The same entrant, to play in a process of its own: its object as bytes."""
    name = entrant.spec.removeprefix(SCHEME)
    try:
        library: Any = import_module("cloudpickle")  # it takes what lives in a notebook too
    except ImportError:
        library = pickle
    try:
        data: bytes = library.dumps(entrant.here)
    except Exception as error:
        why = truncate(f"{type(error).__name__}: {error}", 120)
        right = "write it into a file and name it 'python:mine.py:choose', or play it in this process"
        raise PlygroundError(f"{name} cannot be sent to another process ({why}): {right}") from error
    if library is pickle and b"__main__" in data:
        right = "write it into a module of its own, or pip install cloudpickle"
        raise PlygroundError(f"{name} lives in the program that runs, which another process lacks: {right}")
    file = _source_file(entrant.here)
    return replace(entrant, pickled=data, files=() if file is None else (file,))


def pickled_entrant(spec: str, data: bytes) -> Entrant:
    """The entrant of an object that came as bytes; it is made anew for each game."""

    def enter(seed: int) -> Agent:
        return object_entrant(pickle.loads(data)).enter(seed)

    return Entrant(spec, trusted=False, enter=enter)


def _source_file(agent: object) -> Path | None:
    """The file in which a function or the class of an object is written, if there is one."""
    subject: Any = agent if inspect.isroutine(agent) or isinstance(agent, type) else type(agent)
    try:
        file = inspect.getsourcefile(subject)
    except (TypeError, OSError):
        return None
    return Path(file) if file and Path(file).is_file() else None
