"""Exercises: the same for a seed, right by the searchers, and printable in every form."""

from __future__ import annotations

import math
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from helpers.command import run
from plyground import connect4, solve
from plyground.cli.app import app
from plyground.errors import BadSpec
from plyground.exercises import KINDS, as_html, as_latex, as_text, make_exercise
from plyground.exercises.bandit import ArmsFigure
from plyground.exercises.puzzle import BoardFigure
from plyground.exercises.sheets import answer_text
from plyground.exercises.trees import random_tree, read_tree
from plyground.words import tongue

LANGUAGES = ("en", "pt-BR")


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_gives_the_same_sheet(kind: str) -> None:
    first, again, other = (make_exercise(kind, seed) for seed in (4, 4, 5))
    english = tongue("en")
    assert as_html([first], english, key=True) == as_html([again], english, key=True)
    assert as_html([first], english) != as_html([other], english)
    for language in LANGUAGES:
        sheet, key = (as_text([first], tongue(language), key) for key in (False, True))
        for question in first.questions:
            answer = answer_text(question.answer, tongue(language))
            assert tongue(language).message(question.ask) in sheet
            assert answer in key
            assert len(answer) < 4 or answer not in sheet  # the sheet does not tell


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_on_a_portuguese_sheet_gives_that_sheet(kind: str) -> None:
    """It left out the language, and gave an English one."""
    sheet = as_text([make_exercise(kind, 4)], tongue("pt-BR"))
    again = re.findall(r"plyground (exercise .*)", sheet)[0]
    assert CliRunner().invoke(app, shlex.split(again)).stdout == sheet


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", [False, True])
def test_pictures_are_xml(kind: str, key: bool) -> None:
    for language in LANGUAGES:
        picture = make_exercise(kind, 2).figure.svg(tongue(language), key)
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_the_key_strikes_out_what_is_pruned() -> None:
    figure, english = make_exercise("alphabeta", 7).figure, tongue("en")
    assert "stroke-dasharray" not in figure.svg(english, key=False)
    assert figure.svg(english, key=True).count('stroke-width="3"') == 2  # two branches of D
    assert "α" not in figure.svg(english, key=False)


def test_leaves_without_ties_are_all_different() -> None:
    for seed in range(20):
        leaves = re.findall(r"\d+", str(random_tree(seed, ties=False)))
        assert len(set(leaves)) == len(leaves) == 27


def test_bounds_are_those_of_the_formula() -> None:
    for seed in range(30):
        figure = make_exercise("mcts", seed).figure
        assert isinstance(figure, ArmsFigure)
        total = sum(arm.visits for arm in figure.arms)
        for arm in figure.arms:
            by_hand = arm.reward / arm.visits + 1.4 * math.sqrt(math.log(total) / arm.visits)
            assert math.isclose(arm.bound(total), by_hand)


def test_a_puzzle_has_one_winning_move() -> None:
    made = make_exercise("win", 3, plies=3)
    assert isinstance(made.figure, BoardFigure)
    position = connect4().parse(made.figure.position.text())
    found = solve(position, moves=True)
    assert found.moves is not None
    assert found.words == "wins in 3 plies"
    assert sum(move.low > 0 for move in found.moves) == 1
    assert answer_text(made.questions[0].answer, tongue("en")) == found.move


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"depth": 9}, "bad depth in depth=9: depth is a whole number from 1 to 5"),
        ({"depth": 5, "branching": 5}, "too large a tree in depth=5, branching=5: a sheet has room for 64 leaves, and these are 3125"),
        ({"plies": 4}, "exercise alphabeta has no plies in plies=4: it takes depth, branching, ties, order, cut, tree"),
        ({"order": "good"}, "bad order in order='good': order is one of random, best, worst"),
    ],
)  # fmt: skip
def test_bad_options_of_an_exercise(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadSpec) as refused:
        make_exercise("alphabeta", 1, **options)
    assert str(refused.value) == message


def test_exercise_command(tmp_path: Path) -> None:
    made = run("exercise", "alphabeta", "--seed", "7", "--depth", "2", "--lang", "en", "--key")
    assert made.returncode == 0
    assert made.stdout.count("Alpha-beta, exercise 7") == 2
    assert "Key: Alpha-beta, exercise 7" in made.stdout
    forms = ("--format", "html,latex,svg,text", "--out", str(tmp_path / "class"))
    made = run("exercise", "minimax", "--count", "3", "--seed", "10", *forms)
    names = {path.name for path in (tmp_path / "class").iterdir()}
    assert {
        "sheets.html",
        "keys.html",
        "sheets.tex",
        "keys.tex",
        "sheets.txt",
        "minimax-12-key.svg",
    } <= names
    assert len(names) == 12 == len(made.stdout.splitlines())
    assert (tmp_path / "class" / "sheets.html").read_text(encoding="utf-8").count("<section>") == 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("alfabeta",), "no such exercise in alfabeta: did you mean alphabeta?"),
        (("win", "--plies", "4"), "bad plies in plies=4: it is an odd number: the winner moves first and last"),
        (("minimax", "--format", "pdf"), "no such format in pdf: formats are text, html, latex, svg"),
        (("minimax", "--format", "svg", "--key"), "one picture at a time in svg: give --out FOLDER for sheets and keys"),
        (("minimax", "--lang", "fr"), "no language fr: languages are en, pt-BR"),
    ],
)  # fmt: skip
def test_exercise_refuses(given: tuple[str, ...], message: str) -> None:
    made = run("exercise", *given)
    assert (made.returncode, made.stderr.strip()) == (2, f"plyground: {message}")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="NOT TESTED: sheets as PDF: no pdflatex")
def test_latex_makes_a_pdf_of_every_kind(tmp_path: Path) -> None:
    made = [make_exercise(kind, 3) for kind in KINDS]
    for language in LANGUAGES:
        for key in (False, True):
            source = tmp_path / f"{language}-{key}.tex"
            source.write_text(as_latex(made, tongue(language), key), encoding="utf-8")
            ran = subprocess.run(
                ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", source.name],
                cwd=tmp_path, capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert ran.returncode == 0, ran.stdout[-2_000:]
            assert f"({len(KINDS)} pages" in ran.stdout


def test_a_tree_of_ones_own() -> None:
    """The command on the sheet makes the same sheet; what is no tree is told what one looks like."""
    command = ["exercise", "alphabeta", "--tree", "((3,12,8), (2,4,6), (14,5,2))", "--lang", "en"]
    printed = CliRunner().invoke(app, command).stdout
    assert printed.startswith("Alpha-beta, a tree of your own\n")
    again = re.findall(r"plyground (exercise .*)", printed)[0]
    assert CliRunner().invoke(app, [*shlex.split(again), "--lang", "en"]).stdout == printed
    for wrong in ("7", "nonsense", "((1,2),x)", "((1,2),True)", "tree.py:Game", "()", "((1,2)"):
        with pytest.raises(BadSpec, match=r"tree|branches|spec|node"):
            read_tree(wrong)
    with pytest.raises(BadSpec, match="room for 8 plies and 100 nodes"):
        read_tree(f"({'1,' * 100})")


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_speaks_of_triangles_only_where_they_are_drawn(kind: str) -> None:
    made = make_exercise(kind, 2)
    for language, words in (
        ("en", ("triangle", "small numbers")),
        ("pt-BR", ("triângulo", "números pequenos")),
    ):
        speaker = tongue(language)
        drawn = "<polygon" in as_html([made], speaker)
        for word in words:
            assert word not in as_text([made], speaker, key=True)
            assert (word in as_html([made], speaker)) == drawn
            assert (word in as_latex([made], speaker)) == drawn
