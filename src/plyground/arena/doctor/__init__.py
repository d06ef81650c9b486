"""The doctor: examines an agent, and says in plain words what is wrong with it."""
