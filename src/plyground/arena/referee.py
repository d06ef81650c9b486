"""The referee: asks the agents in turn, checks every move by the rules, and records the game."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from plyground.agents.seats import AgentSeat
from plyground.arena.clock import AgentClock, TimeControl
from plyground.arena.records import Ending, GameRecord, MoveRecord, Pair, PairRecord
from plyground.errors import PlygroundError
from plyground.game import Game, Outcome, Player
from plyground.rng import SplitMix64, derive_seed
from plyground.score import LONGEST, payoff
from plyground.workers.messages import REASONS, Answer, Reason, Trouble

Policy = Literal["forfeit", "fallback"]
_NOTHING = "nothing came"  # what the reason of a move out of time begins with


@dataclass(frozen=True)
class Referee:
    """The settings of all games of a run."""

    game: Game[Any]
    control: TimeControl = field(default_factory=TimeControl)
    policy: Policy = "forfeit"
    seed: int = 0
    most_plies: int = LONGEST
    names: tuple[str, ...] = ()  # of the agents: each has luck of its own; by default their numbers

    def name(self, agent: int) -> str:
        return self.names[agent] if self.names else str(agent)

    def play_pair(self, pair: Pair, seats: Mapping[int, AgentSeat]) -> PairRecord:
        """Both games of a pair: the same opening, sides swapped."""
        games = tuple(self.play(pair, game, seats) for game in range(pair.games))
        return PairRecord(pair.number, pair.agents, games)

    def play(self, pair: Pair, game: int, seats: Mapping[int, AgentSeat]) -> GameRecord:
        """One game of a pair."""
        return _GameInPlay(self, pair, game, pair.seats(game), seats).play()


class _GameInPlay:
    """One game while it is played."""

    def __init__(
        self,
        referee: Referee,
        pair: Pair,
        game: int,
        agents: tuple[int, int],
        seats: Mapping[int, AgentSeat],
    ) -> None:
        self.referee = referee
        self.pair = pair
        self.number = 2 * pair.number + game
        self.agents = agents
        self.seats = [seats[agent] for agent in agents]
        turn = pair.number if pair.turn is None else pair.turn
        self.seed = derive_seed(referee.seed, turn, game)
        self.position = referee.game.parse(pair.opening)
        self.times = [AgentClock(referee.control), AgentClock(referee.control)]
        self.unsent: list[list[str]] = [[], []]  # moves that a seat does not know yet
        self.ready = [False, False]
        self.moves: list[MoveRecord] = []
        self.began = time.perf_counter()

    def play(self) -> GameRecord:
        while (outcome := self.position.outcome()) is None:
            if len(self.moves) >= self.referee.most_plies:
                return self._game_record(None, "length", detail=f"{len(self.moves):,} moves")
            trouble = self._turn()
            if trouble:
                winner = self.agents[1 - self._seat()]
                return self._game_record(winner, "forfeit", trouble.reason, trouble.in_full)
        return self._game_record(self._winner(outcome), "rules")

    def _turn(self) -> Trouble | None:
        """One move; the trouble is returned if it ends the game."""
        seat = self._seat()
        answer = self._ask(seat)
        if isinstance(answer, Answer):
            self.times[seat].spend(answer.cost.wall - answer.cost.forgiven)
            try:
                move = self.position.read(answer.text)
            except Exception as error:  # noqa: BLE001 - a user's rules may raise anything at nonsense
                why = (
                    str(error) if isinstance(error, PlygroundError) else f"{type(error).__name__}: {error}"
                )
                answer = Trouble("illegal", why, answer.cost, answer.report, answer.printed)
            else:
                self._move(seat, move, answer, None)
                return None
        elif answer.reason != "start":  # a start has its own time
            self.times[seat].spend(answer.cost.wall - answer.cost.forgiven)
        if self.referee.policy == "forfeit":
            self._note(seat, None, answer, answer.reason)
            return answer
        chance = SplitMix64(derive_seed(self._luck(seat), len(self.moves)))
        self._move(seat, chance.choice(self.position.moves()), answer, answer.reason)
        return None

    def _luck(self, seat: int) -> int:
        """The seed of an agent in this game: nobody else has it, nor the agent itself in any other game.

        It depends on who plays and not on how many take part, so that one agent more leaves all other games
        of a tournament as they are.
        """
        own, other = (self.referee.name(self.agents[each]) for each in (seat, 1 - seat))
        return derive_seed(self.seed, "agent", own, "against", other)

    def _ask(self, seat: int) -> Answer | Trouble:
        """The answer of an agent. A dead process is started again, if the game goes on."""
        agent, time_left = self.seats[seat], self.times[seat]
        if not self.ready[seat]:
            trouble = agent.begin(self.pair.opening, self._luck(seat), self.referee.control.handshake)
            if trouble:
                return trouble
            self.ready[seat] = True
            self.unsent[seat] = [move.text for move in self.moves if move.text is not None]
        allowed = time_left.allowance()
        answer = agent.move(self.position, self.unsent[seat], time_left.limits(), allowed)
        if isinstance(answer, Trouble) and answer.detail.startswith(_NOTHING):
            within = f"{_NOTHING} within {allowed:.3g} s"
            answer = answer._replace(detail=within + answer.detail.removeprefix(_NOTHING))
        self.unsent[seat] = []
        self.ready[seat] = isinstance(answer, Answer) or answer.reason == "illegal"
        return answer

    def _move(self, seat: int, move: Any, answer: Answer | Trouble, trouble: Reason | None) -> None:
        text = self.position.write(move)
        self._note(seat, text, answer, trouble)
        self.position = self.position.after(move)
        for unsent in self.unsent:
            unsent.append(text)

    def _note(self, seat: int, text: str | None, answer: Answer | Trouble, trouble: Reason | None) -> None:
        ply, agent = len(self.moves) + 1, self.agents[seat]
        record = MoveRecord(ply, agent, text, answer.cost, answer.report, trouble, answer.printed)
        self.moves.append(record)

    def _seat(self) -> int:
        return self.position.to_move.value

    def _winner(self, outcome: Outcome) -> int | None:
        gain = payoff(outcome, Player.FIRST, 0)
        return None if gain == 0 else self.agents[0] if gain > 0 else self.agents[1]

    def _game_record(
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
