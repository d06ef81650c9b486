"""The steps of a release up to the upload: `make release VERSION=0.2.0`, with DRY=1 to see them only.

It refuses a tree with changes, a version that is not the next, and a check that fails. At the end there
are a commit, a tag, dist/ with everything that is uploaded, the static laboratory and the documentation:
docs/howto/release.md says how they are published.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
INIT = ROOT / "src" / "plyground" / "__init__.py"
CHANGELOG = ROOT / "CHANGELOG.md"
CITATION = ROOT / "CITATION.cff"
CHECKS = ("words", "check", "test", "test-slow", "test-pure", "test-lowest", "test-site")
PRODUCTS = ("wheel", "site", "docs")


class Refused(Exception):
    """Why there is no release now."""


@dataclass(frozen=True)
class Release:
    """A release of a version on a day."""

    version: str
    day: str

    @property
    def tag(self) -> str:
        return f"v{self.version}"

    def check(self, current: str, tags: list[str], changes: str) -> None:
        """Raise Refused if this cannot be released now."""
        if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", self.version):
            raise Refused(f"no version {self.version}: give three numbers, as in VERSION=0.2.0 or 0.2.0rc1")
        if changes:
            raise Refused(f"the tree has changes: commit or stash them first\n{changes}")
        if self.tag in tags:
            raise Refused(f"{self.tag} is tagged already: give a later version")
        if numbers(self.version) < numbers(current):
            raise Refused(
                f"{self.version} is older than {current}, which the source says: give a later version"
            )

    def version_in(self, source: str) -> str:
        """The text of __init__.py with this version."""
        return re.sub(r'(?m)^__version__ = ".*"$', f'__version__ = "{self.version}"', source)

    def citation_in(self, text: str) -> str:
        """The text of CITATION.cff with this version and day, where it has such lines."""
        text = re.sub(r"(?m)^version:.*$", f"version: {self.version}", text)
        return re.sub(r"(?m)^date-released:.*$", f"date-released: {self.day}", text)

    def changelog_in(self, text: str) -> str:
        """The changelog with the day of this version at its top."""
        found = re.search(r"(?m)^## (\S+) \(unreleased.*\)$", text)
        if found is None:
            raise Refused("CHANGELOG.md has no section (unreleased): write what is new first")
        changed = text[: found.start()] + f"## {self.version} ({self.day})" + text[found.end() :]
        return re.sub(r"\s+Nothing has been released yet\.", "", changed)


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, by which versions are compared; a candidate counts as its release."""
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def main() -> int:
    """Do the steps, or print them; 1 if the release is refused or a step fails, 2 for bad usage."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("version", nargs="?", help="three numbers, as in 0.2.0")
    parser.add_argument("--dry-run", action="store_true", help="change nothing, and say what would be done")
    given = parser.parse_args()
    if given.version is None:
        print(
            "which version? make release VERSION=0.2.0, and DRY=1 to see what it would do", file=sys.stderr
        )
        return 2
    release = Release(given.version, datetime.now(UTC).strftime("%Y-%m-%d"))
    try:
        run(release, given.dry_run)
    except Refused as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    return 0


def run(release: Release, dry: bool) -> None:
    """Check everything, then write, build, commit and tag."""
    source = INIT.read_text(encoding="utf-8")
    current = re.search(r'(?m)^__version__ = "(.*)"$', source)
    assert current is not None
    changes = output("git", "status", "--porcelain")
    release.check(current[1], output("git", "tag", "--list").split(), changes)
    texts = {
        INIT: release.version_in(source),
        CHANGELOG: release.changelog_in(CHANGELOG.read_text(encoding="utf-8")),
        CITATION: release.citation_in(CITATION.read_text(encoding="utf-8")),
    }
    for check in CHECKS:
        step(dry, "make", check)
    for path, text in texts.items():
        print(f"write {path.relative_to(ROOT)}", flush=True)
        if not dry:
            path.write_text(text, encoding="utf-8")
    for product in PRODUCTS:
        step(dry, "make", product)
    step(dry, "git", "commit", "--quiet", "--all", "--message", f"Release {release.version}")
    step(dry, "git", "tag", "--annotate", "--message", f"plyground {release.version}", release.tag)
    ready = "dist/, build/site and build/docs are ready"
    print(f"{release.tag}: {ready}; docs/howto/release.md says how they are uploaded")


def output(*command: str) -> str:
    """What a command prints."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.rstrip()


def step(dry: bool, *command: str) -> None:
    """Run a command, and refuse to go on if it fails; or only say it."""
    print(" ".join(command), flush=True)
    if not dry and subprocess.run(command, cwd=ROOT).returncode:
        raise Refused(
            f"{' '.join(command)} failed, see above; `git checkout .` takes back what was written"
        )


if __name__ == "__main__":
    sys.exit(main())
