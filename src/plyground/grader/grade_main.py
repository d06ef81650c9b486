"""The process that grades students: `python -P -m plyground.grader.grade_main PARENT`.

It is sent a rubric with what confines programs, and then submissions, and answers each with its marks.
"""

from __future__ import annotations

import os
import signal
import sys

from plyground.grader.grade import marks_of
from plyground.grader.marks import CheckMark
from plyground.grader.submissions import StudentFile
from plyground.processes import adopt_orphans, die_with_parent, sweep
from plyground.workers.object_channel import serve_objects, take_over_streams


def serve_submissions() -> None:
    """Receive a rubric, and mark what comes until no more comes."""
    submissions, answers = take_over_streams()
    rubric, confinement = submissions.recv()

    def answer(submission: StudentFile) -> list[CheckMark]:
        marks = marks_of(submission, rubric, confinement)
        sweep(())  # what a program has left behind
        return marks

    serve_objects(submissions, answers, answer)


def _end(*_: object) -> None:
    """End in order, the student's process first; ignore further signals meanwhile."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)


def main() -> None:
    """Serve the parent process until it ends."""
    signal.signal(signal.SIGTERM, _end)
    die_with_parent(int(sys.argv[1]), signal.SIGTERM)
    adopt_orphans()
    sys.path.append(os.getcwd())  # noqa: PTH109 - for the user's games
    try:
        serve_submissions()
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sweep(())


if __name__ == "__main__":
    main()
