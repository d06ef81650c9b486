"""Engines play over UGI and UCI: they are told what they understand, and their faults are told by one line."""

from __future__ import annotations

import gc
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.command import run_by_python, wait_until
from helpers.debian import need
from helpers.outsiders import games, said
from helpers.subjects import positions
from plyground import BadSpec, connect4, load_game, mnk, tictactoe
from plyground.agents import Agent, MoveLimits, load_entrant
from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import Pair
from plyground.engines import process, uci_client
from plyground.engines.notation import DropNotation, fen, variant_rules
from plyground.engines.process import EngineFault
from plyground.engines.settings import Settings
from plyground.engines.uci_messages import Info, Option, read_bestmove, read_info, read_option, write_go
from plyground.errors import PlygroundError
from plyground.games.line import LinePosition
from plyground.games.replay import moves_to
from plyground.score import HEURISTIC, Score, loss_in, win_in
from plyground.searchers.types import Limits, SearchReport
from plyground.spec import Spec
from plyground.workers.sandbox import check_sandbox

ENGINES = Path(__file__).parent / "programs"
ROOT = Path(__file__).parents[2]


def command(engine: str, *arguments: object) -> str:
    return run_by_python(ENGINES / engine, *arguments)


def spec(engine: str, *arguments: object, **options: Any) -> str:
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    return f"engine({command(engine, *arguments)!r}{given})"


def entered(text: str, seed: int = 0) -> Agent:
    return load_entrant(text).enter(seed)


def misbehaving(what: str) -> Agent:
    return entered(spec("misbehaves.py", what))


def moved(agent: Agent, game: str = "tictactoe", text: str = "-", **limits: Any) -> str:
    """What an agent answers, as a text."""
    position = load_game(game).parse(text)
    answer = agent.choose(position, MoveLimits(**limits)).move
    return answer if isinstance(answer, str) else position.write(answer)


# ------------------------------------------------------------------ specs


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("engine:", "no command of an engine in engine:: write engine:./my-engine"),
        ("engine:no-such-engine", "no program no-such-engine: give the path of a program, or the name of an installed one"),
        ("engine:README.md", "README.md is no program: make it executable (chmod +x), or name what runs it: python3 README.md"),
        ("engine('sh \"')", "bad command in command='sh \"': write it as for a shell (No closing quotation)"),
        ("engine()", "missing a required argument: 'command' in engine: engine takes command, protocol='ugi', moves='', variant='', options=(), keyword=''"),
        ("engine(5)", "bad command in command=5: command is a text in quotes, on one line"),
        ("engine('sh', protocol='xboard')", "bad protocol in protocol='xboard': protocol is one of ugi, uci, gomocup"),
        ("engine('sh', moves='san')", "bad moves in moves='san': moves is one of ours, drop"),
        ("engine('sh', keyword='a b')", "bad keyword in keyword='a b': keyword is one word, such as ugi"),
        ("engine('sh', variant='a\\nquit')", "bad variant in variant='a\\nquit': variant is a text in quotes, on one line"),
        ("engine('sh', options=16)", "bad options in options=16: options are texts: options=('Hash=16',)"),
        ("engine('sh', options=('=16',))", "bad options in options='=16': an option is 'Name=Value', or 'Name' if it is a button"),
        ("engine('sh', options=('A=1\\nquit',))", "bad options in options='A=1\\nquit': options is a text in quotes, on one line"),
        ("engine('sh', protocol='gomocup', variant='x')", "an engine of Gomocup has no moves, variant, options or keyword"),
        ("engine:sh('ugi')", "options without names"),
    ],
)  # fmt: skip
def test_specs_that_name_no_engine(text: str, complaint: str) -> None:
    with pytest.raises(BadSpec) as raised:
        load_entrant(text)
    assert complaint in str(raised.value)


def test_an_engine_is_found_from_where_its_spec_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ENGINES / "plays_ugi.py", tmp_path / "mine.py")
    script = tmp_path / "my engine"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' mine.py $1 ugi ours\n")
    script.chmod(0o755)
    (tmp_path / "weights.bin").touch()
    monkeypatch.chdir(tmp_path)
    entrant = load_entrant("engine('\"./my engine\" /dev/null weights.bin', options='Hash=weights.bin')")
    assert entrant.files == (script, tmp_path / "weights.bin", tmp_path / "weights.bin")
    assert not entrant.trusted
    assert load_entrant(entrant.spec).spec == entrant.spec
    assert moved(entrant.enter(0)) == "1"


def test_an_engine_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "tiny-engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert load_entrant("engine:tiny-engine").files == (program,)
    assert load_entrant("engine:tiny-engine --threads 1(protocol='uci')").files == (program,)


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("limits", "protocol", "said"),
    [
        (Limits(), "ugi", "go movetime 980"),
        (Limits(seconds=0.5), "ugi", "go movetime 480"),
        (Limits(seconds=0.1), "ugi", "go movetime 95"),
        (Limits(seconds=0.001), "ugi", "go movetime 1"),
        (Limits(depth=4), "ugi", "go depth 4"),
        (Limits(nodes=100, seconds=2), "uci", "go movetime 1980 nodes 100"),
        (MoveLimits(seconds=1, remaining=10, increment=0.5), "ugi", "go p1time 9980 p2time 9980 p1inc 500 p2inc 500"),
        (MoveLimits(depth=3, seconds=1, remaining=10), "uci", "go wtime 9980 btime 9980 winc 0 binc 0 depth 3"),
        (MoveLimits(seconds=0.001, remaining=0.0), "uci", "go wtime 1 btime 1 winc 0 binc 0"),
    ],
)  # fmt: skip
def test_limits_as_go(limits: Limits, protocol: str, said: str) -> None:
    assert write_go(limits, protocol) == said
    assert "infinite" not in said


def test_time_spent_before_go_is_subtracted() -> None:
    assert write_go(Limits(seconds=1), "ugi", spent=0.3) == "go movetime 680"
    assert write_go(Limits(seconds=1), "ugi", spent=3.0) == "go movetime 1"


@pytest.mark.parametrize(
    ("line", "info"),
    [
        ("info depth 12 seldepth 20 multipv 1 score cp -31 nodes 4096 nps 9 time 17 pv 5 1 9",
         Info(SearchReport("5", ("5", "1", "9"), Score(-31), False, 12, 4096), multipv=1)),
        ("info score mate 3 depth 7", Info(SearchReport(depth=7, score=win_in(5)))),
        ("info score mate -2", Info(SearchReport(score=loss_in(4)))),
        ("info score mate 0", Info(SearchReport(score=loss_in(0)))),
        ("info score mate 99999", Info(SearchReport(score=win_in(1000)))),
        ("info score cp 99999999 upperbound", Info(SearchReport(score=Score(HEURISTIC)), exact=False)),
        ("info score cp lowerbound depth x nodes -5 time", Info(exact=False)),
        ("info score", Info()),
        ("info nodes 999999999999999999999999 depth ٣", Info()),
        ("info string pv 5 depth 3", Info(string="pv 5 depth 3")),
        ("info", Info()),
        ("information depth 3", None),
        ("", None),
    ],
)  # fmt: skip
def test_info_is_read_as_far_as_it_goes(line: str, info: Info | None) -> None:
    assert read_info(line) == info


def test_time_of_an_info_line_is_seconds() -> None:
    told, silent = read_info("info depth 1 time 1700"), read_info("info depth 1")
    assert told is not None
    assert silent is not None
    assert (told.report.seconds, silent.report.seconds) == (1.7, None)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("bestmove 5", "5"),
        ("bestmove P@d3 ponder P@d4", "P@d3"),
        ("bestmove (none)", "(none)"),
        ("bestmove", ""),
        ("bestmove ponder 5", ""),
        ("bestmoves 5", None),
        ("info bestmove 5", None),
    ],
)
def test_best_moves(line: str, move: str | None) -> None:
    assert read_bestmove(line) == move


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("option name Skill Level type spin default 20 min -20 max 20", Option("Skill Level", -20, 20)),
        ("option name Clear Hash type button", Option("Clear Hash", 0, 2**31 - 1)),
        ("option name N type spin default 5 min 9 max 3", Option("N", 9, 9)),
        ("option name N type spin min max", Option("N", 0, 2**31 - 1)),
        ("option Hash", None),
        ("option name", None),
    ],
)
def test_options(line: str, option: Option | None) -> None:
    assert read_option(line) == option


@pytest.mark.parametrize(
    ("game", "text", "board"),
    [
        ("tictactoe", "-", "3/3/3[PPPPPpppp] w - - 0 1"),
        ("tictactoe", "5", "3/1P1/3[PPPPpppp] b - - 0 1"),
        ("tictactoe", "X.O/.../..O x", "P1p/3/2p[PPPppp] w - - 0 1"),
        ("connect4(5,2,3)", "112", "p4/PP3[PPPpppp] b - - 0 1"),
        ("mnk(12,1,5)", "-", "12[PPPPPPpppppp] w - - 0 1"),
    ],
)
def test_boards_as_chess_programs_write_them(game: str, text: str, board: str) -> None:
    position = load_game(game).parse(text)
    assert isinstance(position, LinePosition)
    assert fen(position) == board


def test_drops_are_read_where_they_fall() -> None:
    drops, start = DropNotation(), connect4().start()
    assert drops.read(start, "P@d1") == start.read("4")
    assert drops.read(start, "@d1") == start.read("4")
    assert drops.write(start, start.read("4")) == "P@d1"
    for text in ("P@d2", "d1", "P@h1", "P@d9", "P@", "e2e4", "0000"):
        assert drops.read(start, text) is None


def test_the_rules_for_a_file_of_variants() -> None:
    rules = variant_rules(connect4(5, 4, 3)).splitlines()
    assert rules[0] == "[plyground5x4x3falling]"
    assert {"maxFile = 5", "maxRank = 4", "connectN = 3", "dropOnTop = true"} <= set(rules)
    assert "dropOnTop = false" in variant_rules(mnk(5, 4, 3))


@pytest.mark.parametrize(
    "game", ["tictactoe", "gomoku", "mnk(43,3,3)", "connect4", "connect4(4,4,4)", "connect4(256,1,3)"]
)
@given(data=st.data())
def test_moves_that_lead_to_a_position(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    assert isinstance(position, LinePosition)
    if position.outcome() or (moves := moves_to(position)) is None:
        return
    again = position.game.start()
    for move in moves:
        assert move in again.moves()
        again = again.after(move)
    assert again == position


def test_no_moves_lead_to_where_o_began() -> None:
    assert moves_to(tictactoe().parse("O../.../... x")) is None
    assert moves_to(connect4(2, 3, 3).parse("../XX/OO")) is None  # it would have been O to begin


# ------------------------------------------------------------------ dialogs


def test_a_game_over_ugi(tmp_path: Path) -> None:
    log = tmp_path / "log"
    agent = entered(spec("plays_ugi.py", log, "ugi", "ours", options=("hash=32", "Clear Hash")), seed=25)
    assert moved(agent, seconds=0.5) == "1"
    assert moved(agent, text="15", depth=3) == "2"
    assert moved(agent, text="1523", nodes=9) == "4"
    del agent
    told = [line for line in log.read_text().splitlines() if not line.startswith("go movetime")]
    assert told == [
        "ugi",
        "setoption name Hash value 32",
        "setoption name Clear Hash",
        "setoption name Seed value 15",
        "isready",
        "uginewgame",
        "isready",
        "setoption name Game value tictactoe",
        "isready",
        "position startpos",
        "isready",
        "position startpos moves 1 5",
        "go depth 3",
        "isready",
        "position startpos moves 1 5 2 3",
        "go nodes 9",
        "quit",
    ]


def test_a_game_over_uci(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = spec("plays_ugi.py", log, "uci", "drop", protocol="uci", variant="3x3", options=("Seed=12",))
    agent = entered(text)
    assert moved(agent, text="5", remaining=9, seconds=1) == "1"
    assert moved(agent, text="519", seconds=1) == "2"
    told = log.read_text()
    assert "uci\n" in told
    assert "ucinewgame\n" in told
    assert "setoption name Seed value 12\n" in told
    assert "setoption name Game value 3x3\n" in told
    assert "position startpos moves P@b2\ngo wtime 8" in told
    assert "position startpos moves P@b2 P@a3 P@c1\n" in told


def test_a_keyword_of_ones_own(tmp_path: Path) -> None:
    agent = entered(spec("plays_ugi.py", tmp_path / "log", "usi", "ours", keyword="usi"))
    assert moved(agent) == "1"
    assert "usi\n" in (tmp_path / "log").read_text()
    assert "usinewgame\n" in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    ("moves", "told"),
    [("ours", "position fen O../.../... x\n"), ("drop", "position fen p2/3/3[PPPPpppp] w")],
)
def test_a_board_is_told_where_no_moves_lead_to_it(moves: str, told: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    agent = entered(spec("plays_ugi.py", log, "ugi", moves, moves=moves))
    assert moved(agent, text="O../.../... x") == "2"
    assert moved(agent, text="OXO/.../... x") == "4"
    assert told.strip() in log.read_text()
    assert log.read_text().count("startpos") == 0
    assert f"moves {'2 3' if moves == 'ours' else 'P@b3 P@c3'}" in log.read_text()


def test_a_move_that_was_replaced_is_noticed(tmp_path: Path) -> None:
    agent = entered(spec("plays_ugi.py", tmp_path / "log", "ugi", "ours"))
    assert moved(agent) == "1"
    assert moved(agent, text="95") == "1"  # the arena moved in its place
    assert "position startpos moves 9 5\n" in (tmp_path / "log").read_text()


def test_answers_that_nobody_asked_for_are_remarked(capsys: pytest.CaptureFixture[str]) -> None:
    """An engine answered each question fifty times, and played on unremarked."""
    agent = misbehaving("answers fifty times")
    assert moved(agent) == "5"
    assert capsys.readouterr().out == ""
    assert moved(agent, text="51") == "5"
    told = "the engine answered 49 times more than it was asked to: not read\n"
    assert capsys.readouterr().out == told


def test_games_that_are_not_on_a_board(tmp_path: Path) -> None:
    agent = entered(spec("misbehaves.py", "answers twice", tmp_path / "log"))
    assert moved(agent, "examples/nim.py:Nim") == "5"
    assert "position fen Nim(heaps=(3, 4, 5), to_move=Player.FIRST)\n" in (tmp_path / "log").read_text()
    with pytest.raises(
        EngineFault, match="Nim is no k-in-a-row game: drops need a board, write moves='ours'"
    ):
        moved(entered(spec("misbehaves.py", "passes", moves="drop")), "examples/nim.py:Nim")


def test_search_info_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = tictactoe().start()
    found = entered(spec("plays_ugi.py", tmp_path / "log", "ugi", "ours")).choose(position, Limits()).result
    assert found is not None
    assert (found.score, found.stats.nodes, found.stats.depth) == (-31, 50, 2)  # a bound is no score
    assert (found.line, found.proven, found.stats.seconds) == (tuple(range(7)), False, 0.005)
    assert capsys.readouterr().out.splitlines() == [
        "info depth 2 seldepth 3 score cp -31 nodes 44 time 5 pv 1 2 3 4 5 6 7 8 9",
        "info depth 3 score mate 2 upperbound nodes 50",
        "info string I like this one",
    ]


def test_the_engine_of_the_documents_plays(tmp_path: Path) -> None:
    page = (ROOT / "docs/howto/engines.md").read_text(encoding="utf-8")
    code = page.split("```python\n", 1)[1].split("```", 1)[0]
    (tmp_path / "first-free.py").write_text(code)
    played_games = games(f"engine({run_by_python(tmp_path / 'first-free.py')!r})", "tictactoe")
    assert [game.ending for game in played_games] == ["rules", "rules"]


# ------------------------------------------------------------------ faults


@pytest.mark.parametrize(
    ("what", "fault"),
    [
        ("dies at once", "the engine ended with exit status 1; it said last: nothing"),
        ("knows no ugi", "the engine did not answer ugi with ugiok (try protocol='uci'); it said last: readyok"),
        ("is deaf", "the engine did not answer ugi with ugiok (try protocol='uci'); it said last: nothing"),
        ("is never ready", "the engine did not answer isready with readyok; it said last: ugiok"),
    ],
)  # fmt: skip
def test_engines_that_do_not_start(what: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci_client, "_DEAF", 0.01)
    monkeypatch.setattr(uci_client, "_GREETING", 0.1 if what == "is deaf" else 60)
    monkeypatch.setattr(uci_client, "_STARTING", 0.1)
    with pytest.raises(EngineFault) as raised:
        misbehaving(what)
    assert str(raised.value) == fault


ENDLESS = [
    ("floods", "the engine did not answer go with bestmove; it said last: info depth 1 score cp 1 nodes 1"),
    ("says half a line", "the engine did not answer go with bestmove; it said last: half a line, bestmo"),
    ("says nothing", "the engine did not answer go with bestmove; it said last: readyok"),
]


@pytest.mark.parametrize(
    ("what", "fault"),
    [
        *ENDLESS,
        ("dies", "the engine ended with exit status 3; it said last: info string something is wrong"),
        ("is killed", "the engine was killed by signal 6; it said last: readyok"),
        ("closes its pipes", "the engine closed its pipes; it said last: readyok"),
        ("floods a line", "the engine wrote a line of more than 65,536 bytes"),
    ],
)
def test_engines_that_do_not_answer(what: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if (what, fault) in ENDLESS:
        monkeypatch.setattr(uci_client, "_STOPPING", 0.4)
    agent = misbehaving(what)
    with pytest.raises(EngineFault) as raised:
        moved(agent, seconds=0.1)
    assert str(raised.value) == fault
    with pytest.raises(EngineFault, match="the engine has been ended after its fault"):
        moved(agent, seconds=0.1)


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("says nonsense", "\x1b[2Jcheckmate"),
        ("passes", "0000"),
        ("finds none", "(none)"),
        ("says no move", ""),
        ("takes a taken square", "1"),
        ("writes no text", "5"),
    ],
)
def test_illegal_move_is_passed_on(what: str, answer: str) -> None:
    assert moved(misbehaving(what), text="1") == answer


def test_the_second_of_two_answers_is_old() -> None:
    agent = misbehaving("answers twice")
    assert moved(agent, text="1") == "5"
    assert moved(agent, text="152") == "5"  # and not the 6 that was left over


def test_endless_search_is_sent_stop() -> None:
    assert moved(misbehaving("waits to be stopped"), seconds=0.05) == "5"


def test_options_that_it_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(
        EngineFault, match="the engine has no option Hsh: its options are Hash Clear Hash Seed Game"
    ):
        entered(spec("plays_ugi.py", tmp_path / "log", "ugi", "ours", options=("Hsh=16",)))
    with pytest.raises(EngineFault, match="the engine has no option Game: its options are none"):
        moved(entered(spec("misbehaves.py", "passes", variant="tictactoe")))


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text("#!/no/such/interpreter\n")
    program.chmod(0o755)
    with pytest.raises(EngineFault, match="cannot be started: No such file or directory"):
        entered(f"engine({shlex.quote(str(program))!r})")


# ------------------------------------------------------------------ processes


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("what", ["passes", "does not leave"])
def test_a_process_ends_with_its_agent(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_LEAVING", 0.1)
    entrant = load_entrant(spec("misbehaves.py", what))
    pids = []
    for seed in range(3):
        agent = entrant.enter(seed)
        assert isinstance(agent, uci_client.UciAgent)
        pids.append(agent._process.pid)
    assert [alive(pid) for pid in pids] == [False, False, True]
    del agent
    gc.collect()
    assert not alive(pids[-1])


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process may outlive its parent")
def test_a_process_ends_with_who_started_it() -> None:
    text = spec("misbehaves.py", "does not leave")
    code = f"""
from plyground.agents import load_entrant
agent = load_entrant({text!r}).enter(0)
print(agent._process.pid, flush=True)
input()
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
    wait_until(lambda: not alive(pid) or state(pid) == "Z")


@pytest.mark.skipif(sys.platform != "linux", reason="what a process does is read from /proc")
def test_engine_that_does_not_ponder_is_not_halted() -> None:
    agent = misbehaving("answers twice")
    assert isinstance(agent, uci_client.UciAgent)
    for _ in range(2):
        agent.rest()
        assert state(agent._process.pid) == "S"
        assert moved(agent, text="1") == "5"


def state(pid: int) -> str:
    """What a process does, in a letter: T is halted, Z is dead and not buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


# ------------------------------------------------------------------ its folder

NEEDY = """
import sys
from pathlib import Path
move = Path("book", "move.txt").read_text()
for line in sys.stdin:
    word = line.split()[0]
    reply = {"ugi": "ugiok", "isready": "readyok", "go": f"bestmove {move}"}.get(word)
    if reply:
        print(reply, flush=True)
"""


@pytest.fixture
def needy(tmp_path: Path) -> Path:
    """An engine that reads a file beside itself, by its name alone."""
    home = tmp_path / "engine"
    (home / "book").mkdir(parents=True)
    (home / "book" / "move.txt").write_text("7")
    (home / "needy.py").write_text(NEEDY)
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)  # in a sandbox, root's engines are nobody's
    return home / "needy.py"


def test_an_engine_is_run_where_it_is_or_where_it_is_told(needy: Path, tmp_path: Path) -> None:
    """It was run in an empty folder, where no engine finds its weights."""
    command = run_by_python(needy)
    assert moved(entered(f"engine({command!r})")) == "7"
    assert moved(entered(f"engine({command!r}, folder={str(needy.parent)!r})")) == "7"
    script = needy.with_suffix(".sh")
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' needy.py\n")
    script.chmod(0o755)
    assert moved(entered(f"engine({shlex.quote(str(script))!r})")) == "7"
    for elsewhere in ("empty", str(tmp_path)):
        with pytest.raises(EngineFault, match="ended with exit status 1"):
            entered(f"engine({command!r}, folder={elsewhere!r})")
    with pytest.raises(BadSpec, match="no folder nowhere"):
        load_entrant(f"engine({command!r}, folder='nowhere')")


def test_an_engine_finds_its_files_in_the_sandbox_too(needy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The documented `engine:python3 x.py --sandbox` failed: bwrap cannot bind a link in a bound folder."""
    need("bubblewrap")
    try:
        check_sandbox()
    except PlygroundError as error:
        pytest.skip(f"NOT TESTED: the sandbox: {error}")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    engine = f"engine({f'python3 {shlex.quote(str(needy))}'!r})"
    (game,) = games(engine, "tictactoe", count=1, sandbox=True)
    assert (game.reason, *game.texts[:1]) == ("illegal", "7"), game.detail


def test_version_manager_shim_in_the_sandbox_and_without_it(
    needy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pyenv's python3 is a script that looks for the real one beside it: it could not be started."""
    need("bubblewrap")
    try:
        check_sandbox()
    except PlygroundError as error:
        pytest.skip(f"NOT TESTED: the sandbox: {error}")
    shims, real = tmp_path / "shims", tmp_path / "versions"
    for folder, script in ((shims, f"exec '{real}/python3'"), (real, f"exec '{sys.executable}'")):
        folder.mkdir()
        (folder / "python3").write_text(f'#!/bin/sh\n{script} "$@"\n')
        (folder / "python3").chmod(0o755)
    monkeypatch.setenv("PATH", f"{shims}:{Path(sys.executable).parent}:{os.environ['PATH']}")
    engine = f"engine({f'python3 {shlex.quote(str(needy))}'!r})"
    assert moved(entered(engine)) == "7"
    for sandbox in (False, True):
        (game,) = games(engine, "tictactoe", count=1, sandbox=sandbox)
        assert (game.reason, *game.texts[:1]) == ("illegal", "7"), game.detail


def test_a_folder_called_shims_opens_nothing_beside_it(tmp_path: Path) -> None:
    """Only what pyenv and asdf keep there can be read, and only where there are versions."""
    (tmp_path / "shims").mkdir()
    program = tmp_path / "shims" / "tool"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "diary.txt").write_text("mine")
    (tmp_path / "lib").mkdir()
    assert Settings.of(Spec.parse(f"engine({shlex.quote(str(program))!r})")).files == (program,)
    (tmp_path / "versions").mkdir()
    brought = Settings.of(Spec.parse(f"engine({shlex.quote(str(program))!r})")).files
    assert set(brought) == {program, tmp_path / "versions", tmp_path / "lib"}


def test_the_last_words_of_an_engine_are_those_on_standard_error() -> None:
    (game,) = games(f"engine({run_by_python('-c', '1/0')!r})", "tictactoe", count=1)
    assert game.detail.endswith("exit status 1; it said last: ZeroDivisionError: division by zero")


# ------------------------------------------------------------------ the arena


def test_a_match_with_an_engine(tmp_path: Path) -> None:
    played_games = games(spec("plays_ugi.py", tmp_path / "log", "ugi", "ours"), "tictactoe", trust=True)
    assert [game.ending for game in played_games] == ["rules", "rules"]
    moves = [move for game in played_games for move in game.moves if move.agent == 0]
    assert {(move.report.score, move.report.nodes, move.report.depth) for move in moves} == {(-31, 50, 2)}
    assert all("info string I like this one" in text for game in played_games for text in said(game))


@pytest.mark.parametrize(
    ("what", "reason", "detail"),
    [
        ("dies", "crash", "the agent failed: the engine ended with exit status 3; it said last: info string something is wrong"),
        ("passes", "illegal", "no square 0000"),
        ("says nothing", "time", "no answer in time: nothing came"),
        ("floods", "time", "no answer in time: nothing came"),
        ("dies at once", "start", "the agent did not start: the engine ended with exit status 1"),
    ],
)  # fmt: skip
def test_faulty_engine_forfeits(what: str, reason: str, detail: str) -> None:
    seconds = 0.3 if reason == "time" else 60
    (game,) = games(spec("misbehaves.py", what), "tictactoe", seconds=seconds, count=1)
    assert (game.ending, game.reason, game.winner) == ("forfeit", reason, 1)
    assert detail in game.detail


# ------------------------------------------------------------------ a real engine


BURNING = """
import time
for line in iter(input, "quit"):
    if line == "ugi":
        print("ugiok", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        while time.process_time() < 0.2:
            pass
        print("bestmove 1", flush=True)
"""


def test_cpu_time_of_an_engine_is_recorded(tmp_path: Path) -> None:
    (tmp_path / "burning.py").write_text(BURNING)
    engine = f"engine({run_by_python(tmp_path / 'burning.py')!r})"
    with PairPlayer(
        Plan("tictactoe", (engine, "random"), control=TimeControl(seconds=20), in_process=True)
    ) as table:
        (game,) = table.play(Pair(0, (0, 1), "-", 1)).games
    assert game.moves[0].text == "1"
    assert (game.moves[0].cost.cpu or 0) > 0.1


def real_engine() -> str:
    found = os.environ.get("PLYGROUND_UCI_ENGINE") or need("fairy-stockfish")
    return f"engine({found!r}, protocol='uci')"


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "mnk(8,8,5)"])
def test_a_real_engine_plays(game: str) -> None:
    plan = Plan(game, (real_engine(), "random"), control=TimeControl(depth=3), in_process=True)
    with PairPlayer(plan) as table:
        played_games = table.play(Pair(0, (0, 1), "-", 2)).games
    assert [(each.ending, each.reason) for each in played_games] == [("rules", None)] * 2
    assert any("info depth" in text for each in played_games for text in said(each))


def test_a_real_engine_sees_what_we_see() -> None:
    engine = entered(real_engine())
    assert moved(engine, "tictactoe", "1325", depth=4) == "7"
    assert moved(engine, "connect4", "112233", depth=4) == "4"
    assert moved(engine, "connect4", "1122337", depth=4) == "4"
    assert moved(engine, "tictactoe", "O.X/.../OX. x", depth=4) == "4"  # where O began


def test_a_real_engine_is_asked_for_too_large_a_board() -> None:
    with pytest.raises(EngineFault, match="did not take the rules of mnk"):
        moved(entered(real_engine()), "mnk(16,16,5)", seconds=0.1)


@pytest.mark.parametrize(
    ("variants", "told"),
    [
        ("chess var gomokufreestyle var gomoku", "setoption name UCI_Variant value gomokufreestyle"),
        ("chess var gomoku", "its gomoku may want exactly five"),
    ],
)
def test_gomocup_rule_of_five_or_more(tmp_path: Path, variants: str, told: str) -> None:
    log, engine = tmp_path / "log", tmp_path / "variants.py"
    engine.write_text(f"""
import sys
for line in sys.stdin:
    print(line, end="", file=open({str(log)!r}, "a"))
    word = line.split()[0]
    if word == "uci": print("option name UCI_Variant type combo default chess var {variants}\\nuciok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "go": print("bestmove P@h8", flush=True)
""")
    agent = entered(f"engine({run_by_python(engine)!r}, protocol='uci')")
    if told.startswith("setoption"):
        assert moved(agent, "gomoku") == "h8"
        assert told in log.read_text()
    else:
        with pytest.raises(EngineFault, match=told):
            moved(agent, "gomoku")
