"""The command doctor: what is wrong with an agent, or with each one of a folder, in plain words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import AllowNet, AllowRead, InSandbox, Trust, runs_users_code
from plyground.cli.output import complain, print_json, print_text, progress_bar, spinner
from plyground.columns import fold, table, terminal_width
from plyground.errors import BadSpec, PlygroundError

if TYPE_CHECKING:
    from plyground.arena.doctor.checks import CheckResult, Verdict
    from plyground.arena.doctor.diagnosis import Diagnosis
    from plyground.arena.doctor.exam import Exam
    from plyground.arena.submissions import NamedAgent, Submissions

SIGNS: dict[Verdict, str] = {
    "ok": "✓",
    "careful": "!",
    "slow": "!",
    "weak": "~",
    "wrong": "✗",
    "not tried": "–",
}
ASCII_SIGNS: dict[Verdict, str] = SIGNS | {"ok": "+", "wrong": "x", "not tried": "-"}
_WIDTH = max(map(len, SIGNS))


def doctor(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT",
            help="python:mine.py, kaggle:submission.py, 'mcts(rounds=100)'.",
            show_default=False,
        ),
    ] = "",
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="SPEC", help="Which game; else the one it is most likely made for."),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--time", metavar="S", help="Seconds for each move, as the agent is told.")
    ] = 1.0,
    patience: Annotated[
        float, typer.Option("--patience", metavar="S", help="Seconds to wait for a move that is late.")
    ] = 60.0,
    handshake: Annotated[
        float, typer.Option("--handshake", metavar="S", help="Seconds to start and to begin a game.")
    ] = 10.0,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="Examine every agent in it, in one table."),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, metavar="N", help="Agents of the folder at a time.")
    ] = 1,
    sandbox: InSandbox = False,
    trust: Trust = False,
    allow_read: AllowRead = None,
    allow_net: AllowNet = False,
    warmup: Annotated[
        float,
        typer.Option(
            "--warmup", metavar="S", help="Seconds more for the first move of a game; engines have 5."
        ),
    ] = 0.0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Decides positions and all chance.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
) -> None:
    """Put an agent through its paces: wins and blocks in one, full boards, tiny limits, fast games.

    Ends with 0 if it plays by the rules, however weakly or slowly, with 1 if something is wrong.
    """
    from plyground.arena.doctor.exam import Exam
    from plyground.workers.sandbox import check_sandbox

    if bool(agent) == (folder is not None):
        raise BadSpec(
            "an agent and a folder" if agent else "no agent", agent, None, "give AGENT or --folder"
        )
    if sandbox:
        check_sandbox()
    exam = Exam(
        *("", seconds, patience, seed, sandbox, trust, tuple(map(str, allow_read or ())), allow_net),
        handshake=handshake,
        warmup=warmup,
    )
    print_note(exam, agent)
    if folder is not None:
        _examine_folder(folder, game, exam, workers, as_json)
    else:
        _examine_agent(agent, game, exam, as_json)


def print_note(exam: Exam, agent: str) -> None:
    """Print what an agent that is not ours could do here, before its code is read."""
    note = exam.confinement.note
    if note and (not agent or runs_users_code([agent])):
        complain(f"note: {note}")


def _examine_agent(agent: str, game: str | None, exam: Exam, as_json: bool) -> None:
    """Examine one agent, and print each finding as soon as it is known."""
    from plyground.arena.doctor.diagnosis import Diagnosis
    from plyground.arena.doctor.exam import check_spec, examine
    from plyground.arena.plan import split_name

    name, given = split_name(agent)
    spec = check_spec(given)
    exam = _choose_game(exam, game, spec)
    if not as_json:
        typer.echo(f"{spec} at {exam.game}, {exam.seconds:g} s per move, seed {exam.seed}\n")
    findings: list[CheckResult] = []
    with closing(
        examine(spec, exam, partial(_print_waiting, spec, exam))
    ) as checks:  # closing it ends the agent's processes, whatever stops us
        for finding in _with_spinner(checks):
            findings.append(finding)
            if not as_json:
                typer.echo(_line(finding))
    found = Diagnosis(name or spec, spec, exam.game, tuple(findings))
    if as_json:
        print_json({**found.to_json(), "seconds": exam.seconds, "seed": exam.seed})
    else:
        print_text("\n".join(["", *notes(found), found.sentence]))
    _end([found])


def _print_waiting(name: str, exam: Exam, seconds: float) -> None:
    """Print, while it is waited for, that an agent does not compute."""
    complain(
        f"{name}: no answer yet, and for {seconds:g} s it has not computed: it sleeps, or waits for input "
        f"or for something else (it is given up after {exam.patience:g} s, --patience)"
    )


def _with_spinner(findings: Iterator[CheckResult]) -> Iterator[CheckResult]:
    """The findings, with a spinner while each is awaited: it must not turn while one is printed."""
    while True:
        with spinner("examining"):
            finding = next(findings, None)
        if finding is None:
            return
        yield finding


def _choose_game(exam: Exam, game: str | None, agent: str) -> Exam:
    """The exam in the game that was asked for, or in the one that the agent is most likely made for."""
    from plyground.arena.doctor.exam import default_game, default_warmup
    from plyground.games.registry import load_game

    warmup = exam.warmup or default_warmup(agent)
    return replace(exam, game=load_game(game or default_game(agent)).spec, warmup=warmup)


def _line(finding: CheckResult) -> str:
    """One check in one line: a sign, the verdict in a word, and why."""
    verdict = finding.verdict
    signs = (
        SIGNS if (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf") else ASCII_SIGNS
    )
    line = f"{signs[verdict]} {verdict.ljust(_WIDTH)}  {finding.title}: {finding.words}"
    return "\n".join(fold(line, terminal_width() or len(line), " " * (_WIDTH + 4)))


def notes(found: Diagnosis) -> Iterator[str]:
    """What else is to be known about an agent, and about how it was examined."""
    from plyground.agents import load_entrant

    if note := load_entrant(found.agent).note:
        yield f"note: {note}"
    if found.verdict == "wrong" and (meant := _other_scheme(found.agent)):
        yield f"note: its functions are those of another convention: plyground doctor {meant}"
    for finding in found.findings:
        if starved := finding.facts.get("starved"):
            yield f"note: moves that waited for a core: {starved} (an idle machine tells more of its times)"


def _other_scheme(agent: str) -> str:
    """What to call an agent that was taken for one of ours and looks like Kaggle's or CS50's; else ""."""
    from plyground.agents.detect import detect_scheme
    from plyground.spec import Spec

    scheme, _, path = Spec.parse(agent).name.partition(":")
    if scheme != "python" or not Path(path).is_file():
        return ""
    found = detect_scheme(Path(path))
    return "" if found == scheme else f"{found}:{path}"


def _examine_folder(folder: Path, game: str | None, exam: Exam, workers: int, as_json: bool) -> None:
    """Examine every agent of a folder, and print a table of them."""
    from plyground.arena.submissions import submissions
    from plyground.games.registry import load_game

    if game:
        load_game(game)
    with TemporaryDirectory(prefix="plyground-") as unpacked:
        handed_in = submissions(folder, Path(unpacked))
        found = list(_examine_all(handed_in, game, exam, workers))
        same = handed_in.identical()
    if not found:
        raise BadSpec("no agents", str(folder), None, "put Python files into it")
    found.sort(key=lambda each: each.name)
    if as_json:
        rows = [each.to_json() for each in found]
        about = {"folder": str(folder), "seconds": exam.seconds, "seed": exam.seed}
        print_json(about | {"agents": rows, "identical": same})
    else:
        copies = [
            f"note: the files of {', '.join(names[:-1])} and {names[-1]} are the same" for names in same
        ]
        print_text("\n\n".join([_folder_text(found), *copies]))
    _end(found)


def _examine_all(handed_in: Submissions, game: str | None, exam: Exam, workers: int) -> Iterator[Diagnosis]:
    from plyground.arena.submissions import NamedAgent

    for each in handed_in.left_out:
        yield _refused(NamedAgent(each.name, each.name), game or "", each.reason)
    agents = handed_in.agents
    with progress_bar("examining") as show:
        show("examining", 0, len(agents))
        examine_one = partial(_examine_submission, game=game, exam=exam)
        for done, found in enumerate(_map_in_threads(examine_one, agents, workers), 1):
            show(found.name, done, len(agents))
            yield found


def _map_in_threads(
    examine_one: Callable[[NamedAgent], Diagnosis], agents: Sequence[NamedAgent], workers: int
) -> Iterator[Diagnosis]:
    """The diagnosis of each agent, as it is done. With one worker no agent disturbs another."""
    from plyground.agents.remedies import describe_error

    if workers == 1:
        yield from map(examine_one, agents)
        return
    waiting: SimpleQueue[NamedAgent] = SimpleQueue()
    done: SimpleQueue[Diagnosis] = SimpleQueue()
    for agent in agents:
        waiting.put(agent)

    def work() -> None:
        """Take agents until none is left. Their processes end with us, whatever stops us."""
        with suppress(Empty):
            while agent := waiting.get_nowait():
                try:
                    done.put(examine_one(agent))
                except Exception as error:  # noqa: BLE001 - it would end the thread unseen
                    done.put(_refused(agent, "", describe_error(error)))

    for _ in range(min(workers, len(agents))):
        Thread(target=work, daemon=True).start()
    yield from (done.get() for _ in agents)


def _examine_submission(named: NamedAgent, game: str | None, exam: Exam) -> Diagnosis:
    from plyground.arena.doctor.diagnosis import Diagnosis
    from plyground.arena.doctor.exam import check_spec, examine

    try:
        exam = _choose_game(exam, game, named.spec)
        findings = examine(check_spec(named.spec), exam, partial(_print_waiting, named.name, exam))
        return Diagnosis(named.name, named.spec, exam.game, tuple(findings))
    except PlygroundError as error:
        return _refused(named, game or "", str(error))


def _refused(named: NamedAgent, game: str, why: str) -> Diagnosis:
    """The row of an agent that could not be started."""
    from plyground.arena.doctor.checks import CHECKS, CheckResult, skip
    from plyground.arena.doctor.diagnosis import Diagnosis

    begun = CheckResult("start", "wrong", why)
    others = [skip(check, f"because of: {begun.title}") for check in CHECKS if check != begun.check]
    return Diagnosis(named.name, named.spec, game, (begun, *others))


def _folder_text(found: Sequence[Diagnosis]) -> str:
    """The table, the reasons for its verdicts, and how many can play."""
    from plyground.arena.doctor.checks import CHECKS

    heads = ("agent", "convention", "game", "verdict", *CHECKS)
    rows = [
        (each.name, _scheme(each), each.game or "-", each.verdict, *(one.verdict for one in each.findings))
        for each in found
    ]
    parts = [table(heads, rows, left=len(heads), keys=1)]
    for each in found:
        faults = [_line(one) for one in each.findings if one.verdict not in ("ok", "not tried")]
        parts += ["\n".join([each.name, *faults, *notes(each)])] if faults else []
    parts.append(_summary(found))
    return "\n\n".join(parts)


def _summary(found: Sequence[Diagnosis]) -> str:
    """How many play by the rules, and which are wrong, weak or slow."""
    able = sum(each.verdict != "wrong" for each in found)
    sentences = [f"{able} of {len(found)} play by the rules."]
    kinds: tuple[tuple[Verdict, str], ...] = (
        ("wrong", "Something is wrong with"),
        ("weak", "Weak"),
        ("slow", "Slow"),
    )
    for verdict, words in kinds:
        if names := ", ".join(each.name for each in found if each.verdict == verdict):
            sentences.append(f"{words}: {names}.")
    return " ".join(sentences)


def _scheme(found: Diagnosis) -> str:
    scheme = found.agent.partition("(")[0]
    return scheme if scheme != found.agent else "-"


def _end(found: Sequence[Diagnosis]) -> None:
    if any(each.verdict == "wrong" for each in found):
        raise typer.Exit(1)
