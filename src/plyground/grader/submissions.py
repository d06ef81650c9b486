"""Submissions: which file belongs to which student, and how alike two files are."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from plyground.errors import BadSpec

WINDOW = 8  # tokens of a fingerprint
ALIKE = 0.8  # part of the fingerprints that two files share, from which they are pointed out,
SAME = 0.97  # and where all of a class are alike
FEW_TOKENS = 60  # shorter files are alike by chance


@dataclass(frozen=True)
class StudentFile:
    """A student's name, and the file that was handed in; None if the wanted file is missing."""

    student: str
    file: Path | None


def find_submissions(place: Path, wanted: str) -> list[StudentFile]:
    """The submissions of a file, or of a folder: a file or a folder for each student, by name.

    `wanted` is the name of the file in a student's folder; without it the folder has one file only. A
    folder with the wanted file in it is one submission.
    """
    if place.is_file():
        return [StudentFile(place.stem, place)]
    if not place.is_dir():
        right = "give a file, or a folder with a file or folder for each student"
        raise BadSpec(f"no submissions at {place}", str(place), None, right)
    if wanted and (place / wanted).is_file():
        return [StudentFile(place.resolve().name, place / wanted)]
    found = []
    for each in sorted(place.iterdir()):
        if each.name.startswith((".", "__")):
            continue
        if each.is_dir():
            found.append(StudentFile(each.name, _in_folder(each, wanted)))
        elif each.suffix == ".py":
            found.append(StudentFile(each.stem, each))
    if not found:
        right = "a submission is a .py file, or a folder with one"
        raise BadSpec(f"no submissions in {place}", str(place), None, right)
    return found


def _in_folder(folder: Path, wanted: str) -> Path | None:
    if wanted:
        at_top = folder / wanted
        return at_top if at_top.is_file() else next(iter(sorted(folder.rglob(wanted))), None)
    files = sorted(folder.glob("*.py"))
    return files[0] if len(files) == 1 else None


# ------------------------------------------------------------ likeness


@dataclass(frozen=True)
class Likeness:
    """Two students whose files share most of their fingerprints."""

    one: str
    other: str
    share: float


def find_likenesses(submissions: Sequence[StudentFile]) -> list[Likeness]:
    """The pairs of files that are nearly the same, the most alike first.

    What all files of a class have in common, such as the starter code, does not count.
    """
    prints = {each.student: fingerprints(each.file) for each in submissions if each.file is not None}
    seen = Counter(mark for marks in prints.values() for mark in set(marks))
    common = {mark for mark, count in seen.items() if len(prints) > 4 and count > len(prints) / 2}
    found = []
    for one, other in combinations(sorted(prints), 2):
        a, b = prints[one], prints[other]
        if min(a.total(), b.total()) < FEW_TOKENS:
            continue
        share = _share(a, b)
        a, b = _without(a, common), _without(b, common)
        own = _share(a, b) if min(a.total(), b.total()) >= FEW_TOKENS else 0.0
        if own >= ALIKE or share >= SAME:
            found.append(Likeness(one, other, share))
    return sorted(found, key=lambda pair: (-pair.share, pair.one, pair.other))


def _share(one: Counter[tuple[str, ...]], other: Counter[tuple[str, ...]]) -> float:
    whole = (one | other).total()
    return (one & other).total() / whole if whole else 0.0


def _without(marks: Counter[tuple[str, ...]], common: set[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    return Counter({mark: count for mark, count in marks.items() if mark not in common})


def fingerprints(file: Path) -> Counter[tuple[str, ...]]:
    """Runs of tokens; names and numbers are all the same, comments and layout are left out."""
    tokens: list[str] = []
    try:
        for token in tokenize.tokenize(io.BytesIO(file.read_bytes()).readline):
            if token.type == tokenize.NAME:
                tokens.append(token.string if keyword.iskeyword(token.string) else "name")
            elif token.type == tokenize.NUMBER:
                tokens.append("number")
            elif token.type == tokenize.STRING:
                tokens.append("text")
            elif token.type == tokenize.OP:
                tokens.append(token.string)
    except (tokenize.TokenError, SyntaxError, OSError, UnicodeDecodeError):
        pass  # what could be read counts
    return Counter(tuple(tokens[at : at + WINDOW]) for at in range(len(tokens) - WINDOW + 1))
