"""A game in a notebook, without a screen: people's clicks and machines' moves, in this process.

While a machine searches, the notebook waits for it, as it does for any other cell. So agents can be
functions of the notebook, and what listens to moves is called where cells run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plyground.agents.objects import AgentLike, searcher_of
from plyground.agents.remedies import describe_error
from plyground.api.arguments import limited_searcher
from plyground.errors import IllegalMove, NotationError, PlygroundError, truncate
from plyground.game import Position
from plyground.games.given import game_of
from plyground.message import Message, refuse
from plyground.searchers.types import Limits, MoveOnly, SearchReport
from plyground.session.history import GameHistory
from plyground.session.machines import read_analysis
from plyground.session.search_main import analyse_moves
from plyground.session.view import Analysis, PlayedMove, Seat, Task, View, board_of, refusal
from plyground.ui.web.serialize import game_json

VALUE_SECONDS = 2.0

Listener = Callable[[Position[Any], str], object]


@dataclass
class NotebookGame:
    """A game between two seats, each a person (None) or an agent; `changed` is called with every change."""

    begin: Position[Any]
    agents: tuple[AgentLike | None, AgentLike | None] = (None, None)
    limits: Limits = Limits()
    changed: Callable[[], None] = lambda: None
    valued: bool = False
    listeners: list[Listener] = field(default_factory=list)
    picked: tuple[int, ...] = ()
    note: Message | None = None
    thinking: Task | None = None
    _analyses: dict[Position[Any], Analysis] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._names = [None if agent is None else searcher_of(agent).spec for agent in self.agents]
        self.history = _new_history(self.begin)

    @property
    def position(self) -> Position[Any]:
        return self.history.position

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that were played, as texts."""
        return tuple(move.text for move in self.history.played)

    # What people do.

    def click(self, cell: int) -> None:
        """Click on a cell of the board: it may play a move, or be the first half of one."""
        board = board_of(self.position)
        if board is None or not 0 <= cell < len(board.cells):
            return
        self.picked, number = board.click(self.picked, cell)
        if number is not None:
            self.play(self.position.write(self.position.moves()[number]))
        elif not self.picked and not self.position.outcome():
            self._tell(refuse("notebook.no-move"))
        else:
            self._tell(None)

    def play(self, text: str) -> None:
        """Play a person's move, and then the machine's reply; what the rules refuse is told."""
        position = self.position
        try:
            played = PlayedMove(self.history.canonical(text), position.to_move)
        except (NotationError, IllegalMove) as error:
            return self._tell(refusal(position, text, error))
        self._put(played)
        return self.reply()

    def reply(self) -> None:
        """Let the machine move whose turn it is, if it is one's and a person plays the other side."""
        person = None in self.agents
        if person and self.agents[self.position.to_move.value] is not None:
            self.step()
        self._value()

    def step(self) -> None:
        """Let the agent whose turn it is make one move."""
        position = self.position
        agent = self.agents[position.to_move.value]
        if position.outcome() or agent is None:
            return self._tell(refuse("refused.no-machine-to-move"))
        self.thinking = "move"
        self._tell(None)
        try:
            played = self._searched_move(position, agent)
        except KeyboardInterrupt:
            return self._tell(refuse("notebook.interrupted"))
        except Exception as error:  # noqa: BLE001 - an agent may be anybody's code
            why = str(error) if isinstance(error, PlygroundError) else describe_error(error)
            return self._tell(refuse("notebook.failed", why=truncate(why, 300)))
        finally:
            self.thinking = None
        return self._put(played)

    def undo(self) -> None:
        """Take back all moves since a person was last to move."""
        people = [self.agents[move.player.value] is None for move in self.history.played]
        plies = (
            people[::-1].index(True) + 1
            if True in people
            else len(people)
            if None not in self.agents
            else 0
        )
        if not plies:
            return self._tell(refuse("refused.nothing-to-undo"))
        for _ in range(plies if None in self.agents else 1):
            self.history.undo()
        return self._settle()

    def redo(self) -> None:
        """Play undone moves again, until a person is to move."""
        if not self.history.undone:
            return self._tell(refuse("refused.nothing-to-redo"))
        self.history.redo()
        while self.history.undone and self.agents[self.position.to_move.value] is not None:
            self.history.redo()
        return self._settle()

    def new(self, begin: Position[Any] | None = None) -> None:
        """Begin again, where the last game began or at another position."""
        self.begin = self.begin if begin is None else begin
        self.history = _new_history(self.begin)
        self._settle()
        self.reply()

    def show_values(self, on: bool) -> None:
        """Show the value of every move from now on, or no longer."""
        self.valued = on
        self._value()

    # What is seen.

    def view(self) -> dict[str, Any]:
        """All there is to see, as the modules of the laboratory draw it."""
        position, outcome = self.position, self.position.outcome()
        seen = View(
            game=self.history.game.spec,
            players=self.history.game.players,
            seats=(Seat(self._names[0]), Seat(self._names[1])),
            start=self.history.start,
            opening=0,
            position=position,
            board=board_of(position),
            to_move=position.to_move,
            outcome=outcome,
            moves=tuple(position.write(move) for move in position.moves()),
            played=tuple(self.history.played),
            undone=tuple(reversed(self.history.undone)),
            cells=self.history.cells,
            winning=tuple(sorted({cell for line in outcome.lines for cell in line})) if outcome else (),
            statistics=self.history.statistics,
            analysis=self._analyses.get(position) if self.valued else None,
            hint=None,
            thinking=self.thinking,
            paused=False,
            set_up=None,
            series=None,
            seed=0,
            note=self.note,
        )
        board = seen.board
        begun = {"picked": list(self.picked), "targets": list(board.targets(self.picked)) if board else []}
        return game_json(seen) | begun | {"valued": self.valued}

    # What follows.

    def _put(self, played: PlayedMove) -> None:
        self.history.play(played)
        self.picked, self.note = (), None
        self.changed()
        for listener in self.listeners:
            try:
                listener(self.position, played.text)
            except Exception as error:  # noqa: BLE001 - a user's code
                self._tell(refuse("notebook.listener-failed", why=truncate(describe_error(error), 300)))

    def _searched_move(self, position: Position[Any], agent: AgentLike) -> PlayedMove:
        started = time.perf_counter()
        searcher, _ = limited_searcher(agent, position, self.limits)
        found = searcher.search(position, self.limits)
        seconds, report = time.perf_counter() - started, SearchReport.of(position, found)
        name, text = self._names[position.to_move.value], position.write(found.move)
        if isinstance(found, MoveOnly):
            return PlayedMove(text, position.to_move, name, seconds)
        return PlayedMove(
            text,
            position.to_move,
            name,
            seconds,
            report.nodes,
            report.finished_depth,
            report.score,
            report.line,
            report.core,
            report.proven,
            report.remark,
        )

    def _settle(self) -> None:
        self.picked = ()
        self._tell(None)
        self._value()

    def _tell(self, note: Message | None) -> None:
        self.note = note
        self.changed()

    def _value(self) -> None:
        """Value the moves of the position, if that is wanted and was not done before."""
        position = self.position
        if self.valued and not position.outcome() and position not in self._analyses:
            self.thinking = "values"
            self.changed()
            try:
                found = read_analysis(analyse_moves(position, VALUE_SECONDS))  # type: ignore[arg-type]
                if isinstance(found, Analysis):
                    self._analyses[position] = found
            except Exception as error:  # noqa: BLE001 - a user's rules
                self.valued = False
                self.note = refuse("refused.analysis", why=truncate(describe_error(error), 200))
            finally:
                self.thinking = None
        self.changed()


def _new_history(begin: Position[Any]) -> GameHistory:
    return GameHistory(game_of(begin), begin.text(), [begin])
