"""What can be pressed, as plain data made from a view. Others draw it and choose its place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from plyground.games.diagram import MARKS
from plyground.session import BoardSetup, View
from plyground.ui.window.text import game_name, seat_detail, seat_name
from plyground.words import LANGUAGES, Tongue

Tool = Literal["turn", "X", "O", ""]  # what a click lays onto a board that is being set up
Speed = Literal["slow", "normal", "fast"]
PACES: dict[Speed, float] = {"slow": 1.2, "normal": 0.45, "fast": 0.0}
SPEEDS: tuple[Speed, ...] = tuple(PACES)


@dataclass(frozen=True)
class Control:
    """A button, a stepper (less and more at its ends) or the place of a player; `name` is what it does."""

    name: str
    text: str
    kind: Literal["button", "stepper", "seat"] = "button"
    enabled: bool = True
    on: bool = False  # what is chosen or going on
    main: bool = False  # the next thing to do
    mark: str = ""  # the sign of a side before the text
    detail: str = ""  # a second line


@dataclass(frozen=True)
class Group:
    """Controls that belong together; `columns` is how many stand side by side if they fit."""

    controls: tuple[Control, ...]
    columns: int | None = None


@dataclass(frozen=True)
class WindowOptions:
    """The choices of a person that concern the window, not the session."""

    dark: bool = False
    speed: Speed = "normal"
    tool: Tool = "turn"
    valued: bool = False

    def faster(self) -> WindowOptions:
        """The next speed; after the fastest comes the slowest."""
        return replace(self, speed=SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)])


def panel(view: View, options: WindowOptions, tongue: Tongue) -> tuple[Group, ...]:
    """All that the panel beside the board offers now."""
    if view.set_up:
        return (*_setting_up(view.set_up, options, tongue), _window(options, tongue))
    if view.series:
        return (_series(view, options, tongue), _window(options, tongue))
    return (
        _game(view, tongue),
        _seats(view, tongue),
        _ways(tongue),
        _moves(view, options, tongue),
        _machines(view, options, tongue),
        _boards(view, tongue),
        _window(options, tongue),
    )


def _game(view: View, tongue: Tongue) -> Group:
    return Group((Control("choose-game", tongue.say("window.game", game=game_name(tongue, view.game))),))


def _seats(view: View, tongue: Tongue) -> Group:
    return Group(
        tuple(
            Control(
                f"seat:{side}",
                seat_name(tongue, view.seats[side]),
                "seat",
                on=view.outcome is None and view.to_move.value == side,
                mark=MARKS[side],
                detail=seat_detail(tongue, view.statistics[side]),
            )
            for side in (0, 1)
        ),
        columns=1,
    )


def _ways(tongue: Tongue) -> Group:
    return Group(
        (
            Control("play-first", tongue.say("window.play-as", mark="X")),
            Control("play-second", tongue.say("window.play-as", mark="O")),
            Control("machines", tongue.say("window.machines")),
            Control("two-players", tongue.say("window.two-players")),
        )
    )


def _moves(view: View, options: WindowOptions, tongue: Tongue) -> Group:
    going_on = view.outcome is None
    return Group(
        (
            Control("undo", tongue.say("window.undo"), enabled=bool(view.played)),
            Control("redo", tongue.say("window.redo"), enabled=bool(view.undone)),
            Control("hint", tongue.say("window.hint"), enabled=going_on, on=view.thinking == "hint"),
            Control("values", tongue.say("window.values"), on=options.valued),
        )
    )


def _machines(view: View, options: WindowOptions, tongue: Tongue) -> Group:
    machine = any(not seat.human for seat in view.seats) and view.outcome is None
    to_move = machine and not view.seat.human
    return Group(
        (
            _pause(view, tongue, machine),
            Control("step", tongue.say("window.step"), enabled=to_move and view.thinking != "move"),
            Control("stop", tongue.say("window.stop"), enabled=view.thinking is not None),
            _speed(options, tongue),
        )
    )


def _pause(view: View, tongue: Tongue, enabled: bool) -> Control:
    if view.paused:
        return Control("pause", tongue.say("window.resume"), enabled=enabled, on=enabled, main=enabled)
    return Control("pause", tongue.say("window.pause"), enabled=enabled)


def _speed(options: WindowOptions, tongue: Tongue) -> Control:
    words = {"slow": "window.slow", "normal": "window.normal", "fast": "window.fast"}
    return Control("speed", tongue.say("window.speed", speed=tongue.say(words[options.speed])))


def _boards(view: View, tongue: Tongue) -> Group:
    elsewhere = view.start != "-"
    return Group(
        (
            Control("reset", tongue.say("window.reset"), main=view.outcome is not None),
            *((Control("from-start", tongue.say("window.from-start")),) if elsewhere else ()),
            Control(
                "set-up", tongue.say("window.set-up"), enabled=view.board is not None and view.board.k > 0
            ),
            Control("algorithm", tongue.say("window.algorithm")),
            Control("match", tongue.say("window.match")),
        )
    )


def _setting_up(set_up: BoardSetup, options: WindowOptions, tongue: Tongue) -> tuple[Group, ...]:
    tools = (
        Control("tool:turn", tongue.say("window.tool-turn"), on=options.tool == "turn"),
        Control("tool:X", "X", on=options.tool == "X", mark="X"),
        Control("tool:O", "O", on=options.tool == "O", mark="O"),
        Control("tool:", tongue.say("window.tool-erase"), on=options.tool == ""),
    )
    turns = tuple(
        Control(
            f"turn:{side}",
            tongue.say("window.to-move", player=MARKS[side]),
            on=set_up.to_move.value == side,
            mark=MARKS[side],
        )
        for side in (0, 1)
    )
    right = set_up.problem is None
    leave = (
        Control("set-up-done", tongue.say("window.set-up-done"), enabled=right, main=right),
        Control("set-up-clear", tongue.say("window.set-up-clear")),
        Control("set-up-cancel", tongue.say("window.cancel")),
    )
    return Group(tools), Group(turns), Group(leave)


def _series(view: View, options: WindowOptions, tongue: Tongue) -> Group:
    assert view.series is not None
    running = not view.series.done
    steps = running and view.paused and view.outcome is None
    return Group(
        (
            _pause(view, tongue, running),
            Control("step", tongue.say("window.step"), enabled=steps),
            _speed(options, tongue),
            Control(
                "series-again", tongue.say("window.match-again"), enabled=not running, main=not running
            ),
            Control("series-end", tongue.say("window.match-end")),
        )
    )


def _window(options: WindowOptions, tongue: Tongue) -> Group:
    other = next(name for language, name in LANGUAGES.items() if language != tongue.language)
    return Group(
        (
            Control("language", other.partition(" (")[0]),
            Control("dark", tongue.say("window.light" if options.dark else "window.dark")),
            Control("help", tongue.say("window.help")),
        )
    )


def move_buttons(view: View, tongue: Tongue) -> Group:
    """The legal moves of a game without a board, with their values if these are known."""
    values = {value.text: value for value in view.analysis.values} if view.analysis else {}
    enabled = view.waits_for_person or (view.paused and view.outcome is None)
    controls = []
    for move in view.moves:
        value = values.get(move)
        text = f"{move}: {tongue.message(value.message)}" if value else move
        best = move == view.hint or (value is not None and value.best)
        controls.append(Control(f"move:{move}", text, enabled=enabled, main=best))
    return Group(tuple(controls))
