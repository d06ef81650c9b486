"""Where games begin: the start, random plies, a list, or positions that the solver calls even."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from plyground.arena.referee import derived
from plyground.errors import BadSpec, PlygroundError, clip
from plyground.game import Game, Position
from plyground.search.playouts import random_line
from plyground.solver import solve
from plyground.spec import Spec, whole_number

MOST_PLIES = 100
_VAIN = 200  # draws without a new opening after which all of them count as seen
_VAIN_EVEN = 5_000  # draws without one that is even after which there are none

HOW = "openings are none, random(4), balanced(4), list('44', '43') or file:openings.txt"


def openings(game: Game[Any], spec: str, seed: int) -> Iterator[str]:
    """The texts of the openings, one for each pair, for ever: the same spec and seed give the same ones."""
    texts = _openings(game, Spec.parse(spec), seed)
    first = next(texts)  # so that what is wrong with them is known before anything is played
    return _with(first, texts)


def _with(first: str, others: Iterator[str]) -> Iterator[str]:
    yield first
    yield from others


def _openings(game: Game[Any], spec: Spec, seed: int) -> Iterator[str]:
    if spec.name == "none":
        return cycle([spec.build(lambda: "-")])
    if spec.name == "random":
        return _drawn(game, spec.build(_Random), seed, lambda position: True)
    if spec.name == "balanced":
        return _drawn(game, spec.build(_Random), seed, is_even)
    if spec.name == "list":
        return cycle(_checked(game, [str(text) for text in spec.args], "list"))
    if spec.name.startswith("file:"):
        return cycle(_from_file(game, Path(spec.name.removeprefix("file:"))))
    if spec.name == "file":
        return cycle(_from_file(game, Path(spec.build(lambda name: str(name)))))
    raise BadSpec(f"no openings {clip(spec.name)}", str(spec), None, HOW)


@dataclass(frozen=True)
class _Random:
    plies: int

    def __post_init__(self) -> None:
        whole_number("plies", self.plies, 1, MOST_PLIES)


def is_even(position: Position[Any]) -> bool:
    """Whether neither side wins under perfect play."""
    return solve(position, weak=True).score == 0


def _drawn(
    game: Game[Any], kind: _Random, seed: int, wanted: Callable[[Position[Any]], bool]
) -> Iterator[str]:
    """Random positions, no two that symmetry makes the same until there are no others."""
    seen: set[Any] = set()
    unwanted: set[Any] = set()
    vain = 0
    for draw in range(2**63):
        position, words = game.start(), []
        for move in random_line(position, kind.plies, derived(seed, "opening", draw)):
            words.append(position.write(move))
            position = position.after(move)
        place = position.canonical()
        new = place not in seen and place not in unwanted and position.outcome() is None
        if new and not wanted(position):
            unwanted.add(place)
            new = False
        if not new:
            vain += 1
            if seen and vain >= _VAIN + 4 * len(seen):
                seen.clear()
            elif not seen and vain >= _VAIN_EVEN:
                right = "take fewer plies, or another kind of opening"
                raise BadSpec(f"no opening of {kind.plies} plies found", game.spec, None, right)
            continue
        vain = 0
        seen.add(place)
        yield " ".join(words)


def _from_file(game: Game[Any], path: Path) -> list[str]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSpec(f"cannot read {path}", str(path), None, str(error)) from None
    texts = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
    return _checked(game, texts, str(path))


def _checked(game: Game[Any], texts: list[str], where: str) -> list[str]:
    if not texts:
        raise BadSpec("no openings", where, None, HOW)
    for text in texts:
        try:
            over = game.parse(text).outcome()
        except PlygroundError as error:
            raise BadSpec(f"opening {clip(text)}: {error}", where) from None
        if over:
            raise BadSpec(f"opening {clip(text)}", where, None, "the game is over there")
    return texts
