"""P1: minimax and the greedy player called A*, measured over every position and every line.

Figure 1 and Figure 2 come out of programs that part from the text, each in one point; claims that hold for
the one need not hold for the other, and are then judged for both.
"""

from __future__ import annotations

from plyground.papers.claim import Claim
from plyground.papers.p1_greedy import GREEDY_CLAIMS
from plyground.papers.p1_minimax import MINIMAX_CLAIMS

TITLE = (
    "L. N. de Andrade, L. A. M. Santos, R. V. R. Mariano: Aplicação de métodos de busca no Jogo da Velha, "
    "PUC Minas, 2020"
)

CLAIMS: tuple[Claim, ...] = (*MINIMAX_CLAIMS, *GREEDY_CLAIMS)
