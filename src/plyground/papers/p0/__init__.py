"""P0 (Unioeste, 2025): minimax with a transposition table against minimax with pruning, on tic-tac-toe."""
