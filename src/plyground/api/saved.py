"""`open_run`: a run that was saved, as the value that it was."""

from __future__ import annotations

import os

from plyground.api.comparison import Comparison
from plyground.api.run import Run
from plyground.arena.run_folder import find_run
from plyground.arena.store import Store


def open_run(path: str | os.PathLike[str] | int) -> Run:
    """A run from its file, or by its number among those of the commands.

    >>> import plyground as pg, pathlib, tempfile
    >>> match = pg.match("tictactoe", pg.Random(seed=1), pg.Random(seed=2), games=2)
    >>> file = match.save(pathlib.Path(tempfile.mkdtemp(), "cup.run"))
    >>> pg.open_run(file) == match
    True
    """
    file = find_run(str(path))
    with Store(file) as store:
        experiment = store.about("experiment")
    return Comparison(file) if experiment else Run(file)
