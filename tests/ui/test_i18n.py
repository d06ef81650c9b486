"""The catalogue: every key in every language, the same facts in each, none missing and none idle."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from release import missing_words

from helpers.words import catalogue
from plyground import words
from plyground.agents import AGENTS
from plyground.errors import BadSpec
from plyground.grader.reference import MISTAKES
from plyground.grader.rubric_keys import KINDS
from plyground.message import Message
from plyground.report.survey_page import WORDS
from plyground.score import describe, win_in
from plyground.session.view import Value
from plyground.ui.web.app import PAGES_LACK
from plyground.words import tongue, usual_language

SOURCE = Path(__file__).parents[2] / "src" / "plyground"
CODE = {
    path: path.read_text(encoding="utf-8")
    for pattern in (
        *("cards.py", "session/**/*.py", "ui/**/*.py", "cli/*.py", "papers/*.py", "notebook/**/*.py"),
        *("report/*.py", "exercises/*.py", "grader/*.py", "assignments/*.py"),
        *("ui/web/**/*.js", "ui/web/**/*.html", "notebook/**/*.js"),
    )
    for path in sorted(SOURCE.glob(pattern))
}

# Keys that are put together: what stands for the rest, and where its values come from.
FAMILIES = {
    "reason.": {"time", "crash", "illegal", "answer", "start"},
    "value.": {
        *("wins", "wins-in", "draws", "loses", "loses-in"),
        *("wins-or-draws", "draws-or-loses", "points", "estimate", "unknown"),
    },
    "remark.": {"counts-zero", "no-depth"},
    "option.": {option.name for kind in AGENTS.values() for option in fields(kind)},
    "why.": {
        *("column", "square", "full", "taken", "over", "move", "turns", "rows", "row", "character", "side"),
        *("cells", "number", "options", "meant", "spec", "no-opening", "too-large"),
        *("flag", "between", "above-zero", "some-of", "inner", "inner-core", "weights", "line-game"),
        *(
            "one-game",
            "no-core",
            "absent-core",
            "endless",
            "endless-proof",
            "node",
            "deep-tree",
            "tolerance",
        ),
        *("match-of-two", "early-end"),
        *("sheet-leaves", "sheet-size", "sheet-branches", "shallow-tree", "odd-plies"),
        *("own-names", "no-text", "openings", "opening", "opening-over", "quotes"),
        *("weights-game", "training-name", "no-training", "no-kept-weights", "no-teacher", "table-size"),
    },
    "finding.": {
        *("same", "not-same", "cheaper", "cost", "scores", "score", "lines"),
        *(f"{what}-{how}" for what in ("nodes", "time") for how in ("fewer", "more", "alike")),
        *(f"{what}-once-{how}" for what in ("nodes", "time") for how in ("fewer", "more")),
        *("given-away", "blunders"),
        *("small-game", "small-game-faulty", "openings", "saving", "saving-once", "rate"),
        *(f"survey-{what}" for what in ("same", "not-same", "cost", "nodes", "time", "ladder", "away")),
        *(
            "claim-same",
            "claim-not-same",
            "claim-small",
            "claim-small-sound",
            "claim-small-faulty",
            "claim-time-busy",
        ),
        *("claim-cheaper", "claim-fewer-nodes", "claim-not-cheaper", "and-two", "order-turns"),
        *(f"claim-{what}{how}" for what in ("nodes", "time") for how in ("", "-some", "-none")),
        *("claim-ladder", "claim-ladder-part", "claim-ladder-none", "unranked", "unranked-nodes"),
        *("why-level", "why-half", "why-few", "step", "step-once", "step-unranked", "step-once-unranked"),
        *(
            "cost-untimed",
            "nodes-once-equal",
            "count-searches",
            "count-positions",
            "units-half",
            "gauntlet-alike",
            "extremes",
        ),
        *("ratio-counted", "ratio-short", "ratio-close", "two-cost-close"),
        *("match", "units-pairs", "units-games", "sprt", "sprt-open", "leader", "gauntlet"),
        *("sure-exact", "sure-not", "sure-all", "sure-some", "gauntlet-ends"),
        *("decided", "decided-top", "away", "away-exact", "away-few", "forfeits", "forfeit"),
        *("forfeit-others", "cost-nodes", "cost-time", "ratio", "ratio-alike", "amount-nodes"),
        *(f"game-{what}{rest}" for what in ("nodes", "cpu", "wall") for rest in ("", "-ratio")),
        *(f"duel-{how}" for how in ("few", "above", "unclear", "even")),
        *(f"duel-exact-{how}" for how in ("above", "level", "open")),
        *("chance-little", "more-games", "more-many", "count-games", "count-others"),
        *("leader-none", "leader-unclear", "away-of-all", "away-of-some", "two-cost-cpu"),
        *("two-alike", "two-differ", "two-scores", "two-few", "two-more", "two-less", "two-unclear"),
        *("two-exact-same", "two-exact-more", "two-exact-less", "two-paired", "two-independent"),
        *("two-cost-nodes", "two-cost-time", "two-cost", "two-cost-same", "two-cost-apart"),
        *("two-cost-alike", "papers-held", "papers-neither", "papers-fitted", "papers-reading"),
        *(
            "papers-unlikely",
            "papers-machine",
            "papers-untestable",
            "papers-by-paper",
            "papers-paper",
            "papers-same",
        ),
    },
    "reports.": {"below", "above", "pairs", "games"},
    "reports.head-": {
        *("agent", "side", "games", "won", "drawn", "lost", "points", "interval", "moves", "median"),
        *(
            "time-per-move",
            "processor-per-move",
            "p95",
            "max",
            "game-ms",
            "nodes-per-move",
            "per-game",
            "depth",
            "blunders",
        ),
        *("decisions", "rate", "points-lost", "against", "different-pairs", "different-games", "elo"),
        *(
            "level",
            "normalized",
            "stronger",
            "points-against",
            "place",
            "forfeits",
            "left-out",
            "why",
            "what",
        ),
        *("how", "difference", "how-known", "ratio"),
    },
    "reports.table-": {
        *("results", "times", "nodes", "blunders", "duels-pairs", "duels-games", "crosstable"),
        *(
            "ratings",
            "depths",
            "left-out",
            "conditions",
            "scores",
            "nodes-per-game",
            "time-per-game",
            "time-of-machines",
        ),
    },
    "runs.": {
        *("run", "begun", "game", "format", "agents", "games", "state"),
        *("first", "second", "winner", "ending", "opening", "plies"),
    },
    "runs.ending-": {"rules", "forfeit", "length"},
    "reports.format-": {"match", "round-robin", "gauntlet"},
    "reports.by-": {"time", "crash", "illegal", "answer", "start"},
    "reports.policy-": {"forfeit", "fallback"},
    "reports.how-": {"paired", "independent", "exact"},
    "reports.two-": {
        *("format", "limits", "games", "openings", "seed", "seats", "policy", "others", "version"),
        "machine",
    },
    "survey.": {"costs-depth", "costs-stage", "limit-ladder", "limit-ladder-centre"},
    **{f"survey.{what}-": set(WORDS) for what in ("word", "means")},
    "survey.head-": {
        "rules",
        *("agent", "depth", "empty", "positions", "nodes", "ms", "fewer", "less", "searches", "values"),
        *("moves", "against", "won", "drawn", "lost", "lines", "right", "at-stake", "given", "decisions"),
        *("rate", "interval", "what", "how"),
    },
    "figure.": {
        *(f"{what}-by-{place}" for what in ("nodes", "time") for place in ("depth", "empty", "ply")),
        *("nodes", "time", "nodes-per-move", "time-per-move", "low", "high"),
        *("mean-of", "mean-of-some", "ratio-of", "ratio-of-some"),
        *(f"{kind}-{place}" for kind in ("at", "x") for place in ("depth", "empty", "ply")),
        *(
            f"seen-{what}{way}"
            for what in ("nodes", "time", "nodes-per-move", "time-per-move", "points", "ratings", "away")
            for way in ("", "-one", "-same")
        ),
    },
    "exercise.kind.": {"minimax", "alphabeta", "depth", "mcts", "win"},
    "exercise.arm.": {"move", "visits", "wins", "reward", "bound"},
    "exercise.alphabeta.introduction-": {"equal", "strict"},
    "exercise.why.": {"max", "min", "visits", "wins", "reward", "total"},
    "exercise.hint.": {"max", "min"},
    "exercise.mistake.not-": {"max", "min"},
    "exercise.label.": {"visits", "wins", "reward", "total"},
    "grade.kind.": set(KINDS),
    "grade.trouble.": {"exit", "memory", "died", "nothing", "none"},
    "assignment.head.": {
        *("board", "moves", "value-x", "value-mover", "move", "nodes", "nodes-minimax", "depth", "why"),
        *("columns", "perfect", "estimate"),
    },
    "assignment.": {"wins", "blocks"},
    "grade.figure.values-": {"mover", "first", "root"},
    "grade.tactics.": {"win", "block"},
    "grade.evaluation.for-": {"opponent", "first", "second"},
    "grade.values.": {"win", "draw", "loss"},
    "grade.value.end-": {"draw", "sign", "win"},
    "grade.tree.other-cut-": {"equal", "strict"},
    "grade.tree.fail-": {"soft", "hard"},
    "grade.tree.": {mistake.kind for mistake in MISTAKES} - {"other-cut"},
    "setup.": {"floating", "counts", "turn", "both-won", "winner-to-move", "won-before"},
}


def literal_keys() -> Iterator[str]:
    """Every quoted text in the code that looks like a key of a section that the catalogue has."""
    sections = {key.partition(".")[0] for key in catalogue()}
    for text in CODE.values():
        for quoted in re.findall(r"""["'`]([a-z]+(?:\.[a-z0-9-]+)+)["'`]""", text):
            if quoted.partition(".")[0] in sections:
                yield quoted


def in_families() -> set[str]:
    return {prefix + rest for prefix, rests in FAMILIES.items() for rest in rests}


def facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_no_key_is_missing() -> None:
    assert set(literal_keys()) | in_families() <= catalogue().keys()


def test_pages_are_sent_every_key_that_their_scripts_name() -> None:
    scripts = [text for path, text in CODE.items() if "static" in path.parts]
    named = {key for text in scripts for key in re.findall(r"""["'`]([a-z]+\.[a-z0-9-]+)["'`]""", text)}
    assert not [key for key in named & catalogue().keys() if key.startswith(PAGES_LACK)]


def test_no_key_is_idle() -> None:
    assert catalogue().keys() <= set(literal_keys()) | in_families()


def test_a_key_says_the_same_in_every_language() -> None:
    for key, entry in catalogue().items():
        assert "en" in entry, key
        forms = [said if isinstance(said, list) else [said] for said in entry.values()]
        assert len({len(said) for said in forms}) == 1, key
        assert all(len(said) <= 2 and all(part.strip() for part in said) for said in forms), key
        assert len({frozenset(set().union(*map(facts, said)) - {"n"}) for said in forms}) == 1, key


# What readers stumbled over, as patterns: none of it may come back to any screen.
ODD = {
    "en": r"\b(seconds?|s|nodes?|time|tries) a (move|game)\b|\bof a pair\b|^in a row wins|^limits of|has a new player|^go on$"
    r"|broken off|\bis no json\b|^no game \{given\}: games are|the line ends here|comes back with|no better for"
    r"|no more can come of it|values are those of|it cannot be so|the same comes out|only ratios compare"
    r"|no claim is like that|would be to move|say who moves|single keys are on|does not answer|whoever started it"
    r"|with a memory|wins \{percent\} %",
    "pt-BR": r"em linha vence|\b(des)?dobr(ar|ad[oa]s?)\b|\bdesafio\b|(?<!meio-)(?<!meios-)\blances?\b|\bgirar\b|teclas únicas"
    r"|buscada duas vezes|só razões se comparam|\brodar\b|vence \{percent\} %",
}


@pytest.mark.parametrize("language", sorted(ODD))
def test_odd_words_do_not_come_back(language: str) -> None:
    said = {key: entry[language] for key, entry in catalogue().items()}
    forms = [(key, form) for key, form in said.items() if isinstance(form, str)]
    forms += [(key, form) for key, both in said.items() if not isinstance(both, str) for form in both]
    assert [each for each in forms if re.search(ODD[language], each[1], re.IGNORECASE)] == []


def test_a_sentence_without_portuguese_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who writes no Portuguese can add a sentence; `make words` lists it."""
    lacks = {key: said for key, said in words.written("pt-BR").items() if key != "play.undo"}
    english = words.written("en")
    monkeypatch.setattr(words, "written", lambda language: english if language == "en" else lacks)
    monkeypatch.setattr(words, "sentences", words.sentences.__wrapped__)
    assert tongue("pt-BR").say("play.undo") == english["play.undo"]
    assert tongue("pt-BR").say("play.redo") == lacks["play.redo"] != english["play.redo"]
    monkeypatch.setattr(missing_words, "written", words.written)
    assert missing_words.missing("pt-BR") == ["play.undo"]


def test_numbers_are_written_as_each_language_does() -> None:
    assert tongue("en").number(1234567.891, 2) == "1,234,567.89"
    assert tongue("pt-BR").number(1234567.891, 2) == "1.234.567,89"
    assert tongue("pt").seconds(0.35) == "0,35 s"
    assert tongue("en").seconds(0.0123) == "12.3 ms"


def test_a_message_names_players_as_the_game_does() -> None:
    failed = Message("machine.failed", {"player": 1, "reason": "time", "why": "nothing came"})
    assert tongue("en").message(failed) == (
        "O made no move (no answer in time): nothing came. The game is paused."
    )
    assert (
        tongue("pt-BR")
        .message(failed, ("first player", "second player"))
        .startswith("o segundo jogador não jogou")
    )


def test_portuguese_joins_de_and_the_article_of_a_player() -> None:
    speaker = tongue("pt-BR")
    second = speaker.player(1, ("first player", "second player"))
    assert speaker.say("terminal.to-move", player=second) == "Vez do segundo jogador."
    assert speaker.say("terminal.to-move", player="X") == "Vez de X."
    assert speaker.say("terminal.to-move", player="O") == "Vez de O."
    for key in (key for key, said in catalogue().items() if "{player}" in str(said["pt-BR"])):
        facts = dict.fromkeys(re.findall(r"\{(\w+)\}", str(catalogue()[key]["pt-BR"])), 1)
        assert "de o " not in speaker.say(key, **facts | {"player": second}), key


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": "C", "PLYGROUND_LANG": "pt-BR"}, "pt-BR"),
        ({}, "en"),
    ],
)
def test_the_environment_chooses_the_language(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("PLYGROUND_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert usual_language() == language
    assert tongue().language == language


def test_a_language_that_nobody_speaks_is_refused() -> None:
    with pytest.raises(BadSpec, match="no language xx: languages are en, pt-BR"):
        tongue("xx")


@pytest.mark.parametrize(
    ("plies", "english", "portuguese"),
    [(1, "wins in 1 ply", "vence em 1 jogada"), (39, "wins in 39 plies", "vence em 39 jogadas")],
)
def test_a_distance_says_that_it_counts_plies(plies: int, english: str, portuguese: str) -> None:
    value = Value("4", "wins", plies)
    assert tongue("en").message(value.message) == english == describe(win_in(plies))
    assert tongue("pt-BR").message(value.message) == portuguese
