"""Grades one submission after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from plyground.grader.checks import run_check
from plyground.grader.examiner import Examiner
from plyground.grader.marks import CaseMark, CheckMark, Grade
from plyground.grader.rubric import Rubric
from plyground.grader.submissions import StudentFile
from plyground.message import Message, say
from plyground.workers.confinement import Confinement


def grade_all(
    submissions: Sequence[StudentFile], rubric: Rubric, confinement: Confinement | None = None
) -> Iterator[Grade]:
    """The grade of each submission, as soon as it is known."""
    for submission in submissions:
        yield grade(submission, rubric, confinement or Confinement())


def grade(submission: StudentFile, rubric: Rubric, confinement: Confinement) -> Grade:
    """The marks of one submission in all checks."""
    if submission.file is None:
        missing = CaseMark(False, say("grade.no-file", file=rubric.file or "*.py"))
        marks = [CheckMark(check, [missing]) for check in rubric.checks]
        return Grade(submission.student, Path(rubric.file or "*.py"), rubric, list(_told_once(marks)))
    examiner = Examiner(submission.file.resolve(), rubric, confinement)  # its processes start elsewhere
    marks = [CheckMark(check, run_check(check, examiner)) for check in rubric.checks]
    return Grade(submission.student, submission.file, rubric, list(_told_once(marks)))


def _told_once(marks: Iterable[CheckMark]) -> Iterator[CheckMark]:
    """The marks, without the reasons of a check that earlier ones have all told."""
    told: list[Message] = []
    for mark in marks:
        if mark.reasons and all(reason in told for reason in mark.reasons):
            cases = [replace(case, reason=None, hint=None, figure=None) for case in mark.cases]
            yield replace(mark, cases=cases)
        else:
            told += mark.reasons
            yield mark
