"""The commands agents, search and explain, in real processes."""

from __future__ import annotations

import json
import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.command import COMMAND, complaint, objects, printed, run
from helpers.debian import need
from plyground.agents import AGENTS, as_searcher, load_agent
from plyground.cli.app import app
from plyground.searchers import Trace
from plyground.workers.landlock import landlock_abi

KEYS = [
    "game",
    "position",
    "agent",
    "core",
    "move",
    "score",
    "line",
    "nodes",
    "depth",
    "table_hits",
    "seconds",
    "proven",
    "stopped",
    "evaluation",
]


def test_agents_lists_every_agent_with_its_options() -> None:
    listed = printed("agents")
    (as_json,) = objects("agents", "--json")
    assert [agent["name"] for agent in as_json["agents"]] == list(AGENTS)
    for agent in as_json["agents"]:
        assert f"{agent['name']}({agent['takes']})\n    {agent['summary']}\n" in listed
        assert load_agent(f"{agent['name']}({agent['takes']})") == load_agent(agent["name"])


def test_search_as_json() -> None:
    (found,) = objects("search", "tictactoe", "--agent", "alphabeta", "--json")
    assert list(found) == KEYS
    assert found["nodes"] == 20_866
    assert found["line"] == ["1", "5", "2", "3", "7", "4", "6", "8", "9"]
    assert (found["move"], found["score"], found["proven"], found["stopped"]) == ("1", 0, True, None)
    assert (found["core"], found["agent"]) == ("native", "alphabeta")


def test_search_as_text() -> None:
    shown = printed("search", "connect4", "121212", "--agent", "alphabeta(depth=3)")
    assert "X plays 1: wins in 1 ply\nline: 1\n" in shown
    assert "nodes/s, native core" in shown
    estimate = printed("search", "connect4", "--agent", "alphabeta(depth=2, evaluate='windows')")
    assert "(estimate)" in estimate


def test_limits_from_the_command_line() -> None:
    (found,) = objects("search", "connect4", "--nodes", "500", "--json")
    assert (found["nodes"], found["stopped"]) == (500, "nodes")
    (found,) = objects("search", "connect4", "--depth", "3", "--json")
    assert (found["depth"], len(found["line"])) == (3, 3)
    (found,) = objects("search", "connect4", "--time", "0.05", "--agent", "deepening", "--json")
    assert found["stopped"] == "seconds"


def test_iterative_deepening_reports_each_depth() -> None:
    shown = printed("search", "connect4", "--agent", "deepening(depth=4)").splitlines()
    heads = next(line for line in shown if line.startswith("depth "))
    depths = shown[shown.index(heads) + 1 :]
    assert [line.split()[0] for line in depths if line] == ["1", "2", "3", "4"]


def test_the_value_of_every_move() -> None:
    (found,) = objects("search", "tictactoe", "152", "--moves", "--json")
    values = {value["move"]: value["score"] for value in found["moves"]}
    assert values["3"] == 0
    assert all(score == 2 - 10**6 for move, score in values.items() if move != "3")
    shown = printed("search", "tictactoe", "152", "--moves")
    assert "loses in 2 plies" in shown


def test_many_positions() -> None:
    found = objects("search", "tictactoe", "--stdin", "--json", given="-\n5\nXXX/OO./...\n")
    assert [f["move"] for f in found] == ["1", "1", None]
    bad = run("search", "tictactoe", "--stdin", "--json", given="55\n5\n")
    assert bad.returncode == 2
    assert [("error" in json.loads(line)) for line in bad.stdout.splitlines()] == [True, False]


def test_many_positions_are_answered_in_json_without_asking() -> None:
    assert objects("search", "tictactoe", "--stdin", given="5\n")[0]["move"] == "1"


def test_explain_of_a_large_game_chooses_a_depth() -> None:
    told = printed("explain", "connect4", "--rows", "1000")
    assert "No depth was given: searched to depth 3." in told
    assert ", 0 left out" in told
    assert "Unfinished" not in told
    assert "No depth" not in printed("explain", "tictactoe", "519")


def test_explain_stopped_search_is_unfinished() -> None:
    told = printed("explain", "connect4", "--nodes", "300").splitlines()
    assert told[2].endswith("→ stopped")
    assert told[-1] == "Unfinished: stopped after 300 nodes, so there is no value and no best move."


def test_explain_stopped_deepening_names_its_depth() -> None:
    told = printed("explain", "connect4", "4453", "--agent", "deepening", "--nodes", "3000", "--lines", "1")
    assert re.fullmatch(
        r"Unfinished: stopped after 3,000 nodes; depth \d is the last that was finished.",
        told.splitlines()[-1],
    )


def test_explain_counts_pruned_moves_and_nodes_over_the_same_tree() -> None:
    told = printed("explain", "connect4", "4453", "--depth", "5", "--rows", "1000").splitlines()[-1]
    assert re.fullmatch(
        r"1,000 nodes written down, [\d,]+ left out; [\d,]+ moves pruned among those written down", told
    )


def test_searching_without_a_standard_error() -> None:
    ran = subprocess.run(
        f"'{COMMAND[0]}' search tictactoe --json 2>&-", shell=True, capture_output=True, text=True
    )
    assert (ran.returncode, json.loads(ran.stdout)["move"]) == (0, "1")


def test_a_users_game_is_searched() -> None:
    (found,) = objects("search", "examples/nim.py:Nim(heaps=(1, 2))", "--json")
    assert (found["move"], found["proven"]) == ("2x1", True)


def test_explain_prints_the_tree() -> None:
    shown = printed("explain", "textbook")
    assert "│  └╌ 2 3: pruned, β ≤ α: 2 ≤ 3" in shown
    assert "11 nodes written down, 0 left out; 2 moves pruned" in shown
    assert "more lines" in printed("explain", "tictactoe", "519", "--agent", "minimax", "--lines", "20")
    assert "left out" in printed("explain", "tictactoe", "519", "--agent", "minimax", "--rows", "20")


def test_explain_says_from_where_plies_are_counted() -> None:
    """NEWCOMER-REVIEW, confusion 5: "in 5 plies" stands where one ply wins, because the top counts."""
    said = "All values are from MAX's side: MAX moves at the top"
    assert printed("explain", "tictactoe", "XO./.X./..O").startswith(
        f"{said}, where plies are counted from.\n"
    )
    assert printed("explain", "textbook").startswith(f"{said}.\n")


def test_explain_writes_files_and_reads_them(tmp_path: Path) -> None:
    svg, trace_file = tmp_path / "tree.svg", tmp_path / "tree.json"
    shown = printed("explain", "textbook", "--svg", str(svg), "--json", str(trace_file))
    assert ET.parse(svg).getroot().tag.endswith("svg")
    trace = Trace.from_json(trace_file.read_text())
    assert (trace.game, trace.position, trace.agent, len(trace)) == ("textbook", "-", "AlphaBeta()", 11)
    assert printed("explain", "--trace", str(trace_file)) == shown
    assert Trace.from_json(printed("explain", "textbook", "--json", "-")).rows == trace.rows


def test_explain_what_cannot_be(tmp_path: Path) -> None:
    assert "no trace of greedy" in complaint("explain", "tictactoe", "--agent", "greedy")
    assert "--step without a picture: give --svg FILE" in complaint("explain", "textbook", "--step", "3")
    assert "no trace of proof" in complaint("explain", "tictactoe", "--agent", "proof")
    assert "cannot read" in complaint("explain", "textbook", "--trace", str(tmp_path / "none.json"))
    assert "cannot write" in complaint("explain", "textbook", "--svg", str(tmp_path / "no" / "tree.svg"))
    empty = tmp_path / "empty.json"
    empty.write_text('{"format": "plyground-trace", "version": 1, "rows": []}')
    assert "nothing to explain" in complaint("explain", "--trace", str(empty))
    assert complaint("explain") == (
        "plyground: nothing to explain: give a game, or a trace with --trace FILE\n"
    )
    empty.write_text("")
    assert complaint("explain", "--trace", str(empty)).startswith("plyground: no JSON (")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["search", "connect4", "--agent", "alphabeta(depth=-1)"], "bad depth in depth=-1"),
        (["search", "connect4", "--agent", "foo"], "no agent foo: agents are alphabeta"),
        (["search", "connect4", "--agent", ""], "no name in |"),
        (["search", "connect4", "--depth", "0"], "bad depth in depth=0"),
        (["search", "connect4", "--time", "-1"], "bad seconds in seconds=-1.0"),
        (["search", "textbook", "--agent", "greedy"], "F = G − H is about lines on a board"),
        (["search", "textbook", "--agent", "alphabeta(order='centre')"], "only line games have a centre"),
        (["search", "nope"], "no game nope"),
    ],
)
def test_bad_usage_is_one_sentence(args: list[str], sentence: str) -> None:
    said = complaint(*args)
    assert sentence in said
    assert said.count("\n") == 1


def test_a_bare_name_gets_a_depth_or_deepens_and_says_so() -> None:
    assert "its depth was left open: it plays as table_alphabeta(depth=9)\n" in printed(
        "search", "connect4"
    )
    told = printed("search", "connect4", "--agent", "minimax", "--nodes", "500")
    assert "depth 3" in told
    assert "its depth was left open: it plays as deepening(inner=minimax)\n" in told
    assert "20,866 nodes" in (small := printed("search", "tictactoe", "--agent", "alphabeta"))
    assert "note:" not in small
    (found,) = objects("search", "connect4", "--agent", "pvs", "--json")
    assert (found["agent"], found["evaluation"]) == ("pvs(depth=9)", "windows")


def test_a_game_without_an_evaluation_says_so_on_the_screen() -> None:
    sentence = "note: unfinished positions count 0: the game has no evaluation"
    assert sentence in printed("search", "examples/nim.py:Nim", "--depth", "2")
    assert sentence in printed("explain", "examples/nim.py:Nim", "--depth", "1")
    assert sentence not in printed("search", "examples/hexapawn.py:Hexapawn", "--depth", "2")


def test_a_search_that_was_broken_off_shows_no_depth() -> None:
    told = printed("search", "connect4", "--agent", "alphabeta(depth=30)", "--nodes", "500")
    assert "500 nodes, no depth finished, " in told


READER = """
from pathlib import Path
def worth(position):
    return len(Path({path!r}).read_text())
def choose(position, limits):
    worth(position)
    return position.moves()[0]
"""


@pytest.fixture
def reader(tmp_path: Path) -> tuple[str, str]:
    """A file with code of a user that reads another folder, and that folder."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "notes.txt").write_text("12345")
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "reader.py").write_text(READER.format(path=str(folder / "notes.txt")))
    return str(bots / "reader.py"), str(folder)


@pytest.mark.slow
def test_explain_confines_the_code_of_users(reader: tuple[str, str]) -> None:
    if not landlock_abi():
        pytest.skip("NOT TESTED: confinement (this kernel has no Landlock)")
    file, folder = reader
    asked = ("explain", "tictactoe", "--depth", "1", "--agent", f"alphabeta(evaluate='{file}:worth')")
    refused = run(*asked)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "--allow-read DIR" in refused.stderr
    assert "├─ 1: -5" in printed(*asked, "--allow-read", folder)
    trusted = run(*asked, "--trust")
    assert "├─ 1: -5" in trusted.stdout
    assert trusted.stderr == "plyground: note: agents that are not ours may do whatever you may (--trust)\n"


@pytest.mark.slow
def test_search_asks_an_agent_in_a_sandbox(reader: tuple[str, str]) -> None:
    need("bubblewrap")
    file, folder = reader
    asked = ("search", "tictactoe", "--agent", f"python:{file}", "--sandbox")
    refused = run(*asked)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "there is no file" in refused.stderr
    assert "X plays 1" in printed(*asked, "--allow-read", folder)


@pytest.mark.parametrize(
    "command", [("search", "tictactoe"), ("compare", "tictactoe", "--agent", "random")]
)
def test_trust_and_sandbox_exclude_each_other(command: tuple[str, ...]) -> None:
    assert complaint(*command, "--trust", "--sandbox") == (
        "plyground: --trust and --sandbox: give one of them\n"
    )


@pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: there is no Landlock here, and no confined copy"
)
def test_an_agent_that_sleeps_beyond_its_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was waited for until Ctrl-C, whatever --time said."""
    monkeypatch.setattr(as_searcher, "PATIENCE", 0.5)
    asleep = "python:tests/arena/zoo/hanging.py:asleep"
    ran = CliRunner().invoke(app, ["search", "tictactoe", "--agent", asleep, "--time", "0.2"])
    assert ran.exit_code == 1
    assert "gave no answer in 0.7 seconds" in ran.stderr


@pytest.mark.parametrize(
    "command", [("search", "tictactoe"), ("compare", "tictactoe", "--agent", "random")]
)
@pytest.mark.parametrize("written", ["choose = [].append", "", "import os as choose"])
def test_code_of_an_agent_is_not_run_here_to_see_what_it_is(
    written: str, command: tuple[str, ...], tmp_path: Path
) -> None:
    """A file without a function called choose was imported in this process, where nothing confined it."""
    decoy, file = tmp_path / "decoy.txt", tmp_path / "bot.py"
    decoy.write_text("mine")
    file.write_text(f"open({str(decoy)!r}, 'w').close()\n{written}\n")
    ran = CliRunner().invoke(app, [*command, "--agent", f"python:{file}:choose", "--depth", "1"])
    assert ran.exit_code != 0
    assert decoy.read_text() == "mine"
