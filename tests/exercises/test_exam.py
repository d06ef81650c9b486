"""Mixed sheets: one for each student of a class, all different, and one key that says what is right."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from helpers.command import complaint, printed
from plyground.errors import BadSpec
from plyground.exercises.exam import make_exam, read_names
from plyground.exercises.exam_sheets import exams_as_html, exams_as_latex, exams_as_text
from plyground.exercises.registry import KINDS
from plyground.exercises.sheets import answer_text
from plyground.words import tongue

WRITERS = (exams_as_text, exams_as_html, exams_as_latex)


def test_each_student_gets_other_exercises_and_the_same_ones_again() -> None:
    def figures(seed: int) -> list[str]:
        sheet = make_exam(["minimax", "minimax", "win"], seed)
        return [part.exercise.figure.text(tongue("en"), key=False) for part in sheet.parts]

    assert figures(1) == figures(1)
    assert len({text for seed in range(1, 6) for text in figures(seed)}) == 15


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_the_key_has_every_answer_and_the_sheet_has_none(language: str) -> None:
    speaker = tongue(language)
    sheets = [make_exam(list(KINDS), 3, "Ana Souza", "Quiz 1")]
    text, key = (exams_as_text(sheets, speaker, key) for key in (False, True))
    for part in sheets[0].parts:
        for question in part.exercise.questions:
            answer = answer_text(question.answer, speaker)
            assert speaker.message(question.ask) in text
            assert answer in key
            assert len(answer) < 4 or answer not in text
    assert "plyground exercise" in key
    assert "plyground exercise" not in text  # which would print the key


@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("write", WRITERS)
def test_a_sheet_has_lines_for_name_date_and_points(write: object, language: str) -> None:
    speaker = tongue(language)
    bare, named = make_exam(["minimax"], 1), make_exam(["minimax"], 2, "Ana Souza", "Quiz 1", [7])
    whole = write([bare, named], speaker)  # type: ignore[operator]
    for word in {"en": ("Name:", "Date:", "Points:"), "pt-BR": ("Nome:", "Data:", "Pontos:")}[language]:
        assert whole.count(word) == 2
    assert "Ana Souza" in whole
    assert whole.count("Quiz 1") == 1
    assert speaker.say("exam.points", n=7) in whole


def test_questions_are_worth_a_point_unless_it_is_said() -> None:
    sheet = make_exam(["minimax", "win"], 1)
    assert [part.points for part in sheet.parts] == [3, 2]
    assert make_exam(["minimax", "win"], 1, points=[4, 6]).points == 10
    with pytest.raises(BadSpec, match="for each of the 2 exercises"):
        make_exam(["minimax", "win"], 1, points=[4])


def test_an_option_is_for_the_kinds_that_know_it() -> None:
    sheet = make_exam(["alphabeta", "win"], 1, depth=2, plies=3)
    assert "--depth 2" in sheet.parts[0].exercise.command
    assert "--plies 3" in sheet.parts[1].exercise.command
    with pytest.raises(BadSpec, match="no exercise takes plies"):
        make_exam(["alphabeta"], 1, plies=3)


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("Ana Souza\nJoão\n\n", ["Ana Souza", "João"]),
        ("id,name\n7,Ana\n8,Li\n", ["Ana", "Li"]),
        ("Nome;Sobrenome;E-mail\nAna;Souza;a@b\nJoão;da Silva;c@d\n", ["Ana Souza", "João da Silva"]),
        ('First name,Last name\nAna,"Souza, Jr."\n', ["Ana Souza, Jr."]),
        ("\ufeffAluno\tTurma\nAna\tA\n", ["Ana"]),
    ],
)
def test_names_are_read_as_people_keep_them(table: str, names: list[str], tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    file.write_text(table, encoding="utf-8")
    assert read_names(file) == names


def test_names_of_an_old_spreadsheet_are_read(tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_bytes("nome\nJoão\n".encode("cp1252"))
    assert read_names(tmp_path / "class.csv") == ["João"]
    (tmp_path / "empty.csv").write_text("name\n")
    with pytest.raises(BadSpec, match="no names"):
        read_names(tmp_path / "empty.csv")


def test_the_command_writes_a_sheet_for_each_name_and_one_key(tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text("name\nAna\nLi\n")
    told = printed(
        *("exercise", "--kinds", "minimax,alphabeta,win", "--names", str(tmp_path / "class.csv")),
        *("--title", "Quiz <1>", "--format", "text,html,latex", "--out", str(tmp_path / "quiz")),
    )
    assert len(told.splitlines()) == 6
    page = (tmp_path / "quiz" / "sheets.html").read_text(encoding="utf-8")
    assert page.count("<section") == 2
    assert "Quiz &lt;1&gt;" in page
    key = (tmp_path / "quiz" / "key.txt").read_text(encoding="utf-8")
    assert key.count("Name: Ana") == key.count("Name: Li") == 1


def test_what_does_not_go_together_is_refused() -> None:
    assert "no kind" in complaint("exercise")
    assert "give one of them" in complaint("exercise", "win", "--kinds", "minimax,win")
    assert "points are whole numbers" in complaint("exercise", "win", "--points", "many")
    assert "formats are text, html, latex" in complaint(
        "exercise", "win", "--title", "Q", "--format", "svg"
    )
    assert "every student gets another tree" in complaint(
        "exercise", "minimax", "--title", "Q", "--tree", "((1,2),(3,4))"
    )


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="needs LaTeX")
@pytest.mark.parametrize("key", [False, True])
def test_latex_makes_a_pdf_of_a_mixed_sheet(tmp_path: Path, key: bool) -> None:
    sheets = [make_exam(list(KINDS), seed, "João_& Ana #1", "50 % {x}") for seed in (1, 2)]
    (tmp_path / "exam.tex").write_text(exams_as_latex(sheets, tongue("pt-BR"), key), encoding="utf-8")
    made = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "exam.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout[-2_000:]
