"""Engines as entrants: what `engine:…` in a spec stands for."""

from __future__ import annotations

from functools import partial

from plyground.agents.agent import Agent, Entrant
from plyground.engines.settings import Settings
from plyground.spec import Spec


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec of an engine names; the program is only run when a game begins."""
    settings = Settings.of(spec)
    folders = (settings.folder,) if settings.folder else ()
    return Entrant(settings.spec, False, partial(_enter, settings), settings.files, folders)


def _enter(settings: Settings, seed: int) -> Agent:
    """A new process for each game: nothing that an engine remembers leaks from one into the next."""
    if settings.protocol == "gomocup":
        from plyground.engines.gomocup_client import GomocupAgent  # only one of the two is needed

        return GomocupAgent(settings)
    from plyground.engines.uci_client import UciAgent

    return UciAgent(settings, seed)
