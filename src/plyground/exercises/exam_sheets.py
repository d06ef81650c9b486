"""Mixed sheets and their key, as text, HTML and LaTeX: a page for each student."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from plyground.exercises.exam import ExamSheet, SheetPart
from plyground.exercises.sheets import (
    again_html,
    again_latex,
    again_text,
    body_html,
    body_latex,
    body_text,
    html_page,
    latex_document,
    tex,
)
from plyground.words import Tongue

_LINE = "_" * 30


def exams_as_text(sheets: Sequence[ExamSheet], tongue: Tongue, key: bool = False) -> str:
    """The sheets one below the other."""
    return "\n\n\n".join(_text(sheet, tongue, key) for sheet in sheets) + "\n"


def exams_as_html(sheets: Sequence[ExamSheet], tongue: Tongue, key: bool = False) -> str:
    """One page; each sheet begins a new one when it is printed."""
    body = "\n".join(_section(sheet, tongue, key) for sheet in sheets)
    return html_page(_title(sheets[0], tongue, key), body, tongue)


def exams_as_latex(sheets: Sequence[ExamSheet], tongue: Tongue, key: bool = False) -> str:
    """A document that pdflatex makes a PDF of; each student begins a page."""
    return latex_document([_latex(sheet, tongue, key) for sheet in sheets])


def _title(sheet: ExamSheet, tongue: Tongue, key: bool) -> str:
    title = sheet.title or tongue.say("exam.title")
    return tongue.say("exercise.key", title=title) if key else title


def _number(sheet: ExamSheet, tongue: Tongue) -> str:
    return tongue.say("exam.sheet", number=str(sheet.seed))


def _lines(sheet: ExamSheet, tongue: Tongue, key: bool) -> tuple[str, ...]:
    """The labels of the head; a key has the name and no lines to fill in."""
    name = tongue.say("exam.name", name=sheet.student or ("–" if key else _LINE))
    if key:
        return name, tongue.say("exam.total", points=tongue.say("exam.points", n=sheet.points))
    return (
        name,
        tongue.say("exam.date", date=_LINE[:16]),
        tongue.say("exam.scored", points=_LINE[:5], of=sheet.points),
    )


def _part_heading(number: int, part: SheetPart, tongue: Tongue) -> str:
    kind = tongue.say(f"exercise.kind.{part.exercise.kind}")
    return tongue.say(
        "exam.part", number=str(number), kind=kind, points=tongue.say("exam.points", n=part.points)
    )


def _text(sheet: ExamSheet, tongue: Tongue, key: bool) -> str:
    head = f"{_title(sheet, tongue, key)} · {_number(sheet, tongue)}"
    blocks = [f"{head}\n{'=' * len(head)}", "   ".join(_lines(sheet, tongue, key))]
    for number, part in enumerate(sheet.parts, 1):
        heading = _part_heading(number, part, tongue)
        blocks += [f"{heading}\n{'-' * len(heading)}", body_text(part.exercise, tongue, key)]
        blocks += [again_text(part.exercise, tongue)] * key
    return "\n\n".join(blocks)


def _section(sheet: ExamSheet, tongue: Tongue, key: bool) -> str:
    head = f"{escape(_title(sheet, tongue, key))} <small>· {escape(_number(sheet, tongue))}</small>"
    lines = "".join(f"<span>{escape(line)}</span>" for line in _lines(sheet, tongue, key))
    blocks = [f'<section class="exam"><h1>{head}</h1><p class="lines">{lines}</p>']
    for number, part in enumerate(sheet.parts, 1):
        blocks.append(f"<h2>{escape(_part_heading(number, part, tongue))}</h2>")
        blocks.append(body_html(part.exercise, tongue, key))
        blocks += [again_html(part.exercise, tongue)] * key
    return "\n".join([*blocks, "</section>"])


def _latex(sheet: ExamSheet, tongue: Tongue, key: bool) -> str:
    blocks = [rf"\section*{{{tex(_title(sheet, tongue, key))} $\cdot$ {tex(_number(sheet, tongue))}}}"]
    blocks.append(r"\noindent " + r"\hfill ".join(tex(line) for line in _lines(sheet, tongue, key)))
    for number, part in enumerate(sheet.parts, 1):
        blocks.append(rf"\subsection*{{{tex(_part_heading(number, part, tongue))}}}")
        blocks.append(body_latex(part.exercise, tongue, key))
        blocks += [again_latex(part.exercise, tongue)] * key
    return "\n".join(blocks)
