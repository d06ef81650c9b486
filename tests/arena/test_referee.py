"""The referee and its clocks: who is asked what, what counts, and how a game ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from helpers.keeper import without_clocks
from plyground import Outcome, Player, Position
from plyground.agents.agent import MOVES_TO_GO, MoveLimits
from plyground.arena.clock import PATIENCE, AgentClock, Clock, TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import MoveRecord, Pair
from plyground.arena.referee import Policy, Referee
from plyground.errors import BadSpec, Failed
from plyground.games.custom import CustomGame
from plyground.games.registry import load_game
from plyground.rng import SplitMix64, derive_seed
from plyground.searchers.types import SearchReport
from plyground.workers.messages import Answer, Cost, Reason, Trouble

TICTACTOE = load_game("tictactoe")
FIRST_WINS = (["1", "2", "3"], ["4", "5"])
ONE_PAIR = Pair(0, (0, 1), "-")


@dataclass
class Scripted:
    """A seat whose answers are written down; it remembers what it was told."""

    answers: list[str | Answer | Trouble]
    seconds: float = 0.0  # what a text takes
    starts: list[Trouble | None] = field(default_factory=list)  # None, when there are no more
    begun: list[tuple[str, int, float]] = field(default_factory=list)
    told: list[list[str]] = field(default_factory=list)
    limits: list[MoveLimits] = field(default_factory=list)
    allowances: list[float] = field(default_factory=list)

    def begin(self, opening: str, seed: int, allowance: float) -> Trouble | None:
        self.begun.append((opening, seed, allowance))
        return self.starts.pop(0) if self.starts else None

    def move(
        self, position: Position[Any], played: list[str], limits: MoveLimits, allowance: float
    ) -> Answer | Trouble:
        self.told.append(list(played))
        self.limits.append(limits)
        self.allowances.append(allowance)
        answer = self.answers.pop(0)
        return Answer(answer, Cost(self.seconds)) if isinstance(answer, str) else answer

    def close(self) -> None: ...


def scripted(*answers: Sequence[str | Answer | Trouble]) -> dict[int, Scripted]:
    return {number: Scripted(list(texts)) for number, texts in enumerate(answers)}


def test_engine_output_is_told_when_it_gives_no_reason() -> None:
    detail = "the engine ended with exit status 1; it said last: nothing"
    said = "Traceback (most recent call last):\nImportError: no module named torch\n"
    told = Trouble("crash", detail, printed=said).in_full
    assert (
        told == "the engine ended with exit status 1; it printed last: ImportError: no module named torch"
    )
    other = Trouble("crash", detail.replace("nothing", "readyok"), printed=said).in_full
    assert other == told
    same = detail.replace("nothing", "ImportError: no module named torch")
    assert Trouble("crash", same, printed=said).in_full == same, "it is not told twice"
    framed = Trouble("crash", detail, printed="│ Missing argument │\n╰──────────────────╯\n").in_full
    assert framed.endswith("it printed last: │ Missing argument │")
    assert Trouble("crash", detail).in_full == detail
    assert Trouble("crash", "no idea", printed=said).in_full == "no idea"


def test_a_game_is_asked_for_move_by_move() -> None:
    seats = scripted(*FIRST_WINS)
    game = Referee(TICTACTOE, seed=3).play(ONE_PAIR, 0, seats)
    assert (game.winner, game.ending, game.reason, game.detail) == (0, "rules", None, "")
    assert game.texts == ("1", "4", "2", "5", "3")
    assert [(move.ply, move.agent) for move in game.moves] == [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0)]
    assert (seats[0].told, seats[1].told) == ([[], ["1", "4"], ["2", "5"]], [["1"], ["4", "2"]])
    assert [seat.begun for seat in seats.values()] == [
        [("-", derive_seed(game.seed, "agent", one, "against", other), 10.0)]
        for one, other in ((0, 1), (1, 0))
    ]
    assert game.seed == derive_seed(3, 0, 0)


def test_the_games_of_a_pair_have_one_opening_and_swapped_seats() -> None:
    pair = Pair(7, (4, 2), "5")
    seats = {4: Scripted(["2", "8", "1", "4", "7"]), 2: Scripted(["1", "3", "2", "3"])}
    record = Referee(TICTACTOE).play_pair(pair, seats)
    assert [(game.number, game.first, game.second) for game in record.games] == [(14, 4, 2), (15, 2, 4)]
    assert [game.winner for game in record.games] == [4, 4]
    assert [seats[4].begun[game][0] for game in (0, 1)] == ["5", "5"]
    assert [game.moves[0].agent for game in record.games] == [2, 4]  # the opening is one move of the first
    # All four have luck of their own: with that of the seats, a pair of equals was one game twice.
    assert len({seed for seat in seats.values() for _, seed, _ in seat.begun}) == 4


def test_two_random_players_play_two_games_in_a_pair() -> None:
    """`match connect4 random random --games 200` was 100-0-100, and "49.3 to 50.7 %"."""
    plan = Plan("connect4", ("random", "random"), games=40, in_process=True).normalized()
    with PairPlayer(plan) as table:
        records = [table.play(pair) for pair in plan.pairs()]
    assert len({game.texts for record in records for game in record.games}) == 40
    scores = [sum(game.winner == 0 for game in record.games) for record in records]
    assert len(set(scores)) == 3, "pairs are not all won by the same seat"


def test_luck_is_of_the_agent_by_its_name() -> None:
    """Agents of one spec do not share it; one agent more leaves the games of the others as they are."""
    few = Plan("connect4", ("random", "mcts(rounds=3)", "random"), format="round-robin", in_process=True)
    more = replace(few, agents=("random", *few.agents), names=("new", *few.names))
    played = []
    for plan in (few.normalized(), more.normalized()):
        with PairPlayer(plan) as table:
            played.append(
                {
                    (plan.names[game.first], plan.names[game.second]): game.texts
                    for pair in plan.pairs()
                    for game in table.play(pair).games
                }
            )
    assert played[0].items() <= played[1].items()
    assert len(set(played[1].values())) == 12


def test_the_last_pair_of_an_odd_number_of_games_is_one_game() -> None:
    plan = Plan("tictactoe", ("random", "random"), games=5, in_process=True)
    with PairPlayer(plan) as table:
        records = [table.play(pair) for pair in plan.pairs()]
    assert [game.number for record in records for game in record.games] == [0, 1, 2, 3, 4]
    assert [game.first for record in records for game in record.games] == [0, 1, 0, 1, 0]


@pytest.mark.parametrize(("points", "winner"), [(5, 0), (-5, 1), (0, None)])
def test_points_decide_the_winner(points: int, winner: int | None) -> None:
    game = Referee(load_game(f"tree((({points},),))")).play(ONE_PAIR, 0, scripted(["1"], ["1"]))
    assert (game.winner, game.ending) == (winner, "rules")


@dataclass(frozen=True)
class Forever(Position[int]):
    """Goes on as long as they like."""

    to_move: Player = Player.FIRST

    def outcome(self) -> Outcome | None:
        return None

    def moves(self) -> tuple[int]:
        return (0,)

    def after(self, move: int) -> Forever:
        return Forever(self.to_move.other)


def test_a_game_that_never_ends_is_ended() -> None:
    forever = CustomGame("forever", Forever())
    seats = scripted(["0"] * 10, ["0"] * 10)
    game = Referee(forever, most_plies=7).play(ONE_PAIR, 0, seats)
    assert (game.winner, game.ending, game.reason, game.detail) == (None, "length", None, "7 moves")
    assert len(game.moves) == 7


@dataclass(frozen=True)
class Broken(Forever):
    """Has rules that fail."""

    def after(self, move: int) -> NoReturn:
        raise ZeroDivisionError("the rules are broken")


def test_rules_that_fail_fail_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PairPlayer(Plan("tictactoe", ("random", "random"), in_process=True))
    table.referee = Referee(CustomGame("broken", Broken()))
    said = r"pair 0 failed: ZeroDivisionError: the rules are broken \(.*test_referee.py, line \d+\)"
    with pytest.raises(Failed, match=said):
        table.play(ONE_PAIR)


FAILURES: list[tuple[str | Trouble, Reason, str]] = [
    ("1", "illegal", "no legal move: square 1 is taken: moves are 2 3 5 6 7 8 9"),
    ("zz", "illegal", "no legal move: no square z"),
    ("", "illegal", "no legal move: no square"),
    ("²", "illegal", "no legal move: no square ²"),
    ("٢", "illegal", "no legal move: no square ٢"),
    (Trouble("time", "nothing came"), "time", "no answer in time: nothing came within 60 s"),
    (Trouble("answer", "half"), "answer", "an answer that cannot be read: half"),
    (Trouble("crash", ""), "crash", ""),
]


@pytest.mark.parametrize(("answer", "reason", "detail"), FAILURES)
def test_failing_agent_forfeits(answer: str | Trouble, reason: Reason, detail: str) -> None:
    game = Referee(TICTACTOE).play(ONE_PAIR, 0, scripted(["1", answer], ["4"]))
    assert (game.winner, game.ending, game.reason) == (1, "forfeit", reason)
    assert game.detail.startswith(detail)
    assert game.moves[-1] == MoveRecord(3, 0, None, Cost(0), SearchReport(), reason)
    assert game.texts == ("1", "4")


def test_the_second_player_loses_in_the_same_way() -> None:
    game = Referee(TICTACTOE).play(ONE_PAIR, 1, scripted([Trouble("crash", "x")], ["1"]))
    assert (game.first, game.second, game.winner, game.moves[-1].agent) == (1, 0, 1, 0)


def fallback(*answers: Sequence[str | Answer | Trouble], **others: Any) -> tuple[Any, dict[int, Scripted]]:
    policy: Policy = "fallback"
    seats = scripted(*answers)
    return Referee(TICTACTOE, policy=policy, seed=1, **others).play(ONE_PAIR, 0, seats), seats


def test_fallback_move_comes_from_the_game_seed() -> None:
    crash = Trouble("crash", "x", Cost(0.5), SearchReport(nodes=3))
    game, _ = fallback([crash] * 5, [crash] * 5)
    position = TICTACTOE.start()
    for ply, move in enumerate(game.moves):
        luck = derive_seed(game.seed, "agent", ply % 2, "against", 1 - ply % 2)
        chance = SplitMix64(derive_seed(luck, ply))
        expected = position.write(chance.choice(position.moves()))
        assert move == MoveRecord(ply + 1, ply % 2, expected, crash.cost, crash.report, "crash")
        position = position.play(expected)
    assert game.ending == "rules"
    assert position.outcome()


def test_failed_agent_restarts_with_the_whole_history() -> None:
    crash = Trouble("crash", "x")
    game, seats = fallback([crash] * 5, [crash, "zz", crash, crash, crash])
    texts = list(game.texts)
    assert [seats[0].told[turn] for turn in range(3)] == [[], texts[:2], texts[:4]]
    assert len(seats[0].begun) == len(seats[0].told)
    assert len(set(seats[0].begun)) == 1  # the same seed too
    assert seats[1].told[:3] == [texts[:1], texts[:3], texts[3:5]]  # no legal move is no reason to restart


def test_failed_start_is_retried_before_the_next_move() -> None:
    seats = {0: Scripted([*FIRST_WINS[0]], starts=[Trouble("start", "x")] * 2), 1: Scripted(["9"] * 9)}
    game = Referee(TICTACTOE, policy="fallback", seed=3).play(ONE_PAIR, 0, seats)
    assert [move.trouble for move in game.moves if move.agent == 0][:3] == ["start", "start", None]
    assert seats[0].told[0] == list(game.texts[:4])


def test_limits_and_a_clock_read_and_refuse_text() -> None:
    assert Clock.parse("60+0.5") == Clock(60, 0.5)
    assert Clock.parse(str(Clock(1.5))) == Clock(1.5)
    for text in ("", "x", "1+", "1+x", "0", "-1", "1+-1", "inf", "nan", "1+inf"):
        with pytest.raises(BadSpec, match="no clock"):
            Clock.parse(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds": 1, "clock": Clock(1)},
        {"seconds": 0},
        {"tolerance": -1},
        {"tolerance": math.nan},
        {"warmup": math.inf},
        {"handshake": 0},
        {"patience": -1},
        {"nodes": 0},
        {"depth": 0},
    ],
)
def test_a_control_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSpec):
        TimeControl(**wrong)


def test_a_move_has_its_limit_and_the_tolerance() -> None:
    glass = AgentClock(TimeControl(seconds=2, nodes=5, depth=3, tolerance=0.25, warmup=1))
    assert glass.limits() == MoveLimits(3, 5, 2)
    assert glass.allowance() == 3.25
    glass.spend(3)
    assert glass.allowance() == 2.25
    assert glass.limits() == MoveLimits(3, 5, 2)


def test_every_agent_has_a_deadline() -> None:
    assert AgentClock(TimeControl(nodes=5)).allowance() == PATIENCE


def test_a_clock_runs_down_and_comes_back_by_its_increment() -> None:
    glass = AgentClock(TimeControl(clock=Clock(10, 1), tolerance=0.5))
    limits = glass.limits()
    assert (limits.seconds, limits.remaining, limits.increment) == (10 / MOVES_TO_GO + 0.75, 10, 1)
    assert glass.allowance() == 10.5
    glass.spend(4)
    assert (glass.remaining, glass.allowance()) == (7, 7.5)
    glass.spend(7.25)  # within the tolerance
    assert glass.remaining == 0.75  # and was charged
    glass.spend(0.75)
    assert glass.limits().seconds == 0.8


def test_overage_is_a_bank_for_the_game_as_kaggle_has_it() -> None:
    glass = AgentClock(TimeControl(seconds=2, overage=60, tolerance=0.25))
    assert glass.limits() == MoveLimits(seconds=2, overage=60)
    assert glass.allowance() == 62.25
    glass.spend(1.5)  # within the time of a move: nothing is taken, and nothing comes back
    assert (glass.overage, glass.allowance()) == (60, 62.25)
    glass.spend(12)
    assert (glass.overage, glass.limits().seconds, glass.allowance()) == (50, 2, 52.25)
    glass.spend(52.2)  # within the tolerance
    assert (glass.overage, glass.limits().overage, glass.allowance()) == (0, 0, 2.25)
    warm = AgentClock(TimeControl(seconds=2, overage=60, warmup=5, tolerance=0))
    assert warm.allowance() == 67
    warm.spend(8)
    assert warm.overage == 59
    assert AgentClock(TimeControl(seconds=2)).limits() == MoveLimits(seconds=2)


@pytest.mark.parametrize(
    "limits", [{"overage": 60}, {"overage": 60, "clock": Clock(10)}, {"overage": -1, "seconds": 2}]
)
def test_overage_goes_with_a_time_for_each_move(limits: dict[str, Any]) -> None:
    with pytest.raises(BadSpec, match="overage"):
        TimeControl(**limits)


def test_clock_share_is_positive_and_at_most_the_rest() -> None:
    glass = AgentClock(TimeControl(clock=Clock(1)))
    glass.spend(1)
    limits = glass.limits()
    assert (limits.seconds, limits.remaining, glass.allowance()) == (0.001, 0, 0.03)
    assert (AgentClock(TimeControl(clock=Clock(1, 100))).limits().seconds or 0) < 1


def test_a_warmup_is_for_the_first_move_and_not_charged() -> None:
    glass = AgentClock(TimeControl(clock=Clock(10), warmup=2, tolerance=0))
    assert glass.allowance() == 12
    glass.spend(3)
    assert (glass.remaining, glass.allowance()) == (9, 9)
    glass.spend(3)
    assert glass.remaining == 6
    quick = AgentClock(TimeControl(clock=Clock(10), warmup=2))
    quick.spend(1)
    assert quick.remaining == 10


def test_each_agent_has_its_own_clock() -> None:
    seats = scripted(*FIRST_WINS)
    seats[0].seconds, seats[1].seconds = 2, 3
    Referee(TICTACTOE, TimeControl(clock=Clock(10, 1), tolerance=0)).play(ONE_PAIR, 0, seats)
    assert (seats[0].allowances, seats[1].allowances) == ([10, 9, 8], [10, 8])
    assert [limits.remaining for limits in seats[0].limits] == [10, 9, 8]


def test_a_move_that_is_refused_is_charged_for() -> None:
    _, seats = fallback(
        [Answer("zz", Cost(4))] * 5, ["x"] * 5, control=TimeControl(clock=Clock(10), tolerance=0)
    )
    assert seats[0].allowances[:3] == [10, 6, 2]


def test_an_agent_that_does_not_start_has_not_used_its_clock() -> None:
    """The seconds of the handshake were taken off the clock, though a good start costs nothing."""
    seats = {
        0: Scripted(["x"] * 9, starts=[Trouble("start", "nothing came", Cost(10.0))]),
        1: Scripted(["x"] * 9),
    }
    control = TimeControl(clock=Clock(10), tolerance=0, warmup=1)
    Referee(TICTACTOE, control, policy="fallback").play(ONE_PAIR, 0, seats)
    assert seats[0].allowances[0] == 11


@pytest.mark.parametrize(
    ("what", "seed"),
    [
        ((0,), 0x75DFCD439D7D2B84),
        ((0, 0, 0), 0xA2266035BBB0C56B),
        ((7, "seat", 1), 0x753FC28AD507FD2C),
        ((2**64 - 1, "opening", 3), 0xE6C2A97A2CF22BD),
    ],
)
def test_derived_seeds_are_what_they_were_last_year(what: tuple[Any, ...], seed: int) -> None:
    assert derive_seed(*what) == seed


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("connect4", ("alphabeta(depth=3)", "random(seed=4)")),
        ("examples/nim.py:Nim", ("mcts(seed=2)", "minimax(depth=2)")),
        ("textbook", ("alphabeta", "random")),
    ],
)
def test_agents_play_the_same_in_this_process_and_in_their_own(game: str, agents: tuple[str, str]) -> None:
    control = TimeControl(nodes=50) if "mcts(seed=2)" in agents else TimeControl()
    records = []
    for in_process in (True, False):
        plan = Plan(game, agents, control=control, seed=9, in_process=in_process)
        with PairPlayer(plan) as table:
            records.append(without_clocks(table.play(ONE_PAIR)))
    assert records[0] == records[1]
    assert all(move.report.nodes for game in records[0].games for move in game.moves)


def test_rules_that_raise_at_a_nonsense_move(tmp_path: Path) -> None:
    """A user's `read` may do `int(text)`."""
    (tmp_path / "strict.py").write_text(
        "from dataclasses import dataclass\n"
        "from plyground import Outcome, Player, Position\n"
        "@dataclass(frozen=True)\n"
        "class Strict(Position[int]):\n"
        "    ply: int = 0\n"
        "    to_move: Player = Player.FIRST\n"
        "    def outcome(self):\n"
        "        return Outcome(None) if self.ply == 4 else None\n"
        "    def moves(self):\n"
        "        return () if self.ply == 4 else (1, 2)\n"
        "    def after(self, move):\n"
        "        return Strict(self.ply + 1, self.to_move.other)\n"
        "    def read(self, text):\n"
        "        return int(text)\n"
    )
    (tmp_path / "zz.py").write_text("def choose(position, limits):\n    return 'zz'\n")
    plan = Plan(f"{tmp_path}/strict.py:Strict", (f"python:{tmp_path}/zz.py", "random"), games=1)
    with PairPlayer(plan) as table:
        (game,) = table.play(next(plan.pairs())).games
    assert (game.ending, game.reason, game.winner) == ("forfeit", "illegal", 1)
    assert "ValueError: invalid literal" in game.detail
