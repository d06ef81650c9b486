"""`plyground play` through pipes, in real processes: games, commands, languages, and how it ends."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import plyground.cli.play  # noqa: F401 - adds the command
from helpers.command import COMMAND, PATIENCE, hear_ctrl_c, run, wait_until
from helpers.terminal_table import alive, boards, children_of
from plyground.agents import load_agent
from plyground.cli.app import app
from plyground.games.registry import GameEntry, load_game, registered
from plyground.message import refuse
from plyground.papers.p1.minimax import FIGURE_1
from plyground.papers.p1.readings import FIGURE_2
from plyground.papers.p2.measures import TRANSCRIPTS
from plyground.ui.offers import quick_opponent
from plyground.ui.terminal.keyboard import MAX_ECHO
from plyground.ui.terminal.names import Names
from plyground.ui.terminal.parse import COMMANDS, Typed, command_of, parse_line, usage
from plyground.words import LANGUAGES, tongue

DOCUMENT = Path(__file__).parents[3] / "docs" / "howto" / "play-in-the-terminal.md"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_LANG", "en")


def piped(*args: str, given: str = "") -> str:
    """What `plyground play` prints in a pipe: it ends well and complains about nothing."""
    ran = run("play", *args, given=given)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", ran.stdout), "no control characters in a pipe"
    return ran.stdout


def played(*args: str, given: str | bytes = "") -> str:
    """The same without a process of its own: there are many things to type."""
    ran = CliRunner().invoke(app, ["play", *args], input=given)
    assert (ran.exit_code, ran.stderr) == (0, "")
    return ran.stdout


def refused(*args: str, given: str = "", code: int = 2) -> str:
    """The complaint of a command that was used badly, or failed."""
    ran = CliRunner().invoke(app, ["play", *args], input=given)
    assert ran.exit_code == code
    assert "Traceback" not in ran.stderr
    return ran.stderr


# The papers.


def test_a_printed_game_of_p2_in_a_pipe() -> None:
    game = TRANSCRIPTS["win-1"]
    shown = piped("--second", "p2.alphabeta", given="\n".join(game.typed))
    assert boards(shown) == [".../.../...", *game.boards]
    assert shown.endswith("O wins with 3 5 7.\n")


def test_figure_2_of_p1_is_typed_from_zero() -> None:
    typed = "".join(f"{square}\n" for square in FIGURE_2)
    shown = piped("--zero-based", "--second", "p1.greedy(diagonals='one')", given=typed)
    assert re.findall(r"^O plays (\d)", shown, re.MULTILINE) == [str(cell) for cell in FIGURE_2.values()]
    assert boards(shown) == [".../.../...", "OX./.../...", "OX./.O./.X."]
    assert " 0 | 1 | 2\n" in shown
    assert " O | X | 2\n" in shown


def test_figure_1_of_p1_is_played_by_machines() -> None:
    player = "p1.minimax(sibling=True)"
    shown = piped("--position", ".../.XO/..X", "--first", player, "--second", player, "--zero-based")
    moves = re.findall(r"^([XO]) plays (\d)", shown, re.MULTILINE)
    told = ", ".join(f"{mark} {int(cell) // 3} {int(cell) % 3}" for mark, cell in moves)
    assert told == FIGURE_1
    assert boards(shown) == [
        ".../.XO/..X",
        "O../.XO/..X",
        "O../.XO/X.X",
        "OO./.XO/X.X",
        "OO./.XO/XXX",
    ]
    assert shown.endswith("X wins with 6 7 8.\n")


# Every game.


@pytest.mark.parametrize(
    ("game", "moves", "expected"),
    [
        (
            "connect4(8,7,4)",
            "1 2 1 2 1 2 1",
            "X wins with the line from column 1, row 4 to column 1, row 1.",
        ),
        ("mnk(5,5,4)", "a1 b1 a2 b2 a3 b3 a4", "X wins with a4 a3 a2 a1."),
        ("gomoku", "h8 h9 o15\nA1", " 1  O  ."),
        ("textbook", "3 1", "The game is over: the first player receives 14."),
        ("tree(((1, 0), -2))", "1 2", "the first player receives 0."),
        ("examples/nim.py:Nim(heaps=(1, 2))", "1x1 2x2", "The second player wins."),
        ("examples/hexapawn.py:Hexapawn", "a1a2 b3a2 c1c2 zz", "No move zz: moves are"),
        ("examples/hexapawn.py:Hexapawn", "a1a2\nsay", "Row 3: a3 b, b3 b, c3 b."),
        ("examples/hexapawn.py:Hexapawn", "a1a2\nund", "und\n\n3 b b b\n2 . . .\n1 w w w"),
    ],
)
def test_two_people_play_every_kind_of_game(game: str, moves: str, expected: str) -> None:
    assert expected in played(game, "--second", "human", given=moves)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect4", "gomoku", "textbook", "examples/nim.py:Nim"])
def test_the_usual_opponent_answers(game: str) -> None:
    position = load_game(game).start()
    first = position.write(position.moves()[0])
    shown = played(game, "--time", "0.05", given=first)
    assert re.search(r"^(O|The second player) plays \S+: .*\d (ms|s)$", shown, re.MULTILINE)


@pytest.mark.parametrize("entry", registered().values(), ids=lambda entry: entry.name)
def test_every_game_has_a_usual_opponent(entry: GameEntry) -> None:
    assert load_agent(quick_opponent(load_game(entry.example)))


def test_an_agent_of_a_users_own_plays() -> None:
    agent = "python:examples/cautious.py:choose"
    shown = played("--position", "XX./OO./...", "--first", agent, "--second", agent, "--seed", "4")
    assert "Random seed: 4\n" in shown
    assert "X plays 3: " in shown
    assert shown.endswith("X wins with 1 2 3.\n")


def test_random_openings_and_their_seed() -> None:
    again = [
        re.sub(
            r"[\d.]+ ms",
            "",
            played("--opening", "4", "--seed", "7", "--first", "random", "--second", "random"),
        )
        for _ in range(2)
    ]
    assert again[0] == again[1]
    assert "The game begins after 4 random moves.\nRandom seed: 7\n" in again[0]


def test_limits_and_what_a_move_cost() -> None:
    shown = played(
        "connect4", "--second", "alphabeta", "--depth", "3", "--nodes", "9000", "--time", "0.8", given="4"
    )
    assert "O: alphabeta, 0.8 s per move, to depth 3, at most 9,000 nodes per move\n" in shown
    assert re.search(r"^O plays \d: value 0; depth 3, [\d,]+ nodes, [\d.]+ ms$", shown, re.MULTILINE)


# Commands.

EVERYTHING = """5
hint
analyse
say
board
undo
redo
redo
undo 9
undo x
pause
1
9
step
resume
switch
agent X human
agent O human
agent Z human
agent X nosuch
agent
set XX./OO./...
set XXX/OOO/...
save {folder}/game.json
save {folder}/game.json
save {folder}/notes.txt
save {folder}/none/game.json
load {folder}/game.json
load {folder}/notes.txt
load {folder}
new
new 3
help
quit
5
"""


def test_every_command(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    given = EVERYTHING.format(folder=tmp_path)
    assert {line.split()[0] for line in given.splitlines()} >= COMMANDS.keys() - {"set"}
    shown = piped(given=given)
    parts = re.split(
        r"^(?:[XO], your move|O waits \(Enter lets it move\)|X waits \(Enter lets it move\)): ",
        shown,
        flags=re.MULTILINE,
    )
    told = {part.split("\n")[0]: part for part in parts[1:]}
    assert "The best move is " in told["hint"]
    assert re.search(r"^\d     draw +best$", told["analyse"], re.MULTILINE)
    assert "Proved by the solver: " in told["analyse"]
    assert "Row 1: 1 O, 2 empty, 3 empty.\nRow 2: 4 empty, 5 X, 6 empty.\n" in told["say"]
    assert "X is to move." in told["board"]
    assert boards(told["undo"]) == [".../.../..."]
    assert "There is no move to redo." in told["redo"]
    assert "There is no move to take back." in told["undo 9"]
    assert "Type it like this: undo [N]" in told["undo x"]
    assert "resume lets them move again" in told["pause"]
    assert "O plays " in told["step"]
    assert "The players have changed sides.\nX: alphabeta\nO: a person\n" in told["switch"]
    assert "X: a person\nO: a person\n" in told["agent O human"]
    assert "Type it like this: agent X|O WHO" in told["agent Z human"]
    assert "No player nosuch: no agent nosuch" in told["agent X nosuch"]
    assert "Type it like this: agent X|O WHO" in told["agent"]
    assert "No position XXX/OOO/...:" in told["set XXX/OOO/..."]
    assert "notes.txt already exists and is not a saved game" in told[f"save {tmp_path}/notes.txt"]
    assert "No such file or directory" in told[f"save {tmp_path}/none/game.json"]
    assert "This is not a saved game" in told[f"load {tmp_path}/notes.txt"]
    assert "Is a directory" in told[f"load {tmp_path}"]
    assert "Type it like this: new" in told["new 3"]
    assert all(usage(command, tongue("en")) in told["help"] for command in COMMANDS)
    assert shown.endswith("quit\nGoodbye.\n"), "what follows is not read"
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_portuguese_words_and_sentences(tmp_path: Path) -> None:
    file = tmp_path / "partida.json"
    words = f"5\ndica\nANALISAR\nler\ntabuleiro\ndesfazer\nrefazer\npausa\n1\ncontinuar\ntrocar\nagente X humano\nsalvar {file}\nposição XX./OO./...\nposicao -\ncarregar {file}\nnovo\najuda\nxyz\nsair\n"
    shown = piped("--lang", "pt-BR", given=words)
    for sentence in (
        "X: uma pessoa\n",
        "Digite uma casa (1 a 9), ou ajuda.",
        "X, sua vez: 5\n",
        "A melhor jogada é ",
        "Provado pelo solucionador: ",
        "Linha 2: 4 vazia, 5 X, 6 vazia.",
        "Vez de X.",
        "Os jogadores trocaram de lado.",
        "Salvo em ",
        "A partida continua desta posição.",
        "A partida salva continua.",
        "Uma nova partida.",
        "A casa “xyz” não existe: as casas vão de 1 a 9.",
        "posição POSIÇÃO",
    ):
        assert sentence in shown
    assert shown.endswith("Até logo.\n")
    assert re.search(r"^O joga 1: empate; profundidade 8, \d\.\d{3} nós, \d+,\d+ ms$", shown, re.MULTILINE)


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    played("connect4", "--second", "alphabeta", "--depth", "2", given=f"4\nsave '{file}'\n")
    kept = json.loads(file.read_text())
    assert kept["second"] == {"agent": "alphabeta", "depth": 2}
    shown = played("--load", str(file), given="undo\n")
    assert "Game: connect4\nX: a person\nO: alphabeta, to depth 2\n" in shown
    file.write_text(file.read_text().replace('"4"', '"9"'))
    assert "a game.json: This is not a saved game: no column 9" in refused("--load", str(file))
    assert "--load with a game, players" in refused("connect4", "--load", str(file))
    assert "No such file or directory" in refused("--load", str(tmp_path / "none"), code=1)


def test_machines_go_step_by_step() -> None:
    shown = played("--first", "alphabeta", "--second", "random", "--seed", "1", "--step", given="\n\n")
    assert shown.count(" plays ") == 2
    assert shown.endswith("stops here.\n")


def test_a_machine_that_fails(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def choose(position, limits):\n    raise ValueError('no idea')\n")
    alone = refused("--first", f"python:{bad}", "--second", "random", code=1)
    assert alone.startswith("plyground: X made no move (the agent failed): ValueError: no idea")
    shown = played("--second", f"python:{bad}", given="5\nresume\n1\nagent O random\n3\n")
    assert shown.count("O made no move (the agent failed): ValueError: no idea") == 2
    assert "Type a move to play for it, resume to ask it again, or agent" in shown


def test_rules_that_fail(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    source = Path("examples/nim.py").read_text().replace("taken, n = move", "taken, n = move; assert n < 2")
    broken.write_text(source)
    told = refused(f"{broken}:Nim", "--second", "human", given="1x3", code=1)
    assert "broken.py:Nim failed: AssertionError (broken.py, line" in told


# Nonsense.


def test_nonsense_is_answered() -> None:
    lines = [
        "",
        "   ",
        "0",
        "10",
        "-1",
        "519",
        "foo",
        "undp",
        "9" * 30_000,
        "é",
        "\x1b[31m\x00",
        "5 5",
        "¹",
    ]
    shown = played("--second", "human", given="\n".join(lines))
    assert shown.count("Type a square (1 to 9), or help.\n") == 3
    assert "No square 519: squares are 1 to 9." in shown
    assert "No move or command undp: did you mean undo?" in shown
    assert "\\x1b[31m\\x00" in shown
    assert "Square 5 is taken." in shown
    assert max(map(len, shown.splitlines())) < MAX_ECHO + 50


def test_several_moves_in_a_line() -> None:
    shown = played("--second", "human", given="1 5, 1 9 3\n")
    assert boards(shown) == [".../.../...", "X../.../...", "X../.O./..."]
    assert "Square 1 is taken.\nNot played: 9 3\n" in shown


def test_zero_based_refusals() -> None:
    shown = played("connect4(4,2,3)", "--zero-based", "--second", "human", given="0 0\n0\n4\nx\nsay\n")
    assert "Column 0 is full." in shown
    assert "No column 4: columns are 0 to 3." in shown
    assert "Row 1: column 0 X." in shown
    assert "only squares and columns that are numbers" in refused("gomoku", "--zero-based")


@pytest.mark.parametrize("given", [b"\xff\xfe5\n\x805\n5", b"\xef\xbb\xbf5\n", b"5\r\n1\r\n", b""])
def test_bytes_that_are_no_text(given: bytes) -> None:
    shown = played("--second", "human", given=given)
    assert shown.endswith("The input has ended: the game stops here.\n")
    assert len(boards(shown)) == 1 + (given != b"") + given.count(b"1")


@pytest.mark.slow
def test_closed_standard_streams() -> None:
    command = f"{shlex.join(COMMAND)} play --second human"
    ran = subprocess.run(["sh", "-c", f"{command} <&-"], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("stops here.\n")
    ran = subprocess.run(
        ["bash", "-c", f"{command} </dev/null | head -1; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
    )
    assert ran.stdout == "Game: tictactoe\n"
    assert ran.stderr == ""


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["chess"], "no game chess"),
        (["--second", "nobody"], "no agent nobody"),
        (["--position", "XXX/.../..."], "3 X"),
        (["--lang", "xx"], "languages are en, pt-BR"),
        (["--time", "-1"], "bad seconds"),
        (["--opening", "-1"], "--opening"),
        (["--delay", "x"], "--delay"),
    ],
)
def test_bad_usage(args: list[str], sentence: str) -> None:
    assert sentence in refused(*args)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--first", "alphabeta(depth=8"], "Jogador inválido “alphabeta(depth=8”: não dá para ler em "),
        (
            ["--second", "alphabeta(depht=8)"],
            "Jogador inválido “alphabeta(depht=8)”: você quis dizer depth?",
        ),
        (["mnk(3,3"], "Jogo inválido “mnk(3,3”: não dá para ler em "),
        (
            ["connect4", "--position", "99"],
            "Posição inválida “99”: a coluna “9” não existe: as colunas vão de 1 a 7",
        ),
        (["--seed", "-1"], "seed é um número inteiro de 0 a "),
    ],
)
def test_arguments_are_refused_in_the_chosen_language(args: list[str], sentence: str) -> None:
    assert refused("--lang", "pt-BR", *args).startswith(f"plyground: {sentence}")


def test_help() -> None:
    shown = piped("--help")
    for option in (
        "--first",
        "--second",
        "--position",
        "--lang",
        "--zero-based",
        "--time",
        "--depth",
        "--nodes",
    ):
        assert option in shown
    for option in ("--opening", "--seed", "--delay", "--step", "--load", "--plain"):
        assert option in shown


def test_ctrl_c_in_a_pipe_ends_the_game() -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "gomoku", "--second", "minimax"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    )
    assert process.stdin is not None
    process.stdin.write("h8\n")
    process.stdin.flush()
    wait_until(lambda: children_of(process.pid))
    family = children_of(process.pid)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert complained == "Interrupted: goodbye.\n"
    wait_until(lambda: not alive(family))


# In this process: words and names.


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_understood_whole_and_short(language: str) -> None:
    speaker = tongue(language)
    for command in COMMANDS:
        assert command_of(usage(command, speaker).split()[0].upper(), speaker, short=False) == command
        assert command_of(command, speaker, short=False) == command, "English always"
    assert command_of("und", speaker, short=True) == "undo"
    assert command_of("und", speaker, short=False) is None
    assert command_of("re", speaker, short=True) is None, "redo and resume"
    assert command_of("u", speaker, short=True) is None


def test_a_legal_move_is_a_move_whatever_else_it_could_be() -> None:
    position = load_game("gomoku").start()
    english = tongue("en")
    assert parse_line("a1", position, english, Names()) == Typed(moves=("a1",))
    assert parse_line(" Undo  2 ", position, english, Names()) == Typed("undo", "2")
    assert parse_line("an", position, english, Names()) == Typed("analyse")
    assert parse_line("", position, english, Names()) == Typed()
    assert parse_line(",", position, english, Names()) == Typed(moves=(",",))


def test_names_from_zero() -> None:
    names, position = Names(zero_based=True), load_game("tictactoe").start()
    assert (names.read(position, "0"), names.display(position, "9")) == ("1", "8")
    assert names.read(position, "x") == "x"
    assert names.bounds(position) == ("0", "8")
    told = names.rename(position, refuse("refused.taken", given="1"), "0")
    assert told.facts["given"] == "0"
    tree = load_game("textbook").start()
    assert names.bounds(tree) is None
    assert names.read(tree, "1") == "1"


# The document: its pipes are run too.


@pytest.mark.slow
def test_the_pipes_of_the_document() -> None:
    blocks = re.findall(
        r"^```console\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    piped = [
        found
        for block in blocks
        for found in re.findall(r"^\$ (printf .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]
    assert piped
    path = f"{Path(COMMAND[0]).parent}{os.pathsep}{os.environ['PATH']}"
    for command, shown in piped:
        ran = subprocess.run(
            ["sh", "-c", command],
            capture_output=True,
            text=True,
            env=os.environ | {"PATH": path, "LANG": "C.UTF-8"},
        )
        timeless = [re.sub(r"\d+[.,]\d+ m?s\b", "0 s", text).rstrip("\n") for text in (ran.stdout, shown)]
        assert timeless[0] == timeless[1], command
