"""Sheets of exercises and their keys, as text, HTML and LaTeX; a picture alone is SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from plyground.exercises.exercise import Exercise
from plyground.message import Message
from plyground.report.tables import latex
from plyground.ui.i18n import Tongue, tongue

FORMATS = {"text": "txt", "html": "html", "latex": "tex", "svg": "svg"}
_SYMBOLS = {
    "α": r"$\alpha$", "β": r"$\beta$", "−": "$-$", "∞": r"$\infty$", "→": r"$\rightarrow$",
    "≥": r"$\ge$", "≤": r"$\le$", "—": "---", "·": r"$\cdot$", "√": r"$\surd$",
}  # fmt: skip
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
body { color: #1b2330; background: #fff } footer { color: #586475; font-size: 0.85rem }
section { break-after: page } section:last-child { break-after: auto }
svg { max-width: 100%; height: auto } ol { padding-left: 1.5rem } li { margin: 0.5rem 0 }
.answer { font-weight: 600 } .blank { border-bottom: 1px solid #7f8b9b; height: 1.6rem }
code { font-size: 0.9em }
@media (prefers-color-scheme: dark) {
  body { color: #e9edf3; background: #1b212a } footer { color: #a3afbf }
}"""
HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
PREAMBLE = (
    r"\documentclass[11pt,a4paper]{article}",
    r"\usepackage[utf8]{inputenc}",
    r"\usepackage[margin=2cm]{geometry}",
    r"\pagestyle{empty}",
)


def as_text(exercises: Sequence[Exercise], tongue: Tongue, key: bool = False) -> str:
    """The sheets one below the other, for a terminal."""
    return "\n\n".join(_text(exercise, tongue, key) for exercise in exercises) + "\n"


def as_html(exercises: Sequence[Exercise], tongue: Tongue, key: bool = False) -> str:
    """One page; each sheet begins a new one when it is printed."""
    title = escape(_heading(exercises[0], tongue, key))
    body = "\n".join(_section(exercise, tongue, key) for exercise in exercises)
    return (
        f'<!doctype html>\n<html lang="{tongue.language}">\n'
        f"<head>{HEAD}<title>{title}</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{body}\n</main></body>\n</html>\n"
    )


def as_latex(exercises: Sequence[Exercise], tongue: Tongue, key: bool = False) -> str:
    """A document that pdflatex makes a PDF of; each sheet is a page."""
    sheets = "\n\\clearpage\n".join(_latex_sheet(exercise, tongue, key) for exercise in exercises)
    return "\n".join([*PREAMBLE, r"\begin{document}", sheets, r"\end{document}", ""])


def write_sheet(exercise: Exercise, form: str, key: bool, language: str) -> str:
    """One sheet in one of the formats, or its key."""
    speaker = tongue(language)
    if form == "svg":
        return exercise.figure.svg(speaker, key)
    return {"text": as_text, "html": as_html, "latex": as_latex}[form]([exercise], speaker, key)


def answer_text(answer: Message, tongue: Tongue) -> str:
    """An answer in a language; numbers with names stand in a row."""
    if values := answer.facts.get("values"):
        return ", ".join(f"{name} {tongue.number(value, 2).replace('-', '−')}" for name, value in values)
    return tongue.message(answer)


def _heading(exercise: Exercise, tongue: Tongue, key: bool) -> str:
    title = exercise.title(tongue)
    return tongue.say("exercise.key", title=title) if key else title


def _command(exercise: Exercise, tongue: Tongue) -> str:
    """The command that makes the same sheet again; English goes without saying."""
    return exercise.command if tongue.language == "en" else f"{exercise.command} --lang {tongue.language}"


def _text(exercise: Exercise, tongue: Tongue, key: bool) -> str:
    parts = [_heading(exercise, tongue, key), tongue.message(exercise.introduction)]
    parts.append(exercise.figure.text(tongue, key))
    asked = []
    for number, question in enumerate(exercise.questions, 1):
        asked.append(f"{number}. {tongue.message(question.ask)}")
        if key:
            asked.append(f"   {answer_text(question.answer, tongue)}")
    parts += ["\n".join(asked), tongue.say("exercise.again", command=_command(exercise, tongue))]
    return "\n\n".join(parts)


def _section(exercise: Exercise, tongue: Tongue, key: bool) -> str:
    items = []
    for question in exercise.questions:
        said, kind = (answer_text(question.answer, tongue), "answer") if key else ("", "blank")
        ask = escape(tongue.message(question.ask))
        items.append(f'<li>{ask}<div class="{kind}">{escape(said)}</div></li>')
    command = f"<code>{escape(_command(exercise, tongue))}</code>"
    again = tongue.say("exercise.again", command="\0").replace("\0", command)
    introduction = escape(tongue.message(exercise.introduction))
    return (
        f"<section><h1>{escape(_heading(exercise, tongue, key))}</h1><p>{introduction}</p>\n"
        f"{exercise.figure.svg(tongue, key)}\n<ol>{''.join(items)}</ol><footer>{again}</footer></section>"
    )


def _latex_sheet(exercise: Exercise, tongue: Tongue, key: bool) -> str:
    lines = [rf"\section*{{{_tex(_heading(exercise, tongue, key))}}}"]
    lines += [_tex(tongue.message(exercise.introduction)), exercise.figure.latex(tongue, key)]
    lines.append(r"\begin{enumerate}")
    for question in exercise.questions:
        said = _tex(answer_text(question.answer, tongue))
        answer = rf"\par\textbf{{{said}}}" if key else r"\vspace{1.2cm}"
        lines.append(rf"\item {_tex(tongue.message(question.ask))} {answer}")
    command = r"\texttt{" + latex(_command(exercise, tongue)).replace("--", "-{}-") + "}"
    again = _tex(tongue.say("exercise.again", command="\0")).replace(_tex("\0"), command)
    return "\n".join([*lines, r"\end{enumerate}", rf"{{\footnotesize {again}}}"])


def _tex(text: str) -> str:
    return "".join(_SYMBOLS.get(symbol) or latex(symbol) for symbol in text)
