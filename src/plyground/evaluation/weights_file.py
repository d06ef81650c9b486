"""Files of learned weights: JSON with a header that says how they were made, and a line for each table.

A table is a text of whole numbers, as the cells' states count from 0: `12 -3 0*40 7`, where 0*40 is forty
zeros. No clock and no name of a machine is in it: the same training gives the same file everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn

from plyground.errors import LONGEST_PATH, BadSpec, PlygroundError, truncate
from plyground.evaluation.learned import LearnedWeights, SideTables, Table
from plyground.evaluation.tuple_shape import MODELS, TupleShape
from plyground.games.line import LineGame
from plyground.games.registry import load_game

FORMAT = "plyground weights 1"
SCHEME = "file:"
MAX_BYTES = 1 << 28
MAX_SUM = 1 << 30  # of the largest numbers of all tables: the core adds in 32 bits
SIDES = ("first", "second")


def write_weights(weights: LearnedWeights, model: str) -> bytes:
    """The bytes of a file of weights."""
    shape = weights.shape
    head = {
        "format": FORMAT,
        "game": shape.game.spec,
        "model": model,
        "playable": shape.playable,
        **weights.header,
    }
    lines = [f' "{name}": {json.dumps(value)}' for name, value in head.items()]
    lines.append(_block("tuples", (json.dumps(list(cells)) for cells in shape.tuples)))
    lines += [
        _block(side, (json.dumps(_pack(table)) for table in tables))
        for side, tables in zip(SIDES, weights.tables, strict=True)
    ]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("ascii")


def _block(name: str, rows: Iterable[str]) -> str:
    return f' "{name}": [\n' + ",\n".join(f"  {row}" for row in rows) + "\n ]"


def _pack(table: Table) -> str:
    words = []
    for number, equal in groupby(table):
        count = sum(1 for _ in equal)
        words += [f"0*{count}"] if number == 0 and count > 1 else [str(number)] * count
    return " ".join(words)


def load_weights(path: str, name: str = "") -> LearnedWeights:
    """The weights in a file, which is read again if it has changed. BadSpec says what is wrong.

    They are called by the file's name, or by another.
    """
    if not path.strip():
        raise BadSpec("no file of weights", "", None, f"name one: evaluate='{SCHEME}weights.json'")
    file = Path(path).absolute()
    try:
        found = file.stat()
        if found.st_size > MAX_BYTES:
            _refuse(path, f"it has {found.st_size:,} bytes, and weights {MAX_BYTES:,} at most")
        return _load(file, path, name or SCHEME + path, found.st_mtime_ns, found.st_size)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        _refuse(path, f"{why}; plyground learn GAME --out {truncate(path, LONGEST_PATH)} makes one")


def packaged_weights(game: LineGame) -> LearnedWeights:
    """The weights of a game that come with plyground."""
    found = _packaged(game.spec)
    if found is None:
        known = ", ".join(packaged_games())
        right = f"those of {known} come with plyground, and evaluate='file:weights.json' takes others"
        facts = {"name": "learned", "game": known}
        raise BadSpec(f"no learned weights of {game.spec}", game.spec, None, right, "weights-game", facts)
    return found


def packaged_games() -> list[str]:
    """The games whose weights come with plyground."""
    return ["tictactoe", "connect4", "mnk(5,5,4)"]


def packaged_name(spec: str) -> str:
    """The name of the file of a game's packaged weights."""
    return spec.replace("(", "-").replace(",", "-").replace(")", "") + ".json"


@lru_cache(maxsize=8)
def _packaged(spec: str) -> LearnedWeights | None:
    if spec not in packaged_games():
        return None
    file = resources.files("plyground.evaluation") / "weights" / packaged_name(spec)
    return read_weights(file.read_bytes(), "learned", "learned")


@lru_cache(maxsize=16)
def _load(file: Path, path: str, name: str, changed: int, size: int) -> LearnedWeights:
    return read_weights(file.read_bytes(), path, name)


def read_weights(data: bytes, where: str, name: str) -> LearnedWeights:
    """The weights in the bytes of a file."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        _refuse(where, f"it is no JSON ({truncate(str(error), 80)})")
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        _refuse(where, f'its "format" is not "{FORMAT}"')
    if found.get("model") not in MODELS:
        _refuse(where, f'"model" is one of {", ".join(MODELS)}')
    shape = _shape(found, where)
    tables: SideTables = _tables(found, SIDES[0], shape, where), _tables(found, SIDES[1], shape, where)
    _check_sizes(shape, tables, where)
    head = {name: value for name, value in found.items() if name not in _PARTS}
    return LearnedWeights(shape, tables, head, name)


_PARTS = ("format", "game", "model", "playable", "tuples", *SIDES)


def _shape(found: dict[str, Any], where: str) -> TupleShape:
    spec = found.get("game")
    if not isinstance(spec, str) or ":" in spec:
        _refuse(where, '"game" is a line game such as "connect4"')
    try:
        game = load_game(spec)
    except PlygroundError as error:
        _refuse(where, f'"game": {error}')
    if type(game) is not LineGame:
        _refuse(where, f'"game" is a line game, and {game.spec} is none')
    playable, tuples = found.get("playable"), found.get("tuples")
    if not isinstance(playable, bool) or (playable and not game.gravity):
        _refuse(where, '"playable" is true or false, and true only where discs fall')
    if not isinstance(tuples, list) or not tuples:
        _refuse(where, '"tuples" is a list of lists of cells')
    for number, cells in enumerate(tuples):
        if not (isinstance(cells, list) and cells and all(type(c) is int for c in cells)):
            _refuse(where, f'tuple {number} of "tuples" is no list of cells')
        if len(set(cells)) < len(cells) or min(cells) < 0 or max(cells) >= game.cells:
            _refuse(
                where, f'tuple {number} of "tuples" has a cell twice, or one beyond 0 to {game.cells - 1}'
            )
    return TupleShape(game, tuple(map(tuple, tuples)), playable)


def _tables(found: dict[str, Any], side: str, shape: TupleShape, where: str) -> tuple[Table, ...]:
    texts = found.get(side)
    if not isinstance(texts, list) or len(texts) != len(shape.tuples):
        _refuse(where, f'"{side}" has a table for each of the {len(shape.tuples)} tuples')
    tables = []
    for number, (text, size) in enumerate(zip(texts, shape.sizes, strict=True)):
        try:
            table = tuple(_unpack(text, size))
        except (ValueError, AttributeError):
            _refuse(where, f'table {number} of "{side}" has something else than whole numbers and 0*COUNT')
        if len(table) != size:
            _refuse(where, f'table {number} of "{side}" has {len(table)} numbers in place of {size}')
        tables.append(table)
    return tuple(tables)


def _unpack(text: str, size: int) -> Iterator[int]:
    for word in text.split():
        if word.startswith("0*"):
            count = int(word[2:])
            if not 0 < count <= size:
                raise ValueError(word)
            yield from (0,) * count
        else:
            number = int(word)
            if abs(number) >= 1 << 31:
                raise ValueError(word)
            yield number


def _check_sizes(shape: TupleShape, tables: SideTables, where: str) -> None:
    """Refuse numbers so large that a sum of them would not fit."""
    largest = [max(max(map(abs, side[number])) for side in tables) for number in range(len(shape.tuples))]
    most = sum(largest[number] for number, _ in shape.images)
    if most > MAX_SUM:
        _refuse(where, f"the largest numbers of all tables add up to {most:,}, and may to {MAX_SUM:,}")


def _refuse(where: str, why: str) -> NoReturn:
    raise BadSpec(f"no weights {truncate(where, LONGEST_PATH)}", where, None, why)
