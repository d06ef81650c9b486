"""Runs commands with the animals of the zoo, inside bwrap, as `contained_commands` does with random ones."""

# ruff: noqa: T201

from __future__ import annotations

import gc
import json
import shutil
import sys
from pathlib import Path

from cli.zoo_commands import animals
from helpers.command_cases import CommandCase
from helpers.command_server import load
from helpers.contained_commands import contain, run

DECOYS = ("secret.txt", "zoo/hanging.py")
PATIENCE = 90.0  # seconds until Ctrl-C: a busy machine has to come to the end of a command


def main(folder: Path, zoo: Path, lines: list[list[str]]) -> None:
    """Run command lines, and print what each did as a line of JSON."""
    contain(folder)
    model = folder / "model"
    shutil.copytree(zoo, model / "zoo", ignore=shutil.ignore_patterns("__pycache__"))
    (model / "secret.txt").write_text("nobody may change this")
    hand_in(model / "class", model / "zoo")
    load()
    gc.freeze()
    for number, words in enumerate(lines):
        case = CommandCase(number, tuple(words), b"")
        patience = PATIENCE * (10 if words[0] == "tournament" else 1)
        row = run(case, folder, model, patience, DECOYS)
        # An agent may have as much memory as it is given; what a command takes is looked at elsewhere.
        row["wrong"] = [fault for fault in row["wrong"] if not fault.startswith("took ")]
        print(json.dumps(row), flush=True)


def hand_in(folder: Path, zoo: Path) -> None:
    """A submission of each animal: its file, in which `choose` is the animal. The first one plays well."""
    folder.mkdir()
    (folder / "00_plays.py").write_text("def choose(position):\n    return position.moves()[0]\n")
    for spec in animals():
        file, name = spec.removeprefix("python:zoo/").split(":")
        if (zoo / file).exists():
            text = (zoo / file).read_text(encoding="utf-8")
            (folder / f"{file.removesuffix('.py')}_{name}.py").write_text(f"{text}\n\nchoose = {name}\n")


if __name__ == "__main__":
    place, zoo, lines = sys.argv[1:]
    main(Path(place), Path(zoo), json.loads(lines))
