"""The agents of a match or a tournament: specs as they are, objects by names that a plan can hold."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from plyground.agents import Entrant, load_agent, load_entrant
from plyground.agents.defaults import with_default_limit
from plyground.agents.objects import AgentLike, object_entrant, present, with_own_process
from plyground.arena.plan import distinct, split_name
from plyground.errors import BadSpec, PlygroundError, truncate
from plyground.game import Game
from plyground.games.given import game_of
from plyground.games.registry import is_known_elsewhere, is_present, present_game
from plyground.searchers.searcher import Searcher
from plyground.searchers.types import Limits
from plyground.spec import Spec
from plyground.user_code import refuse_to_play_while_imported


@dataclass(frozen=True)
class Entries:
    """Who plays what: the game, the specs of the agents, and the objects among them."""

    game: Game[Any]
    specs: tuple[str, ...]
    given_names: tuple[str, ...]  # as in "ab=python:ab.py"; "" where there is none
    objects: dict[str, Entrant]  # by their specs
    in_process: bool  # an agent was given as an object, or only this process knows the game: played here

    @classmethod
    def of(cls, game: Game[Any], agents: Iterable[AgentLike], limits: Limits, isolate: bool) -> Entries:
        """The entries of agents as they were given; a tree searcher gets a limit where there is none."""
        refuse_to_play_while_imported()
        specs: list[str] = []
        objects: dict[str, Entrant] = {}
        given, named = list(agents), []
        for agent in given:
            name, agent = split_name(agent) if isinstance(agent, str) else ("", agent)
            named.append(name)
            if isinstance(agent, type) and issubclass(agent, Searcher):
                agent = agent()
            if isinstance(agent, str):
                specs.append(agent)
            elif isinstance(agent, Searcher) and _is_data(agent):
                specs.append(agent.spec)
            else:
                specs.append(_add(agent, objects, game, limits, isolate))
        some = any(not isinstance(agent, str) for agent in given) or not is_known_elsewhere(game)
        return cls(game, tuple(specs), tuple(named), objects, some and not isolate)

    def names(self, given: Sequence[str] | None) -> tuple[str, ...]:
        """The names of the agents: as given, or their specs."""
        if given is None:
            called = zip(self.given_names, self.specs, strict=True)
            return distinct(tuple(name or spec for name, spec in called))
        if isinstance(given, str) or len(given) != len(self.specs):
            shown = truncate(repr(given))
            raise BadSpec("bad names", f"names={shown}", None, "give a name for each agent, in their order")
        return tuple(given)

    @contextmanager
    def present(self) -> Iterator[None]:
        """Let specs name the game and the objects within the block."""
        with present_game(self.game), present(self.objects):
            self._check()
            yield

    def _check(self) -> None:
        """Refuse agents in processes of their own where only this process knows the game."""
        if not is_present(self.game.spec):
            return
        for spec in self.specs:
            entrant = load_entrant(spec)
            elsewhere = entrant.here is None and not (entrant.trusted and self.in_process)
            if elsewhere or entrant.pickled is not None:
                raise PlygroundError(
                    f"{truncate(spec)} plays in another process, which lacks {self.game.spec}: "
                    f"{_by_file(self.game)}"
                )


def _by_file(game: Game[Any]) -> str:
    """How to name a game so that every process finds it."""
    begin = game.start()
    kind = type(begin) if game_of(begin) == game else type(game)
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    if file is None or kind.__module__ == "__main__" or "." in kind.__qualname__:
        return "write the game into a file of its own and name it by that: 'mine.py:MyGame'"
    return f"name the game by its file: {f'{os.path.relpath(file)}:{kind.__name__}'!r}"


def _is_data(searcher: Searcher) -> bool:
    """Whether the spec of a searcher makes it again: none of its options is code of this program."""
    if not type(searcher).__module__.startswith("plyground."):
        return False
    try:
        return load_agent(searcher.spec) == searcher
    except PlygroundError:
        return False


def _add(agent: object, objects: dict[str, Entrant], game: Game[Any], limits: Limits, isolate: bool) -> str:
    """Add an object under a spec of its own; the spec."""
    known = next((spec for spec, entrant in objects.items() if entrant.here is agent), None)
    if known is not None:
        return known
    entrant = object_entrant(
        with_default_limit(agent, game, limits) if isinstance(agent, Searcher) else agent
    )
    spec = Spec.parse(entrant.spec)
    name, number = spec.name, 1
    while str(spec) in objects:
        number += 1
        spec = replace(spec, name=f"{name}-{number}")
    entrant = replace(entrant, spec=str(spec))
    objects[str(spec)] = with_own_process(entrant) if isolate else entrant
    return str(spec)
