"""Agents with something the matter with them, each of which the doctor has to tell."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import Any

from plyground import Position
from plyground.games.line import CellMove
from plyground.searchers import Limits


def wins(position: Position[Any], move: Any) -> bool:
    outcome = position.after(move).outcome()
    return outcome is not None and outcome.winner is position.to_move


def lets_the_other_win(position: Position[Any], move: Any) -> bool:
    after = position.after(move)
    return any(wins(after, reply) for reply in after.moves())


def careful(position: Position[Any]) -> Any:
    """Nothing is the matter with this one."""
    moves = position.moves()
    winning = [move for move in moves if wins(position, move)]
    safe = [move for move in moves if not lets_the_other_win(position, move)]
    return (winning or safe or moves)[0]


class Motley:
    """Sees no win and no danger, prints a lot, computes in the other's time, ignores a tiny limit, and
    plays another game every time, because it counts them where nobody clears up.
    """

    def __init__(self) -> None:
        self.game = sys.__dict__["games"] = sys.__dict__.get("games", 0) + 1

    def choose(self, position: Position[Any], limits: Limits) -> Any:
        sys.stdout.write("thinking " * 300)
        if (limits.seconds or 1) < 0.1 and len(position.moves()) in (6, 7):
            time.sleep(0.3)
        threading.Thread(target=self.ponder, daemon=True).start()
        moves = [move for move in position.moves() if not wins(position, move)] or position.moves()
        moves = [move for move in moves if lets_the_other_win(position, move)] or moves
        return moves[self.game % len(moves)]

    @staticmethod
    def ponder() -> None:
        until = time.thread_time() + 0.2
        while time.thread_time() < until:
            pass


def stubborn(position: Position[Any]) -> Any:
    """Plays the middle of the tic-tac-toe board, taken or not, and fails when the board fills."""
    return CellMove(4) if len(position.moves()) > 2 else 1 // 0


def asleep(position: Position[Any]) -> Any:
    time.sleep(60)


def parent_of_a_daemon(position: Position[Any]) -> Any:
    """Leaves a process in a session of its own behind, deaf to polite signals, and hangs."""
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
        os._exit(0)
    time.sleep(60)
