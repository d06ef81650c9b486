"""Experiments: agents compared on the same positions and in games."""
