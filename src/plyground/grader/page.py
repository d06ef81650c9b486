"""Pages of grades: one for each student, and a summary for the teacher. They need nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from plyground.errors import printable
from plyground.grader.common_mistakes import common_mistakes
from plyground.grader.marks import CheckMark, Grade, TreePair
from plyground.grader.rubric import Rubric
from plyground.grader.submissions import Likeness
from plyground.grader.tree_pair import pair_svgs
from plyground.words import Tongue

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
body { color: #1b2330; background: #fff } h2 { margin-bottom: 0.2rem } code { font-size: 0.9em }
section { border-top: 1px solid #dde2e8 } figure { margin: 1rem 0 } .wide { overflow-x: auto }
.pair { display: flex; flex-wrap: wrap; gap: 1rem } .pair div { flex: 1 1 20rem; min-width: 0 }
svg { max-width: 100%; height: auto } @media (max-width: 30rem) { svg { max-width: none } }
figcaption { color: #586475; font-size: 0.9em }
.points { color: #586475 } .right { color: #0f6b57 } .wrong { color: #b3261e }
table { border-collapse: collapse } th, td { text-align: left; padding: 0.3rem 0.9rem 0.3rem 0 }
td.number { text-align: right } tr { border-bottom: 1px solid #dde2e8 }
@media (prefers-color-scheme: dark) {
  body { color: #e9edf3; background: #1b212a } a { color: #7db8ff } .points, figcaption { color: #a3afbf }
  .right { color: #4fc9aa } .wrong { color: #ff8a80 } section, tr { border-color: #333d4a }
}"""
HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'


def check_title(mark: CheckMark, tongue: Tongue) -> str:
    """What a check is called: as the rubric says, or by its kind."""
    return mark.check.title or tongue.say(f"grade.kind.{mark.check.kind}")


def number(value: float, tongue: Tongue | None = None) -> str:
    """Points, with digits after the point only where there are some; without a tongue for programs."""
    return f"{value:g}" if tongue is None else tongue.localize(f"{value:g}")


def points_text(points: float, all_points: float, tongue: Tongue) -> str:
    """So many points of so many."""
    return tongue.say("grade.points", points=number(points, tongue), all=number(all_points, tongue))


def mark_text(mark: CheckMark, tongue: Tongue) -> str:
    """The points of a check, or whether a condition is met."""
    if not mark.check.condition:
        return points_text(mark.points, mark.check.points, tongue)
    if mark.passed:
        return tongue.say("grade.condition-met")
    return tongue.say("grade.condition-lost", points=number(-mark.points, tongue))


def check_text(mark: CheckMark, tongue: Tongue) -> str:
    """What a student reads about a check, in plain sentences."""
    if mark.passed:
        return tongue.say("grade.right")
    lines = [printable(tongue.message(reason)) for reason in mark.reasons]
    if not lines:
        return tongue.say("grade.as-above")
    if len(mark.cases) > 1:
        right = len(mark.cases) - len(mark.failures)
        lines.append(tongue.say("grade.case-count", right=right, n=len(mark.cases)))
    return "\n".join(lines)


def student_page(grade: Grade, tongue: Tongue) -> str:
    """The page of one student."""
    title = tongue.say("grade.title", title=grade.rubric.title, student=grade.student)
    total = points_text(grade.points, grade.rubric.points, tongue)
    file = tongue.say("grade.file", file=grade.file.name)
    checks = "\n".join(_section(mark, grade.rubric, tongue) for mark in grade.marks)
    body = f"<h1>{_safe(title)}</h1>\n<p><strong>{total}</strong></p>\n<p>{_safe(file)}</p>\n{checks}"
    return _page(title, body, tongue)


def _section(mark: CheckMark, rubric: Rubric, tongue: Tongue) -> str:
    points = mark_text(mark, tongue)
    verdict, kind = ("grade.right", "right") if mark.passed else ("grade.wrong", "wrong")
    head = f"<h2>{_safe(check_title(mark, tongue))}</h2>"
    facts = f'<p class="points">{points} · <span class="{kind}">{tongue.say(verdict)}</span></p>'
    if mark.passed:
        return f"<section>{head}{facts}</section>"
    reasons = "".join(f"<p>{_safe(line)}</p>" for line in check_text(mark, tongue).split("\n"))
    figure = next((case.figure for case in mark.failures if case.figure is not None), None)
    drawn = "" if figure is None else _figure(figure, rubric, tongue)
    return f"<section>{head}{facts}{reasons}{drawn}</section>"


def _figure(pair: TreePair, rubric: Rubric, tongue: Tongue) -> str:
    """Both trees, with a word about their values."""
    caption = tongue.say(f"grade.figure.values-{rubric.view}")
    drawn = "".join(_wide(svg, tongue) for svg in pair_svgs(pair, rubric, tongue))
    return f'<figure><div class="pair">{drawn}</div><figcaption>{caption}</figcaption></figure>'


def summary_page(grades: Sequence[Grade], alike: Sequence[Likeness], rubric: Rubric, tongue: Tongue) -> str:
    """The teacher's page: all grades, the commonest mistakes, and files that are nearly the same."""
    title = tongue.say("grade.summary.title", title=rubric.title)
    mean = sum(grade.points for grade in grades) / len(grades)
    means = {"mean": number(round(mean, 2), tongue), "all": number(rubric.points, tongue)}
    count = tongue.say("grade.summary.count", n=len(grades), **means)
    parts = [f"<h1>{_safe(title)}</h1><p>{count}</p>", _table(grades, tongue)]
    parts.append(f"<h2>{tongue.say('grade.summary.mistakes')}</h2>{_mistakes(grades, tongue)}")
    parts.append(f"<h2>{tongue.say('grade.summary.similar')}</h2>{_likenesses(alike, tongue)}")
    return _page(title, "\n".join(parts), tongue)


def _table(grades: Sequence[Grade], tongue: Tongue) -> str:
    head = "".join(f"<th>{_safe(check_title(mark, tongue))}</th>" for mark in grades[0].marks)
    head = (
        f"<th>{tongue.say('grade.summary.student')}</th><th>{tongue.say('grade.summary.points')}</th>{head}"
    )
    rows = []
    for grade in grades:
        link = f'<a href="students/{quote(grade.student)}/index.html">{_safe(grade.student)}</a>'
        cells = "".join(f'<td class="number">{number(mark.points, tongue)}</td>' for mark in grade.marks)
        rows.append(
            f'<tr><td>{link}</td><td class="number">{number(grade.points, tongue)}</td>{cells}</tr>'
        )
    return _wide(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>", tongue)


def _mistakes(grades: Sequence[Grade], tongue: Tongue) -> str:
    rows = []
    for mistake, who in common_mistakes(grades):
        names = ", ".join(grade.student for grade in who)
        words = tongue.message(mistake)
        rows.append(
            f'<tr><td class="number">{len(who)}</td><td>{_safe(words)}</td><td>{_safe(names)}</td></tr>'
        )
    if not rows:
        return f"<p>{tongue.say('grade.summary.none')}</p>"
    return _wide(f"<table><tbody>{''.join(rows)}</tbody></table>", tongue)


def _wide(what: str, tongue: Tongue) -> str:
    """Something that is moved sideways by itself where the screen is narrow, by keys, too."""
    name = escape(tongue.say("grade.page.sideways"), quote=True)
    return f'<div class="wide" tabindex="0" role="group" aria-label="{name}">{what}</div>'


def _likenesses(alike: Sequence[Likeness], tongue: Tongue) -> str:
    if not alike:
        return f"<p>{tongue.say('grade.summary.no-similar')}</p>"
    items = "".join(
        f"<li>{_safe(pair.one)}, {_safe(pair.other)}: "
        f"{tongue.say('grade.summary.percent', percent=round(100 * pair.share))}</li>"
        for pair in alike
    )
    return f"<p>{tongue.say('grade.summary.similar-note')}</p><ul>{items}</ul>"


def _page(title: str, body: str, tongue: Tongue) -> str:
    return (
        f'<!doctype html>\n<html lang="{tongue.language}">\n'
        f"<head>{HEAD}<title>{_safe(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{body}\n</main></body>\n</html>\n"
    )


def _safe(words: str) -> str:
    return escape(printable(words))
