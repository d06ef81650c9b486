"""Runs by the command line: odd names, closed outputs, damaged files, and what is left beside them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from helpers.command import COMMAND, PATIENCE, complaint, objects, printed, run
from helpers.played import played

FAST = ("--in-process", "--workers", "1")
COUNTER = """
count = 0
def choose(position, limits):
    global count
    count += 1
    return position.moves()[count * count % len(position.moves())]
"""


@pytest.fixture(autouse=True)
def runs_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"


@pytest.mark.campaign
def test_clock_runs_out_though_each_move_is_in_tolerance(tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import time\ndef choose(position, limits):\n    time.sleep(0.02)\n    return position.moves()[0]\n"
    )
    command = (
        "match",
        "mnk(5,5,5)",
        f"python:{bot}",
        "greedy",
        "--games",
        "2",
        "--clock",
        "0.04+0",
        "--json",
    )
    (told,) = objects(*command)
    assert told["agents"][0]["both"]["forfeits"] == {"time": 2}


@pytest.mark.slow
def test_concurrent_matches_get_different_run_numbers() -> None:
    command = [*COMMAND, "match", "tictactoe", "random", "random", "--games", "2", *FAST, "--json"]
    together = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    said = [process.communicate(timeout=PATIENCE) for process in together]
    assert [process.returncode for process in together] == [0] * 4, said
    assert len({json.loads(out)["run"] for out, _ in said}) == 4


@pytest.mark.campaign
def test_folder_with_clashing_or_unreadable_names(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    (folder / "ana").mkdir(parents=True)
    for path in (folder / "ana.py", folder / "ana" / "agent.py", folder / "random.py"):
        path.write_text("def choose(position, limits):\n    return position.moves()[0]\n")
    (Path(os.fsdecode(bytes(folder) + b"/\xff.py"))).write_text("")
    ran = run(
        "tournament", "random", "--folder", str(folder), "--game", "tictactoe", "--games", "1", "--json"
    )
    assert ran.returncode == 0
    names = [agent["name"] for agent in json.loads(ran.stdout)["agents"]]
    assert names == ["random", "ana", "ana #2", "random #2"]
    assert ran.stderr == "plyground: \\udcff.py is left out: its name is no text\n"


def test_a_file_name_that_is_no_text_is_told(tmp_path: Path) -> None:
    name = os.fsdecode(bytes(tmp_path) + b"/\xff.py")
    Path(name).write_text(COUNTER)
    assert "rename the file" in complaint("match", "tictactoe", f"python:{name}", "random")


@pytest.mark.slow
def test_a_submission_is_not_broken_by_the_name_of_another(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ana.py").write_text("import queue\nqueue.Queue\n" + COUNTER)
    (folder / "queue.py").write_text(COUNTER)
    (told,) = objects(
        *("tournament", "--folder", str(folder), "--game", "tictactoe"),
        *("--games", "1", "--openings", "none", "--json"),
    )
    assert [agent["name"] for agent in told["agents"]] == ["ana", "queue"]


def test_blunders_of_unsolvable_games_are_refused(runs_here: Path) -> None:
    said = complaint("match", "gomoku", "random", "random", "--games", "4", "--blunders")
    assert "is too large to be solved: its blunders are not known, leave --blunders out" in said
    said = complaint("match", "connect4(8,7,4)", "random", "random", "--games", "4", "--blunders")
    assert "connect4(8,7,4) from here takes" in said  # it said: give a time, which is not --time of a move
    assert said.endswith(": its blunders are not known, leave --blunders out\n")
    assert not runs_here.exists()


def test_an_export_to_a_closed_output_is_no_traceback() -> None:
    printed("match", "tictactoe", "random", "random", "--games", "1", *FAST)
    ran = subprocess.run(f"{COMMAND[0]} export 1 --json >&-", shell=True, capture_output=True, text=True)
    assert "Traceback" not in ran.stderr


def test_a_users_game_leaves_nothing_in_the_users_folder(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(Path("examples/nim.py").read_text())
    printed("match", f"{tmp_path}/nim.py:Nim", "random", "random", "--games", "1", *FAST)
    assert not (tmp_path / "__pycache__").exists()


def test_a_folder_called_like_a_run_is_not_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "1").mkdir()
    printed("match", "tictactoe", "random", "random", "--games", "1", *FAST)
    assert "1 game, all games played" in printed("runs", "1")


def test_reading_a_run_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    printed("match", "tictactoe", "random", "random", "--games", "2", *FAST, "--run", str(path))
    printed("runs", str(path))
    printed("export", str(path), "--json")
    assert [file.name for file in tmp_path.glob("a.run*")] == ["a.run"]


def test_a_function_with_other_parameters_is_no_agent(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(a, b, c):\n    return 1\n")
    assert "choose(a, b, c)" in complaint("match", "tictactoe", f"python:{bot}", "random")


def test_a_table_that_is_gone_is_told(tmp_path: Path) -> None:
    import sqlite3

    played(tmp_path / "a.run", games=2).close()
    db = sqlite3.connect(tmp_path / "a.run")
    db.execute("DROP TABLE moves")
    db.commit()
    db.close()
    ran = run("runs", str(tmp_path / "a.run"))
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "is damaged (its table of agents and options is not as it was stored)" in ran.stderr


def test_games_of_a_run_are_listed(tmp_path: Path) -> None:
    path = str(tmp_path / "some.run")
    with played(Path(path), "perfect", "random", games=6, seed=3) as store:
        (won,) = next(store.query("SELECT count(*) FROM games WHERE winner = 0"))
    listed = printed("runs", path, "--games").splitlines()
    assert listed[0].split() == ["game", "first", "second", "winner", "ending", "opening", "plies"]
    assert [line.split()[0] for line in listed[1:]] == ["0", "1", "2", "3", "4", "5"]
    (lost,) = objects("runs", path, "--lost-by", "random", "--json")
    assert {game["winner"] for game in lost["games"]} == {"perfect"}
    assert len(lost["games"]) == won > 0
    assert printed("runs", path, "--lost-by", "perfect") == "no such game\n"
    assert printed("runs", path, "--games", "--forfeited") == "no such game\n"
    assert complaint("runs", path, "--lost-by", "perfekt").endswith("did you mean perfect?\n")
    assert "give the number" in complaint("runs", "--games")


def test_runs_and_games_are_listed_in_the_language(runs_here: Path) -> None:
    """`runs --lang pt-BR` and `runs 1 --games --lang pt-BR` printed English."""
    with played(runs_here / "1.run", "random", "greedy", "greedy", format="round-robin", games=2):
        pass
    listed = printed("runs", "--lang", "pt-BR")
    assert listed.splitlines()[0].split()[:3] == ["execução", "início", "jogo"]
    assert "todos contra todos" in listed
    assert "3 agentes" in listed
    assert listed.rstrip().endswith("todas as partidas jogadas")
    games = printed("runs", "1", "--games", "--lang", "pt-BR")
    assert games.splitlines()[0].split() == [
        *("partida", "primeiro", "segundo", "vencedor", "fim", "abertura", "jogadas")
    ]
    assert "regras" in games
    (told,) = objects("runs", "--json", "--lang", "pt-BR")
    assert set(told["runs"][0]) == {"run", "begun", "game", "format", "agents", "games", "state"}
