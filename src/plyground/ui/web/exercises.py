"""The page "Exercises": what `plyground exercise` asks, answered on the picture and checked with reasons.

The page is told the picture and the questions, never an answer before somebody has tried. Nothing is kept
between requests: each names its exercise, which is made again. Puzzles of Connect Four take the solver, and
go through the job pool; everything else is small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.errors import PlygroundError, truncate
from plyground.exercises import Exercise, make_exercise
from plyground.exercises.difficulty import LADDERS, level_of, next_level, options_at
from plyground.exercises.puzzle import MAX_PLIES
from plyground.exercises.sheets import FORMATS, write_sheet
from plyground.exercises.task import Task, is_done
from plyground.exercises.trees import read_tree
from plyground.games.line import LinePosition, connect4
from plyground.message import Message, say
from plyground.session.view import why
from plyground.ui.web.exercise_json import blank_json, figure_json, mark_json, sentence, step_json
from plyground.ui.web.protocol import Refused
from plyground.ui.web.serialize import position_json
from plyground.ui.web.state import Data, Handler, Page
from plyground.words import LANGUAGES, Tongue, tongue

OPTIONS = ("depth", "branching", "ties", "order", "cut", "plies")
PUZZLE_SECONDS = 60.0
TYPES = {
    "text": "text/plain",
    "html": "text/html",
    "latex": "application/x-tex",
    "svg": "image/svg+xml",
}


async def exercise(page: Page, fields: Mapping[str, Any]) -> Data:
    """The picture and the questions of an exercise, without a single answer."""
    wished, speaker = fields["exercise"], _speaker(fields)
    kind = wished["kind"]
    if kind == "win":
        puzzle = await _puzzle(page, wished, ())
        begin = _after(puzzle, 0)
        plies = wished.get("plies") or 5
        told = {
            "title": speaker.say(
                "exercise.title", kind=speaker.say("exercise.kind.win"), seed=str(wished["seed"])
            ),
            "introduction": sentence(
                speaker, say("exercise.win.introduction", player=begin.to_move, plies=str(plies))
            ),
            "command": f"plyground exercise win --seed {wished['seed']} --plies {plies}",
            "figure": _board(begin, ()),
            "tasks": [_puzzle_task(speaker, plies)],
        }
    else:
        made = _made(wished)
        told = {
            "title": made.title(speaker),
            "introduction": sentence(speaker, made.opening(drawn=True)),
            "command": made.command,
            "figure": figure_json(made, speaker),
            "tasks": [_task_json(task, speaker) for task in made.tasks],
        }
    options = {name: wished[name] for name in OPTIONS if name in wished}
    return {"exercise": told, "level": level_of(kind, options), "levels": len(LADDERS[kind])}


async def check_exercise(page: Page, fields: Mapping[str, Any]) -> Data:
    """What is right and what is not in the answers to one question, with the reasons."""
    wished, speaker, answers = fields["exercise"], _speaker(fields), fields["answers"]
    if wished["kind"] == "win":
        puzzle = await _puzzle(page, wished, _moves(answers))
        marks = [
            {"name": mark["name"], "state": mark["state"], "said": sentence(speaker, _told(mark["why"]))}
            for mark in puzzle["marks"]
        ]
        position = _after(puzzle, len(puzzle["played"]))
        return {"marks": marks, "done": puzzle["solved"], "figure": _board(position, puzzle["played"])}
    task = _task(_made(wished), fields["task"])
    found = task.check(answers)
    return {"marks": [mark_json(mark, speaker) for mark in found], "done": is_done(found), "figure": None}


async def hint_exercise(page: Page, fields: Mapping[str, Any]) -> Data:
    """Where to look next, without the answer."""
    wished, speaker, answers = fields["exercise"], _speaker(fields), fields["answers"]
    if wished["kind"] == "win":
        hint = (await _puzzle(page, wished, _moves(answers)))["hint"]
        return {"hint": sentence(speaker, _told(hint)) if hint else None, "at": None}
    found = _task(_made(wished), fields["task"]).hint(answers)
    if found is None:
        return {"hint": None, "at": None}
    blank, hint = found
    return {"hint": sentence(speaker, hint), "at": blank.at or blank.name}


async def solve_exercise(page: Page, fields: Mapping[str, Any]) -> Data:
    """The worked solution of one question, step by step."""
    wished, speaker = fields["exercise"], _speaker(fields)
    if wished["kind"] == "win":
        return {"steps": await _puzzle_steps(page, wished, speaker)}
    task = _task(_made(wished), fields["task"])
    return {"steps": [step_json(step, speaker) for step in task.steps()]}


async def next_exercise(page: Page, fields: Mapping[str, Any]) -> Data:
    """The exercise that comes next: harder if all was right, easier if less than half was."""
    kind, level = fields["kind"], fields["level"]
    wanted = next_level(kind, level, fields["right"], fields["of"])
    return {"exercise": {"kind": kind, "seed": fields["seed"], **options_at(kind, wanted)}, "level": wanted}


async def exercise_sheet(page: Page, fields: Mapping[str, Any]) -> Data:
    """The sheet of an exercise, or its key, as a file."""
    wished, form, key = fields["exercise"], fields["format"], fields["key"]
    language = _speaker(fields).language
    if wished["kind"] == "win":
        ask = _puzzle_request(wished, ()) | {"sheet": {"form": form, "key": key, "language": language}}
        text = (await page.run_job([(ask, PUZZLE_SECONDS)]))["text"]
    else:
        text = write_sheet(_made(wished), form, key, language)
    seed = "own" if "tree" in wished else wished["seed"]
    name = f"plyground-{wished['kind']}-{seed}{'-key' if key else ''}.{FORMATS[form]}"
    return {"name": name, "type": TYPES[form], "text": text}


def _made(wished: Mapping[str, Any]) -> Exercise:
    """The exercise that a page names; Refused says why there is none."""
    options = {name: wished[name] for name in OPTIONS if name in wished}
    try:
        if "tree" in wished:
            options["tree"] = read_tree(wished["tree"])
        return make_exercise(wished["kind"], wished["seed"], **options)
    except PlygroundError as error:
        raise _refusal(error) from None


def _refusal(error: PlygroundError) -> Refused:
    reason = why(error)
    return Refused("exercises.refused", why=truncate(reason, 300) if isinstance(reason, str) else reason)


def _task(made: Exercise, name: str) -> Task:
    for task in made.tasks:
        if task.name == name:
            return task
    known = ", ".join(task.name for task in made.tasks)
    raise Refused("exercises.no-question", given=truncate(name), known=known)


def _task_json(task: Task, speaker: Tongue) -> Data:
    return {
        "name": task.name,
        "ask": sentence(speaker, task.ask),
        "blanks": [blank_json(blank, speaker) for blank in task.blanks],
    }


def _speaker(fields: Mapping[str, Any]) -> Tongue:
    return tongue(fields["lang"] if fields["lang"] in LANGUAGES else "en")


# Puzzles.


def _puzzle_request(wished: Mapping[str, Any], moves: Sequence[str]) -> Data:
    plies = wished.get("plies") or 5
    if plies % 2 == 0 or not 3 <= plies <= MAX_PLIES:
        raise Refused("exercises.refused", why=say("why.odd-plies"))
    return {"puzzle": {"seed": wished["seed"], "plies": plies, "moves": list(moves)}}


async def _puzzle(page: Page, wished: Mapping[str, Any], moves: Sequence[str]) -> Data:
    """A puzzle after the winner's moves, by the solver in a search process; it is remembered."""
    ask = _puzzle_request(wished, moves)
    key = ("puzzle", wished["seed"], ask["puzzle"]["plies"], tuple(moves))
    found = page.lab.recall(key)
    if found is None:
        found = await page.run_job([(ask, PUZZLE_SECONDS)])
        page.lab.remember(key, found)
    return dict(found)


async def _puzzle_steps(page: Page, wished: Mapping[str, Any], speaker: Tongue) -> list[Data]:
    """The line of the solver, a move of the winner at a time with the answer to it."""
    line = (await _puzzle(page, wished, ()))["best"]
    right = line[::2]
    puzzle = await _puzzle(page, wished, right)
    steps = []
    for number, mark in enumerate(puzzle["marks"], 1):
        played = puzzle["played"][: 2 * number]
        steps.append(
            {
                "fills": {str(place): move for place, move in enumerate(right[:number], 1)},
                "at": None,
                "said": sentence(speaker, _told(mark["why"])),
                "figure": _board(_after(puzzle, len(played)), played),
            }
        )
    return steps


def _after(puzzle: Mapping[str, Any], plies: int) -> LinePosition:
    position = connect4().parse(puzzle["begin"])
    for move in puzzle["played"][:plies]:
        position = position.play(move)
    return position


def _board(position: LinePosition, played: Sequence[str]) -> Data:
    shown = position_json(position)
    return {
        "kind": "board",
        "board": shown["board"],
        "moves": shown["moves"],
        "to_move": shown["to_move"],
        "played": list(played),
        "over": shown["outcome"] is not None,
    }


def _puzzle_task(speaker: Tongue, plies: int) -> Data:
    moves = range(1, (plies + 1) // 2 + 1)
    columns = [str(column) for column in range(1, connect4().columns + 1)]
    blanks = [
        {
            "name": str(number),
            "label": speaker.say("exercise.label.win-move", n=number),
            "sort": "choice",
            "at": None,
            "choices": columns,
        }
        for number in moves
    ]
    return {"name": "play", "ask": speaker.say("exercise.ask.play", plies=str(plies)), "blanks": blanks}


def _moves(answers: Mapping[str, str]) -> list[str]:
    """The winner's moves in order, up to the first that is missing."""
    moves: list[str] = []
    while (move := answers.get(str(len(moves) + 1))) and len(moves) < MAX_PLIES:
        moves.append(move)
    return moves


def _told(told: Mapping[str, Any]) -> Message:
    return Message(told["key"], told["facts"])


HANDLERS: dict[str, Handler] = {
    "exercise": exercise,
    "check_exercise": check_exercise,
    "hint_exercise": hint_exercise,
    "solve_exercise": solve_exercise,
    "next_exercise": next_exercise,
    "exercise_sheet": exercise_sheet,
}
