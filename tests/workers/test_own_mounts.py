"""Mounts of its own: what works in them, what they hold, and what is said where there can be none."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.keeper import caged
from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import Pair
from plyground.processes import sweep
from plyground.workers import own_mounts
from plyground.workers.channel import Worker
from plyground.workers.landlock import landlock_abi
from plyground.workers.own_mounts import why_no_own_mounts

PRISONERS = Path("tests/workers/prisoners/trying.py").absolute()
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="NOT TESTED: mounts, which only Linux has")


@pytest.fixture
def mounted() -> Iterator[None]:
    """A test that needs them; after it no process of it is alive."""
    if not landlock_abi() or (why := why_no_own_mounts()):
        pytest.skip(f"NOT TESTED: mounts of its own: {why if landlock_abi() else 'no Landlock'}")
    with caged():
        yield


def said(agent: str, memory_mb: int = 4_096) -> list[str]:
    """What an agent said at its first move, line by line."""
    agents = (f"python:{PRISONERS}:{agent}", "random")
    control = TimeControl(seconds=20)
    plan = Plan("tictactoe", agents, control=control, memory_mb=memory_mb, in_process=True, pinned=False)
    with PairPlayer(plan) as table:
        (played,) = table.play(Pair(0, (0, 1), "-", 1)).games
    assert played.ending == "rules", played.detail
    return (played.moves[0].printed or "").splitlines()


@pytest.mark.usefixtures("mounted")
def test_what_is_ordinary_in_a_folder_of_ones_own_works() -> None:
    """`copy2` and `utime` were refused, and a mode did nothing: a program just made could not be run."""
    assert said("keep_house") == ["done: b.txt", "done: None", "time: 7.0", "done: None", "done: made here"]


@pytest.mark.usefixtures("mounted")
def test_processes_of_an_agent_share_memory() -> None:
    """`/dev/shm` was one for all programs of the machine, and so refused."""
    assert said("work_together") == ["done: [1, 2]", "done: one word", "done: b'four'"]


@pytest.mark.usefixtures("mounted")
def test_files_without_a_name_and_shared_memory_count() -> None:
    """Nobody saw what was written into a file that had been removed: one agent filled the disk of all."""
    told = said("fill_the_disk_unseen")
    assert told == [
        "refused: OSError [Errno 28] No space left on device",
        "refused: OSError [Errno 28] No space left on device",
    ]


@pytest.mark.usefixtures("mounted")
def test_mounts_alone_keep_everything_else_as_it_is(tmp_path: Path) -> None:
    """A second wall beside Landlock, which is not there in this test."""
    folder, other = tmp_path / "own", tmp_path / "other"
    folder.mkdir()
    other.write_text("mine")
    script = f"""
import os
from pathlib import Path
from plyground.workers.own_mounts import enter_own_mounts
from plyground.workers.privileges import drop_capabilities
folder, other = Path({str(folder)!r}), Path({str(other)!r})
print(enter_own_mounts(folder, megabytes=1) == [Path("/dev/shm"), folder])
drop_capabilities(reading=False)
for change in (lambda: other.write_text("yours"), lambda: other.chmod(0), lambda: os.utime(other, (1, 1)), other.unlink):
    try:
        change()
    except OSError as error:
        print(error.strerror)
(folder / "file").write_text("there")
print(os.listdir(folder), os.listdir("/dev/shm"))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["True", *["Read-only file system"] * 4, "['file'] []"]
    assert (other.read_text(), list(folder.iterdir())) == ("mine", [])


@pytest.mark.usefixtures("mounted")
def test_shared_memory_stays_where_something_there_is_needed(tmp_path: Path) -> None:
    script = f"""
from pathlib import Path
from plyground.workers.own_mounts import enter_own_mounts
print(enter_own_mounts(Path({str(tmp_path)!r}), [Path("/dev/shm/weights.bin")]) == [Path({str(tmp_path)!r})])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be another user")
@pytest.mark.usefixtures("mounted")
def test_users_have_no_privilege_in_their_namespace_and_as_few_processes_as_outside() -> None:
    script = """
import os, resource, time
from pathlib import Path
from tempfile import mkdtemp
from plyground.workers.confinement import Confinement

os.setresgid(54322, 54322, 54322)
os.setresuid(54322, 54322, 54322)
folder = Path(mkdtemp())
confinement = Confinement(processes=8, mounts=True)
child = os.fork()
if child:
    os.waitpid(child, 0)
    folder.rmdir()
    raise SystemExit
os.setpgid(0, 0)
confinement.apply(folder)
print(os.getuid(), Path("/proc/self/status").read_text().split("CapEff:")[1].split()[0])
try:
    for count in range(50):
        if os.fork() == 0:
            time.sleep(60)
except BlockingIOError:
    print(count, flush=True)
finally:
    os.killpg(0, 9)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, start_new_session=True
    )
    sweep(Worker.alive)  # what was killed there is ours to bury
    assert done.stdout.splitlines() == ["54322 0000000000000000", "8"], done.stderr


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Not root, and nothing has been tried yet."""
    monkeypatch.setattr(own_mounts, "_is_mounter", lambda: False)
    why_no_own_mounts.cache_clear()
    yield
    why_no_own_mounts.cache_clear()


@pytest.mark.usefixtures("user")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("user.max_user_namespaces", "0"),
        ("user.max_mnt_namespaces", "0"),
        ("kernel.unprivileged_userns_clone", "0"),
        ("kernel.apparmor_restrict_unprivileged_userns", "1"),
    ],
)
def test_the_switch_is_named_that_forbids_it(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_mounts, "_setting", {name: value}.get)
    assert why_no_own_mounts() == f"{name} is {value}"


@pytest.mark.usefixtures("user")
def test_what_only_a_trial_shows_is_told_in_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Docker, whose own filter refuses it."""
    monkeypatch.setattr(own_mounts, "_setting", lambda name: "")
    monkeypatch.setattr(
        own_mounts, "_TRIAL", "raise PermissionError(1, 'unshare: Operation not permitted')"
    )
    assert why_no_own_mounts() == "unshare: Operation not permitted"
    why_no_own_mounts.cache_clear()
    monkeypatch.setattr(own_mounts, "_TRIAL", "import os; os._exit(3)")
    assert why_no_own_mounts() == "the trial ended with 3"


@pytest.mark.usefixtures("user")
def test_a_limit_that_is_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system says that no space is left on the device."""
    monkeypatch.setattr(own_mounts, "_setting", lambda name: "")
    told = (
        "import ctypes, errno; from plyground.workers import own_mounts; ctypes.set_errno(errno.ENOSPC); "
    )
    script = "import sys; sys.path.insert(0, sys.argv[1]); " + told + "own_mounts._check('unshare', -1)"
    monkeypatch.setattr(own_mounts, "_TRIAL", script)
    assert why_no_own_mounts() == "unshare: user.max_user_namespaces is reached"
