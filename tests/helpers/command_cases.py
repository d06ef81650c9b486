"""Random command lines over all commands: what users type, what they mistype, and what nobody should.

The commands, their arguments and options are read off the program itself, so that a new one is tried too.
A case depends on its seed and its number alone.
"""

from __future__ import annotations

import inspect
import random
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import typer

from plyground.cli.app import app

LONG = "a" * 100_000
GAMES = (
    *(
        "tictactoe",
        "connect4(4,4,3)",
        "connect4(5,4,4)",
        "mnk(3,3,3)",
        "mnk(4,3,3)",
        "textbook",
        "nim.py:Nim",
    ),
    *(
        "connect4",
        "gomoku",
        "gomoku(9)",
        "tree(((5, 0), 3))",
        "nim.py:Nim(heaps=(1, 2))",
        "openspiel:tic_tac_toe",
    ),
)
BAD_GAMES = (
    *(
        "mnk(1000000,1000000,3)",
        "mnk(0,0,0)",
        "mnk(-1,3,3)",
        "mnk(1e9,3,3)",
        "mnk(nan,inf,3)",
        "connect4(64,64,4)",
    ),
    *(
        "connect4(1,1,1)",
        "tictactoe(1)",
        "tictactoe()",
        "chess",
        "nim.py",
        "nim.py:Nothing",
        "dir:Game",
        "fifo:Game",
    ),
    *("broken.py:Game", "missing.py:Game", "os:system", "tictactoe\n", "nim.py:Nim(heaps=())", "mnk(k=3"),
    "tree(" + "(" * 119 + "1" + ",)" * 119 + ")",
    "tree(" + "(" * 5_000 + ")" * 5_000 + ")",
    "nim.py:Nim(heaps=(10000000000,))",
    f"mnk(3,3,{'9' * 5_000})",
)
AGENTS = (
    *(
        "random",
        "greedy",
        "alphabeta(depth=2)",
        "minimax(depth=2)",
        "mcts(rounds=20)",
        "pvs(depth=3)",
        "mtdf(depth=2)",
    ),
    *(
        "deepening(inner=alphabeta(), nodes=500)",
        "deepening(alphabeta, depth=3)",
        "perfect",
        "alphabeta",
        "mcts",
    ),
    *("python:bot.py:choose", "bot.py", "p0.minimax", "p4.minimax", "kaggle:bot.py", "ugi:true", "uci:cat"),
)
BAD_AGENTS = (
    *(
        "alphabeta(depth=-1)",
        f"alphabeta(depth={'9' * 60})",
        "mcts(rounds=1e400)",
        "mcts(rounds=nan)",
        "mcts(rounds=0)",
    ),
    *(
        "alphabeta(depth=2, table_mb=100000000)",
        "cs50:bot.py",
        "aima:bot.py",
        "python:broken.py:choose",
        "python:",
    ),
    *(
        "python:missing.py:f",
        "python:dir:f",
        "gomocup:yes",
        "ugi:yes",
        "uci:missing-program",
        "kaggle:dir",
        ":",
        "zzz",
    ),
    "deepening(" * 100 + "alphabeta" + ")" * 100,
    "deepening(inner=" * 3_000,
)
POSITIONS = ("-", "", "5", "51", "4453", "1", "11", "X.O/.X./..O", "c3", "c3 c4", "2x1", "5 1 9")
BAD_POSITIONS = (
    "9" * 50_000,
    "X" * 9,
    "0",
    "-1",
    "[",
    "xyz",
    "5 5",
    "51234567891",
    "X.O/" * 3_000,
    " ",
    "1 " * 500,
)
NUMBERS = ("0", "1", "2", "3", "4", "0.05", "10", "0.1")
BAD_NUMBERS = (
    *(
        "-1",
        "99999999999999999999999",
        "nan",
        "inf",
        "-inf",
        "1e308",
        "1e-320",
        "",
        "x",
        "１",
        "0x10",
        "1_000",
    ),
    *(
        "-0",
        "4294967296",
        "9223372036854775808",
        "1.5",
        "9" * 5_000,
        "+2",
        " 3",
        "2+0.1",
        "0+0",
        "nan+nan",
        "1e999+1",
    ),
)
RUNS = ("good.run", "good.run", "unfinished.run", "1", "2")
BAD_RUNS = (
    "flipped.run",
    "empty.run",
    "cut.run",
    "99",
    "fifo",
    "dir",
    "/dev/zero",
    "nim.py",
    "-1",
    "9" * 400,
)
PATHS = ("out", "out.txt", "deep/er/out", "good.run", "plan.toml", "openings.txt", "bot.py", "trace.json")
BAD_PATHS = (
    *(
        "dir",
        "fifo",
        "locked",
        "locked/out",
        "/dev/full",
        "/dev/null",
        "/proc/self/mem",
        "/proc/nothing",
        "nowhere",
    ),
    *(".", "/", "..", "a" * 300, "a/" * 3_000, "good.run/below", "out\nname", "bad.toml"),
)
TEXTS = (
    "file:openings.txt",
    "random(2)",
    "balanced(2)",
    "none",
    "list('5', '51')",
    "60+0.5",
    "1+0",
    "local",
    "forfeit",
)
BAD_TEXTS = (
    *("", " ", "\udcff\udcfe", "é́👾‮", LONG, "-", "--", "%s%n{}", "'; DROP TABLE run; --", "\x1b[31m", "\n"),
    *(
        "file:fifo",
        "file:dir",
        "file:/dev/zero",
        "file:missing",
        "random(99999999999)",
        "balanced(-1)",
        "list()",
    ),
    *(
        "file:binary",
        "tcp://127.0.0.1:1",
        "tcp://",
        "$(true)",
        "=1+1",
        "-h",
        "--help",
        "ugi",
        "uci",
        "gomocup",
        "pt",
        "en",
    ),
)
KINDS = {
    "game": (GAMES, BAD_GAMES),
    "games": (GAMES, BAD_GAMES),
    **dict.fromkeys(("one", "other", "first", "second"), (AGENTS, BAD_AGENTS)),
    "agent": (AGENTS, BAD_AGENTS),
    "agents": (AGENTS, BAD_AGENTS),
    "spec": (AGENTS, BAD_AGENTS),
    "position": (POSITIONS, BAD_POSITIONS),
    "run": (RUNS, BAD_RUNS),
}
INPUTS = (
    *(
        b"",
        b"5\n51\n\n4453\n",
        b"ugi\nposition startpos\ngo depth 1\nquit\n",
        b"uci\nisready\ngo nodes 10\nquit\n",
    ),
    *(
        b"START 15\nBEGIN\nEND\n",
        b"help\n5\nundo\nsave out\nload out\nquit\n",
        b"\n" * 1_000,
        b"\x00" * 1_000,
    ),
    *(
        b"\xff\xfe\x80bad\n" * 10,
        b"no end",
        b"{" * 10_000,
        b"[" * 100_000,
        "\u2028\ufeff５\n".encode(),
        b"\r\r\n",
    ),
)
HUGE = (b"5" * 10_000_000, b"\x00" * 10_000_000, b"1\n" * 50_000, b"x" * 9_999_999 + b"\n")


@dataclass(frozen=True)
class CommandCase:
    """A command line, and what stands on standard input."""

    number: int
    args: tuple[str, ...]
    given: bytes

    def __str__(self) -> str:
        return f"case {self.number}: plyground " + " ".join(repr(arg[:200]) for arg in self.args)


@dataclass(frozen=True)
class Parameter:
    """An argument of a command, or an option, and the type of its value."""

    name: str
    kind: Any
    flags: tuple[str, ...]  # none: an argument
    required: bool
    is_flag: bool


@cache
def commands() -> dict[str, list[Parameter]]:
    """Every command with its parameters."""
    group: Any = typer.main.get_command(app)
    context = typer.Context(group)
    return {name: _parameters(group.get_command(context, name)) for name in group.list_commands(context)}


def _parameters(command: Any) -> list[Parameter]:
    kinds = get_type_hints(inspect.unwrap(command.callback))
    found = []
    for each in command.params:
        flags = (*each.opts, *each.secondary_opts) if each.param_type_name == "option" else ()
        is_flag = bool(getattr(each, "is_flag", False))
        found.append(Parameter(each.name, kinds.get(each.name, str), flags, each.required, is_flag))
    return found


def command_case(seed: int, number: int) -> CommandCase:
    """The command line of a number."""
    chance = random.Random(f"{seed}/{number}")
    name = chance.choice(list(commands()))
    wildness = chance.choice((0.0, 0.1, 0.3, 1.0))  # how much of it is wrong
    args = [name]
    for param in commands()[name]:
        args += _given(chance, param, wildness)
    if chance.random() < wildness / 2:
        args = _mistyped(chance, args)
    pool = HUGE if chance.random() < 0.01 else INPUTS
    # A NUL cannot stand on a command line: the system would end the argument there.
    return CommandCase(number, tuple(arg.replace("\0", "") for arg in args), chance.choice(pool))


def _given(chance: random.Random, param: Parameter, wildness: float) -> list[str]:
    """A parameter as it stands on a command line, if it does."""
    if not param.flags:
        if not param.required and chance.random() < 0.3:
            return []
        count = chance.choice((1, 2, 3)) if get_origin(param.kind) is list else 1
        return [_value(chance, param, wildness) for _ in range(count)]
    if chance.random() > (0.9 if param.name in SMALL else 0.2):
        return []
    flag = chance.choice(param.flags)
    if param.is_flag:
        return [flag]
    value = SMALL[param.name] if param.name in SMALL and chance.random() > wildness else None
    return [flag, value if value is not None else _value(chance, param, wildness)]


# What keeps the work small where nothing is wrong with it.
SMALL = {"games": "2", "depth": "2", "plies": "2", "samples": "2", "positions": "2"}


def _value(chance: random.Random, param: Parameter, wildness: float) -> str:
    good, bad = _pools(param)
    if chance.random() >= wildness:
        return chance.choice(good)
    return chance.choice(chance.choice((bad, BAD_TEXTS, BAD_NUMBERS, BAD_PATHS)))


def _pools(param: Parameter) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Good and bad values of a parameter, by its type and its name."""
    kinds = {param.kind, *get_args(param.kind)}
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return tuple(kind), BAD_TEXTS
    if kinds & {int, float}:
        return NUMBERS, BAD_NUMBERS
    if Path in kinds:
        return PATHS, BAD_PATHS
    return KINDS.get(param.name, ((*TEXTS, *AGENTS[:5], *GAMES[:3]), BAD_TEXTS))


def _mistyped(chance: random.Random, args: list[str]) -> list[str]:
    """The arguments with one of them lost, doubled, moved, invented or misspelled."""
    at = chance.randrange(len(args))
    kind = chance.randrange(6)
    if kind == 0:
        return args[:at] + args[at + 1 :]
    if kind == 1:
        return args[:at] + args[at : at + 1] * chance.choice((2, 2, 500)) + args[at + 1 :]
    if kind == 2:
        return chance.sample(args, len(args))
    if kind == 3:
        return [
            *args[:at],
            chance.choice(("--nonsense", "-x", "--", "-", "--json=1", *BAD_TEXTS)),
            *args[at:],
        ]
    if kind == 4:
        return [*args[:at], args[at][::-1], *args[at + 1 :]]
    place = chance.randrange(len(args[at]) + 1)
    letter = chance.choice("\x01 é\udc80(),='\"/\\%9-")
    return [*args[:at], args[at][:place] + letter + args[at][place:], *args[at + 1 :]]
