"""The protocol: what keeps to it and what does not, by the table of cases that the page's twin runs too."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from plyground.ui.web.protocol import Wrong, check, check_push, check_reply, check_request, protocol
from plyground.ui.web.server import HANDLERS

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("protocol_cases.json").read_text("utf-8"))


def judge(case: dict[str, Any]) -> None:
    if "request" in case:
        check_request(case["request"])
    elif "push" in case:
        check_push(case["push"])
    else:
        check_reply(case["to"], case["reply"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.get("because", "fits"))
def test_a_message_fits_or_does_not(case: dict[str, Any]) -> None:
    with nullcontext() if case["fits"] else pytest.raises(Wrong):
        judge(case)


def test_protocol_errors_name_their_place() -> None:
    plan = {"game": "x", "agents": ["x", 3], "format": "match", "games": 1}
    with pytest.raises(Wrong, match=r"plan\.agents\[1\]: expected a text"):
        check_request({"id": 1, "do": "start_run", "plan": plan})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 10**400])
def test_numbers_are_finite_and_bounded(value: float) -> None:
    for kind in ("SecondsWished", "whole", "Cell"):
        with pytest.raises(Wrong):
            check(value, kind)


def test_every_type_is_used_and_every_name_is_a_type() -> None:
    named: set[str] = set()

    def look(kind: Any) -> None:
        if isinstance(kind, str):
            named.add(kind.removesuffix("?"))
        elif isinstance(kind, dict):
            inside = [kind[name] for name in ("list", "map") if name in kind]
            for part in (*inside, *kind.get("any_of", ()), *kind.get("fields", {}).values()):
                look(part)

    agreed = protocol()
    for request in agreed["requests"].values():
        look({"fields": request["fields"]})
        look(request["reply"])
    for kind in (*agreed["pushes"].values(), *agreed["types"].values()):
        look(kind)
    primitives = {"text", "whole", "number", "flag", "any"}
    assert named - primitives | {"Id", "Error"} == agreed["types"].keys()


def test_every_request_is_answered_by_somebody() -> None:
    assert HANDLERS.keys() == protocol()["requests"].keys()
