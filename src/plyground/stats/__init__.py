"""Match statistics: Elo, SPRT and ratings, with their uncertainty."""
