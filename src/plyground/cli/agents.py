"""The command agents: which agents there are, or what one of them is and takes."""

from __future__ import annotations

import shlex
from dataclasses import MISSING, Field, fields
from inspect import cleandoc
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.agents import AGENTS
from plyground.agents.registry import unknown_agent
from plyground.cli.options import AsJson, Language, speaker_for
from plyground.cli.output import print_json, print_text
from plyground.columns import fold, terminal_width
from plyground.errors import LONGEST_PATH, BadSpec, truncate
from plyground.evaluation.registry import EVALUATIONS
from plyground.papers.claim import short_title
from plyground.searchers import Searcher
from plyground.spec import Spec, takes

if TYPE_CHECKING:
    from plyground.words import Tongue


def agents(
    name: Annotated[
        str, typer.Argument(metavar="AGENT", help="One of them, with all its options.", show_default=False)
    ] = "",
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """List the agents, their options and what they do; or explain one agent and each of its options."""
    if name:
        return _explain_agent(_known(name), speaker_for(lang, as_json), as_json)
    rows = [(name, _options(kind), _summary(kind)) for name, kind in AGENTS.items()]
    if as_json:
        keys = ("name", "takes", "summary")
        return print_json({"agents": [dict(zip(keys, row, strict=True)) for row in rows]})
    for name, options, summary in rows:
        for text, indent in ((f"{name}({options})", "        "), (f"    {summary}", "    ")):
            typer.echo("\n".join(fold(text, terminal_width() or len(text), indent)))
    print_text(
        "\nagents that are not ours are python:FILE.py:NAME, kaggle:FILE.py, cs50:FILE.py,\n"
        "aima:MODULE:FUNCTION, openspiel:BOT, engine:COMMAND;\n"
        "an algorithm of your own is FILE.py:CLASS\n"
        f"\nevaluate is auto (the game's own), {', '.join(EVALUATIONS)},\n"
        "'file:weights.json' (what plyground learn wrote), 'training:3@12000' (of the laboratory's\n"
        "page Learn: its third training after 12,000 games), Windows(own=(...), against=(...), centre=0),\n"
        "or your own: evaluate='FILE.py:FUNCTION'"
    )
    print_text("order is one or more of given, centre, best, killers, history: order=('best', 'centre')")
    return None


def _summary(kind: type[Searcher]) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _options(kind: type[Searcher]) -> str:
    return takes(kind) if fields(kind) else ""


def _known(name: str) -> type[Searcher]:
    """The agent of a name, or of a spec that begins with it."""
    spec = Spec.parse(name)
    if spec.name in AGENTS:
        return AGENTS[spec.name]
    if ":" in spec.name:
        right = f"to examine one of yours: plyground doctor {truncate(name, LONGEST_PATH)}"
        raise BadSpec(f"{truncate(name, LONGEST_PATH)} is not one of our agents", "", None, right)
    raise unknown_agent(spec)


def _explain_agent(kind: type[Searcher], speaker: Tongue, as_json: bool) -> None:
    """Print what an agent does, and for each option what it is for and what it is if nobody says."""
    named = sorted(fields(kind), key=lambda option: option.name == "core")  # last: it changes no move
    options = [(option, _purpose(option.name, speaker)) for option in named]
    if as_json:
        told = [{"name": each.name, "default": _default(each), "summary": text} for each, text in options]
        return print_json({"name": kind.name, "summary": _summary(kind), "options": told})
    width = terminal_width() or 100
    print_text(f"{kind.name}({_options(kind)})\n\n{_about(kind, speaker)}\n")
    print_text(speaker.say("option.options" if options else "option.none"))
    for each, text in options:
        usual = speaker.say("option.usual", value=_default(each))
        typer.echo("\n".join(fold(f"  {each.name:<10} {text} {usual}", width, " " * 13)))
    print_text("\n" + speaker.say("option.example", command=_example(kind)))
    return None


def _purpose(option: str, speaker: Tongue) -> str:
    facts = {"known": ", ".join(EVALUATIONS)} if option == "evaluate" else {}
    return speaker.say(f"option.{option}", **facts)


def _default(option: Field[Any]) -> str:
    return "" if option.default is MISSING else repr(option.default)


def _about(kind: type[Searcher], speaker: Tongue) -> str:
    """What the class says of itself, without the examples in Python; that is in English."""
    if speaker.language != "en":
        return _about_elsewhere(kind.name, speaker)
    return cleandoc(kind.__doc__ or "").partition("\n>>> ")[0].strip()


def _about_elsewhere(name: str, speaker: Tongue) -> str:
    """What the pages say of an agent."""
    paper, dot, _ = name.partition(".")
    if dot:
        return speaker.say("agent.about-paper", paper=short_title(paper.upper(), speaker.language))
    return speaker.say(f"agent.about-{'table' if name == 'table_alphabeta' else name}")


def _example(kind: type[Searcher]) -> str:
    """A command with the agent and the option that people set most."""
    options = {option.name for option in fields(kind)}
    usual = (("depth", "6"), ("rounds", "200"), ("blunder", "0.1"), ("seconds", "0.5"), ("seed", "1"))
    chosen = next((f"{name}={value}" for name, value in usual if name in options), "")
    game = "tictactoe" if kind.name[:2] in ("p0", "p1", "p2", "p3") else "connect4"
    spec = f"{kind.name}({chosen})" if chosen else kind.name
    return shlex.join(["plyground", "match", game, spec, "random"])
