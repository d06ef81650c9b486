"""What a hostile tester broke: each stays mended."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from played import played, timeless

from command import COMMAND, complaint, objects, printed, run
from plyground.arena.plan import Plan
from plyground.arena.run import begin, play, reopen
from plyground.arena.runs import new_run
from plyground.arena.store import RunExists
from plyground.arena.tournament import merged, plan_from, submissions
from plyground.errors import BadSpec, PlygroundError

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


def test_what_a_killed_run_left_is_not_taken_for_a_new_runs_own(tmp_path: Path, runs_here: Path) -> None:
    runs_here.mkdir()
    (runs_here / "1.run-wal").write_bytes(b"the log of a run whose file was removed")
    assert new_run().name == "2.run"
    with pytest.raises(RunExists, match=r"1.run-wal belongs to a run that is gone"):
        begin(Plan("tictactoe", ("random", "random")), runs_here / "1.run")


@pytest.mark.parametrize(
    "spec", ["python:counting:choose", "python:uses_it.py:choose"], ids=["module", "helper"]
)
def test_globals_of_the_users_modules_do_not_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    """A module by name, and a module that an agent's file imports from another folder."""
    (tmp_path / "counting.py").write_text(COUNTER)
    (tmp_path / "uses_it.py").write_text("from counting import choose\n")
    monkeypatch.chdir(tmp_path)
    found = []
    for workers in (1, 2):
        with played(tmp_path / f"{workers}.run", spec, "random", games=8, workers=workers) as store:
            found.append(timeless(store))
    assert found[0] == found[1]


@pytest.mark.campaign
def test_a_clock_runs_out_though_every_move_is_within_the_tolerance(tmp_path: Path) -> None:
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


def test_the_command_line_is_stronger_than_the_file_also_for_time() -> None:
    assert merged({"time": 0.5, "games": 2}, {"time": 0.25}) == {"time": 0.25, "games": 2}
    assert merged({"time": 0.5}, {"clock": "5"}) == {"clock": "5"}
    assert merged({"time": 0.5}, {"seed": 5}) == {"time": 0.5, "seed": 5}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("agents", 5), ("agents", "random"), ("game", 5), ("game", ["tictactoe"]), ("openings", 5),
        ("openings", True), ("clock", 5), ("clock", [1, 2]), ("sprt", 5), ("in_process", "yes"),
        ("pinned", 0), ("tolerance", "x"), ("games", 2.5), ("seed", True), ("nothing", 1),
    ],
)  # fmt: skip
def test_values_of_the_wrong_kind_are_told(option: str, value: object) -> None:
    with pytest.raises(BadSpec, match=f"{option}"):
        plan_from({"game": "tictactoe", "agents": ["random", "random"]} | {option: value})


def test_options_in_a_file_have_the_names_of_the_command_line() -> None:
    plan = plan_from(
        {"game": "tictactoe", "agents": ["random", "random"], "memory": 100, "best_of": 5, "time": 1}
    )
    assert (plan.memory_mb, plan.games, plan.until_decided, plan.control.seconds) == (100, 5, True, 1)


def test_a_run_whose_openings_were_edited_is_another_run(tmp_path: Path) -> None:
    texts = tmp_path / "openings.txt"
    texts.write_text("1\n2\n  # 3\n")
    begin(Plan("tictactoe", ("random", "random"), openings=f"file:{texts}"), tmp_path / "a.run").close()
    begin(Plan("tictactoe", ("random", "random"), openings=f"file('{texts}')"), tmp_path / "b.run").close()
    reopen(tmp_path / "a.run").close()
    texts.write_text("5\n6\n")
    for name in ("a.run", "b.run"):
        with pytest.raises(PlygroundError, match=r"openings.txt.* has changed or is not here"):
            reopen(tmp_path / name)


def test_a_run_whose_module_was_edited_is_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "my_module.py"
    module.write_text(COUNTER)
    monkeypatch.syspath_prepend(str(tmp_path))
    begin(Plan("tictactoe", ("python:my_module:choose", "random")), tmp_path / "a.run").close()
    module.write_text(COUNTER + "\n")
    with pytest.raises(PlygroundError, match="my_module:choose has changed"):
        reopen(tmp_path / "a.run")


def test_a_finished_run_needs_no_agents(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(COUNTER)
    played(tmp_path / "a.run", f"python:{bot}", "random", games=1).close()
    bot.unlink()
    with reopen(tmp_path / "a.run") as store:
        play(store, 1)


def test_matches_that_begin_at_the_same_time_get_numbers_of_their_own() -> None:
    command = [*COMMAND, "match", "tictactoe", "random", "random", "--games", "2", *FAST, "--json"]
    together = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    said = [process.communicate(timeout=60) for process in together]
    assert [process.returncode for process in together] == [0] * 4, said
    assert len({json.loads(out)["run"] for out, _ in said}) == 4


@pytest.mark.campaign
def test_a_folder_with_names_that_clash_or_cannot_be_read_is_played_all_the_same(tmp_path: Path) -> None:
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


def test_a_submission_is_not_broken_by_the_name_of_another(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ana.py").write_text("import queue\nqueue.Queue\n" + COUNTER)
    (folder / "queue.py").write_text(COUNTER)
    (told,) = objects(
        "tournament", "--folder", str(folder), "--game", "tictactoe", "--games", "1", "--json"
    )
    assert [agent["name"] for agent in told["agents"]] == ["ana", "queue"]


def test_blunders_that_cannot_be_known_are_refused_before_anything_is_played(runs_here: Path) -> None:
    said = complaint("match", "gomoku", "random", "random", "--games", "4", "--blunders")
    assert "is too large to be solved: its blunders are not known" in said
    assert not runs_here.exists()


def test_an_export_to_a_closed_output_is_no_traceback() -> None:
    printed("match", "tictactoe", "random", "random", "--games", "1", *FAST)
    ran = subprocess.run(f"{COMMAND[0]} export 1 --json >&-", shell=True, capture_output=True, text=True)
    assert "Traceback" not in ran.stderr


def test_a_users_game_leaves_nothing_in_the_users_folder(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(Path("examples/nim.py").read_text())
    printed("match", f"{tmp_path}/nim.py:Nim", "random", "random", "--games", "1", *FAST)
    assert not (tmp_path / "__pycache__").exists()


def test_names_from_outside_do_not_reach_the_terminal_raw() -> None:
    named = [{"name": "\x1b[31mred\n", "spec": "random"}, "random"]
    assert plan_from({"game": "tictactoe", "agents": named}).names == ("\\x1b[31mred\\n", "random")


def test_a_folder_called_like_a_run_is_not_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "1").mkdir()
    printed("match", "tictactoe", "random", "random", "--games", "1", *FAST)
    assert "1 games" in printed("runs", "1")


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
    assert "is damaged (no such table: " in complaint("runs", str(tmp_path / "a.run"))


def test_what_is_no_agent_in_a_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    found, unfit = submissions(tmp_path)
    assert [agent.name for agent in found] == ["gone"]  # it is named, so that its failure can be told
    assert unfit == {}


def test_the_test_of_an_agent_is_no_agent(tmp_path: Path) -> None:
    for name in ("ana.py", "test_ana.py", "test_flight.py"):
        (tmp_path / name).write_text("")
    found, _ = submissions(tmp_path)
    assert [agent.name for agent in found] == ["ana", "test_flight"]
