"""The process that plays a run for the server: `python -P -m plyground.ui.web.run_main PARENT`.

It reads one line of JSON: a plan, or the file of a run to resume. It answers with one line, the number of
the run or the reason why there is none, and then plays. It ends with its parent, and so do the processes
that it starts; a run that it leaves unfinished can be resumed.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyground.arena.blunders import judge, to_judge
from plyground.arena.plan import Plan
from plyground.arena.run_folder import new_run
from plyground.arena.runner import begin, play, reopen
from plyground.arena.store import Store
from plyground.arena.store_file import RunExists
from plyground.errors import PlygroundError
from plyground.processes import die_with_parent
from plyground.session.view import why
from plyground.ui.web.preview import page_workers
from plyground.ui.web.serialize import message_json


def open_store(request: dict[str, Any]) -> Store:
    """The run that is asked for; a new one gets the next free number."""
    if "resume" in request:
        return reopen(Path(request["resume"]))
    plan = Plan.from_json(request["plan"])
    while True:
        with suppress(RunExists):
            return begin(plan, new_run())


def find_problem(request: dict[str, Any]) -> str | dict[str, Any]:
    """What is wrong with a plan, if anything; its openings are found here."""
    try:
        if "plan" in request:
            Plan.from_json(request["plan"]).normalized()
    except PlygroundError as error:
        return problem_json(error)
    return ""


def problem_json(error: PlygroundError) -> str | dict[str, Any]:
    """Why there is nothing to run: a key with facts for any language, or English words."""
    reason = why(error)
    return reason if isinstance(reason, str) else message_json(reason, with_tone=False)


def main() -> None:
    """What the process runs."""
    die_with_parent(int(sys.argv[1]))
    request: dict[str, Any] = json.loads(sys.stdin.readline())
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if problem := find_problem(request):
            answers.write(json.dumps({"problem": problem}) + "\n")
            return
        store = open_store(request)
        answers.write(json.dumps({"run": int(store.path.stem)}) + "\n")
    with store:
        play(store, page_workers(store.plan))
        judge(store, to_judge(store, every=False))


if __name__ == "__main__":
    main()
