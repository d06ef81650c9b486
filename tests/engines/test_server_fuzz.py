"""Engines of ours under any input: every `isready` is answered, nothing is fatal, all lines are protocol."""

from __future__ import annotations

import os
import random
import re

from hypothesis import given
from hypothesis import strategies as st

from helpers.engine_tool import Tool
from plyground.agents import MoveLimits
from plyground.engines.gomocup_messages import read_cell, read_stones
from plyground.engines.history import History
from plyground.engines.notation import read_position
from plyground.engines.server_loop import MAX_LINE, LineStream
from plyground.engines.uci_messages import GoCommand
from plyground.errors import PlygroundError
from plyground.game import Player
from plyground.games.line import connect4, mnk

COMMANDS = 200
UGI_LINE = re.compile(r"(id|option|info|response|bestmove) .+|ugiok|readyok")
GOMOCUP_LINE = re.compile(r"(MESSAGE|ERROR|UNKNOWN) .+|OK|[0-9]+,[0-9]+|name=.+")
UGI = (
    "ugi", "isready", "uginewgame", "position startpos", "position startpos moves 4 4 3", "position fen",
    "position fen X", "position startpos moves 9", "position fen -  moves  1 1 1 1 1 1 1", "moves 4", "moves",
    "go depth 3", "go nodes 50", "go movetime 1", "go infinite", "go p1time 5 p2time 5", "go", "go depth",
    "go infinite depth", "stop", "stop", "query result", "query", "d", "setoption name Game value connect4",
    "setoption name Game value", "setoption", "setoption name Seed value 9999999999999", "debug on",
    "setoption name Game value tictactoe", "setoption name Game value mnk(9,9,5)", "ponderhit", "bestmove 4",
    "position fen ......./......./......./......./...O.../...X... moves 4",
)  # fmt: skip
GOMOCUP = (
    "START 9", "START 5", "START 20", "START", "RECTSTART 7,5", "RECTSTART x", "RESTART", "BEGIN", "TURN 1,1",
    "TURN 4,4", "TURN 99,0", "TURN", "BOARD", "0,0,1", "1,1,2", "2,2,7", "DONE", "TAKEBACK 1,1", "TAKEBACK",
    "INFO timeout_turn 20", "INFO time_left -1", "INFO rule 5", "INFO", "INFO folder /", "ABOUT", "PONDER",
)  # fmt: skip


def spoilt(chance: random.Random, line: str) -> bytes:
    """A line as it may come: whole, cut, doubled, too long, with other bytes in it, or with another end."""
    data = line.encode()
    match chance.randrange(12):
        case 0:
            data = bytes(chance.randrange(256) for _ in range(chance.randrange(40))).replace(b"\n", b"")
        case 1:
            data = data[: chance.randrange(len(data) + 1)]
        case 2:
            at = chance.randrange(len(data) + 1)
            data = data[:at] + bytes([chance.choice([0, 9, 13, 27, 128, 255])]) + data[at:]
        case 3:
            data += b" " + data
        case 4:
            data = data + b" 4" * (MAX_LINE // 2 if chance.random() < 0.2 else 200)
        case 5:
            data = data.upper()
    return data + chance.choice([b"\n", b"\r\n"])


def test_two_hundred_random_commands_of_ugi() -> None:
    chance = random.Random(10)
    with Tool("deepening(inner=alphabeta())", "--game", "connect4", "--depth", "5") as tool:
        for _ in range(COMMANDS // 10):
            data = b"".join(spoilt(chance, chance.choice(UGI)) for _ in range(10))
            tool.send(data.replace(b"quit", b""), b"isready")
            tool.until("readyok")
        tool.answers("stop", "isready", to="readyok")
        anew = ("stop", "setoption name Game value connect4", "position startpos", "go depth 1")
        answers = [tool.bestmove(*anew)]
        if answers[0] != "4":  # a search that was stopped answered after `readyok`
            answers.append(tool.bestmove())
        assert answers[-1] == "4", answers
        assert tool.end("quit") == 0
        assert tool.complaints == b""
        assert [line for line in tool.said if not UGI_LINE.fullmatch(line)] == []
        # A busy machine still thinks when it is asked again, which it refuses: how many answers come is chance.
        assert sum(line.startswith("bestmove") for line in tool.said) >= 2, "it was asked to think"


def test_two_hundred_random_commands_of_gomocup() -> None:
    chance = random.Random(11)
    with Tool("--protocol", "gomocup", "alphabeta(depth=1)") as tool:
        for _ in range(COMMANDS // 10):
            lines = [spoilt(chance, chance.choice(GOMOCUP)) for _ in range(10)]
            tool.send(b"".join(line for line in lines if line.strip().upper() != b"END"), "ABOUT")
            tool.until("name=")
        tool.answers("START 9", to="OK")
        assert tool.end("END") == 0
        assert tool.complaints == b""
        assert [line for line in tool.said if not GOMOCUP_LINE.fullmatch(line)] == []
        assert any(line[0].isdigit() for line in tool.said), "it was asked to think"


def test_lines_are_bounded_and_whatever_bytes_they_are() -> None:
    with Tool("random") as tool:
        tool.send(b"x" * (20 * MAX_LINE), b"isready")
        assert tool.line() == "info string error a line that is too long to be read"
        assert tool.line() == "readyok"
        tool.send(b"\xff\xfe position\x00 \x80", "isready")
        assert tool.line().startswith("info string error unknown command \ufffd\ufffd")
        assert tool.line() == "readyok"
        assert tool.process.stdin is not None
        tool.process.stdin.write(b"isready\nisre")
        tool.process.stdin.flush()
        assert tool.line() == "readyok"
        tool.process.stdin.write(b"ady")
        assert tool.end() == 0
        assert tool.said[-1] == "readyok", "a last line without an end is one"


@given(st.lists(st.binary(max_size=40) | st.just(b"y" * 9), max_size=9), st.integers(1, 30))
def test_lines_are_the_same_however_they_are_cut(parts: list[bytes], size: int) -> None:
    data = b"\n".join(parts)
    told, tell = os.pipe()
    with os.fdopen(told, "rb"), os.fdopen(tell, "wb", 0) as pipe:
        for at in range(0, len(data), size):
            pipe.write(data[at : at + size])
        pipe.close()
        lines = list(LineStream(told, -1).lines())
    expected = [part.decode("utf-8", "replace").strip() for part in data.split(b"\n")]
    assert lines == (expected if data.split(b"\n")[-1] else expected[:-1])


WORDS = st.sampled_from(
    [
        "depth",
        "nodes",
        "movetime",
        "p1time",
        "p2inc",
        "wtime",
        "btime",
        "winc",
        "movestogo",
        "infinite",
        "ponder",
        "mate",
        "searchmoves",
        "0",
        "1",
        "-7",
        "99",
        "9999999999999999999999",
        "1e9",
        "x",
        "٣",
    ]
)


@given(st.lists(WORDS | st.text(max_size=5), max_size=12), st.sampled_from(Player))
def test_whatever_stands_behind_go_gives_limits(words: list[str], mover: Player) -> None:
    own = MoveLimits(depth=7, seconds=3.0)
    limits = GoCommand.read(words).limits(mover, own, 0.01)
    assert limits.depth is not None
    assert limits.seconds is not None
    assert 1 <= limits.depth <= 7
    assert 0 < limits.seconds <= 3.0


MOVES = st.lists(st.sampled_from(["1", "4", "7", "8", "P@d1", "@d2", "p@a9", "x", ",", "@"]), max_size=9)


@given(MOVES | st.lists(st.text(max_size=4), max_size=5))
def test_moves_are_followed_or_refused(words: list[str]) -> None:
    history = History.begin(connect4().start())
    try:
        after = history.read(" ".join(words))
    except PlygroundError:
        return
    position = connect4().start()
    for text in after.write():
        position = position.play(text)
    assert position == after.position


@given(st.text(max_size=12) | st.from_regex(r"[0-9Pp/]{1,12}(\[P*\])? [wb]( -)?", fullmatch=True))
def test_positions_are_read_or_refused(text: str) -> None:
    try:
        position = read_position(mnk(3, 3, 3), text)
    except PlygroundError:
        return
    assert mnk(3, 3, 3).parse(position.text()) == position


@given(st.lists(st.from_regex(r"[0-9]{1,2},[0-9],[0-3]", fullmatch=True) | st.text(max_size=8), max_size=6))
def test_boards_are_set_up_or_refused(lines: list[str]) -> None:
    game = mnk(9, 9, 5)
    try:
        position = game.parse(read_stones(lines, game))
    except PlygroundError:
        return
    own = position.stones[position.to_move.value]
    assert own == sum(
        1 << read_cell(line.rpartition(",")[0], game) for line in lines if line.rstrip()[-1] == "1"
    )
