"""The app, which loads a command when it is asked for, and turns errors into exit codes.

0: done. 1: failed. 2: bad usage. 130: interrupted.
"""

from __future__ import annotations

import functools
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import plyground
from plyground.cli.output import complain
from plyground.errors import INTERRUPTED, Failed, PlygroundError, truncate
from plyground.native import HAS_CORE

# The commands by what they are for, in the order of the help.
GROUPS = {
    "Games": ("games", "show", "perft", "demo"),
    "Play": ("play", "window", "lab", "site"),
    "Search and solve": ("agents", "search", "explain", "solve", "book", "learn"),
    "Matches and their records": ("match", "tournament", "resume", "runs", "export", "replay"),
    "Experiments": ("compare", "judge", "dataset", "report", "reproduce", "paper"),
    "For teachers": ("new-assignment", "grade", "exercise"),
    "Agents of your own and from elsewhere": ("new-agent", "doctor", "engine"),
    "About plyground": ("signature", "completion", "version", "help"),
}
_GROUP = {name: group for group, names in GROUPS.items() for name in names}
# A command is the function of its name in the file of its name, but for these, which share a file.
_FILES = {
    **dict.fromkeys(("show", "perft", "demo"), "games"),
    **dict.fromkeys(("export", "replay"), "runs"),
    "resume": "tournament",
}


# What else people call a command, and in Brazil: the error says which is meant.
_ALSO = {
    **dict.fromkeys(("exam", "quiz", "sheet", "prova", "lista", "exercicio", "exercício"), "exercise"),
    **dict.fromkeys(("jogar", "joga"), "play"),
    **dict.fromkeys(("partida", "jogo"), "match"),
    **dict.fromkeys(("avaliar", "corrigir"), "grade"),
    **dict.fromkeys(("resolver", "resolve"), "solve"),
    **dict.fromkeys(("laboratorio", "laboratório"), "lab"),
    "torneio": "tournament",
    "explicar": "explain",
    "buscar": "search",
    "comparar": "compare",
    "aprender": "learn",
    "artigos": "reproduce",
    "ajuda": "help",
}


def _without_types(params: list[Any]) -> list[Any]:
    """Parameters whose help shows no type where there is none to give: flags, and names of arguments."""
    for param in params:
        if getattr(param, "is_flag", False) or param.param_type_name == "argument":
            param.display_type_rich = lambda ctx: None
    return params


class _Command(TyperCommand):
    def get_params(self, ctx: Any) -> list[Any]:
        return _without_types(super().get_params(ctx))


class _Commands(TyperGroup):
    """All commands. Only the one that is used is loaded: the others would take half of a second."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_types(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_GROUP)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if meant := _ALSO.get(args[0].lower()):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {meant!r}?")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        # For a name that is not ours all are loaded: Typer suggests the nearest of those it knows.
        for name in (cmd_name,) if cmd_name in _GROUP else _GROUP:
            if name not in self.commands:
                self.commands[name] = _load(name)
        return self.commands.get(cmd_name)


def _load(name: str) -> Any:
    """Import a command's file and make a command of its function."""
    function = name.replace("-", "_")
    with failing_politely():  # Ctrl-C may come while modules are loaded
        module = import_module(f"plyground.cli.{_FILES.get(name, function)}")
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    run = getattr(module, function)
    single.command(name, cls=_Command, help=_help_of(run), rich_help_panel=_GROUP[name])(_guard(run))
    return typer.main.get_command(single)


def _help_of(run: Callable[..., None]) -> str:
    """The help of a command: a paragraph is one line, which the terminal breaks where it is too narrow."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.getdoc(run) or "")


def _guard(run: Callable[..., None]) -> Callable[..., None]:
    """The function, with its errors turned into one sentence and an exit code."""

    @functools.wraps(run)
    def guarded(*args: Any, **kwargs: Any) -> None:
        with failing_politely():
            run(*args, **kwargs)
            if sys.stdout is not None:
                sys.stdout.flush()

    return guarded


app = typer.Typer(
    name="plyground",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        core = "" if HAS_CORE else " (without the compiled core)"
        typer.echo(f"plyground {plyground.__version__}{core}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """A laboratory for adversarial search: games, algorithms that play them, and honest numbers."""


@app.command("version", cls=_Command, rich_help_panel=_GROUP["version"])
@_guard
def version() -> None:
    """Print the version."""
    _print_version(True)


@app.command("help", cls=_Command, rich_help_panel=_GROUP["help"])
def help_(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="COMMAND", help="Which command; all of them if none.")
    ] = "",
) -> None:
    """Print the help of a command, or this one."""
    whole = context.parent
    assert whole is not None
    group = whole.command
    assert isinstance(group, TyperGroup)
    if not name:
        return typer.echo(whole.get_help())
    _, found, _ = group.resolve_command(whole, [name])
    assert found is not None
    return typer.echo(found.get_help(typer.Context(found, parent=whole, info_name=name)))


@contextmanager
def failing_politely() -> Iterator[None]:
    """Report whatever goes wrong inside in one sentence, and end with its exit code."""
    try:
        yield
    except PlygroundError as error:
        raise _exit(1 if isinstance(error, Failed) else 2, str(error)) from None
    except KeyboardInterrupt:
        raise _exit(INTERRUPTED, "interrupted") from None
    except MemoryError:
        raise _exit(1, "out of memory: try a smaller depth or a smaller board") from None
    except RecursionError:
        raise _exit(1, "play goes on for too long: give a depth") from None
    except OverflowError as error:
        raise _exit(1, str(error)) from None
    except BrokenPipeError:  # the reader has gone, as `head` does: nobody is left to read a complaint
        _drop_output()
        raise SystemExit(1) from None
    except OSError as error:
        if error.filename is not None:
            raise _exit(1, f"{truncate(str(error.filename), 200)}: {error.strerror}") from None
        _drop_output()
        raise _exit(1, f"standard output cannot be written ({error.strerror})") from None
    except Exception as error:
        description = _describe_users_error(error)
        if description is None:  # an error of ours: its whole traceback helps to mend it
            raise
        raise _exit(1, f"your own code failed: {description}") from None


def _describe_users_error(error: Exception) -> str | None:
    """An error of a user's own code in one line, with its place; None if the error is ours."""
    from plyground.agents.remedies import describe_error, is_users

    return describe_error(error) if is_users(error) else None


def _exit(code: int, sentence: str) -> SystemExit:
    complain(sentence)
    return SystemExit(code)


def _drop_output() -> None:
    """Throw away what is still to be written, or Python would complain about it when it ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
