"""The plan of a run: everything that decides its games, as data for the store."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, get_args

from plyground.agents import load_entrant
from plyground.agents.defaults import spec_with_default_limit
from plyground.agents.objects import SCHEME
from plyground.arena.clock import Clock, TimeControl
from plyground.arena.openings import openings
from plyground.arena.records import Pair
from plyground.arena.referee import Policy, Referee
from plyground.errors import BadSpec, printable, truncate
from plyground.games.registry import load_game
from plyground.score import LONGEST
from plyground.spec import Spec, one_of, whole_number
from plyground.stats.sprt import SPRT
from plyground.workers.confinement import Confinement

Format = Literal["match", "round-robin", "gauntlet"]

MAX_GAMES = 10_000_000
MAX_AGENTS = 1_000
MEMORY_MB = 4_096


_NAMED = re.compile(r"\s*(?P<name>\w[\w .+-]*)=\s*(?P<spec>\S.*)", re.DOTALL)


@dataclass(frozen=True)
class Plan:
    """A match or a tournament. In a gauntlet the first agent plays each of the others."""

    game: str
    agents: tuple[str, ...]  # specs
    names: tuple[str, ...] = ()  # of the agents; by default their specs
    format: Format = "match"
    games: int = 2  # between two agents
    control: TimeControl = field(default_factory=TimeControl)
    policy: Policy = "forfeit"
    openings: str = "none"
    seed: int = 0
    fixed_seats: bool = False  # the agent named first always plays first: no pairs, single games
    until_decided: bool = False  # stop when the match is decided: "best of N"
    sprt: SPRT | None = None
    in_process: bool = False  # trusted agents play in the arena's own processes
    memory_mb: int = MEMORY_MB
    sandbox: bool = False  # users' agents play in a sandbox
    trust: bool = False  # users' agents may do what the user may
    allow_read: tuple[str, ...] = ()  # folders and files that users' agents may read
    allow_net: bool = False  # users' agents may use the network
    pinned: bool = True  # both agents of a game share one core
    most_plies: int = LONGEST
    asked: tuple[str, ...] = ()  # the specs as given, if a default limit was added to one

    def __post_init__(self) -> None:
        one_of("format", self.format, get_args(Format))
        one_of("policy", self.policy, get_args(Policy))
        whole_number("games", self.games, 1, MAX_GAMES)
        whole_number("agents", len(self.agents), 2, MAX_AGENTS)
        whole_number("seed", self.seed, 0, 2**64 - 1)
        whole_number("memory_mb", self.memory_mb, 64, 1 << 20)
        whole_number("most_plies", self.most_plies, 1, LONGEST)
        if self.format == "match" and len(self.agents) != 2:
            given, facts = f"of {len(self.agents)} agents", {"n": len(self.agents)}
            raise BadSpec("a match", given, None, "a match is between two", "match-of-two", facts)
        if self.format != "match" and (self.until_decided or self.sprt):
            given = f"of a {self.format}"
            raise BadSpec("an early end", given, None, "only a match ends early", "early-end")
        if not self.names:
            object.__setattr__(self, "names", distinct(self.agents))
        for text in (self.game, self.openings, *self.agents, *self.names, *self.allow_read):
            _check_text(text)
        if self.trust and self.sandbox:
            raise BadSpec("--trust and --sandbox", "", None, "give one of them")
        if len(self.names) != len(self.agents) or len(set(self.names)) != len(self.names):
            given = ", ".join(map(truncate, self.names))
            raise BadSpec("names", given, None, "each agent has a name of its own", "own-names")

    def normalized(self) -> Plan:
        """The same with every spec in its normal form, and with limits; a BadSpec if one is unknown."""
        game = load_game(self.game)
        next(openings(game, self.openings, self.seed))
        given = tuple(load_entrant(spec).spec for spec in self.agents)
        agents = tuple(
            load_entrant(spec_with_default_limit(spec, game, self.control.limits)).spec for spec in given
        )
        names = self.names if self.names not in (distinct(self.agents), distinct(given)) else ()
        asked = self.asked or (given if agents != given else ())
        allowed = tuple(str(Path(path).absolute()) for path in self.allow_read)
        return replace(self, game=game.spec, agents=agents, names=names, asked=asked, allow_read=allowed)

    def without(self, names: Collection[str]) -> Plan:
        """The same without some of the agents."""
        kept = [place for place, name in enumerate(self.names) if name not in names]
        rows = (self.agents, self.names, self.asked or self.agents)
        agents, called, asked = (tuple(row[place] for place in kept) for row in rows)
        return replace(self, agents=agents, names=called, asked=asked if self.asked else ())

    @property
    def referee(self) -> Referee:
        return Referee(
            load_game(self.game), self.control, self.policy, self.seed, self.most_plies, self.names
        )

    @property
    def confinement(self) -> Confinement:
        """What users' agents are held to."""
        return Confinement(
            self.memory_mb,
            trust=self.trust,
            sandbox=self.sandbox,
            allow_read=tuple(str(Path(path).absolute()) for path in self.allow_read),
            allow_net=self.allow_net,
        )

    @property
    def timed(self) -> bool:
        """Whether time limits the search: then games may differ from run to run."""
        return self.control.seconds is not None or self.control.clock is not None

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who plays whom, by the agents' numbers."""
        if self.format == "gauntlet":
            return [(0, other) for other in range(1, len(self.agents))]
        return list(combinations(range(len(self.agents)), 2))

    @property
    def rounds(self) -> int:
        """How many pairs of games two agents play; with fixed seats, single games."""
        return self.games if self.fixed_seats else (self.games + 1) // 2

    @property
    def total_games(self) -> int:
        return self.games * len(self.pairings)

    @property
    def total_pairs(self) -> int:
        return self.rounds * len(self.pairings)

    def pairs(self) -> Iterator[Pair]:
        """Every pair in order: one opening after the other, each for all pairings."""
        texts = openings(load_game(self.game), self.openings, self.seed)
        pairings = self.pairings
        for turn in range(self.rounds):
            opening = next(texts)
            games = 1 if self.fixed_seats or 2 * turn + 1 == self.games else 2
            for place, agents in enumerate(pairings):
                yield Pair(turn * len(pairings) + place, agents, opening, games, turn)

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        data: dict[str, Any] = json.loads(text)
        control = data["control"]
        control["clock"] = control["clock"] and Clock(**control["clock"])
        data |= {"control": TimeControl(**control), "sprt": data["sprt"] and SPRT(**data["sprt"])}
        rows = {name: tuple(data.get(name, ())) for name in ("agents", "names", "asked", "allow_read")}
        return cls(**data | rows)


def files_of(spec: str) -> tuple[Path, ...]:
    """The user's files that a game or openings are read from."""
    parsed = Spec.parse(spec)
    if parsed.name.startswith("file:"):
        return (Path(parsed.name.removeprefix("file:")).absolute(),)
    if parsed.name == "file":
        return tuple(Path(str(name)).absolute() for name in parsed.args)
    return (Path(parsed.name.rpartition(":")[0]).absolute(),) if ".py:" in parsed.name else ()


def _check_text(text: object) -> None:
    """Refuse names with bytes that are no text: they cannot be stored."""
    if not isinstance(text, str):
        right = "a plan has texts: 'python:mine.py:choose' for a function, a game's .spec"
        raise BadSpec(f"no text {truncate(repr(text), 100)}", "", None, right)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadSpec("no text", printable(text), None, "rename the file", "no-text") from None


def split_name(agent: str) -> tuple[str, str]:
    """The name that an agent was given, and its spec: `ab=python:ab.py`; "" if it has none."""
    named = _NAMED.fullmatch(agent)
    return (named["name"].strip(), named["spec"]) if named else ("", agent)


def join_name(name: str, spec: str) -> str:
    """`name=spec`, as `split_name` reads it; the spec alone if there is no such name."""
    named = f"{name}={spec}"
    return named if name != spec and split_name(named) == (name, spec) else spec


def distinct(specs: tuple[str, ...]) -> tuple[str, ...]:
    """The specs as names, objects by their own: repeated ones are numbered."""
    names: list[str] = []
    for spec in specs:
        bare = spec.removeprefix(SCHEME) if isinstance(spec, str) else spec
        name, number = bare, 1
        while name in names:
            number += 1
            name = f"{bare} #{number}"
        names.append(name)
    return tuple(names)
