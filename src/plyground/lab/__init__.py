"""Experiments: agents compared on positions and in games, and reports of what came out."""
