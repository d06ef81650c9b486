"""compare, report and reproduce as users run them."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from helpers.command import complaint, objects, printed, run
from helpers.portuguese import english_in, page_text
from plyground.arena.store import Store
from plyground.cli.reproduce import reproduce
from plyground.errors import Failed
from plyground.experiments.experiment import Experiment, ExperimentRun
from plyground.experiments.search_store import SearchStore
from plyground.papers.claim import Claim, Finding, Reading, Verdict
from plyground.papers.registry import PAPERS

SMALL = ("--positions", "1", "--repetitions", "1", "--games", "2", "--workers", "1")
AGENTS = ("--agent", "random", "--agent", "minimax", "--agent", "alphabeta")


@pytest.mark.slow
def test_compare_prints_tables_and_writes_a_report(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = ("compare", "tictactoe", *AGENTS, "--depths", "1-3", *SMALL, "--out", str(out))
    first = printed(*command)
    assert re.search(r"^1\. Same answer: alphabeta found the value", first, re.MULTILINE)
    assert len(first.splitlines()) <= 40
    assert first.rstrip().endswith(f"{out}/index.html")
    told = printed(*command, "--full")
    assert re.search(r"^nodes, depth +1 +2 +3$", told, re.MULTILINE)
    assert re.search(r"^minimax +both +4 ", told, re.MULTILINE)
    assert "blunders" in told
    assert re.search(r"^openings +random\(2\)", told, re.MULTILINE)
    assert re.search(r"^program +plyground .* core, Python", told, re.MULTILINE)
    assert all(len(line) <= 100 for line in told.splitlines()[:-1] if not line.startswith("note: "))
    assert (out / "experiment.run").exists()
    assert (out / "searches.csv").exists()
    assert printed(*command) == first  # the clocks too: nothing was done again
    assert "1. Mesma resposta: alphabeta achou o valor" in printed(*command, "--lang", "pt-BR")
    assert "another experiment in" in complaint(*command, "--seed", "1")


@pytest.mark.campaign
def test_compare_of_several_games_has_a_folder_each(tmp_path: Path) -> None:
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
    assert ["games", "2 between two agents, no limit on a move"] in found[0]["conditions"]
    assert [x for x, _ in drawn["nodes-by-depth"]["minimax"]] == [2, 4]


@pytest.mark.slow
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
    told = printed("report", path, "--out", str(tmp_path / "r"))
    assert re.search(r"^1\. .* points", told, re.MULTILINE)
    assert told.endswith(f"{tmp_path}/r/index.html\n")
    page = (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
    assert "seed 0: 2 games, all games played" in page
    order = ['<section class="findings">', "<h2>Figures", "<h2>Tables", "<h2>How it was measured"]
    assert [page.index(mark) for mark in order] == sorted(page.index(mark) for mark in order)
    assert '<div class="shown"></div>' not in page


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("compare", "nogame"), "no game nogame"),
        (("compare", "--agent", "nobody"), "no agent nobody"),
        (("compare", "--depths", "x"), "no depths in x: write 1-7, or 5"),
        (("compare", "--positions", "-3"), "positions is a whole number"),
        (("compare", "--file", "nowhere.toml"), "cannot read nowhere.toml"),
        (("report", "nowhere.run"), "no run nowhere.run"),
        (
            ("reproduce", "P9"),
            "no paper P9: papers are P0 MTT against alpha-beta (Unioeste, 2025); P1 Minimax",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_usage_is_told_in_a_sentence(args: tuple[str, ...], said: str) -> None:
    assert said in complaint(*args)


def test_reproduce_gives_a_claim_a_line(tmp_path: Path) -> None:
    ran = run("reproduce", "p2", "--json", "--report", str(tmp_path / "page"))
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    assert {tuple(row) for row in rows} == {
        ("paper", "title", "id", "claim", "published", "ours", "verdict", "why", "readings")
    }
    assert {row["paper"] for row in rows} == {"P2"}
    by_id = {row["id"]: row for row in rows}
    assert (by_id["P2.leaves"]["ours"], by_id["P2.leaves"]["verdict"]) == ("255,168", "contradicted")
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert all(f'id="{row["id"]}"' in page for row in rows)


def test_reproduce_tells_what_it_finds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = {"leaves": 255_168, "orders": 362_880, "early": 127_296}
    claim = Claim("P2.leaves", lambda: Finding("contradicted", facts))
    monkeypatch.setattr(PAPERS["P2"], "CLAIMS", (claim,))
    reproduce(["p2"], lang="en")
    head, title, _, *told = capsys.readouterr().out.splitlines()
    assert head == "P2: Alpha-beta in JavaScript (school and year unknown)"
    assert title.startswith("Algoritmo Minimax")
    assert told == [
        "P2.leaves: The game tree has 362,880 leaves.",
        "  published apenas 362,880 folhas",
        "  ours      255,168",
        "  verdict   contradicted: 9! = 362,880 orders fill the board, but 127,296 games end before it is",
        "            full.",
        "",
        "1. Of 1 claim 0 holds (0 exact, 0 within noise, 0 rounded), and 1 is contradicted by our",
        "   measurement.",
        "2. 1 of 1 claim is measured without a clock, and comes out the same on every machine.",
    ]
    reproduce(["p2"], lang="pt-BR")
    assert capsys.readouterr().out.splitlines()[3:6] == [
        "P2.leaves: A árvore do jogo tem 362.880 folhas.",
        "  publicado apenas 362,880 folhas",
        "  medido    255.168",
    ]


def _of_several_readings() -> Claim:
    of_each: list[tuple[str, Verdict, int]] = [("sides", "exact", 0), ("root", "contradicted", 59)]
    readings = tuple(
        Reading(name, verdict, {"spoiled": spoiled, "positions": 4520})
        for name, verdict, spoiled in of_each
    )
    found = Finding("depends on the reading", {"counts": [0, 59]}, readings)
    return Claim("P1.best-move-bug", lambda: found)


def test_reproduce_shows_readings_side_by_side(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(PAPERS["P1"], "CLAIMS", (_of_several_readings(),))
    reproduce(["p1"], tmp_path / "page", "en")
    printed = capsys.readouterr().out
    assert "  reading   the error at the root only: 59 of 4,520 positions spoiled (contradicted)" in printed
    assert "  verdict   depends on the reading: Which program played Figure 1 is not known" in printed
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert '<tr class="reading"><th scope="row" colspan="2">the error at the root only</th>' in page
    assert "≠ contradicted" in page
    assert "<h3>P1: Minimax and A* (PUC Minas, 2020)</h3>" in page
    assert "Neither held nor contradicted: 1 claim that depends on how the text, or a word" in page
    assert '<td lang="pt-BR">retorna a melhor jogada possível</td>' in page
    reproduce(["p1"], tmp_path / "página", "pt-BR", as_json=True)
    row = json.loads(capsys.readouterr().out)
    assert row["readings"][1] == {
        "reading": "o erro só na raiz",
        "ours": "em 59 de 4.520 posições a jogada desperdiça o resultado",
        "verdict": "contradicted",
    }
    page = (tmp_path / "página" / "index.html").read_text(encoding="utf-8")
    assert page.startswith('<!doctype html>\n<html lang="pt-BR">')
    assert "≠ refutado" in page
    assert english_in(page_text(page)) == set()
    assert "<td>retorna a melhor jogada possível</td>" in page


def test_reproduce_checks_its_output_before_measuring(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def measured() -> Finding:
        raise AssertionError("it was measured")

    monkeypatch.setattr(PAPERS["P2"], "CLAIMS", (Claim("P2.leaves", measured),))
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(Failed, match="cannot be written"):
        reproduce(["p2"], tmp_path / "file")
    with pytest.raises(Failed, match="cannot be written"):
        reproduce(["p2"], tmp_path / "file" / "page")


def test_reproduce_looks_at_the_folder_before_it_measures(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = run("reproduce", "P0", "--report", str(tmp_path / "file" / "page"))
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert "cannot be written (Not a directory)" in ran.stderr


def test_unwritable_path_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / ("a folder with a long name " * 4)
    said = complaint("compare", "tictactoe", *AGENTS, *SMALL, "--out", str(out))
    assert said.count(str(tmp_path)) == 1
    assert said.endswith("Not a directory\n")


def test_compare_says_its_defaults() -> None:
    told = " ".join(printed("compare", "--help").replace("│", " ").split())
    for default in ("(10)", "(5)", "(20)", "(0)", "(plyground-report)"):
        assert default in told
    assert "(the survey; with options, tictactoe and connect4)" in told


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--lang", "xx"), "no language xx: languages are en, pt-BR"),
        (("--seed", "-1"), "seed is a whole number"),
    ],
)
def test_bad_options_of_the_survey_are_told_before_it_begins(args: tuple[str, str], said: str) -> None:
    assert said in complaint("compare", *args)


@pytest.mark.campaign
def test_compare_without_arguments_is_the_survey(tmp_path: Path) -> None:
    out = tmp_path / "out"
    begun = time.perf_counter()
    ran = run("compare", "--out", str(out), "--lang", "en")
    taken = time.perf_counter() - begun
    assert ran.returncode == 0, ran.stderr
    foretold = re.fullmatch(r"plyground: comparing .* about ([\d,]+) s on this machine.*\n", ran.stderr)
    assert foretold, ran.stderr
    assert 1 / 3 < taken / int(foretold[1].replace(",", "")) < 3
    told = ran.stdout
    assert "in 2,155 of 2,155 searches of 137 positions" in " ".join(told.split())
    assert "alphabeta against minimax 66–32 and 65.5–32.5" in " ".join(told.split())
    assert len(told.splitlines()) <= 52
    assert (out / "index.html").exists()


def test_resume_makes_the_missing_searches_too(tmp_path: Path) -> None:
    whole = Experiment("tictactoe", ("minimax", "alphabeta"), (1, 2), 1, 1, 2)
    run = ExperimentRun.start(whole, tmp_path / "a.run")
    run.store.close()
    printed("resume", str(tmp_path / "a.run"), "--workers", "1")
    with Store(tmp_path / "a.run") as store:
        assert len(list(SearchStore(store))) == len(list(whole.jobs()))
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
