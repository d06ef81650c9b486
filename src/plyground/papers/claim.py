"""A claim of a paper: what it says, what it published, how we measure it, and what we find."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from plyground.message import Message
from plyground.words import LANGUAGES, Tongue, sentences

Verdict = Literal[
    "exact",  # the same number, game or sentence comes out
    "within noise",  # ours is what chance allows
    "unlikely",  # chance would seldom bring the published result, and yet it can
    "rounded",  # the same number after the paper's rounding
    "fitted",  # our reading was chosen to match this figure: no independent check
    "contradicted",  # a computation without chance excludes it
    "depends on the reading",  # the sentence allows several, or has a word without a number
    "machine-dependent",  # a time: only order, growth and ratios compare
    "not testable",  # it could not come out otherwise, we cannot test it, or it is a slip of the text
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

# What a verdict rests on. Named people's work is contradicted by a computation only: never by a clock, by
# chance, or by a line that we draw where the text has none ("usually", "nearly all", "modest").
Basis = Literal["computation", "chance", "clock", "threshold"]
MAY_SAY: Mapping[Basis, tuple[Verdict, ...]] = {
    "computation": ("exact", "rounded", "fitted", "contradicted", "depends on the reading", "not testable"),
    "chance": ("exact", "within noise", "unlikely", "fitted", "not testable"),
    "clock": ("machine-dependent", "not testable"),
    "threshold": ("depends on the reading",),
}

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Reading:
    """One way to understand a claim, and what measuring it gave."""

    name: str  # the sentence `as-<name>` describes it
    verdict: Verdict
    facts: Facts = field(default_factory=dict)
    ours: str = "each"  # the key of the sentence that says what was found


@dataclass(frozen=True)
class Finding:
    """What measuring a claim gave: facts, and the keys of the sentences that say them."""

    verdict: Verdict
    facts: Facts = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    ours: str = "ours"
    why: str = "why"


class ReadingText(NamedTuple):
    """A reading in words."""

    reading: str
    ours: str
    verdict: Verdict


class FindingText(NamedTuple):
    """A finding in words."""

    ours: str
    verdict: Verdict
    why: str
    readings: tuple[ReadingText, ...]


@dataclass(frozen=True)
class Claim:
    """One statement of a paper. Its sentences stand in the catalogue, under its id."""

    id: str  # "P0.nodes": the paper and a word
    measure: Callable[[], Finding]
    rests_on: Basis = "computation"

    @property
    def deterministic(self) -> bool:
        """Whether the finding is the same on every machine."""
        return self.rests_on != "clock"

    @property
    def paper(self) -> str:
        return self.id.partition(".")[0]

    @property
    def published(self) -> str:
        """As the paper prints it, in Portuguese."""
        return str(sentences("en")[f"{self.id}.published"])

    def says(self, language: str = "en") -> str:
        """What the paper says, in a sentence."""
        return sentence(self.id, "claim", language)

    def describe(self, found: Finding, language: str = "en") -> FindingText:
        """What was found, in sentences."""
        readings = tuple(
            ReadingText(
                sentence(self.id, f"as-{each.name}", language, each.facts),
                sentence(self.id, each.ours, language, each.facts),
                each.verdict,
            )
            for each in found.readings
        )
        ours, why = (sentence(self.id, key, language, found.facts) for key in (found.ours, found.why))
        return FindingText(ours, found.verdict, why, readings)

    def to_json(self, found: Finding, language: str = "en") -> dict[str, Any]:
        """As `plyground reproduce --json` writes it."""
        text = self.describe(found, language)
        return {
            "paper": self.paper,
            "title": short_title(self.paper, language),
            "id": self.id,
            "claim": self.says(language),
            "published": self.published,
            "ours": text.ours,
            "verdict": text.verdict,
            "why": text.why,
            "readings": [reading._asdict() for reading in text.readings],
        }

    def in_every_language(self, found: Finding) -> dict[str, Any]:
        """What was found, each sentence in every language: a page can then change its language."""
        texts = {language: self.describe(found, language) for language in LANGUAGES}
        readings = [
            {
                "reading": {language: texts[language].readings[n].reading for language in LANGUAGES},
                "ours": {language: texts[language].readings[n].ours for language in LANGUAGES},
                "verdict": reading.verdict,
            }
            for n, reading in enumerate(found.readings)
        ]
        return {
            "ours": {language: each.ours for language, each in texts.items()},
            "verdict": found.verdict,
            "why": {language: each.why for language, each in texts.items()},
            "readings": readings,
        }


Measure = TypeVar("Measure", bound=Callable[..., Finding])


class Claims:
    """The claims of a paper, in the order in which their measures are written.

    Above a function that measures a claim stands `@claims.add("nodes")`: its id is then "P0.nodes".
    """

    def __init__(self, paper: str) -> None:
        self.paper = paper
        self._claims: list[Claim] = []

    def add(self, word: str, rests_on: Basis = "computation") -> Callable[[Measure], Measure]:
        """Add the claim that the decorated function measures."""

        def add_claim(measure: Measure) -> Measure:
            self._claims.append(Claim(f"{self.paper}.{word}", _judged(measure, rests_on), rests_on))
            return measure

        return add_claim

    def add_each(
        self, arguments: Mapping[str, Any], rests_on: Basis = "computation"
    ) -> Callable[[Measure], Measure]:
        """Add a claim for each word: the decorated function measures it, given the argument."""

        def add_claims(measure: Measure) -> Measure:
            for word, argument in arguments.items():
                self.add(word, rests_on)(partial(measure, argument))
            return measure

        return add_claims

    def add_words(self, word: str) -> None:
        """Add a claim of which nothing is measured: its words say all."""
        self.add(word)(lambda: Finding("not testable"))

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._claims)


def _judged(measure: Callable[[], Finding], rests_on: Basis) -> Callable[[], Finding]:
    """A measure that can only come to a verdict that what it rests on can carry."""

    @wraps(measure)
    def judged() -> Finding:
        found = measure()
        for verdict in (found.verdict, *(reading.verdict for reading in found.readings)):
            assert verdict in MAY_SAY[rests_on], f"{verdict} by {rests_on}"
        return found

    return judged


def sentence(table: str, key: str, language: str = "en", facts: Facts | None = None) -> str:
    """A sentence about a claim or a paper, with its facts."""
    return Tongue(language).say(f"{table}.{key}", **(facts or {}))


def title(paper: str, language: str = "en") -> str:
    """Who wrote a paper, what it is called, where and when."""
    return sentence(paper, "title", language)


def short_title(paper: str, language: str = "en") -> str:
    """What a paper is about, where it is from and when, in a few words."""
    return sentence(paper, "short", language)


def exact_if(true: bool) -> Verdict:
    """The verdict on a number or a sentence that holds, or does not."""
    return "exact" if true else "contradicted"


def noise_if(true: bool) -> Verdict:
    """The verdict on a number that chance explains, or would seldom bring."""
    return "within noise" if true else "unlikely"


def rounded_if(true: bool) -> Verdict:
    """The verdict on a number that is ours after the paper's rounding, or is not."""
    return "rounded" if true else "contradicted"


def fitted_if(true: bool) -> Verdict:
    """The verdict on a figure that our reading was chosen to match: it does, or does not."""
    return "fitted" if true else "contradicted"


def timed(holds: bool, facts: Facts) -> Finding:
    """What was found of times. Whether their order or growth is the paper's is told as `here`, no more."""
    return Finding(
        "machine-dependent", {**facts, "here": Message("word.here" if holds else "word.not-here")}
    )


def vague(facts: Facts, readings: tuple[Reading, ...] = ()) -> Finding:
    """What was found of a sentence with a word that has no number: it is told, and left to the reader."""
    return Finding("depends on the reading", facts, readings)


def common_verdict(readings: Iterable[Reading]) -> Verdict:
    """The verdict on which all readings agree, if they do."""
    verdicts = {reading.verdict for reading in readings}
    return verdicts.pop() if len(verdicts) == 1 else "depends on the reading"
