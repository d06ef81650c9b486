"""The agent among the callables of a submission: the last, as on Kaggle, unless it is clearly a helper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.agents.answers import accepts
from plyground.agents.detect import OBSERVATIONS, Outline
from plyground.errors import BadSpec, abbreviate

HOW = "an agent is a function agent(observation, configuration)"
AGENTS = ("agent", "my_agent", "act")  # usual names of agents


def agent_function(module: ModuleType, name: str) -> Callable[..., Any]:
    """The agent of a module: the callable of that name, or else the last one."""
    found = _find_name(module, name) if name else last_callable(module)
    function: Callable[..., Any] = found() if isinstance(found, type) else found
    return function


def last_callable(module: ModuleType) -> Any:
    """The last callable of a file, as on Kaggle; but imported names are no agents.

    A helper after a function with the usual name of an agent is none either. A class counts if there is no
    function and no object, and if its objects can be called; an imported name, if there is nothing else.
    """
    found = _callables(module)
    outline = Outline.of(_file(module))
    own = {name: value for name, value in found.items() if not outline or name not in outline.imported}
    functions = {name: value for name, value in own.items() if not isinstance(value, type)}
    if functions:
        takes: Mapping[str, Sequence[str]] = outline.functions if outline else {}
        fit = {name: any(accepts(value, count) for count in (2, 1, 0)) for name, value in functions.items()}
        return functions[_agent_among(list(functions), takes, fit)]
    for candidates in (own, found):
        if candidates:
            return list(candidates.values())[-1]
    raise BadSpec("no agent", _file(module).name, None, HOW)


def note(file: Path) -> str:
    """A hint about a file whose last function is not its agent; the file is not run."""
    outline = Outline.of(file)
    if outline is None or not outline.functions:
        return ""
    names = list(outline.functions)
    fit = {name: len(taken) <= 2 for name, taken in outline.functions.items()}
    agent, last = _agent_among(names, outline.functions, fit), names[-1]
    if outline.assigned & set(AGENTS):
        return ""
    if agent != last:
        return f"{file.name} plays with {agent}: on Kaggle it would be its last function, {last}"
    others = [name for name in names if fit[name] and _observes(name, outline.functions)]
    if not others or _has_agent_name(last) or last in others:
        return ""
    meant = f"if {others[-1]} is its agent, name it, kaggle:{file.name}:{others[-1]}"
    return f"{file.name} plays with its last function, {last}: {meant}"


def _agent_among(names: Sequence[str], takes: Mapping[str, Sequence[str]], fit: Mapping[str, bool]) -> str:
    """The last of the names, unless it is a helper after a function with the usual name of an agent."""
    last = names[-1]
    if fit[last] and (_has_agent_name(last) or _observes(last, takes) or last not in takes):
        return last
    called = [name for name in AGENTS if name in names and fit[name]]
    observing = [name for name in reversed(names) if fit[name] and _observes(name, takes)]
    likely = called or ([] if fit[last] else observing)
    return likely[0] if likely else last


def _has_agent_name(name: str) -> bool:
    return "agent" in name.lower() or name in AGENTS


def _observes(name: str, takes: Mapping[str, Sequence[str]]) -> bool:
    return bool(takes.get(name)) and takes[name][0] in OBSERVATIONS


def _find_name(module: ModuleType, name: str) -> Any:
    found = _callables(module)
    if name not in found:
        there = f"it has {abbreviate(list(found))}" if found else HOW
        raise BadSpec(f"no {name}", _file(module).name, None, there)
    return found[name]


def _file(module: ModuleType) -> Path:
    return Path(getattr(module, "__file__", None) or module.__name__)


def _callables(module: ModuleType) -> dict[str, Any]:
    """The callables in the order of the file; classes if their objects can be called."""
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("__")
        and (not isinstance(value, type) or any("__call__" in vars(kind) for kind in value.__mro__))
    }
