"""Agents by name: `load_agent("perfect(blunder=0.1)")`, every searcher, and users' agents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.agents.agent import Entrant, searcher_entrant
from plyground.agents.written import may_be_searcher
from plyground.errors import LONGEST_PATH, BadSpec, nearest_name, truncate, unknown_name
from plyground.evaluation.kept_weights import WEIGHTS_SCHEMES
from plyground.evaluation.weights_file import SCHEME
from plyground.papers.published import PUBLISHED
from plyground.searchers import SEARCHERS, Searcher, load_searcher
from plyground.searchers.registry import is_searcher
from plyground.solver import Perfect
from plyground.spec import Spec
from plyground.user_code import is_path

if TYPE_CHECKING:
    from plyground.workers.confinement import Confinement

_FILES = {
    "python": "a file of your own",
    "kaggle": "a Kaggle submission",
    "cs50": "a file of CS50's tic-tac-toe",
}

_BEYOND_SEARCHERS: tuple[type[Searcher], ...] = (Perfect, *PUBLISHED)
AGENTS: dict[str, type[Searcher]] = SEARCHERS | {kind.name: kind for kind in _BEYOND_SEARCHERS}

# What else people call them, and in Brazil: an error says which is meant.
_ALSO = {
    **dict.fromkeys(("poda", "podaalfabeta", "alfabeta", "negamax"), "alphabeta"),
    **dict.fromkeys(("aprofundamento", "aprofundamentoiterativo", "iterativo", "ids"), "deepening"),
    **dict.fromkeys(("montecarlo", "uct"), "mcts"),
    **dict.fromkeys(("aleatorio", "aleatório"), "random"),
    **dict.fromkeys(("perfeito", "solver"), "perfect"),
    "guloso": "greedy",
}

# Agents of users, by how their specs begin: `kaggle:file.py`. Each module has a function `entrant`, and is
# loaded when it is needed.
SCHEMES: dict[str, str] = {
    "python": "plyground.agents.python",
    "kaggle": "plyground.agents.kaggle.adapter",
    "cs50": "plyground.agents.cs50",
    "aima": "plyground.agents.aima",
    "openspiel": "plyground.agents.openspiel",
    "engine": "plyground.engines.entrant",
    "object": "plyground.agents.objects",
}


def load_agent(spec: str, confinement: Confinement | None = None, game: str = "") -> Searcher:
    """The agent that a spec names, as a searcher: a built-in one, or a user's.

    A user's agent is asked in a confined process; in a sandbox it has to know the game, too. A class that
    is a searcher runs here, as rules do.
    """
    parsed = Spec.parse(spec)
    for kind in _BEYOND_SEARCHERS:
        if parsed.name in (kind.name, kind.__name__):
            return parsed.build(kind)
    path = parsed.name.removeprefix("python:")
    if (path != parsed.name or not _scheme(parsed)) and is_path(path):
        return _user_searcher(replace(parsed, name=path), confinement, game)
    if _scheme(parsed):
        return _own_agent(parsed, confinement, game)
    if parsed.name not in SEARCHERS and not parsed.name[:1].isupper():
        raise unknown_agent(parsed)
    return load_searcher(spec)


def load_entrant(spec: str) -> Entrant:
    """The entrant that a spec names: a built-in agent, or a user's: `kaggle:file.py`.

    The code of a user's agent is not run before a game begins.
    """
    parsed = Spec.parse(spec)
    if _scheme(parsed):
        return _user_entrant(parsed)
    if is_path(parsed.name):
        return _user_entrant(replace(parsed, name=f"python:{parsed.name}"))
    own = tuple(dict.fromkeys(_own_paths(parsed)))
    if not own:
        return searcher_entrant(load_agent(spec))
    found = _with_full_paths(parsed)
    files = [Path.cwd() / path.rpartition(":")[0] for path in own]
    return Entrant(
        str(parsed),
        trusted=False,
        enter=lambda seed: searcher_entrant(load_agent(str(found))).enter(seed),
        files=tuple(file for file in files if file.suffix == ".py"),
    )


def unknown_agent(spec: Spec) -> BadSpec:
    """The error that says which agents there are."""
    scheme, colon, _ = spec.name.partition(":")
    if colon:
        schemes = [f"{name}:" for name in SCHEMES if name != "object"]
        right = (
            f"agents that are not ours begin with {', '.join(schemes)} or with the path of a Python file"
        )
        return unknown_name(f"no scheme {truncate(scheme)}:", f"{scheme}:", schemes, right, spec.name)
    what = f"no agent {truncate(spec.name)}"
    if spec.name.endswith(".py"):
        scheme = _scheme_of_file(spec.name)
        meant = f"{scheme}:{truncate(spec.name, LONGEST_PATH)}"
        right = f"{_FILES[scheme]} is called {meant}"
        return BadSpec(what, spec.name, None, right, "meant", {"name": meant})
    plain = spec.name.replace("-", "").replace("_", "")
    known = [*AGENTS, *_ALSO]
    given = spec.name if nearest_name(spec.name, known) else plain
    right = f"agents are {', '.join(sorted(AGENTS))}"
    return unknown_name(what, given, AGENTS, right, spec.name, _ALSO)


def _scheme_of_file(path: str) -> str:
    from plyground.agents.detect import detect_scheme

    return detect_scheme(Path(path)) if Path(path).is_file() else "python"


def _user_searcher(spec: Spec, confinement: Confinement | None, game: str) -> Searcher:
    """What a path names: a searcher, which can be traced, or any agent, whose code is not run here."""
    if may_be_searcher(spec.name) and is_searcher(spec.name):
        return load_searcher(str(spec))
    return _own_agent(replace(spec, name=f"python:{spec.name}"), confinement, game)


def _own_agent(spec: Spec, confinement: Confinement | None, game: str) -> Searcher:
    from plyground.agents.as_searcher import OwnAgent  # with all that confines a process

    entrant = _user_entrant(spec)
    return OwnAgent(entrant, confinement, game) if confinement else OwnAgent(entrant, game=game)


def _scheme(spec: Spec) -> str | None:
    return SCHEMES.get(spec.name.partition(":")[0])


def _user_entrant(spec: Spec) -> Entrant:
    made: Entrant = import_module(SCHEMES[spec.name.partition(":")[0]]).entrant(spec)
    return made


def _own_paths(spec: Spec) -> Iterator[str]:
    """The user's code that the options of a built-in agent name: `evaluate='mine.py:worth'`,
    `inner=mine.py:MySearch`.
    """
    for value in (*spec.args, *spec.options.values()):
        if isinstance(value, Spec):
            yield from (value.name,) if is_path(value.name) else ()
            yield from _own_paths(value)
        elif isinstance(value, str) and ":" in value and not value.startswith(WEIGHTS_SCHEMES):
            yield value


def _with_full_paths(spec: Spec) -> Spec:
    """The same with full paths: the agent is made in a process that works in another folder."""

    def full(value: Any) -> Any:
        if isinstance(value, Spec):
            return replace(_with_full_paths(value), name=full(value.name))
        if isinstance(value, str) and value.startswith(SCHEME):
            return f"{SCHEME}{Path.cwd() / value.removeprefix(SCHEME)}"
        where, colon, name = value.rpartition(":") if isinstance(value, str) else ("", "", "")
        return f"{Path.cwd() / where}:{name}" if colon and where.endswith(".py") else value

    options = {name: full(value) for name, value in spec.options.items()}
    return Spec(spec.name, tuple(map(full, spec.args)), options)
