"""The report of a run: what it has shown as data, in words, as tables, figures and one page."""
