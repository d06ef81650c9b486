"""Grades as files: a sheet (CSV), Gradescope's results.json, JUnit XML, and pages."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from plyground.columns import csv_row
from plyground.errors import Failed, printable
from plyground.grader.marks import CheckMark, Grade
from plyground.grader.page import (
    check_text,
    check_title,
    mark_text,
    number,
    points_text,
    student_page,
    summary_page,
)
from plyground.grader.rubric import Rubric
from plyground.grader.submissions import Likeness
from plyground.whole_file import write_whole
from plyground.words import Tongue


def write_grades(
    grades: Sequence[Grade], alike: Sequence[Likeness], rubric: Rubric, folder: Path, tongue: Tongue
) -> list[Path]:
    """Write all files into a folder; those for the teacher are given back."""
    sheet, junit, summary = folder / "grades.csv", folder / "junit.xml", folder / "summary.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for grade in grades:
            own = folder / "students" / grade.student
            own.mkdir(parents=True, exist_ok=True)
            write_whole(own / "index.html", student_page(grade, tongue))
            write_whole(own / "results.json", json.dumps(gradescope(grade, tongue), indent=1) + "\n")
        write_whole(sheet, grade_sheet(grades, tongue))
        write_whole(junit, junit_xml(grades, tongue))
        write_whole(summary, summary_page(grades, alike, rubric, tongue))
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None
    return [summary, sheet, junit]


def grade_sheet(grades: Sequence[Grade], tongue: Tongue) -> str:
    """One row a student: the points of each check, and the first reason why some are missing."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    titles = [check_title(mark, tongue) for mark in grades[0].marks]
    writer.writerow(csv_row(["student", "points", "of", *titles, "reasons"]))
    for grade in grades:
        reasons = [printable(tongue.message(mark.reasons[0])) for mark in grade.marks if mark.reasons]
        points = [number(mark.points) for mark in grade.marks]
        row = [
            grade.student,
            number(grade.points),
            number(grade.rubric.points),
            *points,
            " | ".join(reasons),
        ]
        writer.writerow(csv_row(row))
    return text.getvalue()


def gradescope(grade: Grade, tongue: Tongue) -> dict[str, Any]:
    """What Gradescope reads as /autograder/results/results.json."""
    return {
        "score": grade.points,
        "output": points_text(grade.points, grade.rubric.points, tongue),
        "tests": [
            {
                "name": check_title(mark, tongue),
                **_score(mark, tongue),
                "status": "passed" if mark.passed else "failed",
                "output": check_text(mark, tongue),
            }
            for mark in grade.marks
        ],
    }


def _score(mark: CheckMark, tongue: Tongue) -> dict[str, Any]:
    """The points of a check; a condition has none, and its name says what it is."""
    if mark.check.condition:
        return {"name": f"{check_title(mark, tongue)} ({mark_text(mark, tongue)})"}
    return {"score": mark.points, "max_score": mark.check.points}


def junit_xml(grades: Sequence[Grade], tongue: Tongue) -> str:
    """One suite a student, one case a check: what most servers that run tests can show."""
    suites = []
    for grade in grades:
        cases = []
        for mark in grade.marks:
            student, title = (
                quoteattr(_xml(words)) for words in (grade.student, check_title(mark, tongue))
            )
            case = f"<testcase classname={student} name={title}"
            if mark.passed:
                cases.append(f"{case}/>")
                continue
            words = _xml(check_text(mark, tongue))
            first = quoteattr(words.partition("\n")[0])
            cases.append(f"{case}><failure message={first}>{escape(words)}</failure></testcase>")
        failed = sum(not mark.passed for mark in grade.marks)
        head = f'name={quoteattr(_xml(grade.student))} tests="{len(grade.marks)}" failures="{failed}"'
        suites.append(f"<testsuite {head}>{''.join(cases)}</testsuite>")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>{"".join(suites)}</testsuites>\n'


def _xml(words: str) -> str:
    """Words without what XML has no place for."""
    return "".join(sign for sign in words if sign == "\n" or sign.isprintable())
