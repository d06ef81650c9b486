"""P1 (PUC Minas, 2020): minimax and a greedy player called A*, on tic-tac-toe."""
