"""The five papers: their players as published, and what becomes of their claims when they are measured."""
