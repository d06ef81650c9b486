"""Agents that users write: `python:bots/mine.py:choose`, a function or a class in a file or a module.

Their code is run anew for every game, and what it imports of the user's own code too: an agent that keeps
things in global variables starts each game with clean ones, so games do not depend on those before.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import random
import sys
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.agents.agent import Agent, Choice, Entrant
from plyground.errors import BadSpec, clip
from plyground.game import Position
from plyground.search.limits import Limits
from plyground.search.result import SearchResult
from plyground.spec import Spec, takes

USUAL_NAMES = ("choose", "Agent", "agent")
HOW = "an agent is a function choose(position, limits) or a class with such a method"


@dataclass(frozen=True)
class UserAgent:
    """A user's function, or the bound method of a user's object."""

    name: str
    function: Callable[..., Any]
    with_limits: bool

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        answer = self.function(position, limits) if self.with_limits else self.function(position)
        if isinstance(answer, Choice):
            return answer
        if isinstance(answer, SearchResult):
            return Choice(answer.move, answer)
        return Choice(answer)


@dataclass(frozen=True)
class Source:
    """Where the code of an agent is, and which of its names is meant; none means one of the usual."""

    where: str
    name: str
    options: Mapping[str, Any]
    spec: str
    folder: Path  # where relative paths begin; the agent itself is played elsewhere

    @classmethod
    def of(cls, spec: Spec) -> Source:
        """Read `python:FILE:NAME(options)`, or `python('FILE', 'NAME', options)` for any file name."""
        scheme, colon, rest = spec.name.partition(":")
        right = f"write {scheme}:file.py:name, or {scheme}('file.py', 'name')"
        if not colon:
            if not 1 <= len(spec.args) <= 2 or not all(isinstance(a, str) for a in spec.args):
                raise BadSpec("no file of an agent", str(spec), None, right)
            where, name = (*spec.args, "")[:2]
        else:
            if spec.args:
                raise BadSpec("options without names", str(spec), None, "write option=value")
            where, name = rest, ""
            if not where.endswith(".py"):
                where, _, name = where.rpartition(":")
        if not where:
            raise BadSpec("no file of an agent", str(spec), None, right)
        return cls(where, name, spec.options, str(spec), Path.cwd())

    @property
    def file(self) -> Path | None:
        """The file, if it is one and not the name of a module."""
        return self.folder / self.where if self.where.endswith(".py") else None

    @property
    def files(self) -> tuple[Path, ...]:
        """The file of the code, be it named or found by the name of its module."""
        return (self.file,) if self.file else _module_files(self.where)

    def module(self, seed: int) -> ModuleType:
        """The code, run anew, with its chance decided."""
        random.seed(seed)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(seed & 0xFFFFFFFF)
        _forget_users_modules(self.where.partition(".")[0] if not self.file else "")
        return _from_file(self.file, self.where) if self.file else importlib.import_module(self.where)

    def enter(self, seed: int) -> Agent:
        """The agent for a game, from code that is run anew."""
        found = self._found(self.module(seed))
        if isinstance(found, type):
            return self._of_class(found, seed)
        if self.options:
            what = f"options for the function {found.__name__}"
            raise BadSpec(what, self.spec, None, "only a class takes some")
        return UserAgent(self.spec, found, _takes_limits(found))

    def _found(self, module: ModuleType) -> Callable[..., Any]:
        names = (self.name,) if self.name else USUAL_NAMES
        for name in names:
            found = getattr(module, name, None)
            if callable(found):
                function: Callable[..., Any] = found
                return function
        missing = f"no {' and no '.join(names)}"
        raise BadSpec(missing, Path(self.where).name, None, HOW)

    def _of_class(self, kind: type[Any], seed: int) -> Agent:
        options = dict(self.options)
        parameters = inspect.signature(kind).parameters
        if "seed" in parameters and "seed" not in options:
            options["seed"] = seed
        try:
            inspect.signature(kind).bind(**options)
        except TypeError as error:
            raise BadSpec(str(error), self.spec, None, f"{kind.__name__} takes {takes(kind)}") from None
        made = kind(**options)
        choose = getattr(made, "choose", None)
        if not callable(choose):
            raise BadSpec(f"no choose in {kind.__name__}", self.spec, None, HOW)
        return UserAgent(self.spec, choose, _takes_limits(choose))


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec of user code names; the code itself is only run when a game begins."""
    source = Source.of(spec)
    return Entrant(source.spec, False, source.enter, source.files)


def _takes_limits(function: Callable[..., Any]) -> bool:
    """Whether a function wants the limits too, or only the position."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # a built-in without one
        return True
    for arguments in ((None, None), (None,)):
        try:
            signature.bind(*arguments)
        except TypeError:
            continue
        return len(arguments) == 2
    raise BadSpec(f"{function.__name__}{signature}", function.__name__, None, HOW)


def _module_files(name: str) -> tuple[Path, ...]:
    """Where a module would be read from. Nothing is imported to find out: packages are users' code too."""
    top, *inner = name.split(".")
    try:
        found = importlib.util.find_spec(top)
        for depth in range(len(inner)):
            folders = found.submodule_search_locations if found else None
            found = PathFinder.find_spec(".".join([top, *inner[: depth + 1]]), folders) if folders else None
    except (ImportError, ValueError):
        return ()
    return (Path(found.origin),) if found and found.origin and found.has_location else ()


def _from_file(path: Path, given: str) -> ModuleType:
    location = path.resolve()
    if not location.is_file():
        raise BadSpec(f"no file {clip(given, 80)}", given, None, "give the path of a Python file")
    name = f"plyground_agent_{location.stem}"
    spec = importlib.util.spec_from_file_location(name, location)
    if spec is None or spec.loader is None:
        raise BadSpec(f"{clip(given, 80)} cannot be imported", given)
    if str(location.parent) not in sys.path:
        sys.path.append(str(location.parent))  # last: a neighbour called queue.py is not Python's queue
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


def _forget_users_modules(package: str) -> None:
    """Have the user's own modules be imported again: those that belong to no library, and a package."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not file or not file.endswith(".py") or name == "__main__" or name.startswith("plyground"):
            continue
        if name.partition(".")[0] == package or not is_installed(Path(file)):
            del sys.modules[name]


@cache
def is_installed(file: Path) -> bool:
    """Whether a file belongs to Python or to a library."""
    paths = sysconfig.get_paths()
    homes = [Path(paths[key]).resolve() for key in ("stdlib", "platstdlib", "purelib", "platlib")]
    return "site-packages" in file.parts or any(home in file.resolve().parents for home in homes)
