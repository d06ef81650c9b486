"""The command exercise: sheets for a class, each with another seed, and the keys to them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.class_sheets import ClassSheets, write_class, write_files
from plyground.cli.output import track_steps
from plyground.errors import BadSpec
from plyground.exercises import KINDS, Exercise, as_html, as_latex, as_text, make_exercise
from plyground.exercises.sheets import FORMATS
from plyground.exercises.trees import read_tree
from plyground.words import Tongue, tongue

MAX_SHEETS = 1_000
_WRITERS = {"text": as_text, "html": as_html, "latex": as_latex}


class YesNo(StrEnum):
    yes = "yes"
    no = "no"


def exercise(
    kind: Annotated[
        str,
        typer.Argument(metavar="KIND", help=f"What to practise: {', '.join(KINDS)}.", show_default=False),
    ] = "",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Which one; a seed gives the same again.")] = 1,
    count: Annotated[
        int, typer.Option("--count", min=1, max=MAX_SHEETS, help="How many, each with the next seed.")
    ] = 1,
    depth: Annotated[int | None, typer.Option("--depth", help="Plies of the tree (3).")] = None,
    branching: Annotated[int | None, typer.Option("--branching", help="Branches of a node (3).")] = None,
    ties: Annotated[YesNo | None, typer.Option("--ties", help="Whether leaves may be equal (yes).")] = None,
    order: Annotated[
        str | None, typer.Option("--order", help="How the leaves stand: random, best or worst for pruning.")
    ] = None,
    cut: Annotated[
        str | None, typer.Option("--cut", help="Where alpha-beta cuts: equal (α ≥ β) or strict (α > β).")
    ] = None,
    tree: Annotated[
        str | None, typer.Option("--tree", metavar="T", help="A tree of your own: '((3,12),(2,8))'.")
    ] = None,
    plies: Annotated[int | None, typer.Option("--plies", help="In how many plies to win (5).")] = None,
    kinds: Annotated[
        str | None,
        typer.Option("--kinds", metavar="A,B", help="A mixed sheet: an exercise of each of these kinds."),
    ] = None,
    names: Annotated[
        Path | None,
        typer.Option("--names", metavar="FILE", help="A sheet for each student: a name a line, or a CSV."),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="What stands above a mixed sheet.")
    ] = None,
    points: Annotated[
        str | None,
        typer.Option(
            "--points", metavar="N,N", help="What each exercise is worth (a point for each question)."
        ),
    ] = None,
    key: Annotated[bool, typer.Option("--key", help="Print the key, too.")] = False,
    form: Annotated[
        str, typer.Option("--format", help=f"{', '.join(FORMATS)}; several with commas, with --out.")
    ] = "text",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Write sheets and keys there, as files.")
    ] = None,
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="L", help="en or pt-BR; else the environment's.")
    ] = None,
) -> None:
    """Print an exercise with questions; what is right, the searchers and the solver compute.

    With --out the sheets and their keys are files: sheets.html and keys.html, say.

    With --kinds, --names, --title or --points it makes mixed sheets, with a line for name, date and
    points: one for each student, all different, and one key.
    """
    speaker, forms = tongue(lang), _formats(form)
    options = {
        "depth": depth, "branching": branching, "ties": None if ties is None else ties is YesNo.yes,
        "order": order, "cut": cut, "plies": plies, "tree": None if tree is None else read_tree(tree),
    }  # fmt: skip
    if kinds or names or title or points:
        if tree is not None:
            raise BadSpec("--tree in a mixed sheet", tree, None, "every student gets another tree")
        chosen = _words(kinds) if kinds else [kind]
        if kinds and kind:
            raise BadSpec("KIND and --kinds", kind, None, "give one of them")
        if not chosen[0]:
            raise BadSpec("no kinds", "", None, f"give --kinds {','.join(list(KINDS)[:3])}, say")
        class_ = ClassSheets(chosen, seed, count, names, title or "", _numbers(points))
        return write_class(class_.made(options), speaker, forms, out, key)
    if not kind:
        raise BadSpec("no kind", "", None, f"what to practise is one of {', '.join(KINDS)}")
    makers = (make_exercise(kind, number, **options) for number in range(seed, seed + count))
    made = list(track_steps(makers, count, "making"))
    if out is not None:
        return _write_all(made, speaker, forms, out)
    if len(forms) > 1:
        raise BadSpec("several formats", form, None, "give --out FOLDER, or one format")
    if forms == ["svg"]:
        if count > 1 or key:
            raise BadSpec("one picture at a time", form, None, "give --out FOLDER for sheets and keys")
        return typer.echo(made[0].figure.svg(speaker, key=False))
    write = _WRITERS[forms[0]]
    typer.echo(write(made, speaker), nl=False)
    return typer.echo("\n" + write(made, speaker, key=True), nl=False) if key else None


def _words(given: str) -> list[str]:
    return [word.strip() for word in given.split(",")]


def _numbers(given: str | None) -> list[int]:
    words = _words(given) if given else []
    if not all(word.isdecimal() for word in words):
        raise BadSpec("bad points", given or "", None, "points are whole numbers: --points 4,6")
    return [int(word) for word in words]


def _formats(given: str) -> list[str]:
    forms = _words(given)
    for name in forms:
        if name not in FORMATS:
            raise BadSpec("no such format", name, None, f"formats are {', '.join(FORMATS)}")
    return forms


def _write_all(made: list[Exercise], speaker: Tongue, forms: list[str], folder: Path) -> None:
    files: dict[str, str] = {}
    for form in forms:
        if form == "svg":
            for each in made:
                name = f"{each.kind}-{'own' if each.seed is None else each.seed}"
                files[f"{name}.svg"] = each.figure.svg(speaker, key=False)
                files[f"{name}-key.svg"] = each.figure.svg(speaker, key=True)
            continue
        files[f"sheets.{FORMATS[form]}"] = _WRITERS[form](made, speaker)
        files[f"keys.{FORMATS[form]}"] = _WRITERS[form](made, speaker, key=True)
    write_files(folder, files)
