"""P2: the program that it prints, as far as the listing goes: its names, its messages and its depth."""

from __future__ import annotations

from plyground.papers.claim import Claims, Finding, exact_if
from plyground.papers.p2.measures import TRANSCRIPTS, reply
from plyground.papers.tictactoe import decisions
from plyground.score import WIN

# The names that the listing declares, and those that it uses, apart from JavaScript's own.
DECLARED = {
    *("board", "currentPlayer", "printBoard", "checkWinner", "minimax", "jogadaMaquina"),
    *("maxEval", "minEval", "aval", "bestScore", "move", "pontuacao", "i", "j"),
    *("tabuleiro of minimax", "profundidade", "player", "alpha", "beta"),  # arguments
}
USED = {
    *("board", "currentPlayer", "minimax", "maxEval", "minEval", "aval", "bestScore", "move"),
    *("pontuacao", "i", "j", "tabuleiro of minimax", "profundidade", "player", "alpha", "beta"),
    *("tabuleiro", "checarVencedor", "isTabuleiroCheio", "imprimirTabuleiro", "trocarJogador"),
    *("jogadaHumano", "COMP", "HUMANO", "rl"),
}
PRINTED_END = {"O": "Jogador O ganha!", "draw": "É um empate"}  # what the listing writes at an end

claims = Claims("P2")


@claims.add("runs")
def listing_runs() -> Finding:
    missing, idle = sorted(USED - DECLARED, key=str.lower), sorted(DECLARED - USED)
    facts = {"missing": ", ".join(missing), "n": len(missing), "idle": ", ".join(idle)}
    return Finding(exact_if(not missing), facts)


@claims.add("same-version")
def transcripts_of_the_listing() -> Finding:
    """Whether the printed games end with the words of the printed program."""
    ends = [game.end for game in TRANSCRIPTS.values()]
    same = sum(end in PRINTED_END.values() for end in ends)
    return Finding(
        exact_if(same == len(ends)), {"same": same, "games": len(ends), "says": PRINTED_END["draw"]}
    )


@claims.add("depth-used")
def depth_matters() -> Finding:
    """Whether the depth that every call hands on changes any value."""
    values = {int(reply(position).score) for position in decisions()}
    facts = {"values": len(values), "positions": len(decisions())}
    return Finding(exact_if(not values <= {-WIN, 0, WIN}), facts)
