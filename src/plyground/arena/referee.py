"""The referee: asks the agents in turn, judges every move by the rules, and says how the game ended."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal

from plyground.arena.control import Control, Hourglass
from plyground.arena.records import (
    REASONS,
    Answer,
    Cost,
    Ending,
    GameRecord,
    MoveRecord,
    Pair,
    PairRecord,
    Reason,
    Told,
    Trouble,
)
from plyground.arena.seats import Seat
from plyground.errors import PlygroundError
from plyground.game import Game, Outcome, Player
from plyground.rng import SplitMix64
from plyground.score import LONGEST, paid

Policy = Literal["forfeit", "fallback"]


@dataclass(frozen=True)
class Referee:
    """What is the same in all games of a run."""

    game: Game[Any]
    control: Control = field(default_factory=Control)
    policy: Policy = "forfeit"
    seed: int = 0
    most_plies: int = LONGEST

    def play_pair(self, pair: Pair, seats: Mapping[int, Seat]) -> PairRecord:
        """Both games of a pair: the same opening, the seats swapped."""
        games = tuple(self.play(pair, game, seats) for game in range(pair.games))
        return PairRecord(pair.number, pair.agents, games)

    def play(self, pair: Pair, game: int, seats: Mapping[int, Seat]) -> GameRecord:
        """One game of a pair."""
        return _Play(self, pair, game, pair.seats(game), seats).whole()


class _Play:
    """One game as it goes on."""

    def __init__(
        self, referee: Referee, pair: Pair, game: int, agents: tuple[int, int], seats: Mapping[int, Seat]
    ) -> None:
        self.referee = referee
        self.pair = pair
        self.number = 2 * pair.number + game
        self.agents = agents
        self.seats = [seats[agent] for agent in agents]
        self.seed = derived(referee.seed, pair.number, game)
        self.position = referee.game.parse(pair.opening)
        self.times = [Hourglass(referee.control), Hourglass(referee.control)]
        self.unheard: list[list[str]] = [[], []]  # moves that a seat has not been told of
        self.ready = [False, False]
        self.moves: list[MoveRecord] = []
        self.began = time.perf_counter()

    def whole(self) -> GameRecord:
        while (outcome := self.position.outcome()) is None:
            if len(self.moves) >= self.referee.most_plies:
                return self._ended(None, "length", detail=f"{len(self.moves):,} moves")
            trouble = self._turn()
            if trouble:
                winner = self.agents[1 - self._seat()]
                return self._ended(winner, "forfeit", trouble.reason, trouble.detail)
        return self._ended(self._winner(outcome), "rules")

    def _turn(self) -> Trouble | None:
        """One move; trouble comes back if it ends the game."""
        seat = self._seat()
        answer = self._asked(seat)
        if isinstance(answer, Answer):
            self.times[seat].spend(answer.cost.wall)
            try:
                move = self.position.read(answer.text)
            except Exception as error:  # noqa: BLE001 - a user's rules may raise anything at nonsense
                why = (
                    str(error) if isinstance(error, PlygroundError) else f"{type(error).__name__}: {error}"
                )
                answer = Trouble("illegal", why, answer.cost, answer.told)
            else:
                self._move(seat, move, answer.cost, answer.told, None)
                return None
        elif answer.reason != "start":  # for which there is a time of its own
            self.times[seat].spend(answer.cost.wall)
        if self.referee.policy == "forfeit":
            self._note(seat, None, answer.cost, answer.told, answer.reason)
            return answer
        chance = SplitMix64(derived(self.seed, len(self.moves)))
        self._move(seat, chance.choice(self.position.moves()), answer.cost, answer.told, answer.reason)
        return None

    def _asked(self, seat: int) -> Answer | Trouble:
        """What an agent answers. A process that was ended is started again, if the game goes on."""
        agent, time_left = self.seats[seat], self.times[seat]
        if not self.ready[seat]:
            seed = derived(self.seed, "seat", seat)
            trouble = agent.begin(self.pair.opening, seed, self.referee.control.handshake)
            if trouble:
                return trouble
            self.ready[seat] = True
            self.unheard[seat] = [move.text for move in self.moves if move.text is not None]
        answer = agent.move(self.position, self.unheard[seat], time_left.limits(), time_left.allowance())
        self.unheard[seat] = []
        self.ready[seat] = isinstance(answer, Answer) or answer.reason == "illegal"
        return answer

    def _move(self, seat: int, move: Any, cost: Cost, told: Told, trouble: Reason | None) -> None:
        text = self.position.write(move)
        self._note(seat, text, cost, told, trouble)
        self.position = self.position.after(move)
        for unheard in self.unheard:
            unheard.append(text)

    def _note(self, seat: int, text: str | None, cost: Cost, told: Told, trouble: Reason | None) -> None:
        self.moves.append(MoveRecord(len(self.moves) + 1, self.agents[seat], text, cost, told, trouble))

    def _seat(self) -> int:
        return self.position.to_move.value

    def _winner(self, outcome: Outcome) -> int | None:
        gain = paid(outcome, Player.FIRST, 0)
        return None if gain == 0 else self.agents[0] if gain > 0 else self.agents[1]

    def _ended(
        self, winner: int | None, ending: Ending, reason: Reason | None = None, detail: str = ""
    ) -> GameRecord:
        return GameRecord(
            self.number,
            self.pair.number,
            *self.agents,
            self.pair.opening,
            self.seed,
            winner,
            ending,
            reason,
            f"{REASONS[reason]}: {detail}" if reason and detail else detail,
            tuple(self.moves),
            time.perf_counter() - self.began,
        )


def derived(seed: int, *what: object) -> int:
    """A seed for one purpose: another for each, and the same in every process and every year."""
    text = " ".join(map(str, (seed, *what)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
