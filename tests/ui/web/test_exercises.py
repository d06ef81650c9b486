"""Exercises on the page: what it shows is what the sheet shows, and what it calls right is what the definition says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from helpers.jobs import Page, page
from helpers.laboratory import Laboratory
from helpers.pruning import any_tree, is_visited, window
from plyground import SplitMix64
from plyground.cli.app import app
from plyground.exercises import make_exercise
from plyground.exercises.marks import MarkedTree
from plyground.exercises.puzzle_play import play_puzzle
from plyground.exercises.trees import random_tree, value
from plyground.games.tree import Tree
from plyground.words import tongue

KINDS = ("minimax", "alphabeta", "depth", "mcts", "win")


def with_page(script: Callable[[Page], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        async with page() as listener:
            return await script(listener)

    return asyncio.run(whole())


def asked(do: str, kind: str, seed: int = 1, **more: Any) -> Any:
    """What the handler says of an exercise."""
    options = more.pop("options", {})
    wished = {"kind": kind, "seed": seed, **options}
    return with_page(lambda listener: listener.ask(do, exercise=wished, **{"lang": "en"} | more))


def written(tree: Tree) -> str:
    return str(tree).replace(" ", "")


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_gives_the_same_exercise_on_the_page_and_on_paper(kind: str) -> None:
    """The picture as the page draws it, against the text that the command prints."""
    shown = asked("exercise", kind, 7)["exercise"]
    printed = CliRunner().invoke(app, ["exercise", kind, "--seed", "7", "--lang", "en"]).stdout
    assert shown["title"] in printed
    introduction = shown["introduction"].partition(" A triangle")[0]  # the printed one is not drawn
    assert introduction in printed.replace("-", "−") or introduction in printed
    assert shown["command"].removesuffix(" --branching 4") in printed
    figure = shown["figure"]
    if figure["kind"] == "tree":
        for node in figure["nodes"]:
            side = "MAX" if node["max"] else "MIN"
            estimate = "" if node["estimate"] is None else f" (estimate {node['estimate']})"
            line = (
                f"{node['name']} {side}{estimate}"
                if node["points"] is None
                else f"{node['name']}: {node['points']}"
            )
            assert line in [each.strip() for each in printed.splitlines()]
    elif figure["kind"] == "table":
        for row in figure["rows"]:
            assert row in [line.split() for line in printed.splitlines()]
    else:
        columns = figure["board"]["columns"]
        rows = [line.strip("| ").split() for line in printed.splitlines()]
        for first in range(0, len(figure["board"]["cells"]), columns):
            assert list(figure["board"]["cells"][first : first + columns]) in rows


def test_the_page_is_told_no_answer_before_somebody_tries() -> None:
    """Of two trees with the same leaves in other places, all that the page is told differs in the leaves alone."""
    for kind in ("minimax", "alphabeta", "depth"):
        shown = []
        for tree in (((3, 12, 8), (2, 4, 6)), ((1, 1, 1), (9, 9, 9))):
            deep = tuple((branch, branch) for branch in tree)
            told = asked("exercise", kind, options={"tree": written(deep)})["exercise"]
            for node in told["figure"]["nodes"]:
                node["points"] = node["points"] is not None
            shown.append({**told, "command": ""})
        assert shown[0] == shown[1]


async def check(listener: Page, tree: Tree, task: str, answers: dict[str, str]) -> Any:
    wished = {"kind": "alphabeta", "seed": 1, "tree": written(tree)}
    return await listener.ask("check_exercise", exercise=wished, task=task, answers=answers, lang="en")


@pytest.mark.parametrize("first", [0, pytest.param(60, marks=pytest.mark.slow)])
def test_what_the_page_calls_pruned_is_what_the_definition_says(first: int) -> None:
    """By the page's own checking, on trees of every shape, and against one answer that is turned round."""

    async def script(listener: Page) -> None:
        for seed in range(first, first + (60 if first == 0 else 2_500)):
            tree = any_tree(SplitMix64(seed), 4)
            if isinstance(tree, int):
                continue
            nodes = MarkedTree(tree)
            truth = {nodes.name(leaf.path): not is_visited(tree, leaf.path) for leaf in nodes.leaves}
            if len(nodes.nodes) > 100:
                continue
            answers = {name: "x" for name, pruned in truth.items() if pruned}
            assert (await check(listener, tree, "pruned", answers))["done"], tree
            turned = list(truth)[seed % len(truth)]
            wrong = {name: "x" for name, pruned in truth.items() if pruned != (name == turned)}
            found = await check(listener, tree, "pruned", wrong)
            states = {mark["name"]: mark["state"] for mark in found["marks"]}
            assert not found["done"]
            assert [name for name, state in states.items() if state == "wrong"] == [turned], tree
            assert all(state == "right" for state in list(states.values())[: list(truth).index(turned)])

    with_page(script)


@pytest.mark.parametrize("first", [0, pytest.param(40, marks=pytest.mark.slow)])
def test_alpha_and_beta_are_what_both_sides_have_already(first: int) -> None:
    async def script(listener: Page) -> None:
        for seed in range(first, first + (40 if first == 0 else 1_000)):
            tree = any_tree(SplitMix64(seed), 4)
            nodes = MarkedTree(tree)
            if isinstance(tree, int) or len(nodes.nodes) > 100:
                continue
            answers = {}
            for node in nodes.inner:
                for name, bound in zip(("alpha", "beta"), window(tree, node.path), strict=True):
                    if is_visited(tree, node.path):
                        answers[f"{node.letter}.{name}"] = f"{bound:+.0f}"
            assert (await check(listener, tree, "windows", answers))["done"], tree
            root = {"A": f"{value(tree)}", "move": nodes.name(nodes.best[:1])}
            assert (await check(listener, tree, "root", root))["done"], tree

    with_page(script)


def test_every_kind_is_solved_by_its_own_solution() -> None:
    async def script(listener: Page) -> None:
        for kind in KINDS:
            for language in ("en", "pt-BR"):
                wished = {"kind": kind, "seed": 4}
                told = (await listener.ask("exercise", exercise=wished, lang=language))["exercise"]
                for task in told["tasks"]:
                    where = {"exercise": wished, "task": task["name"], "lang": language}
                    hint = await listener.ask("hint_exercise", answers={}, **where)
                    steps = (await listener.ask("solve_exercise", **where))["steps"]
                    answers = {name: text for step in steps for name, text in step["fills"].items()}
                    found = await listener.ask("check_exercise", answers=answers, **where)
                    assert found["done"], (kind, task, found)
                    assert {mark["state"] for mark in found["marks"]} == {"right"}
                    assert all(mark["said"] for mark in found["marks"])
                    assert answers.keys() == {blank["name"] for blank in task["blanks"]}
                    assert (hint["hint"] is None) == (not any(answers.values()))
                    after = await listener.ask("hint_exercise", answers=answers, **where)
                    assert after == {"re": 1, "hint": None, "at": None}

    with_page(script)


def test_reasons_name_who_gave_the_bound() -> None:
    reply = asked("check_exercise", "alphabeta", options={"tree": "textbook"}, task="pruned", answers={})
    states = [mark["state"] for mark in reply["marks"]]
    assert states == ["right"] * 4 + ["wrong"] + ["open"] * 4
    assert reply["marks"][4]["said"] == (
        "Pruned: at C (MIN), leaf 4 = 2, so C ≤ 2; but MAX has 3 already at A, by going to B. "
        "α = 3 ≥ β = 2: the rest of C is skipped."
    )
    assert reply["marks"][5]["said"] == ""
    wrong = {"A.alpha": "+inf", "A.beta": "∞", "C.alpha": "2", "C.beta": "inf"}
    marks = asked(
        "check_exercise", "alphabeta", options={"tree": "textbook"}, task="windows", answers=wrong
    )
    said = {mark["name"]: (mark["state"], mark["said"]) for mark in marks["marks"]}
    assert said["A.alpha"][0] == "wrong"
    assert said["A.alpha"][1].startswith("That is the other end")
    assert said["A.beta"][0] == said["C.beta"][0] == "right"
    assert said["C.alpha"] == (
        "wrong",
        "That is what the search brings back from C; asked is with what it enters. "
        "α is 3: MAX has that already at A, by going to B.",
    )
    assert said["B.alpha"] == ("open", "")


def test_answers_may_be_spelled_as_people_do() -> None:
    arms = asked("solve_exercise", "mcts", 1, task="bounds")["steps"]
    for point in (".", ","):
        answers = {
            name: f" {text}".replace(".", point) for step in arms for name, text in step["fills"].items()
        }
        assert asked("check_exercise", "mcts", 1, task="bounds", answers=answers)["done"]
    off = {name: f"{float(text) + 0.03:.2f}" for step in arms for name, text in step["fills"].items()}
    states = {
        mark["state"] for mark in asked("check_exercise", "mcts", 1, task="bounds", answers=off)["marks"]
    }
    assert states == {"wrong"}


def test_branches_that_are_as_good_are_as_right() -> None:
    for move, state in (("B", "right"), ("C", "right"), ("D", "wrong"), ("nonsense", "wrong")):
        given = {"exercise": {"kind": "minimax", "seed": 1, "tree": "((3,5),(3,9),(1,2))"}, "task": "move"}
        reply = with_page(
            lambda listener: listener.ask("check_exercise", answers={"move": move}, lang="en", **given)  # noqa: B023
        )
        assert reply["marks"][0]["state"] == state
        assert "As good: C" in reply["marks"][0]["said"]


def test_a_puzzle_is_played_out_against_the_best_defence() -> None:
    """Any shortest win is right, others are refused with what the solver says of them."""
    begin = play_puzzle(3, 5, [])
    wrong = next(str(column) for column in range(1, 8) if str(column) != begin.best[0])
    reply = asked("check_exercise", "win", 3, task="play", answers={"1": wrong})
    (mark,) = reply["marks"]
    assert mark["state"] == "wrong"
    assert mark["said"].startswith(f"Column {wrong} ")
    assert (reply["done"], reply["figure"]["played"]) == (False, [])
    reply = asked("check_exercise", "win", 3, task="play", answers={"1": begin.best[0]})
    assert len(reply["figure"]["played"]) == 2
    assert (
        reply["marks"][0]["said"]
        == f"Column {begin.best[0]} wins in 5 plies, whatever the other side does."
    )
    solved = asked(
        "check_exercise", "win", 3, task="play", answers=dict(zip("123", begin.best[::2], strict=True))
    )
    assert solved["done"]
    assert solved["figure"]["over"]


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("exercise", {"options": {"depth": 5, "branching": 5}}),
        ("exercise", {"kind": "depth", "options": {"depth": 2}}),
        ("exercise", {"options": {"tree": "7"}}),
        ("exercise", {"options": {"tree": "connect4"}}),
        ("exercise", {"options": {"tree": "textbook.py:Game"}}),
        ("exercise", {"options": {"tree": "tree((1,2)).py:Game"}}),
        ("exercise", {"options": {"tree": "tree(os.system('true'))"}}),
        ("exercise", {"options": {"tree": "((1,2),'3')"}}),
        ("exercise", {"options": {"tree": "(" * 900}}),
        ("exercise", {"options": {"tree": f"({','.join(['1'] * 200)})"}}),
        ("exercise", {"options": {"tree": "(((((((((1,),),),),),),),),)"}}),
        ("exercise", {"options": {"plies": 5}}),
        ("exercise", {"kind": "mcts", "options": {"tree": "((1,2),(3,4))"}}),
        ("exercise", {"kind": "win", "options": {"plies": 4}}),
        ("exercise", {"kind": "win", "options": {"plies": 99}}),
        ("exercise_sheet", {"kind": "win", "options": {"plies": 4}, "format": "text", "key": True}),
        ("check_exercise", {"options": {"depth": 9}, "task": "root", "answers": {}}),
    ],
)
def test_what_cannot_be_made_is_refused(do: str, fields: dict[str, Any]) -> None:
    wished = {"kind": fields.pop("kind", "alphabeta"), "seed": 1, **fields.pop("options")}

    async def script(listener: Page) -> str:
        return await listener.refused(do, exercise=wished, lang="en", **fields)

    assert with_page(script) == "exercises.refused"


def test_a_question_that_is_not_asked_is_refused() -> None:
    async def script(listener: Page) -> str:
        wished = {"kind": "mcts", "seed": 1}
        return await listener.refused("check_exercise", exercise=wished, task="<b>", answers={}, lang="en")

    assert with_page(script) == "exercises.no-question"


@pytest.mark.parametrize("kind", KINDS)
def test_the_sheet_is_that_of_the_command(kind: str) -> None:
    for key in (False, True):
        sheet = asked("exercise_sheet", kind, 5, format="text", key=key, lang="pt-BR")
        command = ["exercise", kind, "--seed", "5", "--lang", "pt-BR", *(["--key"] if key else [])]
        printed = CliRunner().invoke(app, command).stdout
        assert sheet["text"] in printed
        assert sheet["name"] == f"plyground-{kind}-5{'-key' if key else ''}.txt"
    assert asked("exercise_sheet", kind, 5, format="svg", key=True)["text"].startswith("<svg")
    assert "<!doctype html>" in asked("exercise_sheet", kind, 5, format="html", key=True)["text"]


def test_next_goes_up_after_right_answers_and_down_after_wrong_ones() -> None:
    async def script(listener: Page) -> list[Any]:
        told = []
        for level, right in ((3, 4), (3, 3), (3, 1), (1, 0), (99, 4)):
            fields = {"kind": "alphabeta", "seed": 8, "level": level, "right": right, "of": 4}
            told.append(await listener.ask("next_exercise", **fields))
            shown = await listener.ask("exercise", exercise=told[-1]["exercise"], lang="en")
            assert shown["level"] == told[-1]["level"]  # so that a link knows its level
        return told

    told = with_page(script)
    assert [each["level"] for each in told] == [4, 3, 2, 1, 11]
    leaves = [each["exercise"]["branching"] ** each["exercise"]["depth"] for each in told]
    assert leaves == [8, 9, 9, 4, 32]


def test_through_a_real_server(lab: Laboratory) -> None:
    with lab.page() as visitor:
        wished = {"kind": "alphabeta", "seed": 7}
        told = visitor.ask("exercise", exercise=wished, lang="pt-BR")["exercise"]
        assert told["title"] == make_exercise("alphabeta", 7).title(tongue("pt-BR"))
        tree = random_tree(7)
        points = [node["points"] for node in told["figure"]["nodes"] if node["points"] is not None]
        assert points == [leaf.points for leaf in MarkedTree(tree).leaves]
        puzzle = {"kind": "win", "seed": 2, "plies": 3}
        assert visitor.ask("exercise", exercise=puzzle, lang="en")["exercise"]["figure"]["kind"] == "board"
        assert visitor.error("exercise", exercise=wished | {"depth": 9}, lang="en") == "exercises.refused"
        assert visitor.error(
            "check_exercise", exercise=wished, task="root", answers={"A": 3}, lang="en"
        ) == ("server.bad-request")
        assert json.dumps(told).count("pruned") == 1  # the name of the question, and no answer
