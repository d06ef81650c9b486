"""P4: minimax, alpha-beta and iterative deepening on Connect Four."""
