"""A depth sweep: one agent to several depths against one opponent, as the Connect Four paper has it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from plyground.arena.plan import split_name
from plyground.errors import BadSpec, truncate
from plyground.score import LONGEST
from plyground.spec import Spec

_RANGE = re.compile(r"(\d{1,4})-(\d{1,4})")
_LIST = re.compile(r"\d{1,4}(,\d{1,4})*")


def sweep_options(one: str, other: str, depths: str) -> dict[str, Any]:
    """The options of a plan in which one agent, to each depth, plays the other."""
    return {"agents": [other, *to_depths(one, depths)], "format": "gauntlet"}


def to_depths(agent: str, depths: str) -> list[str]:
    """The agent's spec to each depth; a name it has been given tells the depth, too."""
    name, text = split_name(agent)
    spec, found = Spec.parse(text), []
    for depth in parse_depths(depths):
        deep = str(replace(spec, options={**spec.options, "depth": depth}))
        found.append(f"{name} {depth}={deep}" if name else deep)
    return found


def parse_depths(text: str) -> list[int]:
    """`2-5` or `2,4,6` as depths; a BadSpec if it is neither."""
    if found := _RANGE.fullmatch(text):
        low, high = map(int, found.groups())
        depths = list(range(low, high + 1))
    elif _LIST.fullmatch(text):
        depths = sorted({int(depth) for depth in text.split(",")})
    else:
        depths = []
    if not depths or depths[0] < 1 or depths[-1] > LONGEST:
        right = f"depths are 2-5 or 2,4,6, from 1 to {LONGEST}"
        raise BadSpec("bad depths", truncate(text), None, right)
    return depths
