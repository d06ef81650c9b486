"""The turns of a game at the terminal: machines move and lines are obeyed, until the game or input ends."""

from __future__ import annotations

from plyground.errors import truncate
from plyground.ui.terminal.commands import obey
from plyground.ui.terminal.game import TerminalGame
from plyground.ui.terminal.output import capitalise
from plyground.ui.terminal.parse import parse_line, word


def run(game: TerminalGame) -> None:
    """Play until somebody quits; without a person at a terminal, until the game is over."""
    game.printer.board(game.view)
    if game.view.outcome:
        game.printer.ending(game.view, game.view.outcome)
    while not game.ended:
        if game.machine_moves():
            game.await_machine()
        elif game.view.outcome and not game.keyboard.interactive:
            break
        elif game.queue:
            game.move(game.queue.popleft())
        elif (line := _read_line(game)) is not None:
            _obey_line(game, line)
        else:
            game.printer.say("terminal.input-ended")
            break


def _read_line(game: TerminalGame) -> str | None:
    if game.keyboard.interrupts.take() and not game.keyboard.interactive:
        raise KeyboardInterrupt
    return game.keyboard.read(f"{capitalise(_prompt(game))}: ")


def _prompt(game: TerminalGame) -> str:
    view, tongue = game.view, game.printer.tongue
    if view.outcome:
        words = (word(command, tongue) for command in ("new", "undo", "quit"))
        return tongue.say("terminal.prompt-over", words=", ".join(words))
    player = game.printer.player(view, view.to_move.value)
    return tongue.say(
        "terminal.prompt-move" if view.seat.human else "terminal.prompt-paused", player=player
    )


def _obey_line(game: TerminalGame, line: str) -> None:
    typed = parse_line(line, game.view.position, game.printer.tongue, game.printer.names)
    if typed.command:
        return obey(game, typed.command, typed.argument)
    if typed.nearest:
        return game.printer.say("terminal.nearest", given=truncate(line.strip()), word=typed.nearest)
    if not typed.moves:
        return _obey_empty_line(game)
    first, *others = typed.moves
    game.queue.extend(others)
    return game.move(first)


def _obey_empty_line(game: TerminalGame) -> None:
    """Enter alone lets a waiting machine make its move."""
    view = game.view
    if view.outcome is None and not view.seat.human:
        game.step()
    elif view.outcome is None:
        game.printer.how_to_move(view)
