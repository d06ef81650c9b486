"""The laboratory as a folder of static files: the same pages, and Python in the browser."""
