"""The players of the five papers, each as published, errors included: `p0.mtt`, `p4.minimax(depth=4)`.

They are apart from the searchers because their conventions differ: what counts as a node, what a leaf is
worth, which of equal moves is played. A file a paper.
"""

from plyground.agents.published.p0 import PLAYERS as P0
from plyground.agents.published.p1 import PLAYERS as P1
from plyground.agents.published.p2 import PLAYERS as P2
from plyground.agents.published.p3 import PLAYERS as P3
from plyground.agents.published.p4 import PLAYERS as P4
from plyground.search.searcher import Searcher

PUBLISHED: tuple[type[Searcher], ...] = (*P0, *P1, *P2, *P3, *P4)
