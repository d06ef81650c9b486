"""The laboratory in a browser: a small server on this machine, and pages without a build step."""
