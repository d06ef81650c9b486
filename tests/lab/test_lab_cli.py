"""compare, report and reproduce as users run them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from command import complaint, objects, printed, run
from plyground.arena.store import Store
from plyground.cli.reproducing import reproduced
from plyground.lab.experiment import Experiment, Run
from plyground.lab.searches import Searches
from plyground.papers import PAPERS, Claim, Finding

SMALL = ("--positions", "1", "--repetitions", "1", "--games", "2", "--workers", "1")
AGENTS = ("--agent", "random", "--agent", "minimax", "--agent", "alphabeta")


def test_compare_prints_tables_and_writes_a_report(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = ("compare", "tictactoe", *AGENTS, "--depths", "1-3", *SMALL, "--out", str(out))
    told = printed(*command)
    assert re.search(r"^nodes, depth +1 +2 +3$", told, re.MULTILINE)
    assert re.search(r"^minimax +both +4 ", told, re.MULTILINE)
    assert "blunders" in told
    assert told.rstrip().endswith(f"{out}/index.html")
    assert (out / "experiment.run").exists()
    assert (out / "searches.csv").exists()
    assert printed(*command) == told  # the clocks too: nothing was done again
    assert "another experiment in" in complaint(*command, "--seed", "1")


@pytest.mark.campaign
def test_compare_of_several_games_from_a_file_has_a_folder_for_each(tmp_path: Path) -> None:
    file, out = tmp_path / "lab.toml", tmp_path / "out"
    file.write_text(
        'compare = ["tictactoe", "connect4(4,4,3)"]\nagents = ["minimax", "alphabeta"]\ndepths = [2, 4]\n'
        "positions = 1\nrepetitions = 1\ngames = 2\n"
    )
    found = objects("compare", "--file", str(file), "--out", str(out), "--workers", "1", "--json")
    assert [each["game"] for each in found] == ["tictactoe", "connect4(4,4,3)"]
    assert sorted(path.parent.name for path in out.glob("*/index.html")) == ["connect4-4-4-3", "tictactoe"]
    drawn = {figure["name"]: figure["series"] for figure in found[0]["figures"]}
    assert {"nodes-by-depth", "time-by-empty", "pruning"} <= set(drawn)
    assert [x for x, _ in drawn["nodes-by-depth"]["minimax"]] == [2, 4]


def test_report_of_a_match(tmp_path: Path) -> None:
    path = str(tmp_path / "a.run")
    printed(
        "match",
        "tictactoe",
        "random",
        "minimax",
        "--games",
        "2",
        "--in-process",
        "--workers",
        "1",
        "--run",
        path,
    )
    assert printed("report", path, "--out", str(tmp_path / "r")) == f"{tmp_path}/r/index.html\n"
    assert "2 of 2 games" in (tmp_path / "r" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("compare", "nogame"), "no game nogame"),
        (("compare", "--agent", "nobody"), "no agent nobody"),
        (("compare", "--depths", "x"), "no depths in x: write 1-7, or 5"),
        (("compare", "--positions", "-3"), "positions is a whole number"),
        (("compare", "--file", "nowhere.toml"), "cannot read nowhere.toml"),
        (("report", "nowhere.run"), "no run nowhere.run"),
        (("reproduce", "P9"), "no paper P9: papers are P0, P1, P2, P3, P4"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_usage_is_told_in_a_sentence(args: tuple[str, ...], said: str) -> None:
    assert said in complaint(*args)


def test_reproduce_gives_a_list_of_claims(tmp_path: Path) -> None:
    ran = run("reproduce", "p2", "--json", "--report", str(tmp_path / "page"))
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = json.loads(ran.stdout)
    assert {tuple(row) for row in rows} == {("paper", "id", "claim", "published", "ours", "verdict", "why")}
    assert {row["paper"] for row in rows} == {"P2"}
    by_id = {row["id"]: row for row in rows}
    assert (by_id["P2.leaves"]["ours"], by_id["P2.leaves"]["verdict"]) == ("255,168", "contradicted")
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert all(f'id="{row["id"]}"' in page for row in rows)


def test_reproduce_tells_what_it_finds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    claim = Claim(
        "P2.leaves",
        "The tree has 362,880 leaves.",
        "362,880",
        lambda: Finding("255,168", "contradicted", "It is 9!."),
    )
    monkeypatch.setattr(PAPERS["P2"], "CLAIMS", (claim,))
    reproduced(["p2"], None, False)
    assert capsys.readouterr().out.splitlines()[2:] == [
        "P2.leaves: The tree has 362,880 leaves.",
        "  published 362,880",
        "  ours      255,168",
        "  verdict   contradicted: It is 9!.",
        "",
        "1 claims: 1 contradicted",
    ]


def test_resume_makes_the_missing_searches_too(tmp_path: Path) -> None:
    whole = Experiment("tictactoe", ("minimax", "alphabeta"), (1, 2), 1, 1, 2)
    run = Run.start(whole, tmp_path / "a.run")
    run.store.close()
    printed("resume", str(tmp_path / "a.run"), "--workers", "1")
    with Store(tmp_path / "a.run") as store:
        assert len(list(Searches(store))) == len(list(whole.jobs()))
        assert store.about("finished") == "all games played"


@pytest.mark.parametrize(
    "agent",
    [
        "p0.mtt",
        *(
            pytest.param(name, marks=pytest.mark.campaign)
            for name in ("p0.alphabeta", "p1.greedy", "p2.alphabeta", "p3.pruned")
        ),
    ],
)
def test_published_players_play_matches(agent: str, tmp_path: Path) -> None:
    (told,) = objects(
        "match", "tictactoe", agent, "random", "--games", "2", "--run", str(tmp_path / "a.run"), "--json"
    )
    assert told["agents"][0]["both"]["forfeits"] == {}
    assert told["agents"][0]["spec"] == agent
