"""Engines as agents: `engine:./my-engine`, a program in any language that speaks UGI, UCI or Gomocup."""

from __future__ import annotations

from functools import partial

from plyground.agents.agent import Agent, Entrant
from plyground.agents.engine.settings import Settings
from plyground.spec import Spec


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec of an engine names; the program is only run when a game begins."""
    settings = Settings.of(spec)
    return Entrant(settings.spec, False, partial(_enter, settings), settings.files)


def _enter(settings: Settings, seed: int) -> Agent:
    """A process for each game: what an engine keeps in mind does not leak from one into the next."""
    if settings.protocol == "gomocup":
        from plyground.agents.engine.gomocup import GomocupAgent

        return GomocupAgent(settings)
    from plyground.agents.engine.ugi import UgiAgent

    return UgiAgent(settings, seed)
