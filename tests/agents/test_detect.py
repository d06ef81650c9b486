"""The convention of a file is told by what it defines; the file is not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.agents.detect import Outline, detect_scheme

FILES = {
    "examples/cautious.py": "python",
    "examples/kaggle_agent.py": "kaggle",
    "examples/cs50_tictactoe.py": "cs50",
    "examples/nim.py": "python",
    "tests/arena/zoo/no_choose.py": "python",
    "tests/agents/kaggle/zoo/an_object.py": "kaggle",
    "tests/agents/kaggle/zoo/behaving.py": "kaggle",
    "tests/agents/kaggle/zoo/plays_when_imported.py": "kaggle",
    "tests/agents/kaggle/zoo/two_callables.py": "kaggle",
    "tests/engines": "python",
    "no_such_file.py": "python",
}
CODE = {
    "def choose(position, limits): pass": "python",
    "def choose(position): pass\ndef minimax(board): pass\ndef result(board, action): pass": "python",
    "from elsewhere import choose": "python",
    "choose = make_one()": "python",
    "class Agent:\n  def choose(self, position): pass\ndef helper(x): pass": "python",
    "def agent(position, limits): pass": "python",
    "agent = make_one()": "python",
    "def agent(observation, configuration): pass": "kaggle",
    "def my_agent(obs, config): pass": "kaggle",
    "def agent(obs): pass\nclass Agent: pass": "kaggle",
    "agent = lambda obs, config: 0": "kaggle",
    "async def agent(obs, config): pass": "kaggle",
    "class Agent:\n  def __call__(self, obs, config): pass\nagent = Agent()": "kaggle",
    "if True:\n  def bot(observation, /, configuration): pass": "kaggle",
    "try:\n  import numpy\nexcept ImportError:\n  def bot(obs): pass": "kaggle",
    "def last_agent(state, config): return 3": "kaggle",
    "def act(state, config): return 3": "kaggle",
    "def agent(board, configuration): return 3": "kaggle",
    "def agent(position, config=None, *more): return 3": "kaggle",
    "def act(state): return 3": "python",
    "from kaggle_environments import utils\ndef agent(state): return 3": "kaggle",
    "def agent(obs, config): return choose([1])\ndef choose(moves): pass": "kaggle",
    "def agent(obs, config): pass\ndef choose(position): pass": "python",
    "def agent(obs, config): pass\nfrom elsewhere import choose": "python",
    "def minimax(board): pass\ndef utility(board): pass": "cs50",
    "X = 'X'\nO = 'O'\nEMPTY = None\nfrom helpers import *\ndef minimax(board): pass": "cs50",
    "X, O = 'XO'\ndef minimax(board): pass": "python",
    "def minimax(board): pass": "python",
    "def minimax(board): pass\ndef player(board): pass": "cs50",
    "def minimax(board): pass\ndef actions(board): pass": "cs50",
    "def minimax(board): pass\ndef result(board, action): pass\ndef agent(x): pass": "cs50",
    "def player(board): pass\ndef inner():\n  def minimax(board): pass": "python",
    "x = 3": "python",
    "": "python",
    "def choose(position:": "python",
    "def agent(obs): return '\\d'": "kaggle",
    "(" * 5_000: "python",
    "x = \0": "python",
}


@pytest.mark.parametrize("file", FILES)
def test_files_are_told_apart(file: str) -> None:
    assert detect_scheme(Path(file)) == FILES[file]


@pytest.mark.parametrize("code", CODE, ids=lambda code: code[:40])
def test_code_is_told_apart(code: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(code)
    assert detect_scheme(tmp_path / "bot.py") == CODE[code]


def test_a_file_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(f"open({str(tmp_path / 'trace')!r}, 'w')\ndef agent(obs): pass")
    assert detect_scheme(tmp_path / "bot.py") == "kaggle"
    assert not (tmp_path / "trace").exists()


def test_a_file_in_another_encoding_is_read(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes("# coding: latin-1\n# joão\ndef agent(obs): pass".encode("latin-1"))
    assert detect_scheme(tmp_path / "bot.py") == "kaggle"


def test_import_that_is_redefined_counts_as_defined(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import os.path\nimport numpy as np\nfrom a import agent, other\ndef agent(obs): pass\n(one, [two]) = 1, [2]"
    )
    outline = Outline.of(tmp_path / "bot.py")
    assert outline
    assert outline.imported == {"os", "np", "other"}
    assert outline.assigned == {"one", "two"}
    assert outline.functions == {"agent": ("obs",)}
