"""Students graded side by side: each process grades one after the other."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import islice
from pathlib import Path

from plyground.errors import Failed, PlygroundError
from plyground.grader.grade import new_grade
from plyground.grader.marks import Grade
from plyground.grader.rubric import Rubric
from plyground.grader.submissions import StudentFile
from plyground.workers.confinement import Confinement
from plyground.workers.object_channel import ObjectWorker, wait_for_answers
from plyground.workers.scratch import sweep_scratch_folders

MAX_DEATHS = 3  # of processes at one submission, before the command ends


def grade_all(
    submissions: Sequence[StudentFile], rubric: Rubric, confinement: Confinement, workers: int = 1
) -> Generator[tuple[int, Grade], None, None]:
    """The place of each submission and its grade, in the order in which they are done."""
    if not submissions:
        return
    sweep_scratch_folders()
    waiting = iter(range(len(submissions)))
    graders: list[_Grader] = []
    try:
        for first in islice(waiting, workers):
            graders.append(_Grader(submissions, rubric, confinement))
            graders[-1].take(first)
        while busy := [grader for grader in graders if grader.place is not None]:
            for grader in wait_for_answers(busy):
                place = grader.place
                assert place is not None
                try:
                    marks = grader.receive()
                except (EOFError, OSError):
                    graders[graders.index(grader)] = grader.successor()
                    continue
                if isinstance(marks, PlygroundError):
                    raise marks
                grader.take(next(waiting, None))
                yield place, new_grade(submissions[place], rubric, marks)
    finally:
        for grader in graders:
            grader.ask_to_end()
        for grader in graders:
            grader.end()
        sweep_scratch_folders()


class _Grader(ObjectWorker):
    """One process, and the place of the submission that it grades."""

    def __init__(
        self, submissions: Sequence[StudentFile], rubric: Rubric, confinement: Confinement, deaths: int = 0
    ) -> None:
        super().__init__("plyground.grader.grade_main", str(Path.cwd()))
        self._all = (submissions, rubric, confinement)
        self._deaths = deaths
        self.place: int | None = None
        self.send((rubric, confinement))

    def take(self, place: int | None) -> None:
        """Begin a submission, or none."""
        self._deaths = 0 if place != self.place else self._deaths
        self.place = place
        if place is not None:
            self.send(self._all[0][place])

    def successor(self) -> _Grader:
        """A new process with the same submission, in place of one that has died."""
        self.end()
        sweep_scratch_folders()
        assert self.place is not None
        if self._deaths + 1 >= MAX_DEATHS:
            student = self._all[0][self.place].student
            raise Failed(
                f"a process that grades died {MAX_DEATHS} times at {student} (status {self.status})"
            )
        successor = _Grader(*self._all, self._deaths + 1)
        successor.place = self.place
        successor.take(self.place)
        return successor
