"""A file in which nobody plays."""

choose = "the first move"
