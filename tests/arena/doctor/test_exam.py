"""The doctor says what is the matter with an agent, in the line where it belongs, and ends in any case."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.command import COMMAND, PATIENCE, complaint, hear_ctrl_c, run, wait_until
from helpers.keeper import marked, survivors
from plyground.arena.doctor import behaviour, checks, idleness
from plyground.arena.doctor.checks import CHECKS, CheckResult, PuzzleAnswer
from plyground.arena.doctor.diagnosis import Diagnosis
from plyground.arena.doctor.exam import (
    Exam,
    ask_everywhere,
    default_game,
    default_warmup,
    examine,
)
from plyground.arena.doctor.puzzles import Puzzle, every_position
from plyground.arena.records import GameRecord, MoveRecord
from plyground.cli.app import app
from plyground.cli.doctor import notes
from plyground.game import Player
from plyground.games.registry import load_game
from plyground.score import LONGEST
from plyground.searchers.types import SearchReport
from plyground.workers.messages import Cost, Reason, Trouble

ZOO = Path("tests/arena/doctor/zoo")
QUICK = Exam("tictactoe", seconds=20.0, patience=20.0, extra=600.0, games=2, each_side=1, more=1, every=0)


def findings(patient: str, exam: Exam = QUICK) -> dict[str, CheckResult]:
    return {finding.check: finding for finding in examine(f"python:{ZOO}/{patient}", exam)}


def verdicts(found: dict[str, CheckResult]) -> dict[str, str]:
    return {check: finding.verdict for check, finding in found.items()}


@pytest.mark.slow
def test_a_careful_agent_is_well() -> None:
    found = findings("patients.py:careful", replace(QUICK, hurry=2.0))  # a busy machine needs its time
    assert verdicts(found) == dict.fromkeys(CHECKS, "ok") | {"every": "not tried"}
    assert list(found) == list(CHECKS)
    assert Diagnosis("it", "it", "tictactoe", tuple(found.values())).sentence == "it can play tictactoe."


@pytest.mark.slow
def test_each_fault_is_told_in_its_line() -> None:
    found = findings("patients.py:Motley")
    told = {"win": "weak", "block": "weak", "hurry": "careful", "again": "careful", "prints": "careful"}
    expected = (
        dict.fromkeys(CHECKS, "ok")
        | told
        | {"every": "not tried"}
        | {"rests": "careful", "games": found["games"].verdict}
    )
    assert verdicts(found) == expected
    assert "it played" in found["win"].words
    assert found["win"].words.endswith("wins (2 of 2 positions)")
    assert "stops the other from winning" in found["block"].words
    assert "took longer" in found["hurry"].words
    assert found["prints"].facts["most"] > 2_000
    assert "while the other was to move" in found["rests"].words


@pytest.mark.slow
def test_illegal_moves_and_failures_are_told_where_they_happen() -> None:
    found = findings("patients.py:stubborn")
    assert found["first"].words == "5 as X, 5 as O"
    assert found["taken"].verdict == found["full"].verdict == found["games"].verdict == "wrong"
    assert "no legal move: 4 is no move" in found["taken"].words
    assert "the agent failed: ZeroDivisionError" in found["full"].words
    assert "patients.py, line " in found["full"].words
    assert found["games"].facts["forfeits"] == {"illegal": 2}


def test_hanging_agent_is_given_up_early() -> None:
    found = findings("patients.py:asleep", replace(QUICK, seconds=0.2, patience=0.2))
    assert verdicts(found) == dict.fromkeys(CHECKS, "not tried") | {"start": "ok", "first": "wrong"}
    assert "no answer in time" in found["first"].words
    assert found["time"].words == "because of: first move"


@pytest.mark.skipif(sys.platform != "linux", reason="NOT TESTED: only Linux tells what computes")
@pytest.mark.parametrize(
    ("agent", "sleeps"), [("asleep", True), pytest.param("in_a_loop", False, marks=pytest.mark.slow)]
)
def test_a_sleeping_agent_is_told_while_it_is_waited_for(
    agent: str, sleeps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was said for the whole patience, a minute for each of two moves."""
    monkeypatch.setattr(idleness, "QUIET", 1.0)
    told: list[float] = []
    hanging = ZOO.parents[1] / "zoo" / "hanging.py"
    patient = replace(QUICK, seconds=0.2, patience=2.5)
    begun = [
        finding.check
        for finding in examine(f"python:{hanging}:{agent}", patient, told.append)
        if finding.verdict == "wrong"
    ]
    assert begun == ["first"]
    assert bool(told) is sleeps


def test_import_error_is_told() -> None:
    ran = run("doctor", f"python:{ZOO}/stillborn.py", "--game", "tictactoe")
    assert (ran.returncode, ran.stderr) == (1, "")
    assert (
        "✗ wrong      start: it cannot begin a game: RuntimeError: no agent today (stillborn.py, line 3)"
        in ran.stdout
    )
    assert ran.stdout.endswith("is not ready to play tictactoe. Wrong: start.\n")


def test_json_has_everything() -> None:
    ran = CliRunner().invoke(app, ["doctor", f"python:{ZOO}/stillborn.py", "--json"])
    told = json.loads(ran.stdout)
    assert (ran.exit_code, told["verdict"], told["game"]) == (1, "wrong", "connect4")
    assert [check["check"] for check in told["checks"]] == list(CHECKS)


@pytest.mark.slow
def test_a_folder_is_one_table(tmp_path: Path) -> None:
    shutil.copy(ZOO / "stillborn.py", tmp_path / "zoe.py")
    (tmp_path / "ann.py").write_text("def choose(position):\n    return position.moves()[0]\n")
    (tmp_path / "test_ann.py").write_text("def test_it():\n    pass\n")
    (tmp_path / "lost.py").symlink_to(tmp_path / "nowhere")
    ran = run("doctor", "--folder", str(tmp_path), "--game", "connect4(2,2,2)", "--workers", "2")
    assert (ran.returncode, ran.stderr) == (1, "")
    head, *rows = ran.stdout.partition("\n\n")[0].splitlines()
    assert head.split() == ["agent", "convention", "game", "verdict", *CHECKS]
    assert [row.split()[0] for row in rows] == ["ann", "lost", "zoe"]
    assert rows[0].split()[1:3] == ["python", "connect4(2,2,2)"]
    assert rows[2].split()[3:5] == ["wrong", "wrong"]
    assert "zoe\n✗ wrong      start: it cannot begin a game: RuntimeError: no agent today" in ran.stdout
    assert "lost\n✗ wrong      start: no file" in ran.stdout


def test_an_empty_folder_is_bad_usage(tmp_path: Path) -> None:
    assert "no agents in" in complaint("doctor", "--folder", str(tmp_path))


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((), "no agent: give AGENT or --folder"),
        (("random", "--folder", "x"), "give AGENT or --folder"),
        (("rendom",), "no agent rendom"),
        (("python:no_such_file.py",), "no file no_such_file.py"),
        (("random", "--game", "chess"), "no game chess"),
        (("random", "--time", "0"), "seconds is a number above 0"),
        (("random", "--seed", "-1"), "seed is a whole number from 0"),
        (("--folder", "no/such/folder"), "no folder no/such/folder"),
        (("--folder", "tests", "--game", "chess"), "no game chess"),
    ],
)
def test_bad_usage(args: tuple[str, ...], sentence: str) -> None:
    assert sentence in complaint("doctor", *args)


@pytest.mark.slow
def test_ctrl_c_ends_everything() -> None:
    with marked(at_once=False) as token:
        agent = f"python:{ZOO}/patients.py:parent_of_a_daemon"
        doctor = subprocess.Popen(
            [*COMMAND, "doctor", agent, "--time", "50"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c,
        )  # fmt: skip
        wait_until(lambda: sum("agent_main" in what for what in survivors(token).values()) == 2)
        doctor.send_signal(signal.SIGINT)
        said, complained = doctor.communicate(timeout=PATIENCE)
    assert (doctor.returncode, complained) == (130, "plyground: interrupted\n")
    assert "first move" not in said


def test_engines_are_given_time_to_start() -> None:
    assert default_warmup("engine:./five") > default_warmup("python:mine.py") == 0
    late = behaviour.time_keeping([move(wall=3.0)], 1.0, 0.03, 5.0)
    assert late.verdict == "careful"
    assert late.words.endswith("its first moves need --warmup")


def test_the_game_is_the_one_that_an_agent_is_made_for() -> None:
    assert default_game("cs50:tictactoe.py") == "tictactoe"
    assert default_game("engine('./five', protocol='gomocup')") == "gomoku"
    assert default_game("kaggle:submission.py") == "connect4"


# How what was seen is judged, without any process.


def move(
    ply: int = 1, *, wall: float = 0.001, agent: int = 0, text: str | None = "1", trouble: Reason | None = None,
    said: str | None = None, pondered: float | None = 0.0, waited: float = 0.0,
) -> MoveRecord:  # fmt: skip
    return MoveRecord(ply, agent, text, Cost(wall, wall, waited, pondered), SearchReport(), trouble, said)


def game(
    *moves: MoveRecord, winner: int | None = 0, reason: Reason | None = None, first: int = 0
) -> GameRecord:
    ending = "forfeit" if reason else "rules"
    return GameRecord(0, 0, first, 1 - first, "-", 0, winner, ending, reason, "why", moves, 0.0)  # type: ignore[arg-type]


def asked(text: str, played: str, *right: str) -> PuzzleAnswer:
    return PuzzleAnswer(Puzzle(text, load_game("tictactoe").parse(text), right), game(move(text=played)))


def test_to_win_later_is_not_wrong() -> None:
    # X has 1 and 2, O has 4 and 8: 3 wins at once; 5 makes two threats at once, and wins next time.
    found = checks.wins([asked("1428", "5", "3")])
    assert found.verdict == "careful"
    assert found.words == "on 1428 it played 5, which wins later: 3 wins at once (1 of 1 positions)"
    assert checks.wins([asked("1428", "6", "3")]).verdict == "weak"


def test_a_game_without_such_positions_is_not_a_fault() -> None:
    assert checks.wins([]).verdict == checks.blocks([]).verdict == "not tried"


def test_a_slow_start_is_told() -> None:
    assert checks.start(None, 1.0, 10.0).verdict == "ok"
    assert checks.start(None, 6.0, 10.0).verdict == "careful"
    assert checks.start(Trouble("start", "why"), 1.0, 10.0).words == "it cannot begin a game: why"


def test_only_first_moves_that_are_slow_ask_for_a_warm_up() -> None:
    slow_first = game(move(wall=0.5), move(2))
    assert "--warmup" in behaviour.hurry([slow_first], 0.05, 0.03, 1.0).words
    assert "--warmup" not in behaviour.hurry([game(move(), move(2, wall=0.5))], 0.05, 0.03, 1.0).words
    assert behaviour.hurry([game(move(wall=0.07))], 0.05, 0.03, 1.0).verdict == "ok"
    ended = behaviour.hurry([game(move(wall=1.03, text=None, trouble="time"))], 0.05, 0.03, 1.0)
    assert (ended.verdict, ended.facts["ended"]) == ("wrong", 1)


def test_waiting_for_a_core_is_not_lateness() -> None:
    assert behaviour.hurry([game(move(wall=0.5, waited=0.45))], 0.05, 0.03, 1.0).verdict == "ok"
    assert behaviour.time_keeping([move(wall=0.5, waited=0.45)], 1.0, 0.03).facts["starved"] == 1


def test_time_keeping_is_seen_as_the_arena_sees_it() -> None:
    assert behaviour.time_keeping([move(wall=0.4), move(wall=0.2)], 1.0, 0.03).words.endswith(
        "margin 600 ms"
    )
    assert behaviour.time_keeping([move(wall=1.02)], 1.0, 0.03).verdict == "careful"
    assert behaviour.time_keeping([move(wall=1.03, trouble="time")], 1.0, 0.03).verdict == "wrong"
    assert behaviour.time_keeping([move(wall=0.0, trouble="start")], 1.0, 0.03).verdict == "not tried"


def test_games_are_counted_by_side_and_forfeits_by_reason() -> None:
    games = [game(), game(first=1), game(winner=1), game(winner=1, reason="crash")]
    found = behaviour.fast_games(games, 20, ("X", "O"))
    assert found.verdict == "wrong"
    assert "4 against random: 2 won, 0 drawn, 2 lost (as X 1-0-2, as O 1-0-0)" in found.words
    assert "no time for the other 16" in found.words
    assert "it forfeited 1 by the agent failed, such as after no move: why" in found.words
    assert behaviour.fast_games([game(winner=1)] * 20, 20, ("X", "O")).words.endswith(
        "no better than chance"
    )
    assert behaviour.fast_games([game(winner=1, reason="time", first=1)], 1, ("X", "O")).facts[
        "forfeits"
    ] == {"time": 1}


@pytest.mark.parametrize(
    ("won", "drawn", "lost", "verdict"),
    [
        (8, 0, 12, "weak"),
        (11, 0, 9, "weak"),
        (16, 0, 4, "ok"),
        (2, 0, 0, "ok"),
        (1, 0, 1, "ok"),
        (1, 0, 3, "weak"),
    ],
)
def test_to_lose_to_chance_is_weak(won: int, drawn: int, lost: int, verdict: str) -> None:
    """Who lost 12 of 20 games of tic-tac-toe to random moves was ok."""
    games = [game()] * won + [game(winner=None)] * drawn + [game(winner=1)] * lost
    found = behaviour.fast_games(games, 20, ("X", "O"))
    assert found.verdict == verdict
    assert found.brief == (f"lost {lost} of {won + lost} games to chance" if verdict == "weak" else "")


def test_games_that_are_not_finished_are_not_drawn() -> None:
    """A longer --time cut the games, and they counted as drawn."""
    cut = replace(game(winner=None), ending="length")
    found = behaviour.fast_games([game(), cut, cut], 20, ("X", "O"))
    assert "1 against random: 1 won, 0 drawn, 0 lost" in found.words
    assert "2 not finished" in found.words
    assert behaviour.fast_games([cut], 20, ("X", "O")).verdict == "not tried"
    assert Exam("connect4", seconds=60).game_plan("random").most_plies == LONGEST
    assert Exam("connect4").plies(0.001) == LONGEST > Exam("connect4").plies(8.0)


def test_slow_is_not_wrong() -> None:
    """15 of 25 faultless programs of a course were not ready, for time alone."""
    found = behaviour.time_keeping([move(wall=8.2), move(wall=0.1)], 1.0, 0.03)
    assert (found.verdict, found.brief) == ("slow", "up to 8.2 s for a move (--time 13)")
    whole = Diagnosis("it", "it", "tictactoe", (found,))
    assert (
        whole.sentence == "it plays tictactoe by the rules, but slowly: up to 8.2 s for a move (--time 13)."
    )
    assert behaviour.time_keeping([move(wall=8.2, waited=7.9)], 1.0, 0.03).verdict == "ok"
    control = Exam("tictactoe", seconds=1.0).question_plan("random").control
    assert (control.seconds, round((control.seconds or 0) + control.tolerance)) == (1.0, 60)


def test_weak_is_not_wrong() -> None:
    """random was "not ready to play connect4. Wrong: a win in one", like who breaks the rules."""
    weak = checks.wins([asked("1428", "6", "3")])
    whole = Diagnosis("it", "it", "tictactoe", (weak,))
    assert whole.verdict == "weak"
    assert whole.sentence == "it plays tictactoe by the rules, but weakly: it missed a win in one (1 of 1)."
    broken = PuzzleAnswer(weak_puzzle(), game(move(text=None, trouble="crash"), winner=1, reason="crash"))
    wrong = checks.wins([asked("1428", "6", "3"), broken])
    assert wrong.verdict == "wrong"
    assert "why (2 of 2 positions)" in wrong.words


def weak_puzzle() -> Puzzle:
    return Puzzle("1428", load_game("tictactoe").parse("1428"), ("3",))


@pytest.mark.slow
def test_small_game_is_tried_in_every_position() -> None:
    found = findings("patients.py:careful", replace(QUICK, game="mnk(2,2,2)", every=100))
    assert found["every"].facts["tried"] == found["every"].facts["total"] == 17
    assert found["every"].words == "it keeps what it has in all 17 positions"
    given_away = checks.every_position([asked("1428", "6", "3"), asked("1428", "3", "3")], 4_520)
    assert (given_away.verdict, given_away.brief) == ("weak", "gave a result away (1 of 2)")
    assert "on 1428 it played 6, which gives away what 3 keeps (1 of 2 positions)" in given_away.words
    assert "of all 4,520 there was no time" in given_away.words


def test_every_position_is_asked_within_a_budget() -> None:
    """Programs without pruning need seconds for early positions: 4 of 14 with a small fault passed."""
    every = every_position(load_game("mnk(2,2,2)"), 0, 100)
    told: list[tuple[list[Puzzle], float | None]] = []

    def ask(some: Sequence[Puzzle], least: int = 1, budget: float | None = None) -> Iterator[PuzzleAnswer]:
        told.append((list(some), budget))
        return (PuzzleAnswer(puzzle, game(move())) for puzzle in some[:5])

    asked = ask_everywhere(ask, every, Exam("mnk(2,2,2)"))
    (sample, few_seconds), (others, a_minute) = told
    assert [each.puzzle for each in asked] == [*every[:5], *others[:5]]
    assert sample == every
    assert sorted(others, key=every.index) == every[5:], "all that are left"
    left = [len(puzzle.position.moves()) for puzzle in others]
    assert left == sorted(left)
    assert (few_seconds, a_minute) == (5, 60)


@pytest.mark.slow
def test_fast_agent_gets_more_questions() -> None:
    """Six positions do not find who fails to block one time in fourteen."""
    found = findings("patients.py:careful", replace(QUICK, game="connect4(4,4,3)", more=6))
    assert len(found["win"].facts["positions"]) == 12
    hurried = findings("patients.py:careful", replace(QUICK, game="connect4(4,4,3)", more=6, extra=0.0))
    assert len(hurried["win"].facts["positions"]) == 2


def test_the_same_seed_plays_the_same_games_or_not() -> None:
    one, other = game(move(text="1"), move(2, text="2")), game(move(text="1"), move(2, text="3"))
    assert behaviour.again([one], [one]).verdict == "ok"
    assert "from move 2 on" in behaviour.again([one], [other]).words
    assert behaviour.again([one], []).verdict == "not tried"


def test_printing_and_pondering_are_measured() -> None:
    assert behaviour.prints([move()]).words == "it prints nothing"
    assert behaviour.prints([move(said="hm"), move()]).verdict == "ok"
    assert "or more" in behaviour.prints([move(said="x" * 4_000)]).words
    assert behaviour.rests([move(pondered=0.001)]).verdict == "ok"
    assert behaviour.rests([move(pondered=0.02)]).verdict == "careful"
    assert behaviour.rests([move(pondered=None)]).verdict == "not tried"


def test_which_function_plays_is_told(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def agent(obs, config): return 3\ndef free(board): return 4")
    told = list(notes(Diagnosis("it", f"kaggle:{bot}", "connect4", ())))
    assert told == ["note: bot.py plays with agent: on Kaggle it would be its last function, free"]


def test_positions_in_words_are_short() -> None:
    assert (
        PuzzleAnswer(Puzzle("-", load_game("tictactoe").start(), ()), game(move())).where == "at the start"
    )
    long = load_game("gomoku").start()
    where = PuzzleAnswer(Puzzle("a1 " * 200, long, ()), game(move())).where
    assert len(where) < 60
    assert Player.FIRST is long.to_move
