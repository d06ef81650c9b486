"""The lowest versions that pyproject.toml allows: `python -m release.lowest` prints one requirement a line.

`make test-lowest` installs them, so that a bound that is not true is found here and not by a user.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
_BOUND = re.compile(r"([\w.-]+)\s*>=\s*([\w.]+)")


def lowest(requirements: Iterable[str], extras: dict[str, list[str]]) -> Iterator[str]:
    """Each requirement at its lower bound; extras of our own are followed."""
    for requirement in requirements:
        if own := re.fullmatch(r"plyground\[(.*)\]", requirement):
            for extra in own[1].split(","):
                yield from lowest(extras[extra], extras)
        elif bound := _BOUND.match(requirement):
            yield f"{bound[1]}=={bound[2]}"
        else:
            raise ValueError(f"{requirement!r} has no lower bound: write name>=version")


def main() -> None:
    with PROJECT.open("rb") as file:
        told = tomllib.load(file)
    extras = told["project"]["optional-dependencies"]
    wanted = [*told["build-system"]["requires"], *told["project"]["dependencies"], *extras["all"]]
    print(*dict.fromkeys(lowest(wanted, extras)), sep="\n")


if __name__ == "__main__":
    main()
