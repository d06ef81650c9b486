"""Runs random command lines where they can hurt nothing: started by `fuzz_commands.py`, inside bwrap.

This process is the first one of its own process namespace, under nobody's user number, on a root that cannot be
written, without a network; it plays in a folder in memory. Each command is forked from here, under limits.
"""

# ruff: noqa: T201

from __future__ import annotations

import gc
import json
import os
import resource
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from helpers.command_cases import CommandCase, command_case
from helpers.command_server import load
from helpers.played import played
from plyground.arena.plan import Plan
from plyground.arena.runner import begin
from plyground.workers.confinement import Confinement

MEGABYTE = 1 << 20
CODES = (0, 1, 2, 130)
PATIENCE = 2.0  # seconds until Ctrl-C
DEADLINE = 60.0  # seconds after Ctrl-C, on a machine that does other things too
MEMORY = 3_000 * MEGABYTE  # of address space
LARGEST = 1_500 * MEGABYTE  # in real memory
TOLD = (
    "Traceback (most recent call last)",
    "Exception ignored in",
    "Fatal Python error",
    "Segmentation fault",
)
BOT = "def choose(position, limits):\n    return position.moves()[0]\n"


def main(folder: Path, examples: Path, seed: int, first: int, count: int) -> None:
    """Run commands, and print what each did as a line of JSON."""
    contain(folder)
    model = prepare(folder / "model", examples)
    load()
    gc.freeze()
    for number in range(first, first + count):
        case = command_case(seed, number)
        print(json.dumps(run(case, folder, model)), flush=True)


def contain(folder: Path) -> None:
    """Become nobody, under limits, in a folder in memory."""
    limits = Confinement(MEMORY // MEGABYTE, cpu_seconds=36_000, processes=256, trust=True, sandbox=True)
    limits.apply(folder)
    assert os.getuid() != 0, "commands are not run by root"
    assert not any(os.access(place, os.W_OK) for place in ("/", "/usr", "/etc", sys.prefix)), "no sandbox"
    os.chdir(folder)


def prepare(model: Path, examples: Path) -> Path:
    """A folder with everything that command lines name."""
    model.mkdir()
    shutil.copy(examples / "nim.py", model)
    (model / "bot.py").write_text(BOT)
    (model / "broken.py").write_text("def choose(:\n")
    (model / "openings.txt").write_text("5\n51\n")
    (model / "plan.toml").write_text('game = "tictactoe"\nagents = ["random", "greedy"]\ngames = 2\n')
    (model / "bad.toml").write_text("game = [[[\n\x00")
    (model / "trace.json").write_text('{"rows": 1}')
    (model / "binary").write_bytes(bytes(range(256)) * 40)
    (model / "dir").mkdir()
    (model / "link").symlink_to("nowhere")
    played(model / "good.run", games=4).close()
    begin(
        Plan("tictactoe", ("random", "random"), games=4, in_process=True), model / "unfinished.run"
    ).close()
    whole = (model / "good.run").read_bytes()
    (model / "cut.run").write_bytes(whole[: len(whole) // 2])
    (model / "flipped.run").write_bytes(whole[:9_000] + bytes([whole[9_000] ^ 255]) + whole[9_001:])
    (model / "empty.run").touch()
    (model / "runs").mkdir()
    for number, name in enumerate(("good.run", "unfinished.run"), 1):
        shutil.copy(model / name, model / "runs" / f"{number}.run")
    return model


def run(
    case: CommandCase, folder: Path, model: Path, patience: float = PATIENCE, intact: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Run one command in a fresh copy of the folder; what it did, and what was wrong with that."""
    place, out, err = folder / "place", folder / "stdout", folder / "stderr"
    shutil.copytree(model, place, symlinks=True)
    os.mkfifo(place / "fifo")
    (place / "locked").mkdir(mode=0o555)
    (folder / "stdin").write_bytes(case.given)
    began = time.monotonic()
    pid = os.fork()
    if not pid:
        become(case, folder)
    interrupted = not wait(pid, patience)
    if interrupted:
        with suppress(OSError):
            os.killpg(pid, signal.SIGINT)
    stuck = interrupted and not wait(pid, DEADLINE)
    left = leftovers() if not stuck else []
    end_all()
    _, status, used = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    said = b"".join(file.read_bytes()[-200_000:] for file in (out, err)).decode("utf-8", "replace")
    wrong = ["does not stop"] if stuck else []
    wrong += [f"ended with {code}"] if code not in CODES and not stuck else []
    wrong += [word for word in TOLD if word in said]
    wrong += ["no sentence"] if code in (1, 2) and not said.strip() else []
    wrong += [f"took {used.ru_maxrss >> 10} MB"] if used.ru_maxrss << 10 > LARGEST else []
    wrong += [f"left processes: {left}"] if left else []
    wrong += [f"changed {name}" for name in intact if contents(place / name) != contents(model / name)]
    wrong += [f"left {name} in the temporary folder" for name in tempdir(folder).iterdir()]
    for name in ("place", "tmp"):
        shutil.rmtree(folder / name, ignore_errors=True)
    seconds = round(time.monotonic() - began, 2)
    facts = {
        "case": str(case),
        "number": case.number,
        "command": case.args[:1],
        "code": code,
        "seconds": seconds,
    }
    return facts | {
        "interrupted": interrupted,
        "megabytes": used.ru_maxrss >> 10,
        "wrong": wrong,
        "said": said[-1500:],
    }


def contents(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""


def tempdir(folder: Path) -> Path:
    made = folder / "tmp"
    made.mkdir(exist_ok=True)
    return made


def become(case: CommandCase, folder: Path) -> None:
    """Be the command. Never returns."""
    from plyground.cli import main as command

    try:
        os.setsid()
        for number, (name, flags) in enumerate(
            (("stdin", os.O_RDONLY), ("stdout", WRITE), ("stderr", WRITE))
        ):
            os.dup2(os.open(folder / name, flags, 0o600), number)
        resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.environ.update(TMPDIR=str(tempdir(folder)), PLYGROUND_RUNS=str(folder / "place" / "runs"))
        os.environ.update(
            BROWSER="true", SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", HOME=str(folder)
        )
        os.chdir(folder / "place")
        sys.argv = ["plyground", *case.args]
        command()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        with suppress(Exception):
            sys.stdout.flush()
        os._exit(code)
    except BaseException:  # noqa: BLE001  it is what the test looks for
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
        os._exit(99)
    os._exit(0)


WRITE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def wait(pid: int, seconds: float) -> bool:
    """Whether a process ends in time. It is not reaped: its number stays its own."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return True
        time.sleep(0.005)
    return False


def leftovers() -> list[str]:
    """What still runs a while after a command has ended; all processes here are ours."""
    for _ in range(400):
        found = [name for pid in pids() if (name := living(pid))]
        if not found:
            return []
        time.sleep(0.01)
    return found


def pids() -> list[int]:
    return [int(path.name) for path in Path("/proc").glob("[0-9]*") if path.name != str(os.getpid())]


def living(pid: int) -> str:
    """The command of a process, unless it has ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        name = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""
    return "" if state in "ZX" else name[:200] or "?"


def end_all() -> None:
    """End every other process of this namespace, in which there are only our own."""
    assert os.getpid() == 1, "not the first process of a namespace"
    for pid in pids():
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    place, examples, *numbers = sys.argv[1:]
    main(Path(place), Path(examples), *map(int, numbers))
