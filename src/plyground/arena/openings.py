"""Openings: the start, random plies, a list, or positions that the solver values as drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from plyground.errors import BadSpec, PlygroundError, nearest_name, truncate, unknown_name
from plyground.game import Game, Position
from plyground.games.line import LineGame
from plyground.rng import derive_seed
from plyground.searchers.playouts import random_line
from plyground.solver import solve
from plyground.solver.book import packaged_book
from plyground.solver.solve import FULL_TABLE_CELLS
from plyground.spec import Spec, whole_number

MAX_PLIES = 100
_MAX_VAIN = 200  # draws without a new opening after which all count as seen
_MAX_VAIN_EVEN = 5_000  # draws without a drawn position after which there are none

KINDS = "none, random(4), balanced(4), list('44', '43')"
HOW = f"openings are {KINDS} or file:openings.txt"
_NAMES = ("none", "random", "balanced", "list", "file")


def openings(game: Game[Any], spec: str, seed: int) -> Iterator[str]:
    """An endless iterator of openings as texts, one for each pair; it depends only on spec and seed."""
    texts = _openings(game, Spec.parse(spec), seed)
    first = next(texts)  # so that errors appear before anything is played
    return _prepend(first, texts)


def all_openings(game: Game[Any], spec: str, most: int) -> set[Position[Any]] | None:
    """The positions of all openings there are; None if they are more than `most`, or stand in a file.

    Mirror images are different openings: our searchers try moves in one order, and play them differently.
    """
    parsed = Spec.parse(spec)
    if parsed.name == "none":
        return {game.start()}
    if parsed.name == "list":
        return {game.parse(str(text)) for text in parsed.args}
    if parsed.name not in ("random", "balanced"):
        return None
    wanted = is_even if parsed.name == "balanced" else _always
    known: set[tuple[Position[Any], int]] = set()
    found: set[Position[Any]] = set()
    waiting = [(game.start(), parsed.build(_Random).plies)]
    while waiting and len(found) <= most:
        position, plies = waiting.pop()
        if plies:
            after = {(position.after(move), plies - 1) for move in position.moves()}
            waiting += [each for each in after if each not in known]
            known |= after
        elif position.outcome() is None and wanted(position):
            found.add(position)
    return None if len(found) > most else found


def _always(position: Position[Any]) -> bool:
    return True


def default_openings(game: Game[Any]) -> str:
    """Default openings for deterministic agents: drawn ones where the solver knows them at once."""
    if isinstance(game, LineGame):
        if game.cells <= FULL_TABLE_CELLS:
            kinds = ["balanced(3)"]
        else:
            book = game.gravity and packaged_book(game.columns, game.rows, game.k) is not None
            kinds = ["balanced(4)"] if book else []
    else:
        kinds = []
    return _first_possible(game, *kinds, "random(2)", "random(1)")


def random_openings(game: Game[Any]) -> str:
    """Random openings of two plies, which need no solver; fewer plies in tiny games."""
    return _first_possible(game, "random(2)", "random(1)")


def _first_possible(game: Game[Any], *specs: str) -> str:
    for spec in specs:
        with suppress(PlygroundError):
            openings(game, spec, 0)
            return spec
    return "none"


def _prepend(first: str, others: Iterator[str]) -> Iterator[str]:
    yield first
    yield from others


def _openings(game: Game[Any], spec: Spec, seed: int) -> Iterator[str]:
    if spec.name == "none":
        return cycle([spec.build(lambda: "-")])
    if spec.name == "random":
        return _draw_positions(game, spec.build(_Random), seed, _always)
    if spec.name == "balanced":
        return _draw_positions(game, spec.build(_Random), seed, is_even)
    if spec.name == "list":
        return cycle(_check_texts(game, [str(text) for text in spec.args], "list"))
    if spec.name.startswith("file:"):
        return cycle(_from_file(game, Path(spec.name.removeprefix("file:"))))
    if spec.name == "file":
        return cycle(_from_file(game, Path(spec.build(lambda name: str(name)))))
    what = f"no openings {truncate(spec.name)}"
    if nearest_name(spec.name, _NAMES):
        raise unknown_name(what, spec.name, _NAMES, HOW, str(spec))
    raise BadSpec(what, str(spec), None, HOW, "openings", {"kinds": KINDS})


@dataclass(frozen=True)
class _Random:
    plies: int

    def __post_init__(self) -> None:
        whole_number("plies", self.plies, 1, MAX_PLIES)


def is_even(position: Position[Any]) -> bool:
    """Whether neither side wins under perfect play."""
    return solve(position, weak=True).score == 0


def _draw_positions(
    game: Game[Any], kind: _Random, seed: int, wanted: Callable[[Position[Any]], bool]
) -> Iterator[str]:
    """Random positions; none repeats until there are no others.

    The first are different even by symmetry, for variety. Then come their mirror images: who tries columns
    from the left plays another game from those.
    """
    seen: set[Any] = set()
    drawn: set[Any] = set()
    unwanted: set[Any] = set()
    by_symmetry = True
    vain = 0
    for draw in range(2**63):
        position, words = game.start(), []
        for move in random_line(position, kind.plies, derive_seed(seed, "opening", draw)):
            words.append(position.write(move))
            position = position.after(move)
        image = position.canonical()
        place = image if by_symmetry else position
        new = place not in seen and image not in unwanted and position.outcome() is None
        if new and not wanted(position):
            unwanted.add(image)
            new = False
        if not new:
            vain += 1
            if seen and vain >= _MAX_VAIN + 4 * len(seen):
                by_symmetry = not by_symmetry
                seen, drawn, vain = (set(), set(), 0) if by_symmetry else (drawn, drawn, 0)
            elif not seen and vain >= _MAX_VAIN_EVEN:
                right = "take fewer plies, or another kind of opening"
                what, facts = f"no opening of {kind.plies} plies found", {"plies": kind.plies}
                raise BadSpec(what, game.spec, None, right, "no-opening", facts)
            continue
        vain = 0
        seen.add(place)
        drawn.add(position)
        yield " ".join(words)


def _from_file(game: Game[Any], path: Path) -> list[str]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSpec(f"cannot read {path}", str(path), None, str(error)) from None
    texts = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
    return _check_texts(game, texts, str(path))


def _check_texts(game: Game[Any], texts: list[str], where: str) -> list[str]:
    if not texts:
        raise BadSpec("no openings", where, None, HOW, "openings", {"kinds": KINDS})
    for text in texts:
        try:
            over = game.parse(text).outcome()
        except PlygroundError as error:
            facts = {"given": truncate(text), "why": error}
            raise BadSpec(f"opening {truncate(text)}: {error}", where, None, "", "opening", facts) from None
        if over:
            facts = {"given": truncate(text)}
            what = f"opening {truncate(text)}"
            raise BadSpec(what, where, None, "the game is over there", "opening-over", facts)
    return texts
