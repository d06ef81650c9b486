"""Our agents as UGI and UCI engines: whole dialogs with a real process over real pipes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from helpers.command import COMMAND, PATIENCE, complaint, objects, run, wait_until
from helpers.engine_tool import Tool, children
from plyground.engines.search_task import EngineAnswer, EngineTask, Report
from plyground.engines.server_loop import LineStream, ServerLoop
from plyground.engines.uci_server import UciServer
from plyground.games.line import tictactoe

INFO = re.compile(
    r"info depth \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+( pv( [\w@]+)+)?", re.ASCII
)
ENDLESS = "alphabeta(core='python')"  # on Connect Four: it would think for years
DEEPENING = "deepening(inner=alphabeta(evaluate='windows', order='centre'))"
AGENTS = """
import os, sys, time

print("imported")

def hangs(position, limits):
    time.sleep(3600)

def faulty(position, limits):
    ply = 9 - len(position.moves())
    if ply == 0:
        print("bestmove 1")
        os.write(1, b"bestmove 2\\n")
        sys.stderr.write("to standard error\\n")
        return position.moves()[-1]
    if ply == 1:
        raise ValueError("no idea")
    return None if ply == 2 else "z9"

def tells_seconds(position, limits):
    print(f"seconds={limits.seconds} remaining={limits.remaining} increment={limits.increment}")
    return position.moves()[0]

class Agent:
    def __init__(self, seed):
        self.asked = 0
        self.seed = seed

    def choose(self, position):
        self.asked += 1
        print(f"asked {self.asked} times, seed {self.seed}")
        return position.moves()[0]
"""


@pytest.fixture
def agents(tmp_path: Path) -> str:
    (tmp_path / "agents.py").write_text(AGENTS)
    return f"python:{tmp_path}/agents.py"


@pytest.fixture(scope="module")
def started() -> Iterator[Tool]:
    with Tool("alphabeta") as tool:
        yield tool


@pytest.fixture
def tool(started: Tool) -> Tool:
    """An engine that plays tic-tac-toe with alphabeta, at the beginning of a game."""
    started.answers("setoption name Game value tictactoe", "isready", to="readyok")
    started.said.clear()
    return started


def test_from_the_handshake_to_quit() -> None:
    with Tool("perfect", "--game", "connect4") as tool:
        said = tool.answers("ugi", to="ugiok")
        assert said[:2] == ["id name plyground perfect", "id author The plyground engineers"]
        assert "option name Game type string default connect4" in said
        assert tool.answers("isready", to="readyok") == ["readyok"]
        assert tool.bestmove("position startpos", "go movetime 60000") == "4"
        assert INFO.fullmatch(tool.said[-2])
        assert "score mate 21 " in tool.said[-2], "the first player wins with its last stone but one"
        assert tool.bestmove("position startpos moves 4 1 4 1 4 1", "go movetime 60000") == "4"
        assert "score mate 1 " in tool.said[-2]
        said = tool.answers("position startpos moves 4 1 4 1 4", "go movetime 60000", to="bestmove")
        assert said[-1] == "bestmove 4", "it blocks"
        assert tool.end("quit") == 0
        assert tool.complaints == b""


def test_a_whole_game_is_played_out(tool: Tool) -> None:
    moves: list[str] = []
    tool.send("uginewgame", "position startpos")
    while tool.answers("query gameover", to="response") == ["response false"]:
        moves.append(tool.bestmove("go"))
        tool.send(f"position startpos moves {' '.join(moves)}")
    assert len(moves) == 9
    assert tool.answers("query result", to="response") == ["response draw"]
    assert tool.answers("go", to="bestmove") == ["info string the game is over", "bestmove (none)"]


def test_queries_answer_of_the_position(tool: Tool) -> None:
    assert tool.answers("position startpos moves 5", "query p1turn", to="response") == ["response false"]
    tool.send("position startpos moves 1 4 2 5 3")
    assert tool.answers("query result", to="response") == ["response p1win"]
    assert tool.answers("query gameover", to="response") == ["response true"]
    tool.send("position fen OO./XX./... x moves 9 3")
    assert tool.answers("query result", to="response") == ["response p2win"]
    assert "no query weather" in tool.answers("query weather", to="info string error")[0]


def test_positions_of_several_words_and_moves_behind_them() -> None:
    with Tool("perfect", "--game", "examples/nim.py:Nim") as tool:
        tool.send("position fen Nim(heaps=(1, 4, 5), to_move=Player.SECOND) moves 2x4 3x4")
        assert tool.answers("query p1turn", to="response") == ["response false"]
        assert tool.bestmove("go") in {"1x1", "3x1"}
        assert "score mate -1 " in tool.said[-2]
        assert tool.answers("moves 1x1", "query p1turn", to="response") == ["response true"]
        assert tool.bestmove("go") == "3x1"


def test_an_illegal_move_leaves_the_position_as_it_was(tool: Tool) -> None:
    tool.send("position startpos moves 1 4 2 5")
    for wrong in ("startpos moves 1 1", "startpos moves 1 x", "fen X/O", "fen", "nowhere", ""):
        assert tool.answers(f"position {wrong}", to="info string error")
    error = tool.answers("position startpos moves 5 5", to="info string error")[0]
    assert error == "info string error square 5 is taken in  5 |5: moves are 1 2 3 4 6 7 8 9"
    assert tool.bestmove("go") == "3"


def test_the_game_is_an_option(tool: Tool) -> None:
    tool.send("setoption name Game value mnk(5, 5, 4)")
    assert tool.bestmove("position startpos moves a1", "go depth 2") == "c3"
    assert (
        tool.answers("board", to="info string mnk")[-1]
        == "info string mnk(5,5,4) ...../...../...../...../X...."
    )
    tool.send("setoption name Game value chess")
    assert "no game chess" in tool.until("info string error")
    assert tool.answers("board", to="info string mnk"), "the game is still the same"
    tool.send("setoption name Hash value 12")
    assert "options are Game" in tool.until("info string error no option hash")


def test_deepening_tells_every_depth() -> None:
    with Tool(DEEPENING, "--game", "connect4") as tool:
        said = tool.answers("go depth 5", to="bestmove")
        assert [int(line.split()[2]) for line in said[:-1]] == [1, 2, 3, 4, 5]
        assert all(INFO.fullmatch(line) for line in said[:-1])
        assert said[-1].split()[1] == said[-2].split()[said[-2].split().index("pv") + 1]


def test_limits_of_the_tool_and_of_the_command_line_hold_together() -> None:
    with Tool(DEEPENING, "--game", "connect4", "--depth", "3", "--nodes", "100000") as tool:
        assert len(tool.answers("go depth 5", to="bestmove")) == 4
        assert len(tool.answers("go depth 2", to="bestmove")) == 3
        assert len(tool.answers("go", to="bestmove")) == 4
        said = tool.answers("go nodes 10", to="bestmove")
        assert " nodes 10 " in said[-2]


def test_clocks_are_shared_out(agents: str) -> None:
    with Tool(f"{agents}:tells_seconds", "--time", "100") as tool:
        tool.bestmove("position startpos", "go p1time 20010 p2time 999999 p1inc 400 p2inc 0")
        tool.bestmove("position startpos moves 5", "go wtime 999999 btime 2010 movestogo 4")
        tool.bestmove("position startpos", "go movetime 510")
        tool.bestmove("position startpos", "go p1time -50 p2time 1")
        tool.bestmove("position startpos", "go")
        assert tool.end() == 0
        told = re.findall(r"seconds=(\S+) remaining=(\S+) increment=(\S+)", tool.complaints.decode())
        assert [(round(float(seconds), 3), *rest) for seconds, *rest in told] == [
            (1.3, "20.01", "0.4"),
            (0.5, "2.01", "0.0"),
            (0.5, "None", "0.0"),
            (0.001, "0.0", "0.0"),
            (100.0, "None", "0.0"),
        ]


def test_unknown_go_words_are_reported_and_ignored(tool: Tool) -> None:
    tool.send("setoption name Game value connect4")
    said = tool.answers("go depth x nodes 0 mate 3 depth 2 ponder searchmoves 1 2", to="bestmove")
    wrong = [line for line in said if line.startswith("info string error go: ")]
    assert len(wrong) == 4, "depth x, mate, 3, searchmoves"
    assert " nodes 1 " in said[-2]


@pytest.mark.parametrize("agent", [DEEPENING, ENDLESS, "mcts(rounds=1000000000)", "perfect(book=False)"])
def test_stop_answers_with_the_best_so_far(agent: str) -> None:
    game = "connect4(8,7,4)" if agent.startswith("perfect") else "connect4"
    with Tool(agent, "--game", game) as tool:
        tool.send("go infinite", "isready")
        tool.until("readyok")
        assert not any("bestmove" in line for line in tool.said)
        assert tool.bestmove("stop") in set("12345678")
        assert tool.answers("isready", to="readyok") == ["readyok"], "there is one answer, and no more"


def test_an_infinite_search_that_is_done_waits_for_stop(tool: Tool) -> None:
    assert tool.answers("go infinite", to="info depth")[-1].split()[1:3] == ["depth", "9"]
    assert tool.answers("isready", to="readyok") == ["readyok"]
    assert "already thinking" in tool.answers("go", to="info string error")[0]
    assert tool.answers("stop", to="bestmove") == ["bestmove 1"]
    assert tool.bestmove("position startpos moves 1", "go") == "5"


def test_commands_during_a_search() -> None:
    with Tool(ENDLESS, "--game", "connect4") as tool:
        tool.send("go")
        assert tool.answers("go", to="info string") == [
            "info string error already thinking: send stop first"
        ]
        assert tool.bestmove("stop") in set("1234567")
        assert tool.answers("isready", to="readyok") == ["readyok"]
        tool.send(
            "go infinite", "stop", "position startpos moves 4 1 4 1 4 1", "go depth 1", "position startpos"
        )
        assert tool.until("bestmove") in {f"bestmove {column}" for column in range(1, 8)}
        assert tool.until("bestmove") == "bestmove 4", "of the position that stood when it was asked"
        tool.said.clear()
        tool.answers("go infinite", "isready", to="readyok")
        assert tool.end() == 0, "the end of input ends it in the middle of a search"
        assert tool.complaints == b""
        assert tool.said == ["readyok"]


def test_quit_ends_it_in_the_middle_of_a_search() -> None:
    with Tool(DEEPENING, "--game", "connect4") as tool:
        tool.send("go infinite")
        tool.until("info depth 3")
        tool.send("quit")
        assert tool.left() == 0
        assert tool.complaints == b""


@pytest.mark.parametrize("searching", [False, True])
def test_ctrl_c_is_130_and_no_traceback(searching: bool) -> None:
    with Tool(ENDLESS, "--game", "connect4") as tool:
        tool.answers("go" if searching else "debug on", "isready", to="readyok")
        tool.process.send_signal(signal.SIGINT)
        assert tool.left() == 130
        assert tool.complaints == b"plyground: interrupted\n"


def test_a_tool_that_stops_listening_is_no_traceback() -> None:
    command = [*COMMAND, "engine", "random"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        assert engine.stderr is not None
        engine.stdin.write(b"isready\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == b"readyok\n"
        engine.stdout.close()
        engine.stdin.write(b"isready\ngo\n" * 100)
        engine.stdin.close()
        assert engine.wait(PATIENCE) == 1
        assert engine.stderr.read() == b""


@pytest.mark.slow
@pytest.mark.parametrize(("closed", "code"), [("<&-", 0), (">&-", 1), ("2>&-", 0)])
def test_descriptors_that_are_closed_from_the_beginning(closed: str, code: int) -> None:
    given = b"go\n" if closed != "<&-" else None
    script = f'exec "$@" {closed}'
    ran = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, "engine", "random"],
        input=given,
        capture_output=True,
        timeout=PATIENCE,
    )
    assert ran.returncode == code
    assert b"Traceback" not in ran.stderr


def test_output_of_a_game_stays_out_of_the_protocol(tmp_path: Path) -> None:
    nim = Path("examples/nim.py").read_text(encoding="utf-8")
    loud = nim.replace(
        "        return None if any", '        print("bestmove 1x1")\n        return None if any'
    )
    assert loud != nim
    (tmp_path / "loud.py").write_text(loud, encoding="utf-8")
    with Tool("random", "--game", f"{tmp_path}/loud.py:Nim") as tool:
        tool.bestmove("go")
        assert tool.end() == 0
        assert len(tool.said) == 2
        assert b"bestmove 1x1" in tool.complaints


@pytest.mark.slow
def test_unstoppable_search_is_killed_and_answered(agents: str) -> None:
    with Tool(f"{agents}:hangs") as tool:
        tool.answers("go infinite", "isready", to="readyok")
        (child,) = children(tool.process.pid)
        said = tool.answers("stop", to="bestmove")
        assert "did not stop in 1 s: a random move is made in its place" in said[0]
        assert said[1].split()[1] in set("123456789")
        wait_until(lambda: child not in children(tool.process.pid))
        tool.send("go", "isready")
        assert tool.line() == "readyok"
        wait_until(lambda: children(tool.process.pid))
        (child,) = children(tool.process.pid)
        assert tool.end() == 0
        assert not Path(f"/proc/{child}").exists(), "nothing of it is left behind"


def test_faults_of_an_agent_are_told_and_not_mended(agents: str) -> None:
    with Tool(f"{agents}:faulty") as tool:
        assert tool.bestmove("go") == "9"
        assert len(tool.said) == 2, "what it prints is not in the protocol"
        assert re.fullmatch(r"info time \d+ pv 9", tool.said[0])
        error, move = tool.answers("position startpos moves 1", "go", to="bestmove")
        assert "the agent failed: ValueError: no idea (agents.py, line " in error
        assert move == "bestmove (none)"
        error, move = tool.answers("position startpos moves 1 2", "go", to="bestmove")
        assert "no legal move: None is no move" in error
        assert move == "bestmove (none)"
        assert tool.bestmove("position startpos moves 1 2 3", "go") == "z9", "to be judged by the tool"
        assert tool.end() == 0
        assert b"bestmove 1\nbestmove 2\nto standard error\n" in tool.complaints


@dataclass
class Stubborn:
    """A runner that cannot be killed, and works on its first task until it is let go."""

    let_go: threading.Event = field(default_factory=threading.Event)
    patience: float = 0.01

    def run(self, task: EngineTask, report: Report) -> EngineAnswer:
        if not task.history.moves:
            self.let_go.wait(PATIENCE)
        return EngineAnswer("5")

    def kill(self) -> bool:
        return False

    def close(self) -> None:
        self.let_go.set()


def test_a_search_of_ours_that_does_not_stop_is_left_to_itself() -> None:
    """Another thread thinks of what comes next, and the late answer of the first is not told."""
    heard, say = os.pipe()
    listen, told = os.pipe()
    os.write(say, b"go infinite\nstop\nposition startpos moves 1\ngo\n")
    runner = Stubborn()
    loop = ServerLoop(runner, LineStream(heard, told))
    server = UciServer(loop, "stubborn", "ugi", tictactoe())
    engine = threading.Thread(target=loop.run, args=(server,), daemon=True)
    engine.start()
    with os.fdopen(listen) as answers:
        assert "did not stop in 0.01 s: a random move is made in its place" in answers.readline()
        assert answers.readline().startswith("bestmove ")
        assert answers.readline() == "bestmove 5\n", "of the second task"
        runner.let_go.set()
        os.write(say, b"isready\n")
        assert answers.readline() == "readyok\n"
        os.close(say)
        engine.join(PATIENCE)
        assert not engine.is_alive()
    os.close(heard)
    os.close(told)


def test_an_agent_lives_as_long_as_its_game(agents: str) -> None:
    with Tool(f"{agents}:Agent", "--seed", "40") as tool:
        tool.bestmove("uginewgame", "position startpos", "go")
        tool.bestmove("position startpos moves 1 5", "go")
        tool.bestmove("position startpos moves 1 6", "go")
        tool.bestmove("uginewgame", "position startpos", "go")
        assert tool.end() == 0
        told = re.findall(r"asked (\d) times, seed (\d+)", tool.complaints.decode())
        assert told == [("1", "41"), ("2", "41"), ("1", "41"), ("1", "42")], (
            "a move that was taken back starts anew"
        )


def test_unplayable_agent_is_refused_at_start(tmp_path: Path) -> None:
    assert "no agent alphabet" in complaint("engine", "alphabet")
    assert "no game chess" in complaint("engine", "random", "--game", "chess")
    refused = run("engine", f"python:{tmp_path}/none.py")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "none.py cannot play: no file" in refused.stderr
    assert "no drops in textbook" in complaint("engine", "random", "--game", "textbook", "--moves", "drop")
    assert "bad depth" in complaint("engine", "random", "--depth", "0")


def test_uci_has_its_keyword_and_variants() -> None:
    with Tool("perfect", "--protocol", "uci") as tool:
        said = tool.answers("uci", to="uciok")
        variants = "tictactoe var tictactoe var cfour var gomokufreestyle var gomoku"
        assert f"option name UCI_Variant type combo default {variants}" in said
        tool.send("setoption name UCI_Variant value cfour", "ucinewgame", "position startpos moves 4 4")
        assert tool.answers("d", to="info string connect4")[-1].endswith("/...O.../...X...")
        assert tool.bestmove("go wtime 60000 btime 60000") == "4"
        assert "unknown command ugi" in tool.answers("ugi", to="info string error")[0]


def test_five_or_more_win_whatever_gomoku_is_called() -> None:
    with Tool("random", "--protocol", "uci", "--game", "gomoku") as tool:
        (told,) = [line for line in tool.answers("uci", to="uciok") if "UCI_Variant" in line]
        assert "default gomokufreestyle " in told
        tool.send("setoption name UCI_Variant value gomoku")
        assert "five or more win" in tool.until("info string")
        tool.send("setoption name UCI_Variant value gomokufreestyle", "ucinewgame")
        tool.answers("d", to="info string gomoku ")


def test_moves_as_drops() -> None:
    with Tool("perfect", "--protocol", "uci", "--moves", "drop", "--game", "connect4") as tool:
        assert (
            tool.bestmove("position startpos moves P@d1 P@a1 P@d2 p@a2 4 @a3", "go movetime 60000")
            == "P@d4"
        )
        assert tool.said[-2].endswith(" pv P@d4")
        tool.send("position startpos moves P@d2")
        assert "no move P@d2" in tool.until("info string error"), "a disc does not float"
        tool.send(
            "setoption name UCI_Variant value tictactoe", "position startpos moves P@a1 P@a2 P@b1 P@b2"
        )
        assert tool.bestmove("go") == "P@c1"
        assert tool.bestmove("position fen 3/pp1/PP1[PPPpp] w - - 0 3", "go") == "P@c1"
        assert tool.bestmove("position fen 3/pp1/PP1[PPPpp] b - - 0 3 moves P@c3", "go") == "P@c1"


def test_line_ends_of_windows_and_blanks_around_words(tool: Tool) -> None:
    tool.send("  isready ", "", "position  startpos   moves  1  4 2   5 ", "\tgo\t", end=b"\r\n")
    assert tool.line() == "readyok"
    assert tool.until("bestmove") == "bestmove 3"


@pytest.mark.slow
def test_server_plays_in_the_arena_through_the_client(tmp_path: Path) -> None:
    engine = f"engine('{COMMAND[0]} engine --protocol ugi perfect')"
    (report,) = objects(
        "match",
        "tictactoe",
        engine,
        "perfect",
        "--games",
        "2",
        "--time",
        "9",
        "--run",
        str(tmp_path / "run"),
        "--json",
    )
    both = report["agents"][0]["both"]
    assert (both["games"], both["draws"], both["forfeits"]) == (2, 2, {})
    assert both["nodes"]["count"] == 9, "what it tells of its search is in the record"
