"""Trainers: they learn the numbers of an evaluation, by self-play or from what the solver knows."""
