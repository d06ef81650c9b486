"""Agents in other people's conventions, unchanged: Kaggle, CS50, AIMA, OpenSpiel."""
