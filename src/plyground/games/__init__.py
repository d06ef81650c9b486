"""Rules, and nothing but rules: no search, no clock, no screen."""
