"""What builds, tests and signs plyground is fixed: actions by hash, packages by version and hash, rights by job."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from release.contents import SUMS, write_sums
from release.lock import EXTRAS, OWN, build_requirements

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "src/plyground/assignments/templates/common/workflow.yml"
WORKFLOWS = [*sorted((ROOT / ".github/workflows").glob("*.yml")), TEMPLATE]
PINNED = re.compile(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def used(workflow: Path) -> list[str]:
    return re.findall(r"uses: (.*)", workflow.read_text(encoding="utf-8"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_named_by_hash_and_rights_are_given_by_job(workflow: Path) -> None:
    """A tag can be moved to other code by whoever takes over an action."""
    assert used(workflow)
    for action in used(workflow):
        assert PINNED.fullmatch(action), action
    text = workflow.read_text(encoding="utf-8")
    assert "\npermissions: {}" in text
    rights = re.findall(r"(?m)^      ([\w-]+): (read|write)\b", text)
    written = {name for name, right in rights if right == "write"}
    assert written <= {"id-token", "attestations"}
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


def test_one_action_has_one_hash_everywhere() -> None:
    """The bot does not look into the template: it would stay behind."""
    pins = set(chain.from_iterable(map(used, WORKFLOWS)))
    assert len(pins) == len({pin.partition("@")[0] for pin in pins}), sorted(pins)


def locked(name: str) -> dict[str, list[Requirement]]:
    """The pins of a file, by package: there are several where a marker decides."""
    found: dict[str, list[Requirement]] = {}
    text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
    for line in re.findall(r"(?m)^[a-zA-Z].*==.*$", text):
        pin = Requirement(line.rstrip(" \\"))
        found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def holds(pin: Requirement, python: str) -> bool:
    environment = {"python_version": python, "python_full_version": f"{python}.0"}
    return pin.marker is None or pin.marker.evaluate(environment)


def asked_for(name: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = chain.from_iterable(project["optional-dependencies"][extra] for extra in EXTRAS[name][0])
    build = build_requirements() if name == "run" else []
    every = map(Requirement, [*project["dependencies"], *extras, *build])
    return [each for each in every if each.name != "plyground"]


@pytest.mark.parametrize("name", EXTRAS)
def test_what_pyproject_asks_for_is_locked_for_each_python(name: str) -> None:
    pins = locked(name)
    for each in asked_for(name):
        for python in PYTHONS:
            versions = [pin for pin in pins[canonicalize_name(each.name)] if holds(pin, python)]
            assert len(versions) == 1, (each.name, python)
            (version,) = (Version(spec.version) for spec in versions[0].specifier)
            assert version in each.specifier, f"{each}: make lock"


@pytest.mark.parametrize("name", [*EXTRAS, *OWN])
def test_every_pin_has_hashes_and_no_index_is_named(name: str) -> None:
    text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    for block in re.split(r"(?m)^(?=[a-zA-Z])", text)[1:]:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block


def test_the_files_share_their_versions() -> None:
    """The tests run with what users of the clone run with."""
    both = [locked("run"), locked("dev")]
    for name in both[0].keys() & both[1].keys():
        one, other = (sorted(map(str, pins[name])) for pins in both)
        assert one == other, name


def test_sums_are_read_by_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"abc")
    write_sums(tmp_path)
    write_sums(tmp_path)  # the sums are not among the files
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert (tmp_path / SUMS).read_text() == f"{digest}  a.whl\n"
