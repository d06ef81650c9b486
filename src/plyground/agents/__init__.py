"""Agents: every searcher, perfect players, and the agents of users."""

from plyground.agents.agent import Agent, Choice, Entrant, MoveLimits
from plyground.agents.registry import AGENTS, load_agent, load_entrant

__all__ = ["AGENTS", "Agent", "Choice", "Entrant", "MoveLimits", "load_agent", "load_entrant"]
