"""Other processes: starting them, asking them over a channel, confining them, and ending them."""
