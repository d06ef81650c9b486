"""An agent that cannot be imported."""

raise RuntimeError("no agent today")
