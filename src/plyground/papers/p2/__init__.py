"""P2: alpha-beta in JavaScript, on tic-tac-toe."""
