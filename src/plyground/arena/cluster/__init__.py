"""Players on many machines: the pairs of a run as tasks of Dask."""
