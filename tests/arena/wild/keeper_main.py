"""Runs inside the fence: makes decoys, lets animals play in plyground's arena, and reports what is left.

`keeper_main.py attempts|trusted|outbreaks|player|killers [landlock=ABI] [mounts=0]` prints a JSON object as its last line.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

STRANGER = 54_321
if os.geteuid() == 0:  # before anything else: see tests/helpers/fence.py
    os.setgroups([])
    os.setresgid(STRANGER, STRANGER, STRANGER)
    os.setresuid(STRANGER, STRANGER, STRANGER)
BESIDE = Path(__file__).parent  # in /tmp, too, if the clone is there
sys.path.append(str(BESIDE))

import fence  # type: ignore[import-not-found]  # noqa: E402 - it refuses to be loaded as root

from plyground import processes  # noqa: E402
from plyground.arena.clock import TimeControl  # noqa: E402
from plyground.arena.cluster.worker import PlayerPool, RunTask  # noqa: E402
from plyground.arena.pair_player import PairPlayer  # noqa: E402
from plyground.arena.plan import Plan  # noqa: E402
from plyground.arena.pool import LocalPool  # noqa: E402
from plyground.arena.records import GameRecord, Pair, PairRecord  # noqa: E402
from plyground.arena.user_files import digests  # noqa: E402
from plyground.errors import PlygroundError  # noqa: E402
from plyground.workers import channel, object_channel  # noqa: E402
from plyground.workers.disk_guard import DiskGuard  # noqa: E402
from plyground.workers.own_mounts import why_no_own_mounts  # noqa: E402

HERE = "tests/arena/wild"
LIMIT = 0.3  # seconds for a move
DECOYS = (
    *(fence.KEY, fence.PROFILE, fence.THESIS, fence.STORE, fence.PACKAGE / "__init__.py"),
    *(fence.HOME / "bots" / f"{name}.py" for name in ("attempts", "calls", "trying", "fence")),
)


def make_decoys() -> None:
    for decoy in DECOYS:
        decoy.parent.mkdir(parents=True, exist_ok=True)
        source = Path(HERE, decoy.name)
        decoy.write_text(source.read_text() if source.is_file() else f"this is {decoy.name}\n")


def picture() -> dict[str, list[Any]]:
    """All that is in the home: names, modes, times, contents."""
    found: dict[str, list[Any]] = {}
    for path in sorted(fence.HOME.rglob("*")):
        status = path.lstat()
        text = path.read_text(errors="replace") if path.is_file() and status.st_mode & 0o400 else ""
        times = status.st_mtime_ns if path.is_file() else 0
        with suppress(OSError):
            found[str(path)] = [status.st_mode, times, len(os.listxattr(path)), text]
    return found


class Services:
    """What animals want to reach: a port, a service at a path, an abstract one; and who has come."""

    def __init__(self) -> None:
        self._sockets = {
            "port": socket.create_server(("127.0.0.1", fence.PORT)),
            "datagram": self._bound(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", fence.PORT)),
            "service": self._bound(socket.AF_UNIX, socket.SOCK_STREAM, str(fence.SERVICE)),
            "abstract": self._bound(socket.AF_UNIX, socket.SOCK_STREAM, fence.ABSTRACT),
            "datagrams": self._bound(socket.AF_UNIX, socket.SOCK_DGRAM, f"{fence.SERVICE}.datagrams"),
        }

    @staticmethod
    def _bound(family: int, kind: int, address: Any) -> socket.socket:
        made = socket.socket(family, kind)
        made.bind(address)
        if kind == socket.SOCK_STREAM:
            made.listen()
        return made

    def visited(self) -> list[str]:
        return [name for name, each in self._sockets.items() if self._was_visited(each)]

    @staticmethod
    def _was_visited(each: socket.socket) -> bool:
        each.setblocking(False)
        with suppress(BlockingIOError):
            if each.type == socket.SOCK_STREAM:
                each.accept()[0].close()
            else:
                each.recv(100)
            return True
        return False


class SharedMemory:
    """Shared memory of the user's, known to the whole machine by a number."""

    def __init__(self) -> None:
        system = ctypes.CDLL(None, use_errno=True)
        system.shmat.restype = ctypes.c_void_p
        self._place = system.shmat(system.shmget(fence.SEGMENT, 4_096, 0o1600), None, 0)
        ctypes.memmove(self._place, b"a secret", 8)

    def was_changed(self) -> bool:
        return ctypes.string_at(self._place, 8) != b"a secret"


@contextmanager
def victim() -> Iterator[subprocess.Popen[bytes]]:
    """A process of the same user that is nobody's business."""
    with subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(600)"]) as process:
        channel.Worker.alive.add(process.pid)  # it is not swept away as a stray
        try:
            yield process
        finally:
            channel.Worker.alive.discard(process.pid)
            process.kill()


def state(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """What can be done to a process from outside."""
    if process.poll() is not None:
        return {"alive": False}
    letter = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]
    return {
        "alive": True,
        "halted": letter in "Tt",
        "nice": os.getpriority(os.PRIO_PROCESS, process.pid),
        "files": resource.prlimit(process.pid, resource.RLIMIT_NOFILE),
        "scheduler": os.sched_getscheduler(process.pid),
    }


def play(agent: str, games: int = 1, **options: Any) -> list[GameRecord]:
    control = TimeControl(seconds=options.pop("seconds", 30))
    opponent = options.pop("opponent", "random")
    plan = Plan("tictactoe", (agent, opponent), control=control, in_process=True, pinned=False, **options)
    with PairPlayer(plan) as player:
        return list(player.play(Pair(0, (0, 1), "-", games)).games)


def tell(game: GameRecord) -> dict[str, Any]:
    own = [move for move in game.moves if move.agent == 0]
    return {
        "ending": game.ending,
        "reason": game.reason,
        "detail": game.detail,
        "printed": own[0].printed if own else None,
        "seconds": own[-1].cost.wall - own[-1].cost.forgiven if own else 0.0,
        "pondered": [move.cost.pondered or 0.0 for move in own],
    }


def is_running(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def left_behind() -> dict[str, Any]:
    return {
        "processes": sorted(filter(is_running, processes.children() - channel.Worker.alive)),
        "folders": sorted(
            path.name for path in Path("/tmp").iterdir() if not BESIDE.is_relative_to(path)
        ),  # a clone
        "shared": sorted(path.name for path in Path("/dev/shm").iterdir()),
    }


def attempts(**options: Any) -> dict[str, Any]:
    """All attempts in one game, and what has become of the decoys."""
    make_decoys()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    services, shared, before = Services(), SharedMemory(), picture()
    with victim() as process:
        unharmed = state(process)
        agent = f"python('{fence.HOME}/bots/attempts.py', 'Attempts', victim={process.pid})"
        (game,) = play(agent, **options)
        harmed = {name: value for name, value in state(process).items() if unharmed[name] != value}
    now = picture()
    changed = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
    visited = services.visited() + ["memory"] * shared.was_changed()
    told = {"changed": changed, "visited": visited, "harmed": harmed, "no_mounts": why_no_own_mounts()}
    return tell(game) | told | left_behind()


def outbreaks() -> dict[str, Any]:
    """Each in a game or two of its own."""
    make_decoys()
    before, found = picture(), {}
    setattr(channel, "DiskGuard", partial(DiskGuard, megabytes=64, files=4_000))  # noqa: B010 - for mypy
    for name, games in OUTBREAKS.items():
        began = time.perf_counter()
        opponent = f"python:{HERE}/outbreaks.py:unhurried" if name.startswith("Ponders") else "random"
        played = play(f"python:{HERE}/outbreaks.py:{name}", games, seconds=LIMIT, opponent=opponent)
        told = {"games": [tell(game) for game in played], "took": time.perf_counter() - began}
        found[name] = told | left_behind() | {"unchanged": picture() == before}
    return found


OUTBREAKS = {
    "nests": 2,
    "locks_its_folders": 2,
    "swaps_its_folder": 2,
    "removes_its_folder": 2,
    "fills_the_disk": 2,
    "fills_the_disk_with_names": 2,
    "breeds": 1,
    "breeds_in_generations": 1,
    "outruns": 1,
    "leaves_a_daemon": 1,
    "PondersInAChild": 1,
    "PondersInAThread": 1,
    "kills_everybody": 2,
    "kills_its_group": 1,
    "halts_its_player": 1,
    "limits_its_player": 2,
    "eats_descriptors": 1,
}


def player() -> dict[str, Any]:
    """Without confinement: a player that is halted, or limited, by its agent."""
    object_channel.LOOK = 0.1
    found: dict[str, Any] = {}
    for name in ("halts_its_player", "limits_its_player"):
        agents = (f"python:{HERE}/outbreaks.py:{name}", "random")
        plan = Plan("tictactoe", agents, ("wild", "tame"), control=TimeControl(seconds=5), trust=True)
        try:
            with LocalPool(plan, 1) as pool:
                found[name] = [tell(game) for record in pool.play(plan.pairs()) for game in record.games]
        except PlygroundError as error:
            found[name] = str(error)
    return found | left_behind()


def killers() -> dict[str, Any]:
    """Without confinement: players that their agent kills, once for each game or always."""
    plan = killing_plan(fence.MARK / "every game", 3)
    return {
        "games": games_of_pool(plan),
        "killed": marks_of("every game"),
        "again": games_of_pool(plan),
        "always": error_of(lambda: games_of_pool(killing_plan(None, 1))),
        "cluster": killers_of_a_cluster(),
        **wait_for_the_end(),
    }


def killers_of_a_cluster() -> dict[str, Any]:
    pool = PlayerPool()

    def games(run: str, plan: Plan) -> list[Any]:
        errand = RunTask(run, plan, str(Path.cwd()), digests(plan))
        records = [pool.perform(errand, pair) for pair in plan.pairs()]
        return [record_of(game) for each in records if isinstance(each, PairRecord) for game in each.games]

    try:
        once = games("once", killing_plan(fence.MARK / "cluster", 1))
        always = error_of(lambda: games("always", killing_plan(None, 1)))
    finally:
        pool.dismiss("once")
        pool.dismiss("always")
    return {"games": once, "killed": marks_of("cluster"), "always": always}


def killing_plan(folder: Path | None, games: int) -> Plan:
    if folder:
        folder.mkdir()
    option = f", folder={str(folder)!r}" if folder else ""
    killer = f"python('{HERE}/killing.py', 'Killer'{option})"
    agents = ("random", killer) if folder else (killer, "random")
    return Plan("tictactoe", agents, games=games, in_process=True, trust=True)


def games_of_pool(plan: Plan) -> list[Any]:
    with LocalPool(plan, 1) as pool:
        return sorted(record_of(game) for record in pool.play(plan.pairs()) for game in record.games)


def record_of(game: GameRecord) -> list[Any]:
    """What does not depend on clocks."""
    return [game.number, game.ending, game.opening, list(game.texts)]


def marks_of(name: str) -> int:
    """How often a killer has killed."""
    return len(list((fence.MARK / name).iterdir()))


def error_of(work: Callable[[], object]) -> str:
    try:
        return f"no error: {work()}"
    except PlygroundError as error:
        return str(error)


def wait_for_the_end() -> dict[str, Any]:
    """What is left when agents of killed players have had a minute to end: nobody waits for them."""
    until = time.monotonic() + 60
    while left_behind()["processes"] and time.monotonic() < until:
        time.sleep(0.02)
    return left_behind()


def pretend(**facts: int) -> None:
    """Let plyground believe that the kernel has an older Landlock, or that it lets nobody mount."""
    true: Any = Plan.__dict__["confinement"]
    Plan.confinement = property(lambda plan: replace(true.fget(plan), **facts))  # type: ignore[method-assign,assignment]


def main() -> None:
    resource.setrlimit(resource.RLIMIT_NPROC, (400, 400))
    processes.adopt_orphans()
    what, *facts = sys.argv[1:]
    if facts:
        pretend(**{name: int(value) for name, _, value in (fact.partition("=") for fact in facts)})
    work: dict[str, Callable[[], dict[str, Any]]] = {
        "attempts": attempts,
        "trusted": partial(attempts, trust=True),
        "outbreaks": outbreaks,
        "player": player,
        "killers": killers,
    }
    print(json.dumps(work[what]()))


if __name__ == "__main__":
    main()
