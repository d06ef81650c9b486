"""The process that draws reports of runs: `python -P -m plyground.ui.web.report_main PARENT`.

Drawing takes seconds of a core, and a library that the server does not need otherwise. The process reads
one line of JSON, the file of a run, a folder and a language, and answers with one line: the page, or why
there is none.
"""

from __future__ import annotations

import json
import os
import sys
from html import escape
from pathlib import Path
from typing import Any

from plyground.arena.store import Store
from plyground.errors import PlygroundError
from plyground.processes import die_with_parent
from plyground.report.html import write_report
from plyground.session.view import why
from plyground.ui.web.serialize import without_paths
from plyground.ui.web.stored_runs import without_folders
from plyground.words import tongue


def draw_report(request: dict[str, str]) -> dict[str, Any]:
    """Write the page of `plyground report`, without the folders of this machine."""
    try:
        with Store(Path(request["run"])) as store:
            page = write_report(store, Path(request["folder"]), speaker=tongue(request["language"]))
            plan = store.plan
    except PlygroundError as error:
        reason = why(error)
        return {
            "problem": reason
            if isinstance(reason, str)
            else {"key": reason.key, "facts": dict(reason.facts)}
        }
    text = page.read_text(encoding="utf-8")
    for named in (plan.game, *plan.agents, *plan.asked, *plan.names):
        text = text.replace(escape(named), escape(without_folders(named)))
    page.write_text(without_paths(text), encoding="utf-8")
    return {"page": str(page)}


def main() -> None:
    """What the process runs."""
    die_with_parent(int(sys.argv[1]))
    request: dict[str, str] = json.loads(sys.stdin.readline())
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        answers.write(json.dumps(draw_report(request)) + "\n")


if __name__ == "__main__":
    main()
