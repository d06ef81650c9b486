"""List the sentences that a language lacks, and those that only a translation has: `make words`.

English is said where a sentence is missing, so who writes no Portuguese can add one; a release has all.
"""

from __future__ import annotations

import sys

from plyground.words import LANGUAGES, written

QUOTED = "published"  # words of a paper, which are said as they are in every language


def missing(language: str) -> list[str]:
    """The English sentences that a language lacks."""
    return [key for key in lacking("en", language) if key.rpartition(".")[2] != QUOTED]


def lacking(complete: str, other: str) -> list[str]:
    """The keys of a language that another lacks."""
    return sorted(written(complete).keys() - written(other).keys())


def main() -> int:
    """Print what is missing in each language; 1 if anything is."""
    faults = 0
    for language in (each for each in LANGUAGES if each != "en"):
        for key in missing(language):
            print(f"{language} lacks {key}: {written('en')[key]}")
        for key in lacking(language, "en"):
            print(f"only {language} has {key}: {written(language)[key]}")
        faults += len(missing(language)) + len(lacking(language, "en"))
    print(f"{faults or 'no'} sentences are missing" if faults != 1 else "1 sentence is missing")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
