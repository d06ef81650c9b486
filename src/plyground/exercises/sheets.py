"""Sheets of exercises and their keys, as text, HTML and LaTeX; a picture alone is SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from plyground.exercises.exercise import Exercise
from plyground.message import Message
from plyground.report.tables import latex
from plyground.words import Tongue, tongue

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
h2 { font-size: 1.15rem; margin-top: 2rem } h2, svg { break-inside: avoid; break-after: avoid }
.lines { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem } small { font-weight: 400 }
.answer { font-weight: 600 } .blank { border-bottom: 1px solid #7f8b9b; height: 1.6rem }
code { font-size: 0.9em }
@media (prefers-color-scheme: dark) {
  body { color: #e9edf3; background: #1b212a } footer { color: #a3afbf }
}"""
_HERE = "\0"  # where the command will stand
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
    body = "\n".join(_section(exercise, tongue, key) for exercise in exercises)
    return html_page(_heading(exercises[0], tongue, key), body, tongue)


def html_page(title: str, body: str, tongue: Tongue) -> str:
    """A whole page of sections."""
    return (
        f'<!doctype html>\n<html lang="{tongue.language}">\n'
        f"<head>{HEAD}<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{body}\n</main></body>\n</html>\n"
    )


def as_latex(exercises: Sequence[Exercise], tongue: Tongue, key: bool = False) -> str:
    """A document that pdflatex makes a PDF of; each sheet is a page."""
    return latex_document([_latex_sheet(exercise, tongue, key) for exercise in exercises])


def latex_document(sheets: Sequence[str]) -> str:
    """A whole document; each sheet begins a page."""
    whole = "\n\\clearpage\n".join(sheets)
    return "\n".join([*PREAMBLE, r"\begin{document}", whole, r"\end{document}", ""])


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
    parts = [
        _heading(exercise, tongue, key),
        body_text(exercise, tongue, key),
        again_text(exercise, tongue),
    ]
    return "\n\n".join(parts)


def body_text(exercise: Exercise, tongue: Tongue, key: bool) -> str:
    """An exercise without its title, and without the command that makes it again."""
    parts = [tongue.message(exercise.opening(drawn=False)), exercise.figure.text(tongue, key)]
    asked = []
    for number, question in enumerate(exercise.questions, 1):
        asked.append(f"{number}. {tongue.message(question.ask)}")
        if key:
            asked.append(f"   {answer_text(question.answer, tongue)}")
    return "\n\n".join([*parts, "\n".join(asked)])


def again_text(exercise: Exercise, tongue: Tongue) -> str:
    """How the exercise is made again."""
    return tongue.say("exercise.again", command=_command(exercise, tongue))


def _section(exercise: Exercise, tongue: Tongue, key: bool) -> str:
    heading = escape(_heading(exercise, tongue, key))
    parts = [f"<h1>{heading}</h1>{body_html(exercise, tongue, key)}", again_html(exercise, tongue)]
    return f"<section>{''.join(parts)}</section>"


def body_html(exercise: Exercise, tongue: Tongue, key: bool) -> str:
    """An exercise without its title, and without the command that makes it again."""
    items = []
    for question in exercise.questions:
        said, kind = (answer_text(question.answer, tongue), "answer") if key else ("", "blank")
        ask = escape(tongue.message(question.ask))
        items.append(f'<li>{ask}<div class="{kind}">{escape(said)}</div></li>')
    introduction = escape(tongue.message(exercise.opening(drawn=True)))
    return f"<p>{introduction}</p>\n{exercise.figure.svg(tongue, key)}\n<ol>{''.join(items)}</ol>"


def again_html(exercise: Exercise, tongue: Tongue) -> str:
    """How the exercise is made again."""
    command = f"<code>{escape(_command(exercise, tongue))}</code>"
    return f"<footer>{tongue.say('exercise.again', command=_HERE).replace(_HERE, command)}</footer>"


def _latex_sheet(exercise: Exercise, tongue: Tongue, key: bool) -> str:
    heading = rf"\section*{{{tex(_heading(exercise, tongue, key))}}}"
    return "\n".join([heading, body_latex(exercise, tongue, key), again_latex(exercise, tongue)])


def body_latex(exercise: Exercise, tongue: Tongue, key: bool) -> str:
    """An exercise without its title, and without the command that makes it again."""
    lines = [tex(tongue.message(exercise.opening(drawn=True))), exercise.figure.latex(tongue, key)]
    lines.append(r"\begin{enumerate}")
    for question in exercise.questions:
        said = tex(answer_text(question.answer, tongue))
        answer = rf"\par\textbf{{{said}}}" if key else r"\vspace{1.2cm}"
        lines.append(rf"\item {tex(tongue.message(question.ask))} {answer}")
    return "\n".join([*lines, r"\end{enumerate}"])


def again_latex(exercise: Exercise, tongue: Tongue) -> str:
    """How the exercise is made again."""
    command = r"\texttt{" + latex(_command(exercise, tongue)).replace("--", "-{}-") + "}"
    again = tex(tongue.say("exercise.again", command=_HERE)).replace(tex(_HERE), command)
    return rf"{{\footnotesize {again}}}"


def tex(text: str) -> str:
    """Text as LaTeX."""
    return "".join(_SYMBOLS.get(symbol) or latex(symbol) for symbol in text)
