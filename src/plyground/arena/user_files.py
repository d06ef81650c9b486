"""The files of users that a plan needs: which they are, and whether they are the same everywhere."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from plyground.agents import load_entrant
from plyground.arena.plan import Plan, files_of
from plyground.arena.records import Digests
from plyground.errors import PlygroundError


def digests(plan: Plan) -> Digests:
    """The digests of users' files that a plan needs for its game, openings and agents."""
    files = _users_files(plan)
    present = {spec: [file for file in read if file.is_file()] for spec, read in files.items()}
    return {
        spec: sha256(b"".join(file.read_bytes() for file in read)).hexdigest()
        for spec, read in present.items()
        if read
    }


def _users_files(plan: Plan) -> dict[str, tuple[Path, ...]]:
    files = {spec: files_of(spec) for spec in (plan.game, plan.openings)}
    return files | {spec: load_entrant(spec).files for spec in plan.agents}


def check_files(plan: Plan, expected: Mapping[str, str]) -> None:
    """Refuse to play on a machine where users' files are missing or different."""
    here = f"machine {platform.node()}"
    try:
        found, files = digests(plan), _users_files(plan)
    except (PlygroundError, OSError) as error:
        raise PlygroundError(f"{here}: {error}") from None
    for spec, digest in expected.items():
        if found.get(spec) != digest:
            gone = [file for file in files[spec] if not file.is_file()]
            what = "no" if gone or not files[spec] else "another"
            names = ", ".join(map(str, gone or files[spec])) or f"file of {spec}"
            raise PlygroundError(
                f"{here} has {what} {names}: agents and games must be the same on all machines"
            )
