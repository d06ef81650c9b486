"""Matches and tournaments between agents: fair, stored, and safe from the agents themselves."""
