"""Pictures of a search tree, drawn from a trace and knowing nothing of searching."""
