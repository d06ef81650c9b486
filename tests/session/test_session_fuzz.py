"""Sessions under random commands: no exception, no view that contradicts itself, and undo restores all."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from helpers.thinking import PoolHere, situation
from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.session import HUMAN, Seat, Session
from plyground.words import tongue

GAMES = [
    "tictactoe",
    "connect4",
    "mnk(4,3,3)",
    "connect4(5,4,3)",
    "textbook",
    "examples/nim.py:Nim",
    "mnk(1,1,1)",
]
AGENTS = [None, None, "random", "alphabeta(depth=2)", "greedy", "python:nowhere.py:choose", "p1.greedy"]
NONSENSE = ["", "0", "99", "a1", "é", "\x00", "9" * 400, "-1", "XO/", "½"]


class Fuzz:
    """One session, one stream of chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.minds = PoolHere()
        self.session = Session(self.chance.choice(GAMES), HUMAN, self.machine(), seed=seed, pool=self.minds)
        self.saved = self.session.to_text()

    def machine(self) -> Seat:
        return Seat(self.chance.choice(AGENTS))

    def move(self) -> None:
        moves = self.session.view.moves
        wild = self.chance.random() < 0.2 or not moves
        self.session.move(self.chance.choice(NONSENSE) if wild else self.chance.choice(moves))

    def put(self) -> None:
        self.session.put(self.chance.randrange(-2, 50), self.chance.choice([None, "", "X", "O", "Z"]))

    def seat(self) -> None:
        self.session.seat(
            self.chance.choice(list(Player)), self.chance.choice([*AGENTS, "nobody", "perfect("])
        )

    def load(self) -> None:
        self.session.load(self.chance.choice([self.saved, self.session.to_text(), "{}", self.saved[:-9]]))

    def think(self) -> None:
        self.minds.think(self.chance.randrange(4))
        self.session.tick()

    def commands(self) -> list[Callable[[], object]]:
        session, chance = self.session, self.chance
        return [
            *[self.move] * 8,
            *[self.think] * 8,
            *[session.undo] * 3,
            *[session.redo] * 2,
            lambda: session.undo(chance.randrange(-1, 9)),
            lambda: session.go(chance.randrange(-3, 12)),
            lambda: session.new(chance.choice([None, 0, 3, 101])),
            lambda: session.choose_game(
                chance.choice([*GAMES, "chess"]), chance.choice(["-", "-", "1", "zz"])
            ),
            lambda: session.set_up(chance.choice(["-", "1", "12", "X.O/.../...", *NONSENSE])),
            *[self.seat] * 2,
            session.swap,
            session.pause,
            session.resume,
            session.step,
            session.hint,
            lambda: session.analyse(chance.random() < 0.5),
            lambda: session.play_series(chance.randrange(4)),
            *[session.edit] * 2,
            *[self.put] * 4,
            session.clear,
            lambda: session.turn(chance.choice(list(Player))),
            lambda: session.leave_edit(keep=chance.random() < 0.5),
            self.load,
        ]


def check(session: Session) -> None:
    """What holds of every view."""
    view = session.view
    assert (view.outcome is None) == bool(view.moves)
    assert len(view.winning) == 0 or view.outcome is not None
    assert view.board is None or (view.last is None) == (not view.played)
    if isinstance(view.position, LinePosition):
        assert view.position.game.parse(view.position.text()) == view.position
    if view.thinking == "move":
        assert view.seat.agent is not None
        assert view.outcome is None
        assert view.set_up is None
    for note in (view.note, view.set_up.problem if view.set_up else None):
        if note:
            assert all(tongue(language).message(note, view.players) for language in ("en", "pt-BR"))


def check_undo(session: Session) -> None:
    """Going back to the start and forth again shows the same at every ply."""
    if session.view.set_up:
        return
    here, whole = situation(session.view), len(session.view.played)
    session.pause()
    back = [situation(session.view)]
    while session.view.played:
        session.undo(1)
        back.append(situation(session.view))
    for expected in reversed(back[:-1]):
        session.redo(1)
        assert situation(session.view) == expected
    assert len(session.view.played) == whole
    assert situation(session.view) == here


@pytest.mark.parametrize("seed", range(30))
def test_random_commands(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.session.machines.ANALYSIS_SECONDS", 0.01)
    fuzz = Fuzz(seed)
    for _ in range(150):
        fuzz.chance.choice(fuzz.commands())()
        check(fuzz.session)
        if fuzz.chance.random() < 0.05:
            check_undo(fuzz.session)
            fuzz.session.resume()


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1_000, 2_000))
def test_many_random_commands(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    test_random_commands(seed, monkeypatch)
