"""Positions with their exact values, as tables for learning: the same bytes every time."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.columns import csv_row
from plyground.errors import LONGEST_PATH, BadSpec, Failed, PlygroundError, truncate
from plyground.experiments.solved_file import Answer, SolvedFile
from plyground.games.line import LineGame, LinePosition, connect4
from plyground.rng import SplitMix64, derive_seed
from plyground.score import Score
from plyground.searchers.playouts import random_line
from plyground.solver.batch import Batches, BatchOptions
from plyground.solver.native import score_of_win
from plyground.solver.plies import MAX_LISTED, keys_at, position_of, uci_keys
from plyground.spec import whole_number
from plyground.whole_file import is_special, write_whole

Row = tuple[str | int | None, ...]
Progress = Callable[[int, int], None]  # how many positions are solved, and how many there are
RESULTS = {1: "win", 0: "draw", -1: "loss"}
ENDINGS = (".csv", ".parquet")
_BATCH = 512  # positions between two reports of progress
_FEW = 16  # the same where every move is solved
_TRIES = 200  # random games for each position of a sample, at most


@dataclass(frozen=True)
class Dataset:
    """A table: the names of its columns, and its rows of texts, whole numbers and None."""

    columns: tuple[str, ...]
    rows: list[Row]

    def write(self, path: Path, header: bool = True) -> None:
        """Write it as Parquet if the file is called so, else as CSV."""
        data = self.to_parquet() if is_parquet(path) else self.to_csv(header).encode()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
        except OSError as error:
            raise Failed(f"{path} cannot be written ({error.strerror})") from None

    def to_csv(self, header: bool = True) -> str:
        """Comma-separated values, with the names of the columns in the first line unless told otherwise."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if header:
            writer.writerow(self.columns)
        writer.writerows(map(csv_row, self.rows))
        return text.getvalue()

    def to_parquet(self) -> bytes:
        """Parquet, by the extra `parquet`."""
        check_parquet()
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.columns)
        arrays = [_arrow_array(pa, list(column)) for column in columns]
        out = io.BytesIO()
        pq.write_table(pa.Table.from_arrays(arrays, names=list(self.columns)), out)
        return out.getvalue()


def is_parquet(path: Path) -> bool:
    """Whether a file of this name is written as Parquet."""
    return path.suffix.lower() == ".parquet"


def check_ending(path: Path) -> None:
    """Refuse a file whose name ends neither in .csv nor in .parquet; a device may have any name."""
    if path.suffix.lower() not in ENDINGS and not is_special(path):
        right = f"its ending says how it is written, and those known are {' and '.join(ENDINGS)}"
        raise BadSpec(f"no ending of a table in {truncate(str(path), LONGEST_PATH)}", "", None, right)


def check_parquet() -> None:
    """Raise an error that says what to install, if Parquet cannot be written here."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise PlygroundError("Parquet needs pyarrow: pip install 'plyground[parquet]'") from None


def _arrow_array(pa: Any, column: list[str | int | None]) -> Any:
    texts = any(isinstance(value, str) for value in column)
    return pa.array(column, type=pa.string() if texts else pa.int8())


def uci_dataset(
    progress: Progress | None = None, kept: SolvedFile | None = None, moves: bool = False
) -> Dataset:
    """The eight-ply set: cells a1 to g6, by columns from the bottom, and the first player's result.

    With `moves` there is also a column for the score of each move, as in `ply_dataset`.
    """
    game = connect4()
    cells = [f"{column}{row}" for column in "abcdefg" for row in range(1, 7)]
    positions = [position_of(game, key) for key in uci_keys()]
    scores, values = _scores_and_moves(game, positions, moves, progress, kept)
    rows: list[Row] = [
        (*_cells(position), RESULTS[_sign(score)], *row)  # after eight discs it is the first player's turn
        for position, score, row in zip(positions, scores, values, strict=True)
    ]
    return Dataset((*cells, "class", *_move_heads(game, moves)), rows)


def _cells(position: LinePosition) -> Iterator[str]:
    """The cells, column by column from the bottom: x is the first player's, o the second's, b blank."""
    game = position.game
    for column in range(game.columns):
        for row in reversed(range(game.rows)):
            cell = 1 << row * game.columns + column
            yield "x" if position.first & cell else "o" if position.second & cell else "b"


def ply_dataset(
    game: LineGame,
    ply: int,
    *,
    sample: int | None = None,
    seed: int = 0,
    moves: bool = False,
    progress: Progress | None = None,
    kept: SolvedFile | None = None,
) -> Dataset:
    """The positions of a ply, all or a sample, with the exact score and result of the side to move.

    Mirror images are merged. Scores are the field's: a win with the last disc is 1, and one more for every
    disc that the winner did not need. With `moves` there is also a column for the score of each move. What
    was `kept` the last time is not solved again.
    """
    positions = list(positions_at(game, ply, sample, seed))
    scores, values = _scores_and_moves(game, positions, moves, progress, kept)
    rows: list[Row] = [
        (position.text(), score, RESULTS[_sign(score)], *row)
        for position, score, row in zip(positions, scores, values, strict=True)
    ]
    return Dataset(("position", "score", "result", *_move_heads(game, moves)), rows)


def _move_heads(game: LineGame, moves: bool) -> tuple[str, ...]:
    return tuple(f"move_{column}" for column in range(1, game.columns + 1)) if moves else ()


def _scores_and_moves(
    game: LineGame,
    positions: Sequence[LinePosition],
    moves: bool,
    progress: Progress | None,
    kept: SolvedFile | None,
) -> tuple[list[int], list[Answer]]:
    """The score of every position, and those of its moves: none unless they are asked for."""
    if not moves:
        return _scores(game, positions, progress, kept), [()] * len(positions)
    values = move_values(game, positions, progress, kept)
    return [max(value for value in row if value is not None) for row in values], values


def positions_at(game: LineGame, ply: int, sample: int | None, seed: int) -> Iterator[LinePosition]:
    """All positions of a ply in the order of their keys, or a sample by a seed.

    Of the first plies every position is equally likely in a sample; later ones are reached by random games.
    """
    whole_number("ply", ply, 0, game.cells - 1)
    if ply <= MAX_LISTED:
        keys = keys_at(game, ply)
        if sample is not None and sample < len(keys):
            SplitMix64(derive_seed(seed, "dataset", ply)).shuffle(keys)
            keys = sorted(keys[: whole_number("sample", sample, 1, 10**9)])
        return (position_of(game, key) for key in keys)
    if sample is None:
        right = f"beyond ply {MAX_LISTED} there are too many positions for one file: give a sample"
        raise BadSpec(f"all positions of ply {ply}", f"ply={ply}", None, right)
    return iter(_random_positions(game, ply, whole_number("sample", sample, 1, 10**7), seed))


def _random_positions(game: LineGame, ply: int, sample: int, seed: int) -> list[LinePosition]:
    """Different positions at the ends of random games of so many plies that are not over."""
    found: dict[Any, LinePosition] = {}
    for attempt in range(sample * _TRIES):
        position = game.start()
        for move in random_line(position, ply, derive_seed(seed, "dataset", ply, attempt)):
            position = position.after(move)
        if (position.first | position.second).bit_count() == ply and position.ended is None:
            found.setdefault(position.canonical(), position)
            if len(found) == sample:
                break
    return list(found.values())


def move_values(
    game: LineGame,
    positions: Sequence[LinePosition],
    progress: Progress | None = None,
    kept: SolvedFile | None = None,
) -> list[Answer]:
    """For each position the score of a disc in each column, for the side to move; None in a full column.

    A position that several moves lead to, itself or its mirror image, is solved once.
    """
    answers: list[Answer] = kept.known[: len(positions)] if kept else []
    known = _known_children(positions, answers)
    for start in range(len(answers), len(positions), _FEW):
        children = [_children(position) for position in positions[start : start + _FEW]]
        reached = {
            child.canonical(): child for row in children for child in row if child and not child.ended
        }
        new = {key: child for key, child in reached.items() if key not in known}
        known.update(zip(new, _scores(game, list(new.values())), strict=True))
        solved = [tuple(child and _value(child, known) for child in row) for row in children]
        answers += solved
        if kept:
            kept.add(solved)
        if progress:
            progress(len(answers), len(positions))
    return answers


def _known_children(positions: Sequence[LinePosition], answers: Sequence[Answer]) -> dict[Any, int]:
    """The scores of the positions that the moves of the first positions lead to, for the side to move."""
    return {
        child.canonical(): -value
        for position, answer in zip(positions, answers, strict=False)
        for child, value in zip(_children(position), answer, strict=True)
        if child is not None and value is not None and not child.ended
    }


def _children(position: LinePosition) -> list[LinePosition | None]:
    columns: list[LinePosition | None] = [None] * position.game.columns
    for move in position.moves():
        columns[move % position.game.columns] = position.after(move)
    return columns


def _value(child: LinePosition, known: Mapping[Any, int]) -> int:
    """The value of a move for who makes it, from where it leads to."""
    if child.ended is None:
        return -known[child.canonical()]
    discs = (child.first | child.second).bit_count()
    return score_of_win(child.game, discs, 0) if child.ended.winner else 0


def _scores(
    game: LineGame,
    positions: Sequence[LinePosition],
    progress: Progress | None = None,
    kept: SolvedFile | None = None,
) -> list[int]:
    """The field's scores for the side to move."""
    known = kept.known[: len(positions)] if kept else []
    found = [answer[0] for answer in known if answer[0] is not None]

    def deliver(more: list[int | None]) -> None:
        solved = [value for value in more if value is not None]
        found.extend(solved)
        if kept:
            kept.add((value,) for value in solved)
        if progress:
            progress(len(found), len(positions))

    with Batches(game, BatchOptions(), _stone_score, _refuse) as batches:
        for start in range(len(found), len(positions), _BATCH):
            batches.solve(list(positions[start : start + _BATCH]), deliver)
    return found


def _stone_score(score: Score, stones: int, move: str | None) -> int:
    return stones


def _refuse(index: int, item: object, error: PlygroundError) -> None:
    raise error


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
