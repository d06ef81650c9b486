"""Engine protocols, both halves of each: programs as agents, and agents as programs (UGI, UCI, Gomocup)."""
