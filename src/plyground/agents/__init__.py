"""Who plays: every searcher, whoever knows more than a searcher does, and what users write."""

from plyground.agents.agent import Agent, Choice, Entrant, MoveLimits
from plyground.agents.registry import AGENTS, load_agent, load_entrant

__all__ = ["AGENTS", "Agent", "Choice", "Entrant", "MoveLimits", "load_agent", "load_entrant"]
