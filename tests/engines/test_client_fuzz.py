"""Whatever bytes come from an engine: there is a move, or a fault in one line, and never more than that."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from helpers.command import run_by_python
from helpers.samples import samples
from plyground import load_game
from plyground.agents import MoveLimits, load_entrant
from plyground.engines import gomocup_client, process, uci_client
from plyground.engines.gomocup_messages import read_reply
from plyground.engines.notation import DropNotation, OwnNotation
from plyground.engines.process import EngineFault, LineBuffer
from plyground.engines.uci_messages import MAX_NUMBER, read_bestmove, read_info, read_option
from plyground.errors import PlygroundError
from plyground.score import WIN
from plyground.spec import Spec

SAYS = Path(__file__).parent / "programs" / "says.py"
WORDS = (
    *("info", "depth", "seldepth", "score", "cp", "mate", "lowerbound", "nodes", "time", "pv", "string"),
    *(
        "bestmove",
        "ponder",
        "option",
        "name",
        "type",
        "spin",
        "min",
        "max",
        "readyok",
        "ugiok",
        "5",
        "P@b2",
    ),
    *(
        "-1",
        "99999999999999999999",
        "٣",
        "1e9",
        "(none)",
        "0000",
        "\0",
        "\x1b[2J",
        "OK",
        "ERROR",
        "UNKNOWN",
    ),
    *("START", "SUGGEST", "MESSAGE", "3,4", "-1,2", "999,999", ",", ""),
)
lines = st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=12).map(" ".join) | st.text()


@settings(max_examples=samples(300))
@given(line=lines)
@example(line="option name" + " " * 60_000 + "x")
@example(line="info " + "depth 1 " * 8_000)
@example(line="info score cp " + "9" * 5_000)
@pytest.mark.slow
def test_any_line_is_read(line: str) -> None:
    info = read_info(line)
    if info is not None:
        report = info.report
        counts = (report.depth, report.nodes, report.seconds, info.multipv)
        assert all(count is None or 0 <= count <= MAX_NUMBER for count in counts)
        assert report.score is None or -WIN <= report.score <= WIN
    option = read_option(line)
    assert option is None or option.least <= option.most
    move = read_bestmove(line)
    assert (move is None) == (line.split()[:1] != ["bestmove"])
    reply = read_reply(line)
    assert reply.place is None or all(0 <= number <= 999 for number in reply.place)


@settings(max_examples=samples(200))
@given(text=lines, game=st.sampled_from(["tictactoe", "connect4", "mnk(16,16,5)"]))
def test_any_text_is_a_legal_move_or_none(text: str, game: str) -> None:
    position = load_game(game).start()
    for notation in (OwnNotation(), DropNotation()):
        move = notation.read(position, text)
        assert move is None or move in position.moves()


@settings(max_examples=samples(200))
@given(parts=st.lists(st.binary(max_size=40) | st.sampled_from([b"\n", b"\r\n", b"x" * 30, b"\xff"])))
def test_bytes_are_cut_into_lines_however_they_come(parts: list[bytes]) -> None:
    def cut(pieces: list[bytes]) -> tuple[list[str], str | None]:
        """The lines, and the fault that ended them."""
        found, whole = [], LineBuffer(longest=50)
        try:
            for piece in pieces:
                whole.feed(piece)
                while (line := whole.next()) is not None:
                    found.append(line)
        except EngineFault as fault:
            return found, str(fault)
        return [*found, whole.part], None

    everything = b"".join(parts)
    single = [bytes([byte]) for byte in everything]
    assert cut(parts)[1] == cut([everything])[1] == cut(single)[1]
    assert cut(parts) == cut(single)
    assert all(line.strip() == line and "\n" not in line for line in cut(parts)[0])


def test_no_line_is_kept_that_does_not_end() -> None:
    whole = LineBuffer(longest=1_000)
    for _ in range(100):
        whole.feed(b"x" * 10)
    with pytest.raises(EngineFault, match="a line of more than 1,000 bytes"):
        whole.feed(b"x")


def asked(command: str, protocol: str, game: str) -> Any:
    """What comes of asking a program for two moves."""
    agent = load_entrant(str(Spec("engine", (command,), {"protocol": protocol}))).enter(0)
    position = load_game(game).start()
    first = agent.choose(position, MoveLimits(seconds=0.01)).move
    if first in position.moves():
        position = position.after(first)
        agent.choose(position.after(position.moves()[0]), MoveLimits(seconds=0.01))
    return first


def check(command: str, protocol: str, game: str = "mnk(5,5,5)") -> None:
    """It is a move, or text, or a fault that is told in one line that can be printed."""
    fault = ""
    try:
        assert isinstance(asked(command, protocol, game), int | str)
    except EngineFault as error:
        fault = str(error)
    assert fault.isprintable()


@pytest.fixture(scope="module", autouse=True)
def _impatient() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        for module, name in [
            (uci_client, "_DEAF"),
            (uci_client, "_GREETING"),
            (uci_client, "_STARTING"),
            (uci_client, "_PATIENCE"),
        ]:
            patch.setattr(module, name, 0.3)
        patch.setattr(uci_client, "_STOPPING", 0.1)
        patch.setattr(gomocup_client, "_STARTING", 0.3)
        patch.setattr(gomocup_client, "_LATE", 0.1)
        patch.setattr(process, "_LEAVING", 0.1)
        yield


answers = st.lists(
    st.sampled_from(
        [
            b"ugiok\n",
            b"readyok\n",
            b"readyok\r\n",
            b"bestmove a1\n",
            b"bestmove c3 ponder a1\n",
            b"OK\n",
            b"1,1\n",
        ]
    )
    | st.binary(max_size=30)
    | lines.map(lambda line: line.encode("utf-8", "replace") + b"\n"),
    max_size=12,
).map(b"|".join)
GOOD = b"ugiok\n|readyok\n||readyok\n|readyok\n||"


@settings(max_examples=samples(15))
@given(said=answers | answers.map(lambda said: GOOD + said), protocol=st.sampled_from(["ugi", "gomocup"]))
@example(said=GOOD + b"bestmove a1\n", protocol="ugi")
@example(said=b"OK\n|||||||1,1\n", protocol="gomocup")
@pytest.mark.slow
def test_any_dialog_comes_to_an_end(said: bytes, protocol: str) -> None:
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).write_bytes(said)
        check(run_by_python("-S", SAYS, file.name), protocol)


@settings(max_examples=samples(10))
@given(said=st.binary(max_size=300))
@pytest.mark.parametrize("protocol", ["ugi", "uci", "gomocup"])
def test_any_bytes_come_to_an_end(said: bytes, protocol: str) -> None:
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).write_bytes(said)
        check(f"cat {file.name}", protocol)


@pytest.mark.parametrize("protocol", ["ugi", "gomocup"])
@pytest.mark.parametrize("command", ["yes", "cat /dev/zero", "cat /dev/urandom", "cat", "true", "sleep 60"])
def test_programs_that_are_no_engines(command: str, protocol: str) -> None:
    with pytest.raises(EngineFault) as raised:
        asked(command, protocol, "mnk(5,5,5)")
    assert str(raised.value).isprintable()


@given(text=st.text(max_size=30))
def test_any_command_is_an_engine_or_a_sentence(text: str) -> None:
    for spec in (Spec("engine", (text,)), Spec("engine", ("true",), {"options": (text,)})):
        with suppress(PlygroundError):
            assert load_entrant(str(spec)).spec == str(spec)
