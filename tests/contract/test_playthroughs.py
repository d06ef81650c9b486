"""One game of each kind, written down: every answer of the rules along it, compared as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.subjects import EXAMPLES, REGISTERED, random_play
from plyground import Game, LineGame, LinePosition, PlygroundError, Position, SplitMix64, load_game

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
GAMES = [*REGISTERED, "connect4(5,4,3)", *EXAMPLES]


@pytest.mark.parametrize("spec", GAMES)
def test_the_rules_answer_as_before(spec: str, rewrite_fixtures: bool) -> None:
    fixture = FOLDER / f"{re.sub(r'[^0-9a-z]+', '-', spec.lower()).strip('-')}.txt"
    played = "\n".join(playthrough(load_game(spec))) + "\n"
    if rewrite_fixtures:
        fixture.write_text(played, encoding="utf-8")
    assert fixture.exists(), f"{spec} has no playthrough: write one with `make fixtures` and read it"
    assert played == fixture.read_text(encoding="utf-8")


def playthrough(game: Game[Any]) -> Iterator[str]:
    """Everything that a game answers, from its start to its end."""
    yield f"spec: {game.spec}"
    yield f"repr: {game!r}"
    yield f"players: {game.players}"
    if isinstance(game, LineGame):
        yield f"lines: {len(game.lines)}, first {game.lines[0]}, last {game.lines[-1]}"
        yield from (f"symmetry: {symmetry}" for symmetry in game.symmetries)
    path = list(random_play(game.start(), SplitMix64(2026)))
    for ply, position in enumerate(path):
        yield from ["", f"# ply {ply}", *answers(position)]
        if position.moves():
            move = next(m for m in position.moves() if position.after(m) == path[ply + 1])
            yield f"plays: {position.write(move)}"


def refusal(position: Position[Any], text: str) -> str:
    try:
        return f"{position.play(text)} was played"
    except PlygroundError as error:
        return str(error)


def answers(position: Position[Any]) -> Iterator[str]:
    yield f"text: {position.text()}"
    yield f"repr: {position!r}"
    yield f"to move: {position.to_move!r}"
    yield f"outcome: {position.outcome()!r}"
    yield f"moves: {list(position.moves())}"
    yield f"written: {' '.join(map(position.write, position.moves()))}"
    yield f"read: {[position.read(position.write(move)) for move in position.moves()]}"
    yield f"key: {position.key()}"
    yield f"canonical: {position.canonical().text()}"
    yield f"refuses: {refusal(position, 'q7')}"
    yield f"str: {str(position).splitlines()[0]}"
    yield position.draw()
    if isinstance(position, LinePosition):
        yield position.draw(unicode=True)
