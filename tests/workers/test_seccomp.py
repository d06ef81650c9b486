"""The filter of system calls, run step by step as the kernel runs it: on both machines, for every number.

What it does to real calls is tried by wild animals: tests/arena/wild/calls.py.
"""

from __future__ import annotations

import errno
import re
import signal
from pathlib import Path

import pytest

from plyground.workers import seccomp, system_calls
from plyground.workers.seccomp import ALLOW, MACHINES, CallFilter
from plyground.workers.system_calls import Numbers

HEADERS = (
    Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    Path("/usr/include/asm-generic/unistd.h"),  # of 64-bit ARM, among others
)
TABLES = [
    table for table in vars(system_calls).values() if isinstance(table, dict) and "__name__" not in table
]
TIMES_OF_A_NAME = 0x1_0000_0000  # its lower half is 0


def number_of(name: str, machine: str = "x86_64") -> int:
    (numbers,) = (table[name] for table in TABLES if name in table)
    number: int | None = numbers[list(MACHINES).index(machine)]
    assert number is not None
    return number


def told(filter_: CallFilter, number: int, *arguments: int, machine: int | None = None) -> str:
    """What a filter answers to a call: `allowed`, `done` (which it is not), or the name of an error."""
    verdict = run(
        filter_.steps(), number, MACHINES[filter_.machine] if machine is None else machine, arguments
    )
    if verdict == ALLOW:
        return "allowed"
    assert verdict >> 16 == 5, hex(verdict)  # SECCOMP_RET_ERRNO
    return errno.errorcode[verdict & 0xFFFF] if verdict & 0xFFFF else "done"


def run(steps: list[seccomp.Instruction], number: int, machine: int, arguments: tuple[int, ...]) -> int:
    words = [number, machine, 0, 0]
    for argument in (*arguments, *[0] * (6 - len(arguments))):
        words += [argument & 0xFFFFFFFF, argument >> 32]
    place = word = 0
    while True:
        code, true, false, value = steps[place]
        place += 1
        match code:
            case 0x20:
                word = words[value // 4]
            case 0x54:
                word &= value
            case 0x06:
                return value
            case 0x15:
                place += true if word == value else false
            case 0x35:
                place += true if word >= value else false
            case 0x45:
                place += true if word & value else false
            case _:
                raise AssertionError(f"an unknown instruction: {code:#x}")


def calls(filter_: CallFilter, name: str, *arguments: int) -> str:
    return told(filter_, number_of(name, filter_.machine), *arguments)


@pytest.fixture(params=list(MACHINES))
def default(request: pytest.FixtureRequest) -> CallFilter:
    return CallFilter(halting=True, machine=request.param)


@pytest.mark.parametrize("number", [9_999, 450, 0x4000_0001, 0xFFFF_FFFF, 1_000])
def test_a_call_that_nobody_knows_is_enosys(default: CallFilter, number: int) -> None:
    """Only what was known to be dangerous was refused: a call of a newer kernel was open."""
    assert told(default, number) == "ENOSYS"


@pytest.mark.parametrize("own_mounts", [False, True])
@pytest.mark.parametrize("machine", list(MACHINES))
def test_every_number_gets_the_answer_of_its_table(machine: str, own_mounts: bool) -> None:
    column, listed = (
        list(MACHINES).index(machine),
        CallFilter(halting=True, machine=machine, own_mounts=own_mounts),
    )
    expected: dict[int | None, str] = {}
    for table, verdict in (
        (system_calls.ALLOWED | system_calls.SIGNALS, "allowed"),
        (system_calls.CONNECTING, "EACCES"),
        (system_calls.PRETENDED, "done"),
        (system_calls.MODES, "allowed" if own_mounts else "done"),
        (system_calls.TIMES, "allowed" if own_mounts else "EPERM"),
        (system_calls.ROOM, "allowed" if own_mounts else errno.errorcode[errno.EOPNOTSUPP]),
        (system_calls.REFUSED, "EPERM"),
    ):
        expected |= {numbers[column]: verdict for numbers in table.values()}
    by_argument = {numbers[column] for numbers in system_calls.BY_ARGUMENT.values()}
    some_name = 0x7F00_0000_1000  # the second argument
    found = {
        number: told(listed, number, 0, some_name) for number in range(600) if number not in by_argument
    }
    assert found == {number: expected.get(number, "ENOSYS") for number in found}


def test_no_call_stands_in_two_tables() -> None:
    for column in range(2):
        numbers = [row[column] for table in TABLES for row in table.values() if row[column] is not None]
        assert len(numbers) == len(set(numbers)) > 200


@pytest.mark.parametrize("column", [0, 1])
def test_the_numbers_are_those_of_the_kernels_headers(column: int) -> None:
    if not HEADERS[column].is_file():
        pytest.skip(f"NOT TESTED: numbers of system calls, because there is no {HEADERS[column]}")
    text = HEADERS[column].read_text()
    known = {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)}
    known |= {"newfstatat": known["fstatat"]} if "fstatat" in known else {}  # its name on other machines
    ours: dict[str, Numbers] = {name: numbers for table in TABLES for name, numbers in table.items()}
    wrong = {
        name: numbers[column]
        for name, numbers in ours.items()
        if known.get(name, numbers[column]) != numbers[column]
    }
    assert wrong == {}
    assert len(known.keys() & ours.keys()) > 150


def test_programs_of_another_machine_are_refused(default: CallFilter) -> None:
    assert told(default, 1, machine=0x4000_0003) == "EPERM"  # a 32-bit one


def test_times_are_only_of_open_files(default: CallFilter) -> None:
    """The filter looked at the lower half of the name's address: a name at 0x100000000 was none."""
    assert calls(default, "utimensat", 3, 0) == "allowed"
    assert calls(default, "utimensat", 3, TIMES_OF_A_NAME) == "EPERM"
    assert calls(default, "utimensat", 3, 0x7F00_0000_1000) == "EPERM"
    mounted = CallFilter(own_mounts=True, machine=default.machine)
    assert calls(mounted, "utimensat", 3, TIMES_OF_A_NAME) == "allowed"


@pytest.mark.parametrize(
    ("name", "arguments", "answer"),
    [
        ("clone", (0x01200011,), "allowed"),  # fork
        ("clone", (0x10000011,), "EPERM"),  # with a user namespace
        ("ioctl", (0, 0x5401), "allowed"),
        ("ioctl", (0, 0x5412), "ENOTTY"),  # TIOCSTI
        ("ioctl", (0, 0x40086602), "ENOTTY"),  # FS_IOC_SETFLAGS
        ("ioctl", (0, 0x8912), "ENOTTY"),
        ("fcntl", (0, 1030), "allowed"),
        ("fcntl", (0, 8), "EINVAL"),  # F_SETOWN
        ("fcntl", (0, 1024), "EINVAL"),  # F_SETLEASE
        ("prctl", (15,), "allowed"),
        ("prctl", (4,), "EINVAL"),  # SET_DUMPABLE
        ("socket", (1, 1), "EACCES"),
        ("socket", (2, 1), "EACCES"),
        ("socketpair", (1, 0x80801), "allowed"),
        ("socketpair", (1, 2), "EACCES"),
        ("prlimit64", (0, 7), "allowed"),
        ("prlimit64", (77, 7), "EPERM"),
        ("setpriority", (0, 0), "allowed"),
        ("setpriority", (0, 77), "EPERM"),
        ("setpriority", (2, 0), "EPERM"),  # of all that the user has
        ("ioprio_set", (1, 0), "allowed"),
        ("ioprio_set", (1, 77), "done"),
        ("kill", (77, signal.SIGSTOP), "allowed"),
    ],
)
def test_arguments_decide(default: CallFilter, name: str, arguments: tuple[int, ...], answer: str) -> None:
    assert calls(default, name, *arguments) == answer


def test_nobody_is_halted_where_landlock_does_not_see_to_that(default: CallFilter) -> None:
    older = CallFilter(halting=False, machine=default.machine)
    for name, arguments in {
        "kill": (7,),
        "tkill": (7,),
        "tgkill": (7, 7),
        "pidfd_send_signal": (7,),
    }.items():
        assert calls(older, name, *arguments, signal.SIGSTOP) == "EPERM"
        assert calls(older, name, *arguments, signal.SIGTERM) == "allowed"


def test_sockets_are_of_the_kinds_that_are_allowed(default: CallFilter) -> None:
    internet = CallFilter(network=True, machine=default.machine)
    assert [calls(internet, "socket", family) for family in (1, 2, 10, 16)] == ["EACCES", *["allowed"] * 3]
    assert (calls(internet, "connect"), calls(internet, "ioctl", 0, 0x8912)) == ("allowed", "allowed")
    local = CallFilter(local=True, machine=default.machine)
    assert [calls(local, "socket", family) for family in (1, 2, 10, 16)] == ["allowed", *["EACCES"] * 3]
    assert calls(local, "listen") == "allowed"


def test_the_program_is_one_that_the_kernel_takes(default: CallFilter) -> None:
    """No more than 4,096 steps, and no jump of more than 255."""
    steps = default.steps()
    assert len(steps) < 600
    assert max(max(true, false) for _, true, false, _ in steps) <= 255
