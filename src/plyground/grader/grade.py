"""Grades one submission; grade_pool.py grades many side by side."""

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


def grade(submission: StudentFile, rubric: Rubric, confinement: Confinement) -> Grade:
    """The grade of one submission."""
    return new_grade(submission, rubric, marks_of(submission, rubric, confinement))


def new_grade(submission: StudentFile, rubric: Rubric, marks: Sequence[CheckMark]) -> Grade:
    """The grade that some marks make."""
    return Grade(submission.student, submission.file or Path(rubric.file or "*.py"), rubric, marks)


def marks_of(submission: StudentFile, rubric: Rubric, confinement: Confinement) -> list[CheckMark]:
    """The marks of one submission in all checks."""
    if submission.file is None:
        missing = CaseMark(False, say("grade.no-file", file=rubric.file or "*.py"))
        return list(_told_once(CheckMark(check, [missing]) for check in rubric.checks))
    examiner = Examiner(submission.file.resolve(), rubric, confinement)  # its processes start elsewhere
    return list(_told_once(CheckMark(check, run_check(check, examiner)) for check in rubric.checks))


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
