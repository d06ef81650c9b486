"""The commonest mistakes of a class: each in one sentence that is true of all who made it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from plyground.grader.marks import Grade
from plyground.message import Message, say

# Reasons that name a student's own position or move, and what they have in common.
COMMON: Mapping[str, str] = {
    "grade.no-file": "grade.common.no-file",
    "grade.prints": "grade.common.prints",
    "grade.name.missing": "grade.common.name",
    "grade.name.near": "grade.common.name",
    "grade.name.parameters": "grade.common.parameters",
    "grade.changed": "grade.common.changed",
    "grade.tree.no-successor": "grade.common.changed",
    "grade.trouble.crash": "grade.common.crash",
    "grade.match.forfeit": "grade.common.crash",
    "grade.trouble.syntax": "grade.common.syntax",
    "grade.trouble.recursion": "grade.common.endless",
    "grade.trouble.calls": "grade.common.endless",
    "grade.trouble.time": "grade.common.endless",
    "grade.trouble.late": "grade.common.waits",
    "grade.trouble.nothing": "grade.common.nothing",
    "grade.trouble.none": "grade.common.none",
    "grade.trouble.illegal": "grade.common.illegal",
    "grade.match.illegal": "grade.common.illegal",
    "grade.tactics.win": "grade.common.win",
    "grade.tactics.block": "grade.common.block",
    "grade.loses": "grade.common.loses",
    "grade.values.win": "grade.common.value",
    "grade.values.draw": "grade.common.value",
    "grade.values.loss": "grade.common.value",
    "grade.values.move": "grade.common.move",
    "grade.values.tie": "grade.common.tie",
    "grade.values.tie-order": "grade.common.order",
    "grade.tree.order": "grade.common.order",
    "grade.tree.reversed": "grade.common.order",
    "grade.values.root-max": "grade.common.root",
    "grade.values.root-min": "grade.common.root",
    "grade.values.root-mover": "grade.common.root",
    "grade.value.end-sign": "grade.common.sign",
    "grade.value.no-negation": "grade.common.negation",
    "grade.value.end-draw": "grade.common.draw",
    "grade.value.end-win": "grade.common.won",
    "grade.value.max-min": "grade.common.max-min",
    "grade.value.min-max": "grade.common.max-min",
    "grade.value.start": "grade.common.start",
    "grade.value.as-if-unturned": "grade.common.inner",
    "grade.value.inner": "grade.common.inner",
    "grade.tree.none": "grade.common.no-search",
    "grade.tree.none-record": "grade.common.no-search",
    "grade.tree.cached": "grade.common.table",
    "grade.tree.table": "grade.common.table",
    "grade.tree.memo": "grade.common.table",
    "grade.tree.fail-soft": "grade.common.fail",
    "grade.tree.fail-hard": "grade.common.fail",
    "grade.tree.pruned": "grade.common.pruned",
    "grade.tree.after-end": "grade.common.after-end",
    "grade.tree.again": "grade.common.again",
    "grade.tree.extra": "grade.common.tree",
    "grade.tree.missing": "grade.common.tree",
    "grade.tree.other": "grade.common.tree",
    "grade.limits.depth": "grade.common.depth",
    "grade.limits.seconds": "grade.common.seconds",
    "grade.evaluation.no-number": "grade.common.no-number",
    "grade.evaluation.mirror": "grade.common.mirror",
    "grade.evaluation.sign": "grade.common.estimate",
    "grade.evaluation.constant": "grade.common.constant",
    "grade.match.not-beaten": "grade.common.match",
}
_BESIDE = ("grade.tree.counts", "grade.trouble.not-tried")  # no mistakes: they stand beside one
_OUTCOMES = ("grade.match.", "grade.loses")  # they follow from other mistakes, if there are any


def common_mistakes(grades: Sequence[Grade]) -> list[tuple[Message, list[Grade]]]:
    """Each mistake with those who made it, the commonest first."""
    found: defaultdict[Message, list[Grade]] = defaultdict(list)
    for grade in grades:
        causes = [key for key in grade.mistakes if key not in _BESIDE and not key.startswith(_OUTCOMES)]
        outcomes = [key for key in grade.mistakes if key.startswith(_OUTCOMES)]
        for mistake in dict.fromkeys(common_sentence(key) for key in causes or outcomes):
            found[mistake].append(grade)
    return sorted(found.items(), key=lambda each: (-len(each[1]), _key(each[0])))


def common_sentence(key: str) -> Message:
    """What all have in common who got a reason, by its key (see `mistake_key`)."""
    outer, _, inner = key.partition(" ")
    return say(outer, what=common_sentence(inner)) if inner else say(COMMON.get(outer, outer))


def _key(mistake: Message) -> str:
    what = mistake.facts.get("what")
    return f"{mistake.key} {what.key}" if isinstance(what, Message) else mistake.key
