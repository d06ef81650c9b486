"""The players of the five papers, each as published, errors included: `p0.mtt`, `p4.minimax(depth=4)`.

They are apart from the searchers because their conventions differ: what counts as a node, what a leaf is
worth, which of equal moves is played.
"""

from plyground.papers.p0.players import PLAYERS as P0
from plyground.papers.p1.players import PLAYERS as P1
from plyground.papers.p2.players import PLAYERS as P2
from plyground.papers.p3.players import PLAYERS as P3
from plyground.papers.p4.players import EVALUATIONS as P4_EVALUATIONS
from plyground.papers.p4.players import PLAYERS as P4
from plyground.papers.p4.players import PublishedEvaluation
from plyground.searchers.searcher import Searcher

PUBLISHED: tuple[type[Searcher], ...] = (*P0, *P1, *P2, *P3, *P4)

EVALUATIONS: dict[str, PublishedEvaluation] = P4_EVALUATIONS
