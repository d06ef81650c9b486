"""The terminal front end: a session drawn in characters and played by typing."""
