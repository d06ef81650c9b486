"""P3: minimax with and without pruning, on tic-tac-toe."""
