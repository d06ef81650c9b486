"""What the command doctor does: a line for each check, or a table with a row for each agent of a folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import typer

from plyground.arena.doctor import Diagnosis, Exam, checked, examine, usual_game, usual_warmup
from plyground.arena.examination import CHECKS, Finding, Verdict, not_tried
from plyground.arena.tournament import Named, submissions
from plyground.cli.output import bars, print_json, table, working
from plyground.errors import BadSpec, PlygroundError
from plyground.games.registry import load_game

SIGNS: dict[Verdict, str] = {"ok": "✓", "careful": "!", "wrong": "✗", "not tried": "–"}
PLAIN: dict[Verdict, str] = {"ok": "+", "careful": "!", "wrong": "x", "not tried": "-"}
_WIDTH = max(map(len, SIGNS))


def examined(agent: str, game: str | None, exam: Exam, as_json: bool) -> None:
    """Examine one agent, telling each finding as soon as it is known."""
    spec = checked(agent)
    exam = _fitted(exam, game, spec)
    if not as_json:
        typer.echo(f"{spec} at {exam.game}, {exam.seconds:g} s a move, seed {exam.seed}\n")
    findings: list[Finding] = []
    with closing(examine(spec, exam)) as checks:  # so that whatever stops us ends the agent's processes
        for finding in _watched(checks):
            findings.append(finding)
            if not as_json:
                typer.echo(line_of(finding))
    found = Diagnosis(spec, spec, exam.game, tuple(findings))
    if as_json:
        print_json({**found.to_json(), "seconds": exam.seconds, "seed": exam.seed})
    else:
        typer.echo("\n".join(["", *_notes(found), found.sentence]))
    _end([found])


def _watched(findings: Iterator[Finding]) -> Iterator[Finding]:
    """The findings, with a sign of life between them only: it would take what is printed meanwhile."""
    while True:
        with working("examining"):
            finding = next(findings, None)
        if finding is None:
            return
        yield finding


def _fitted(exam: Exam, game: str | None, agent: str) -> Exam:
    """The exam in the game that was asked for, or in the one that the agent is most likely made for."""
    warmup = exam.warmup or usual_warmup(agent)
    return replace(exam, game=load_game(game or usual_game(agent)).spec, warmup=warmup)


def line_of(finding: Finding) -> str:
    """One check in one line, which says its verdict in a word, too."""
    verdict = finding.verdict
    signs = SIGNS if (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf") else PLAIN
    return f"{signs[verdict]} {verdict.ljust(_WIDTH)}  {finding.title}: {finding.words}"


def _notes(found: Diagnosis) -> Iterator[str]:
    for finding in found.findings:
        if starved := finding.facts.get("starved"):
            yield f"note: moves that waited for a core: {starved} (an idle machine tells more of its times)"


def folder_examined(folder: Path, game: str | None, exam: Exam, as_json: bool) -> None:
    """Examine every agent of a folder, one after the other so that none disturbs another."""
    if game:
        load_game(game)
    agents, unfit = submissions(folder)
    if not agents and not unfit:
        raise BadSpec("no agents", str(folder), None, "put Python files into it")
    found = [_refused(Named(name, name), game or "", why) for name, why in unfit.items()]
    with bars("examining") as show:
        for done, named in enumerate(agents):
            show(named.name, done, len(agents))
            found.append(_submission_examined(named, game, exam))
    found.sort(key=lambda each: each.name)
    if as_json:
        rows = [each.to_json() for each in found]
        print_json({"folder": str(folder), "seconds": exam.seconds, "seed": exam.seed, "agents": rows})
    else:
        typer.echo(_folder_text(found))
    _end(found)


def _submission_examined(named: Named, game: str | None, exam: Exam) -> Diagnosis:
    try:
        exam = _fitted(exam, game, named.spec)
        return Diagnosis(named.name, named.spec, exam.game, tuple(examine(checked(named.spec), exam)))
    except PlygroundError as error:
        return _refused(named, game or "", str(error))


def _refused(named: Named, game: str, why: str) -> Diagnosis:
    """The row of who could not even be asked."""
    begun = Finding("start", "wrong", why)
    others = [not_tried(check, f"because of: {begun.title}") for check in CHECKS if check != begun.check]
    return Diagnosis(named.name, named.spec, game, (begun, *others))


def _folder_text(found: Sequence[Diagnosis]) -> str:
    """The table, what is behind its words, and how many can play."""
    heads = ("agent", "convention", "game", "verdict", *CHECKS)
    rows = [
        (each.name, _scheme(each), each.game or "-", each.verdict, *(one.verdict for one in each.findings))
        for each in found
    ]
    parts = [table(heads, rows, left=len(heads))]
    for each in found:
        told = [line_of(one) for one in each.findings if one.verdict in ("wrong", "careful")]
        parts += ["\n".join([each.name, *told, *_notes(each)])] if told else []
    able = sum(each.verdict != "wrong" for each in found)
    wrong = ", ".join(each.name for each in found if each.verdict == "wrong")
    parts.append(
        f"{able} of {len(found)} can play{'. Something is wrong with: ' + wrong if wrong else ''}."
    )
    return "\n\n".join(parts)


def _scheme(found: Diagnosis) -> str:
    scheme = found.agent.partition("(")[0]
    return scheme if scheme != found.agent else "-"


def _end(found: Sequence[Diagnosis]) -> None:
    if any(each.verdict == "wrong" for each in found):
        raise typer.Exit(1)
