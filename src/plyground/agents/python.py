"""Agents that users write: `python:bots/mine.py:choose`, a function or a class in a file or a module.

Their code, with the user's modules that it imports, is run anew for every game. So global variables start
clean, and no game depends on those before.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.agents.agent import Agent, Choice, Entrant
from plyground.agents.answers import NoMove
from plyground.agents.neighbours import Neighbours
from plyground.agents.user_module import forget_users_modules, load_file
from plyground.errors import BadSpec, nearest_name
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.searchers.answer import SearchAnswer
from plyground.searchers.searcher import Searcher
from plyground.searchers.types import Limits, SearchResult
from plyground.spec import Spec, takes

DEFAULT_NAMES = ("choose", "Agent", "agent")
HOW = "an agent is a function choose(position, limits), a class with such a method, or a Searcher"


@dataclass(frozen=True)
class UserAgent:
    """A user's function, or a bound method of a user's object."""

    name: str
    function: Callable[..., Any]
    with_limits: bool

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        answer = self.function(position, limits) if self.with_limits else self.function(position)
        if isinstance(answer, SearchAnswer):
            answer = answer.result
        if isinstance(answer, SearchResult):
            answer = Choice(answer.move, answer)
        choice = answer if isinstance(answer, Choice) else Choice(answer)
        if isinstance(position, LinePosition) and (why := position.advice_on(choice.move)):
            return Choice(NoMove(choice.move, why), choice.result)
        return choice


@dataclass(frozen=True)
class Source:
    """Where the code of an agent is, and the name in it; no name means one of the usual names."""

    where: str
    name: str
    options: Mapping[str, Any]
    spec: str
    folder: Path  # where relative paths begin; the agent itself plays in another folder

    @classmethod
    def of(cls, spec: Spec, endings: tuple[str, ...] = (".py",), folders: bool = False) -> Source:
        """Read `python:FILE:NAME(options)`, or `python('FILE', 'NAME', options)` for any file name.

        `endings` are those of files; if folders are allowed, an existing folder may stand for a file.
        """
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
            if not where.endswith(endings) and not (folders and Path(where).is_dir()):
                where, _, name = where.rpartition(":")
        if not where:
            raise BadSpec("no file of an agent", str(spec), None, right)
        return cls(where, name, spec.options, str(spec), Path.cwd())

    @property
    def file(self) -> Path | None:
        """The file; None if the code is named by its module."""
        return self.folder / self.where if self.where.endswith(".py") else None

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of the code: its own file or module, and the user's files that it needs."""
        named = (self.file,) if self.file else module_files(self.where)
        return tuple(dict.fromkeys(needed for file in named for needed in (file, *_neighbours(file))))

    def module(self, seed: int) -> ModuleType:
        """The code, run anew, with seeded random numbers."""
        random.seed(seed)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(seed & 0xFFFFFFFF)
        forget_users_modules(self.where.partition(".")[0] if not self.file else "")
        return load_file(self.file, self.where) if self.file else importlib.import_module(self.where)

    def enter(self, seed: int) -> Agent:
        """The agent for a game, from code that is run anew."""
        found = self._find_callable(self.module(seed))
        if isinstance(found, type):
            return make_agent(found, self.options, self.spec, seed)
        if self.options:
            what = f"options for the function {found.__name__}"
            raise BadSpec(what, self.spec, None, "only a class takes some")
        return UserAgent(self.spec, found, takes_limits(found))

    def _find_callable(self, module: ModuleType) -> Callable[..., Any]:
        names = (self.name,) if self.name else DEFAULT_NAMES
        for name in names:
            found = getattr(module, name, None)
            if callable(found):
                function: Callable[..., Any] = found
                return function
        raise BadSpec(f"no {names[0]}", Path(self.where).name, None, _right_name(module, self.name))


def make_agent(kind: type[Any], given: Mapping[str, Any], spec: str, seed: int) -> Agent:
    """An agent of a class, made with options; a class with a seed gets that of the game."""
    options = dict(given)
    parameters = inspect.signature(kind).parameters
    if "seed" in parameters and "seed" not in options:
        options["seed"] = seed
    try:
        inspect.signature(kind).bind(**options)
    except TypeError as error:
        raise BadSpec(str(error), spec, None, f"{kind.__name__} takes {takes(kind)}") from None
    made = kind(**options)
    if isinstance(made, Searcher):
        return UserAgent(spec, made.search, with_limits=True)
    choose = getattr(made, "choose", None)
    if not callable(choose):
        raise BadSpec(f"no choose in {kind.__name__}", spec, None, HOW)
    return UserAgent(spec, choose, takes_limits(choose))


def _right_name(module: ModuleType, wanted: str) -> str:
    """The right name: one that the code defines, or how to write an agent."""
    own = [each for name, each in vars(module).items() if not name.startswith("_")]
    own = [each for each in own if getattr(each, "__module__", "") == module.__name__ and callable(each)]
    if near := nearest_name(wanted, [each.__name__ for each in own]) if wanted else "":
        return f"did you mean {near}?"
    functions = [each for each in own if inspect.isfunction(each)]
    if wanted or len(functions) != 1:
        return HOW
    (function,) = functions
    taken = ", ".join(inspect.signature(function).parameters)
    return f"it defines {function.__name__}({taken}); call it choose(position, limits)"


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec of user code names; the code itself is only run when a game begins."""
    source = Source.of(spec)
    return Entrant(source.spec, False, source.enter, source.files)


def takes_limits(function: Callable[..., Any]) -> bool:
    """Whether a function takes the limits, too, or only the position."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # a built-in without a signature
        return True
    for arguments in ((None, None), (None,)):
        try:
            signature.bind(*arguments)
        except TypeError:
            continue
        return len(arguments) == 2
    raise BadSpec(f"{function.__name__}{signature}", function.__name__, None, HOW)


def _neighbours(file: Path) -> tuple[Path, ...]:
    """The other files of the user that a file needs, if the file exists."""
    location = file.resolve()
    return Neighbours.of(location).files[1:] if location.is_file() else ()


def module_files(name: str) -> tuple[Path, ...]:
    """The file of a module. Nothing is imported to find it: packages are users' code, too."""
    top, *inner = name.split(".")
    try:
        found = importlib.util.find_spec(top)
        for depth in range(len(inner)):
            folders = found.submodule_search_locations if found else None
            found = PathFinder.find_spec(".".join([top, *inner[: depth + 1]]), folders) if folders else None
    except (ImportError, ValueError):
        return ()
    return (Path(found.origin),) if found and found.origin and found.has_location else ()
