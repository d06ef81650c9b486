"""A release: what is refused, and what is written. The wheels themselves are in test_packaging.py."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from release import smoke, steps
from release.emulated import EmulatedPython, check_emulated
from release.lowest import lowest
from release.steps import Refused, Release
from release.targets import TARGETS, Interpreter, builders

ROOT = Path(__file__).parents[1]
NEXT = Release("0.2.0", "2027-01-31")
PYTHONS = [
    Interpreter(Path("/python"), version, free)
    for version, free in [((3, 11), False), ((3, 12), False), ((3, 13), False), ((3, 14), True)]
]


@pytest.mark.parametrize(
    ("release", "current", "tags", "changes", "told"),
    [
        (Release("next", "x"), "0.1.0", [], "", "give three numbers"),
        (NEXT, "0.1.0", [], " M README.md", "the tree has changes"),
        (NEXT, "0.2.0", ["v0.2.0"], "", "v0.2.0 is tagged already"),
        (NEXT, "0.10.0", [], "", "0.2.0 is older than 0.10.0"),
    ],
)
def test_what_cannot_be_released_is_refused(
    release: Release, current: str, tags: list[str], changes: str, told: str
) -> None:
    with pytest.raises(Refused, match=told):
        release.check(current, tags, changes)


def test_the_next_version_and_the_one_in_the_source_are_taken() -> None:
    for version in ("0.1.0", "0.1.1", "0.2.0rc1", "1.0.0"):
        Release(version, "2027-01-31").check("0.1.0", ["v0.0.9"], "")


def test_version_and_day_are_written_where_they_stand() -> None:
    source = NEXT.version_in(steps.INIT.read_text(encoding="utf-8"))
    assert '__version__ = "0.2.0"\n' in source
    changelog = NEXT.changelog_in(
        "# Changelog\n\nNewest first. Nothing has been released yet.\n\n## 0.2.0 (unreleased, so far)\n\n- Tea.\n"
    )
    assert changelog == "# Changelog\n\nNewest first.\n\n## 0.2.0 (2027-01-31)\n\n- Tea.\n"
    assert "version: 0.2.0\n" in NEXT.citation_in(steps.CITATION.read_text(encoding="utf-8"))
    with pytest.raises(Refused, match="no section"):
        NEXT.changelog_in(changelog)


def test_the_changelog_begins_with_a_version_to_come_or_the_last_release() -> None:
    """A test that wanted a section (unreleased) was red in the commit of every release."""
    changelog = steps.CHANGELOG.read_text(encoding="utf-8")
    version, day = re.findall(r"(?m)^## (\S+) \((.*)\)$", changelog)[0]
    assert f'__version__ = "{version}"' in steps.INIT.read_text(encoding="utf-8")
    assert day.startswith("unreleased") or re.fullmatch(r"\d{4}-\d\d-\d\d", day)


def test_every_check_and_product_is_a_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in (*steps.CHECKS, *steps.PRODUCTS):
        assert re.search(rf"(?m)^{target}:", makefile), target


def test_every_bound_is_tried_at_its_lowest() -> None:
    """`typer>=0.12` was said, and completion died below 0.29: make test-lowest installs what is said."""
    extras = {"web": ["uvicorn>=0.35", "starlette>=0.40,<2"], "all": ["plyground[web]", "anywidget>=0.9"]}
    found = list(lowest(["rich>=13.8", "plyground[all]"], extras))
    assert found == ["rich==13.8", "uvicorn==0.35", "starlette==0.40", "anywidget==0.9"]
    with pytest.raises(ValueError, match="'segno' has no lower bound"):
        list(lowest(["segno"], {}))


def test_without_a_version_it_asks_for_one() -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "release.steps"], cwd=ROOT, capture_output=True, text=True
    )
    assert (asked.returncode, asked.stdout) == (2, "")
    assert "VERSION=0.2.0" in asked.stderr


def test_a_dry_run_says_every_step_and_does_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(steps, "output", lambda *command: "")
    before = {path: path.read_bytes() for path in (steps.INIT, steps.CHANGELOG, steps.CITATION)}
    monkeypatch.setattr(Release, "changelog_in", lambda self, text: text)  # as before the first release
    steps.run(NEXT, dry=True)
    said = capsys.readouterr().out
    wanted = [
        "make check",
        "make test-pure",
        "write CHANGELOG.md",
        "make wheel",
        "make site",
        "make docs",
        "git commit",
        "git tag",
        "v0.2.0",
    ]
    assert [said.index(each) for each in wanted] == sorted(said.index(each) for each in wanted)
    assert before == {path: path.read_bytes() for path in before}


def test_a_red_check_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "output", lambda *command: "")
    monkeypatch.setattr(steps, "CHECKS", ("no-such-target",))
    monkeypatch.setattr(Release, "changelog_in", lambda self, text: text)
    before = steps.INIT.read_bytes()
    with pytest.raises(Refused, match="make no-such-target failed"):
        steps.run(NEXT, dry=False)
    assert steps.INIT.read_bytes() == before


def test_of_those_that_share_the_stable_abi_the_oldest_builds() -> None:
    assert [each.tag for each in builders(PYTHONS)] == ["cp311", "cp314t", "cp312"]


def test_which_python_takes_which_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smoke, "here", lambda: {"manylinux_2_17_x86_64", "manylinux2014_x86_64"})
    here = "manylinux2014_x86_64.manylinux_2_17_x86_64"
    taken = {
        f"cp311-cp311-{here}": ["cp311"],
        f"cp312-abi3-{here}": ["cp312", "cp313"],
        f"cp314-cp314t-{here}": ["cp314t"],
        "cp312-abi3-musllinux_1_2_x86_64": [],
        "cp312-abi3-manylinux_2_17_aarch64": [],
        "py3-none-any": ["cp311", "cp312", "cp313", "cp314t"],
    }
    for tags, wanted in taken.items():
        wheel = Path(f"plyground-0.1.0-{tags}.whl")
        assert [each.tag for each in PYTHONS if smoke.fits(wheel, each)] == wanted, tags


def test_hosted_ci_and_the_metadata_promise_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["cibuildwheel"]["build"] == ["cp311-*", "cp312-*", "cp314t-*"]
    assert project["tool"]["scikit-build"]["wheel"]["py-api"] == "cp312"
    assert {each.machine for each in TARGETS} == {"x86_64", "aarch64"}
    assert {each.libc for each in TARGETS} == {"glibc", "musl"}


NAMES = {
    name: Path(f"plyground-0.1.0-{name}.whl")
    for name in (
        "cp311-cp311-manylinux2014_aarch64.manylinux_2_17_aarch64",
        "cp311-cp311-musllinux_1_2_aarch64",
        "cp312-abi3-manylinux2014_aarch64.manylinux_2_17_aarch64",
        "cp312-abi3-manylinux2014_x86_64.manylinux_2_17_x86_64",
        "cp314-cp314t-manylinux2014_x86_64.manylinux_2_17_x86_64",
        "py3-none-any",
    )
}


@pytest.mark.parametrize(
    ("python", "taken"),
    [
        (EmulatedPython("bookworm", (3, 11)), ["cp311-cp311-manylinux2014_aarch64.manylinux_2_17_aarch64"]),
        (EmulatedPython("trixie", (3, 13)), ["cp312-abi3-manylinux2014_aarch64.manylinux_2_17_aarch64"]),
        (
            EmulatedPython("sid", (3, 14), "x86_64", "amd64"),
            ["cp312-abi3-manylinux2014_x86_64.manylinux_2_17_x86_64"],
        ),
    ],
)
def test_an_emulated_python_takes_the_wheels_of_its_machine(
    python: EmulatedPython, taken: list[str]
) -> None:
    assert [name for name, wheel in NAMES.items() if python.takes(wheel)] == taken


def test_a_wheel_that_cannot_be_emulated_is_told_and_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert check_emulated(list(NAMES.values()), tmp_path) == 0
    assert capsys.readouterr().out.count("NOT TESTED: it takes debootstrap and qemu-") == 3


def test_a_wheel_that_fails_under_emulation_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr(EmulatedPython, "check", lambda python, wheel, work: "the signature is another")
    assert check_emulated(list(NAMES.values()), tmp_path) == 1
    assert "emulated: the signature is another" in capsys.readouterr().out
