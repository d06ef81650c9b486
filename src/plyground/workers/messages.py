"""Messages of workers: the chosen move, what it cost, or why there is none."""

from __future__ import annotations

from typing import Literal, NamedTuple

from plyground.errors import truncate
from plyground.searchers.types import SearchReport

# Why an agent did not move.
Reason = Literal["time", "crash", "illegal", "answer", "start"]


REASONS: dict[Reason, str] = {
    "time": "no answer in time",
    "crash": "the agent failed",
    "illegal": "no legal move",
    "answer": "an answer that cannot be read",
    "start": "the agent did not start",
}


class Cost(NamedTuple):
    """What a move took: seconds of the clock, of CPU time, and of waiting for a core, as far as known."""

    wall: float
    cpu: float | None = None
    waited: float | None = None
    pondered: float | None = None  # CPU seconds before it was asked, on the opponent's clock
    forgiven: float = 0.0  # seconds beyond its time that are allowed because it waited for a core

    def since(self, before: Cost) -> Cost:
        """The difference to an earlier reading of the meters."""
        return Cost(
            self.wall - before.wall,
            None if self.cpu is None or before.cpu is None else self.cpu - before.cpu,
            None if self.waited is None or before.waited is None else self.waited - before.waited,
        )

    @property
    def starved(self) -> bool:
        """Whether the agent waited for a core so long that its time says little about it."""
        return self.waited is not None and self.waited > max(0.005, 0.1 * self.wall)


class Answer(NamedTuple):
    """The text of the move that an agent chose, and what it reports of its search."""

    text: str
    cost: Cost
    report: SearchReport = SearchReport()
    printed: str | None = None  # meanwhile, on standard output and error


def last_words(text: str) -> str:
    """The last line with a letter or digit in it: frames around messages are skipped."""
    return next((line.strip() for line in reversed(text.splitlines()) if any(map(str.isalnum, line))), "")


class Trouble(NamedTuple):
    """Why an agent did not move."""

    reason: Reason
    detail: str
    cost: Cost = Cost(0.0)
    report: SearchReport = SearchReport()
    printed: str | None = None

    @property
    def in_full(self) -> str:
        """The detail; if an engine printed an error, that line in place of its last protocol line."""
        printed = truncate(last_words(self.printed or ""), 120)
        detail, said, last = self.detail.partition("it said last: ")
        if printed and said and printed != last:
            return f"{detail}it printed last: {printed}"
        return self.detail


SILENT = "; it said last: nothing"  # where a process wrote no line to its standard output
