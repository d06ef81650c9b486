"""Who plays: every searcher, and whoever knows more than a searcher does."""

from plyground.agents.registry import AGENTS, load_agent

__all__ = ["AGENTS", "load_agent"]
