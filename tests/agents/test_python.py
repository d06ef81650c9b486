"""A user's own searchers, agents and evaluations, wherever an agent is named; and where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.command import printed, run
from plyground import BadSpec, connect4
from plyground.agents import load_agent, load_entrant
from plyground.agents.as_searcher import is_users
from plyground.errors import Failed
from plyground.searchers import AlphaBeta, Limits
from plyground.searchers.trace import Trace
from plyground.searchers.types import MoveOnly
from plyground.ui.web.protocol import Refused
from plyground.ui.web.validation import Caps, read_agent

POSITION = connect4().parse("4453")
MINE = """
from plyground.searchers import SearchResult, SearchStats

def choose(position, limits):
    return "4"

def counting(position, limits):
    return SearchResult(3, ("4", "5", "no move"), stats=SearchStats(nodes=12, depth=2))

def column(position, limits):
    return 3

def failing(position, limits):
    raise KeyError("mine")

def worth(position):
    return position.rows()[-1].count("X")
"""
RAZOR = "examples/razor.py:Razor"


@pytest.fixture
def mine(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(MINE)
    return str(tmp_path / "mine.py")


@pytest.mark.parametrize("spec", [RAZOR, f"python:{RAZOR}"])
def test_a_searcher_of_ones_own_searches_and_leaves_a_trace(spec: str) -> None:
    razor, trace = load_agent(f"{spec}(depth=3, width=2)"), Trace()
    found = razor.search(POSITION, Limits(), trace)
    assert (found.stats.depth, len(trace)) == (3, found.stats.nodes)
    assert is_users(razor)
    assert load_agent(razor.spec) == razor


def test_with_all_moves_it_is_alpha_beta() -> None:
    ours = AlphaBeta(depth=4, evaluate="windows", core="python").search(POSITION)
    assert load_agent(f"{RAZOR}(depth=4, evaluate='windows', width=7)").search(POSITION) == ours


def test_an_option_that_it_has_not_is_told() -> None:
    with pytest.raises(BadSpec, match=r"no option wide in .*: Razor takes depth=None, .*width=5"):
        load_agent(f"{RAZOR}(wide=3)")


def test_an_agent_of_ones_own_is_asked_for_a_single_position(mine: str) -> None:
    told = load_agent(f"python:{mine}:counting").search(POSITION)
    assert (told.score, told.stats.nodes) == (3, 12)
    assert [POSITION.write(move) for move in told.line] == ["4", "5"]  # as far as it can be played
    for spec in (f"python:{mine}", f"{mine}:choose"):
        found = load_agent(spec).search(POSITION)
        assert isinstance(found, MoveOnly)
        assert POSITION.write(found.move) == "4"


def test_statistics_an_agent_gives_are_printed_and_no_others(mine: str) -> None:
    assert "12 nodes, depth 2" in printed(
        "search", "connect4", "4453", "--agent", f"python:{mine}:counting"
    )
    shown = printed("search", "connect4", "4453", "--agent", f"python:{mine}")
    assert "X plays 4: its value is not told" in shown
    assert "nodes" not in shown


def test_its_failures_are_its_own(mine: str) -> None:
    with pytest.raises(Failed, match=r"mine.py:failing failed: KeyError: 'mine'"):
        load_agent(f"python:{mine}:failing").search(POSITION)
    with pytest.raises(Failed, match=r"no legal move: 3 \(a bare number may mean a cell or a column"):
        load_agent(f"python:{mine}:column").search(POSITION)


FAULTY = """
from plyground.searchers.searcher import TreeSearcher

class Short(TreeSearcher):
    def explore(self, root, depth):
        return 0, ()

class Blind(TreeSearcher):
    def explore(self, root, depth, leaf, memory, watch):
        return board, ()

def worth(position):
    return 1 // 0

def choose(position, limits):
    return board
"""


@pytest.mark.parametrize("command", ["search", "explain", "compare"])
@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("{}:Short(depth=1)", "TypeError: Short.explore() takes 3 positional arguments but 6 were given"),
        ("{}:Blind(depth=1)", "NameError: name 'board' is not defined (faulty.py, line 10)"),
        ("alphabeta(depth=1, evaluate='{}:worth')", "ZeroDivisionError: integer division or modulo by zero (faulty.py, line 13)"),
    ],
)  # fmt: skip
def test_a_fault_in_own_code_is_a_sentence_with_its_line(
    command: str, spec: str, told: str, tmp_path: Path
) -> None:
    """`search --agent mine.py:MySearch` printed forty lines of our own code."""
    (tmp_path / "faulty.py").write_text(FAULTY)
    where = ("--agent", "random", "--out", str(tmp_path / "report")) if command == "compare" else ()
    ran = run(command, "tictactoe", "--agent", spec.format(tmp_path / "faulty.py"), *where)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"plyground: your own code failed: {told}\n"


def test_an_agents_fault_has_its_line(tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY)
    with pytest.raises(Failed, match=r"NameError: name 'board' is not defined \(faulty.py, line 16\)"):
        load_agent(f"python:{tmp_path}/faulty.py").search(POSITION)


def test_an_evaluation_of_ones_own(mine: str) -> None:
    agent = load_agent(f"alphabeta(depth=2, evaluate='{mine}:worth')")
    assert agent.search(POSITION).core == "python"
    assert load_agent(agent.spec) == agent
    with pytest.raises(BadSpec, match="no evaluation wurth in"):
        load_agent(f"alphabeta(evaluate='{mine}:wurth')")


@pytest.mark.parametrize("spec", ["{mine}:choose", "alphabeta(depth=2, evaluate='{mine}:worth')", RAZOR])
def test_own_code_is_not_trusted_in_matches(spec: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("raise SystemExit('it was run')")
    entrant = load_entrant(spec.format(mine=mine))
    assert not entrant.trusted
    assert len(entrant.files) == 1


@pytest.mark.slow
def test_own_code_plays_a_match_and_is_compared(mine: str, tmp_path: Path) -> None:
    worth = f"alphabeta(depth=1, evaluate='{mine}:worth')"
    shown = printed(
        "match", "tictactoe", worth, f"{RAZOR}(depth=2)", "--games", "2", "--openings", "random(1)"
    )
    assert "2 games, all games played" in shown
    assert "forfeited" not in shown
    small = ("--depths", "1-2", "--positions", "1", "--repetitions", "1", "--games", "2")
    ran = run(
        "compare", "tictactoe", "--agent", RAZOR, "--agent", "alphabeta", *small, "--out", str(tmp_path)
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    agents = ("--agent", f"python:{mine}", "--agent", "random")
    ran = run("compare", "tictactoe", *agents, *small, "--out", str(tmp_path / "other"))
    assert (ran.returncode, "no nodes are told" in ran.stderr) == (2, True)


def test_own_searcher_without_a_limit_gets_one_in_a_match(tmp_path: Path) -> None:
    """`match connect4 razor.py:Razor random` searched to the end of the game, and lost by time."""
    shown = printed("match", "connect4", RAZOR, "random", "--games", "2", "--nodes", "300")
    assert f"note: python:{RAZOR}: its depth was left open: it plays as deepening(inner={RAZOR})" in shown
    assert "forfeited" not in shown
    entrant = load_entrant(f"deepening(inner={RAZOR})")
    assert (entrant.trusted, [file.name for file in entrant.files]) == (False, ["razor.py"])
    mine = tmp_path / "mine.py"
    mine.write_text("raise SystemExit('it was run')")
    assert not load_entrant(f"deepening(inner={f'{mine}:MySearch(depth=2)'!r})").trusted


def test_explain_says_of_an_agent_that_it_leaves_no_trace(mine: str) -> None:
    ran = run("explain", "connect4", "--agent", f"python:{mine}")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "no trace of python:" in ran.stderr
    assert "MAX α=-∞ β=+∞" in printed("explain", "connect4", "--agent", f"{RAZOR}(depth=1)")


@pytest.mark.parametrize(
    "spec",
    [
        "alphabeta(evaluate='{mine}:worth')",
        "alphabeta(4, '{mine}:worth')",
        "deepening(inner=alphabeta(evaluate='{mine}:worth'))",
        "{mine}:choose",
        "python:{mine}:choose",
    ],
)
def test_a_page_cannot_have_a_file_run(spec: str, tmp_path: Path) -> None:
    mine, seen = tmp_path / "mine.py", tmp_path / "seen"
    mine.write_text(f"open({str(seen)!r}, 'w')\ndef worth(position): return 1")
    with pytest.raises(Refused):
        read_agent(spec.format(mine=mine), Caps())
    assert not seen.exists()


def test_missing_module_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import no_such_library\ndef agent(obs): return 0")
    told = run("search", "connect4", "--agent", f"kaggle('{tmp_path}/bot.py')")
    assert told.returncode == 1
    assert "failed: needs no_such_library, which is neither installed nor beside it" in told.stderr


@pytest.mark.parametrize("name", ["auto", "windows", "zero"])
def test_a_page_may_name_our_evaluations(name: str) -> None:
    assert read_agent(f"alphabeta(depth=2, evaluate='{name}')", Caps()) == AlphaBeta(2, name)


@pytest.mark.parametrize(
    ("code", "name", "told"),
    [
        (
            "def escolher(tabuleiro): ...",
            "",
            "no choose in x.py: it defines escolher(tabuleiro); call it choose(",
        ),
        (
            "def a(p): ...\ndef b(p): ...",
            "",
            "no choose in x.py: an agent is a function choose(position, limits)",
        ),
        ("import random", "", "no choose in x.py: an agent is a function choose(position, limits)"),
        ("def choose(position): ...", ":chose", "no chose in x.py: did you mean choose?"),
    ],
)
def test_code_without_choose_is_told_what_to_call_it(
    code: str, name: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "x.py").write_text(code)
    with pytest.raises(BadSpec) as refused:
        load_entrant(f"python:{tmp_path}/x.py{name}").enter(0)
    assert str(refused.value).startswith(told)
