"""Rows of data under named columns: iterable, as a CSV file, and as a DataFrame where there is pandas."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from plyground.columns import csv_row
from plyground.errors import BadSpec, Failed, PlygroundError
from plyground.whole_file import write_whole


@dataclass(frozen=True)
class RowTable:
    """Rows under named columns; a row is a dictionary.

    >>> import plyground as pg
    >>> rows = pg.analyse(pg.tictactoe().parse("15246")).rows
    >>> rows.columns[:3], len(rows)
    (('move', 'score', 'value'), 4)
    >>> rows[0]["move"], rows.column("move")
    ('3', ['3', '7', '8', '9'])
    """

    columns: tuple[str, ...]
    data: tuple[tuple[Any, ...], ...]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, place: int) -> dict[str, Any]:
        return dict(zip(self.columns, self.data[place], strict=True))

    def column(self, name: str) -> list[Any]:
        """All values of a column."""
        if name not in self.columns:
            right = f"columns are {', '.join(self.columns)}"
            raise BadSpec(f"no column {name}", name, None, right)
        place = self.columns.index(name)
        return [row[place] for row in self.data]

    def _repr_html_(self) -> str:
        """What a notebook shows: a table, of many rows the first and the last ones."""
        from plyground.pictures.html import long_table

        return long_table(self.columns, self.data)

    def to_frame(self) -> Any:
        """The rows as a DataFrame of pandas, which must be installed."""
        try:
            library = import_module("pandas")
        except ImportError:
            raise PlygroundError(
                "to_frame needs pandas: pip install pandas; without it, iterate over the rows or use to_csv"
            ) from None
        return library.DataFrame.from_records(list(self.data), columns=list(self.columns))

    def to_csv(self, path: str | os.PathLike[str]) -> Path:
        """Write the rows into a file, their names first; the path of the file."""
        file, out = Path(path), io.StringIO(newline="")
        csv.writer(out).writerows(map(csv_row, (self.columns, *self.data)))
        try:
            write_whole(file, out.getvalue())
        except OSError as error:
            raise Failed(f"{file} cannot be written ({error.strerror})") from None
        return file
