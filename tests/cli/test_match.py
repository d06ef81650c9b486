"""The arena's commands as users run them: results, complaints, Ctrl-C."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import typer

from helpers.command import COMMAND, PATIENCE, complaint, hear_ctrl_c, objects, printed, run, wait_until
from helpers.played import played

FAST = ("--in-process", "--workers", "1")


@pytest.fixture(autouse=True)
def runs_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "runs"))


def submitted(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, code in files.items():
        (folder / f"{name}.py").write_text(code)
    return folder


FIRST = "def choose(position, limits):\n    return position.moves()[0]\n"
LAST = "class Agent:\n    def choose(self, position):\n        return position.moves()[-1]\n"


def test_a_match_tells_who_is_better() -> None:
    told = printed("match", "tictactoe", "minimax", "random", "--games", "20", *FAST)
    assert "tictactoe, match, openings none, seed 0: 20 games, all games played" in told
    assert re.search(r"^minimax +both +20 +1\d", told, re.MULTILINE)
    assert "Elo difference of minimax: " in told
    assert "kept as run 1: plyground runs 1" in told
    assert "inf" not in told
    assert "nan" not in told


@pytest.mark.slow
def test_the_same_command_gives_the_same_games_byte_for_byte(tmp_path: Path) -> None:
    command = ("match", "tictactoe", "mcts(rounds=30)", "random", "--games", "6", "--openings", "random(2)")
    rows = []
    for workers in ("1", "2"):
        printed(*command, "--workers", workers, "--run", str(tmp_path / f"{workers}.run"))
        (whole,) = [json.loads(printed("export", str(tmp_path / f"{workers}.run"), "--json"))]
        rows.append([[move["move"] for move in game["moves"]] for game in whole["games"]])
    assert rows[0] == rows[1]


def test_best_of_stops_early() -> None:
    (told,) = objects("match", "tictactoe", "minimax", "random", "--best-of", "31", *FAST, "--json")
    assert told["finished"] == "decided"
    assert 16 <= told["played"] < 31


def test_sprt_stops_early() -> None:
    (told,) = objects("match", "tictactoe", "minimax", "random", "--sprt", "0,100", *FAST, "--json")
    assert told["finished"] == "SPRT accepts H1"
    assert told["duels"][0]["sprt"]["verdict"] == "H1"
    assert told["played"] < 500


def test_agents_without_chance_get_openings_and_are_told_so() -> None:
    alike = ("match", "tictactoe", "minimax", "alphabeta", "--games", "6", *FAST)
    ran = run(*alike)
    assert "note: agents without chance repeat themselves: --openings balanced(3)" in ran.stderr
    assert "tictactoe, match, openings balanced(3), seed 0: 6 games" in ran.stdout
    assert "3 different pairs" in ran.stdout
    (told,) = objects(*alike, "--openings", "none", "--json")
    assert (told["openings"], told["duels"][0]["different"], told["duels"][0]["exact"]) == ("none", 1, True)
    (told,) = objects("match", "tictactoe", "minimax", "random", "--games", "2", *FAST, "--json")
    assert told["openings"] == "none"


def test_blunders_are_left_out_where_nobody_wants_them() -> None:
    match = ("match", "tictactoe", "greedy", "random", "--games", "4", *FAST)
    assert "of positions that could have one" in printed(*match, "--full")
    assert "Results given away, in positions where there was one to give" in printed(*match)
    for full in ((), ("--full",)):
        told = printed(*match, "--no-blunders", *full)
        assert "of positions that could have one" not in told
        assert "given away" not in told


@pytest.mark.parametrize("stopped", [True, False])
def test_ctrl_c_while_moves_are_judged_still_prints_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, stopped: bool
) -> None:
    from plyground.cli import progress
    from plyground.cli.match import match

    def judge(*_: object) -> None:
        if stopped:
            raise KeyboardInterrupt

    monkeypatch.setattr(progress, "judge", judge)
    ends = pytest.raises(typer.Exit) if stopped else nullcontext()
    with ends as ended:
        match("tictactoe", "minimax", "random", 2, workers=1, in_process=True, run=tmp_path / "a.run")
    assert ended is None or ended.value.exit_code == 130
    out, err = capsys.readouterr()
    assert "2 games, all games played" in out
    assert ("stopped judging moves: the report has those that were judged" in err) == stopped


def test_much_judging_is_announced_where_no_bar_is_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from plyground.cli import progress

    monkeypatch.setattr(progress, "judge", lambda *_: None)
    for game, said in (
        ("tictactoe", ""),
        ("connect4", r"judging the moves of 150 games, about \d+ s"),
        ("connect4(5,4,4)", "judging the moves of 150 games, which may take long"),
    ):
        options: dict[str, Any] = {"game": game, "games": 150, "openings": "random(4)"}
        with played(tmp_path / f"{len(said)}.run", "random", "greedy", **options) as store:
            assert progress.judge_moves(store, True)
        assert re.search(said, capsys.readouterr().err)
        if not said:
            assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_a_users_agent_plays(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(FIRST)
    (told,) = objects("match", "tictactoe", f"python:{bot}:choose", "random", "--games", "4", "--json")
    assert told["agents"][0]["name"] == f"python:{bot}:choose"
    assert told["played"] == 4


@pytest.mark.slow
def test_timeout_of_a_hanging_agent(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(position, limits):\n    while True: pass\n")
    command = (
        "match",
        "tictactoe",
        f"python:{bot}:choose",
        "random",
        "--games",
        "2",
        "--time",
        "0.1",
        "--json",
    )
    (told,) = objects(*command)
    assert told["agents"][0]["both"]["forfeits"] == {"time": 2}
    (told,) = objects(*command, "--games", "1", "--policy", "fallback")
    assert told["agents"][0]["both"]["forfeits"] == {}
    assert told["agents"][0]["both"]["fallbacks"]["time"] >= 2


def test_too_few_games_are_told_before_they_are_played() -> None:
    """A class tournament without --games decided 0 of 15 pairings, and said so at the end."""
    players, options = ("random", "greedy", "minimax"), ("--game", "tictactoe", *FAST)
    said = run("tournament", *players, *options).stderr
    assert "note: --games 2 is too few to decide who is the stronger: 12 is the least\n" in said
    assert "too few" not in run("tournament", *players, *options, "--games", "4").stderr  # as was asked for
    assert "too few" not in run("tournament", *players[:2], *options).stderr


def test_a_round_robin_has_a_crosstable_and_ratings() -> None:
    told = printed(
        "tournament",
        "random",
        "greedy",
        "minimax",
        "--game",
        "tictactoe",
        "--games",
        "4",
        *FAST,
        "--openings",
        "none",
        "--full",
    )
    assert "points against" in told
    assert "points of 3 agents" in told.splitlines()[2]
    assert re.search(r"^1[.=] +minimax +\d", told, re.MULTILINE)


def test_a_gauntlet_is_run_by_the_first() -> None:
    (told,) = objects(
        *("tournament", "minimax", "random", "greedy", "--game", "tictactoe", "--format", "gauntlet"),
        *("--openings", "none"),
        *FAST,
        "--json",
    )
    assert [duel["agents"] for duel in told["duels"]] == [["minimax", "random"], ["minimax", "greedy"]]


def test_a_tournament_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(
        'game = "tictactoe"\ngames = 2\nin_process = true\nopenings = "random(2)"\n'
        'agents = ["random", { name = "the wall", spec = "minimax" }, "greedy"]\n'
    )
    (told,) = objects("tournament", "--file", str(path), "--workers", "1", "--json")
    assert [agent["name"] for agent in told["agents"]] == ["random", "the wall", "greedy"]
    assert told["played"] == 6
    assert told["seed"] == 0
    (told,) = objects(
        "tournament", "--file", str(path), "--workers", "1", "--games", "4", "--seed", "3", "--json"
    )
    assert (told["played"], told["seed"]) == (12, 3)  # the command line is stronger


@pytest.mark.slow
def test_a_class_tournament_leaves_bad_files_out_by_name(tmp_path: Path) -> None:
    folder = submitted(
        tmp_path / "class",
        ana=FIRST,
        bruno=LAST,
        carla="def choose(position: return\n",
        davi="import time\ntime.sleep(60)\n",
        eva="nothing = 1\n",
        fabio="raise ValueError('no')\n",
        _helper="x = 1\n",
    )
    ran = run("tournament", "--folder", str(folder), "--game", "tictactoe", "--handshake", "1.5", "--json")
    assert ran.returncode == 0
    told = json.loads(ran.stdout)
    assert [agent["name"] for agent in told["agents"]] == ["ana", "bruno"]
    assert [line for line in ran.stderr.splitlines() if ": note: " not in line] == [
        "plyground: carla is left out: SyntaxError: invalid syntax (carla.py, line 1)",
        "plyground: davi is left out: importing davi.py took longer than 1.5 s (--handshake)",
        "plyground: eva is left out: no choose in eva.py: an agent is a function choose(position, limits), a class with such a method, or a Searcher",
        "plyground: fabio is left out: ValueError: no (fabio.py, line 1)",
    ]
    assert sorted(path.name for path in folder.iterdir()) == [
        *("_helper.py", "ana.py", "bruno.py", "carla.py", "davi.py", "eva.py", "fabio.py")
    ]  # nothing was put there


def test_a_folder_where_fewer_than_two_can_play(tmp_path: Path) -> None:
    folder = submitted(tmp_path / "class", ana=FIRST, bruno="nothing = 1\n")
    ran = run("tournament", "--folder", str(folder), "--game", "tictactoe")
    assert ran.returncode == 1
    assert "1 of 2 agents can play: two are needed" in ran.stderr


def test_runs_are_listed_and_reported() -> None:
    assert "no runs in" in printed("runs")
    printed("match", "tictactoe", "random", "greedy", "--games", "4", *FAST)
    assert re.search(
        r"^1 .* tictactoe +match +random – greedy +4/4 +all games played$", printed("runs"), re.MULTILINE
    )
    (told,) = objects("runs", "--json")
    assert [row["run"] for row in told["runs"]] == ["1"]
    assert "4 games, all games played" in printed("runs", "1")
    (told,) = objects("runs", "1", "--blunders", "--json")
    assert told["agents"][0]["both"]["blunders"]["moves"] > 0


def test_a_bad_run_does_not_spoil_the_list(tmp_path: Path) -> None:
    printed("match", "tictactoe", "random", "greedy", "--games", "2", *FAST)
    (tmp_path / "runs" / "2.run").write_text("what?")
    ran = run("runs")
    assert ran.returncode == 0
    assert "2/2" in ran.stdout
    assert "2.run is no run of plyground" in ran.stderr


def test_a_game_replays_from_its_record() -> None:
    printed("match", "connect4", "random", "greedy", "--games", "2", "--openings", "list('44')", *FAST)
    told = printed("replay", "1", "1")
    assert told.startswith("game 1: greedy (X) against random (O)\n")
    (record,) = objects("replay", "1", "1", "--json")
    assert record["opening"] == "44"
    assert len(record["positions"]) == record["plies"] + 1
    assert told.rstrip().endswith(f"after {record['plies']} moves")


def test_export_writes_files(tmp_path: Path) -> None:
    printed("match", "tictactoe", "random", "random", "--games", "2", *FAST)
    out = tmp_path / "out"
    assert printed("export", "1", "--csv", str(out)).splitlines() == [
        f"{out}/games.csv",
        f"{out}/moves.csv",
        f"{out}/agents.csv",
    ]
    assert printed("export", "1", "--parquet", str(out)).splitlines() == [
        f"{out}/games.parquet",
        f"{out}/moves.parquet",
        f"{out}/agents.parquet",
    ]
    assert (
        (out / "moves.csv")
        .read_text()
        .startswith("game,ply,agent,spec,side,move,score,nodes,depth,core,wall,cpu,")
    )


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("match", "tictactoe", "random", "nobody"), "no agent nobody: agents are"),
        (("match", "nogame", "random", "random"), "no game nogame"),
        (
            ("match", "tictactoe", "random", "random", "--clock", "x"),
            "no clock in x: write seconds, or seconds+increment",
        ),
        (
            ("match", "tictactoe", "random", "random", "--clock", "5", "--time", "1"),
            "give one or the other",
        ),
        (
            ("match", "tictactoe", "random", "random", "--policy", "mercy"),
            "policy is one of forfeit, fallback",
        ),
        (("match", "tictactoe", "random", "random", "--openings", "x"), "no openings x"),
        (("match", "tictactoe", "random", "random", "--sprt", "5"), "sprt"),
        (("match", "tictactoe", "random", "random", "--sprt", "9,5"), "elo"),
        (("match", "tictactoe", "random", "random", "--time", "0"), "seconds is a number above 0"),
        (("match", "tictactoe", "random", "random", "--seed", "-1"), "seed is a whole number"),
        (("match", "tictactoe", "random", "random", "--best-of", "3", "--games", "3"), "give one of them"),
        (("match", "tictactoe", "random", "python:nowhere.py:choose"), "no file nowhere.py"),
        (("match", "tictactoe", "random", "python:"), "no file of an agent"),
        (("tournament", "random", "random"), "no game: give --game"),
        (("tournament", "random", "--game", "tictactoe"), "agents is a whole number from 2"),
        (("tournament", "--file", "nowhere.toml"), "cannot read nowhere.toml"),
        (("tournament", "--folder", "nowhere", "--game", "tictactoe"), "no folder nowhere"),
        (("resume", "7"), "no run 7 in"),
        (("resume", "README.md"), "README.md is no run of plyground"),
        (("resume", "nowhere.run"), "no run nowhere.run"),
        (("export", "7", "--json"), "there are none yet"),
        (("export", "7"), "give --csv DIR, --parquet DIR or --json"),
        (("replay", "7", "0"), "no run 7"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_usage_is_told_in_a_sentence(args: tuple[str, ...], said: str) -> None:
    assert said.lower() in complaint(*args).lower()


def test_a_replay_of_a_game_that_is_not_there() -> None:
    printed("match", "tictactoe", "random", "random", "--games", "2", *FAST)
    assert "no game 9 in 1: games are 0 to 1" in complaint("replay", "1", "9")


@pytest.mark.parametrize(
    "toml",
    [
        "game = ",
        "nonsense = 1\ngame='tictactoe'",
        "agents = [3]\ngame='tictactoe'",
        "games='many'\ngame='tictactoe'\nagents=['random','random']",
    ],
)
def test_a_bad_file_is_told_in_a_sentence(tmp_path: Path, toml: str) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(toml)
    assert complaint("tournament", "--file", str(path)).startswith("plyground: ")


def test_a_run_is_not_overwritten(tmp_path: Path) -> None:
    path = str(tmp_path / "a.run")
    command = ("match", "tictactoe", "random", "random", "--games", "2", *FAST, "--run", path)
    printed(*command)
    assert (
        f"{path} is there already: plyground resume {shlex.quote(path)}, or take another name"
        in complaint(*command)
    )


def alive(session: int) -> list[str]:
    """Who is still there of what a command has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"ARENA_TEST={session}".encode() in status.read_bytes():
                found.append((status.parent / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.campaign), signal.SIGKILL]
)
def test_stopped_match_leaves_no_process_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    token = time.monotonic_ns()
    monkeypatch.setenv("ARENA_TEST", str(token))
    agents = ("mcts(rounds=2000)", "random")
    process = subprocess.Popen(
        [
            *COMMAND,
            "match",
            "connect4",
            *agents,
            "--games",
            "400",
            "--workers",
            "2",
            "--run",
            str(tmp_path / "a.run"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    )
    wait_until(lambda: (tmp_path / "a.run-wal").exists() and len(alive(token)) >= 5)
    time.sleep(0.3)
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    wait_until(lambda: not alive(token))
    if number == signal.SIGINT:
        assert process.returncode == 130
        resume = re.escape(f"plyground resume {shlex.quote(str(tmp_path / 'a.run'))}")
        assert re.search(rf"stopped after \d+ of 400 games; go on with: {resume}\n$", err)
        assert "Traceback" not in err
    else:
        assert process.returncode == -number
    assert out == ""
    assert "to be continued" in printed("runs", str(tmp_path / "a.run"))


def test_an_unknown_scheme_is_answered_with_the_schemes() -> None:
    told = complaint("match", "connect4", "easyai:mine.py", "random")
    assert "no scheme easyai: in easyai:mine.py: " in told
    assert "python:, kaggle:, cs50:, aima:, openspiel:, engine:" in told
