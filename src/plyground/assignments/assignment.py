"""An assignment as files: templates, filled with words of one language and computed examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from string import Template
from types import MappingProxyType

from plyground.assignments.examples import (
    Examples,
    alphabeta_examples,
    connect4_examples,
    heuristic_examples,
    minimax_examples,
)
from plyground.grader.page import number
from plyground.grader.rubric import Rubric, RubricCheck, read_rubric
from plyground.words import LANGUAGES, Tongue, sentences

TEMPLATES = Path(__file__).with_name("templates")
_INSTALL = "      - run: python -m pip install plyground\n"


@dataclass(frozen=True)
class Assignment:
    """What students are asked to write."""

    kind: str
    module: str  # the file that they hand in, without .py
    examples: Callable[[Tongue], Examples]
    needs_plyground: bool = False  # of the student's own tests

    def rubric(self, language: str) -> Rubric:
        """The checks, with titles in a language."""
        return read_rubric(self._fill("rubric.txt", language), "rubric.toml")

    def solution(self, language: str) -> str:
        """A right program: not for students."""
        return self._fill("solution.txt", language)

    def student_files(self, language: str) -> Mapping[str, str]:
        """What students get, by path; handouts are in every language, the rest is in one."""
        handouts = {
            "HANDOUT.md" if each == "en" else f"HANDOUT.{each}.md": self._handout(each)
            for each in LANGUAGES
        }
        return handouts | {
            f"{self.module}.py": self._fill("starter.txt", language),
            f"test_{self.module}.py": self._fill("test.txt", language),
            ".github/workflows/tests.yml": self._fill("../common/workflow.yml", language),
        }

    def teacher_files(self, language: str) -> Mapping[str, str]:
        """What the teacher gets, by path, but for the zip."""
        return {
            "rubric.toml": self._fill("rubric.txt", language),
            f"solution/{self.module}.py": self.solution(language),
        }

    def autograder_files(self, language: str) -> Mapping[str, str]:
        """What Gradescope gets, by path."""
        programs = ("common/run_autograder", "common/setup.sh")
        files = {Path(each).name: self._fill(f"../{each}", language) for each in programs}
        return files | {"rubric.toml": self._fill("rubric.txt", language)}

    def readme(self, language: str) -> str:
        """What the teacher reads first."""
        name = _in_language("README.md", language)
        points = number(self.rubric(language).points)
        return self._fill(f"../common/{name}", language, {"points": points})

    def _handout(self, language: str) -> str:
        name = _in_language("HANDOUT.md", language)
        return self._fill(name, language, {"grading": self._grading(language)})

    def _grading(self, language: str) -> str:
        """The checks of the rubric and their points, as a table."""
        tongue, rubric = Tongue(language), self.rubric(language)
        heads = tongue.say("assignment.head.check"), tongue.say("assignment.head.points")
        rows = [
            f"| {check.title or tongue.say(f'grade.kind.{check.kind}')} | {_worth(check, tongue)} |"
            for check in rubric.checks
        ]
        notes = [tongue.say("assignment.conditions")] * any(check.condition for check in rubric.checks)
        notes += [tongue.say("assignment.guessing")] * any(check.guessing for check in rubric.checks)
        table = "\n".join([f"| {heads[0]} | {heads[1]} |", "|---|---|", *rows])
        return "\n\n".join([table, " ".join(notes)]) if notes else table

    def _fill(self, template: str, language: str, more: Mapping[str, str] = MappingProxyType({})) -> str:
        """A template with its words and examples."""
        folder = TEMPLATES / self.kind
        table = f"assignment-{self.kind}."
        said = sentences(language).items()
        words = {key.removeprefix(table): str(text) for key, text in said if key.startswith(table)}
        known = {
            "module": self.module,
            "lang": language,
            "version": version("plyground"),
            "install": _INSTALL if self.needs_plyground else "",
        }
        text = (folder / template).read_text(encoding="utf-8")
        return Template(text).substitute({**words, **known, **_computed(self.examples, language), **more})


def _worth(check: RubricCheck, tongue: Tongue) -> str:
    if check.condition:
        return tongue.say("assignment.condition", points=number(check.points))
    return number(check.points)


def _in_language(name: str, language: str) -> str:
    """The name of a page in a language: English has no mark."""
    return name if language == "en" else name.replace(".md", f".{language}.md")


@cache
def _computed(examples: Callable[[Tongue], Examples], language: str) -> dict[str, str]:
    return dict(examples(Tongue(language)))


ASSIGNMENTS = {
    each.kind: each
    for each in (
        Assignment("minimax", "minimax", minimax_examples),
        Assignment("alphabeta", "alphabeta", alphabeta_examples, needs_plyground=True),
        Assignment("connect4-agent", "connect4_agent", connect4_examples),
        Assignment("heuristic", "heuristic", heuristic_examples, needs_plyground=True),
    )
}
