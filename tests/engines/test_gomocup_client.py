"""Engines of five in a row play over Gomocup's protocol, and are told what is not for them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from helpers.command import run_by_python, wait_until
from helpers.outsiders import games, said
from plyground import load_game
from plyground.agents import Agent, MoveLimits, load_entrant
from plyground.engines import gomocup_client
from plyground.engines.gomocup_messages import GomocupReply, read_reply
from plyground.engines.process import EngineFault, EngineProcess

ENGINE = Path(__file__).parent / "programs" / "plays_gomocup.py"
APART = Path(__file__).parent / "programs" / "thinks_apart.py"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def spec(log: Path, wrong: str = "") -> str:
    return f"engine({run_by_python(ENGINE, log, wrong)!r}, protocol='gomocup')"


def entered(log: Path, wrong: str = "") -> Agent:
    return load_entrant(spec(log, wrong)).enter(0)


def moved(agent: Agent, game: str = "mnk(7,7,5)", text: str = "-", **limits: Any) -> str:
    position = load_game(game).parse(text)
    answer = agent.choose(position, MoveLimits(**limits)).move
    return answer if isinstance(answer, str) else position.write(answer)


def told(log: Path) -> list[str]:
    """What the engine was told, without what it was only informed of."""
    return [line for line in log.read_text().splitlines() if not line.startswith("INFO")]


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("10,9", GomocupReply("move", "10,9", (10, 9))),
        ("10 , 9", GomocupReply("move", "10 , 9", (10, 9))),
        ("OK", GomocupReply("ok", "")),
        ("ok - everything is good", GomocupReply("ok", "- everything is good")),
        ("ERROR message - unsupported size", GomocupReply("error", "message - unsupported size")),
        ("UNKNOWN command", GomocupReply("unknown", "command")),
        ("SUGGEST 3,4", GomocupReply("suggest", "3,4", (3, 4))),
        ("SUGGEST nothing", GomocupReply("talk", "nothing")),
        ("MESSAGE 3,4", GomocupReply("talk", "3,4")),
        ("1,2,3", GomocupReply("talk", "")),
        ("-1,2", GomocupReply("talk", "")),
        ("٣,٤", GomocupReply("talk", "")),
        ("", GomocupReply("talk", "")),
    ],
)
def test_replies(line: str, reply: GomocupReply) -> None:
    assert read_reply(line) == reply


def test_a_game_from_its_beginning(log: Path) -> None:
    agent = entered(log)
    assert moved(agent) == "a7"
    assert moved(agent, text="a7 d4") == "b7"
    assert moved(agent, text="a7 d4 b7 c7") == "d7"
    del agent
    assert told(log) == ["START 7", "BEGIN", "TURN 3,3", "TURN 2,0", "END"]


def test_a_game_that_the_other_begins(log: Path) -> None:
    agent = entered(log)
    assert moved(agent, "mnk(9,6,5)", "a6") == "b6"
    assert moved(agent, "mnk(9,6,5)", "a6 b6 i1") == "c6"
    assert told(log) == ["RECTSTART 9,6", "TURN 0,0", "TURN 8,5"]


def test_a_game_that_is_taken_up_in_the_middle(log: Path) -> None:
    agent = entered(log)
    assert moved(agent, text="a7 d4 c7") == "b7"
    assert moved(agent, text="a7 d4 c7 b7 d7") == "e7"
    assert told(log) == ["START 7", "BOARD", "0,0,2", "3,3,1", "2,0,2", "TURN 3,0"]


def test_a_board_where_o_began(log: Path) -> None:
    row = "......."
    agent = entered(log)
    assert moved(agent, text=f"O.....O/X....../{'/'.join([row] * 5)} x") == "b7"
    assert told(log) == ["START 7", "BOARD", "0,0,2", "6,0,2", "0,1,1"]


def test_a_move_that_was_replaced_is_noticed(log: Path) -> None:
    agent = entered(log)
    assert moved(agent) == "a7"
    assert moved(agent, text="d4 c4") == "a7"  # the arena moved in its place
    assert told(log) == ["START 7", "BEGIN", "START 7", "BOARD", "3,3,1", "2,3,2"]


def test_info_commands_sent(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineProcess, "wake", lambda self: 0.0)  # on a busy machine it may be late
    agent = entered(log)
    moved(agent, seconds=2)
    moved(agent, text="a7 d4", seconds=2)
    informed = [line for line in log.read_text().splitlines() if line.startswith("INFO")]
    keys = [line.split()[1] for line in informed]
    assert sorted(keys) == sorted(
        ["timeout_match", "timeout_turn", "max_memory", "game_type", "rule", "folder", "time_left"]
    )
    facts = dict(line.split(None, 2)[1:] for line in informed if not line.startswith("INFO folder"))
    assert (facts["timeout_turn"], facts["timeout_match"], facts["time_left"]) == (
        "1980",
        "0",
        "2147483647",
    )
    assert (facts["rule"], facts["game_type"]) == ("0", "1")


def test_a_clock_for_the_whole_game(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an engine took to finish its work after it was halted is taken off the time for its move."""
    agent, late = entered(log), iter((0.0, 0.0, 0.1))
    monkeypatch.setattr(EngineProcess, "wake", lambda self: next(late))
    moved(agent, seconds=1, remaining=20)
    moved(agent, text="a7 d4", seconds=0.5, remaining=10)
    clocks = [line for line in log.read_text().splitlines() if "time" in line]
    assert clocks == [
        "INFO timeout_match 19980",
        "INFO timeout_turn 980",
        "INFO time_left 19980",
        "INFO timeout_turn 480",
        "INFO time_left 9980",
    ]
    moved(agent, text="a7 d4 b7 d5", seconds=0.5, remaining=10)
    clocks = [line for line in log.read_text().splitlines() if "time" in line]
    assert clocks[5:] == ["INFO timeout_turn 380"]


def test_engine_messages_are_printed(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moved(entered(log))
    assert capsys.readouterr().out == "MESSAGE I think\nDEBUG about this\n"


def test_suggestion_is_answered_with_play(log: Path) -> None:
    agent = entered(log, "suggests")
    assert moved(agent) == "a7"
    assert moved(agent, text="a7 d4") == "b7"
    assert told(log) == ["START 7", "BEGIN", "PLAY 0,0", "TURN 3,3", "PLAY 1,0"]


def test_unknown_info_does_not_stop_the_game(log: Path) -> None:
    assert moved(entered(log, "knows no INFO")) == "a7"


@pytest.mark.parametrize(
    ("wrong", "text", "fault"),
    [
        ("reports an error", "-", "the engine reports an error: ERROR - something is wrong"),
        ("has one size", "-", "the engine reports an error: ERROR unsupported size"),
        ("knows no BOARD", "a7 d4", "the engine does not know what it was told: UNKNOWN command board"),
        ("says nonsense", "-", "the engine ended with exit status 4; it said last: -1,4"),
    ],
)
def test_engines_that_do_not_answer(wrong: str, text: str, fault: str, log: Path) -> None:
    with pytest.raises(EngineFault) as raised:
        moved(entered(log, wrong), text=text)
    assert str(raised.value) == fault


def test_an_engine_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gomocup_client, "_STARTING", 0.05)
    with pytest.raises(EngineFault, match="the engine did not answer START; it said last: nothing"):
        moved(load_entrant("engine('sleep 60', protocol='gomocup')").enter(0))


@pytest.mark.parametrize(
    ("wrong", "answer"), [("is off the board", "99,0"), ("takes a taken square", "a7")]
)
def test_illegal_move_is_passed_on(wrong: str, answer: str, log: Path) -> None:
    assert moved(entered(log, wrong), text="a7") == answer


@pytest.mark.parametrize(
    ("game", "limits", "fault"),
    [
        ("tictactoe", {}, "for five in a row without gravity, not for tictactoe"),
        ("connect4(7,6,5)", {}, "for five in a row without gravity, not for connect4(7,6,5)"),
        ("examples/nim.py:Nim", {}, "for five in a row without gravity, not for Nim"),
        ("gomoku", {"depth": 4}, "knows no limits but those of time: give each move a time"),
    ],
)
def test_games_and_limits_that_the_protocol_does_not_know(
    game: str, limits: dict[str, Any], fault: str, log: Path
) -> None:
    with pytest.raises(EngineFault) as raised:
        moved(entered(log), game, **limits)
    assert str(raised.value) == f"Gomocup's protocol {'is ' if not limits else ''}{fault}"


def test_a_match_with_an_engine(log: Path) -> None:
    played = games(spec(log), "mnk(7,6,5)", seconds=10, trust=True)  # it writes a log
    assert [game.ending for game in played] == ["rules", "rules"]
    assert all("MESSAGE I think" in text for game in played for text in said(game))


def test_a_game_that_is_not_for_it_is_lost_with_a_reason(log: Path) -> None:
    (game,) = games(spec(log), "tictactoe", count=1)
    assert game.detail == (
        "the agent failed: Gomocup's protocol is for five in a row without gravity, not for tictactoe"
    )


@pytest.mark.parametrize("how", ["1", "1 ponders", "1 waits", "100"])
def test_no_word_is_lost_on_an_engine_that_reads_and_thinks_apart(how: str) -> None:
    """It was stopped when its move was out, before it knew that it had done with thinking.

    Who was busy for longer than it is waited for was asked in the midst of it.
    """
    engine = f"engine({run_by_python(APART, *how.split())!r}, protocol='gomocup')"
    for game in games(engine, "mnk(5,5,5)"):
        assert (game.ending, game.detail) == ("rules", "")


@pytest.mark.skipif(sys.platform != "linux", reason="what a process does is read from /proc")
def test_pondering_engine_is_halted() -> None:
    agent = load_entrant(f"engine({run_by_python(APART, 1, 'ponders')!r}, protocol='gomocup')").enter(0)
    assert isinstance(agent, gomocup_client.GomocupAgent)
    first = load_game("mnk(7,7,5)").start()
    move = agent.choose(first, MoveLimits(seconds=10)).move
    agent.rest()
    stat = Path(f"/proc/{agent._process.pid}/stat")
    wait_until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T")
    second = first.play("g1" if move != "g1" else "f1")
    agent.choose(second.after(second.moves()[-1]), MoveLimits(seconds=10))
    assert agent.pondered > 0
