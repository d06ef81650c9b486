"""The process that learns for the server: `python -P -m plyground.ui.web.learn_main PARENT`.

It reads one line of JSON: options of a training, or the folder of one that goes on. It answers with one
line, the number of the training or the reason why there is none, and then learns. It stops at SIGTERM with
a checkpoint, and ends with its parent.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from plyground.arena.store_file import lock_file
from plyground.errors import PlygroundError
from plyground.processes import die_with_parent
from plyground.trainers.options import LearnOptions
from plyground.ui.web.run_main import problem_json
from plyground.ui.web.training_keeper import HEAD, TrainingKeeper, new_folder, read_head, settled
from plyground.workers.confinement import limit_memory

MEMORY_MB = 4_096
NICE = 5  # games of people on this machine go first


def open_training(request: dict[str, Any]) -> TrainingKeeper:
    """The training that is asked for, locked so that no other process learns for it."""
    if "resume" in request:
        folder = Path(request["resume"])
        options, _ = read_head(folder)
    else:
        options = settled(LearnOptions(**request["options"]))
        folder = new_folder(options)
    lock = lock_file(folder / HEAD)
    return TrainingKeeper(folder, options, lock)


def main() -> None:
    """What the process runs."""
    die_with_parent(int(sys.argv[1]))
    limit_memory(MEMORY_MB)
    os.nice(NICE)
    request: dict[str, Any] = json.loads(sys.stdin.readline())
    try:
        kept = open_training(request)
    except PlygroundError as error:
        print(json.dumps({"problem": problem_json(error)}), flush=True)  # noqa: T201 - the answer
        return
    signal.signal(signal.SIGTERM, lambda number, frame: kept.stop())
    print(json.dumps({"training": int(kept.folder.name)}), flush=True)  # noqa: T201 - the answer
    kept.run()


if __name__ == "__main__":
    main()
