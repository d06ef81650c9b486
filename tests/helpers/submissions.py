"""Submissions as people lay them out, written by our own hand: files by their paths, and which is played.

Each of them failed here once, or would on the way to an agent's process, and plays now.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

FREE = "next(c for c in range(config.columns) if obs.board[c] == 0)"


@dataclass(frozen=True)
class Layout:
    """The files of a submission, and what is given after `kaggle:`, seen from their folder."""

    played: str
    files: dict[str, str]

    def lay_out(self, folder: Path) -> str:
        """Write the files, and give the spec."""
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(dedent(text))
        where, _, name = self.played.partition(":")
        return f"kaggle('{folder / where}'" + (f", '{name}')" if name else ")")


LAYOUTS: dict[str, Layout] = {
    "a module beside it": Layout(
        "submission.py",
        {
            "submission.py": """
                from rules_of_mine import free
                def agent(obs, config):
                    return free(obs, config)
            """,
            "rules_of_mine.py": f"def free(obs, config): return {FREE}",
        },
    ),
    "a package below the root, imported from the root": Layout(
        "agents/first_bot.py",
        {
            "pyproject.toml": "",
            "agents/first_bot.py": """
                from engine.negamax import choose_column
                from engine import scoring
                def my_agent(observation, configuration):
                    return choose_column(observation, configuration, scoring.SIGN)
            """,
            "engine/__init__.py": "",
            "engine/scoring.py": "SIGN = -1",
            "engine/negamax.py": """
                from engine.deeper.walk import first
                def choose_column(obs, config, sign):
                    return first(obs, config)
            """,
            "engine/deeper/walk.py": f"def first(obs, config): return {FREE}",
        },
    ),
    "src without an __init__": Layout(
        "src/bots/submission.py",
        {
            "src/bots/submission.py": """
                import src.engine.search as search
                def agent(obs, config):
                    return search.best(obs, config)
            """,
            "src/engine/search.py": f"def best(obs, config): return {FREE}",
        },
    ),
    "relative imports": Layout(
        "bots/mine/play.py",
        {
            "bots/__init__.py": "",
            "bots/common.py": "from .mine import search\ndef first(obs, config): return search.best(obs, config)",
            "bots/mine/search.py": f"def best(obs, config): return {FREE}",
            "bots/mine/play.py": """
                from ..common import first
                from .search import best
                def agent(obs, config):
                    assert best(obs, config) == first(obs, config)
                    return first(obs, config)
            """,
        },
    ),
    "imports inside the function": Layout(
        "bot.py",
        {
            "bot.py": """
                def agent(obs, config):
                    from lazily_found import first
                    return first(obs, config)
            """,
            "lazily_found.py": f"def first(obs, config): return {FREE}",
        },
    ),
    "weights beside it": Layout(
        "bot.py",
        {
            "data/weights.json": "[0, 1, 2, 3, 4, 5, 6]",
            "bot.py": """
                import json, os
                HERE = os.path.dirname(os.path.abspath(__file__))
                with open(os.path.join(HERE, "data", "weights.json")) as file:
                    ORDER = json.load(file)
                def agent(obs, config):
                    return next(c for c in ORDER if obs.board[c] == 0)
            """,
        },
    ),
    "weights without their folder": Layout(
        "bot.py",
        {
            "weights.json": "[4, 3, 2, 1, 0]",
            "bot.py": """
                import json
                ORDER = json.load(open("weights.json"))
                def agent(obs, config):
                    return next(c for c in ORDER if obs.board[c] == 0)
            """,
        },
    ),
    "Kaggle's own folder": Layout(
        "main.py",
        {
            "tables.py": "ORDER = [3, 2, 1, 0, 4]",
            "deep/book.txt": "2",
            "main.py": """
                import os, sys
                from pathlib import Path
                HOME = "/kaggle_simulations/agent" if os.path.exists("/kaggle_simulations") else "/kaggle_simulations/agent"
                sys.path.insert(0, HOME)
                os.chdir("/kaggle_simulations/agent/")
                from tables import ORDER
                assert os.path.isdir(HOME) and "tables.py" in os.listdir(HOME)
                assert Path(HOME, "deep", "book.txt").read_text() == "2"
                with open(HOME + "/notes.txt", "w") as notes:
                    notes.write("mine")
                assert open("/kaggle_simulations/agent/notes.txt").read() == "mine"
                def agent(obs, config):
                    assert os.path.isfile(config["__raw_path__"])
                    return next(c for c in ORDER if obs.board[c] == 0)
            """,
        },
    ),
    "a comparison of versions": Layout(
        "bot.py",
        {
            "bot.py": f"""
                import re
                import kaggle_environments
                # As StrictVersion of distutils reads versions.
                assert re.fullmatch(r"\\d+\\.\\d+(\\.\\d+)?([ab]\\d+)?", kaggle_environments.version)
                assert [int(n) for n in kaggle_environments.__version__.split(".")] >= [1, 0, 0]
                def agent(obs, config):
                    return {FREE}
            """
        },
    ),
    "Kaggle's agents": Layout(
        "bot.py",
        {
            "bot.py": """
                import random
                from kaggle_environments import make, agent as agents_of_kaggle
                from kaggle_environments.envs.connectx.connectx import negamax_agent, random_agent
                env = make("connectx", {"rows": 4, "columns": 5, "inarow": 3}, debug=True)
                print(list(env.agents), env.configuration.columns)
                env.render(mode="ipython")
                def my_agent(obs, config):
                    return random.choice([negamax_agent, random_agent])(obs, config)
            """
        },
    ),
    "a helper behind the agent": Layout(
        "bot.py",
        {
            "bot.py": """
                def agent(obs, config):
                    return legal(obs.board, config.columns)[0]
                def legal(board, columns):
                    return [c for c in range(columns) if board[c] == 0]
            """
        },
    ),
    "a helper with three parameters behind the agent": Layout(
        "bot.py",
        {
            "bot.py": """
                def play_it(observation, configuration):
                    return legal(observation.board, configuration.columns, 0)
                def legal(board, columns, number):
                    return [c for c in range(columns) if board[c] == 0][number]
            """
        },
    ),
    "a class with a memory": Layout(
        "bot.py",
        {
            "bot.py": f"""
                from collections import deque
                class Bot:
                    def __init__(self):
                        self.seen = deque(maxlen=3)
                    def act(self, obs, config):
                        self.seen.append(tuple(obs["board"]))
                        print("seen", len(self.seen))
                        return {FREE}
                BOT = Bot()
                def agent(obs, config):
                    return BOT.act(obs, config)
            """
        },
    ),
    "a folder": Layout(
        "project",
        {
            "project/main.py": "from engine.play import first\ndef agent(obs, config): return first(obs, config)",
            "project/engine/play.py": f"def first(obs, config): return {FREE}",
            "project/README.md": "",
        },
    ),
    "a folder with one agent": Layout(
        "project",
        {
            "project/my_bot.py": "from tools import first\ndef agent(obs, config): return first(obs, config)",
            "project/tools.py": f"def first(obs, config): return {FREE}",
        },
    ),
    "a folder in a folder, by a name": Layout(
        "project:other",
        {
            "project/submission/main.py": f"def other(obs, config): return {FREE}\ndef agent(obs, config): return 99",
            "project/README.md": "",
        },
    ),
}
