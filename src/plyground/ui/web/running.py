"""The process that plays a run for the server: `python -P -m plyground.ui.web.running PARENT`.

It is told on its standard input, in a line of JSON, a plan or the file of a run to go on with. It answers
with a line that names the run, or says why there is none, and then plays. It ends with its parent, and all
that it has started ends with it; a run that it leaves unfinished can be resumed.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyground.arena.blunders import judge, judged_unasked
from plyground.arena.plan import Plan
from plyground.arena.run import begin, play, reopen, usual_workers
from plyground.arena.runs import new_run
from plyground.arena.store import RunExists, Store
from plyground.errors import PlygroundError
from plyground.processes import die_with_parent


def opened(request: dict[str, Any]) -> Store:
    """The run that is asked for; a new one has the next number that nobody else takes at the same time."""
    if "resume" in request:
        return reopen(Path(request["resume"]))
    plan = Plan.from_json(request["plan"])
    while True:
        with suppress(RunExists):
            return begin(plan, new_run())


def why_not(request: dict[str, Any]) -> str:
    """What is wrong with a plan, if anything is: openings may be drawn, and are looked for here."""
    try:
        if "plan" in request:
            Plan.from_json(request["plan"]).checked()
    except PlygroundError as error:
        return str(error)
    return ""


def main() -> None:
    """What the process runs."""
    die_with_parent(int(sys.argv[1]))
    request: dict[str, Any] = json.loads(sys.stdin.readline())
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if problem := why_not(request):
            answers.write(json.dumps({"problem": problem}) + "\n")
            return
        store = opened(request)
        answers.write(json.dumps({"run": int(store.path.stem)}) + "\n")
    with store:
        play(store, max(1, usual_workers(store.plan) - 1))  # whoever sits at the page needs a core too
        if judged_unasked(store.plan):
            judge(store)


if __name__ == "__main__":
    main()
